"""What a table of a kind holds: its columns, and a row for each thing at the end of a turn.

In: a program, and a situation. Out: names, types and values that every database can hold. A place has two columns, so
that SQL can compare and count with it: a space its column and row on the map, a point its x and y. Lists and decks are
JSON; a thing and a member of an enum are their names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from quarterdeck.base.decimals import shown
from quarterdeck.base.geometry import plane
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.journal import state_hash
from quarterdeck.engine.run.plain_values import plain_value
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import NONE, words_of
from quarterdeck.engine.sitting.sitting import GameListener
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import ListType, Number, Type, number_at
from quarterdeck.program.form.program import Program

KEYS = ("game", "turn", "name")
RESERVED = frozenset("series games seats entries exchanges turns quarterdeck_version".split())
"""The names of tables that every database has; the table of a kind cannot have them."""
SortOfColumn = Literal["whole", "decimal", "truth", "text"]
Value = int | Decimal | bool | str | None
Row = dict[str, Value]
MOST_EXACT = 10**15
"""Decimals below this number of steps are exact in every database; SQLite holds larger ones as text."""
LONGEST_NAME = 56
"""PostgreSQL cuts names after 63 characters."""
COUNTED = frozenset({"Game.turn"})
"""Fields that the key of a row holds already."""


@dataclass(frozen=True)
class KindColumn:
    """A column of a kind: its name, what it holds, and the field that it is made from."""

    name: str
    sort: SortOfColumn
    field: str
    part: int = 0
    """Which part of a place."""


@dataclass(frozen=True)
class KindTable:
    """The table of a kind: its name, the kind, and its columns without the key."""

    name: str
    kind: str
    columns: tuple[KindColumn, ...]


@dataclass(frozen=True)
class TurnValues:
    """The end of a turn: how many entries the record held, the hash of the state, and the rows of each table."""

    turn: int
    number: int
    state_hash: str
    rows: Mapping[str, list[Row]]


@dataclass(frozen=True)
class PlayedBattle:
    """A battle of a series, as a database keeps it: its header and entries as lines, its turns, and how it ended."""

    number: int
    header: str
    lines: Sequence[str]
    tables: tuple[KindTable, ...]
    turns: Sequence[TurnValues]
    result: str
    winner: str | None
    turn: int


def tables_of(program: Program) -> tuple[KindTable, ...]:
    """Give the tables of the kinds of a ruleset; a name that is reserved, or taken, gets a `_` at its end."""
    taken = set(RESERVED)
    found = []
    for kind in program.layout.arrays:
        table = free(sql_name(kind), taken)
        used, columns = set(KEYS), list[KindColumn]()
        for address, name, held in fields_of(program, kind):
            columns += columns_of(address, name, held, used)
        found.append(KindTable(table, kind, tuple(columns)))
    return tuple(found)


def fields_of(program: Program, kind: str) -> Iterator[tuple[str, str, Type]]:
    """Yield the address, name and type of each field of a kind; of a deck once, not of its parts."""
    layout, fields = program.layout, program.world.kinds[kind].fields
    addresses = dict.fromkeys(layout.parts.get(address, address) for address, _ in layout.fields_of(kind))
    for address in addresses:
        name = address.partition(".")[2]
        if address not in COUNTED:
            yield address, name, fields[name].type if address in layout.decks else layout.types[address]


def columns_of(address: str, name: str, kind: Type, used: set[str]) -> list[KindColumn]:
    """Give the columns of a field."""
    match kind:
        case types.Space():
            parts: list[tuple[str, SortOfColumn]] = [(f"{name}_column", "whole"), (f"{name}_row", "whole")]
        case types.Point():
            parts = [(f"{name}_x", "decimal"), (f"{name}_y", "decimal")]
        case _:
            parts = [(name, sort_of(kind))]
    return [KindColumn(free(sql_name(one), used), sort, address, at) for at, (one, sort) in enumerate(parts)]


def sort_of(kind: Type) -> SortOfColumn:
    """Give what a column holds for a type that has one column."""
    match types.without_none(kind) if isinstance(kind, types.OptionalNumber) else kind:
        case types.Boolean():
            return "truth"
        case Number(step=1):
            return "whole"
        case Number(low=low, high=high, step=step) if max(-low, high) * step < MOST_EXACT:
            return "decimal"
    return "text"


def sql_name(name: str) -> str:
    """Write a name as SQL does: small letters, with `_` between its words, and no longer than databases allow."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()[:LONGEST_NAME]


