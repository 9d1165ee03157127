"""English comes from meaning: renaming a local changes no sentence, and what a name claims is not said."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.pipeline.stages import load

ROOT = Path(__file__).parents[3]
NOTES = 'cites "our notes" apart "a trial"'


@pytest.fixture
def told(tmp_path):
    """Tell a rule of the starter game to which pieces of rules and a table are added."""

    def tell(
        rules: str, address: str = "gunnery.go", changed: dict[str, tuple[str, str]] | None = None, **files: str
    ) -> list[str]:
        game = tmp_path / "game"
        shutil.copytree(ROOT / "starter", game, dirs_exist_ok=True)
        for path, (old, new) in (changed or {}).items():
            text = (game / path).read_text("utf-8")
            assert old in text
            (game / path).write_text(text.replace(old, new, 1), "utf-8")
        own = (ROOT / "starter" / "rules" / "gunnery.rules").read_text("utf-8")
        added = rules.replace("NOTES", NOTES)
        (game / "rules" / "gunnery.rules").write_text(f"{own}\n{added}", "utf-8")
        for name, text in files.items():
            (game / "tables" / f"{name}.yaml").write_text(text, "utf-8")
        loaded = load(str(game))
        assert loaded.checked is not None, [str(one.message) for one in loaded.findings]
        return said(loaded.checked, address).splitlines()

    return tell


def go(*lines: str) -> str:
    """Give a procedure of some lines."""
    return "\n    ".join(('procedure go(ship: Ship) "{ship} goes" NOTES', *lines)) + "\n"


@pytest.mark.parametrize("name", ["other", "another", "x", "second", "nearest", "other_ship", "that"])
def test_what_goes_through_a_list_is_called_by_its_kind(told, name):
    body = go(
        f"for each {name} in ships where distance(ship.place, {name}.place) <= 2",
        f"    take 1 from {name}.hull, to no less than 0",
        f"set ship.hull to least(9, sum({name}.guns for {name} in ships where {name}.hull > 3))",
        f'announce "none" when not any({name} in ships where {name}.hull > 3)',
    )
    lines = told(body)
    assert lines[1:4] == [
        (
            "1. For each ship for which the distance from the ship’s place to that ship’s place is no more than 2, "
            "take 1 from that ship’s hull, but not below 0."
        ),
        "2. The ship’s hull becomes the sum of that ship’s guns, for every ship whose hull is more than 3 (at most 9).",
        "3. If there is no ship whose hull is more than 3, announce: none.",
    ]


@pytest.mark.parametrize("name", ["other", "other_ship"])
def test_another_one_is_one_that_a_condition_makes_another(told, name):
    lines = told(
        go(
            f"for each {name} in ships where {name} is not ship and {name}.hull > 2",
            f"    do hole({name}, 1)",
            f"for each {name} in ships where {name}.side is not ship.side",
            f"    take ship.guns from {name}.hull, to no less than 0",
        )
    )
    assert lines[1] == "1. Each other ship whose hull is more than 2 loses one point of hull."
    assert lines[2].startswith(
        "2. For each other ship that does not belong to the ship’s side, take the ship’s guns from"
    )


def test_two_without_names_are_told_apart(told):
    lines = told(
        go(
            "for each a in ships where a.guns > 2",
            "    for each b in ships where b.hull > a.hull",
            "        take b.guns from a.hull, to no less than 0",
        )
    )
    assert (
        "for each ship (the second ship) whose hull is more than that ship’s hull, take the second ship’s guns"
        in (lines[1])
    )


def test_dice_and_rolls_are_told_apart(told):
    lines = told(
        go(
            'roll one on 2d6 "the throw"',
            '    modifier high: +1 when natural > 7 "high"',
            'roll two on d6 "the throw"',
            "set ship.hull to least(9, one + two)",
            'check best on highest of 2d6 "a hit"',
            "    success when natural > 5",
        )
    )
    text = " ".join(lines)
    assert "+1 high: if the sum of the dice is more than 7" in text
    assert "Roll a d6: this is the second throw." in text
    assert "becomes the throw plus the second throw (at most 9)" in text
    assert "It is a hit if the number kept is more than 5." in text


def test_what_a_new_thing_has_is_no_pronoun_of_the_old_one(told):
    settings = "side: ship.side, guns: 1, speed: ship.speed, hull: 1, place: ship.place, heading: ship.heading"
    lines = told(go(f"create Ship in ships with {settings}"))
    assert lines[1] == (
        "Place a ship, with the ship’s side as its side, 1 as its guns, the ship’s speed as its speed, 1 as its hull, "
        "the ship’s place as its place and the ship’s heading as its heading."
    )


def test_what_a_mate_gets_is_no_pronoun_of_the_mate(told):
    body = go("set ship.mate.hull to ship.hull when ship.mate is not none")
    mate = "      mate: {type: Ship or none, words: mate, start: none}\n      sunk:"
    lines = told(body, changed={"components.yaml": ("      sunk:", mate)})
    assert lines[1] == "The hull of the ship’s mate becomes the ship’s hull if the ship has a mate."


def test_a_word_of_a_modifier_that_looks_like_an_article_is_kept(told):
    lines = told(
        go('roll x on d6 "the x"', '    modifier m: +1 when ship.hull > 3 "at A"', "set ship.hull to 2 when x > 3")
    )
    assert lines[2].strip() == "- +1 at A: if the ship’s hull is more than 3"


def test_what_a_table_is_told_is_or_are_so(told):
    table = (
        "table: slide\ntitle: Slide\nsource: {document: notes, place: here}\n"
        "given: {ship: Ship, points: 1..3, way: 1..3}\n"
        "key: {force: 1..6}\nrows: {1-5: 'do hole(ship, least(points, way))', 6: '-'}\n"
    )
    lines = told(go('roll force on d6 "the force"', "apply slide[force](ship, 2, 3)"), slide=table)
    assert lines[2].endswith("apply the result to the ship; the points are 2 and the way is 3.")


def test_what_is_chosen_is_introduced(told):
    lines = told(go('choose w by ship.side from [1, 2] where w > ship.hull, default 2 "Which?"', "set ship.hull to w"))
    assert lines[1:3] == [
        (
            "1. Which? The ship’s side chooses one of 1 and 2 that is more than the ship’s hull as the w (2 unless it "
            "says otherwise)."
        ),
        "2. The ship’s hull becomes the w.",
    ]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (
            "ship.hull > 2 and (ship.sunk or ship.guns = 1) and not ship.heading in [north, south]",
            "its hull is more than 2, it either has sunk or has exactly one gun, and its heading is not north or south",
        ),
        (
            "ship.hull > 2 or ship.sunk and ship.guns = 1 or ship.speed > 2",
            "its hull is more than 2, it both has sunk and has exactly one gun, or its speed is more than 2",
        ),
    ],
)
def test_commas_say_what_belongs_together(told, condition, words):
    rule = f'define go(ship: Ship) -> boolean "{{ship}} is {{not}} ready" NOTES =\n    {condition}\n'
    assert told(rule)[0] == f"A ship is ready if {words}."


def test_finish_says_what_it_leaves(told):
    lines = told(go("for each n from 1 to ship.guns", "    finish when ship.hull < n", "    do hole(ship, 1)"))
    assert "   1. Go no further in this rule if the ship’s hull is less than the n." in lines


def test_an_amount_leaves_its_noun_whole(told):
    effects = "".join(
        f'effect {name}(target: Ship, points: 1..3) "{phrase}" NOTES\n    take points from target.hull\n'
        for name, phrase in {
            "strength": "{target} loses {points} points of hull strength",
            "wagons": "{target} loses {points} goods wagons",
            "torpedoes": "{target} fires {points} Type 93 torpedoes from its tubes",
            "guns": "{target} loses {points} 14-inch gun{s}",
            "whole": "{points} points of the hull of {target} are lost",
            "fires": "{points} fires of class B break out on {target}",
        }.items()
    )
    names = ("strength", "wagons", "torpedoes", "guns", "whole", "fires")
    calls = [f"do {name}(ship, least(3, ship.guns))" for name in names] + [f"do {name}(ship, 1)" for name in names]
    assert told(effects + go(*calls))[1:13] == [
        "1. The ship loses as many points of hull strength as its guns (at most 3).",
        "2. The ship loses as many goods wagons as its guns (at most 3).",
        "3. The ship fires as many Type 93 torpedoes as its guns (at most 3) from its tubes.",
        "4. The ship loses as many 14-inch guns as its guns (at most 3).",
        "5. As many points of the hull of the ship are lost as its guns (at most 3).",
        "6. As many fires of class B break out on the ship as its guns (at most 3).",
        "7. The ship loses one point of hull strength.",
        "8. The ship loses one goods wagon.",
        "9. The ship fires one Type 93 torpedo from its tubes.",
        "10. The ship loses one 14-inch gun.",
        "11. One point of the hull of the ship is lost.",
        "12. One fire of class B breaks out on the ship.",
    ]


TABLE = """
table: harm
title: Harm
source: {document: notes, place: our notes}
given: {ship: Ship, target: Ship}
key: {force: 1..6}
rows:
  ..2: "-"
  3-5: do hole(target, 1)
  6: do hole(WHOM, 2)
