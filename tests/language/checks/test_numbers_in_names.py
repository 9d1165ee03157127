"""A number in words is a finding where it may come to differ from the rule, and none where it is part of a name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.base.text import is_in_a_name
from quarterdeck.workspace.pipeline.stages import load

STARTER = Path(__file__).parents[3] / "starter"


@pytest.fixture
def says(tmp_path):
    """Give the findings of the starter game with one more definition, of a phrase and a body."""
    game = tmp_path / "game"
    shutil.copytree(STARTER, game)
    rules = game / "rules" / "gunnery.rules"
    own = rules.read_text("utf-8")

    def found(phrase: str, body: str = "2 * ship.speed", docs: str = "") -> list[str]:
        header = own.replace('"All ships fire', f'"{docs}All ships fire') if docs else own
        added = f'define reach(ship: Ship) -> 0..99 "{phrase}" cites "our notes" apart "a trial" = {body}\n'
        rules.write_text(f"{header}\n{added}", "utf-8")
        return [f"{one.code} {one.message}" for one in load(str(game)).findings]

    return found


@pytest.mark.parametrize(
    "phrase",
    [
        "the range of a Type 93 torpedo of {ship}",
        "Mark 14 torpedoes of {ship}",
        "the reach of U 47",
        "the reach of U-47",
        "the reach of the B17s of {ship}",
        "the 14-inch guns of {ship}",
        "the reach of the 21st Flotilla",
    ],
)
def test_a_number_of_a_name_is_no_copy(says, phrase):
    assert says(phrase) == []


@pytest.mark.parametrize(
    ("phrase", "body", "figure"),
    [
        ("the 93 torpedoes of {ship}", "2 * ship.speed", "93"),
        ("the range of a Type 93 torpedo", "93", "93"),
        ("the range of the 14-inch guns", "14 + ship.speed", "14"),
        ("the range of a Type 93 torpedo, up to 12", "ship.speed", "12"),
        ("what Rule 8 says", "longest_range", "8"),  # as the option does, which it reads
    ],
)
def test_a_number_that_may_come_to_differ_is_found(says, phrase, body, figure):
    assert says(phrase, body) == [f"QD422 `{figure}` is typed in words, and may become different from the rule"]


def test_a_word_that_begins_a_sentence_names_no_number(says):
    assert says("the reach of {ship}", docs="Roll 77 dice. ")[0].startswith("QD422 `77`")
    assert says("the reach of {ship}", docs="The Type 77 is late. ") == []
    assert not is_in_a_name("It is late. Roll 3 dice", 17, 18)
