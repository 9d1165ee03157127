"""Addresses: everything in a ruleset that has a name, where it stands, and which addresses it had before.

In: a `Declared`. Out: an `Element` for each address. A rule that goes on as another's original is no element of its
own; what it rolls and asks is found under the address of the rule that makes use of it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, assert_never

from quarterdeck.base.records import EqualRecord
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.figure_files import figures_of, rows_of
from quarterdeck.language.declarations.symbol_table import Declared, FigureRow, Option, Rule, Table, Unit
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyAddressedStatement

ElementSort = (
    RuleSort
    | Literal[
        "ruleset", "unit", "clock", "enum", "arc", "constant", "kind", "field", "option", "case", "modifier", "table",
        "row", "column", "cell", "roll", "draw", "choice", "require", "statement", "turn", "phase", "step", "ruling",
        "roster", "thing", "scenario", "example", "plugin", "hook", "chapter", "question",
    ]
)  # fmt: skip


class Element(EqualRecord):
    """Something with an address: its sort, what it is, where it stands, and the rule, table or turn that holds it.

    `parent` is the address of what it is a part of, or the file of rules that it belongs to. `thing` is a node or an
    entity of `declared`; `holder` is a key of `Declared.rules` or `Declared.tables`, or `turn`.
    """

    parent: str
    name: str
    sort: ElementSort
    thing: object
    span: Span
    holder: str = ""

    @property
    def address(self) -> str:
        """Give the path of names that leads to the element."""
        return f"{self.parent}.{self.name}" if self.parent else self.name

    @property
    def named_at(self) -> Span:
        """Give where the element is given its name."""
        match self.thing:
            case Rule(node=node):
                return node.path[0].span.to(node.path[-1].span)
            case Option(node=option):
                return option.name.span
            case nodes.Case(label=nodes.Word(span=span)):
                return span
            case named if isinstance(named, AnyAddressedStatement | nodes.Phase | nodes.Modifier):
                return named.name.span
        return self.span


@dataclass
class Walk:
    """Goes through a ruleset again and again while it changes; a part that was not exchanged is gone through once."""

    known: dict[tuple[str, int], tuple[object, tuple[Element, ...]]] = field(default_factory=dict)

    def through(self, key: str, part: object, found: Callable[[], Iterable[Element]]) -> Iterable[Element]:
        """Give what is found in a part, which is held so that its id stays its own."""
        known = self.known.get((key, id(part)))
        if known is None:
            known = self.known[key, id(part)] = part, tuple(found())
        return known[1]


def elements(declared: Declared) -> dict[str, Element]:
    """Give every element by its address; of several with one address the first."""
    found: dict[str, Element] = {}
    for element in all_elements(declared):
        found.setdefault(element.address, element)
    return found


def all_elements(declared: Declared, walk: Walk | None = None) -> Iterator[Element]:
    """Give every element, those of one address one after another wherever they stand."""
    through = (walk or Walk()).through
    yield from _in_rules(declared, through)
    for document in declared.documents:
        found = through("", document, partial(_of_document, document))
        if document.sort in ("example", "examples"):
            found = (element for element in found if not declared.has_lost(element.address))
        yield from found
    for plugin in declared.plugins:
        yield Element("plugins", plugin.name, "plugin", plugin, plugin.span)
        for hook in (one for one in plugin.hooks if one.sort != "function"):  # that has the address of its definition
            yield Element(hook.at, hook.name, "hook", hook, hook.span)


Through = Callable[[str, object, Callable[[], Iterable[Element]]], Iterable[Element]]


def _in_rules(declared: Declared, through: Through) -> Iterator[Element]:
    """Give the elements that rules, tables and components declare: all but rosters, scenarios, examples and plugins."""
    yield from _components(declared)
    for option in declared.options.values():
        yield Element(option.module, option.name, "option", option, option.node.span)
    for key, rule in declared.rules.items():
        yield from through(key, rule, partial(_of_rule, key, rule))
    for table in declared.tables.values():
        yield from through("", table, partial(_of_table, table))
    if declared.turn:
        yield Element("", "turn", "turn", declared.turn, declared.turn.span, "turn")
        for phase in declared.turn.phases:
            yield from _of_phase(phase, "turn", "phase")
    for name, (ruling, span) in declared.rulings.items():
        yield Element("rulings", name, "ruling", ruling, span)


def _components(declared: Declared) -> Iterator[Element]:
    places = next((d.places for d in declared.of_sort("ruleset")), None)
    if places:
        yield Element("", "ruleset", "ruleset", declared.head, places.key("ruleset"))
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        for name in document.shape.units:
            yield Element("units", name, "unit", declared.units.get(name), document.places.key("units", name))
        for name in document.shape.clocks:
            yield Element("clocks", name, "clock", declared.clocks.get(name), document.places.key("clocks", name))
    for enum in declared.enums.values():
        yield Element("", enum.name, "enum", enum, enum.span)
    for arc in declared.arcs.values():
        yield Element("arcs", arc.name, "arc", arc, arc.span)
    for constant in declared.constants.values():
        yield Element("Game", constant.name, "constant", constant, constant.span)
    for kind in declared.kinds.values():
        yield Element("", kind.name, "kind", kind, kind.span)
        for known in kind.fields.values():
            yield Element(kind.name, known.name, "field", known, known.span)


def _of_rule(key: str, rule: Rule) -> Iterator[Element]:
    if rule.stands_alone:
        module, _, name = rule.address.rpartition(".")
        yield Element(module, name, rule.sort, rule, rule.node.span, key)
    if isinstance(rule.node, nodes.Define | nodes.Advice):
        base = nodes.base_of(rule.node.cases)
        for case in base.cases if isinstance(base, nodes.SeveralCases) else ():
            if case.label:
                yield Element(rule.site_address, case.label.text, "case", case, case.span, key)
        for modifier in nodes.modifiers_of(rule.node.cases):
            yield Element(rule.site_address, modifier.name.text, "modifier", modifier, modifier.span, key)
    elif rule.node.body is not None:
        yield from _of_block(rule.node.body.statements, rule.site_address, key)


def _of_table(table: Table) -> Iterator[Element]:
    yield Element("", table.name, "table", table, table.document.places.value("table"), table.name)
    for row in table.rows:
        yield Element(table.name, row.label, "row", row, row.span, table.name)
        for index, cell in enumerate(row.cells):
            if table.columns:
                yield Element(row.address, table.columns[index][0], "cell", cell, cell.span, table.name)
            yield from _of_block(cell.statements, cell.address, table.name)


def _of_phase(phase: nodes.Phase | nodes.Step, outer: str, sort: Literal["phase", "step"]) -> Iterator[Element]:
    yield Element(outer, phase.name.text, sort, phase, phase.span, "turn")
    yield from _of_block(phase.block, f"{outer}.{phase.name.text}", "turn")


def _of_block(statements: Iterable[nodes.Statement], outer: str, holder: str) -> Iterator[Element]:
    """Give what has a name among statements and in the blocks inside them."""
    for statement in statements:
        if isinstance(statement, AnyAddressedStatement):
            yield from _of_addressed(statement, outer, holder)
        else:
            for block in blocks_inside(statement):
                yield from _of_block(block, outer, holder)


def _of_addressed(statement: AnyAddressedStatement, outer: str, holder: str) -> Iterator[Element]:
    """Give a statement that has an address of its own, and what has a name inside it."""
    name = statement.name.text
    match statement:
        case nodes.Roll(modifiers=modifiers) | nodes.Check(modifiers=modifiers):
            yield Element(outer, name, "roll", statement, statement.span, holder)
            for modifier in modifiers:
                yield Element(f"{outer}.{name}", modifier.name.text, "modifier", modifier, modifier.span, holder)
        case nodes.RollOff():
            yield Element(outer, name, "roll", statement, statement.span, holder)
        case nodes.DrawLot() | nodes.Peek():
            yield Element(outer, name, "draw", statement, statement.span, holder)
        case nodes.Choose(requirements=requirements):
            yield Element(outer, name, "choice", statement, statement.span, holder)
            for required in requirements:
                yield Element(f"{outer}.{name}", required.name.text, "require", required, required.span, holder)
        case nodes.Require():
            yield Element(outer, name, "require", statement, statement.span, holder)
        case nodes.Step():
            yield from _of_phase(statement, outer, "step")
        case _:
            assert_never(statement)


def blocks_inside(statement: nodes.Statement) -> Iterator[tuple[nodes.Statement, ...]]:
    """Give the blocks that a statement holds, with those of its other ways, but for a step's."""
    ways = (one for one in statement.children() if isinstance(one, nodes.OtherwiseWhen | nodes.Otherwise))
    for one in (statement, *ways):
        if not isinstance(one, nodes.Step):
            yield from nodes.blocks_of(one)


