"""Pools to which dice are added: what may come of them, as pools of a known number of dice, or die by die.

In: a number of dice, their sides, and what is done with each of them. Out: pools of several kinds of dice, each with
its chance. Of a die that adds another, nothing is known but that it shows one of the faces that do so. So all those
dice are one kind, and all others another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, gcd, lcm
from typing import Any

from quarterdeck.engine.odds.pools import CountedPool, KnownStep, MixedPool, Ways, stepped
from quarterdeck.program.passes.cut import NotCountedError

Chances = dict[Any, Fraction]
Kinds = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
"""How many dice there are of each kind, and the ways to each face of one of them."""
KnownDice = tuple[int, int, tuple[KnownStep, ...]]
"""So many dice of so many sides, and what is done with each."""
MOST_PARTS = 5_000
"""So many pools of a known number of dice may come of one to which dice are added."""


def grows(steps: Sequence[KnownStep]) -> bool:
    """Tell whether dice may be added to a pool."""
    return any(how == "adds" and cap > 1 for how, _, _, cap in steps)


@lru_cache(maxsize=256)
def grown_pools(count: int, sides: int, steps: tuple[KnownStep, ...]) -> tuple[tuple[MixedPool, Fraction], ...]:
    """Return the pools that may come of dice to which others are added, each with its chance.

    Raises:
        NotCountedError: there are too many of them.
    """
    faces = dict.fromkeys(range(1, sides + 1), 1)
    parts: dict[Kinds, Fraction] = {((max(0, count), tuple(faces.items())),): Fraction(1)}
    for how, low, values, cap in steps:
        known = {low + place: value for place, value in enumerate(values)}
        found: dict[Kinds, Fraction] = {}
        for kinds, chance in parts.items():
            if how == "adds":
                ways = [*each_grown(kinds, sides, known, cap)]
            else:
                after = ((n, tuple(stepped(dict(each), sides, how, known, cap).items())) for n, each in kinds)
                ways = [(tuple(after), Fraction(1))]
            for new, share in ways:
                merged = without_equals(new)
                found[merged] = found.get(merged, Fraction()) + chance * share
                if len(found) > MOST_PARTS:
                    raise NotCountedError(f"{count} dice may add others in more than {MOST_PARTS:,} ways")
        parts = found
    return tuple((MixedPool(tuple(pools_of(kinds))), chance) for kinds, chance in parts.items())


def grown_together(dice: Sequence[KnownDice]) -> list[tuple[MixedPool, Fraction]]:
    """Return the pools that may come of dice of several kinds to which others are added, each with its chance.

    Raises:
        NotCountedError: there are too many of them.
    """
    found: list[tuple[MixedPool, Fraction]] = [(MixedPool(()), Fraction(1))]
    for count, sides, steps in dice:
        found = [
            (MixedPool((*pool.kinds, *more.kinds)), chance * share)
            for pool, chance in found
            for more, share in grown_pools(count, sides, steps)
        ]
        if len(found) > MOST_PARTS:
            raise NotCountedError(f"{count} dice may add others in more than {MOST_PARTS:,} ways")
    return found


def without_equals(kinds: Kinds) -> Kinds:
    """Return dice of which two kinds that show the same with the same chances are one, and none has no die."""
    found: dict[tuple[tuple[int, int], ...], int] = {}
    for size, faces in kinds:
        if size:
            common = gcd(*(ways for _, ways in faces))
            each = tuple(sorted((face, ways // common) for face, ways in faces))
            found[each] = found.get(each, 0) + size
    return tuple((size, faces) for faces, size in sorted(found.items()))


def pools_of(kinds: Kinds) -> Iterator[CountedPool]:
    """Yield the dice of each kind."""
    for size, faces in kinds:
        yield CountedPool(size, tuple(sorted(faces, reverse=True)))


def each_grown(kinds: Kinds, sides: int, adding: dict[int, Any], cap: int) -> Iterator[tuple[Kinds, Fraction]]:
    """Yield what may come of dice of several kinds where those that show certain faces add others."""
    if not kinds:
        yield (), Fraction(1)
        return
    (size, faces), *others = kinds
    for after, chance in each_grown(tuple(others), sides, adding, cap):
        for mine, share in grown_kind(size, faces, sides, adding, cap):
            yield mine + after, share * chance


def grown_kind(
    size: int, faces: tuple[tuple[int, int], ...], sides: int, adding: dict[int, Any], cap: int
) -> Iterator[tuple[Kinds, Fraction]]:
    """Yield what may come of dice of one kind: those that add others, those that do not, and the same of the added."""
    first = split(faces, adding)
    added = split(tuple((face, 1) for face in range(1, sides + 1)), adding)
    chance, again = share_of(first[0], first), share_of(added[0], added)
    for adders in range(size + 1):
        here = comb(size, adders) * chance**adders * (1 - chance) ** (size - adders)
        if here:
            for (more, last), share in added_by(adders, again, cap - 1).items():
                yield ((adders, first[0]), (size - adders, first[1]), (more, added[0]), (last, added[1])), here * share


def split(faces: tuple[tuple[int, int], ...], adding: dict[int, Any]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the faces that add a die, and the others."""
    return tuple(tuple(one for one in faces if bool(adding[one[0]]) is adds) for adds in (True, False))