"""


@pytest.mark.parametrize(
    ("whom", "words"),
    [("target", "apply the result to the prey; the ship is the hunter"), ("ship", "apply the result;")],
)
def test_a_result_is_applied_to_whom_its_rows_act_on(told, whom, words):
    rule = (
        'procedure go(hunter: Ship, prey: Ship) "{hunter} hunts {prey}" NOTES\n'
        '    roll force on d6 "the force"\n    apply harm[force](hunter, prey)\n'
    )
    assert words in " ".join(told(rule, harm=TABLE.replace("WHOM", whom)))


def test_a_beginning_above_a_table_ends_before_a_bracket(told):
    burn = (
        'effect burn(target: Ship, points: 1..3, smoke: 1..2) "{target} is hit" NOTES\n'
        "    take points + smoke from target.hull, to no less than 0\n"
    )
    table = (
        "table: burns\ntitle: Burns\nsource: {document: notes, place: our notes}\ngiven: {target: Ship}\n"
        'key: {force: 1..6, near: boolean}\ncolumns: {near: ["no", "yes"]}\nrows:\n'
        '  ..3: ["do burn(target, 1, 1)", "do burn(target, 1, 2)"]\n'
        '  4+: ["do burn(target, 2, 1)", "do burn(target, 2, 2)"]\n'
    )
    lines = told(burn + go("apply burns[ship.hull, ship.sunk](ship)"), "burns", burns=table)
    assert "Up to 3 | (Points: 1; smoke: 1) | (Points: 1; smoke: 2)" in lines


def test_what_is_not_demanded_need_not_be(told):
    rules = (
        'define aims(ship: Ship) -> boolean "{ship} must {not} see its target" NOTES = yes\n'
        'define rests(ship: Ship) -> boolean "{ship} has {not} to rest" NOTES = no\n'
    )
    lines = told(rules + go('announce "fire" when not aims(ship)', 'announce "work" when not rests(ship)'))
    assert lines[1:3] == [
        "1. If the ship need not see its target, announce: fire.",
        "2. If the ship does not have to rest, announce: work.",
    ]
    assert told(rules, "gunnery.aims")[0] == "A ship must see its target."
    assert told(rules, "gunnery.rests")[0] == "A ship does not have to rest."


def test_of_written_numbers_the_one_that_counts_is_told(told):
    assert told(go("set ship.hull to least(4, longest_range, 7)"))[1] == "The ship’s hull becomes 4."


def test_a_value_that_ends_in_a_word_of_the_phrase_says_it_once(told):
    rule = 'effect harm(ship: Ship, gun: Ship) "{ship} is in reach of {gun} gun" NOTES\n    take 1 from ship.hull\n'
    assert told(rule, "gunnery.harm")[0] == "A ship is in reach of a gun"


def test_a_number_that_is_called_by_what_was_done_is_a_number(told):
    body = go("tally moved: 0..9 = 0", "for each other in ships where other is not ship", "    add 1 to moved")
    assert told(body)[1:3] == [
        "1. The number moved is 0 at first.",
        "2. For each other ship, add 1 to the number moved.",
    ]


def test_how_many_of_some_card_a_deck_holds_is_how_many_such():
    loaded = load(str(ROOT / "tests" / "games" / "regatta"))
    assert loaded.checked is not None
    assert "the number of such mishaps in" in said(loaded.checked, "racing.mend")


def test_a_heading_turned_by_less_than_nothing_is_turned_the_other_way(tmp_path):
    game = shutil.copytree(ROOT / "tests" / "games" / "marbles", tmp_path / "marbles")
    rules = game / "rules" / "flicking.rules"
    rules.write_text(rules.read_text("utf-8").replace("turned(way, 15)", "turned(way, -15)"), "utf-8")
    loaded = load(str(game))
    assert loaded.checked is not None
    assert "turned counterclockwise by 15 degrees" in "".join(told_all(loaded.checked))


def told_all(checked: Checked) -> Iterator[str]:
    """Tell every rule."""
    return (said(checked, address) for address in checked.declared.rules)


FACED = """table: faced
title: What is faced
source: {document: notes, place: our notes}
given: {target: Ship}
key: {force: 1..7, end_on: boolean}
columns: {end_on: ["no", "yes"]}
rows:
  ..2: ["do harm(target, 1, 1)", "do harm(target, 1, 2)"]
  3+: ["do harm(target, 2, 1)", "do harm(target, 2, 2)"]
