"""All tellings of a ruleset: which rules are told, and what each telling rests on.

In: a `Checked` ruleset. Out: `RuleOverride`s by address, those of a variant before those of the ruleset below. A
telling speaks of its rule and of whatever that comes to: all that the rule calls, looks up or asks about, near and far,
unless the prose leads to it. What the prose takes from the rule word by word, such as a modifier, is no part of what it
tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import Element, all_elements
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Rule
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.meaning.canonical_form import Form, Part, Unordered, hashed
from quarterdeck.language.meaning.fingerprint import forms_of
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.overrides.markdown import (
    Interpolated,
    Link,
    MarkdownPassage,
    Piece,
    all_pieces,
    passages,
    pieces,
)

Told = TypeVar("Told")


@dataclass(frozen=True, eq=False)
class RuleOverride:
    """What is said of one rule, table or option in `told.yaml`."""

    address: str
    shape: shapes.Telling
    document: YamlDocument

    @cached_property
    def passages(self) -> tuple[MarkdownPassage, ...]:
        """Give its prose; nothing where only a title or a term is given."""
        return passages(self.shape.text) if self.shape.text else ()

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Give all words, links and values of its prose, and of the cells of a table."""
        return (*all_pieces(self.passages), *(piece for words in self.cells.values() for piece in words))

    @cached_property
    def cells(self) -> dict[str, tuple[Piece, ...]]:
        """Give the cells that are told, by their addresses."""
        return {f"{self.address}.{name}": pieces(words) for name, words in self.shape.cells.items()}

    @property
    def led_to(self) -> frozenset[str]:
        """Give the addresses to which the prose leads, or of which it says the value."""
        return frozenset(piece.address for piece in self.pieces if isinstance(piece, Link | Interpolated))

    @property
    def taken(self) -> frozenset[str]:
        """Give the addresses of parts of the rule that the prose takes from it word by word.

        One that ends in a dot stands for all that is below an address, and not for what has the address itself; one
        that begins with a hyphen is left out of that, since the prose says it.
        """
        values = (
            f"{one.address}." if one.below else one.address for one in self.pieces if isinstance(one, Interpolated)
        )
        own = frozenset(one for one in values if one.startswith(f"{self.address}."))
        return own | frozenset(f"-{one}" for one in self.said)

    @property
    def said(self) -> frozenset[str]:
        """Give the addresses of the parts of the rule that the prose says in other words."""
        return frozenset(f"{self.address}.{part}" for part in self.shape.says)

    @property
    def is_pinned(self) -> bool:
        """Tell whether it says what the rule does, and not only what it is called."""
        return bool(self.shape.text or self.shape.cells) or self.shape.plain

    def span(self, *path: str) -> Span:
        """Give the place of the telling, or of a part of it."""
        return self.document.places.value("rules", self.address, *path)


def all_told(
    declared: Declared, told: Callable[[shapes.ToldDocument], Mapping[str, Told]]
) -> dict[str, tuple[Told, YamlDocument]]:
    """Give one part of all that is told, by name; what a variant tells takes the place of what is told below it."""
    found: dict[str, tuple[Told, YamlDocument]] = {}
    for document in declared.of_sort("told"):
        assert isinstance(document.shape, shapes.ToldDocument)
        found |= {name: (shape, document) for name, shape in told(document.shape).items()}
    return found


def tales_of(declared: Declared) -> dict[str, RuleOverride]:
    """Give the tellings of a ruleset by address."""
    known = all_told(declared, lambda told: told.rules)
    return {address: RuleOverride(address, shape, document) for address, (shape, document) in known.items()}


def chapters_told(declared: Declared) -> dict[str, tuple[shapes.ChapterTelling, YamlDocument]]:
    """Give what is told of chapters by name."""
    return all_told(declared, lambda told: told.chapters)


def scenarios_told(declared: Declared) -> dict[str, tuple[shapes.ScenarioTelling, YamlDocument]]:
    """Give what is told of scenarios by name."""
    return all_told(declared, lambda told: told.scenarios)


def pieces_of(told: shapes.ScenarioTelling) -> tuple[Piece, ...]:
    """Give all words, links and values of what is told of a scenario."""
    return tuple(all_pieces(passages(told.text)))


def can_be_told(declared: Declared) -> frozenset[str]:
    """Give the addresses of what an author may tell: rules, the phases of the turn, tables and options."""
    phases = declared.turn.phases if declared.turn is not None else ()
    rules = (address for address, rule in declared.rules.items() if rule.stands_alone)
    options = (f"{option.module}.{option.name}" for option in declared.options.values())
    return frozenset((*rules, *(f"turn.{phase.name.text}" for phase in phases), *declared.tables, *options))


def rests_on(checked: Checked, tale: RuleOverride) -> tuple[str, ...]:
    """Give the addresses of what a telling tells, its own rule first."""
    if tale.shape.plain:
        return (tale.address,)  # a phrase tells what its own rule does, and no more
    return _reached_from(checked, tale, [tale.address])


