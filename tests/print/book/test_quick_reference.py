"""The quick reference follows the order of play, and has every list of modifiers."""

from __future__ import annotations

from functools import cache

from quarterdeck.api import Ruleset
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.print.book.plan import all_places
from quarterdeck.print.book.quick_reference import quick_reference
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.text.blocks import Narrow, Prose
from quarterdeck.prose.text.runs import plain


@cache
def heads(game: str) -> list[str]:
    """Give the names of phases and charts, from the top."""
    writer = book_writer(Ruleset.open(game))
    sheet = quick_reference(Arranger(Selection(writer), all_places(writer), frozenset()))
    assert sheet is not None
    (narrow,) = (block for block in sheet.blocks if isinstance(block, Narrow))
    styles = ("phase", "headline")
    return [plain(one.text) for one in narrow.blocks if isinstance(one, Prose) and one.style in styles]


def test_what_is_rolled_stands_below_its_phase_and_before_what_it_calls():
    found = heads("easyships")
    wanted = ["Movement", "Combat", "Dive bombers", "Rolling to hit", "Shell against armor", "A torpedo strikes"]
    wanted += ["Rolling for depth charges", "Damage", "A roll for damage control", "Outside the turn"]
    assert [one for one in found if one in wanted] == wanted


def test_what_an_option_does_stands_behind_what_is_done_without_it():
    found = heads("quickfire")
    assert found.index("The ROF roll") < found.index("Firing off one roll")


def test_a_value_that_is_a_list_of_modifiers_is_there_behind_its_roll():
    found = heads("fear_god")
    assert found.index("Firing a battery") < found.index("Modifiers") < found.index("Belt or deck")
    assert "All hunted ships sunk" not in found


def test_what_a_ruleset_leaves_in_the_book_is_named_at_the_end_and_stands_nowhere_else():
    found = heads("fear_god")
    assert "Engine" in found
    assert "Engine of an airship" not in found
    writer = book_writer(Ruleset.open("fear_god"))
    sheet = quick_reference(Arranger(Selection(writer), all_places(writer), frozenset()))
    assert sheet is not None
    last = [one for block in sheet.blocks if isinstance(block, Narrow) for one in block.blocks][-1]
    assert isinstance(last, Prose)
    assert any(run.words == "Engine of an airship" and run.to for run in last.text)
