"""Which fields the parts of a program read and write, by themselves and through everything that they call.

In: a `Program`, or values and instructions. Out: addresses of fields; `Kind.` stands for which things of a kind are in
play, `roll N` for what the roll at a site came to. Calls are followed in one place, `CallGraph`, for all who want to
know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import instructions_in, walk

CALLS = ("call ", "table ")
"""How names begin that stand for what is called."""

Passing = tuple[str, str]
"""A field that is read only to work out another, and that other."""
FAULT = "a fault"
"""Stands among the fields that are written for a fault of the rules, which ends the game as nothing else does."""


def values_read(values: object) -> Iterator[str]:
    """Give the fields that values and instructions read by themselves; `call` and `table` stand for what is called."""
    return reads_of(walk(values))


def reads_of(nodes: Iterable[Any]) -> Iterator[str]:
    """Give what `values_read` gives of nodes that have been gone through."""
    for node in nodes:
        reads = READS.get(type(node))
        if reads is not None:
            yield from reads(node)


def instructions_write(values: object) -> Iterator[str]:
    """Give the fields that instructions write by themselves."""
    return writes_of(instructions_in(values))


def writes_of(nodes: Iterable[Any]) -> Iterator[str]:
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


def _call(node: Any) -> tuple[str, ...]:
    return (f"call {node.address}",)


def _table(node: Any) -> tuple[str, ...]:
    return (f"table {node.table}",)


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

READS: dict[type, Callable[[Any], tuple[str, ...]]] = {
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

WRITES: dict[type, Callable[[Any], tuple[str, ...]]] = {
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


def flows(values: object, may_fail: Callable[[object], bool]) -> tuple[set[str], set[Passing]]:
    """Tell the fields that values and instructions read outright, and those that are read only to work out a field.

    What a field is worked out from matters only to those who ask for that field; and so does the condition under which
    fields are written, where nothing else hangs on it. What is read where `may_fail` says that there can be a fault
    works that out as well.
    """
    outright: set[str] = set()
    passing: set[Passing] = set()
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


def _passed_to(written: set[str], values: object, may_fail: Callable[[object], bool]) -> set[Passing]:
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
    """The call graph of a program: what each part reads and writes, itself and through what it calls.

    Parts are named `call ADDRESS` for routines and phases, `call allowed ADDRESS` for what a procedure requires,
    `table NAME` for tables.
    """

    program: Program

    @cached_property
    def own(self) -> dict[str, tuple[object, object]]:
        """Give all parts with what of them may read, and what may write."""
        found: dict[str, tuple[object, object]] = {}
        for address, routine in self.program.routines.items():
            found[f"call {address}"] = ((routine.value, routine.block), routine.block)
            demands = tuple(one for one in routine.block if isinstance(one, op.Demand))
            found[f"call allowed {address}"] = (demands, ())
        for phase in self.program.turn.phases:
            found[f"call {phase.address}"] = (phase.block, phase.block)
        return found

    @cached_property
    def reads(self) -> dict[str, frozenset[str]]:
        """Give all fields that each part reads."""
        tables = (f"table {name}" for name in (*self.program.acting_tables, *self.program.value_tables))
        return closed({name: self.own_reads(name) for name in (*self.own, *tables)})

    def read_through(self, name: str) -> frozenset[str]:
        """Give all fields that one part reads, where nobody asks about the others."""
        found, waiting = {name}, [name]
        while waiting:
            more = self.own_reads(waiting.pop()) - found
            found |= more
            waiting += [part for part in more if part.startswith(CALLS)]
        return frozenset(part for part in found if not part.startswith(CALLS))

    def own_reads(self, name: str) -> set[str]:
        """Give what a part reads by itself, and what it calls."""
        if name in self.own:
            return set(values_read(self.own[name][0]))
        if name in self.rows:
            return {*self.rows[name]}
        table = name.removeprefix("table ")
        if table in self.program.value_tables:
            return set(values_read(tuple(self.program.value_tables[table].cells.values())))
        return set()

    @cached_property
    def failing(self) -> frozenset[str]:
        """Give the parts that may come to a fault, themselves or through what they call."""
        parts = {name: inside for name, (inside, _) in self.own.items()}
        parts |= {f"table {name}": tuple(table.cells.values()) for name, table in self.program.value_tables.items()}
        calls = {name: set(values_read(inside)) for name, inside in parts.items()} | self.rows
        return frozenset(leading_to({name for name, inside in parts.items() if self.fails(inside)}, calls))

    def fails(self, parts: object) -> bool:
        """Tell whether values or instructions may come to a fault by themselves."""
        return any(fails(node, self.program.layout.capacities) for node in walk(parts))

    def may_fail(self, parts: object) -> bool:
        """Tell whether values or instructions may come to a fault, themselves or through what they call."""
        nodes = [*walk(parts)]
        return self.any_fails(nodes, reads_of(nodes))

    def any_fails(self, nodes: Iterable[Any], reads: Iterable[str]) -> bool:
        """Tell what `may_fail` tells of nodes that have been gone through, and of what they read."""
        capacities = self.program.layout.capacities
        return any(fails(node, capacities) for node in nodes) or not self.failing.isdisjoint(reads)

    @cached_property
    def writes(self) -> dict[str, frozenset[str]]:
        """Give all fields that each part writes."""
        return closed(self.done_by | {f"table {name}": set() for name in self.program.value_tables})

    @cached_property
    def rows(self) -> dict[str, set[str]]:
        """Give what each acting table leads to: the routines of its rows."""
        tables = self.program.acting_tables.items()
        return {f"table {name}": {f"call {address}" for address in table.cells.values()} for name, table in tables}

    @cached_property
    def done_by(self) -> dict[str, set[str]]:
        """Give the fields that each part writes by itself, and what it calls to carry it out."""
        return {name: set(instructions_write(parts)) for name, (_, parts) in self.own.items()} | self.rows

    def written_by(self, block: object) -> frozenset[str]:
        """Give all fields that instructions write, themselves and through what they call."""
        return frozenset(self._spread(instructions_write(block), self.writes))

    def read_by(self, values: object) -> frozenset[str]:
        """Give all fields that values and instructions read, themselves and through what they call."""
        return frozenset(self._spread(values_read(values), self.reads))

    @staticmethod
    def _spread(parts: Iterable[str], known: dict[str, frozenset[str]]) -> set[str]:
        found: set[str] = set()
        for part in parts:
            found |= known.get(part, frozenset({part}))
        return found

    @cached_property
    def passed_on(self) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[Passing]]]:
        """Give what each part reads outright, and what only to work out a field, with all that it calls."""
        reads = self.reads
        outright: dict[str, set[str]] = {}
        passing: dict[str, set[Passing]] = {}
        for address, routine in self.program.routines.items():
            found, handed_on = flows(routine.block, self.may_fail)
            outright[f"call {address}"] = found | set(values_read(routine.value))
            passing[f"call {address}"] = self.spread_out(handed_on)
        outright |= {name: {*called} for name, called in self.rows.items()}
        changed = True
        while changed:
            changed = False
            for name, fields in outright.items():
                mine = passing.setdefault(name, set())
                before = len(fields) + len(mine)
                called = [part for part in fields if part in outright]
                fields.update(*(outright[part] for part in called))
                mine.update(*(passing.get(part, set()) for part in called))
                changed = changed or len(fields) + len(mine) != before
        for name, known in reads.items():
            if name not in outright:  # value tables, phases, what is allowed: all of it counts
                outright[name], passing[name] = set(known), set()

        def itself(part: str) -> frozenset[str]:
            return frozenset() if part in outright else reads.get(part, frozenset({part}))

        return (
            {name: frozenset().union(*map(itself, found)) for name, found in outright.items()},
            {name: frozenset(found) for name, found in passing.items()},
        )

    def spread_out(self, passing: set[Passing]) -> set[Passing]:
        """Put the fields that a call reads in the place of the call."""
        return {(known, target) for read, target in passing for known in self.reads.get(read, frozenset({read}))}

    @cached_property
    def in_secret(self) -> frozenset[str]:
        """Give the routines and phases of which something may be carried out while sides decide in secret."""
        simultaneous = {
            name: tuple(one for one in instructions_in(block) if isinstance(one, op.Simultaneously))
            for name, (_, block) in self.own.items()
        }
        found = {name for name, several in simultaneous.items() if several}
        waiting = [part for several in simultaneous.values() for part in instructions_write(several)]
        while waiting:
            part = waiting.pop()
            if part not in found:
                found.add(part)
                waiting += self.called_by(part)
        return frozenset(part.removeprefix("call ") for part in found)

    def called_by(self, part: str) -> set[str]:
        """Give the parts that one part calls to carry them out."""
        return {called for called in self.done_by.get(part, ()) if called.startswith(CALLS)}

    @cached_property
    def chancy(self) -> frozenset[str]:
        """Give the routines that draw or ask, themselves or through others."""
        return frozenset(name.removeprefix("call ") for name in self.reaching(brings_chance))

    def reaching(self, has: object) -> set[str]:
        """Give the parts of which an instruction, or one of what they call, is so."""
        assert callable(has)
        direct = {
            name
            for name, (_, parts) in self.own.items()
            if not name.startswith("call allowed ") and any(has(n) for n in instructions_in(parts))
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


def leading_to(found: set[str], calls: Mapping[str, set[str]]) -> set[str]:
    """Give parts with all that call one of them, themselves or through others."""
    while more := {name for name, called in calls.items() if name not in found and called & found}:
        found |= more
    return found


def closed(table: dict[str, set[str]]) -> dict[str, frozenset[str]]:
    """Give what each part has, with what all that it calls has; the names of calls are left out."""
    called = {name: [part for part in has if part in table] for name, has in table.items()}
    found = {name: {part for part in has if not part.startswith(CALLS)} for name, has in table.items()}
    ordered = callees_first(called)
    changed = True
    while changed:  # once more than parts that call each other are nested
        changed = False
        for name in ordered:
            fields = found[name]
            before = len(fields)
            fields.update(*(found[part] for part in called[name]))
            changed = changed or len(fields) != before
    return {name: frozenset(fields) for name, fields in found.items()}


def callees_first(called: dict[str, list[str]]) -> list[str]:
    """Give all parts so that each stands behind what it calls, as far as they do not call each other."""
    found: dict[str, None] = {}
    begun: set[str] = set()
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
