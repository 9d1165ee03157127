"""Read a ruleset and the ledgers of its sources both ways: what implements nothing, and what nothing implements.

In: what a ruleset without variants declares, in which nothing is wrong, and the texts of documents where they are at
hand. Out: a `SourceCoverage`. What does not meet is no finding: a ruleset may be unfinished and sound. Advice is for
those who decide, and no source is asked for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from quarterdeck.base.plain_data import FromOne
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.ledger import FRONT, Passage, differences, passages

GapSort = Literal["uncited", "unlisted", "unplaced", "unfulfilled", "missing", "changed", "new"]


@dataclass(frozen=True)
class SourceParagraph:
    """A paragraph of a source: its section, and its number there."""

    at: str
    number: FromOne

    def __str__(self) -> str:
        return f"{self.at}, paragraph {self.number}"


@dataclass(frozen=True)
class Gap:
    """One thing that does not meet: a rule, by its address, or a paragraph.

    `places` are those that a rule cites and no ledger has.
    """

    sort: GapSort
    address: str | None
    paragraph: SourceParagraph | None
    places: tuple[str, ...]
    text: str
    place: Span
    passage: Passage | None = None

    @property
    def what(self) -> str:
        """Give the words for the rule or paragraph."""
        return self.address or str(self.paragraph)


@dataclass
class SourceCoverage:
    """What came of reading: how many rules and paragraphs there are, of which sorts, and what does not meet.

    `in_part` are paragraphs, implemented or ruled, of which a part is out of scope.
    """

    rules: int = 0
    implemented: int = 0
    ruled: int = 0
    in_part: int = 0
    colour: int = 0
    out_of_scope: int = 0
    gaps: list[Gap] = field(default_factory=list)

    @property
    def paragraphs(self) -> int:
        """Give the number of paragraphs in the ledgers."""
        open_still = sum(gap.sort == "unfulfilled" for gap in self.gaps)
        return self.implemented + self.ruled + self.colour + self.out_of_scope + open_still


@dataclass(frozen=True)
class Cited:
    """A rule, option or table, with the places and rulings that it rests on."""

    address: str
    what: str
    cites: tuple[str, ...]
    rulings: tuple[str, ...]
    span: Span


def ledger_of(document: YamlDocument) -> shapes.Ledger:
    """Give what a `ledger.yaml` says."""
    assert isinstance(document.shape, shapes.Ledger)
    return document.shape


def read_ledgers(declared: Declared, texts: Mapping[str, str]) -> SourceCoverage:
    """Read all ledgers; `texts` are texts of documents, by the document's name."""
    covered = SourceCoverage()
    for document in declared.of_sort("ledger"):
        covered.gaps.extend(_of_rows(document, covered))
        ledger = ledger_of(document)
        if ledger.ledger in texts:
            covered.gaps.extend(_of_text(document, texts[ledger.ledger]))
    covered.gaps.extend(_of_rules(declared, covered))
    return covered


def _of_rows(document: YamlDocument, covered: SourceCoverage) -> Iterator[Gap]:
    """Count the rows of a ledger, and give those of which nothing became."""
    for index, row in enumerate(ledger_of(document).paragraphs):
        covered.implemented += bool(row.by)
        covered.ruled += bool(row.ruling and not row.by)
        covered.colour += row.colour
        covered.in_part += bool(row.out_of_scope and (row.by or row.ruling))
        covered.out_of_scope += bool(row.out_of_scope and not row.by and not row.ruling)
        if not row.is_accounted_for:
            span = document.places.value("paragraphs", index)
            yield Gap("unfulfilled", None, SourceParagraph(row.at, row.number), (), "nothing implements it", span)


def _of_text(document: YamlDocument, text: str) -> Iterator[Gap]:
    """Give the paragraphs in which a ledger and its source differ."""
    ledger, places = ledger_of(document), document.places
    index = {id(row): number for number, row in enumerate(ledger.paragraphs)}
    for difference in differences(ledger.paragraphs, passages(text, ledger.sections, ledger.run_on)):
        row, passage = difference.row, difference.passage
        if row is None:
            assert passage is not None
            says = f"the ledger has no row for it; it begins in line {passage.line} of the text"
            span = places.value("ledger")
            yield Gap("new", None, SourceParagraph(passage.at, passage.number), (), says, span, passage)
            continue
        span, paragraph = places.value("paragraphs", index[id(row)]), SourceParagraph(row.at, row.number)
        if passage is None:
            yield Gap("missing", None, paragraph, (), "the text has no such paragraph", span)
        else:
            says = f"its words have changed; it begins in line {passage.line} of the text"
            yield Gap("changed", None, paragraph, (), says, span, passage)


def _of_rules(declared: Declared, covered: SourceCoverage) -> Iterator[Gap]:
    """Give rules that cite nothing, or a place that no ledger has, and rules that no paragraph names."""
    ledgers = [ledger_of(document) for document in declared.of_sort("ledger")]
    places = {place for ledger in ledgers for place in ledger.sections} | {FRONT}
    named = {address for ledger in ledgers for row in ledger.paragraphs for address in row.by}
    ruled = {ruling for ledger in ledgers for row in ledger.paragraphs for ruling in row.ruling}
    for rule in _cited(declared):
        covered.rules += 1
        unknown = [place for place in rule.cites if place not in places]
        if not (rule.cites or rule.rulings):
            yield Gap("uncited", rule.address, None, (), f"{rule.what} cites nothing", rule.span)
        elif unknown:
            says = f"{rule.what} cites a place that no ledger has: {', '.join(unknown)}"
            yield Gap("unplaced", rule.address, None, tuple(unknown), says, rule.span)
        elif not any(address == rule.address or address.startswith(f"{rule.address}.") for address in named) and (
            rule.cites or not ruled.intersection(rule.rulings)
        ):
            yield Gap("unlisted", rule.address, None, (), f"{rule.what} is named by no paragraph", rule.span)


def _cited(declared: Declared) -> Iterator[Cited]:
    for option in declared.options.values():
        address = f"{option.module}.{option.name}"
        yield Cited(address, "the option", option.cites, option.rulings, option.node.span)
    for address, rule in declared.rules.items():
        if rule.sort != "advice":
            yield Cited(address, f"the {rule.sort}", rule.cites, rule.rulings, rule.node.span)
    for name, table in declared.tables.items():
        source = table.shape.source
        # Tables of documents that have no ledger say so themselves: only a place in a ledger's document is looked up.
        is_told = source is not None and any(
            source.document in (None, ledger_of(document).ledger) for document in declared.of_sort("ledger")
        )
        cites = (source.place,) if source and source.place and is_told else ()
        if source is None or is_told:
            span = table.document.places.value("table")
            yield Cited(name, "the table", cites, tuple(table.shape.rulings), span)
