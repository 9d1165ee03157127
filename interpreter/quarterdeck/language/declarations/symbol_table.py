"""What a ruleset declares: everything that has a name, with its address and the node that says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from quarterdeck.base.records import EqualRecord
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.closed_sorts import EnumSort, HookSort, RuleSort, SeenBy
from quarterdeck.language.declarations.types import Boolean, EnumType, Number, Type
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import DocumentSort, YamlDocument
from quarterdeck.language.syntax import nodes

KEPT_IN_CACHE = True


class Enum(EqualRecord):
    """A closed list of words. `more` and `less` are what a ladder calls its ways.

    `links` lists for each area of a board the areas that one step leads to, and `positions` where each is drawn.
    """

    name: str
    sort: EnumSort
    members: tuple[str, ...]
    words: dict[str, str]
    many: str | None
    span: Span
    more: str = ""
    less: str = ""
    links: tuple[tuple[int, ...], ...] = ()
    positions: tuple[tuple[int, int], ...] = ()


class Unit(EqualRecord):
    """A unit of numbers; `formerly` are names that it had before."""

    name: str
    one: str
    low: int
    high: int
    step: int = 1
    formerly: tuple[str, ...] = ()


class Clock(EqualRecord):
    """What timers count: so many turns are one beat of it."""

    name: str
    turns: int
    span: Span


class Field(EqualRecord):
    """One thing known of a kind."""

    kind: str
    name: str
    type: Type
    words: str
    start: nodes.Expression | None
    mark: bool
    fixed: bool
    seen_by: SeenBy
    changed_by: tuple[str, ...] | None
    span: Span
    source: shapes.Source | None = None
    holds: tuple[tuple[str, int], ...] = ()
    """How many of each member a deck holds at the start."""
    apart: str = ""
    """Why no rule of a turn reads it."""

    @property
    def address(self) -> str:
        """Give the field's address."""
        return f"{self.kind}.{self.name}"


class Kind(EqualRecord):
    """A kind of thing."""

    name: str
    one: str
    many: str
    capacity: int
    owner: str | None
    part_of: str | None
    fields: dict[str, Field]
    span: Span
    apart: str = ""


class Parameter(EqualRecord):
    """A named input of a rule."""

    name: str
    type: Type
    words: str
    span: Span


class ConditionTable(EqualRecord):
    """Of what a definition is the result that is a table by condition: its cases are the rows.

    `takes` says what counts of the rows that apply, `gives` what one row gives. `results` are the addresses of the
    definitions for all its results. `order` has the labels of the rows as they are looked at, where that is not as they
    are written: `ranked` is then the result by which they are put in order, `highest` says from which end.
    """

    name: str
    title: str
    takes: str
    gives: Type
    results: tuple[str, ...]
    words: Mapping[str, str]
    note: str = ""
    ranked: str = ""
    highest: bool = False
    order: tuple[str, ...] = ()
    source: shapes.Source | None = None

    @property
    def gathers(self) -> bool:
        """Tell whether all rows that apply count together; otherwise one of them counts."""
        return self.takes in ("all", "sum", "least", "greatest", "count")


class Rule(EqualRecord):
    """A define, procedure, effect or advice; `module` is the file's name.

    `speaks_as` is set where a variant amends a rule and makes use of the original: what the layers below leave goes on
    under an address of its own, and its rolls, modifiers and choices keep the address that they had. `layer` is the
    variant that wrote the body. `cell` is the cell of a table of which a definition is the figure, where that hangs on
    the condition of a variant: it is said there and nowhere else. `by_condition` is the table whose rows its cases are.
    """

    address: str
    module: str
    sort: RuleSort
    parameters: tuple[Parameter, ...]
    result: Type | None
    node: nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice
    cites: tuple[str, ...]
    rulings: tuple[str, ...]
    topic: str | None
    layer: str = ""
    speaks_as: str = ""
    cell: str = ""
    by_condition: ConditionTable | None = None

    @property
    def stands_alone(self) -> bool:
        """Tell whether readers know it by an address of its own: it is neither an original nor what a cell says."""
        return not (self.speaks_as or self.cell)

    @property
    def apart(self) -> str:
        """Give why it is asked for by players alone; nothing where a turn should lead to it."""
        return reason_apart(self.node.notes)

    @property
    def name(self) -> str:
        """Give the last part of the address."""
        return self.site_address.rsplit(".", 1)[-1]

    @property
    def site_address(self) -> str:
        """Give the address by which a reader knows the rule; those of its rolls, choices and cases begin with it."""
        return self.speaks_as or self.address


