"""What rules read of pools is counted as if every throw had been looked at, and as icepool counts it."""

# ruff: noqa: E501 - a read and what it comes to stand on one line

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from quarterdeck.program.passes.cut import NotCountedError
from tests.engine.odds.pool_game import counted, dice_of

Dice = tuple[int, ...]
Read = tuple[str, Callable[[Dice], int]]


def conditions(lot: random.Random) -> tuple[str, Callable[[int], bool]]:
    """Give something that a die may be."""
    bound = lot.randint(2, 3)
    return lot.choice(
        [
            (f"die >= {bound}", lambda die: die >= bound),
            (f"die < bar + {bound - 1}", lambda die: die < 1 + bound),
            ("odd(die)", lambda die: die % 2 == 1),
            (f"die in [1, {bound}]", lambda die: die in (1, bound)),
            (f"worth(die) > {bound}", lambda die: (die * die if die > 2 else 0) > bound),
        ]
    )


def lists(lot: random.Random) -> tuple[str, Callable[[Dice], Dice]]:
    """Give the pool, or some of it."""
    few, more = lot.randint(-1, 4), lot.randint(0, 3)
    return lot.choice(
        [
            ("shots", lambda dice: dice),
            (f"(highest {few} of shots)", lambda dice: dice[: max(0, few)]),
            (f"(lowest {few} of shots)", lambda dice: dice[max(0, len(dice) - max(0, few)) :]),
            (
                f"(lowest bar of (highest {more} of shots))",
                lambda dice: dice[:more][max(0, min(more, len(dice)) - 2) :],
            ),
        ]
    )


