"""The fingerprint of a ruleset: what it means, element by element, as a hash that is equal for two that play alike.

In: a `Declared`. Out: a hash for each address, and for what a record of a game depends on. This is the one hash of
meaning: journals, locks of variants and `diff` all ask here. What counts and what does not, and why, stands in
docs/decisions/15-one-hash-of-meaning.md; the forms that are hashed are made in `canonical` and here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from quarterdeck.base import decimals
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import ADVICE, elements, figures_in, present_address, told_elements
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    CellOf,
    Clock,
    Component,
    Constant,
    Declared,
    Enum,
    Field,
    FigureRow,
    Hook,
    Kind,
    Option,
    Plugin,
    Roster,
    Row,
    Rule,
    Scenario,
    Table,
    Unit,
)
from quarterdeck.language.declarations.versions import version_of
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.shape import Shape
from quarterdeck.language.meaning.canonical import Canonical, Scope, scope_of
from quarterdeck.language.meaning.canonical_form import (
    Form,
    Named,
    Part,
    Unordered,
    data_form,
    flag,
    hashed,
    parts_of,
    readdressed,
    renamed,
    type_form,
)
from quarterdeck.language.syntax import nodes

WHOLE = frozenset(
    (
        "ruleset unit clock enum arc constant kind option define procedure effect advice table turn ruling roster "
        "scenario example plugin hook"
    ).split()
)
"""Sorts of elements that are no parts of others."""
NO_RULES = frozenset("advice ruling roster scenario example".split())
"""Those on which no record depends: what it took from a roster or scenario is in the hash of its start."""
PROSE_OF_DOCUMENTS = frozenset(("title", "note", "source"))


def fingerprints(declared: Declared, addresses: Iterable[str] | None = None) -> dict[str, str]:
    """Give the hash of meaning of every address, or of some."""
    wanted = None if addresses is None else {*addresses}
    forms = forms_of(declared, within=wanted)
    return {address: hashed(form) for address, form in forms.items() if wanted is None or address in wanted}


def fingerprint_of(declared: Declared, thing: object) -> str:
    """Give the hash of something that is no part of another, as if it stood in a ruleset."""
    return hashed(Forming(declared).element(thing))


def played_by(declared: Declared, names: dict[str, str] | None = None) -> dict[str, str]:
    """Give the hash of every rule, table, kind and the like, with the addresses of what rolls and asks in it.

    A record of a game names those addresses, and seeded dice are thrown by them: it depends on both. With `names` for
    present addresses, the hashes are those that the ruleset had under these.
    """
    forming = Forming(declared)
    found = {}
    for address, element in sorted(elements(declared).items()):
        if element.sort in WHOLE - NO_RULES:
            form = forming.element(element.thing)
            whole = (form, tuple(forming.canonical.sites))
            found[present_address(address, names or {})] = hashed(renamed(whole, names) if names else whole)
    return dict(sorted(found.items()))


def setup_form(declared: Declared, scenario: Scenario) -> Form:
    """Give the form of what is done before the first turn of a scenario, with what rolls and asks in it."""
    canonical = Canonical(declared, worded=False)
    form = canonical.block(scenario.setup, f"scenario {scenario.name}", Scope())
    return (form, tuple(canonical.sites))


def forms_of(
    declared: Declared, worded: bool = False, within: Collection[str] | None = None, *, apart: bool = False
) -> dict[str, Form]:
    """Give the form of every address; `worded` ones say also what is only prose.

    A choice and the advice on it share an address, and so one form, unless they are to be told `apart`. Where it is
    said `within` what addresses, the forms of elements that hold none of them are left out.
    """
    forming = Forming(declared, worded)
    holders = None if within is None else {holder for address in within for holder in holders_of(address)}
    found: dict[str, list[Form]] = {}
    for address, element in (told_elements if apart else elements)(declared).items():
        if element.sort in WHOLE and (holders is None or address in holders):
            form = forming.element(element.thing)
            found[address] = [readdressed(form, ADVICE) if apart and address.startswith(ADVICE) else form]
    for form in [form for forms in found.values() for form in forms]:
        for part in parts_of(form):
            if part.address:
                found.setdefault(part.address, []).append(part.form)
    return {address: forms[0] if len(forms) == 1 else tuple(forms) for address, forms in found.items()}


def holders_of(address: str) -> Iterator[str]:
    """Give an address, and those of all that holds it, the longest first."""
    while address:
        yield address
        address = address.rpartition(".")[0]


@dataclass
class Forming:
    """One run of making forms of what a ruleset declares."""

    declared: Declared
    worded: bool = False

    def __post_init__(self) -> None:
        self.canonical = Canonical(self.declared, self.worded)
        self.ranges = {unit.name: (unit.low, unit.high) for unit in self.declared.units.values()}
        self.figures: dict[str, list[FigureRow]] = {}
        for element in figures_in(self.declared):
            assert isinstance(element.thing, FigureRow)
            self.figures.setdefault(element.thing.roster.name, []).append(element.thing)

    def element(self, thing: object) -> Form:
        """Give the form of something that is no part of another; `canonical.sites` then has its addresses."""
        self.canonical.module = thing.module if isinstance(thing, Rule | Option) else ""
        self.canonical.sites.clear()
        match thing:
            case Rule():
                return self.rule(thing)
            case Table():
                return self.table(thing)
            case nodes.Turn(phases=phases):
                self.canonical.module = self.declared.turn_module
                return (
                    "turn",
                    tuple(self.node(phase, "turn") for phase in phases),
                    *self.words(thing.title, thing.docs),
                )
            case Kind() | Enum() | Constant() | Arc() | Unit() | Clock() | Option():
                return self.component(thing)
            case Plugin(name=name, version=version, title=title, text=text):
                return ("plugin", name, version, title, text)
            case Hook(plugin=name, sort=sort, at=at, text=text, reads=reads, writes=writes):
                return ("hook", name, sort, at, text, Unordered(reads), Unordered(writes))
        return self.document(thing)

    def component(self, thing: Component | Option) -> Form:
        """Give the form of what rules speak of."""
        match thing:
            case Kind():
                return self.kind(thing)
            case Enum(sort=sort, members=members, many=many, words=words, more=more, less=less, links=links):
                ways = (more, less) if more else ()
                connected = tuple(Unordered(tuple(members[area] for area in near)) for near in links)
                drawn = (str(thing.positions),) if thing.positions else ()
                return ("enum", sort, members, *connected, *self.words(many, *ways, *words.values(), *drawn))
            case Constant(type=kind, start=start, words=said):
                return ("constant", self.type(kind), self.node(start), *self.words(said))
            case Arc(first=first, last=last, both_sides=both, words=said):
                return ("arc", str(first), str(last), flag(both), *self.words(said))
            case Unit(low=low, high=high, one=one, step=step):
                return ("unit", str(low), str(high), str(step), *self.words(one))
            case Clock(turns=turns):
                return (str(turns), "turn")
            case Option(type=kind, value=value, node=node):
                return ("option", self.type(kind), self.node(value), *self.words(node.phrase, node.notes))

    def document(self, thing: object) -> Form:
        """Give the form of a document or a part of one."""
        match thing:
            case YamlDocument(shape=shapes.Roster() as roster):
                known = self.declared.rosters.get(roster.roster)
                return self.roster(roster, known) if known else self.shape(roster)
            case YamlDocument(shape=shapes.Scenario() as scenario):
                return self.scenario(scenario)
            case YamlDocument(shape=shape):
                return self.shape(shape)
            case shapes.RulesetHead():
                return self.head(thing)
            case shapes.Ruling():
                return ("ruling", *self.words(data_form(thing)))
            case Shape():
                return self.shape(thing)
        return data_form(thing)

    def node(self, node: nodes.Node | None, at: str = "") -> Form:
        """Give the form of rules text that stands in no rule."""
        return self.canonical.node(node, at, Scope())

    def type(self, kind: types.Type) -> Form:
        """Give the form of a type."""
        return type_form(kind, self.ranges)

    def words(self, *given: object) -> tuple[Form, ...]:
        """Give words, where they count."""
        return ("words", *(said_form(word) for word in given)) if self.worded else ()

    # --- rules and tables

    def rule(self, rule: Rule) -> Form:
        """Give the form of a rule: the types of its inputs, what it gives, what it says.

        The inputs of advice for a choice are names that are known at the choice, and so they count. Of what
        a function of a plugin does there is only its text, which counts as that of any hook.
        """
        node = rule.node
        is_for_a_choice = isinstance(node, nodes.Advice) and len(node.path) > 1
        inputs = tuple(
            (self.type(p.type), *((p.name,) if is_for_a_choice else ()), *self.words(p.name, p.words))
            for p in rule.parameters
        )
        result = self.type(rule.result) if rule.result else ""
        hook = self.declared.function_of_plugin(rule.address)
        by_plugin = ("by plugin", hook.plugin, hook.text) if hook else ()
        return (rule.sort, inputs, result, self.canonical.body(rule), *by_plugin, *self.words(node.phrase, node.notes))

    def table(self, table: Table) -> Form:
        """Give the form of a table; rows and columns are known by the keys for which they count."""
        head = table.shape
        words = (table.title, head.topic, head.source, head.words, head.note, head.rulings)
        return (
            "table",
            tuple((self.type(key.type), *self.words(key.name)) for key in table.keys),
            tuple((self.type(p.type), *self.words(p.name)) for p in table.given),
            self.type(table.gives) if table.gives else "",
            Unordered(tuple(self.row(table, row) for row in table.rows)),
            *((("between rows", table.between_rows),) if table.between_rows else ()),
            *(
                (Unordered(tuple((name, self.type(kind)) for name, kind in table.in_columns.items())),)
                if table.in_columns
                else ()
            ),
            *self.words(*words),
        )

    def row(self, table: Table, row: Row) -> Form:
        """Give the form of a row. Of sources only one that the table says for this row is a word of it.

        All others come from around it: that of the table is told there, that of a variant is no other wording.
        """
        cells: list[Form] = []
        for index, cell in enumerate(row.cells):
            form = self.cell(table, cell)
            if table.columns:
                name, low, high = table.columns[index]
                form = Part(cell.address, name, (*self.bounds(name, table.keys[1].type, low, high), form))
            cells.append(form)
        bounds = self.bounds(row.label, table.keys[0].type, row.low, row.high)
        return Part(
            row.address,
            row.label,
            (*bounds, Unordered(tuple(cells)), *self.words(table.shape.row_sources.get(row.label))),
        )

    def bounds(self, label: str, kind: types.Type, low: int, high: int) -> tuple[Form, ...]:
        """Give for which keys a label counts: numbers from and to, or members by their names."""
        known: Iterable[Form] = (decimals.shown(types.number_at(kind, end)) for end in (low, high))
        if isinstance(kind, types.EnumType) and kind.enum in self.declared.enums:
            known = self.declared.enums[kind.enum].members[low : high + 1]
        return tuple(Named(label, form) for form in known)

    def cell(self, table: Table, cell: CellOf) -> Form:
        scope = scope_of(table.given)
        for place, key in enumerate(table.keys):
            scope.bind(key.name, ("key", str(place), type_form(key.type)))
        value = self.canonical.node(cell.value, cell.address, scope)
        return (value, self.canonical.block(cell.statements, cell.address, scope))

    # --- components

    def kind(self, kind: Kind) -> Form:
        """Give the form of a kind; its fields may stand in any order."""
        known = tuple(Part(f.address, f.name, (f.name, *self.field(f))) for f in kind.fields.values())
        words = self.words(kind.one, kind.many)
        return ("kind", str(kind.capacity), kind.owner or "", kind.part_of or "", Unordered(known), *words)

    def field(self, known: Field) -> tuple[Form, ...]:
        changed_by: Form = "all"
        if known.changed_by is not None:
            rules = [self.declared.rule_named(name) for name in known.changed_by]
            changed_by = Unordered(
                tuple(rule.address if rule else name for rule, name in zip(rules, known.changed_by, strict=True))
            )
        return (
            self.type(known.type),
            self.node(known.start),
            *(flag(known.mark), flag(known.fixed), str(known.seen_by), changed_by),
            *((Unordered(tuple((name, str(n)) for name, n in known.holds if n)),) if known.holds else ()),
            *self.words(known.words, known.source),
        )

    # --- documents

    def head(self, head: shapes.RulesetHead) -> Form:
        """Give the form of `ruleset.yaml`: in what language the rules are written, and what they are played on."""
        board = head.board
        return (
            "ruleset",
            str(version_of(head)),
            (
                *(board.shape, board.directions or "", board.lengths or "", board.angles or ""),
                *(one for one in (board.diagonals, board.areas) if one),
                Unordered(tuple(board.off)),
            ),
            Unordered(tuple(head.dice)),
            *self.words(head),
        )

    def roster(self, shape: shapes.Roster, roster: Roster) -> Form:
        """Give the form of a roster: its things as they are written out, and those of its file with their figures."""
        derived = tuple((name, self.node(node)) for name, node in roster.derive.items())
        parts = tuple(
            (
                name,
                tuple(
                    Unordered((*((key, self.node(node)) for key, node in part.items()), *called(shape, name, index)))
                    for index, part in enumerate(listed)
                ),
            )
            for name, listed in roster.part_lists.items()
        )
        written = [
            Part(f"rosters.{shape.roster}.{name}", name, (name, data_form(values)))
            for name, values in shape.things.items()
        ]
        figures = [
            Part(f"rosters.{shape.roster}.{row.name}", row.name, (row.name, data_form(row.values)))
            for row in self.figures.get(shape.roster, ())
        ]
        return (
            "roster",
            *(shape.kind, shape.amends or "", shape.kind_of_figures or "", self.node(roster.where)),
            Unordered(derived),
            Unordered(parts),
            Unordered((*written, *figures)),
            *self.words(shape.title, shape.source),
        )

    def scenario(self, shape: shapes.Scenario) -> Form:
        """Give the form of a scenario; its sides act in the order in which they stand."""
        known = self.declared.scenarios.get(shape.scenario)
        sides = tuple(
            (name, data_form(side.fields), data_form(side.things), *self.words(side.title))
            for name, side in shape.sides.items()
        )
        return (
            "scenario",
            *(data_form(shape.board), data_form(shape.constants), data_form(shape.options), str(shape.turn_limit)),
            *((data_form(shape.game),) if shape.game else ()),
            sides,
            setup_form(self.declared, known) if known else "",
            *self.words(shape.title, shape.note, shape.source),
        )

    def shape(self, shape: Shape) -> Form:
        """Give the form of any other document."""
        return data_form(shape.as_data(exclude=set() if self.worded else set(PROSE_OF_DOCUMENTS)))


def said_form(word: object) -> Form:
    """Give the form of words of any sort."""
    match word:
        case None:
            return ""
        case nodes.Node():
            return tuple(said_form(part) for part in word.parts())
        case tuple():
            return tuple(said_form(item) for item in word)
    return data_form(word)


def called(shape: shapes.Roster, listed: str, index: int) -> tuple[tuple[str, str], ...]:
    """Give what a roster calls one of the parts that it derives, where it says so."""
    return tuple((key, said) for key, said in shape.part_lists[listed][index].items() if key == "name")
