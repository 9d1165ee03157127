"""The English of a whole ruleset: every element by its address, and the chapters as a book has them.

In: a `Checked` ruleset. Out: `Section`s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, partial

from quarterdeck.base.queries import QueryStore
from quarterdeck.language.declarations.addresses import ADVICE, Element, told_elements
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    Clock,
    Constant,
    Enum,
    Field,
    Kind,
    Option,
    Rule,
    Scenario,
    Table,
    Unit,
)
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.components import ComponentWriter
from quarterdeck.prose.english.documents import Documents, title_of
from quarterdeck.prose.english.incremental import IncrementalEnglish
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.rules import Rules
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.english.spoken_names import spaced
from quarterdeck.prose.english.table_writer import TableWriter
from quarterdeck.prose.text.blocks import Marks, Point, Section
from quarterdeck.prose.text.outline import element, grid_line, point_lines, written
from quarterdeck.prose.text.rule_facts import address_of, noted
from quarterdeck.prose.text.runs import Text, sentence, text


class EnglishWriter:
    """Writes the English of one ruleset; what it has written it keeps.

    One that `merges` says what house rules leave of a rule in its place, so that a rule is told as it now stands.
    """

    def __init__(self, checked: Checked, store: QueryStore | None = None, *, merges: bool = False) -> None:
        self.english = IncrementalEnglish(store, checked) if store is not None else None
        checked = self.english.checked if self.english is not None else checked
        self.checked = checked
        self.rules = Rules(checked, merges)
        self.tables = TableWriter(checked)
        self.components = ComponentWriter(checked)
        self.documents = Documents(checked)
        self.sections: dict[str, Section | None] = {}

    @cached_property
    def elements(self) -> dict[str, Element]:
        """Give every element of the ruleset by its address.

        Advice on a choice stands behind `advice.`, the choice has its own.
        """
        return told_elements(self.checked.declared)

    @cached_property
    def changes(self) -> dict[str, str]:
        """Give for each address that a house rule has added, amended or moved the name of that house rule."""
        declared = self.checked.declared
        changing = (one for one in declared.amended if one.deed in ("add", "amend", "move") or one.within)
        found = {one.element: one.variant for one in changing if one.deed != "lean"}
        found |= {rule.address: rule.layer for rule in declared.rules.values() if rule.layer and rule.stands_alone}
        found |= {table.name: table.layer for table in declared.tables.values() if table.layer}
        folders = {name: head.file.path.rpartition("/")[0] for name, head in declared.variant_heads.items()}
        for option in declared.options.values():
            layer = next(
                (name for name, folder in folders.items() if option.node.span.file.path.startswith(f"{folder}/")), ""
            )
            found |= {f"{option.module}.{option.name}": layer} if layer else {}
        return found

    @property
    def own_words(self) -> object:
        """Give what this writer says otherwise than the ruleset, as values that say it in their representation."""
        return ()

    # --- chapters

    def chapters(self) -> tuple[Section, ...]:
        """Give the chapters of rules in the order that the ruleset says, those that it does not name behind them."""
        modules = self.checked.declared.modules
        named = [name for name in self.checked.declared.head.chapters if name in modules]
        return tuple(self.chapter(name) for name in [*named, *(name for name in modules if name not in named)])

    def chapter(self, name: str) -> Section:
        """Give a chapter: its rules in the order of the file, and each table behind the rule that first needs it."""
        module = self.checked.declared.modules[name]
        header = module.header
        speaker = Speaker(self.checked, name)
        intro = speaker.paragraphs(header.docs) if header else ()
        marks = Marks(*noted(header.notes)) if header else Marks()
        return element(name, "chapter", text(module.title), intro, sections=tuple(self.in_chapter(name)), marks=marks)

    def in_chapter(self, name: str) -> Iterator[Section]:
        """Give the elements of a chapter."""
        for address in self.order[name]:
            section = self.section(address)
            if section is not None:
                yield section

    @cached_property
    def order(self) -> dict[str, list[str]]:
        """Give the addresses of each chapter's elements in their order; a table stands where it is first needed."""
        declared = self.checked.declared
        chapters = [*declared.head.chapters, *declared.modules]
        found: dict[str, list[str]] = {name: [] for name in chapters if name in declared.modules}
        placed: set[str] = set()
        for name, addresses in found.items():
            own: list[Rule | Option | nodes.Turn] = [one for one in declared.options.values() if one.module == name]
            if declared.turn is not None and declared.turn_module == name:
                own.append(declared.turn)
            known = [rule for rule in declared.rules.values() if rule.module == name and rule.stands_alone]
            own += [rule for rule in known if rule.by_condition is None]
            for one in own:
                node = one if isinstance(one, nodes.Turn) else one.node
                address = "turn" if isinstance(one, nodes.Turn) else _address(one)
                addresses.append(address)
                for table in self.tables_in(node):
                    if table not in placed:
                        placed.add(table)
                        addresses.append(table)
            addresses += [rule.address for rule in known if rule.by_condition and rule.address not in placed]
        return found

    def tables_in(self, node: nodes.Node) -> Iterator[str]:
        """Give the tables that a node looks something up in."""
        for part in node.walk():
            meaning = self.checked.meanings.get(part)
            if isinstance(meaning, meanings.TableValue):
                yield meaning.table.name
            elif isinstance(meaning, meanings.RuleCall) and meaning.rule.by_condition is not None:
                yield from meaning.rule.by_condition.results

    def loose_tables(self) -> tuple[Section, ...]:
        """Give the tables that no chapter needs."""
        placed = {address for addresses in self.order.values() for address in addresses}
        return tuple(self.table(table) for table in self.checked.declared.tables.values() if table.name not in placed)

    def things(self) -> tuple[Section, ...]:
        """Give what the game is played with: kinds, lists of words, facts of the scenario, arcs, units, clocks."""
        declared = self.checked.declared
        kinds = {name: kind for name, kind in declared.kinds.items() if kind.fields}
        sorts = (kinds, declared.enums, declared.constants, declared.arcs, declared.units, declared.clocks)
        found = [self.of(thing) for sort in sorts for thing in sort.values()]
        return tuple(section for section in found if section is not None)

    def rulings(self) -> tuple[Section, ...]:
        """Give the rulings in their order."""
        return tuple(self.documents.ruling(name, ruling) for name, (ruling, _) in self.checked.declared.rulings.items())

    def scenarios(self) -> tuple[Section, ...]:
        """Give the scenarios."""
        return tuple(self.scenario(scenario) for scenario in self.checked.declared.scenarios.values())

    def usual(self) -> Section | None:
        """Give how a battle begins where a scenario leaves it unsaid; nothing where none of them does."""
        return self.components.usual()

    def hidden(self) -> tuple[Point, ...]:
        """Give what is hidden from some or all players."""
        return self.components.hidden()

    def end_of_a_ladder(self) -> Text:
        """Say what a step beyond an end of a ladder does."""
        return sentence(say("ladder_ends"))

    def examples(self) -> tuple[Section, ...]:
        """Give the worked examples."""
        found = [element.thing for element in self.elements.values() if element.sort == "example"]
        return tuple(self.example(thing) for thing in found if isinstance(thing, shapes.Example))

    def missing(self) -> tuple[Section, ...]:
        """Give what of the source is not encoded."""
        return tuple(self.documents.missing(missing) for missing in self.checked.declared.head.not_encoded)

    def all_sections(self) -> Iterator[Section]:
        """Give every section that a book may have."""
        groups = (
            self.chapters,
            self.loose_tables,
            self.things,
            self.rulings,
            self.scenarios,
            self.examples,
            self.missing,
        )
        for group in groups:
            for section in group():
                yield from section.walk()

    # --- elements

    def section(self, address: str) -> Section | None:
        """Give an element by its address; nothing where there is none or where it is no section of its own."""
        if address not in self.sections:
            element = self.elements.get(address)
            self.sections[address] = self.of(element.thing, element.name) if element else None
        return self.sections[address]

    def beginning(self, address: str) -> Section | None:
        """Give as much of an element as says in a few words what it is: of a worked example not its cases."""
        element = self.elements.get(address)
        thing = element.thing if element is not None else None
        if isinstance(thing, shapes.Example) and address not in self.sections:
            return self.documents.example(thing, with_cases=False)
        return self.section(address)

    def of(self, thing: object, name: str = "") -> Section | None:
        """Tell an element."""
        match thing:
            case Rule():
                facts = (thing.cites, thing.rulings, thing.topic, thing.layer, thing.apart)
                return self.once(DefinitionKey("rule", thing.address), facts, partial(self.rules.rule, thing))
            case Option():
                noted_by_option = (thing.cites, thing.rulings, thing.apart)
                return self.once(
                    DefinitionKey("option", thing.name), noted_by_option, partial(self.rules.option, thing)
                )
            case nodes.Turn():
                return self.rules.turn()
            case nodes.Phase():
                return self.once(DefinitionKey("phase", thing.name.text), (), partial(self.rules.phase, thing))
            case Table():
                return self.table(thing)
            case Kind() | Enum() | Constant() | Arc() | Unit() | Clock():
                return self.components.told(thing)
            case Scenario():
                return self.scenario(thing)
            case YamlDocument(shape=shapes.Scenario(scenario=key)):
                return self.scenario(self.checked.declared.scenarios[key])
            case shapes.Example():
                return self.example(thing)
            case shapes.Ruling():
                return self.documents.ruling(name, thing)
        return None

    def table(self, table: Table) -> Section:
        """Tell a table."""
        facts = (table.title, table.layer, repr(table.shape))
        return self.once(DefinitionKey("table", table.name), facts, partial(self.tables.table, table))

    def scenario(self, scenario: Scenario) -> Section:
        """Tell a scenario."""
        work = partial(self.documents.scenario, scenario)
        return self.once(DefinitionKey("scenario", scenario.name), repr(scenario.shape), work)

    def example(self, example: shapes.Example) -> Section:
        """Tell a worked example."""
        return self.once(
            DefinitionKey("example", example.example), repr(example), partial(self.documents.example, example)
        )

    def once(self, key: DefinitionKey, facts: object, work: Callable[[], Section]) -> Section:
        """Give the section of a definition: as a store knows it, if there is one.

        Facts are compared; of a document that is its text, which tells yes from 1 and says what comes first.
        """
        return self.english.section(key, facts, work) if self.english is not None else work()

    # --- parts of elements

    def point(self, address: str) -> Point | None:
        """Give a named part of a rule: a modifier, a requirement, a case, a choice, a roll, a step."""
        element = self.elements.get(address)
        holder = self.section(self.section_of(address))
        if element is None or holder is None:
            return None
        points = (
            point for section in holder.walk() for outer in section.all_points() for point in (outer, *outer.within)
        )
        return next((point for point in points if point.address == address), None)

    def section_of(self, address: str) -> str:
        """Give the address of the section in which an element is told."""
        parts = address.split(".")
        heads = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
        return next((head for head in heads if self.section(head) is not None), "")

    def name_of(self, address: str) -> Text:
        """Give a short name for anything that has an address: for links, traces and the index."""
        element = self.elements.get(address)
        if element is not None and isinstance(element.thing, shapes.Example):
            return title_of(element.thing)
        section = self.section(address)
        if section is not None:
            return section.title
        match element.thing if element else None:
            case Field(words=words):
                return text(words.split(" (", 1)[0])
            case nodes.Step(title=nodes.Word(text=title)):
                return text(title)
            case (
                nodes.Modifier(phrase=nodes.Word() as phrase)
                | nodes.Roll(phrase=nodes.Word() as phrase)
                | nodes.Check(phrase=nodes.Word() as phrase)
            ):
                return Speaker(self.checked).phrase(phrase)
        table = self.checked.declared.tables.get(address.split(".", 1)[0])
        if table is not None:
            row = next(
                (row for row in table.rows if address == row.address or address.startswith(f"{row.address}.")), None
            )
            if row is not None:
                return say("row_of", table=table.title, row=row.label)
        return text(spaced(address.rsplit(".", 1)[-1]))

    def said(self, address: str) -> str:
        """Give an element's English as plain lines; nothing where there is no such element."""
        section = self.section(address)
        if section is not None:
            return written(replace(section, sections=tuple(one for one in section.sections if "~" not in one.address)))
        point = self.point(address)
        if point is not None:
            return "\n".join(point_lines(point))
        return self.cell_said(address) or (
            self.said(f"{ADVICE}{address}") if f"{ADVICE}{address}" in self.elements else ""
        )

    def cell_said(self, address: str) -> str:
        """Give a row, a cell or a field as plain lines."""
        holder = self.section(self.section_of(address))
        return grid_line(holder.grid, address) if holder is not None and holder.grid is not None else ""


def _address(one: Rule | Option) -> str:
    return f"{one.module}.{one.name}" if isinstance(one, Option) else address_of(one)


_KEPT = 2  # rulesets: a difference asks about two in turn
_writers: list[EnglishWriter] = []


def said(checked: Checked, address: str) -> str:
    """Give the English of one element as plain lines: for differences and for `why`.

    What has been written for a ruleset is kept until two others have been asked about.
    """
    writer = next((one for one in _writers if one.checked is checked), None)
    if writer is None:
        writer = EnglishWriter(checked)
        _writers.append(writer)
        del _writers[:-_KEPT]
    return writer.said(address)