def cell_rests_on(checked: Checked, tale: RuleOverride, cell: CellOf) -> tuple[str, ...]:
    """Give the addresses of what a told cell of a table asks, near and far."""
    asked = (one for node in _nodes_of_cell(cell) for one in asked_in(checked, node))
    return _reached_from(checked, tale, [one for one in asked if one not in tale.led_to])


def _reached_from(checked: Checked, tale: RuleOverride, waiting: list[str]) -> tuple[str, ...]:
    """Give addresses and all that these ask, but for what the prose leads to or takes word by word."""
    found: dict[str, bool] = {}
    left_out = parts_taken(checked.declared, tale)
    while waiting:
        address = waiting.pop(0)
        if address not in found:
            found[address] = True
            waiting += [one for one in asked_by(checked, address, left_out) if one not in tale.led_to]
    return tuple(found)


def parts_taken(declared: Declared, tale: RuleOverride) -> frozenset[nodes.Node]:
    """Give the nodes of all that a telling takes from its rule word by word."""
    if not tale.taken:
        return frozenset()
    known = ((one.address, one.thing) for one in all_elements(declared) if one.holder in (tale.address, "turn"))
    things = (thing for address, thing in known if is_taken(address, tale.taken) and isinstance(thing, nodes.Node))
    return frozenset(part for thing in things for part in thing.walk())


def asked_by(checked: Checked, address: str, left_out: frozenset[nodes.Node] = frozenset()) -> Iterator[str]:
    """Give the addresses of the rules, tables and options that a rule or table asks, but for what is `left_out`."""
    for node in _nodes_at(checked.declared, address):
        yield from asked_in(checked, node, left_out)


def asked_in(checked: Checked, node: nodes.Node, left_out: frozenset[nodes.Node] = frozenset()) -> Iterator[str]:
    """Give the addresses of the rules, tables and options that a piece of rules asks, but for what is `left_out`."""
    for part in node.walk():
        if part in left_out:
            continue
        match checked.meanings.get(part):
            case meanings.RuleCall(rule=rule):
                yield rule.address
            case meanings.TableValue(table=table) | meanings.TableApplied(table=table):
                yield table.name
            case meanings.OptionValue(option=option):
                yield f"{option.module}.{option.name}"


def members_named(checked: Checked, element: Element) -> Iterator[str]:
    """Give the words of the members of enums that a rule names: `a 15-inch pipe`."""
    rule = element.thing
    for part in rule.node.walk() if isinstance(rule, Rule) else ():
        meaning = checked.meanings.get(part)
        if isinstance(meaning, meanings.EnumValue):
            yield meaning.enum.words[meaning.enum.members[meaning.place]]


def _nodes_at(declared: Declared, address: str) -> Iterator[nodes.Node]:
    rule, table = declared.rules.get(address), declared.tables.get(address)
    if rule is not None:
        yield rule.node
    if declared.turn is not None:
        yield from (phase for phase in declared.turn.phases if address in ("turn", f"turn.{phase.name.text}"))
    for row in table.rows if table is not None else ():
        for cell in row.cells:
            yield from _nodes_of_cell(cell)


def _nodes_of_cell(cell: CellOf) -> Iterator[nodes.Node]:
    yield from cell.statements
    if cell.value is not None:
        yield cell.value


def meanings_of(checked: Checked, tales: Iterable[RuleOverride]) -> dict[str, str]:
    """Give for each telling the hash of all that it rests on, without what it takes from there word by word.

    Whether an option that is on or off is in use is no part of it: what is told with the option holds for both.
    """
    options = checked.declared.options.values()
    switches = {f"{one.module}.{one.name}" for one in options if isinstance(one.type, types.Boolean)}
    resting = {tale: sorted({*rests_on(checked, tale)} - switches) for tale in tales if tale.is_pinned}
    forms = forms_of(checked.declared, within={one for addresses in resting.values() for one in addresses})
    return {
        tale.address: hashed(tuple((one, _without(forms.get(one, ""), tale.taken)) for one in addresses))
        for tale, addresses in resting.items()
    }


def is_taken(address: str, taken: frozenset[str]) -> bool:
    """Tell whether a part of a rule is, or is below, what a telling takes from it."""
    if any(f"{address}.".startswith(f"{one[1:]}.") for one in taken if one.startswith("-")):
        return False
    return any(address.startswith(one) if one.endswith(".") else f"{address}.".startswith(f"{one}.") for one in taken)


def _without(form: Form, taken: frozenset[str]) -> Form:
    """Give a form without the parts at some addresses and below them."""

    def stays(item: Form) -> bool:
        return not (isinstance(item, Part) and is_taken(item.address, taken))

    match form:
        case Part(address=address, name=name, form=inner):
            return Part(address, name, _without(inner, taken))
        case tuple():
            return tuple(_without(item, taken) for item in form if stays(item))
        case Unordered(items=items):
            return type(form)(tuple(_without(item, taken) for item in items if stays(item)))
    return form