def _of_document(document: YamlDocument) -> Iterator[Element]:
    """Give what stands in a document and is no rule: a roster with its things, a scenario, examples."""
    shape, places = document.shape, document.places
    match shape:
        case shapes.Roster():
            yield Element("rosters", shape.roster, "roster", document, places.value("roster"))
            for thing in shape.things:
                yield Element(f"rosters.{shape.roster}", thing, "thing", (document, thing), places.key("things", thing))
        case shapes.Scenario():
            yield Element("scenarios", shape.scenario, "scenario", document, places.value("scenario"))
        case shapes.Example():
            yield Element("examples", shape.example, "example", shape, places.value("example"))
        case shapes.Examples():
            for index, example in enumerate(shape.examples):
                place = places.value("examples", index, "example")
                yield Element("examples", example.example, "example", example, place)


ADVICE = "advice."
OPTIONS = "options."
"""Before the name of an option, where it is known by that alone."""


def is_on_choice(rule: Rule) -> bool:
    """Tell whether a rule is advice on a choice, which has the same address."""
    return isinstance(rule.node, nodes.Advice) and len(rule.node.path) > 1


def told_at(declared: Declared, element: Element) -> str:
    """Give the address under which an element is told: advice on a choice stands behind `advice.`, the choice as is."""
    holder = declared.rules.get(element.holder)
    return f"{ADVICE}{element.address}" if holder is not None and is_on_choice(holder) else element.address