def reads(lot: random.Random) -> Read:
    """Give something that a rule may read of a pool, and what it comes to for some dice."""
    (said, holds), (some, of) = conditions(lot), lists(lot)
    shown: Read = lot.choice(
        [
            (f"count(die in {some} where {said})", lambda dice: sum(map(holds, of(dice)))),
            (f"sum(die for die in {some})", lambda dice: sum(of(dice))),
            (f"sum(worth(die) for die in {some} where {said})", lambda dice: sum(d * d if d > 2 else 0 for d in of(dice) if holds(d))),
            (f"least(die for die in {some} where {said})", lambda dice: min(filter(holds, of(dice)), default=0)),
            (f"greatest(9 - die for die in {some} where {said})", lambda dice: max((9 - d for d in of(dice) if holds(d)), default=0)),
            (f"first(die in {some})", lambda dice: next(iter(of(dice)), 0)),
            (f"count({some})", lambda dice: len(of(dice))),
            ("sum(pairs(count(die in shots where die = face)) for face in [1, 2, 3, 4, 7])", lambda dice: sum(dice.count(f) // 2 for f in range(1, 5))),
            ("greatest(count(die in shots where die = face) for face in [4, 3, 2, 1])", lambda dice: max(map(dice.count, range(1, 5)))),
            ("count(face in [1, 2, 3, 4] where face in shots)", lambda dice: len(set(dice))),
            ("sum(face * copies(shots, face) for face in [1 to bar])", lambda dice: sum(d for d in dice if d < 3)),
            ("count(die in shots where die = greatest(other for other in shots))", lambda dice: dice.count(max(dice, default=0))),
        ]
    )  # fmt: skip
    return shown


def truths(lot: random.Random) -> tuple[str, Callable[[Dice], bool]]:
    """Give something that may hold of a pool."""
    (said, holds), (some, of), (number, comes_to) = conditions(lot), lists(lot), reads(lot)
    return lot.choice(
        [
            (f"any(die in {some} where {said})", lambda dice: any(map(holds, of(dice)))),
            (f"every(die in {some} where {said})", lambda dice: all(map(holds, of(dice)))),
            ("3 in shots", lambda dice: 3 in dice),
            (f"{number} > 2", lambda dice: comes_to(dice) > 2),
            ("any(count(die in shots where die = face) = 2 for face in [1, 2, 3, 4])", lambda dice: 2 in map(dice.count, range(1, 5))),
            ("every(face in shots for face in [1, 2] where face < 2)", lambda dice: 1 in dice),
        ]
    )  # fmt: skip


def rule_of(lot: random.Random, name: str) -> tuple[str, Callable[[Dice], tuple[str, ...]]]:
    """Give a rule that reads a pool at random, and what it names for some dice."""
    (first, one), (second, other), (said, holds) = reads(lot), reads(lot), truths(lot)
    text = f"""procedure {name}(n: 0..5, bar: 2..2) "{name}" cites "one" apart "a test"
    roll shots on a pool of n times d4 "the shots"
    let best = highest 2 of shots
    let a = {first}
    tally b: -999..999 = 0
    when {said}
        add {second} to b, to no more than 999
    otherwise
        add a + count(die in best where die > 2) to b, to no more than 999
    announce "{{a}} {{b}}"

"""

    def comes_to(dice: Dice) -> tuple[str, ...]:
        a = one(dice)
        return str(a), str(other(dice) if holds(dice) else a + sum(die > 2 for die in dice[:2]))

    return text, comes_to


DEFINITIONS = """define worth(die: 1..6) -> 0..36 "the worth of {die}" cites "one" apart "a test" =
    0 if die < 3
    die * die otherwise

define pairs(n: 0..10) -> 0..5 "the pairs in {n}" cites "one" apart "a test" = n / 2 rounded down

"""


@pytest.mark.parametrize("seed", range(2))
def test_reads_are_counted_as_if_every_throw_had_been_looked_at(seed, tmp_path):
    lot = random.Random(seed)
    made = {f"p{at}": rule_of(lot, f"p{at}") for at in range(30)}
    ruleset = dice_of(tmp_path, DEFINITIONS + "".join(text for text, _ in made.values()))
    assert not ruleset.faults, [(one.message, one.span.text) for one in ruleset.findings][:3]
    for name, (text, comes_to) in made.items():
        n = lot.randint(0, 4)
        throws = [tuple(sorted(dice, reverse=True)) for dice in product(range(1, 5), repeat=n)]
        expected = {row: Fraction(often, len(throws)) for row, often in Counter(map(comes_to, throws)).items()}
        found: dict[tuple[str, ...], Fraction] = {}
        for row, chance in counted(ruleset, name, ["a", "b"], n=n, bar=2).items():
            last = tuple(one.rpartition(" ")[2] for one in row)  # of a tally all that it was are told
            found[last] = found.get(last, Fraction()) + chance
        assert found == expected, text


def pool_of(count: int, sides: int) -> Any:
    return icepool.d(sides).pool(count)


class Pairs(icepool.MultisetEvaluator[int, int]):
    """The number of pairs in a pool."""

    def next_state(self, state: Any, order: Any, outcome: int, /, *counts: Any) -> Any:
        """Add the pairs of one face."""
        return (state or 0) + counts[0] // 2


MECHANICS: dict[str, tuple[str, str, Any]] = {
    "successes": ("10d10", "count(die in pool where die >= 7)", lambda: 10 @ (icepool.d10 >= 7).map({True: 1, False: 0})),
    "keep two": ("6d20", "sum(die for die in highest 2 of pool)", lambda: pool_of(6, 20).highest(2).sum()),
    "middle": ("3d20", "first(die in lowest 1 of (highest 2 of pool))", lambda: pool_of(3, 20).middle(1).sum()),
    "drop both ends": ("5d6", "sum(die for die in lowest 3 of (highest 4 of pool))", lambda: pool_of(5, 6).middle(3).sum()),
    "distinct faces": ("8d6", "count(face in [1 to 6] where face in pool)", lambda: pool_of(8, 6).unique().size()),
    "pairs": (
        "10d10",
        "sum(half(copies(pool, face)) for face in [1 to 10])",
        lambda: Pairs()(pool_of(10, 10)),
    ),
    "largest set": (
        "10d10",
        "greatest(copies(pool, face) for face in [1 to 10])",
        lambda: pool_of(10, 10).largest_count(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MECHANICS)
def test_mechanics_have_the_chances_that_icepool_gives_them(name, tmp_path):
    """Pools that have too many lists of faces to be counted one by one are among them."""
    dice, read, theirs = MECHANICS[name]
    rule = f"""procedure p "it is rolled" cites "one" apart "a test"
    roll pool on a pool of {dice} "the pool"
    let found = {read}
    announce "{{found}}"

define half(n: 0..10) -> 0..5 "half of {{n}}" cites "one" apart "a test" = n / 2 rounded down
"""
    ruleset = dice_of(tmp_path, rule)
    found = counted(ruleset, "p", ["found"])
    expected = theirs().simplify()
    below = expected.denominator()
    assert found == {(str(value),): Fraction(ways, below) for value, ways in expected.items()}


def test_the_highest_dice_are_added_up_as_icepool_adds_them_up(tmp_path):
    rule = """procedure p "it is rolled" cites "one" apart "a test"
    roll found on highest 3 of 9d20 plus 1 "what is found"
    roll other on lowest 2 of 4d6 "the other"
    announce "{found} {other}"
"""
    ruleset = dice_of(tmp_path, rule)
    for name, expected in (("found", pool_of(9, 20).highest(3).sum() + 1), ("other", pool_of(4, 6).lowest(2).sum())):
        below = expected.denominator()
        found = counted(ruleset, "p", [name])
        assert found == {(str(value),): Fraction(ways, below) for value, ways in expected.items()}


def test_what_needs_each_list_of_a_large_pool_is_not_counted(tmp_path):
    rule = """procedure p "it is rolled" cites "one" apart "a test"
    roll pool on a pool of 8d10 "the pool"
    for each die in pool
        announce "{die}"
    let found = count(pool)
    announce "{found}"
"""
    with pytest.raises(
        NotCountedError,
        match=r"dice\.p\.pool: 8 dice show 24,310 different lists of faces, and `for each die in pool` needs",
    ):
        counted(dice_of(tmp_path, rule), "p", ["found"])