class Key(EqualRecord):
    """One key of a table: a range of numbers or the members of an enum."""

    name: str
    type: Type
    span: Span


class CellOf(EqualRecord):
    """A cell: a value, or statements; empty where nothing happens."""

    address: str
    value: nodes.Expression | None
    statements: tuple[nodes.Statement, ...]
    span: Span


class Row(EqualRecord):
    """A row of a table: the numbers or members for which it counts, and its cells."""

    label: str
    address: str
    low: int
    high: int
    cells: tuple[CellOf, ...]
    span: Span
    source: shapes.Source | None


class Table(EqualRecord):
    """A table of values or of effects.

    `between_rows` says how values on a straight line between two rows are rounded: down, up or nearest; it is empty
    where there are none. `in_columns` has what single columns give, by their labels, where `gives` spans them all.
    """

    name: str
    title: str
    keys: tuple[Key, ...]
    columns: tuple[tuple[str, int, int], ...]
    given: tuple[Parameter, ...]
    gives: Type | None
    rows: tuple[Row, ...]
    document: YamlDocument
    layer: str = ""
    between_rows: str = ""
    in_columns: Mapping[str, Type] = field(default_factory=dict)

    def given_in(self, place: int) -> Type | None:
        """Give what the cells of a column give, by its place; nothing where they say what happens."""
        return self.in_columns.get(self.columns[place][0], self.gives) if self.columns else self.gives

    @property
    def shape(self) -> shapes.Table:
        """Give the table as it stands in YAML."""
        assert isinstance(self.document.shape, shapes.Table)
        return self.document.shape

    @property
    def apart(self) -> str:
        """Give why players alone look into it; nothing where a rule should."""
        return self.shape.apart or ""


class Option(EqualRecord):
    """What a group may decide before the game."""

    name: str
    type: Type
    value: nodes.Expression
    node: nodes.Option
    module: str
    cites: tuple[str, ...]
    rulings: tuple[str, ...]

    @property
    def apart(self) -> str:
        """Give why no rule of a turn asks for it."""
        return reason_apart(self.node.notes)


class Constant(EqualRecord):
    """A fact of the scenario."""

    name: str
    type: Type
    words: str
    start: nodes.Expression | None
    span: Span


class Arc(EqualRecord):
    """A stretch of directions."""

    name: str
    first: int
    last: int
    both_sides: bool
    words: str
    span: Span


Component = Kind | Enum | Constant | Arc | Unit | Clock
"""What rules speak of, and components.yaml declares."""


class Roster(EqualRecord):
    """A list of things of one kind: written out, or derived from a file of figures by the ruleset's own rules."""

    name: str
    kind: str
    document: YamlDocument
    derive: dict[str, nodes.Expression]
    part_lists: dict[str, tuple[dict[str, nodes.Expression], ...]]
    where: nodes.Expression | None = None

    @property
    def named_by(self) -> tuple[str, ...]:
        """Give the columns of the file of figures by which its things are named."""
        named = self.shape.named_by
        return (named,) if isinstance(named, str) else tuple(named)

    @property
    def shape(self) -> shapes.Roster:
        """Give the roster as it stands in YAML."""
        assert isinstance(self.document.shape, shapes.Roster)
        return self.document.shape


class FigureRow(EqualRecord):
    """A thing of a roster that is derived: the text of each figure that the roster reads, by its field."""

    roster: Roster
    name: str
    values: dict[str, str]


class Scenario(EqualRecord):
    """A situation to play from, and what is done before the first turn."""

    name: str
    document: YamlDocument
    setup: tuple[nodes.Statement, ...]

    @property
    def shape(self) -> shapes.Scenario:
        """Give the scenario as it stands in YAML."""
        assert isinstance(self.document.shape, shapes.Scenario)
        return self.document.shape


