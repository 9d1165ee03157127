"""Put tellings in the place of what is planned from the nodes: titles, short names, prose.

In: an `EnglishWriter`'s sections and the tellings of a ruleset. Out: the same sections with what an author tells; a
section keeps the points that are planned, so that whoever looks for a part of a rule finds it. A short name becomes the
phrase of its rule, so that every sentence that speaks of it says the short name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypedDict

from quarterdeck.base.plain_data import Count
from quarterdeck.base.queries import QueryStore
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.symbol_table import Arc, CellOf, Option, Row, Rule, Scenario
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.components import degrees_of
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.overrides.markdown import Interpolated, Item, Link, MarkdownPassage, Piece, Words
from quarterdeck.prose.overrides.pins import outdated
from quarterdeck.prose.overrides.rule_overrides import (
    RuleOverride,
    can_be_told,
    chapters_told,
    pieces_of,
    scenarios_told,
    tales_of,
)
from quarterdeck.prose.overrides.sums import kept_together
from quarterdeck.prose.text.blocks import Cell, Grid, Point, Prose, Section, Steps, grid_of
from quarterdeck.prose.text.outline import grid_line, listed, notes, written
from quarterdeck.prose.text.runs import Run, Text, capital, joined, plain, styled, text
from quarterdeck.workspace.ruleset.ruleset import Ruleset

SLOT = re.compile(r"\{(\w+)\}")


class OverrideCounts(TypedDict):
    """How many rules an author tells, and leaves to the planner.

    `untold` are the rules, tables, options and phases that an author told before they meant something else.
    """

    told: Count
    untold: Count
    planned: Count


class BookWriter(EnglishWriter):
    """Writes the English of one ruleset as its book has it; `untold` are the rules whose tellings fit no longer."""

    def __init__(
        self,
        checked: Checked,
        store: QueryStore | None = None,
        tales: Mapping[str, RuleOverride] | None = None,
        untold: frozenset[str] = frozenset(),
    ) -> None:
        self.tales = tales or {}
        self.untold = untold
        self.terms = tuple((address, tale.shape.term) for address, tale in self.tales.items() if tale.shape.term)
        super().__init__(with_terms(checked, dict(self.terms)), store, merges=True)

    def section(self, address: str) -> Section | None:
        """Give an element by its address, told if somebody tells it."""
        is_new = address not in self.sections
        section = super().section(address)
        if is_new and section is not None:
            section = self.sections[address] = self.told_with_parts(section)
        return section

    def chapter(self, name: str) -> Section:
        """Give a chapter, with the title and the words that somebody tells at its head."""
        section = super().chapter(name)
        told, _ = chapters_told(self.checked.declared).get(name, (None, None))
        if told is None:
            return section
        intro = tuple(Prose(text(paragraph), "lead") for paragraph in told.paragraphs) or section.blocks
        return replace(section, title=text(told.title) if told.title else section.title, blocks=intro)

    def scenario(self, scenario: Scenario) -> Section:
        """Give a scenario; the prose that somebody tells of it stands in the place of the facts that it names.

        Where a variant has taken such a fact away, the prose is left out.
        """
        section = super().scenario(scenario)
        told, _ = scenarios_told(self.checked.declared).get(scenario.name, (None, None))
        named = {piece.address for piece in pieces_of(told) if isinstance(piece, Interpolated)} if told else set()
        shape = scenario.shape
        if told is None or not named <= {"turn_limit", *shape.game, *shape.constants, *shape.options}:
            return section
        said = Point(joined([self.fact(scenario, piece) for piece in pieces_of(told)]))
        rest = tuple(point for point in section.points if point.kind not in named)
        return section.described((Steps((said,)), *((listed(rest),) if rest else ())))

    def fact(self, scenario: Scenario, piece: Piece) -> Text:
        """Give a piece of the prose on a scenario; what stands in braces is the value of one of its facts."""
        return self.documents.fact_of(scenario, piece.address) if isinstance(piece, Interpolated) else self.piece(piece)

    def told_with_parts(self, section: Section) -> Section:
        """Give a section and those below it, each told if somebody tells it."""
        inner = tuple(self.told_with_parts(one) for one in section.sections)
        section = replace(section, sections=inner) if inner else section
        tale = self.tales.get(section.address)
        return self.told(section, tale) if tale is not None else section

    def once(self, key: DefinitionKey, facts: object, work: Callable[[], Section]) -> Section:
        """Give the section of a definition; all short names are facts of it, since it may say any of them."""
        return super().once(key, (facts, self.terms, "merged"), work)

    # --- what is told

    def told(self, section: Section, tale: RuleOverride) -> Section:
        """Give a section with what is told of it."""
        if tale.address in self.untold:
            title = text(tale.shape.title) if tale.shape.title else section.title
            return replace(section, title=title, is_untold=True)
        if section.sort == "phase" and tale.shape.text:  # it tells when effects count, and not what plugins do
            kept = (one for one in section.blocks if not isinstance(one, Prose) or one.style != "note")
            section = replace(section, blocks=(*kept, *notes(self.rules.hooks_of(section.address))))
        found = self.described(section, tale)
        if section.sort == "option" and found.is_told:  # stands in a box and in a list, and is no rule of its own
            points = tuple(point for one in found.steps for point in one.points)
            return replace(section.with_block(listed(points)), title=found.title)
        return found

    def described(self, section: Section, tale: RuleOverride) -> Section:
        """Give a section with the title, the cells and the prose of a telling."""
        section = replace(section, title=text(tale.shape.title) if tale.shape.title else section.title)
        section = section.with_block(self.grid(section.grid, tale)) if section.grid is not None else section
        told = tuple(self.passage(one, tale.said) for one in tale.passages)
        return section.described(told) if told else section

    def grid(self, grid: Grid, tale: RuleOverride) -> Grid:
        """Give a table with the cells that an author tells, and with his word above what its rows give."""

        def cell(known: Cell) -> Cell:
            told = tale.cells.get(known.address)
            return known if told is None else replace(known, text=joined(self.words(told)), points=())

        rows = tuple(replace(row, cells=(row.cells[0], *(cell(one) for one in row.cells[1:]))) for row in grid.rows)
        if tale.shape.head and len(grid.heads) == 2:
            grid = replace(grid, head=grid_of((grid.heads[0], text(tale.shape.head)), ()).head)
        return replace(grid, rows=rows)

    def passage(self, passage: MarkdownPassage, said: frozenset[str]) -> Steps:
        """Give a piece of prose; `said` are the parts of the rule that it says in other words."""
        points = tuple(point for item in passage.items for point in self.items(item, said))
        return Steps(points, bulleted=passage.sort == "list")

    def items(self, item: Item, said: frozenset[str]) -> Iterator[Point]:
        """Give an item; for what asks for all that stands below an address, each of it that is not said otherwise."""
        if item.all_below:
            yield from (point for point in self.below(item.all_below) if point.address not in said)
            return
        only = item.pieces[0] if len(item.pieces) == 1 else None
        if isinstance(only, Interpolated) and (part := self.point(only.address)):
            yield replace(part, text=capital(part.text))
            return
        points = tuple(point for passage in item.below for point in self.passage(passage, said).points)
        numbered = any(passage.sort == "steps" for passage in item.below)
        yield Point(joined(self.words(item.pieces)), points, numbered=numbered)

    def words(self, pieces: Iterable[Piece]) -> Iterator[Text]:
        """Give pieces as text; a value that begins a sentence begins with a capital."""
        before = ""
        for piece in pieces:
            found = self.piece(piece)
            begins = not before.strip() or before.endswith((". ", "? ", "! "))
            yield capital(found) if begins and isinstance(piece, Interpolated) else found
            before = plain(found)

    def below(self, address: str) -> Iterator[Point]:
        """Give the points right below an address: modifiers of a roll, requirements of a choice, cases."""
        holder = self.section(self.section_of(address))
        known = (one for point in (holder.all_points() if holder else ()) for one in (point, *point.within))
        for point in known:
            if point.address.rpartition(".")[0] == address:
                yield point

    def piece(self, piece: Piece) -> Text:
        """Give words, a link or a value as text."""
        match piece:
            case Words(text=words, style=style):
                return tuple(replace(run, style=style) for run in text(kept_together(words)))
            case Link(text=words, address=address):
                return styled(text(words), to=address)
            case Interpolated(address=address, below=below):
                element = self.elements.get(address)
                arc = element.thing if below and element is not None else None
                return degrees_of(arc) if isinstance(arc, Arc) else self.value(address)

    def value(self, address: str) -> Text:
        """Say what stands at an address in few words, leading to it."""
        declared = self.checked.declared
        rule = declared.rules.get(address)
        if rule is not None and rule.sort == "define":
            constant = self.number(rule)
            return constant or styled(self.rules.term(rule).text, to=address)
        if address in declared.tables:
            return say("the_table", title=(Run(declared.tables[address].title, to=address, style="name"),))
        element = self.elements.get(address)
        if element is not None and isinstance(element.thing, Option):
            speaker = Speaker(self.checked)
            is_truth = isinstance(element.thing.type, types.Boolean)
            return speaker.option_name(element.name) if is_truth else speaker.option_value(element.name).text
        if element is not None and isinstance(element.thing, Arc):
            return say("parenthesis", value=element.thing.words, notes=degrees_of(element.thing))
        if element is not None and isinstance(element.thing, Row | CellOf) and (said := self.in_table(address)):
            return styled(said, to=address)
        point = self.point(address) if rule is None else None
        words = point.text if point is not None else without_article(self.name_of(address))
        return styled(words, to=address)

    def in_table(self, address: str) -> Text:
        """Say what stands in a cell of a table, or in the only one of a row; of a longer row, which it is."""
        table = address.partition(".")[0]
        section = self.section(table)
        row, at = section.grid.find(address) if section is not None and section.grid is not None else (None, 0)
        if row is None:
            return ()
        name, first, *others = row.cells
        if others and not at:
            return say("row_of", table=self.checked.declared.tables[table].title, row=plain(name.text))
        cell = row.cells[at] if at else first
        return joined([point.text for point in cell.points], " ") if cell.points else cell.text

    @cached_property
    def own_words(self) -> object:
        """Give the titles, short names and headings that authors tell, and which tellings are not printed."""
        shapes = [(address, tale.shape) for address, tale in self.tales.items()]
        tales = [(address, one.title, one.term, one.plain, one.head, one.cells) for address, one in shapes]
        chapters = ((name, told.title) for name, (told, _) in chapters_told(self.checked.declared).items())
        return tales, tuple(chapters), tuple(sorted(self.untold))

    @cached_property
    def plain(self) -> frozenset[str]:
        """Give the rules whose phrases say all that players need."""
        return frozenset(address for address, tale in self.tales.items() if tale.shape.plain) - self.untold

    def number(self, rule: Rule) -> Text:
        """Give the number that a definition always is; nothing where it is worked out."""
        found = self.rules.speaker(rule).constant(rule)
        return found.text if found is not None else ()

    def count(self) -> OverrideCounts:
        """Count the rules that are told, that were told and are not any more, and that are planned from their nodes."""
        rules = [rule for rule in self.checked.declared.rules.values() if rule.sort != "advice" and rule.stands_alone]
        told = {address for address, tale in self.tales.items() if tale.is_pinned} & {one.address for one in rules}
        return {
            "told": len(told - self.untold),
            "untold": len(self.untold),
            "planned": len(rules) - len(told),
        }


def with_terms(checked: Checked, terms: Mapping[str, str | None]) -> Checked:
    """Give a ruleset in which short names are the phrases of their rules."""
    phrases = dict(checked.phrases)
    for address, term in terms.items():
        rule = checked.declared.rules.get(address)
        if term and rule is not None and rule.node.phrase is not None:
            phrases[rule.node.phrase] = term_pieces(checked, rule.node.phrase, term)
    return replace(checked, phrases=phrases) if terms else checked


def term_pieces(checked: Checked, phrase: nodes.Word, term: str) -> tuple[str | nodes.Expression, ...]:
    """Give a short name as pieces; what stands in its braces is what stands in those of the phrase."""
    known = inputs_in(checked, phrase)
    found: list[str | nodes.Expression] = []
    at = 0
    words = term if term.startswith("the ") else f"the {term}"
    for slot in SLOT.finditer(words):
        found += [words[at : slot.start()], *([known[slot[1]]] if slot[1] in known else [])]
        at = slot.end()
    return tuple(piece for piece in (*found, words[at:]) if piece != "")


def inputs_in(checked: Checked, phrase: nodes.Word) -> dict[str, nodes.Expression]:
    """Give the inputs of which a phrase speaks, by their names."""
    pieces = checked.phrases.get(phrase, ())
    return {piece.word.text: piece for piece in pieces if isinstance(piece, nodes.Name)}


def book_writer(ruleset: Ruleset, *, told: bool = True) -> BookWriter:
    """Give the writer of a ruleset's book; all is planned from the nodes unless rules are to be told."""
    checked, loaded = ruleset.checked, ruleset.loaded
    tales = tales_of(checked.declared) if told else {}
    known = can_be_told(checked.declared)
    tales = {address: tale for address, tale in tales.items() if address in known}
    return BookWriter(checked, loaded.store, tales, outdated(checked, loaded.layers, tales, ruleset.kept))