def told_elements(declared: Declared) -> dict[str, Element]:
    """Give every element by the address under which it is told, so that a choice hides no advice on it."""
    found: dict[str, Element] = {}
    for element in all_elements(declared):
        found.setdefault(told_at(declared, element), element)
    return found


def figures_in(declared: Declared) -> Iterator[Element]:
    """Give the things that rosters derive from files of figures.

    They are no elements of the rules: books, ledgers and amendments know a roster of this sort as a whole.
    """
    for roster in declared.rosters.values():
        for name, row, span in rows_of(roster, declared.files_of_figures):
            yield Element(
                f"rosters.{roster.name}", name, "thing", FigureRow(roster, name, figures_of(roster, row)), span
            )


def former_addresses(declared: Declared) -> dict[str, str]:
    """Give, for each address that something says it had formerly, the address that it has now."""
    return former_among(_in_rules(declared, Walk().through))  # no other element says what it was called


def former_among(elements: Iterable[Element]) -> dict[str, str]:
    """Give the same for some elements; options, which rules name without a chapter, also below `options`.

    Advice on a choice is renamed with it.
    """
    found: dict[str, str] = {}
    for element in elements:
        for path in _former_paths(element.thing):
            was = path if "." in path or not element.parent else f"{element.parent}.{path}"
            found[was] = element.address
            if element.sort == "choice":
                found[f"{ADVICE}{was}"] = f"{ADVICE}{element.address}"
            if isinstance(element.thing, Option):
                found[f"{OPTIONS}{path.rpartition('.')[2]}"] = f"{OPTIONS}{element.name}"
    return found


def present_option(name: str, options: Mapping[str, Option]) -> str:
    """Give the name that an option has now which had another before; else the name."""
    former = (
        {}
        if name in options
        else former_among(
            Element(option.module, option.name, "option", option, option.node.span) for option in options.values()
        )
    )
    return present_address(f"{OPTIONS}{name}", former).removeprefix(OPTIONS)


def _former_paths(thing: object) -> Iterator[str]:
    match thing:
        case Table():
            yield from thing.shape.formerly
        case Unit():
            yield from thing.formerly
    node = thing if isinstance(thing, nodes.Node) else getattr(thing, "node", None)
    for note in getattr(node, "notes", ()):
        if isinstance(note, nodes.Formerly):
            yield ".".join(part.text for part in note.path)


def present_address(address: str, former: dict[str, str]) -> str:
    """Give the address that something has now, by its own former address or that of what it is a part of."""
    for _ in range(len(former) + 1):
        parts = address.split(".")
        heads = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
        head = next((head for head in heads if head in former), None)
        if head is None:
            return address
        address = former[head] + address[len(head) :]
    return address


def address_now(declared: Declared, address: str, known: Container[str]) -> str:
    """Give an address, or where nothing known has it the one that what had it formerly has now."""
    return address if address in known else present_address(address, former_addresses(declared))


def holder_and_name(declared: Declared, address: str) -> tuple[str, str]:
    """Give the address of what holds an element, and the element's own name; rows may have points in theirs."""
    table, _, label = address.partition(".")
    if table in declared.tables:
        row = next((row for row in declared.tables[table].rows if address.startswith(f"{row.address}.")), None)
        return (row.address, address[len(row.address) + 1 :]) if row is not None else (table, label)
    holder, _, name = address.rpartition(".")
    return holder, name


def path_of(node: nodes.Node) -> str:
    """Give a path of names as text; nothing where it is none."""
    if isinstance(node, nodes.Name):
        return node.word.text
    if isinstance(node, nodes.FieldAccess) and (before := path_of(node.owner)):
        return f"{before}.{node.field.text}"
    return ""


def ends_of(address: str) -> list[str]:
    """Give an address and its shorter ends, the longest first.

    >>> ends_of("throwing.throw.aim")
    ['throwing.throw.aim', 'throw.aim', 'aim']
    """
    path = address.split(".")
    return [".".join(path[start:]) for start in range(len(path))]


def touches(address: str, other: str) -> bool:
    """Tell whether two addresses are one, or one is a part of the other."""
    return f"{address}.".startswith(f"{other}.") or f"{other}.".startswith(f"{address}.")
