"""Make errata of two rulesets: for each place of the first book what is replaced, deleted and added there.

In: two rulesets without faults. Out: `Errata` of plain records, by chapters and numbers of the first book. What an
author tells in the first book and the second prints from its nodes is read anew as a whole; what means the same, and
what is for programs alone, is counted and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby

from quarterdeck.analysis.diff.changes import WITHOUT_MEANING, Change
from quarterdeck.analysis.diff.rosters import changes_of
from quarterdeck.base.plain_data import Count
from quarterdeck.language.declarations.addresses import elements, former_addresses, present_address, touches
from quarterdeck.language.documents import shapes
from quarterdeck.print.errata.books import BookEdit, BookOfRules, between, run_on
from quarterdeck.print.errata.table_edits import OF_TABLES, TableEdits
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.overrides.rule_overrides import chapters_told
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset

BEHIND_THE_RULES = {
    "table": "Tables",
    "row": "Tables",
    "cell": "Tables",
    "option": "Options",
    "scenario": "Scenarios",
    "thing": "Rosters",
    "roster": "Rosters",
    "figures": "Rosters",
    "ruling": "Rulings",
}
OTHERS = "Things and words"
"""Where something belongs that stands in no chapter of rules."""
PARTS = frozenset("modifier require case row cell choice roll draw".split())
"""What comes into a place of the book, and not behind one."""
SAID_OF_DATA = ("title", "question", "answer")
"""What is told of a ruling, a scenario or a roster that comes or goes as a whole."""


@dataclass(frozen=True)
class Erratum:
    """What to do at one place of the book: its number and title there, and by which variants.

    The number is empty where the book gives none; `is_new` says that the place is none of the first book.
    """

    address: str
    sort: str
    number: str
    title: str
    is_new: bool
    instructions: tuple[BookEdit, ...]
    variants: tuple[str, ...]

    @property
    def comes_behind(self) -> bool:
        """Tell whether it is something new and whole, which comes behind what has the number."""
        return self.is_new and self.sort not in PARTS


@dataclass(frozen=True)
class ErrataChapter:
    """The errata of a chapter, or of what stands behind the rules, which has no number."""

    number: str
    title: str
    entries: tuple[Erratum, ...]


@dataclass(frozen=True)
class Reason:
    """Why a variant changes the book, in its own words, and in which games, in those of the book."""

    variant: str
    title: str
    note: str
    applies: str


@dataclass(frozen=True)
class Errata:
    """What to write into one book so that it is another.

    Changes that only word something otherwise, and advice to programs, are counted and left out: no player reads them.
    """

    before: str
    after: str
    title: str
    edition: str
    chapters: tuple[ErrataChapter, ...]
    reasons: tuple[Reason, ...]
    only_worded_otherwise: Count
    advice_to_programs: Count


def errata(one: Ruleset, other: Ruleset) -> Errata:
    """Make the errata by which the book of one ruleset becomes that of another.

    Raises:
        RefusedError: one of the two has findings.
    """
    for ruleset in (one, other):
        ruleset.refuse_faults()
    changes = changes_of(one, other)
    meant = [c for c in changes if c.deed not in WITHOUT_MEANING and not c.is_advice and c.sort != "question"]
    making = Making(BookOfRules(one), BookOfRules(other))
    entries = [making.entry(change) for change in making.tables.once_by_column(meant)]
    entries += making.heads_of_chapters()
    head = one.declared.head
    return Errata(
        one.name,
        other.name,
        head.title,
        head.edition or "",
        tuple(making.chapters([entry for entry in entries if entry.instructions])),
        tuple(making.reasons(dict.fromkeys(variant for entry in entries for variant in entry.variants))),
        sum(change.deed in WITHOUT_MEANING for change in changes),
        sum(change.is_advice and change.deed not in WITHOUT_MEANING for change in changes),
    )


@dataclass
class Making:
    """Makes the errata of two books."""

    one: BookOfRules
    other: BookOfRules

    @property
    def tables(self) -> TableEdits:
        """Give what is to be done to tables."""
        return TableEdits(self.one, self.other)

    def entry(self, change: Change) -> Erratum:
        """Give what is to be done at the place of a change."""
        is_new = change.before_span is None
        was = change.formerly or change.address
        beside = self.neighbour(change.address) if is_new else ""
        number = self.one.number_of(beside or was)
        is_placed = bool(number if is_new else self.one.writer.section_of(was))
        return Erratum(
            change.address,
            change.sort,
            number,
            self.one.title_of(beside or was) if is_placed else self.other.title_of(change.address),
            is_new,
            tuple(self.instructions(change, was, beside)),
            tuple(self.variants_of(change)),
        )

    def instructions(self, change: Change, was: str, beside: str) -> Iterator[BookEdit]:
        """Give what is to be done for one change."""
        before = self.one.lines(was) if change.before else []
        after = self.other.lines(change.address) if change.after else []
        if place := list(self.in_place(change, was)):
            yield from place
        elif change.sort == "table" and not change.before:
            yield BookEdit("add", after=run_on(self.tables.whole(change.address)))
        elif change.parts and not (change.before and change.after) and change.parts[0].path:
            words = run_on([part.after or part.before for part in change.parts if part.path[0] in SAID_OF_DATA])
            words = words or change.address.rpartition(".")[2]
            yield BookEdit("add", after=words) if change.after else BookEdit("delete", words)
        elif change.parts and change.parts[0].path:
            for part in change.parts:
                where = " ".join(part.path)
                yield BookEdit(
                    "replace" if part.before and part.after else "add" if part.after else "delete",
                    f"{where}: {part.before}" if part.before else "",
                    f"{where}: {part.after}" if part.after else "",
                )
        elif not before and not after:
            yield from between([change.before] if change.before else [], [change.after] if change.after else [])
        elif change.before and change.after and self.one.is_told(was) and not self.other.is_told(change.address):
            yield BookEdit("read", after=run_on(after))
        elif not change.before:
            section = self.other.writer.section(change.address)
            has_heading = section is not None and not section.is_entry
            heading = [f"{self.other.title_of(change.address)}."] if has_heading else []
            there = self.other.lines(beside) or self.one.lines(beside) if beside and section is None else []
            behind = there[-1:]  # as it stands once what is said of it above was done
            yield BookEdit("add", after=run_on([*heading, *after]), behind=run_on(behind))
        else:
            yield from between(before, after)

    def in_place(self, change: Change, was: str) -> Iterator[BookEdit]:
        """Give what is to be done for what is told by where it stands: in the course of the turn, or in a table."""
        if change.sort in ("turn", "phase") and change.before and change.after:
            is_told = self.one.is_told(was) and not self.other.is_told(change.address)
            yield from () if is_told else edits_of_course(self.one, self.other, was, change.address)
        elif change.sort in OF_TABLES:
            yield from self.tables.edits(change, was)

    def heads_of_chapters(self) -> Iterator[Erratum]:
        """Give what is to be done to the titles and the first words of chapters that both books have."""
        declared = self.other.ruleset.declared
        told = chapters_told(declared)
        for name in self.one.ruleset.declared.modules.keys() & declared.modules.keys():
            was, now = (book.writer.chapter(name) for book in (self.one, self.other))
            before, after = ([plain(words) for words in (one.title, *one.prose("lead"))] for one in (was, now))
            address = f"chapters.{name}"
            if before != after and address in self.one.numbers:
                file = told[name][1].file.path if name in told else ""
                by = [
                    v
                    for v, head in declared.variant_heads.items()
                    if file.startswith(head.file.path.rpartition("/")[0])
                ]
                instructions = tuple(between(before, after))
                number, title = self.one.numbers[address], plain(was.title)
                yield Erratum(
                    address, "chapter", number, title, is_new=False, instructions=instructions, variants=tuple(by)
                )

    def neighbour(self, address: str) -> str:
        """Give the like of something new that stands before it, and in the first book as well; nothing if none does."""
        known, there = elements(self.other.ruleset.declared), elements(self.one.ruleset.declared)
        element, found = known.get(address), ""
        for name, one in known.items():
            if element is None or name == address:
                break
            if (one.parent, one.sort) == (element.parent, element.sort) and name in there:
                found = name
        return found

    def variants_of(self, change: Change) -> Iterator[str]:
        """Give the variants of the second ruleset that bring a change: at its address, in it or around it."""
        declared, address = self.other.ruleset.declared, change.address
        new = [name for name in declared.variants if name not in self.one.ruleset.declared.variants]
        done = [(a.variant, a.element) for a in declared.amended if a.variant in new and a.deed != "lean"]
        rule, table = declared.rules.get(address), declared.tables.get(address)
        layers = {one.layer for one in (rule, table) if one is not None} | {address.split(".")[0]}
        near = {variant for variant, at in done if touches(address, at)} | (layers & set(new))
        around = {variant for variant, at in done if touches(address.rpartition(".")[0] or address, at)}
        yield from (name for name in new if name in (near or around))

    def reasons(self, variants: Iterable[str]) -> Iterator[Reason]:
        """Give why variants change the book."""
        declared = self.other.ruleset.declared
        for name in variants:
            head = declared.variant_heads[name].shape
            assert isinstance(head, shapes.VariantHead)
            condition = declared.conditions.get(name)
            applies = plain(said(Speaker(self.other.writer.checked, name).condition(condition))) if condition else ""
            yield Reason(name, head.title, head.note or "", applies)

    def chapters(self, entries: list[Erratum]) -> Iterator[ErrataChapter]:
        """Give the errata by chapters, in the order of the first book; what has no number comes behind."""
        groups: dict[tuple[str, str], list[Erratum]] = {}
        for entry in sorted(entries, key=lambda entry: in_order(entry.number or self.chapter_of(entry))):
            number = entry.number.split(".")[0] or self.chapter_of(entry)
            title = self.one.chapters[int(number) - 1] if number else self.title_behind(entry)
            groups.setdefault((number, title), []).append(entry)
        for (number, title), found in groups.items():
            yield ErrataChapter(number, title, tuple(joined(found)))

    def chapter_of(self, entry: Erratum) -> str:
        """Give the number of the chapter of a rule that has no number of its own: it is printed in an appendix."""
        is_rule = entry.sort in ("define", "procedure", "effect")
        return self.one.numbers.get(f"chapters.{entry.address.partition('.')[0]}", "") if is_rule else ""

    def title_behind(self, entry: Erratum) -> str:
        """Give where something belongs that has no number: to a chapter of the second book, or behind the rules."""
        number = self.other.number_of(entry.address) if entry.is_new else ""
        if number:
            return f"{self.other.chapters[int(number.split('.')[0]) - 1]} (new)"
        return BEHIND_THE_RULES.get(entry.sort, OTHERS)


def joined(entries: Iterable[Erratum]) -> Iterator[Erratum]:
    """Give errata of which those at one place of the book, by the same variants, are one."""
    for _, same in groupby(entries, as_printed):
        first, *others = same
        more = (instruction for one in others for instruction in one.instructions)
        yield replace(first, instructions=(*first.instructions, *more))


def as_printed(entry: Erratum) -> tuple[str, str, bool, tuple[str, ...]]:
    """Give what is printed around the instructions at a place."""
    return entry.number, entry.title, entry.comes_behind, entry.variants


def in_order(number: str) -> tuple[bool, list[int]]:
    """Give what numbers are sorted by; those that are none come last."""
    return not number, [int(part) for part in number.split(".") if part]


def edits_of_course(one: BookOfRules, other: BookOfRules, was: str, address: str) -> Iterator[BookEdit]:
    """Give what is to be done to the turn or a phase, which was found at an address in the first book."""
    yield from between(one.own_lines(was), other.own_lines(address))
    yield from moves(one, other, was, address)


def moves(one: BookOfRules, other: BookOfRules, was: str, address: str) -> Iterator[BookEdit]:
    """Give what is moved, one after another in the order in which it then stands.

    It is put behind what stands before it and is in the first book as well, by number and title there.
    """
    former = former_addresses(other.ruleset.declared)
    old = {present_address(at, former): at for at in one.numbers}
    before = [present_address(at, former) for at in one.below(was)]
    after = [at for at in other.below(address) if at in old]
    staying = set[str]()
    for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        staying |= set(after[block.b : block.b + block.size])
    for place, at in enumerate(after):
        if at not in staying:
            behind = titled(one, old[after[place - 1]]) if place else ""
            yield BookEdit("move", titled(one, old[at]), behind=behind)


def titled(book: BookOfRules, address: str) -> str:
    """Give the number and the title of a phase or a step in a book."""
    title = book.below(address.rpartition(".")[0]).get(address, "")
    return f"{book.numbers[address]} {title}".strip()