class Module(EqualRecord):
    """A file of rules: a chapter."""

    name: str
    title: str
    header: nodes.Header | None
    file: str
    units: tuple[nodes.Node, ...] = ()


Deed = Literal["add", "amend", "move", "remove", "lean"]
"""What a variant does at an address; to lean on something is to need it and leave it as it is."""


class Amended(EqualRecord):
    """What a variant did at one address.

    `keeps` says that what was there lives on in what is there now. `order_of` names the roll among whose modifiers the
    order now matters, `place` the place in the order at which something was put, `after turn.damage`, and `last` where
    the last of what was put there is written. `within` is the address of the rule, cell, table, phase or step that
    holds it, where it has none that anybody but a variant knows: a statement, or a column. `left` are the places of the
    statements that replace the amended one.
    """

    variant: str
    deed: Deed
    address: str
    span: Span
    keeps: bool = True
    order_of: str = ""
    place: str = ""
    within: str = ""
    last: Span | None = None
    left: tuple[Span, ...] = ()

    @property
    def element(self) -> str:
        """Give the address of the element that it is about."""
        return self.within or self.address

    @property
    def unsettles(self) -> bool:
        """Tell whether what was at the address is elsewhere now, or nowhere."""
        return self.deed in ("move", "remove") or (self.deed == "amend" and bool(self.within))


@dataclass(frozen=True)
class Hook:
    """What an enabled plugin does at one address, as plain data; its function is fetched where the ruleset is built.

    `reads` and `writes` are the fields that it may read and set. `number` is its place among all hooks. A function of
    the language also has `words` for what it gives, and the types of what it `takes`, by name, and `gives`.
    """

    plugin: str
    name: str
    sort: HookSort
    at: str
    text: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    number: int
    span: Span = field(repr=False, compare=False)
    words: str = ""
    takes: tuple[tuple[str, str], ...] = ()
    gives: str = ""

    @property
    def address(self) -> str:
        """Give the address under which it is found: a part of what it hooks."""
        return f"{self.at}.{self.name}"

    @property
    def phrase(self) -> nodes.Word:
        """Give its words, as a modifier has them."""
        return nodes.Word(self.span, self.text)


class Page(EqualRecord):
    """A page of its own that a plugin brings to the rulebook."""

    title: str
    text: str


@dataclass(frozen=True)
class Plugin:
    """An enabled plugin: which it is, what it says of itself in print, and what it does where."""

    name: str
    version: str
    title: str
    text: str
    hooks: tuple[Hook, ...]
    pages: tuple[Page, ...]
    span: Span = field(repr=False, compare=False)