"""


def test_the_head_of_a_table_is_shown_where_its_cells_go_on_with_it(told):
    rules = (
        'effect harm(target: Ship, points: 1..2, smoke: 1..2) "{target} is hit" NOTES\n'
        "    take points * smoke from target.hull, to no less than 0\n"
    )
    lines = told(rules, "faced", faced=FACED)
    assert lines[1] == "End on (the target is hit …)"
    assert lines[3] == "Up to 2 | (Points: 1; smoke: 1) | (Points: 1; smoke: 2)"


@pytest.mark.parametrize(
    ("first", "then", "told_then"),
    [
        (
            'win for ship.side because "a" when ship.hull > 3',
            'draw because "b"',
            "Unless the game is over by then, the game is drawn: b.",
        ),
        (
            'draw because "a" when ship.hull > 3',
            'win for ship.side because "b"',
            "Unless the game is over by then, the ship’s side wins the game: b.",
        ),
        ("set ship.hull to 1", 'draw because "b"', "The game is drawn: b."),
    ],
)
def test_an_end_of_the_game_that_comes_after_another_does_not_read_as_if_it_always_came(told, first, then, told_then):
    assert told(go(first, then))[2] == f"2. {told_then}"


def test_what_lies_on_a_circle_has_no_above(told):
    rules = 'define beside(ship: Ship) -> Heading "the way beside {ship}" NOTES = ship.heading WAY\n'
    lines = {way: told(rules.replace("WAY", way), "gunnery.beside")[-2:] for way in ("+ 1", "- 2", "+ ship.guns")}
    ends = {way: found[0].partition(" is ")[2] for way, found in lines.items()}
    assert ends == {
        "+ 1": "one step clockwise from its heading.",
        "- 2": "two steps counterclockwise from its heading.",
        "+ ship.guns": "its guns steps clockwise from its heading.",
    }


def test_none_of_what_is_not_counted_is_no(told):
    words = "{ship} loses {hull} hull, {guns} guns, {crew} crew and {rigging} rigging"
    inputs = "hull: 0..3, guns: 0..3, crew: 0..3, rigging: 0..3"
    change = "add hull + guns + crew + rigging to ship.hull, to no more than 9"
    rules = f'effect suffer(ship: Ship, {inputs}) "{words}" NOTES\n    {change}\n'
    assert told(f"{rules}\n{go('do suffer(ship, 1, 0, 0, 2)')}")[1] == (
        "The ship loses 1 hull, no guns, no crew and 2 rigging."
    )
