"""The world of a program: what rules speak of, as data that no syntax node is part of.

In: a `Declared` ruleset. Out: a `World`: kinds with their fields, lists of words, constants, the board, and what rules,
tables and hooks take and give. A program and everything that runs it read this and nothing else of the ruleset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal
from weakref import WeakKeyDictionary

from quarterdeck.base.geometry.grids import SpaceGrid, grid_of
from quarterdeck.base.geometry.squares import Diagonals
from quarterdeck.base.records import EqualRecord
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.closed_sorts import EnumSort, HookSort, RuleSort, SeenBy
from quarterdeck.language.declarations.symbol_table import Declared, Kind, Parameter, Rule, Table
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.typing.meanings import Checked


class WorldField(EqualRecord):
    """A field of a kind; `has_start` says that the ruleset gives it a value when a thing comes into play."""

    kind: str
    name: str
    type: Type
    words: str
    mark: bool
    fixed: bool
    seen_by: SeenBy
    changed_by: tuple[str, ...] | None
    has_start: bool
    apart: str

    @property
    def address(self) -> str:
        """Give the field's address."""
        return f"{self.kind}.{self.name}"


class WorldKind(EqualRecord):
    """A kind of thing; `owner` names the field with the side that a thing belongs to."""

    name: str
    one: str
    many: str
    capacity: int
    owner: str | None
    part_of: str | None
    fields: Mapping[str, WorldField]


class WorldEnum(EqualRecord):
    """A closed list of words."""

    name: str
    sort: EnumSort
    members: tuple[str, ...]
    words: Mapping[str, str]
    many: str | None
    more: str
    less: str


class WorldConstant(EqualRecord):
    """A fact of the scenario."""

    name: str
    type: Type
    words: str
    has_start: bool


class WorldBoard(EqualRecord):
    """The board; `off` names the fields, yes or no, by which a thing is no longer on it."""

    shape: Literal["hex", "square", "plane", "areas", "none"]
    directions: str | None
    diagonals: Diagonals | None
    lengths: str | None
    angles: str | None
    off: tuple[str, ...]
    areas: str | None = None
    links: tuple[tuple[int, ...], ...] = ()
    positions: tuple[tuple[int, int], ...] = ()

    @property
    def grid(self) -> SpaceGrid:
        """Give the arithmetic of its spaces."""
        return grid_of(self.shape, self.diagonals)


class Input(EqualRecord):
    """A named input of a rule, table or step."""

    name: str
    type: Type
    words: str


class Signature(EqualRecord):
    """What a rule takes and gives; readers know it, its rolls and its choices by `site_address`."""

    address: str
    site_address: str
    module: str
    sort: RuleSort
    parameters: tuple[Input, ...]
    result: Type | None
    cites: tuple[str, ...]
    apart: str

    @property
    def name(self) -> str:
        """Give the last part of the address that readers know."""
        return self.site_address.rsplit(".", 1)[-1]

    @property
    def stands_alone(self) -> bool:
        """Tell whether readers know it by an address of its own."""
        return self.site_address == self.address


class TableSignature(EqualRecord):
    """The keys of a table, what its cells are given besides, and what they give.

    `rows` and `columns` are the lowest and highest key, as stored, for which each of them counts.
    """

    name: str
    title: str
    keys: tuple[Input, ...]
    rows: tuple[tuple[int, int], ...]
    columns: tuple[tuple[int, int], ...]
    given: tuple[Input, ...]
    gives: Type | None
    cites: tuple[str, ...]
    uncompared: ClassVar = ("span",)
    span: Span


class WorldHook(EqualRecord):
    """What an enabled plugin does at an address; `number` finds its function."""

    plugin: str
    name: str
    sort: HookSort
    at: str
    number: int
    reads: tuple[str, ...]
    writes: tuple[str, ...]


