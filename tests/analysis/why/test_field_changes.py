"""What changed a thing, or a field of it, in a saved game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck.analysis.why.field_changes import UnknownThingError, changed_at
from quarterdeck.apps.api.keeping import KeptGame, open_journal
from quarterdeck.apps.cli.main import main
from quarterdeck.base.resources import starter_folder
from quarterdeck.engine.run import happenings as hap


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptGame:
    file = tmp_path_factory.mktemp("games") / "game.jsonl"
    assert (
        main(["play", str(starter_folder()), "first_meeting", "--sides", "bot", "--seed", "3", "--save", str(file)])
        == 0
    )
    return open_journal(file)


def test_a_field_is_told_with_each_change_and_its_turn(kept):
    lines, thing = kept.explaining.narrative(), kept.game.start.things["Heron"]
    told = [lines[place] for place in changed_at(kept.explaining, "Heron.hull")]
    assert {line.sort for line in told} == {"turn", "changed"}
    last = re.findall(r"hull \d+ → (\d+)", " ".join(line.text for line in told))[-1]
    written = [one.after for one in kept.explaining.replayed.events if is_written(one, thing, "hull")]
    assert int(last) == written[-1]


def is_written(event: hap.Happening, thing: int, field: str) -> bool:
    return isinstance(event, hap.Changed) and (event.thing, event.field) == (thing, field)


def test_a_move_is_told_by_the_decision_behind_it(kept):
    lines = kept.explaining.narrative()
    told = [lines[place].text for place in changed_at(kept.explaining, "Heron.place")]
    assert any(text.startswith("Heron moves") for text in told)
    assert set(changed_at(kept.explaining, "Heron.place")) < set(changed_at(kept.explaining, "Heron"))


@pytest.mark.parametrize(
    ("name", "said"),
    [("Herron.hull", "did you mean `Heron`"), ("Heron.hul", "did you mean `hull`"), ("nobody", "there are game, blue")],
)
def test_a_name_that_means_nothing_is_refused_with_a_hint(name, said, kept):
    with pytest.raises(UnknownThingError, match=said):
        changed_at(kept.explaining, name)


def test_the_command_lists_the_changes_or_says_that_there_are_none(kept, capsys):
    assert main(["why", str(kept.journal), "Heron.hull"]) == 0
    assert "Heron: hull" in capsys.readouterr().out
    assert main(["why", str(kept.journal), "Heron.guns"]) == 0
    assert "`Heron.guns` does not change in this game." in capsys.readouterr().out
    assert main(["why", str(kept.journal), "Hero.guns"]) == 2
    assert "there is no thing `Hero`" in capsys.readouterr().err
    assert Path(kept.journal).exists()