@dataclass
class Declared:
    """A whole ruleset, variants laid over, before its expressions are looked into."""

    name: str
    head: shapes.RulesetHead
    documents: list[YamlDocument] = field(default_factory=list)
    modules: dict[str, Module] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    constants: dict[str, Constant] = field(default_factory=dict)
    arcs: dict[str, Arc] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    rosters: dict[str, Roster] = field(default_factory=dict)
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    turn: nodes.Turn | None = None
    turn_module: str = ""
    rulings: dict[str, tuple[shapes.Ruling, Span]] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    partial: list[Span] = field(default_factory=list)
    """Where definitions are of which lines could not be read: what they do as a whole is not known."""
    variants: tuple[str, ...] = ()
    variant_heads: dict[str, YamlDocument] = field(default_factory=dict)
    conditions: dict[str, nodes.Expression] = field(default_factory=dict)
    """In which games variants apply that do not apply to all."""
    amended: tuple[Amended, ...] = ()
    new_choices: tuple[str, ...] = ()
    """Addresses of the choices that variants add."""
    plugins: tuple[Plugin, ...] = ()
    files_of_figures: dict[str, SourceFile] = field(default_factory=dict)

    def hooks(self, sort: HookSort, at: str) -> list[Hook]:
        """Give what enabled plugins do at an address, in the order in which plugins were named."""
        return [hook for plugin in self.plugins for hook in plugin.hooks if hook.sort == sort and hook.at == at]

    def function_of_plugin(self, address: str) -> Hook | None:
        """Give the function of a plugin that a definition stands for, if it does."""
        hooks = (hook for plugin in self.plugins for hook in plugin.hooks)
        return next((hook for hook in hooks if hook.sort == "function" and hook.address == address), None)

    def has_lost(self, address: str) -> bool:
        """Tell whether a variant has taken away what is at an address, or what that is a part of."""
        return any(a.deed == "remove" and f"{address}.".startswith(f"{a.address}.") for a in self.amended)

    def of_sort(self, sort: DocumentSort) -> Iterator[YamlDocument]:
        """Give the YAML documents of a sort."""
        return (document for document in self.documents if document.sort == sort)

    def is_never_by_lot(self, choice: str) -> bool:
        """Tell whether whoever draws lots leaves a choice alone."""
        components = (document.shape for document in self.of_sort("components"))
        return any(choice in one.never_by_lot for one in components if isinstance(one, shapes.Components))

    def pools(self) -> dict[str, Kind]:
        """Give kinds by the word for all things of the kind."""
        return {kind.many: kind for kind in self.kinds.values() if kind.many}

    def rule_named(self, path: str, module: str = "") -> Rule | None:
        """Find a rule by its address, or by the end of it: first in the module, then where only one has it."""
        if path in self.rules:
            return self.rules[path]
        if module and f"{module}.{path}" in self.rules:
            return self.rules[f"{module}.{path}"]
        end = f".{path}"
        found = [address for address in self.rules if address.endswith(end)]
        return self.rules[found[0]] if len(found) == 1 else None

    # --- what one name leads to, for whoever wants to know no more

    def pool_named(self, word: str) -> Kind | None:
        """Find a kind by the word for all things of the kind."""
        return next((kind for kind in self.kinds.values() if kind.many == word), None) if word else None

    def kind_called(self, word: str) -> Kind | None:
        """Find a kind by its name, or by the word for one thing of it."""
        return next((kind for kind in self.kinds.values() if word in (kind.name, kind.one)), None)

    def ticks_of(self, clock: str) -> int:
        """Give how many turns a clock takes for a round; `turn` is one."""
        return self.clocks[clock].turns if clock in self.clocks else 1

    def field_named(self, kind: str, name: str) -> Field | None:
        """Find a field of a kind."""
        return self.kinds[kind].fields.get(name) if kind in self.kinds else None

    def enums_with(self, member: str) -> tuple[Enum, ...]:
        """Find the enums that have a member of that name."""
        return tuple(enum for enum in self.enums.values() if member in enum.members)

    def enum_listed(self, word: str) -> Enum | None:
        """Find an enum by its name, or by the word for all its members."""
        return next((enum for enum in self.enums.values() if word in (enum.many, enum.name)), None)

    def capacity_of(self, kind: str) -> int | None:
        """Give how many things of a kind there may be; nothing where there is no such kind."""
        return self.kinds[kind].capacity if kind in self.kinds else None

    def rolls_of(self, address: str) -> tuple[tuple[str, bool], ...]:
        """Give the names of a rule's rolls, and whether each is a check; nothing where there is no such rule."""
        found = self.rules[address].node.walk() if address in self.rules else ()
        return tuple(
            (r.name.text, isinstance(r, nodes.Check))
            for r in found
            if isinstance(r, nodes.Roll | nodes.Check) and not isinstance(r.dice, nodes.DicePool)
        )

    def number_of(self, kind: Type) -> tuple[int, int] | None:
        """Give the whole numbers that stand for a type's values as a key: its range in steps, or members' places."""
        if isinstance(kind, Number):
            return int(kind.low * kind.step), int(kind.high * kind.step)
        if isinstance(kind, EnumType):
            return 0, len(self.enums[kind.enum].members) - 1
        if isinstance(kind, Boolean):
            return 0, 1
        return None


def reason_apart(notes: tuple[nodes.Note, ...]) -> str:
    """Give why something stands apart from the turn, as its notes say; nothing where they do not."""
    return next((note.reason.text for note in notes if isinstance(note, nodes.Apart)), "")


def plain(value: Any) -> str:
    """Give a YAML scalar as rules text."""
    return (
        {True: "yes", False: "no", None: "none"}.get(value, str(value))
        if isinstance(value, bool | None)
        else str(value)
    )
