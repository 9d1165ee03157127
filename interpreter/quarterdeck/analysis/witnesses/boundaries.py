"""Which facts are worth trying, and with which values: what changed reads them, and turns on such values.

In: the programs of two rulesets, and parts of them that differ. Out: `Interest`, the fields and inputs that stand in
what one side has and the other has not, with the numbers that are written there; and `TriedValue`s, single facts that
put a situation on one side of such a number or the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Literal

from quarterdeck.analysis.diff.impact import TwoPrograms
from quarterdeck.base.geometry import plane
from quarterdeck.base.plain_data import plain_number
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import Touched, parts_in
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.walking import walk

CALLS_FOLLOWED = 4
"""Through so many calls of definitions what differs is followed to what it reads."""
MOST_NUMBERS = 14
MOST_MEMBERS = 12
MOST_THINGS = 6
MOST_PLACES = 2
NEAR_HEXES = (1, 2, 3, 5, 8)
"""How far from another thing one is tried, besides the distances that are written."""


@dataclass
class Interest:
    """What differs reads these fields, inputs and locals, and speaks of these numbers, the nearest first."""

    fields: dict[str, None] = field(default_factory=dict)
    inputs: dict[str, None] = field(default_factory=dict)
    numbers: dict[Fraction, None] = field(default_factory=dict)

    def add(
        self, program: Program, nodes: Iterable[Any], lets: dict[str, Any], calls_left: int = CALLS_FOLLOWED
    ) -> None:
        """Add what some nodes read, themselves and through the definitions, tables and names that they speak of."""
        for node in nodes:
            match node:
                case val.Slot(field=known) | val.Contents(field=known):
                    self.fields.setdefault(known)
                case op.Adjust(field=known, thing=thing) if thing is not None:
                    self.fields.setdefault(known)
                case op.Store(field=known):
                    self.fields.setdefault(known)
                case val.Constant(type=types.Number(step=step), number=number):
                    self.numbers.setdefault(Fraction(number, step))
                case val.Local(name=name):
                    self.inputs.setdefault(name)
                    if calls_left and name in lets:
                        self.add(program, walk(lets[name]), {}, calls_left - 1)
                case val.Defined(address=address) | val.Remembered(address=address) if calls_left:
                    routine = program.routines[address]
                    self.add(program, walk((routine.value, routine.block)), {}, calls_left - 1)
                case op.Call(address=address) if calls_left:
                    self.add(
                        program, walk(program.routines[address].block), {}, calls_left - 2 if calls_left > 1 else 0
                    )
                case val.Cell(table=table) if calls_left:
                    self.bounds(program, table)
                case _:
                    pass

    def join(self, other: Interest) -> None:
        """Add another interest, in turns with this one."""
        for mine, its in ((self.fields, other.fields), (self.inputs, other.inputs), (self.numbers, other.numbers)):
            ordered = [one for pair in zip_longest(mine, its) for one in pair if one is not None]
            mine.clear()
            mine.update(dict.fromkeys(ordered))  # type: ignore[arg-type]

    def bounds(self, program: Program, table: str) -> None:
        """Add the ends of the rows and columns of a table."""
        known = program.world.tables[table]
        for place, key in enumerate(known.keys[:2]):
            if isinstance(key.type, types.Number):
                step = key.type.step
                for low, high in known.columns if place else known.rows:
                    self.numbers.setdefault(Fraction(low, step))
                    self.numbers.setdefault(Fraction(high, step))


def interest_of(programs: TwoPrograms, reached: Iterable[Touched]) -> Interest:
    """Give what the parts of two programs that differ read, where they are among those that are reached."""
    found = Interest()
    sides = (programs.one, programs.other)
    wanted = [part for part in sorted(parts_in(reached), key=str) if part in programs.differing]
    later: list[tuple[Program, list[Any]]] = []
    for name in wanted:
        for side, (inside, new) in zip(sides, programs.nodes_of(name), strict=True):
            lets = {node.name: node.value for node in inside if isinstance(node, op.Assign)}
            found.add(side.program, (one for node in new for one in _inside(node)), lets)
            later.append((side.program, inside))
        if name.sort == "table":
            for side in sides:
                if name.address in side.program.world.tables:
                    found.bounds(side.program, name.address)
    for program, inside in later:
        found.add(program, inside, {}, 1)
    return found


def _inside(node: Any) -> Iterator[Any]:
    """Give what a new node reads: all of a value, of an instruction with a block in it only what is not in that."""
    if isinstance(node, val.Value | op.Call | op.Adjust | op.Store | op.Assign | op.Modify):
        yield from walk(node)


@dataclass(frozen=True)
class TriedValue:
    """One fact with a value among what is given: a key of a table that is asked about, an input, or `thing.field`."""

    sort: Literal["key", "given"]
    name: str
    value: Plain


def trials_for(situation: Situation, addresses: Iterable[str], interest: Interest) -> list[TriedValue]:
    """Give single facts that are worth trying in a situation, those of what lies nearest to a change first."""
    program, found = situation.program, list[TriedValue]()
    found += (trial for address in addresses for trial in keys_of(situation, address))
    keys = {trial.name for trial in found}
    parameters = {p.name: p for address in addresses for p in parameters_of(program, address) if p.name not in keys}
    inputs = [
        TriedValue("given", parameter.name, value)
        for parameter in parameters.values()
        for value in values_worth_trying(situation, parameter.type, interest.numbers)
    ]
    found += (trial for trial in inputs if trial.name in interest.inputs)
    things: dict[str, list[str]] = {}
    for name, thing in situation.things.items():
        things.setdefault(program.layout.kind_at(thing), []).append(name)
    for known in interest.fields:
        kind, _, name = known.partition(".")
        if known not in program.layout.types or known in program.layout.decks:
            continue
        for one in things.get(kind, [])[:MOST_THINGS]:
            values = values_worth_trying(situation, program.layout.types[known], interest.numbers, one)
            found += (TriedValue("given", f"{one}.{name}", value) for value in values)
    return [*found, *(trial for trial in inputs if trial.name not in interest.inputs)]


def keys_of(situation: Situation, table: str) -> Iterator[TriedValue]:
    """Give the keys of a table, each with the ends of its rows or columns; nothing for what is no table."""
    known = situation.program.world.tables.get(table)
    if known is not None:
        rows = Interest()
        rows.bounds(situation.program, table)
        for key in known.keys:
            for value in values_worth_trying(situation, key.type, rows.numbers):
                yield TriedValue("key", key.name, value)


def values_worth_trying(
    situation: Situation, kind: Type, numbers: Iterable[Fraction], thing: str = ""
) -> Iterator[Plain]:
    """Give values of a type: at and beside the numbers that are written, members, things, and places near things."""
    program = situation.program
    if types.may_be_none(kind):
        yield "none"
    match types.without_none(kind):
        case types.Boolean():
            yield from (True, False)
        case types.EnumType(enum=enum):
            yield from program.world.enums[enum].members[:MOST_MEMBERS]
        case types.Number(low=low, high=high, step=step):
            yield from numbers_of(Fraction(low), Fraction(high), step, numbers)
        case types.Thing(kind=of):
            there = [n for n, one in situation.things.items() if program.layout.kind_at(one) == of and n != thing]
            yield from there[:MOST_THINGS]
        case types.Space():
            yield from _spaces(situation, thing, numbers)
        case types.Point():
            yield from _points(situation, thing, numbers)


def numbers_of(low: Fraction, high: Fraction, step: int, numbers: Iterable[Fraction]) -> list[Plain]:
    """Give numbers of a range: those that are written, and one step on either side; its ends, and the least few."""
    found: dict[Fraction, None] = {}
    width = Fraction(1, step)
    for number in numbers:
        for near in (number, number - width, number + width):
            if low <= near <= high and (near / width).denominator == 1:
                found.setdefault(near)
        if len(found) >= MOST_NUMBERS:
            break
    for near in (Fraction(0), Fraction(1), low, high, Fraction(2)):
        if low <= near <= high and (near / width).denominator == 1:
            found.setdefault(near)
    return [plain_number(number) for number in found]


def _spaces(situation: Situation, thing: str, numbers: Iterable[Fraction]) -> Iterator[Plain]:
    written = [int(n) for number in numbers for n in (number, number + 1) if n == int(n) and 0 < n <= 60]
    for place in _places_of_others(situation, thing, types.Space):
        column, row = situation.program.world.board.grid.column_row(place)
        for away in dict.fromkeys((*NEAR_HEXES, *written)):
            yield [column, row + away]


def _points(situation: Situation, thing: str, numbers: Iterable[Fraction]) -> Iterator[Plain]:
    written = [n for number in numbers for n in (number, number + 1) if 0 < n <= 100]
    for place in _places_of_others(situation, thing, types.Point):
        x, y = plane.coordinates(place)
        for away in dict.fromkeys((*map(Fraction, NEAR_HEXES), *written)):
            yield [plain_number(Fraction(x, 100)), plain_number(Fraction(y, 100) + away)]


def _places_of_others(situation: Situation, thing: str, sort: type[types.Space | types.Point]) -> list[int]:
    """Give the places of the first things that lie somewhere, without a certain one."""
    layout, found = situation.program.layout, list[int]()
    for name, one in situation.things.items():
        of_kind = (known for known in layout.types if known.startswith(f"{layout.kind_at(one)}."))
        place = next((known for known in of_kind if isinstance(layout.types[known], sort)), None)
        if name != thing and place is not None and situation.state[one + layout.offsets[place]] != -1:
            found.append(situation.state[one + layout.offsets[place]])
    return found[:MOST_PLACES]
