"""Count what a rule reads of a pool of dice: all its reads together, in the cheapest way that they allow.

In: functions that generated code prints for the reads of a throw. Out: what the reads come to, with the number of ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.budget import RoundBudget
from quarterdeck.base.bounds import MOST_LISTS
from quarterdeck.engine.odds.pools import CountedPool, Ways, kept, multisets, per_die, per_face, states
from quarterdeck.program.passes.cut import NotCountedError

LARGEST_POLYNOMIAL = 1 << 20
"""Terms of a polynomial for several sums; with more of them, states are cheaper."""

Value = Callable[..., Any]
PrintedAtom = tuple[str, Value, Sequence[tuple[str, Value]], Value | None]


@dataclass
class KnownAtom:
    """One thing that is gathered of the dice, when all is known that was known before the throw."""

    sort: str
    value: Value
    first: int
    last: int
    faces: Sequence[int] | None
    is_part: bool = False

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
            case _:
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

    def count(self, pool: CountedPool, given: tuple[Any, ...]) -> tuple[tuple[tuple[Any, int], ...], int]:
        """Return what all reads come to together, and the number of all ways.

        Raises:
            NotCountedError: there are too many lists of faces, or too many states.
        """
        left = self.budget.left
        self.budget.left = 1 << 62  # what counting asks for is not what play does
        try:
            return tuple(self.found(pool, given).items()), pool.below
        finally:
            self.budget.left = left

    def found(self, pool: CountedPool, given: tuple[Any, ...]) -> Ways:
        """Return what all reads come to together."""
        found: Ways = {}
        if self.results is None or not pool.size:
            for faces, ways in lists_of(pool, self.address, self.needing).items():
                key = self.lists(faces, *given)
                found[key] = found.get(key, 0) + ways
            return found
        for values, ways in self.joint([known_atom(one, pool, given) for one in self.atoms], pool).items():
            key = self.results(*given, *values)
            found[key] = found.get(key, 0) + ways
        return found

    def joint(self, atoms: list[KnownAtom], pool: CountedPool) -> Ways:
        """Return what some atoms come to together."""
        if all(one.sort == "die" and not one.is_part for one in atoms) and terms(atoms, pool) <= LARGEST_POLYNOMIAL:
            return per_die(pool, [one.value for one in atoms])
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
                there = per_face(pool, lambda face, often: worth[face, often]).items()
                return {(atom.end((0, value), shown),): ways for value, ways in there}
        return self.by_states(atoms, pool)

    def by_states(self, atoms: list[KnownAtom], pool: CountedPool) -> Ways:
        """Return what some atoms come to together, going from face to face."""

        def step(state: tuple[Any, ...], face: int, shown: int) -> tuple[Any, ...]:
            return tuple([one.after(part, face, shown) for one, part in zip(atoms, state, strict=True)])

        found: Ways = {}
        shown = frozenset(face for face, _ in pool.faces)
        for state, ways in states([pool], tuple(one.begins for one in atoms), step).items():
            key = tuple([one.end(part, shown) for one, part in zip(atoms, state, strict=True)])
            found[key] = found.get(key, 0) + ways
        return found


def known_atom(printed: PrintedAtom, pool: CountedPool, given: tuple[Any, ...]) -> KnownAtom:
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


def terms(atoms: Sequence[KnownAtom], pool: CountedPool) -> int:
    """Return the number of terms of a polynomial for sums of several values of each die."""
    found = 1
    for one in atoms:
        values = [one.value(face) for face, _ in pool.faces]
        found *= (max(values) - min(values)) * pool.size + 1
    return found


def lists_of(pool: CountedPool, address: str, needing: str) -> Ways:
    """Return all lists of faces that a pool may show.

    Raises:
        NotCountedError: there are more than 20,000.
    """
    if pool.multisets > MOST_LISTS:
        words = (
            f"{address}: {pool.size} dice show {pool.multisets:,} different lists of faces, and `{needing}` needs each"
        )
        hint = "`count`, `sum`, `any` and `highest` of the pool need none"
        raise NotCountedError(f"{words} of them; {MOST_LISTS:,} may be counted so, and {hint}")
    return multisets(pool)
