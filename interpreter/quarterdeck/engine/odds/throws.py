"""What dice may show: the totals of throws, with the number of ways to each."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, Literal

from quarterdeck.base.bounds import MOST_THROWS_OFF
from quarterdeck.engine.odds.growing_pools import KnownDice
from quarterdeck.engine.odds.pool_counts import CountedReads
from quarterdeck.engine.odds.pools import KnownStep, dice_pool, kept, summed
from quarterdeck.program.form.values import Picked
from quarterdeck.program.passes.cut import NotCountedError

PoolRead = tuple[CountedReads, tuple[Any, ...], tuple[KnownStep, ...], tuple[KnownDice, ...]]
Counted = Picked | PoolRead | Literal["untied", "lots"]
Thrown = tuple[int, Any, Counted]
FEW = 6
"""So many dice are added up one after the other; of more the sum is a power."""


@lru_cache(maxsize=1024)
def totals_with_ways(count: int, sides: Any, pick: Counted) -> tuple[tuple[tuple[Any, int], ...], int]:
    """Give the totals of dice with the number of ways to each, and the number of all ways.

    `pick` is sum, highest or lowest, or one of these two with how many of the dice are added up. What a rule reads of a
    pool counts itself, with what it is given. With `untied`, so many sides throw (dice, faces, pick) each, and ties are
    thrown again; with `lots`, one lot is drawn of so many of each sort.

    Raises:
        NotCountedError: so many sides may throw untied in more than 10,000 ways, or in none.
    """
    match pick:
        case "untied":
            return _untied(count, *sides)
        case "lots":
            return tuple((sort, ways) for sort, ways in enumerate(sides) if ways), sum(sides)
        case (CountedReads() as reads, given, steps, others):
            return reads.count(((count, sides, steps), *others), given)
        case _ if count <= 0:
            return ((0, 1),), 1
        case (end, most):
            much = max(0, min(most, count))
            places = (0, much) if end == "highest" else (count - much, count)
            return tuple(sorted(kept(dice_pool(count, sides), *places).items())), sides**count
    ways_of: dict[int, int] = {}
    if pick == "sum" and count > FEW:
        ways_of = summed(dice_pool(count, sides))
    elif pick == "sum":
        ways_of = {0: 1}
        for _ in range(count):
            more: dict[int, int] = {}
            for total, ways in ways_of.items():
                for face in range(1, sides + 1):
                    more[total + face] = more.get(total + face, 0) + ways
            ways_of = more
    else:
        for face in range(1, sides + 1):
            best = face**count - (face - 1) ** count
            ways_of[face if pick == "highest" else sides + 1 - face] = best
    return tuple(sorted(ways_of.items())), sides**count


def _untied(count: int, dice: int, faces: int, pick: Picked) -> tuple[tuple[tuple[Any, int], ...], int]:
    single, _ = totals_with_ways(dice, faces, pick)
    if len(single) < count:
        raise NotCountedError(f"{count} sides roll off for {len(single)} totals: some are always tied")
    if len(single) ** count > MOST_THROWS_OFF:
        raise NotCountedError(
            f"{count} sides that roll off, {len(single)} totals each, throw in too many ways to count"
        )
    found = []
    for combination in product(single, repeat=count):
        totals = tuple(total for total, _ in combination)
        if len(set(totals)) == count:
            ways = 1
            for _, ways_to_it in combination:
                ways *= ways_to_it
            found.append((totals, ways))
    return tuple(found), sum(ways for _, ways in found)