def side_by_side(ruleset: Ruleset, address: str) -> str:
    """Give the English of an element as plain lines: as it is told, if it is, and as it is planned from its nodes.

    Of a table with told cells, that is the table, a row or a cell.
    """
    writer = book_writer(ruleset)
    planned = EnglishWriter(ruleset.checked).said(address)
    told = _as_told(writer, address)
    if told in ("", planned):
        return planned
    is_untold = writer.section_of(address) in writer.untold
    heading = "Outdated prose override" if is_untold else "Prose override"
    return f"{heading}:\n\n{told}\n\nGenerated:\n\n{planned}"


def _as_told(writer: BookWriter, address: str) -> str:
    """Give what is told of an element as plain lines; nothing where nobody tells it."""
    tale = writer.tales.get(writer.section_of(address))
    if tale is None or not (tale.shape.text or tale.cells or tale.shape.head):
        return ""
    section = replace(tale_section(writer, tale), sections=())
    if tale.address == address:
        return written(section)
    return grid_line(section.grid, address) if section.grid is not None else ""


def tale_section(writer: BookWriter, tale: RuleOverride) -> Section:
    """Give the section of a telling as it was told, whether that still fits or not."""
    section = writer.section(tale.address)
    assert section is not None
    return writer.described(section, tale)
