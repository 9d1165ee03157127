"""What changes nothing in any game is found: modifiers, limits, kept dice, further throws, amounts, loops."""

from __future__ import annotations

import pytest

from tests.language.checks.test_before_play import define, found_in, procedure

DO = "do wet(child, 1) when luck > 3"
COUNT = "do wet(child, 1) when count(die in luck where die > 3) > 1"


def roll(*modifiers: str, dice: str = "d6") -> list[str]:
    return [f'roll luck on {dice} "the luck"', *(f"    modifier m{i}: {one}" for i, one in enumerate(modifiers)), DO]


def pool(*modifiers: str, dice: str = "3d6") -> list[str]:
    return [*roll(*modifiers, dice=f"a pool of {dice}")[:-1], COUNT]


def check(natural: str) -> list[str]:
    return ['check hit on d6 "a hit"', "    success when total <= 4", f"    natural 1: success{natural}",
            "do wet(child, 1) when hit.successes > 0"]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "place", "is_found"),
    [
        (roll("+0"), 1, True),
        (roll("+1", "-0 when sure"), 2, True),
        (roll("+(y - y)"), 1, False),
        (roll("+y"), 1, False),
        (roll("at least 1"), 1, True),
        (roll("at least 2"), 1, False),
        (roll("at most 6"), 1, True),
        (roll("+y", "at most 6"), 2, False),
        (roll("at most 5", "at most 5"), 2, True),
        (roll(dice="d6 plus 0"), 0, True),
        (roll(dice="d6 minus y"), 0, False),
        (roll(dice="highest 5 of 3d6"), 0, True),
        (roll(dice="highest 3 of 3d6"), 0, True),
        (roll(dice="lowest 2 of 3d6"), 0, False),
        (roll(dice="highest 3 of y times d6"), 0, False),
        (roll(dice="highest of d6"), 0, True),
        (roll(dice="highest of 2d6"), 0, False),
        (pool("keep highest 5"), 1, True),
        (pool("keep highest 3"), 1, True),
        (pool("keep highest 2"), 1, False),
        (pool("each die where die = 6 adds a die, up to 3", "keep highest 5"), 2, False),
        (pool("each die where die = 6 adds a die, up to 3", "keep highest 9"), 2, True),
        (pool("keep lowest 3", dice="y times d6"), 1, False),
        (pool("drop lowest 0"), 1, True),
        (pool("drop lowest 3"), 1, True),
        (pool("drop lowest 2"), 1, False),
        (pool("each die counts die"), 1, True),
        (pool("each die counts die + 1"), 1, False),
        (pool("each die where die = 6 is thrown on, up to 1"), 1, True),
        (pool("each die where die = 6 is thrown on, up to 2"), 1, False),
        (pool("each die where die = 6 adds a die, up to 1"), 1, True),
        (check(", then again, up to 1"), 2, True),
        (check(", then again, up to 2"), 2, False),
        (["tally n: 0..9 = y", "add 0 to n", "do wet(child, 1) when n > 3"], 1, True),
        (["tally n: 0..9 = y", "take 0 from n", "do wet(child, 1) when n > 3"], 1, True),
        (["set child.mood to child.mood"], 0, True),
        (["repeat up to 1 times", "    do wet(child, 1)"], 0, True),
        (["repeat 1 times", "    stop when sure", "    do wet(child, 1)"], 0, False),
        (['choose some by child.side from children, up to 0 "?"', "do wet(child, 1) when any(one in some)"], 0, True),
        (['choose n by child.side from [2, 2, 3] "?"', "do wet(child, 1) when n > 2"], 0, True),
        (['choose n by child.side from [2, 3] "?"', "do wet(child, 1) when n > 2"], 0, False),
        (["do wet(child, 1) when y in [2, 2, 3]"], 0, True),
        (["do wet(child, 1) when count(n in [2, 2, 3] where n > y) > 1"], 0, False),
    ],
)  # fmt: skip
def test_what_has_no_effect_is_found_where_it_is(lines, place, is_found, tmp_path):
    found = [one for one in found_in(tmp_path, procedure(*lines)) if one[0] == "QD433"]
    assert found == ([("QD433", lines[place].strip())] if is_found else [])


@pytest.mark.parametrize(
    ("value", "is_found"),
    [
        ("y + 0", True),
        ("0 + y", True),
        ("9 - y", False),
        ("0 - y + 9", False),
        ("y * 1", True),
        ("y / 1 rounded down", True),
        ("y to the power 1", True),
        ("y / 2 rounded down", False),
        ("9 / (1 + y) rounded up", False),
        ("y\n    modifier none: +0", True),
        ("y\n    modifier some: -1 when sure\n    modifier low: at least 0", False),
    ],
)
def test_calculations_that_leave_a_number_as_it_is_are_found(value, is_found, tmp_path):
    rules = define("").replace("\n    \n", f" {value}\n")
    assert [one[0] for one in found_in(tmp_path, rules)] == (["QD433"] if is_found else [])
