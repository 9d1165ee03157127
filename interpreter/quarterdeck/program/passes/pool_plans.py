"""Take what is read of a pool apart: into sums, counts and extremes over its dice, from which everything else follows.

In: values that are made of a pool. Out: a `PoolPlan`: atoms, each a function of a face, or of a face and of how many
dice show it, and the values with the atoms in them; or nothing, where only the list itself would do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from quarterdeck.base.text import Span
from quarterdeck.program.form import values as val
from quarterdeck.program.form.values import ANY_WHOLE, Value, whole
from quarterdeck.program.form.walking import parts_of, rewritten
from quarterdeck.program.lower.numbers import operate
from quarterdeck.program.passes.pool_reads import PARTS, NotReadError, free_locals

PoolAtomSort = Literal["die", "face", "least", "greatest", "most"]
SHOWN = "#shown"
"""How many dice show a face."""


@dataclass(frozen=True)
class PoolAtom:
    """One thing that is gathered of the dice of a pool.

    `die`: the sum over the dice of a value of each; with `ends`, of the highest or lowest of them alone, the outermost
    end last. `least`, `greatest`: the extreme of a value of the dice for which a condition holds, or 0. `face`, `most`:
    the sum over some faces, or the greatest, of a value of each and of how many dice show it.
    """

    sort: PoolAtomSort
    variable: str
    value: Value
    condition: Value | None = None
    ends: tuple[tuple[str, Value], ...] = ()
    faces: Value | None = None


@dataclass(frozen=True)
class PoolPlan:
    """Atoms, and what is read, made of them: `results` name an atom by its place."""

    atoms: tuple[PoolAtom, ...]
    results: tuple[Value, ...]


def atom_name(place: int) -> str:
    """Return the local that stands for an atom."""
    return f"#atom.{place}"


def plan_of(reads: val.PoolReads) -> PoolPlan | None:
    """Return the plan of what is read of a pool; nothing where only the list itself will do."""
    planning = Planning(reads.pool)
    try:
        results = tuple(planning.value(one) for one in reads.items)
    except NotReadError:
        return None
    return PoolPlan(tuple(planning.atoms), results)


def needing_lists(reads: val.PoolReads) -> Span | None:
    """Return where a pool is read in a way that needs each list of faces; nothing where none is needed."""
    if plan_of(reads) is not None:
        return None
    places = zip(reads.items, reads.places, strict=True)
    return next(place for one, place in places if plan_of(reads.changed({"items": (one,)})) is None)


def asks_only_in(reads: val.PoolReads) -> bool:
    """Tell whether lists are needed, and all that is read of them is whether they hold numbers."""
    return plan_of(reads) is None and all(holds_only(item, reads.pool) for item in reads.items)


def holds_only(node: Any, pool: str) -> bool:
    """Tell whether all that is read of a pool is whether it holds a number."""
    match node:
        case val.Local(name=name):
            return name != pool
        case val.Operation(sign="in", operands=(number, val.Local(name=name))) if name == pool:
            return holds_only(number, pool)
        case tuple():
            return all(holds_only(one, pool) for one in node)
    return not isinstance(node, Value) or all(holds_only(getattr(node, name), pool) for name in parts_of(type(node)))


@dataclass
class Planning:
    """Finds the atoms of values."""

    pool: str
    atoms: list[PoolAtom] = field(default_factory=list)

    def atom(self, atom: PoolAtom) -> Value:
        """Return the local of an atom, which is kept once."""
        if atom not in self.atoms:
            self.atoms.append(atom)
        return val.Local(ANY_WHOLE, atom_name(self.atoms.index(atom)))

    def value(self, node: Any) -> Any:
        """Return a value in which atoms stand for what is gathered.

        Raises:
            NotReadError: it needs the list itself.
        """
        if isinstance(node, tuple):
            return tuple(self.value(one) for one in node)
        if not isinstance(node, Value) or self.pool not in free_locals(node):
            return node
        match node:
            case val.Gathering() if self.pool in free_locals(node.source):
                return self.over_dice(node)
            case val.Gathering():
                return self.over_faces(node)
            case val.Operation(sign="in", operands=(val.Local() | val.Constant() as face, listed)):
                return operate("<", whole(0), self.shows(listed, face))
            case val.Function(name="count", arguments=(listed,)):
                return self.die_sum(listed, "#die", whole(1))
            case val.Local() | val.Function():
                raise NotReadError
        changed = {name: self.value(getattr(node, name)) for name in parts_of(type(node))}
        return node.changed({name: part for name, part in changed.items() if isinstance(part, Value | tuple)})

    def ends(self, listed: Value) -> tuple[tuple[str, Value], ...]:
        """Return which dice of a pool a list holds.

        Raises:
            NotReadError: it is another list.
        """
        match listed:
            case val.Local(name=self.pool):
                return ()
            case val.Function(name=name, arguments=(inner, count)) if name in PARTS:
                if self.pool not in free_locals(count):
                    return (*self.ends(inner), (name, count))
        raise NotReadError

    def die_sum(self, listed: Value, variable: str, value: Value, condition: Value | None = None) -> Value:
        """Return the sum of a value over the dice of a list."""
        if self.pool in free_locals((value, () if condition is None else condition)):
            raise NotReadError
        return self.atom(PoolAtom("die", variable, worth_if(value, condition), ends=self.ends(listed)))

    def shows(self, listed: Value, face: Value) -> Value:
        """Return the number of dice of a list that show a face."""
        return self.die_sum(listed, "#die", whole(1), operate("=", val.Local(ANY_WHOLE, "#die"), face))

    def over_dice(self, node: val.Gathering) -> Value:
        """Return what is gathered from the dice of a pool.

        Raises:
            NotReadError: it is a list, or it compares the dice with each other.
        """
        worth, condition = counted_of(node, node.condition, node.value)
        match node.how:
            case "sum" | "count" | "any" | "every":
                found = self.die_sum(node.source, node.variable, worth, condition)
                return as_gathered(node, found)
            case "first" if node.condition is None:
                first = val.Function(node.source.type, "highest_items", (node.source, whole(1)))
                return self.die_sum(first, node.variable, worth)
            case "least" | "greatest":
                if not self.ends(node.source) and self.pool not in free_locals((worth, condition or ())):
                    return self.atom(PoolAtom(node.how, node.variable, worth, condition))
        raise NotReadError

    def over_faces(self, node: val.Gathering) -> Value:
        """Return what is gathered from faces, each by how many dice of the pool show it.

        Raises:
            NotReadError: more of the pool is read than that, or the faces depend on the pool.
        """
        parts = (None if one is None else self.by_shown(one, node.variable) for one in (node.condition, node.value))
        worth, condition = counted_of(node, *parts)
        match node.how:
            case "sum" | "count" | "any" | "every":
                found = self.atom(PoolAtom("face", node.variable, worth_if(worth, condition), faces=node.source))
                return as_gathered(node, found)
            case "greatest":
                return self.atom(PoolAtom("most", node.variable, worth, condition, faces=node.source))
        raise NotReadError

    def by_shown(self, node: Value, face: str) -> Value:
        """Return a value of a face in which `SHOWN` stands for how many dice show it.

        Raises:
            NotReadError: it reads more of the pool.
        """

        def counted(one: Any) -> Any:
            shown = val.Local(ANY_WHOLE, SHOWN)
            match one:
                case val.Operation(sign="in", operands=(val.Local(name=name), val.Local(name=self.pool))) if (
                    name == face
                ):
                    return operate("<", whole(0), shown)
                case val.Gathering(how="count", source=val.Local(name=self.pool), value=None, condition=val.Operation(
                    sign="=", operands=(val.Local(name=left), val.Local(name=right))
                )) if {left, right} == {one.variable, face}:  # fmt: skip
                    return shown
            return one

        found: Value = rewritten(node, counted)
        if self.pool in free_locals(found):
            raise NotReadError
        return found


def counted_of(node: val.Gathering, condition: Value | None, value: Value | None) -> tuple[Value, Value | None]:
    """Return what each of a list counts, and on which condition: of `every` those count that lack it."""
    match node.how:
        case "count":
            return whole(1), condition
        case "any":
            return whole(1), both(condition, value)
        case "every":
            lacking = condition if value is None else value
            return whole(1), both(None if value is None else condition, None if lacking is None else negated(lacking))
    return value if value is not None else val.Local(ANY_WHOLE, node.variable), condition


def as_gathered(node: val.Gathering, found: Value) -> Value:
    """Return what a gathering comes to for a sum over a list."""
    if node.how == "any":
        return operate("<", whole(0), found)
    return operate("=", found, whole(0)) if node.how == "every" else found


def worth_if(worth: Value, condition: Value | None) -> Value:
    """Return what something counts, which is nothing where a condition does not hold."""
    return worth if condition is None else val.Cases(worth.type, ((condition, worth),), whole(0))


def negated(condition: Value) -> Value:
    """Return the opposite of a condition."""
    return operate("not", condition)


def both(one: Value | None, other: Value | None) -> Value | None:
    """Return the truth of two conditions together."""
    given = [part for part in (one, other) if part is not None]
    return given[0] if len(given) == 1 else operate("and", *given) if given else None
