"""What the handbook gives a meaning is accepted, and what is invalid is found, with numbers said exactly.

Every piece is laid over the ruleset about a snowball fight; `child.warm` is kept in tenths there, `child.marks` is a
list of whole numbers, and `child.low` goes below zero.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[1] / "language" / "base"
MORE = """components: more
kinds:
  Child:
    fields:
      warm: {type: -3..5 tenths, start: "2.5"}
      low: {type: -7..7, start: "0"}
      marks: {type: list of 0..9, capacity: 4}
"""
DEFINE = 'define f(child: Child) -> {} "that" = {}\n'
ACT = 'procedure p(child: Child) "{{child}} acts"\n    {}\n'

REFUSED = {
    "repeat": (
        ACT,
        "repeat child.warm times\n        do wet(child, 1)",
        "how often something is done is a whole number",
    ),
    "repeat a ratio": (ACT, "repeat child.wet / 4 times\n        do wet(child, 1)", "this may be 0..1.5 ratio"),
    "for": (ACT, "for each n from 1 to child.warm\n        do wet(child, 1)", "what a loop counts is a whole number"),
    "dice": (ACT, 'roll luck on greatest(0, child.warm) times d6 "luck"', "how many dice are thrown is a whole number"),
    "number as dice": (ACT, 'roll luck on child.wet "luck"', "these are not dice but 0..6"),
    "timer": (ACT, "start child.wet in child.warm turns", "in how many turns a timer is due is a whole number"),
    "up to": (
        ACT,
        'choose some by child.side from children, up to child.warm "who?"',
        "how many may be chosen is a whole",
    ),
    "ladder": (ACT, "set child.mood to child.mood + child.warm", "by how many steps Mood moves is a whole number"),
    "circle": (ACT, "set child.facing to child.facing + 0.5", "by how many steps Facing moves is a whole number"),
    "cap": (
        ACT,
        (
            'check hit on d6 "a hit"\n        success when total > 3\n'
            "        natural 1: success, then again, up to child.warm"
        ),
        "how often one tries is a whole number",
    ),
    "limit in tenths": (
        ACT,
        "take 3 from child.wet, to no less than 2.5",
        "this is 2.5, and whole numbers are expected",
    ),
    "limit that is a ratio": (
        ACT,
        "take 3 from child.wet, to no less than child.wet / 4",
        "has no rounding",
    ),
    "limit out of range": (ACT, "add 1 to child.wet, to no more than 9", "this is 9, and the field is 0..6"),
    "taken below zero": (ACT, "take least(0, child.low) from child.wet", "(it could reach 13)"),
    "added and taken": (ACT, "add child.low to child.wet, to no more than 6", "(it could reach -7)"),
    "list of tenths": (ACT, "set child.marks to [0.5, 4]", "this is 0.5, and whole numbers are expected"),
    "list out of range": (ACT, "set child.marks to [1, 12]", "this is 12, and an item of the field is 0..9"),
    "appended": (ACT, "append child.low to child.marks", "this may be -7..7, and an item of the list is 0..9"),
    "created": (
        ACT,
        "create child in children with side: child.side, place: child.place, marks: [1, 10]",
        "this is 10, and an item of `marks` is 0..9",
    ),
    "modifier": (
        ACT,
        'roll force on d6 "force"\n        modifier weak: at most child.warm\n    set child.wet to greatest(0, force)',
        "this may be 0..5 tenths, and whole numbers are expected",
    ),
    "tally of ratios": (
        ACT,
        "tally part: 0..1 ratio = 0\n    do wet(child, 1) when part = 0",
        "a ratio cannot be stored",
    ),
    "range too fine": (
        ACT,
        (
            "tally part: 0..1 in steps of 0.0000000000000000001 = 0\n"
            "    set part to least(1, child.wet)\n    do wet(child, 1) when part = 0"
        ),
        "64 bits",
    ),
}
REFUSED_VALUES = {
    "list of ratios": ("list of 0..9", "[child.wet / 4]", "a list holds numbers in steps"),
    "gathered ratios": ("list of 0..9", "all(other.wet / 4 for other in children)", "a list holds numbers in steps"),
    "gathered tenths": ("list of -3..5", "all(other.warm for other in children)", "may be -3..5 tenths, and whole"),
    "gathered out of range": (
        "list of 0..2",
        "all(other.wet for other in children)",
        "an item of the definition is 0..2",
    ),
    "odd": ("boolean", "odd(child.warm)", "`number` is a whole number, and this may be -3..5 tenths"),
    "turned": ("Facing", "turned(child.facing, 1.5)", "`faces` is a whole number"),
    "before": ("0..6", "before(child.wet)", "a definition reads one state"),
    "count of values": (
        "0..12",
        "count(other.wet for other in children)",
        "`count` counts things that meet a condition",
    ),
    "small": ("0..1 hundredths", "0.0000000021", "this is 0.0000000021, and hundredths are expected"),
    "large": ("0..6", "1234567", "this is 1234567, and the definition is 0..6"),
    "least of nothing": ("0..6", "least()", "`least` takes numbers"),
    "a third": ("0..1", "1 / 3", "this may be a fraction"),
}
ACCEPTED = {
    "let": "let part = child.wet / 3\n    do wet(child, 1) when part * 3 = 5",
    "ratio added to a roll": 'roll force on d6 plus child.wet / 2 "force"\n    do wet(child, 1) when force > 4',
    "tenths added to a roll": 'roll force on d6 plus child.warm "force"\n        modifier more: +1 when child.wet > 1\n'
    "    do wet(child, 1) when force > 4.5",
    "modifier that is a ratio": 'roll force on d6 "force"\n        modifier some: at least child.wet / 2\n'
    "    do wet(child, 1) when force < 2.5",
    "words": 'announce "{child.wet / 2} and {child.warm * child.warm * 0.5}"',
    "before": "set child.wet to least(6, before(child.wet / 2) * 2 rounded down)",
    "compared lists": "set child.wet to 1 when child.marks is [1, 2]",
    "dice times and plus": 'roll force on 2 times (2d2 + 1) "force"\n'
    "    set child.wet to least(6, 12 / (force - 5) rounded down)",
    "no dice": 'roll force on highest of child.wet times d6 "force"\n    set child.wet to force',
    "limit on the other side": "add least(0, child.low) to child.wet, to no less than 5",
    "ratio as an input": "do wet(child, 1) when half(child.wet / 3) > 0.25",
}
ACCEPTED_VALUES = {
    "in mixed steps": ("boolean", "child.warm in [1, 2.5, 3]"),
    "ratio in a list": ("boolean", "child.wet / 2 in [1, 2]"),
    "least of mixed steps": ("-9..9 hundredths", "least(child.wet * 0.5 * 0.5, child.warm)"),
    "finest steps": ("0..1 in steps of 0.0001", "0.1234"),
    "eighths": ("0..1 thousandths", "0.5 * 0.5 * 0.5"),
    "first of nothing": ("0..6", "first(other.wet for other in children where other.wet > 5)"),
    "first list of nothing": ("list of 0..9", "first(other.marks for other in children)"),
    "a ratio given": ("0..2 ratio", "child.wet / 3"),
}
HALF = 'define half(much: 0..2 ratio) -> 0..1 ratio "half of it" = much / 2\n'


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(BASE, tmp_path_factory.mktemp("game") / "snowballs")
    (folder / "more.yaml").write_text(MORE, "utf-8")
    return folder


def write(game: Path, piece: str) -> None:
    (game / "rules" / "piece.rules").write_text(f'rules piece "Piece" cites "page three"\n\n{HALF}\n{piece}', "utf-8")


def found(game: Path, piece: str) -> list[str]:
    write(game, piece)
    return [f"{f.code} {f.message}" for f in load(str(game)).findings if f.code not in ("QD421", "QD422", "QD423")]


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_meant_is_found(game, name):
    form, piece, said = REFUSED[name]
    messages = found(game, form.format(piece))
    assert len(messages) == 1
    assert said in messages[0]


@pytest.mark.parametrize(
    "piece",
    [
        "option share: 0..1 ratio = 0",
        'define f(child: Child) -> list of 0..1 ratio "that" = [0]',
        'define f(parts: list of ratio) -> boolean "that" = count(parts) > 1',
    ],
)
def test_nothing_that_keeps_numbers_keeps_ratios(game, piece):
    assert [message[:5] for message in found(game, piece)] == ["QD384"]


def test_a_value_in_a_table_is_asked_about_one_state_like_a_definition(game):
    path = game / "odd.yaml"
    cells = "table: odd\ntitle: Odd\nkey: {wet: 0..6}\ngives: 0..9\nrows: {0+: 'before(game.frost)'}\n"
    path.write_text(cells, "utf-8")
    try:
        assert [message[:5] for message in found(game, "")] == ["QD382"]
    finally:
        path.unlink()


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("step: quarters", "QD304 `quarters` is not a step of numbers"),
        ("step: 0.25", "QD304 `0.25` is not a step of numbers"),
        ("step: 2e-9", "QD304 `2e-9` is not a step of numbers"),
        ("step: 1e-9", None),
        ("step: 0.0000000000000001", "QD357 stones does not fit in 64 bits"),
        ("step: 0.00001", None),
    ],
)
def test_a_unit_has_steps_in_which_its_range_can_be_counted(game, unit, said):
    path = game / "odd.yaml"
    path.write_text(f"components: odd\nunits: {{stones: {{one: stone, {unit}}}}}\n", "utf-8")
    try:
        messages = found(game, 'define f(child: Child) -> stones "that" = child.wet')
    finally:
        path.unlink()
    assert messages == ([said] if said else [])


@pytest.mark.parametrize(
    "document",
    [
        "components: odd\nkinds: {Child: {fields: {part: {type: 0..1 ratio, start: no}}}}\n",
        "components: odd\nconstants: {part: {type: 0..1 ratio}}\n",
        "table: odd\ntitle: Odd\nkey: {part: 0..1 ratio}\ngives: 0..1\nrows: {1: 1}\n",
        "table: odd\ntitle: Odd\nkey: {part: 0..1}\ngives: 0..1 ratio\nrows: {0: 1, 1: 1}\n",
    ],
)
def test_no_document_keeps_ratios(game, document):
    path = game / "odd.yaml"
    path.write_text(document, "utf-8")
    try:
        assert "QD384 a ratio cannot be stored" in found(game, "")
    finally:
        path.unlink()


@pytest.mark.parametrize(
    ("piece", "advised"),
    [
        ("set child.warm to child.wet / 3", "for example `rounded up to tenths`"),
        ("set child.warm to 0.25", "write 0.2 or 0.3"),
        ("set child.wet to child.wet / 3", "write `rounded up`, `rounded down` or `rounded nearest` after it"),
    ],
)
def test_a_finding_about_steps_says_to_which_it_is_rounded(game, piece, advised):
    write(game, ACT.format(piece))
    (finding,) = (finding for finding in load(str(game)).findings if finding.code == "QD371")
    assert finding.hint.endswith(advised)


@pytest.mark.parametrize("name", REFUSED_VALUES)
def test_a_value_that_cannot_be_meant_is_found(game, name):
    kind, value, said = REFUSED_VALUES[name]
    messages = found(game, DEFINE.format(kind, value))
    assert any(said in message for message in messages), messages
    assert len({message[:5] for message in messages}) == len(messages)


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_the_handbook_gives_a_meaning_is_accepted(game, name):
    assert found(game, ACT.format(ACCEPTED[name])) == []


@pytest.mark.parametrize("name", ACCEPTED_VALUES)
def test_a_value_that_the_handbook_gives_a_meaning_is_accepted(game, name):
    assert found(game, DEFINE.format(*ACCEPTED_VALUES[name])) == []


@pytest.mark.parametrize(
    ("steps", "answer", "messages"),
    [
        ("0.25", "0..9 hundredths", []),
        ("0.25", "0..9 ratio", []),
        ("0.25", "0..9", ["QD444 `much` is 0..9 here, and 0..9 hundredths at the choice"]),
    ],
)
def test_advice_takes_answers_in_the_steps_in_which_they_are_chosen(game, steps, answer, messages):
    choice = (
        f'choose much by child.side from 0 to 9 in steps of {steps} "how much?"\n    do wet(child, 1) when much > 1'
    )
    advice = f"advice piece.p.much(child: Child, much: {answer}) = much\n"
    assert found(game, f"{ACT.format(choice)}\n{advice}") == messages
