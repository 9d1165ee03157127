"""Worked examples as stories: answers to questions, facts that matter, what stands on no paper, a whole turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.print.book.plan import all_places
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.overrides.worked_examples import Worked
from quarterdeck.prose.stories.story_choices import PutQuestion, statement
from quarterdeck.prose.text.blocks import Box, Prose, Steps
from quarterdeck.prose.text.runs import joined, plain

ANSWERS = (
    ("At which ship does Ann fire its guns?", ("Ann",), "Bob", None, "Ann fires its guns at Bob"),
    ("At which ship does Ann fire its guns?", ("Ann",), "", None, "Ann does not fire its guns"),
    ("At which ship is the big gun laid?", ("the big gun",), "Bob", None, "the big gun is laid at Bob"),
    ("Which ship does Ann protect from aircraft?", ("Ann",), "", None, "Ann protects no ship from aircraft"),
    ("Which survivors does Ann pick up?", ("Ann",), "the men", None, "Ann picks up the men"),
    ("What does Ann try to repair?", ("Ann",), "its hull", None, "Ann tries to repair its hull"),
    ("What does Ann work on?", ("Ann",), "", None, "Ann works on nothing"),
    ("How many hexes does Ann sail?", ("Ann",), "1", 1, "Ann sails 1 hex"),
    ("How many aircraft attack Bob?", ("Bob",), "8", 8, "8 aircraft attack Bob"),
    ("How many pairs of dice are rolled for Ann?", ("Ann",), "0", 0, "no pairs of dice are rolled for Ann"),
    ("How often does Ann turn?", ("Ann",), "2", 2, "Ann turns twice"),
    ("How often does Ann turn?", ("Ann",), "0", 0, "Ann does not turn"),
    ("By how many degrees does Ann turn, clockwise?", ("Ann",), "30", 30, "Ann turns clockwise by 30 degrees"),
    ("Which ships of East are abandoned?", ("East",), "Bob", None, "Bob is abandoned"),
    (
        "Which carriers of the group of Ann launch a strike?",
        ("Ann",),
        "Ann and Bob",
        None,
        "Ann and Bob launch a strike",
    ),
    ("Where does the bow of Ann lie?", ("Ann",), "[1, 2]", None, "the bow of Ann lies at [1, 2]"),
    ("At which armor of Bob does Ann aim?", ("Bob", "Ann"), "light", None, "Ann aims at light armor of Bob"),
    ("Ann must decide, and nobody knows what", ("Ann",), "Bob", None, ""),
)


@pytest.mark.parametrize(("question", "named", "answer", "count", "told"), ANSWERS)
def test_a_choice_is_told_as_the_answer_to_its_question(question, named, answer, count, told):
    assert statement(PutQuestion(question, named), answer, count=count) == told


@pytest.mark.parametrize(("answer", "told"), [("yes", "Ann dives"), ("", "Ann does not dive")])
def test_yes_and_no_are_told_as_deeds(answer, told):
    assert statement(PutQuestion("Does Ann dive?", ("Ann",)), answer, is_truth=True) == told


RULES = """\
rules play "Play" cites "1"

turn "The turn" cites "1"
    phase shots "Shots", for each side in order
        for each ship in ships where ship.side is side
            do fire(ship)

procedure fire(ship: Ship) "{ship} fires" cites "1"
    choose target by ship.side from all(other in ships where other is not ship) "At which ship does {ship} fire?"
        require near: target.distance <= 3 else "{target} is too far away"
    check hit on d6 plus ship.skill "a hit"
        success when total >= target.size
        modifier tired: -1 when ship.tired "while tired"
    when hit.successes > 0
        do flood(target, 1)
        set target.struck_by to ship

effect flood(ship: Ship, barrels: 1..2) "{ship} takes in {barrels} barrel{s} of water" cites "1"
    take barrels from ship.hull, to no less than 0
"""
COMPONENTS = """\
components: small
kinds:
  Side: {one: side, many: sides}
  Ship:
    one: ship
    many: ships
    capacity: 4
    owner: side
    fields:
      side: {type: Side, words: side, fixed: yes}
      hull: {type: 0..9, words: hull, start: "5"}
      skill: {type: 0..3, words: skill, start: "0"}
      size: {type: 1..6, words: size, start: "4"}
      distance: {type: 0..9, words: distance, start: "0"}
      draught: {type: 0..9, words: draught, start: "2"}
      tired: {type: boolean, words: is tired, start: "no"}
      struck_by: {type: Ship or none, words: latest ship to hit it, start: none}
logs:
  Ship: {lines: [{field: hull}, {field: skill}, {field: size}, {field: distance}]}
"""
EXAMPLES = """\
called: {one: Ann, two: Bob}
examples:
  - example: a_shot
    title: A shot
    of: play.fire
    things:
      one: {kind: Ship, side: east, skill: 2, tired: yes, draught: 7}
      two: {kind: Ship, side: west, size: 5, hull: 4}
      three: {kind: Ship, side: west, distance: 8}
    given: {ship: one}
    dice: {hit: 5}
    choices: {target: two}
    expect: {hit: 6}
    changes: {two.hull: 3, two.struck_by: one}
    refused: {target: {three: near}}
  - example: a_turn
    title: A turn
    of: turn
    things: {one: {kind: Ship, side: east}, two: {kind: Ship, side: west}}
    given: {game.turn_limit: 9}
    dice: {fire.hit: [2, 1]}
    choices: {target: [two, one]}
    changes: {}
"""


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the words of one example of a small game."""
    folder: Path = tmp_path_factory.mktemp("small") / "small"
    texts = {
        "ruleset.yaml": "ruleset: small\ntitle: Small\nlanguage: 1\n",
        "components.yaml": COMPONENTS,
        "play.rules": RULES,
        "examples.yaml": EXAMPLES,
    }
    folder.mkdir()
    for name, words in texts.items():
        (folder / name).write_text(words, "utf-8")
    ruleset = Ruleset.open(str(folder))
    assert ruleset.faults == []
    return words_of(ruleset)


def words_of(ruleset: Ruleset) -> str:
    """Give the words of all examples that a book would print."""
    writer = book_writer(ruleset, told=True)
    boxes = [box for found in Worked(ruleset, writer, all_places(writer)).boxes().values() for box in found]
    return "\n".join(map(box_words, boxes))


def box_words(box: Box) -> str:
    """Give the words of a box."""
    texts = [block.text for block in box.blocks if isinstance(block, Prose)]
    texts += [
        joined([point.lead, point.text], ": ")
        for block in box.blocks
        if isinstance(block, Steps)
        for point in block.points
    ]
    return " ".join(map(plain, texts))


def test_a_story_tells_dice_reasons_and_what_is_marked(story):
    assert "Ann fires at Bob." in story
    assert "A d6 shows 5, plus 2 for Ann’s skill, less 1 while tired: 6, and 5 or more is a hit." in story
    assert "Bob takes in one barrel of water: its hull falls from 4 to 3." in story


def test_a_story_says_why_something_may_not_be_chosen(story):
    assert "The three may not be chosen: the three is too far away." in story


def test_only_facts_that_are_read_are_told(story):
    assert "Ann is tired." in story
    assert "draught" not in story


def test_what_stands_on_no_paper_is_not_told(story):
    assert "latest ship to hit it" not in story


def test_a_turn_is_told_by_its_phases(story):
    assert "Shots: Ann fires at Bob." in story
    assert "Bob fires at Ann. A d6 shows 1, and only 4 or more would be a hit." in story
