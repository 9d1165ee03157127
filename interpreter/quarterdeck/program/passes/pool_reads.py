"""Find what rules read of a pool of dice, so that counting need not visit every throw.

In: a program. Out: a program in which the throw of a pool brings what is read of it, all at once, wherever the rules
speak of that pool in reads alone. A read is the largest value that is made of a pool and of what was known before the
throw, a number or a truth. It is right wherever it is read, in a branch too, since nothing that comes later changes it.
What reads the list itself, such as a loop over its dice, leaves the throw as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from quarterdeck.base.text import NOWHERE, Span
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CalledPart, Touched, values_read
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.program import PhaseGraph, Program
from quarterdeck.program.form.summary import entries_of_advice
from quarterdeck.program.form.values import Value, whole
from quarterdeck.program.form.walking import instructions_in, locals_in, parts_of, rewritten, walk, with_blocks

PURE = (op.Assign, op.Modify, op.Branch, op.Result, op.Rolled, op.Drawn, op.Announce, op.Draw)
"""Instructions that change no field."""
READABLE = (val.Operation, val.Rescale, val.Rounded, val.Power, val.Cases, val.Items, val.Range)
PARTS = ("highest_items", "lowest_items", "without_highest", "without_lowest")
"""Functions that give some of a pool."""
FUNCTIONS = frozenset({*PARTS, "count", "listed"})


class NotReadError(Exception):
    """A value depends on more than a pool and what was known before its throw."""


def with_pool_reads(program: Program, *, advised: bool = False) -> Program:
    """Return a program in which throws of pools bring what is read of them.

    Advice that is given lists may read the pool itself, so where choices are `advised`, it is kept for them.
    """
    blocks = (
        *(routine.block for routine in program.routines.values()),
        *(phase.block for phase in program.turn.nodes.values()),
    )
    if not any(is_pool(one) for one in instructions_in(blocks)):
        return program
    given = frozenset(site.number for site in program.sites if advised and gives_lists(program, site))
    routines = dict(program.routines)
    for address, routine in routines.items():
        if routine.value is None:
            block = in_block(program, routine.block, given, {name for name, _ in routine.parameters})
            routines[address] = routine.changed({"block": block})
    phases = {
        address: replace(phase, block=in_block(program, phase.block, given))
        for address, phase in program.turn.nodes.items()
    }
    return replace(program, routines=routines, turn=PhaseGraph(phases))


def gives_lists(program: Program, site: op.Site) -> bool:
    """Tell whether the advice on a choice is given lists."""
    inputs = (kind for one in entries_of_advice(program, [site]) for _, kind in program.routines[one].parameters)
    return any(isinstance(kind, types.ListType) for kind in inputs)


def is_pool(one: Instruction) -> bool:
    """Tell whether an instruction throws a pool."""
    return isinstance(one, op.Draw) and isinstance(one.chance, val.Dice) and one.chance.pick == "each"


def in_block(program: Program, block: Block, given: Collection[int], fixed: Collection[str] = ()) -> Block:
    """Return a block in which throws of pools bring what is read of them, the last one first.

    Lists are `given` to the advice on choices at some sites. `fixed` are the locals that have one value in all rows of
    a question.
    """
    inner = partial(in_block, program, given=given, fixed=fixed)
    found = [with_blocks(one, inner) for one in with_mixed_pools(block)]
    for place in reversed(range(len(found))):
        one = found[place]
        if isinstance(one, op.Draw) and isinstance(one.chance, val.Dice) and is_pool(one):
            reading = ReadsOfPool(program, one, one.chance, tuple(found[place + 1 :]), fixed)
            found[place:] = reading.with_list() if asks_at(reading.tail, given) else reading.block()
    return tuple(found)


def with_mixed_pools(block: Block) -> Block:
    """Return a block in which throws whose dice become one list are one throw."""
    found: list[Instruction] = []
    for one in block:
        match one:
            case op.Assign(value=val.Function(name="mixed_items", arguments=parts)):
                thrown = found[len(found) - len(parts) :]
                assert all(is_pool(draw) for draw in thrown), "the dice of a pool are thrown right before it is made"
                del found[-len(parts) :]
                first, *others = (draw.chance for draw in thrown if isinstance(draw, op.Draw))
                chance = first.changed({"more": tuple(others)})
                found.append(thrown[0].changed({"name": one.name, "chance": chance}))
            case _:
                found.append(one)
    return tuple(found)


def asks_at(block: Block, sites: Collection[int]) -> bool:
    """Tell whether a block has a choice at one of some sites."""
    return any(isinstance(one, op.Ask) and one.site in sites for one in instructions_in(block))


def free_locals(node: Any) -> frozenset[str]:
    """Return the names of the locals of a value that it does not bind itself."""
    match node:
        case val.Local(name=name):
            return frozenset({name})
        case val.Gathering() | val.Ordered():
            inside = (node.condition, node.key, node.value if isinstance(node, val.Gathering) else None)
            return free_locals(node.source) | (free_locals(inside) - {node.variable})
        case tuple():
            return frozenset().union(*map(free_locals, node))
    if isinstance(node, val.PoolReads):
        return free_locals((node.dice, node.given))
    return frozenset().union(*(free_locals(getattr(node, name)) for name in parts_of(type(node))))


def bound_in(node: Any) -> Iterator[str]:
    """Yield the names that are given a value in a piece of a rule."""
    for one in walk(node):
        match one:
            case op.Assign(name=name) | op.Ask(name=name):
                yield name
            case op.Draw():
                yield one.local
            case op.Adjust(thing=None, field=name):
                yield name
            case op.Modify(roll=name):
                yield f"{name}.total"
            case op.Sift(every=every, options=options, variable=name):
                yield from (every, options, name)
            case op.Tries(tried=name):
                yield name
            case (
                op.Loop(variable=name) | op.Simultaneously(variable=name)
                | val.Gathering(variable=name) | val.Ordered(variable=name) | val.Prepared(variable=name)
            ):  # fmt: skip
                yield name


@dataclass
class ReadsOfPool:
    """What the instructions after the throw of a pool read of it."""

    program: Program
    draw: op.Draw
    dice: val.Dice
    tail: Block
    fixed: Collection[str] = ()
    given: dict[Value, str] = field(default_factory=dict)
    items: dict[Value, Span] = field(default_factory=dict)
    late: frozenset[str] = frozenset()
    made: int = 0
    place: Span = NOWHERE

    def block(self) -> Block:
        """Return the throw and the instructions after it, with reads, or with the list where they need that."""
        self.late = frozenset(bound_in(self.tail))
        tail = self.without_aliases()
        now: list[Instruction] = []
        may_ask = True
        for one in tail:
            now += self.instruction(one, may_ask)
            may_ask = may_ask and all(isinstance(part, PURE) or is_tally(part) for part in instructions_in(one))
        needs = next((one.span for one in instructions_in(tuple(now)) if self.draw.local in locals_in(one)), None)
        if needs is not None:
            pool, self.given = val.Local(self.dice.type, self.draw.local), {}
            self.items = {pool: innermost(now, self.draw.local, needs)}
            swap = partial(instead_of, pool.name, val.Local(pool.type, self.name(0)))
            now = [rewritten(one, swap) for one in tail if not isinstance(one, op.Drawn)]
        reads = val.PoolReads(
            types.ListType(val.ANY_WHOLE, len(self.items)), self.dice, self.draw.local,
            tuple(self.given.values()), tuple(self.given), tuple(self.items), tuple(self.items.values()),
        )  # fmt: skip
        brought = val.Local(reads.type, self.draw.local)
        named = (
            op.Assign(self.draw.span, self.name(place), val.Function(one.type, "item", (brought, whole(place))))
            for place, one in enumerate(self.items)
        )
        return (self.draw.changed({"chance": reads}), *named, *now)

    def with_list(self) -> Block:
        """Return the throw and the instructions after it as they are, with the list in its own local."""
        pool, brought = val.Local(self.dice.type, self.draw.local), types.ListType(val.ANY_WHOLE, 1)
        reads = val.PoolReads(brought, self.dice, pool.name, (), (), (pool,), (self.draw.span,))
        own = val.Function(pool.type, "item", (val.Local(brought, pool.name), whole(0)))
        tail = (one for one in self.tail if not isinstance(one, op.Drawn))
        return (self.draw.changed({"chance": reads}), op.Assign(self.draw.span, pool.name, own), *tail)

    def name(self, place: int) -> str:
        """Return the local of a read."""
        return f"{self.draw.local}.{place}"

    def without_aliases(self) -> Block:
        """Return the instructions in which lists that are made of the pool are written out where they are named."""
        bound, tail = list(bound_in(self.tail)), list(self.tail)
        place = 0
        while place < len(tail):
            one = tail[place]
            if isinstance(one, op.Assign) and bound.count(one.name) == 1 and self.is_list_of_dice(one.value):
                swap = partial(instead_of, one.name, one.value)
                tail = [*tail[:place], *(rewritten(part, swap) for part in tail[place + 1 :])]
            else:
                place += 1
        self.given.clear()
        return tuple(tail)

    def is_list_of_dice(self, node: Value) -> bool:
        """Tell whether a value is the pool, or a list that is made of it and of what was known before."""
        if not isinstance(node.type, types.ListType) or self.draw.local not in locals_in(node):
            return False
        try:
            self.rewritten(node, frozenset(), may_ask=False)
        except NotReadError:
            return False
        return True

    # --- instructions and values

    def instruction(self, one: Instruction, may_ask: bool) -> Block:
        """Return an instruction with reads instead of the pool; what only says what was thrown is left out."""
        self.place = one.span
        match one:
            case op.Drawn(value=value) if self.draw.local in locals_in(value):
                return ()
            case op.Announce(text=text) if self.draw.local in locals_in(text):
                return (op.Announce(one.span, val.Text(())),)
        changed = {}
        for name in parts_of(type(one)):
            part = getattr(one, name)
            if part is not None and not isinstance(part, str | int):
                changed[name] = self.part(part, may_ask)
        return (one.changed(changed),)

    def part(self, node: Any, may_ask: bool) -> Any:
        """Return a part of an instruction with reads in it; in blocks the state may be another by then."""
        if isinstance(node, tuple):
            found: list[Any] = []
            for place, one in enumerate(node):
                if isinstance(one, Instruction):
                    found += self.instruction(one, may_ask=False)
                else:
                    found.append(self.part(one, may_ask and place == 0))
            return tuple(found)
        if isinstance(node, Value) and self.draw.local in locals_in(node):
            return self.value(node, may_ask)
        if isinstance(node, val.Text) and self.draw.local in locals_in(node):
            return val.Text(())
        return node

    def value(self, node: Value, may_ask: bool) -> Value:
        """Return a value with reads in it, the largest there are.

        Of what depends on an earlier throw as well, reads are the parts that do not, or it would be counted once for
        each way in which that may fall.
        """
        if isinstance(node.type, types.Number | types.Boolean) and self.draw.local in free_locals(node):
            given = dict(self.given)
            try:
                read = self.rewritten(node, frozenset(), may_ask)
            except NotReadError:
                read = None
            if read is not None and self.varies(read) and self.is_apart(node):
                read, self.given = None, given
            if read is not None:
                self.items.setdefault(read, self.place)
                return val.Local(node.type, self.name([*self.items].index(read)))
        inside: dict[str, Any] = {}
        for name in parts_of(type(node)):
            part = getattr(node, name)
            if isinstance(part, Value | tuple):
                inside[name] = self.part(part, may_ask)
        return node.changed(inside)

    def varies(self, read: Value) -> bool:
        """Tell whether a read depends on what differs between the rows of one question."""
        names = free_locals(read)
        return any(not locals_in(value) <= set(self.fixed) for value, name in self.given.items() if name in names)

    def is_apart(self, node: Value) -> bool:
        """Tell whether the pool is only in parts of a value that are numbers or truths."""
        parts = [getattr(node, name) for name in parts_of(type(node))]
        found = [one for one in values_in(parts) if self.draw.local in free_locals(one)]
        is_loop = isinstance(node, val.Gathering | val.Ordered | val.Defined)
        return not is_loop and all(isinstance(one.type, types.Number | types.Boolean) for one in found)

    def rewritten(self, node: Any, bound: frozenset[str], may_ask: bool) -> Any:
        """Return a value made of the pool, of names for what was known before the throw, and of names bound in it.

        Raises:
            NotReadError: it depends on something else.
        """
        if isinstance(node, tuple):
            return tuple(self.rewritten(one, bound, may_ask) for one in node)
        names = free_locals(node)
        if self.draw.local not in names and not names & bound:
            return self.known(node, names, may_ask)
        inner = bound
        match node:
            case val.Local():
                return node
            case val.Defined(address=address, arguments=arguments):
                return self.rewritten(self.written_out(address, arguments), bound, may_ask)
            case val.Gathering(variable=variable, key=None):
                inner = bound | {variable}
            case val.Function(name=name) if name in FUNCTIONS:
                pass
            case val.Cell(table=table) if self.is_constant(table):
                pass
            case _ if not isinstance(node, READABLE):
                raise NotReadError
        changed = {}
        for name in parts_of(type(node)):
            part = getattr(node, name)
            if isinstance(part, Value | tuple):
                changed[name] = self.rewritten(part, bound if name == "source" else inner, may_ask)
        return node.changed(changed)

    def known(self, node: Value, names: frozenset[str], may_ask: bool) -> Value:
        """Return the name of a value that is known before the throw.

        Raises:
            NotReadError: it is not.
        """
        if isinstance(node, val.Constant):
            return node
        parts = [one for one in walk(node) if isinstance(one, Value)]
        asks = any(isinstance(one, val.Hooked | val.Expected | val.Prepared | val.PreparedItems) for one in parts)
        if names & self.late or asks or (not may_ask and any(values_read(node))):
            raise NotReadError
        return val.Local(node.type, self.given.setdefault(node, f"{self.draw.local}.given.{len(self.given)}"))

    def is_constant(self, table: str) -> bool:
        """Tell whether all cells of a table are written out."""
        return all(isinstance(cell, val.Constant) for cell in self.program.value_tables[table].cells.values())

    def written_out(self, address: str, arguments: tuple[Value, ...]) -> Value:
        """Return the value of a definition for what it is given.

        Raises:
            NotReadError: it reads the state, or it is not a definition.
        """
        routine = self.program.routines[address]
        if routine.value is None or any(state_read(self.program, routine.value)):
            raise NotReadError
        self.made += 1
        swap = {name: given for (name, _), given in zip(routine.parameters, arguments, strict=True)}
        found: Value = substituted(routine.value, swap, f"{self.draw.local}.in.{self.made}")
        return found


def state_read(program: Program, value: Value) -> Iterator[Touched]:
    """Yield the fields, tables and requirements that a value reads, itself or by what it calls."""
    for read in values_read(value):
        inner = program.routines[read.address].value if isinstance(read, CalledPart) and read.sort == "call" else None
        if inner is None:
            yield read
        else:
            yield from state_read(program, inner)


def values_in(parts: Iterable[Any]) -> Iterator[Value]:
    """Yield the values that parts of a value are, or hold in tuples."""
    for one in parts:
        if isinstance(one, Value):
            yield one
        elif isinstance(one, tuple):
            yield from values_in(one)


def innermost(block: Sequence[Instruction], name: str, found: Span) -> Span:
    """Return the place of the smallest instruction that names a local."""
    for one in instructions_in(tuple(block)):
        if name in locals_in(one):
            found = one.span
    return found


def is_tally(one: Instruction) -> bool:
    """Tell whether an instruction changes a tally, which no other rule sees."""
    return isinstance(one, op.Adjust) and one.thing is None


def instead_of(name: str, made: Value, node: Any) -> Any:
    """Return a value in the place of a local."""
    return made if isinstance(node, val.Local) and node.name == name else node


def substituted(node: Any, given: dict[str, Value], unique: str) -> Any:
    """Return a value with others in the place of its locals; names that it binds get a mark of their own."""
    if isinstance(node, tuple):
        return tuple(substituted(one, given, unique) for one in node)
    if isinstance(node, val.Local):
        return given.get(node.name, node)
    inner, changed = given, dict[str, Any]()
    if isinstance(node, val.Gathering | val.Ordered):
        name = f"{unique}.{node.variable.lstrip('#')}"
        item = node.source.type.item if isinstance(node.source.type, types.ListType) else types.UNKNOWN
        inner, changed["variable"] = {**given, node.variable: val.Local(item, name)}, name
    for name in parts_of(type(node)):
        part = getattr(node, name)
        if isinstance(part, Value | tuple):
            changed[name] = substituted(part, given if name == "source" else inner, unique)
    return node.changed(changed) if changed else node
