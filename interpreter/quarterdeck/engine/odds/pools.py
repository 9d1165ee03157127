"""Count what is read of dice, exactly, without visiting every throw.

In: dice of one kind, each face with its number of ways, and functions that say what is read of them. Out: what the
reads come to, each with its number of ways. There are five ways of counting, from the cheapest:

    per die     the reads add up something of each die (count, sum, any, every): a power of a polynomial
    kept        the sum of the highest or lowest dice: face by face, the state is how many dice are left
    per face    the read adds up something of each face and of how many dice show it: the same
    states      the reads go from face to face with a state of any kind
    multisets   everything else: each list of faces in order, with its number of ways

A sum is not a state. It is an exponent of a polynomial whose coefficients lie side by side in one whole number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from typing import Any

from quarterdeck.base.bounds import MOST_LISTS, MOST_SETS

Ways = dict[Any, int]
"""What may come of chance, each with its number of ways."""


@dataclass(frozen=True)
class CountedPool:
    """Dice of one kind: how many there are, and the ways to each face of one of them, the highest first."""

    size: int
    faces: tuple[tuple[int, int], ...]

    @property
    def kinds(self) -> tuple[CountedPool, ...]:
        """Return the dice of each kind."""
        return (self,)

    @property
    def below(self) -> int:
        """Return the number of all ways."""
        each: int = sum(ways for _, ways in self.faces)
        return int(each**self.size)

    @property
    def multisets(self) -> int:
        """Return the number of different lists of faces."""
        return comb(self.size + len(self.faces) - 1, self.size)

    @property
    def sets(self) -> int:
        """Return the number of different sets of faces."""
        most = min(self.size, len(self.faces))
        return sum(comb(len(self.faces), several) for several in range(1, most + 1)) if self.size else 1


@dataclass(frozen=True)
class MixedPool:
    """Dice of several kinds."""

    kinds: tuple[CountedPool, ...]

    @property
    def size(self) -> int:
        """Return the number of dice."""
        return sum(one.size for one in self.kinds)

    @property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """Return the faces that any die may show, the highest first, with the ways to them on all kinds of dice."""
        found: Ways = {}
        for one in self.kinds:
            for face, ways in one.faces:
                found[face] = found.get(face, 0) + ways
        return tuple(sorted(found.items(), reverse=True))

    @property
    def below(self) -> int:
        """Return the number of all ways."""
        return prod(one.below for one in self.kinds)

    @property
    def multisets(self) -> int:
        """Return a number that the different lists of faces do not exceed."""
        return prod(one.multisets for one in self.kinds)

    @property
    def sets(self) -> int:
        """Return a number that the different sets of faces of the kinds do not exceed."""
        return prod(one.sets for one in self.kinds)


Pool = CountedPool | MixedPool


def lists_needed(pool: Pool, *, only_in: bool) -> tuple[int, int]:
    """Return how many lists of faces are looked at one by one, and how many may be.

    Where all that is asked is whether numbers are in the pool, sets of faces will do, if they are fewer.
    """
    if only_in and pool.sets < pool.multisets:
        return pool.sets, MOST_SETS
    return pool.multisets, MOST_LISTS


KnownStep = tuple[str, int, tuple[Any, ...], int]
"""What is done with each die: how, the lowest number that it may count by then, what comes of each, and how often."""


@lru_cache(maxsize=1024)
def dice_pool(count: int, sides: int, steps: tuple[KnownStep, ...] = ()) -> CountedPool:
    """Return dice with which something is done one by one, and none is added; fewer than none are none."""
    ways = dict.fromkeys(range(1, sides + 1), 1)
    for how, low, values, cap in steps:
        ways = stepped(ways, sides, how, {low + place: value for place, value in enumerate(values)}, cap)
    return CountedPool(max(0, count), tuple(sorted(ways.items(), reverse=True)))


def stepped(ways: Ways, sides: int, how: str, values: dict[int, Any], cap: int) -> Ways:
    """Return the ways to what a die counts after something is done with it."""
    found: Ways = {}
    if how == "counts":
        for die, often in ways.items():
            found[values[die]] = found.get(values[die], 0) + often
        return found
    throws = 1 if how == "again" else max(0, cap - 1)
    waiting = {(die, die): often * sides**throws for die, often in ways.items()}  # what it counts, and shows
    for _ in range(throws):
        more: Ways = {}
        for (total, shown), often in waiting.items():
            if not values[shown]:
                found[total] = found.get(total, 0) + often
                continue
            for face in range(1, sides + 1):
                key = (face if how == "again" else total + face, face)
                more[key] = more.get(key, 0) + often // sides
        waiting = more
    for (total, _), often in waiting.items():
        found[total] = found.get(total, 0) + often
    return found


# --- polynomials in one whole number


def bits_for(below: int) -> int:
    """Return the number of bits that a coefficient takes: whole bytes, with one to spare."""
    return (below.bit_length() + 15) // 8 * 8


def coefficients(polynomial: int, bits: int) -> Iterator[tuple[int, int]]:
    """Yield the exponents and coefficients of a polynomial, those that are not 0."""
    step = bits // 8
    data = polynomial.to_bytes((polynomial.bit_length() + bits) // 8 + 1, "little")
    for at in range(0, len(data) - step + 1, step):
        if coefficient := int.from_bytes(data[at : at + step], "little"):
            yield at // step, coefficient


def summed(pool: CountedPool, worth: Callable[[int], int] = int) -> Ways:
    """Return the sums over the dice of a function of a face."""
    values: Ways = {}
    for face, ways in pool.faces:
        value = worth(face)
        values[value] = values.get(value, 0) + ways
    low, bits = min(values), bits_for(pool.below)
    one = sum([ways << bits * (value - low) for value, ways in values.items()])
    return {exponent + low * pool.size: ways for exponent, ways in coefficients(one**pool.size, bits)}


def per_die(pool: Pool, worths: Sequence[Callable[[int], int]]) -> Ways:
    """Return the sums over the dice of several functions of a face, together."""
    return powers([(values_of_faces(one, worths), one.size) for one in pool.kinds], pool.below)


def values_of_faces(pool: CountedPool, worths: Sequence[Callable[[int], int]]) -> Ways:
    """Return what several functions of a face come to on one die, together."""
    values: Ways = {}
    for face, ways in pool.faces:
        value = tuple(worth(face) for worth in worths)
        values[value] = values.get(value, 0) + ways
    return values


def power(values: Ways, size: int, below: int) -> Ways:
    """Return the sums of so many independent tuples of numbers; there are so many ways to them in all."""
    return powers([(values, size)], below)


def powers(kinds: Sequence[tuple[Ways, int]], below: int) -> Ways:
    """Return the sums of independent tuples of numbers, so many of each kind; there are so many ways to them in all."""
    places = range(len(next(iter(kinds[0][0]))))
    lows = [[min(value[place] for value in values) for place in places] for values, _ in kinds]
    highs = [[max(value[place] for value in values) for place in places] for values, _ in kinds]
    sizes = [size for _, size in kinds]
    spans = [
        sum((high[place] - low[place]) * size for low, high, size in zip(lows, highs, sizes, strict=True)) + 1
        for place in places
    ]
    strides = [prod(spans[place + 1 :]) for place in places]
    bits, product = bits_for(below), 1
    for (values, size), low in zip(kinds, lows, strict=True):
        one = 0
        for value, ways in values.items():
            exponent = sum((part - least) * stride for part, least, stride in zip(value, low, strides, strict=True))
            one += ways << bits * exponent
        product *= one**size
    base = [sum(low[place] * size for low, size in zip(lows, sizes, strict=True)) for place in places]
    found: Ways = {}
    for exponent, ways in coefficients(product, bits):
        key, left = [], exponent
        for stride, least in zip(strides, base, strict=True):
            part, left = divmod(left, stride)
            key.append(part + least)
        found[tuple(key)] = ways
    return found


# --- dice in their order


def kept(pool: CountedPool, first: int, last: int, worth: Callable[[int], int] = int) -> Ways:
    """Return the sums of the dice from place `first` up to `last`, which is not one of them, the highest at place 0."""
    first, last = max(0, first), min(last, pool.size)
    if first >= last:
        return {0: pool.below}
    faces = pool.faces
    if first > pool.size - last:  # nearer to the low end: count from there
        first, last, faces = pool.size - last, pool.size - first, faces[::-1]
    low, bits = min(worth(face) for face, _ in faces), bits_for(pool.below)
    rest = sum(ways for _, ways in faces)
    now, done = {0: 1}, 0
    for face, ways in faces:
        rest -= ways
        shift, after = bits * (worth(face) - low), dict[int, int]()
        for taken, polynomial in now.items():
            left, room = pool.size - taken, last - taken
            fewer = [comb(left, shown) * ways**shown for shown in range(room)]
            for shown, often in enumerate(fewer):
                counted = max(0, taken + shown - max(taken, first))
                after[taken + shown] = after.get(taken + shown, 0) + (polynomial * often << shift * counted)
            lacking = sum(often * rest ** (left - shown) for shown, often in enumerate(fewer))
            full = (ways + rest) ** left - lacking  # all further places are taken by this face
            done += polynomial * full << shift * (last - max(taken, first))
        now = after
    base = low * (last - first)
    return {exponent + base: ways for exponent, ways in coefficients(done, bits)}


def extreme(pool: CountedPool, worth: Callable[[int], int | None], *, least: bool) -> Ways:
    """Return the least or greatest of a function of a face over all dice for which it has a value, or else 0."""
    values: Ways = {}
    for face, ways in pool.faces:
        value = worth(face)
        values[value] = values.get(value, 0) + ways
    reached = values.pop(None, 0)
    before = reached**pool.size
    found: Ways = {0: before} if before else {}
    for value in sorted(values, reverse=least):
        reached += values[value]
        found[value] = found.get(value, 0) + reached**pool.size - before
        before = reached**pool.size
    return found


def per_face(pool: CountedPool, worth: Callable[[int, int], int]) -> Ways:
    """Return the sums over the faces of a function, never below zero, of a face and the number of dice that show it."""
    bits, now = bits_for(pool.below), {pool.size: 1}
    *first, (last_face, last_ways) = pool.faces
    for face, ways in first:
        shown = [ways**often << bits * worth(face, often) for often in range(pool.size + 1)]
        after = dict[int, int]()
        for left, polynomial in now.items():
            for often in range(left + 1):
                part = polynomial * (comb(left, often) * shown[often])
                after[left - often] = after.get(left - often, 0) + part
        now = after
    total = sum(part * last_ways**left << bits * worth(last_face, left) for left, part in now.items())
    return dict(coefficients(total, bits))


def states(
    pools: Sequence[CountedPool],
    start: Any,
    step: Callable[..., Any],
    *,
    highest_first: bool = True,
    shift: Callable[..., int] | None = None,
) -> Ways:
    """Return the states after all faces.

    `step` gives the next state from one, a face, and how many dice of each pool show that face.
    Faces come in order. A face that no die of a pool can show is one of its faces if another pool has it.
    With `shift`, ways are polynomials in one whole number: it gives by how many bits a face moves them in a state.
    """
    faces = sorted({face for pool in pools for face, _ in pool.faces}, reverse=highest_first)
    ways_of = [dict(pool.faces) for pool in pools]
    last_of = [max((i for i, face in enumerate(faces) if face in ways), default=-1) for ways in ways_of]
    now: dict[tuple[int, ...], Ways] = {tuple(pool.size for pool in pools): {start: 1}}
    for place, face in enumerate(faces):
        ways_here = [ways.get(face, 0) for ways in ways_of]
        is_last = [place >= last for last in last_of]
        after: dict[tuple[int, ...], Ways] = {}
        known: dict[tuple[Any, tuple[int, ...]], Any] = {}
        for left, there in now.items():
            for shown, often in shares(left, ways_here, is_last):
                target = after.setdefault(tuple(a - b for a, b in zip(left, shown, strict=True)), {})
                for state, ways in there.items():
                    key = (state, shown)
                    if key not in known:
                        bits = 0 if shift is None else shift(state, face, *shown)
                        known[key] = step(state, face, *shown), bits
                    to, bits = known[key]
                    target[to] = target.get(to, 0) + (ways * often << bits)
        now = after
    (found,) = now.values()
    return found


def shares(left: Sequence[int], ways: Sequence[int], is_last: Sequence[bool]) -> list[tuple[tuple[int, ...], int]]:
    """Return how many of the dice left in each pool may show a face, with the number of ways to pick and show them."""
    found: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for count, each, last in zip(left, ways, is_last, strict=True):
        options = [(count, each**count)] if last else [(n, comb(count, n) * each**n) for n in range(count + 1)]
        found = [((*shown, n), often * more) for shown, often in found for n, more in options if more]
    return found


def distinct_faces(pool: Pool) -> Ways:
    """Return all sets of faces that the dice may show, each as a list, the highest first."""
    return combined([distinct_of_kind(one) for one in pool.kinds], lambda one, other: {*one, *other})


def multisets(pool: Pool) -> Ways:
    """Return all lists of faces, the highest first."""
    return combined([multisets_of_kind(one) for one in pool.kinds], lambda one, other: (*one, *other))


def combined(found: Sequence[Ways], joined: Callable[[Any, Any], Iterable[int]]) -> Ways:
    """Return the lists of faces of several kinds of dice together."""
    first, *others = found or [{(): 1}]
    for more in others:
        both: Ways = {}
        for one, ways in first.items():
            for other, times in more.items():
                faces = tuple(sorted(joined(one, other), reverse=True))
                both[faces] = both.get(faces, 0) + ways * times
        first = both
    return first


def distinct_of_kind(pool: CountedPool) -> Ways:
    """Return all sets of faces that dice of one kind may show, each as a list, the highest first."""
    now: dict[tuple[tuple[int, ...], int], int] = {((), pool.size): 1}
    *first, (last_face, last_ways) = pool.faces or ((0, 1),)
    for face, ways in first:
        after: dict[tuple[tuple[int, ...], int], int] = {}
        for (shown, left), often in now.items():
            for n in range(left + 1):
                key = ((*shown, face) if n else shown, left - n)
                after[key] = after.get(key, 0) + often * comb(left, n) * ways**n
        now = after
    found: Ways = {}
    for (shown, left), often in now.items():
        faces = (*shown, last_face) if left else shown
        found[faces] = found.get(faces, 0) + often * last_ways**left
    return found


def multisets_of_kind(pool: CountedPool) -> Ways:
    """Return all lists of faces of dice of one kind, the highest first."""
    found: Ways = {}
    *first, (last_face, last_ways) = pool.faces or ((0, 1),)

    def go(place: int, left: int, shown: tuple[int, ...], often: int) -> None:
        if place == len(first):
            found[shown + (last_face,) * left] = often * last_ways**left
            return
        face, ways = first[place]
        for n in range(left + 1):
            go(place + 1, left - n, shown + (face,) * n, often * comb(left, n) * ways**n)

    go(0, pool.size, (), 1)
    return found
