"""Two spellings in one book: each word of the rarer one, with a place of the other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.prose.overrides.spelling_faults import mixed_spelling, spellings_in

SMALL = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the harbours are grey", [("harbours", 0, "harbors"), ("grey", 0, "gray")]),
        ("a gun of 30 centimeters", [("centimeters", 1, "centimetres")]),
        ("parameters, hours, four, enterprise, otherwise and a size", []),
    ],
)
def test_a_word_has_one_of_two_spellings_or_none(text, found):
    assert list(spellings_in(text)) == found


def test_both_places_of_a_mixed_spelling_are_shown(tmp_path, capsys):
    game = tmp_path / "snowballs"
    shutil.copytree(SMALL, game)
    (game / "told.yaml").write_text(
        "told: snowballs\nrules:\n"
        "  throwing.throw: {text: Throw towards the centre and the harbour.}\n"
        "  throwing.reach: {text: As far as the armor lets it.}\n",
        "utf-8",
    )
    found = [*mixed_spelling(Ruleset.open(str(game)))]
    assert [(one.code, one.message.split("`")[1], one.hint) for one in found] == [("QD712", "armor", "write `armour`")]
    assert found[0].span.file.path.endswith("told.yaml")
    assert [label.span.line for label in found[0].labels] == [3]
    main(["accept", str(game)])
    capsys.readouterr()
    assert main(["check", str(game)]) == 0
    assert main(["check", str(game), "--release"]) == 1
    assert "QD712" in capsys.readouterr().out


def test_one_spelling_is_no_finding():
    assert [*mixed_spelling(Ruleset.open(str(SMALL)))] == []
