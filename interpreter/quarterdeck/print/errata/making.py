"""Compare two printed books line by line, and find the edits that make one of the other.

In: two rulesets without errors. Out: `Errata` of plain records, in the order of the first book. Every line that differs
in print has an edit, and an edit contains nothing but lines as they are printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from itertools import groupby
from typing import Literal

from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.base.plain_data import Count
from quarterdeck.language.declarations.addresses import former_addresses, present_address, touches
from quarterdeck.language.documents import shapes
from quarterdeck.print.book.plan import plan
from quarterdeck.print.errata.printed_lines import PrintedLine, printed_lines
from quarterdeck.print.errata.printed_tables import TableEdit, table_edits
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.overrides.override_faults import faults_of_tellings
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Sort = Literal["replace", "delete", "add", "table"]


@dataclass(frozen=True)
class AddedLine:
    """An added line with its place in the second book; a moved line also has its place in the first.

    `deeper` says how much deeper it is set than the line before it, or less deep if it is negative. A moved line that
    `stays_next` followed the line before it in the first book as well.
    """

    place: str
    kind: str
    text: str
    deeper: int
    in_example: bool = False
    moved_from: str = ""
    stays_next: bool = False


@dataclass(frozen=True)
class BookEdit:
    """An edit at a line of the first book: replace, delete, add lines after it, or edit a table.

    `before` is the line as it is printed. Where several lines at one place are the same, `which` counts them from 1;
    else it is 0. What is added comes after that line, or at the beginning where there is no place. A moved line is
    deleted where it was.
    """

    sort: Sort
    place: str
    kind: str
    before: str
    after: str = ""
    which: Count = 0
    added: tuple[AddedLine, ...] = ()
    table: tuple[TableEdit, ...] = ()


@dataclass(frozen=True)
class Erratum:
    """The edits in a section of the first book, and the variants that cause them."""

    section: str
    edits: tuple[BookEdit, ...]
    variants: tuple[str, ...]


@dataclass(frozen=True)
class ErrataChapter:
    """The errata of a chapter; a new chapter comes after the last one before it."""

    title: str
    is_new: bool
    entries: tuple[Erratum, ...]


@dataclass(frozen=True)
class Reason:
    """A variant's reason for a change of the book, and the games it applies to."""

    variant: str
    title: str
    note: str
    applies: str


