"""Count what a rule reads of a pool of dice: all its reads together, in the cheapest way that they allow.

In: functions that generated code prints for the reads of a throw. Out: what the reads come to, with the number of ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Any

from quarterdeck.backends.python.budget import RoundBudget
from quarterdeck.base.bounds import MOST_LISTS
from quarterdeck.engine.odds.growing_pools import KnownDice, grown_together, grows, values_of_die
from quarterdeck.engine.odds.pools import (
    CountedPool,
    MixedPool,
    Pool,
    Ways,
    bits_for,
    coefficients,
    dice_pool,
    distinct_faces,
    extreme,
    kept,
    lists_needed,
    multisets,
    per_die,
    per_face,
    power,
    states,
    summed,
)
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.program.passes.pool_plans import PoolAtomSort

LARGEST_POLYNOMIAL = 1 << 20
"""Terms of a polynomial for several sums; with more of them, states are cheaper."""
INSTEAD_OF_LISTS = "`count`, `sum`, `any` and `highest` of the pool need none"
FEW_LISTS = 60
"""So few lists of faces are looked at one by one sooner than states."""

Value = Callable[..., Any]
PrintedAtom = tuple[PoolAtomSort, Value, Sequence[tuple[str, Value]], Value | None]


@dataclass
class KnownAtom:
    """One thing that is gathered of the dice, when all is known that was known before the throw."""

    sort: PoolAtomSort
    value: Value
    first: int
    last: int
    faces: Sequence[int] | None
    is_part: bool = False

    @property
    def is_sum(self) -> bool:
        """Tell whether it adds up something of dice, or of faces."""
        return self.sort in ("face", "die")

    @property
    def begins(self) -> Any:
        """Return its state before the first face: how many dice came before, and what is gathered."""
        return (0, 0 if self.sort in ("die", "face") else None)

    def after(self, state: Any, face: int, shown: int) -> Any:
        """Return its state after a face that so many dice show; faces come the highest first."""
        before, gathered = state
        match self.sort:
            case "die":
                count = max(0, min(before + shown, self.last) - max(before, self.first))
                here = min(before + shown, self.last) if self.is_part else 0
                return here, gathered + count * self.value(face) if count else gathered
            case "face":
                often = self.faces.count(face) if self.faces is not None else 0
                return 0, gathered + often * self.value(face, shown) if often else gathered
            case "most":
                found = self.value(face, shown) if self.faces is not None and face in self.faces else None
            case "least" | "greatest":
                found = self.value(face) if shown else None
        if found is None or gathered is None:
            return 0, gathered if found is None else found
        return 0, min(gathered, found) if self.sort == "least" else max(gathered, found)

    def end(self, state: Any, shown: frozenset[int]) -> Any:
        """Return what it comes to, with the faces that no die of the pool has."""
        found = state[1]
        for face in self.faces if self.faces is not None else ():
            if face not in shown:
                more = self.value(face, 0)
                if self.sort == "face":
                    found += more
                elif more is not None:
                    found = more if found is None else max(found, more)
        return 0 if found is None else found


@dataclass(eq=False)
class CountedReads:
    """The reads of one throw, as functions: `results` of atoms, `lists` of the list itself, both of what is given.

    Without `results` only the list itself will do, since the rule that is `needing` it reads more.
    """

    address: str
    needing: str
    budget: RoundBudget
    atoms: Sequence[PrintedAtom]
    results: Value | None
    lists: Value
    asks_only_in: bool = False
    """Whether all that is read of a list is whether it holds a number."""

    def count(self, dice: Sequence[KnownDice], given: tuple[Any, ...]) -> tuple[tuple[tuple[Any, int], ...], int]:
        """Return what all reads of some dice come to together, and the number of all ways.

        Raises:
            NotCountedError: there are too many lists of faces, or too many states.
        """
        left = self.budget.left
        self.budget.left = 1 << 62  # what counting asks for is not what play does
        try:
            if any(grows(steps) for _, _, steps in dice):
                return self.grown(dice, given)
            kinds = tuple(dice_pool(*one) for one in dice)
            pool = kinds[0] if len(kinds) == 1 else MixedPool(kinds)
            return tuple(self.found(pool, given).items()), pool.below
        finally:
            self.budget.left = left

    def grown(self, dice: Sequence[KnownDice], given: tuple[Any, ...]) -> tuple[tuple[tuple[Any, int], ...], int]:
        """Return what all reads come to together of dice to which others are added, and the number of all ways."""
        (first, sides, steps), *others = dice
        count = max(0, first)
        is_sum = self.results is not None and all(sort == "die" and not ends for sort, _, ends, _ in self.atoms)
        if is_sum and not others:
            atoms = [known_atom(one, CountedPool(0, ()), given) for one in self.atoms]
            values, each = values_of_die(sides, steps, [one.value for one in atoms])
            sums = power(values, count, each**count).items()
            return tuple(self.of_atoms(sums, given).items()), each**count
        chances: dict[Any, Fraction] = {}
        parts = grown_together(dice)
        if self.results is None:
            self.refuse(sum(pool.multisets for pool, _ in parts), MOST_LISTS, count)
        for pool, chance in parts:
            for key, ways in self.found(pool, given).items():
                chances[key] = chances.get(key, Fraction()) + chance * Fraction(ways, pool.below)
        below = lcm(*(chance.denominator for chance in chances.values()))
        return tuple((key, int(chance * below)) for key, chance in chances.items()), below

    def found(self, pool: Pool, given: tuple[Any, ...]) -> Ways:
        """Return what all reads come to together."""
        found: Ways = {}
        atoms = [] if self.results is None else [known_atom(one, pool, given) for one in self.atoms]
        if self.results is None or not pool.size or (len(atoms) > 1 and pool.multisets <= FEW_LISTS):
            lists = self.lists_of(pool)
            for faces, ways in lists.items():
                key = self.lists(faces, *given)
                found[key] = found.get(key, 0) + ways
            return found
        return self.of_atoms(self.joint(atoms, pool).items(), given)

    def lists_of(self, pool: Pool) -> Ways:
        """Return all lists of faces that a pool may show, or all sets of them where these will do.

        Raises:
            NotCountedError: there are too many.
        """
        lists, most = lists_needed(pool, only_in=self.asks_only_in)
        self.refuse(lists, most, pool.size)
        return multisets(pool) if lists == pool.multisets else distinct_faces(pool)

    def refuse(self, lists: int, most: int, dice: int) -> None:
        """Refuse to count too many lists of faces.

        Raises:
            NotCountedError: there are more than so many.
        """
        if lists > most:
            words = (
                f"{self.address}: {dice} dice show {lists:,} different lists of faces, and `{self.needing}` needs each"
            )
            raise NotCountedError(f"{words} of them; {most:,} may be counted so, and {INSTEAD_OF_LISTS}")

    def of_atoms(self, counted: Iterable[tuple[tuple[Any, ...], int]], given: tuple[Any, ...]) -> Ways:
        """Return what all reads come to together, by what atoms come to."""
        assert self.results is not None
        found: Ways = {}
        for values, ways in counted:
            key = self.results(*given, *values)
            found[key] = found.get(key, 0) + ways
        return found

    def joint(self, atoms: list[KnownAtom], pool: Pool) -> Ways:
        """Return what some atoms come to together."""
        if isinstance(pool, MixedPool):
            is_per_die = bool(atoms) and all(one.sort == "die" and not one.is_part for one in atoms)
            return per_die(pool, [one.value for one in atoms]) if is_per_die else self.by_states(atoms, pool)
        if len(atoms) == 1 and atoms[0].sort == "die" and not atoms[0].is_part:
            return {(value,): ways for value, ways in summed(pool, atoms[0].value).items()}
        if all(one.sort == "die" and not one.is_part for one in atoms) and terms(atoms, pool) <= LARGEST_POLYNOMIAL:
            return per_die(pool, [one.value for one in atoms])
        if len(atoms) == 1 and atoms[0].sort in ("least", "greatest"):
            (atom,) = atoms
            there = extreme(pool, atom.value, least=atom.sort == "least")
            return {(value,): ways for value, ways in there.items()}
        if len(atoms) == 1 and atoms[0].sort == "die":
            (atom,) = atoms
            return {(value,): ways for value, ways in kept(pool, atom.first, atom.last, atom.value).items()}
        every = range(pool.size + 1)
        if len(atoms) == 1 and atoms[0].sort == "face":
            (atom,) = atoms
            worth: dict[tuple[int, int], int] = {
                (face, shown): atom.after((0, 0), face, shown)[1] for face, _ in pool.faces for shown in every
            }
            if min(worth.values()) >= 0:
                shown = frozenset(face for face, _ in pool.faces)
                sums = per_face(pool, lambda face, often: worth[face, often]).items()
                return {(atom.end((0, value), shown),): ways for value, ways in sums}
        return self.by_states(atoms, pool)

    def by_states(self, atoms: list[KnownAtom], pool: Pool) -> Ways:
        """Return what some atoms come to together, going from face to face; sums are exponents, and no states."""
        sums = Sums.of([one for one in atoms if one.is_sum], pool)
        is_added = [sums is not None and one.is_sum for one in atoms]
        rest = [one for one, is_sum in zip(atoms, is_added, strict=True) if not is_sum]

        def step(state: tuple[Any, ...], face: int, *each: int) -> tuple[Any, ...]:
            parts, taken = state
            shown = sum(each)
            after = tuple([one.after(part, face, shown) for one, part in zip(rest, parts, strict=True)])
            return after, taken if sums is None else sums.taken(taken, shown)

        found: Ways = {}
        faces = frozenset(face for face, _ in pool.faces)
        begins = tuple(one.begins for one in rest), () if sums is None else sums.begins
        shift = None if sums is None else sums.shift
        for (state, _), ways in states(pool.kinds, begins, step, shift=shift).items():
            ends = [one.end(part, faces) for one, part in zip(rest, state, strict=True)]
            for gathered, often in [((), ways)] if sums is None else sums.read(ways):
                parts, added = iter(ends), iter(gathered)
                values = [
                    one.end((0, next(added)), faces) if is_sum else next(parts)
                    for one, is_sum in zip(atoms, is_added, strict=True)
                ]
                key = tuple(values)
                found[key] = found.get(key, 0) + often
        return found


@dataclass
class Sums:
    """Sums over dice, or over faces: together one exponent of a polynomial that lies in one whole number.

    Of the highest or lowest dice alone it must be known how many have been counted; `parts` are those sums, each with
    its stride, and what a face is worth more than the lowest one.
    """

    bits: int
    strides: list[int]
    lows: list[int]
    shifts: dict[tuple[int, int], int]
    parts: list[tuple[KnownAtom, int, dict[int, int]]]

    @classmethod
    def of(cls, atoms: Sequence[KnownAtom], pool: Pool) -> Sums | None:
        """Return the sums of some atoms; nothing where there are none, or where the polynomial would be too long."""
        every, faces = range(pool.size + 1), [face for face, _ in pool.faces]
        tables = [
            {
                face: [one.value(face)] if one.is_part else [one.after(one.begins, face, n)[1] for n in every]
                for face in faces
            }
            for one in atoms
        ]
        lows, spans = [], []
        for one, table in zip(atoms, tables, strict=True):
            values = [row[0] for row in table.values()]
            counted = max(0, one.last - one.first)
            lows.append(min(values) * counted if one.is_part else sum(map(min, table.values())))
            most = max(values) * counted if one.is_part else sum(map(max, table.values()))
            spans.append(most - lows[-1] + 1)
        if not atoms or prod(spans) > LARGEST_POLYNOMIAL >> 6:
            return None
        strides = [prod(spans[place + 1 :]) for place in range(len(spans))]
        shifts = dict.fromkeys([(face, shown) for face in faces for shown in every], 0)
        parts = []
        for one, table, stride in zip(atoms, tables, strides, strict=True):
            if one.is_part:
                low = min(row[0] for row in table.values())
                parts.append((one, stride, {face: row[0] - low for face, row in table.items()}))
                continue
            for face, shown in shifts:
                shifts[face, shown] += (table[face][shown] - min(table[face])) * stride
        return cls(bits_for(pool.below), strides, lows, shifts, parts)

    @property
    def begins(self) -> tuple[int, ...]:
        """Return how many dice each of the parts has met before the first face."""
        return (0,) * len(self.parts)

    def taken(self, before: tuple[int, ...], shown: int) -> tuple[int, ...]:
        """Return how many dice each of the parts has met after a face that so many dice show."""
        return tuple([min(n + shown, one.last) for n, (one, _, _) in zip(before, self.parts, strict=True)])

    def shift(self, state: tuple[Any, tuple[int, ...]], face: int, *each: int) -> int:
        """Return by how many bits a face moves the polynomial that so many dice of each kind show."""
        shown = sum(each)
        found = self.shifts[face, shown]
        for before, (one, stride, worth) in zip(state[1], self.parts, strict=True):
            counted = min(before + shown, one.last) - max(before, one.first)
            found += stride * worth[face] * counted if counted > 0 else 0
        return found * self.bits

    def read(self, polynomial: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the sums, with the number of ways to them together."""
        for exponent, ways in coefficients(polynomial, self.bits):
            found, left = [], exponent
            for stride, low in zip(self.strides, self.lows, strict=True):
                part, left = divmod(left, stride)
                found.append(part + low)
            yield tuple(found), ways


def known_atom(printed: PrintedAtom, pool: Pool, given: tuple[Any, ...]) -> KnownAtom:
    """Return an atom for what is known before the throw."""
    sort, value, ends, faces = printed
    first, last = 0, pool.size
    for end, count in ends:
        often = max(0, min(count(*given), last - first))
        match end:
            case "highest_items":
                last = first + often
            case "lowest_items":
                first = last - often
            case "without_highest":
                first += often
            case _:
                last -= often
    known = None if faces is None else list(faces(*given))
    return KnownAtom(sort, lambda *face: value(*face, *given), first, last, known, bool(ends))


def terms(atoms: Sequence[KnownAtom], pool: Pool) -> int:
    """Return the number of terms of a polynomial for sums of several values of each die."""
    found = 1
    for one in atoms:
        values = [one.value(face) for face, _ in pool.faces]
        found *= (max(values) - min(values)) * pool.size + 1
    return found