def share_of(some: tuple[tuple[int, int], ...], every: tuple[tuple[tuple[int, int], ...], ...]) -> Fraction:
    """Return the share of some faces in all ways."""
    return Fraction(sum(ways for _, ways in some), sum(ways for part in every for _, ways in part))


def added_by(adders: int, again: Fraction, most: int) -> dict[tuple[int, int], Fraction]:
    """Return how many dice are added that add one themselves, and how many that do not, for so many that begin."""
    if most <= 0:
        return {(0, 0): Fraction(1)}
    one = {(more, 1): again**more * (1 - again) for more in range(most)} | {(most, 0): again**most}
    found = {(0, 0): Fraction(1)}
    for _ in range(adders):
        after: dict[tuple[int, int], Fraction] = {}
        for (more, last), chance in found.items():
            for (a, b), share in one.items():
                if share:
                    after[more + a, last + b] = after.get((more + a, last + b), Fraction()) + chance * share
        found = after
    return found


# --- sums over all dice, die by die


def values_of_die(sides: int, steps: Sequence[KnownStep], worths: Sequence[Callable[[int], int]]) -> tuple[Ways, int]:
    """Return the sums of several functions of a face over one die and all that it adds, with the ways to them."""
    nothing = (0,) * len(worths)

    def counted(chances: Chances, at: int) -> Chances:
        """Return what dice come to that count so much before a step."""
        found: Chances = {}
        for die, chance in chances.items():
            for value, share in after(die, at).items():
                found[value] = found.get(value, Fraction()) + chance * share
        return found

    @cache
    def after(die: int, at: int) -> Chances:
        """Return what one die comes to that counts so much before a step."""
        if at == len(steps):
            return {tuple(worth(die) for worth in worths): Fraction(1)}
        how, low, values, cap = steps[at]
        if how != "adds":
            known = {low + place: value for place, value in enumerate(values)}
            ways = stepped({die: 1}, sides, how, known, cap)
            return counted({value: Fraction(often, sum(ways.values())) for value, often in ways.items()}, at + 1)
        return together(after(die, at + 1), added(at, cap - 1) if values[die - low] else {nothing: Fraction(1)})

    @cache
    def added(at: int, most: int) -> Chances:
        """Return what a die comes to that a step adds, with those that it adds."""
        if most <= 0:
            return {nothing: Fraction(1)}
        _, low, values, _ = steps[at]
        found: Chances = {}
        for face in range(1, sides + 1):
            more = added(at, most - 1) if values[face - low] else {nothing: Fraction(1)}
            for value, chance in together(after(face, at + 1), more).items():
                found[value] = found.get(value, Fraction()) + chance / sides
        return found

    chances = counted({face: Fraction(1, sides) for face in range(1, sides + 1)}, 0)
    below = lcm(*(chance.denominator for chance in chances.values()))
    return {value: int(chance * below) for value, chance in chances.items()}, below


def together(one: Chances, other: Chances) -> Chances:
    """Return the sums of two independent values."""
    found: Chances = {}
    for value, chance in one.items():
        for more, share in other.items():
            key = tuple([a + b for a, b in zip(value, more, strict=True)])
            found[key] = found.get(key, Fraction()) + chance * share
    return found