@dataclass(frozen=True)
class Errata:
    """The changes from one printed book to another.

    `examples` are the sections in which nothing changes but worked examples: they show rules that change elsewhere, or
    the second book tells others.
    """

    before: str
    after: str
    title: str
    edition: str
    chapters: tuple[ErrataChapter, ...]
    examples: tuple[Erratum, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class PlainBook:
    """The book of a ruleset in which nothing is marked as changed."""

    ruleset: Ruleset

    @cached_property
    def lines(self) -> list[PrintedLine]:
        """The lines of the book.

        Raises:
            RefusedError: the ruleset has findings, or cannot be printed.
        """
        self.ruleset.refuse_faults()
        self.ruleset.refuse_faults_of_data()
        if faults := faults_of_tellings(self.ruleset.checked):
            raise RefusedError(faults)
        return printed_lines(plan(self.ruleset, marked=False))


def errata(one: Ruleset, other: Ruleset) -> Errata:
    """List the changes from the book of one ruleset to that of another.

    Raises:
        RefusedError: one of the two has errors, or cannot be printed.
    """
    return errata_between(PlainBook(one), PlainBook(other))


def errata_between(before: PlainBook, after: PlainBook) -> Errata:
    """Make the errata by which one book becomes another.

    Raises:
        RefusedError: one of the two rulesets has findings, or cannot be printed.
    """
    one, other = before.ruleset, after.ruleset
    books = BookPair(before.lines, after.lines, former_addresses(other.declared))
    by = Authorship(one, other)
    head = one.declared.head
    sections = [(*key, [*found]) for key, found in groupby(books.edits(), section_of)]
    examples = [entry_of(name, found, by) for _, is_new, name, found in sections if is_of_examples(is_new, found)]
    rest = [one for one in sections if not is_of_examples(one[1], one[3])]
    chapters = [
        ErrataChapter(title, is_new, tuple(entry_of(name, found, by) for _, _, name, found in inner))
        for (title, is_new), inner in groupby(rest, lambda one: one[:2])
    ]
    known = (one.name, other.name, head.title, head.edition or "")
    return Errata(*known, tuple(chapters), tuple(examples), tuple(by.reasons()))


LocatedEdit = tuple[BookEdit, PrintedLine, PrintedLine]
"""An edit, the line where it is, and the line that it is about."""


def section_of(located: LocatedEdit) -> tuple[str, bool, str]:
    """Return the chapter in which an edit is, whether that is new, and the section."""
    edit, home, about = located
    return home.chapter, edit.sort == "add" and home is about, home.section


def is_of_examples(is_new: bool, found: Sequence[LocatedEdit]) -> bool:
    """Tell whether the edits of a section concern nothing but worked examples."""
    return not is_new and all(
        all(one.in_example for one in edit.added) if edit.added else home.example for edit, home, _ in found
    )


def entry_of(section: str, found: Sequence[LocatedEdit], by: Authorship) -> Erratum:
    """Return the edits of a section with the variants that bring them."""
    known = {variant for _edit, _home, line in found for variant in by.variants(line.address)}
    return Erratum(section, tuple(edit for edit, *_ in found), tuple(v for v in by.new if v in known))


@dataclass
class BookPair:
    """The lines of two books; `former` gives the present address of what has been renamed."""

    one: Sequence[PrintedLine]
    other: Sequence[PrintedLine]
    former: dict[str, str]

    @cached_property
    def pairs(self) -> dict[int, int]:
        """Pair the lines of the second book with those of the first that are the same, or become them.

        Lines of the same words are paired first, then of those between two pairs the lines at the same address, then
        lines of the same kind.
        """
        found: dict[int, int] = {}
        waiting = [(0, len(self.one), 0, len(self.other), 0)]
        while waiting:
            first, last, low, high, level = waiting.pop()
            was = [self._likeness(line, level) for line in self.one[first:last]]
            now = [self._likeness(line, level) for line in self.other[low:high]]
            for tag, start, end, new, till in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
                if tag == "equal":
                    found.update(zip(range(low + new, low + till), range(first + start, first + end), strict=True))
                elif tag == "replace" and level < 2:
                    waiting.append((first + start, first + end, low + new, low + till, level + 1))
        return found

    def _likeness(self, line: PrintedLine, level: int) -> tuple[object, ...]:
        """Return what a line shares with the one that it is, or becomes."""
        if not level:
            return line.content
        is_located = level == 1 or line.table is not None
        return line.kind, line.depth, present_address(line.address, self.former) if is_located else ""

    @cached_property
    def moved(self) -> dict[int, int]:
        """Pair lines that are added with the same lines that are deleted elsewhere; runs of lines stay together."""
        deleted: dict[tuple[object, ...], list[int]] = {}
        kept = {*self.pairs.values()}
        for at, line in enumerate(self.one):
            if at not in kept:
                deleted.setdefault(line.content, []).append(at)
        found: dict[int, int] = {}
        for at, line in enumerate(self.other):
            places = deleted.get(line.content, [])
            next_one = found.get(at - 1, -2) + 1
            if at not in self.pairs and (next_one in places or len(places) == 1):
                found[at] = next_one if next_one in places else places[0]
                places.remove(found[at])
        return found

    def edits(self) -> Iterator[LocatedEdit]:
        """Find the edits in the order of the first book, each with the line where it is, and the one that it is about.

        A chapter that is added is where it will be.
        """
        become = {was: at for at, was in self.pairs.items()}
        staying = {*become} | {*self.moved.values()}
        for at in range(-1, len(self.one)):
            line = self.one[max(0, at)]
            known = (line.place, line.kind, line.text) if at >= 0 else ("", "", "")
            which = self.which[at] if at >= 0 else 0
            if at >= 0 and at not in staying:
                yield BookEdit("delete", *known, which=which), line, line
            elif at in become and line.content != (new := self.other[become[at]]).content:
                edit = BookEdit("replace", *known, new.text, which)
                if line.table is not None and new.table is not None:
                    edit = replace(edit, sort="table", table=table_edits(line.table, new.table))
                yield edit, line, new
            for group in self.added.get(at, ()):
                first = self.other[group[0]]
                edit = BookEdit("add", *known, which=which, added=tuple(map(self._added_line, group)))
                yield edit, first if first.kind == "chapter" else line, first

    @cached_property
    def added(self) -> dict[int, list[list[int]]]:
        """Group the lines to add by the line of the first book after which they come; chapters are groups apart."""
        found: dict[int, list[list[int]]] = {}
        behind = -1
        for at, line in enumerate(self.other):
            if at in self.pairs:
                behind = self.pairs[at]
                continue
            groups = found.setdefault(behind, [])
            if not groups or line.kind == "chapter":
                groups.append([])
            groups[-1].append(at)
        return found

    def _added_line(self, at: int) -> AddedLine:
        line, before = self.other[at], self.other[max(0, at - 1)]
        added = AddedLine(line.place, line.kind, line.text, line.depth - before.depth, bool(line.example))
        if at not in self.moved:
            return added
        was = self.moved[at]
        return replace(added, moved_from=self.one[was].place, stays_next=self.moved.get(at - 1) == was - 1)

    @cached_property
    def which(self) -> list[int]:
        """Count the lines of the first book that have the same place and text; a line that is alone counts 0."""
        places: dict[tuple[str, str], list[int]] = {}
        for at, line in enumerate(self.one):
            places.setdefault((line.place, line.text), []).append(at)
        counted = {at: number for alike in places.values() if len(alike) > 1 for number, at in enumerate(alike, 1)}
        return [counted.get(at, 0) for at in range(len(self.one))]


@dataclass(frozen=True)
class Authorship:
    """Knows which variants change what in the second of two rulesets."""

    one: Ruleset
    other: Ruleset

    @cached_property
    def new(self) -> list[str]:
        """List the variants that only the second ruleset has."""
        return [name for name in self.other.declared.variants if name not in self.one.declared.variants]

    def variants(self, address: str) -> set[str]:
        """List the variants that change what has an address, what is in it, or what is around it."""
        declared = self.other.declared
        done = [(a.variant, a.element) for a in declared.amended if a.variant in self.new and a.deed != "lean"]
        rule, table = declared.rules.get(address), declared.tables.get(address)
        layers = {one.layer for one in (rule, table) if one is not None} | {address.split(".", maxsplit=1)[0]}
        near = {variant for variant, at in done if touches(address, at)} | (layers & set(self.new))
        around = {variant for variant, at in done if touches(address.rpartition(".")[0] or address, at)}
        return near or around or ({*self.new} if len(self.new) == 1 else set())

    def reasons(self) -> Iterator[Reason]:
        """List why variants change the book."""
        declared = self.other.declared
        for name in self.new:
            head = declared.variant_heads[name].shape
            assert isinstance(head, shapes.VariantHead)
            condition = declared.conditions.get(name)
            speaker = Speaker(book_writer(self.other).checked, name)
            applies = plain(said(speaker.condition(condition))) if condition else ""
            yield Reason(name, head.title, head.note or "", applies)