class World(EqualRecord):
    """What the rules of a program speak of, by name or address."""

    name: str
    board: WorldBoard
    kinds: Mapping[str, WorldKind]
    enums: Mapping[str, WorldEnum]
    constants: Mapping[str, WorldConstant]
    options: tuple[str, ...]
    rules: Mapping[str, Signature]
    tables: Mapping[str, TableSignature]
    hooks: tuple[WorldHook, ...]
    dice: tuple[str, ...]
    scenarios: Mapping[str, str]
    """The titles of scenarios."""


_worlds: WeakKeyDictionary[Checked, World] = WeakKeyDictionary()


def world_under_all_settings(checked: Checked) -> World:
    """Take from a checked ruleset what its programs need to run: once, whatever settings it is built under."""
    if checked not in _worlds:
        _worlds[checked] = world_of(checked.declared)
    return _worlds[checked]


def world_of(declared: Declared) -> World:
    """Take from a ruleset what a program needs to run."""
    return World(
        declared.name,
        board_of(declared),
        {kind.name: kind_in(kind) for kind in declared.kinds.values()},
        {
            enum.name: WorldEnum(enum.name, enum.sort, enum.members, enum.words, enum.many, enum.more, enum.less)
            for enum in declared.enums.values()
        },
        {
            constant.name: WorldConstant(constant.name, constant.type, constant.words, constant.start is not None)
            for constant in declared.constants.values()
        },
        tuple(declared.options),
        {rule.address: signature_of(rule) for rule in declared.rules.values()},
        {table.name: keys_of(table) for table in declared.tables.values()},
        tuple(
            WorldHook(hook.plugin, hook.name, hook.sort, hook.at, hook.number, hook.reads, hook.writes)
            for plugin in declared.plugins
            for hook in plugin.hooks
        ),
        tuple(declared.head.dice),
        {scenario.name: scenario.shape.title for scenario in declared.scenarios.values()},
    )


def board_of(declared: Declared) -> WorldBoard:
    """Take the board, with the map of its areas if it has any."""
    board = declared.head.board
    areas = declared.enums.get(board.areas or "") if board.shape == "areas" else None
    return WorldBoard(
        *(board.shape, board.directions, board.diagonals, board.lengths, board.angles, tuple(board.off), board.areas),
        areas.links if areas else (),
        areas.positions if areas else (),
    )


def kind_in(kind: Kind) -> WorldKind:
    """Take a kind with its fields, without what they begin with."""
    fields = {
        known.name: WorldField(
            *(known.kind, known.name, known.type, known.words, known.mark, known.fixed, known.seen_by),
            *(known.changed_by, known.start is not None, known.apart),
        )
        for known in kind.fields.values()
    }
    return WorldKind(kind.name, kind.one, kind.many, kind.capacity, kind.owner, kind.part_of, fields)


def signature_of(rule: Rule) -> Signature:
    """Take what a rule takes and gives."""
    inputs = inputs_in(rule.parameters)
    return Signature(
        rule.address, rule.site_address, rule.module, rule.sort, inputs, rule.result, rule.cites, rule.apart
    )


def keys_of(table: Table) -> TableSignature:
    """Take the keys of a table and what it gives."""
    return TableSignature(
        table.name,
        table.title,
        tuple(Input(key.name, key.type, key.name) for key in table.keys),
        tuple((row.low, row.high) for row in table.rows),
        tuple((low, high) for _, low, high in table.columns),
        inputs_in(table.given),
        table.gives,
        places_of(table),
        table.document.places.value("table"),
    )


def places_of(table: Table) -> tuple[str, ...]:
    """Give the place in a source that a table rests on, if it names one."""
    source = table.shape.source
    return (" ".join(part for part in (source.document, source.place) if part),) if source else ()


def inputs_in(parameters: tuple[Parameter, ...]) -> tuple[Input, ...]:
    """Take the inputs of a rule without their places in the text."""
    return tuple(Input(parameter.name, parameter.type, parameter.words) for parameter in parameters)