def free(name: str, used: set[str]) -> str:
    """Give a name that is not used yet, and note that it is now."""
    while name in used:
        name += "_"
    used.add(name)
    return name


@dataclass
class Snapshots:
    """Takes down what is there at the end of each turn of one game, under the names that things have by then."""

    program: Program
    tables: tuple[KindTable, ...]
    nameless: set[int] = field(default_factory=set)
    """Places in the state where a thing has come into play: nobody has named it."""

    def begin(self) -> None:
        """Begin again at the start of the game."""
        self.nameless.clear()

    def hear(self, event: Happening) -> None:
        """Learn what has happened: what comes into play has no name."""
        if event.comes_into_play >= 0:
            self.nameless.add(event.comes_into_play)

    def taken(self, situation: Situation, turn: int, entries: int) -> TurnValues:
        """Take down everything that is in play."""
        names = {thing: name for thing, name in situation.known_as.items() if thing not in self.nameless}
        rows = {table.name: list(self.rows(table, situation, names)) for table in self.tables}
        return TurnValues(turn, entries, state_hash(situation), rows)

    def rows(self, table: KindTable, situation: Situation, names: Mapping[int, str]) -> Iterator[Row]:
        """Yield a row for each thing of a kind that is in play, without the game and the turn."""
        state, used = situation.state, set[str]()
        for thing in self.program.layout.things(table.kind):
            if state[thing]:
                name = words_of(self.program, names, types.Thing(table.kind), thing, as_written=True)
                row: Row = {"name": free(name, used)}
                for column in table.columns:
                    row[column.name] = self.value(column, state, thing, names)
                yield row

    def value(self, column: KindColumn, state: list[int], thing: int, names: Mapping[int, str]) -> Value:
        """Give what a column holds of a thing."""
        layout, address = self.program.layout, column.field
        if address in layout.decks:
            return as_json(
                {
                    part.removeprefix(f"{address}."): plain_value(self.program, names, layout.types[part], state[at])
                    for part in layout.decks[address]
                    for at in [thing + layout.offsets[part]]
                }
            )
        kind, at = layout.types[address], thing + layout.offsets[address]
        stored = state[at]
        if isinstance(kind, types.OptionalNumber):
            if types.is_none(kind, stored):
                return None
            kind = kind.number
        match kind:
            case ListType(item=item):
                listed = state[at + 1 : at + 1 + stored]
                return as_json([plain_value(self.program, names, item, one) for one in listed])
            case types.Space():
                return None if stored == NONE else self.program.world.board.grid.column_row(stored)[column.part]
            case types.Point():
                return None if stored == NONE else Decimal(plane.shown(plane.coordinates(stored)[column.part]))
            case types.Boolean():
                return bool(stored)
            case Number(step=1):
                return stored
            case Number() if column.sort == "decimal":
                return Decimal(shown(number_at(kind, stored)))
        found = plain_value(self.program, names, kind, stored)
        return found if found is None or isinstance(found, str) else str(found)


def as_json(value: object) -> str:
    """Write a list or a deck as JSON."""
    return json.dumps(value, ensure_ascii=False)


def snapshots_of(start: Situation) -> Snapshots:
    """Make what takes down the turns of a game."""
    return Snapshots(start.program, tables_of(start.program))


class TurnCollector(GameListener):
    """Keeps the end of each turn of a game that is played, or played again."""

    def __init__(self, start: Situation) -> None:
        self.snapshots = snapshots_of(start)
        self.turns: list[TurnValues] = []

    def begin(self) -> None:
        """Begin again at the start."""
        self.snapshots.begin()
        self.turns.clear()

    def hear(self, event: Happening) -> None:
        """Learn what has happened."""
        self.snapshots.hear(event)

    def turn_over(self, situation: Situation, turn: int, entries: int) -> None:
        """Keep the end of a turn."""
        self.turns.append(self.snapshots.taken(situation, turn, entries))
