"""Which fields the parts of a program read and write, by themselves and through everything that they call.

In: a `Program`, or values and instructions. Out: addresses of fields; `Kind.` stands for which things of a kind are in
play, `roll N` for what the roll at a site came to. Calls are followed in one place, `CallGraph`, for all who want to
know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import instructions_in, walk


class CalledPart(NamedTuple):
    """A part of a program that others call: a routine or phase, what a procedure requires (`allowed`), or a table."""

    sort: Literal["call", "call allowed", "table"]
    address: str

    def __str__(self) -> str:
        return f"{self.sort} {self.address}"


def called(address: str) -> CalledPart:
    """Give the part that a call names."""
    procedure = address.removeprefix(val.ALLOWED)
    return CalledPart("call", address) if procedure == address else CalledPart("call allowed", procedure)


Touched = str | CalledPart
"""What values and instructions read or write: a field, or a part that they call."""
Name = TypeVar("Name")
Passing = tuple[str, str]
"""A field that is read only to work out another, and that other."""
FAULT = "a fault"
"""Stands among the fields that are written for a fault of the rules, which ends the game as nothing else does."""


def fields_in(touched: Iterable[Touched]) -> Iterator[str]:
    """Give the fields among what is read or written."""
    return (one for one in touched if isinstance(one, str))


def parts_in(touched: Iterable[Touched]) -> Iterator[CalledPart]:
    """Give the parts among what is read or written."""
    return (one for one in touched if isinstance(one, CalledPart))


def values_read(values: object) -> Iterator[Touched]:
    """Give the fields that values and instructions read by themselves, and the parts that they call."""
    return reads_of(walk(values))


def reads_of(nodes: Iterable[Any]) -> Iterator[Touched]:
    """Give what `values_read` gives of nodes that have been gone through."""
    for node in nodes:
        reads = READS.get(type(node))
        if reads is not None:
            yield from reads(node)


def instructions_write(values: object) -> Iterator[Touched]:
    """Give the fields that instructions write by themselves, and the parts that they call."""
    return writes_of(instructions_in(values))


def writes_of(nodes: Iterable[Any]) -> Iterator[Touched]:
    """Give what `instructions_write` gives of nodes that have been gone through."""
    for node in nodes:
        writes = WRITES.get(type(node))
        if writes is not None:
            yield from writes(node)


def _of_the_thing(node: op.Adjust) -> tuple[str, ...]:
    return () if node.thing is None else (node.field,)


def _gone_through(node: op.Loop) -> tuple[str, ...]:
    kind = node.source.type
    if isinstance(kind, types.ListType) and isinstance(kind.item, types.Thing):
        return (f"{kind.item.kind}.",)
    return ()


def _nothing(node: Any) -> tuple[str, ...]:
    return ()


def _field(node: Any) -> tuple[str, ...]:
    return (node.field,)


def _kind(node: Any) -> tuple[str, ...]:
    return (f"{node.kind}.",)


def _call(node: Any) -> tuple[CalledPart]:
    return (called(node.address),)


def _table(node: Any) -> tuple[CalledPart]:
    return (CalledPart("table", node.table),)


PLAIN_VALUES = (
    val.Constant, val.Local, val.Operation, val.Rescale, val.Rounded, val.Power, val.RoundedPower, val.Quotient,
    val.Numerator, val.Denominator, val.Cases, val.Prepared, val.PreparedItems, val.Items, val.Range, val.Gathering,
    val.Ordered, val.Expected, val.Function, val.Dice, val.PoolReads, val.Lots,
)  # fmt: skip
"""Values that read no field themselves; their parts may."""
PLAIN_INSTRUCTIONS = (
    op.Assign, op.Announce, op.Reveal, op.Draw, op.Modify, op.Rolled, op.Drawn, op.Sift, op.Ask, op.Branch, op.Repeat,
    op.Tries, op.Leave, op.Finish, op.Fault, op.Demand, op.OpenSpan, op.CloseSpan, op.Closing, op.PhaseBegins,
    op.PhaseEnds, op.Simultaneously,
)  # fmt: skip
"""Instructions that read and write no field themselves; their parts may."""

READS: dict[type, Callable[[Any], tuple[Touched, ...]]] = {
    val.Slot: _field,
    val.Contents: _field,
    op.Push: _field,
    val.Things: _kind,
    op.Create: _kind,
    op.Adjust: _of_the_thing,
    op.Loop: _gone_through,
    val.Hooked: lambda node: tuple(node.fields),
    val.Defined: _call,
    val.Remembered: _call,
    op.Call: _call,
    val.Cell: _table,
    op.CallRow: _table,
    **dict.fromkeys((*PLAIN_VALUES, *PLAIN_INSTRUCTIONS), _nothing),
    **dict.fromkeys((op.Store, op.Remove, op.EndGame, op.RankSides, op.Result, op.RollOff), _nothing),
}
"""What each value and each instruction reads by itself: all of them, so that a new one cannot be forgotten."""

WRITES: dict[type, Callable[[Any], tuple[Touched, ...]]] = {
    op.Store: _field,
    op.Push: _field,
    op.RollOff: _field,
    op.Adjust: _of_the_thing,
    op.Create: _kind,
    op.Remove: _kind,
    op.Result: lambda node: (f"roll {node.site}",),
    op.RankSides: lambda node: ("Side.rank",),
    op.EndGame: lambda node: ("Game.over", "Game.winner"),
    op.Call: _call,
    op.CallRow: _table,
    **dict.fromkeys((*PLAIN_INSTRUCTIONS, op.Loop), _nothing),
}
"""What each instruction writes by itself: all of them."""


def flows(values: object, may_fail: Callable[[object], bool]) -> tuple[set[Touched], set[tuple[Touched, str]]]:
    """Tell the fields that values and instructions read outright, and those that are read only to work out a field.

    What a field is worked out from matters only to those who ask for that field; and so does the condition under which
    fields are written, where nothing else hangs on it. What is read where `may_fail` says that there can be a fault
    works that out as well.
    """
    outright: set[Touched] = set()
    passing: set[tuple[Touched, str]] = set()
    for value in values if isinstance(values, tuple | list) else (values,):
        match value:
            case op.Store(field=known) | op.Push(field=known):
                passing |= _passed_to({known}, value, may_fail)
            case op.Adjust(field=known, thing=thing) if thing is not None:
                passing |= _passed_to({known}, value, may_fail)
            case op.Branch(cases=cases, otherwise=otherwise):
                inside = (*(one for _, body in cases for one in body), *otherwise)
                conditions = tuple(condition for condition, _ in cases)
                if written := _written_alone(inside):
                    passing |= _passed_to(written | ({FAULT} if may_fail(inside) else set()), conditions, may_fail)
                else:
                    outright |= set(values_read(conditions))
                inner, handed_on = flows(inside, may_fail)
                outright |= inner
                passing |= handed_on
            case tuple():
                inner, handed_on = flows(value, may_fail)
                outright |= inner
                passing |= handed_on
            case _:
                outright |= set(values_read(value))
    return outright, passing


def _passed_to(written: set[str], values: object, may_fail: Callable[[object], bool]) -> set[tuple[Touched, str]]:
    """Give what values read, each with the fields written, and what they read where they may fail with a fault."""
    found = {(read, known) for read in values_read(values) for known in written}
    if may_fail(values):
        found |= {(read, FAULT) for part in _guarding(values) if may_fail(part) for read in values_read(part)}
    return found


def _guarding(values: object) -> Iterator[object]:
    """Give the parts of values on which it hangs whether there is a fault: what may fail, and what goes round it."""
    for node in walk(values):
        match node:
            case val.Operation(sign="there" | "and" | "or") | val.Cases() | val.Gathering() | val.Ordered() | op.Push():
                yield node
            case op.Store(value=value) if isinstance(value.type, types.ListType):
                yield node
            case val.Defined() | val.Remembered() | val.Cell() | val.Function() | op.Create():
                yield node


def _written_alone(block: Iterable[op.Instruction]) -> set[str]:
    """Give the fields that a block writes, where it does nothing else; nothing for any other."""
    found: set[str] = set()
    for one in block:
        match one:
            case op.Store(field=known) | op.Push(field=known):
                found.add(known)
            case op.Adjust(field=known, thing=thing) if thing is not None:
                found.add(known)
            case op.Branch(cases=cases, otherwise=otherwise):
                inner = _written_alone((*(i for _, body in cases for i in body), *otherwise))
                if not inner:
                    return set()
                found |= inner
            case _:
                return set()
    return found


@dataclass
class CallGraph:
    """The call graph of a program: what each part reads and writes, itself and through what it calls."""

    program: Program

    @cached_property
    def own(self) -> dict[CalledPart, tuple[object, object]]:
        """Give all parts with what of them may read, and what may write."""
        found: dict[CalledPart, tuple[object, object]] = {}
        for address, routine in self.program.routines.items():
            found[called(address)] = ((routine.value, routine.block), routine.block)
            demands = tuple(one for one in routine.block if isinstance(one, op.Demand))
            found[CalledPart("call allowed", address)] = (demands, ())
        for phase in self.program.turn.phases:
            found[called(phase.address)] = (phase.block, phase.block)
        return found

    @cached_property
    def reads(self) -> dict[CalledPart, frozenset[str]]:
        """Give all fields that each part reads."""
        tables = (CalledPart("table", name) for name in (*self.program.acting_tables, *self.program.value_tables))
        return closed({part: self.own_reads(part) for part in (*self.own, *tables)})

    def read_through(self, part: CalledPart) -> frozenset[str]:
        """Give all fields that one part reads, where nobody asks about the others."""
        found, waiting = set[Touched]([part]), [part]
        while waiting:
            more = self.own_reads(waiting.pop()) - found
            found |= more
            waiting += parts_in(more)
        return frozenset(fields_in(found))

    def own_reads(self, part: CalledPart) -> set[Touched]:
        """Give what a part reads by itself, and what it calls."""
        if part in self.own:
            return set(values_read(self.own[part][0]))
        if part in self.rows:
            return {*self.rows[part]}
        if part.sort == "table" and part.address in self.program.value_tables:
            return set(values_read(tuple(self.program.value_tables[part.address].cells.values())))
        return set()

    @cached_property
    def failing(self) -> frozenset[CalledPart]:
        """Give the parts that may come to a fault, themselves or through what they call."""
        parts = {part: inside for part, (inside, _) in self.own.items()}
        tables = self.program.value_tables.items()
        parts |= {CalledPart("table", name): tuple(table.cells.values()) for name, table in tables}
        calls = {part: set(values_read(inside)) for part, inside in parts.items()} | self.rows
        return frozenset(leading_to({part for part, inside in parts.items() if self.fails(inside)}, calls))

    def fails(self, parts: object) -> bool:
        """Tell whether values or instructions may come to a fault by themselves."""
        return any(fails(node, self.program.layout.capacities) for node in walk(parts))

    def may_fail(self, parts: object) -> bool:
        """Tell whether values or instructions may come to a fault, themselves or through what they call."""
        nodes = [*walk(parts)]
        return self.any_fails(nodes, reads_of(nodes))

    def any_fails(self, nodes: Iterable[Any], reads: Iterable[Touched]) -> bool:
        """Tell what `may_fail` tells of nodes that have been gone through, and of what they read."""
        capacities = self.program.layout.capacities
        return any(fails(node, capacities) for node in nodes) or not self.failing.isdisjoint(reads)

    @cached_property
    def writes(self) -> dict[CalledPart, frozenset[str]]:
        """Give all fields that each part writes."""
        return closed(self.done_by | {CalledPart("table", name): set() for name in self.program.value_tables})

    @cached_property
    def rows(self) -> dict[CalledPart, set[Touched]]:
        """Give what each acting table leads to: the routines of its rows."""
        tables = self.program.acting_tables.items()
        return {CalledPart("table", name): {called(one) for one in table.cells.values()} for name, table in tables}

    @cached_property
    def done_by(self) -> dict[CalledPart, set[Touched]]:
        """Give the fields that each part writes by itself, and what it calls to carry it out."""
        return {name: set(instructions_write(parts)) for name, (_, parts) in self.own.items()} | self.rows

    def written_by(self, block: object) -> frozenset[str]:
        """Give all fields that instructions write, themselves and through what they call."""
        return frozenset(self.widened(instructions_write(block), self.writes))

    def read_by(self, values: object) -> frozenset[str]:
        """Give all fields that values and instructions read, themselves and through what they call."""
        return frozenset(self.widened(values_read(values), self.reads))

    @staticmethod
    def widened(parts: Iterable[Touched], known: Mapping[CalledPart, frozenset[str]]) -> set[str]:
        """Put what is known of each part in its place."""
        found: set[str] = set()
        for part in parts:
            found |= known.get(part, frozenset()) if isinstance(part, CalledPart) else {part}
        return found

    @cached_property
    def passed_on(self) -> tuple[dict[CalledPart, frozenset[str]], dict[CalledPart, frozenset[Passing]]]:
        """Give what each part reads outright, and what only to work out a field, with all that it calls."""
        outright: dict[CalledPart, set[Touched]] = {}
        passing: dict[CalledPart, set[Passing]] = {}
        for address, routine in self.program.routines.items():
            found, handed_on = flows(routine.block, self.may_fail)
            outright[called(address)] = found | set(values_read(routine.value))
            passing[called(address)] = self.spread_out(handed_on)
        outright |= {part: {*rows} for part, rows in self.rows.items()}
        changed = True
        while changed:
            changed = False
            for name, fields in outright.items():
                mine = passing.setdefault(name, set())
                before = len(fields) + len(mine)
                below = [part for part in parts_in(fields) if part in outright]
                fields.update(*(outright[part] for part in below))
                mine.update(*(passing.get(part, set()) for part in below))
                changed = changed or len(fields) + len(mine) != before
        for name, known in self.reads.items():
            if name not in outright:  # value tables, phases, what is allowed: all of it counts
                outright[name], passing[name] = {*known}, set()
        return (
            {name: frozenset(fields_in(found)) for name, found in outright.items()},
            {name: frozenset(found) for name, found in passing.items()},
        )

    def spread_out(self, passing: Iterable[tuple[Touched, str]]) -> set[Passing]:
        """Put the fields that a call reads in the place of the call."""
        return {(known, target) for read, target in passing for known in self.widened([read], self.reads)}

    def flows(self, values: object) -> tuple[set[str], set[Passing]]:
        """Give what `flows` gives of values and instructions, with the fields that a call reads in its place."""
        found, handed_on = flows(values, self.may_fail)
        outright, passing = self.passed_on
        below = [passing.get(part, frozenset()) for part in parts_in(found)]
        return self.widened(found, outright), self.spread_out(handed_on).union(*below)

    @cached_property
    def in_secret(self) -> frozenset[str]:
        """Give the routines and phases of which something may be carried out while sides decide in secret."""
        simultaneous = {
            name: tuple(one for one in instructions_in(block) if isinstance(one, op.Simultaneously))
            for name, (_, block) in self.own.items()
        }
        found = {name for name, several in simultaneous.items() if several}
        waiting = [part for several in simultaneous.values() for part in parts_in(instructions_write(several))]
        while waiting:
            part = waiting.pop()
            if part not in found:
                found.add(part)
                waiting += parts_in(self.done_by.get(part, ()))
        return frozenset(part.address for part in found)

    @cached_property
    def chancy(self) -> frozenset[str]:
        """Give the routines that draw or ask, themselves or through others."""
        return frozenset(part.address for part in self.reaching(brings_chance) if part.sort == "call")

    def reaching(self, has: object) -> set[CalledPart]:
        """Give the parts of which an instruction, or one of what they call, is so."""
        assert callable(has)
        direct = {
            name
            for name, (_, parts) in self.own.items()
            if name.sort != "call allowed" and any(has(n) for n in instructions_in(parts))
        }
        return leading_to(direct, self.done_by)

    @cached_property
    def chancy_tables(self) -> frozenset[str]:
        """Give the tables a row of which may draw or ask."""
        tables = self.program.acting_tables.items()
        return frozenset(name for name, table in tables if not self.chancy.isdisjoint(table.cells.values()))

    def has_chance(self, block: object) -> bool:
        """Tell whether instructions draw or ask, themselves or through what they call."""
        for node in instructions_in(block):
            if brings_chance(node):
                return True
            if isinstance(node, op.Call) and node.address in self.chancy:
                return True
            if isinstance(node, op.CallRow) and node.table in self.chancy_tables:
                return True
        return False


def brings_chance(node: object) -> bool:
    """Tell whether an instruction itself draws or asks."""
    return isinstance(node, op.Draw | op.Ask | op.RollOff)


def leading_to(found: set[Name], calls: Mapping[Name, AbstractSet[object]]) -> set[Name]:
    """Give parts with all that call one of them, themselves or through others."""
    while more := {name for name, below in calls.items() if name not in found and not found.isdisjoint(below)}:
        found |= more
    return found


def closed(table: Mapping[CalledPart, set[Touched]]) -> dict[CalledPart, frozenset[str]]:
    """Give the fields that each part has, with those that all that it calls has."""
    below = {name: [part for part in parts_in(has) if part in table] for name, has in table.items()}
    found = {name: set(fields_in(has)) for name, has in table.items()}
    ordered = callees_first(below)
    changed = True
    while changed:  # once more than parts that call each other are nested
        changed = False
        for name in ordered:
            fields = found[name]
            before = len(fields)
            fields.update(*(found[part] for part in below[name]))
            changed = changed or len(fields) != before
    return {name: frozenset(fields) for name, fields in found.items()}


def callees_first(called: Mapping[Name, list[Name]]) -> list[Name]:
    """Give all parts so that each stands behind what it calls, as far as they do not call each other."""
    found: dict[Name, None] = {}
    begun: set[Name] = set()
    waiting = [(name, False) for name in called]
    while waiting:
        name, is_done = waiting.pop()
        if is_done:
            found[name] = None
        elif name not in begun:
            begun.add(name)
            waiting.append((name, True))
            waiting += [(part, False) for part in called[name] if part not in begun]
    return list(found)


# --- faults


def fails(node: object, capacities: Mapping[str, int]) -> bool:
    """Tell whether a value or an instruction can come to a fault by itself, whatever its parts do.

    `capacities` says how much each field holds that is a list.
    """
    match node:
        case val.Operation(sign="there") | op.Fault() | op.Push() | op.Create():
            return True
        case op.Store(field=known, value=value):
            return known in capacities and not never_longer(value, capacities[known])
        case val.Cell(keys=keys) | op.CallRow(keys=keys):
            return any(types.may_be_none(key.type) for key in keys)
        case val.Function(type=types.Point()) | val.Function(name="item_needed"):
            return True  # beyond every board, or beyond the end of a list
    return False


def never_longer(listed: Value, capacity: int) -> bool:
    """Tell whether a list is never longer than so much, as far as that can be seen of it alone."""
    match listed:
        case val.Items(items=items):
            return len(items) <= capacity
        case val.Gathering(how="all", source=source) | val.Ordered(source=source):
            return never_longer(source, capacity)
    return isinstance(listed.type, types.ListType) and 0 < listed.type.capacity <= capacity
