"""Conditions and earlier cases narrow ranges, as long as what they speak of cannot have changed."""

from __future__ import annotations

import pytest

from tests.language.checks.test_before_play import found_in

TAKES = "y: 0..9, z: 0..9, n: -5..5, child: Child"
LEAVES, DIVIDES = "QD340", "QD355"


def define(*cases: str, gives: str = "0..9") -> str:
    return f'define f({TAKES}) -> {gives} "x" apart "x" =\n' + "".join(f"    {case}\n" for case in cases)


def rule(sort: str, *lines: str) -> str:
    return f'{sort} e({TAKES}) "x" apart "x"\n' + "".join(f"    {line}\n" for line in lines)


def codes(folder, rules: str) -> set[str]:
    return {code for code, _ in found_in(folder, rules)} & {LEAVES, DIVIDES}


@pytest.mark.parametrize(
    "cases",
    [
        ["y - z if y >= z", "0 otherwise"],
        ["0 if y < z", "y - z otherwise"],
        ["y - 3 if y > 3", "0 otherwise"],
        ["y - 3 if not y < 3", "0 otherwise"],
        ["0 if y <= 3 or z > 9", "y - 3 otherwise"],
        ["y - 3 if y > 5 and z > 1", "0 otherwise"],
        ["y - 3 if y > 5 or y = 4", "0 otherwise"],
        ["y - 1 if y in [3, 4]", "0 otherwise"],
        ["1 if y > 0 and 9 / y > 2", "0 otherwise"],
        ["1 if y = 0 or 9 / y > 2", "0 otherwise"],
        ["9 / z rounded down if not z = 0", "0 otherwise"],
        ["0 if n < 0", "9 / (n + 1) rounded down otherwise"],
        ["child.wet - 1 if child.wet > 0", "0 otherwise"],
        ["greatest(y - z, z - y)"],
        ["greatest(n, -n)"],
        ["9 * (z / (3 + z)) rounded up"],
        ["greatest(least(other.wet - 1, 5) for other in children where other.wet > 0)"],
        ["y - least(y, z)"],
        ["greatest(y, z) - z"],
    ],
)
def test_cases_narrow_what_stands_behind_them(tmp_path, cases):
    assert codes(tmp_path, define(*cases)) == set()


@pytest.mark.parametrize(
    "cases",
    [
        ["y - z if y <= z", "0 otherwise"],
        ["y - z if y >= z or n > 0", "0 otherwise"],
        ["0 if y < z and n > 0", "y - z otherwise"],
        ["y - 4 if y >= 3", "0 otherwise"],
        ["9 / z rounded down if not z = 1", "0 otherwise"],
        ["1 if y > 0 or 9 / y > 2", "0 otherwise"],
        ["1 if y = 0 and 9 / y > 2", "0 otherwise"],
        ["greatest(y - z, y - z)"],
        ["z - least(y, y)"],
    ],
)
def test_what_does_not_follow_stays_a_finding(tmp_path, cases):
    assert codes(tmp_path, define(*cases))


@pytest.mark.parametrize(
    "lines",
    [
        ["take 1 from child.wet when child.wet > 0"],
        ["take y from child.wet when y <= child.wet"],
        ["when child.wet > 3", "    take 2 from child.wet", "    take 2 from child.wet, to no less than 0"],
        ["finish when child.wet = 0", "take 1 from child.wet"],
        ["when child.wet = 0", "    finish", "take 1 from child.wet"],
        ["let some = least(y, child.wet)", "take some from child.wet"],
        ["take least(y, child.wet) from child.wet"],
        ["tally left: 0..9 = y", "repeat 9 times", "    stop when left = 0", "    take 1 from left"],
        ["for each other in children where other.wet > 0", "    take 1 from other.wet"],
    ],
)
def test_an_effect_takes_no_more_than_there_is(tmp_path, lines):
    assert codes(tmp_path, rule("effect", *lines)) == set()


@pytest.mark.parametrize(
    "lines",
    [
        ["when child.wet > 0", "    take 1 from child.wet", "    take 1 from child.wet"],
        ["when child.wet > 0", "    set child.wet to 0", "    take 1 from child.wet"],
        ["when child.wet > 0", "    do other(child)", "    take 1 from child.wet"],
        ["when child.wet > 0", "    repeat 2 times", "        take 1 from child.wet"],
        ["finish when child.wet = 0", "for each other in children", "    take 1 from other.wet"],
        ["for each other in children where other.wet > 0, at once", "    take 1 from other.wet"],
        ["let some = least(y, child.wet)", "do other(child)", "take some from child.wet"],
        ["tally left: 0..9 = y", "when left > 0", "    set left to z", "    take 1 from left"],
        ["tally left: 0..9 = y", "when left > 0", "    repeat 2 times", "        take 1 from left"],
        ["take 1 from child.wet when before(child.wet) > 0"],
    ],
)
def test_what_may_have_changed_is_known_no_more(tmp_path, lines):
    other = 'effect other(child: Child) "y" apart "x"\n    set child.wet to 0\n'
    assert LEAVES in codes(tmp_path, rule("effect", *lines) + other)


def test_a_procedure_may_wait_with_what_it_takes(tmp_path):
    """In a phase whose effects come at the end the field may have changed when something is taken from it."""
    assert LEAVES in codes(tmp_path, rule("procedure", "take 1 from child.wet when child.wet > 0"))
    assert (
        codes(tmp_path / "tally", rule("procedure", "tally left: 0..9 = y", "take 1 from left when left > 0")) == set()
    )


def test_modifiers_and_choices_are_narrowed(tmp_path):
    lines = [
        'roll luck on d6 "the luck"',
        "    modifier some: +(9 / y rounded down) when y > 0",
        'choose number by child.side from 0 to 9 where number <= y "How many?"',
        "do wet(child, 1) when y - number = 0",
        "let rest = y - number",
        "set child.wet to least(6, rest)",
    ]
    assert codes(tmp_path, rule("procedure", *lines)) == set()
