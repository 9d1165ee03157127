"""Plan a rulebook: what stands on which page, in which order, and what may be led to.

In: a ruleset without findings. Out: `Planned`, whose book is the same whenever and wherever it is made. Nothing here
knows how a book is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.language.declarations.addresses import Element, all_elements, holder_and_name
from quarterdeck.language.declarations.symbol_table import Declared, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.print.book.appendices import Appendices
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.print.book.form_pages import called_in_rules, forms_to_copy
from quarterdeck.print.book.house_rules import HouseRules, VariantStages
from quarterdeck.print.book.index_words import index_of
from quarterdeck.print.book.matter import FrontAndBackMatter, facts_of
from quarterdeck.print.book.numbering import PictureNumbers, numbered
from quarterdeck.print.book.print_options import FOR_PLAYERS, FORMS, WHOLE, WantedParts
from quarterdeck.print.book.quick_reference import quick_reference
from quarterdeck.print.book.roster_tables import RosterTables
from quarterdeck.print.pictures.boards import DrawnPhase, course
from quarterdeck.print.pictures.gallery import Gallery
from quarterdeck.print.probes.counting import counted_probes
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.languages.book_language import BookFrame, BookLanguage
from quarterdeck.prose.languages.english_books import ENGLISH
from quarterdeck.prose.overrides.override_writer import BookWriter, book_writer
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.overrides.worked_examples import Worked
from quarterdeck.prose.text.blocks import Block, Book, Box, LinkTarget, Page, Section
from quarterdeck.prose.text.runs import in_a_row, plain, text, upper_first
from quarterdeck.workspace.ruleset.ruleset import Ruleset

ACCENT = "#7a2b25"


@dataclass(frozen=True)
class Planned:
    """A book with what printing it needs: all places by address, what variants have changed, numbers to cite by.

    `index` has entries by the address or number that they lead to; `frame` has the words for what printing adds.
    """

    book: Book
    places: Mapping[str, LinkTarget]
    changed: frozenset[str]
    aliases: Mapping[str, str]
    arranger: Arranger
    numbers: Mapping[str, str]
    index: Mapping[str, tuple[str, ...]]
    frame: BookFrame
    is_whole: bool = True
    called: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The addresses of forms by the words that rules have for them: anywhere, or in what has an address."""

    def framed(self, words: str) -> str:
        """Give words that printing adds in the language of the book."""
        return self.frame.words(words) or words

    def shown(self, address: str) -> list[Block] | None:
        """Give the blocks of one thing, to be printed by itself."""
        told = self.arranger.writer.section(address)
        if told is None:
            return None
        if told.sort in ("table", "option", "define"):
            return list(self.arranger.parts([told]))
        return [block for section in self.arranger.section(told).walk() for block in section.blocks]


def plan(
    ruleset: Ruleset,
    *,
    told: bool = True,
    marked: bool = True,
    wanted: WantedParts = WHOLE,
    language: BookLanguage = ENGLISH,
    counting: Callable[[str], None] | None = None,
) -> Planned:
    """Plan the book of a ruleset, or what is `wanted` of it: with what authors tell, or from the nodes alone.

    A book in another language than the authors' has no pictures of rules and no probes. What readers try is counted
    if `counting` is there to be told how far that is. Only where it is `marked` is what variants change set off.

    Raises:
        RefusedError: an author tells an example with figures that are none of its own, or asks for a picture that
            cannot be drawn, or for chances that cannot be counted.
    """
    english = book_writer(ruleset, told=told)
    writer = language.writer(ruleset, english)
    places, selection = all_places(writer), Selection(writer)
    worked = language.worked(writer, places, Worked(ruleset, english, all_places(english), told))
    at_rules, further = _examples(worked, selection)
    gallery = Gallery(ruleset, english, selection, ACCENT)
    drawn = _drawn(ruleset, gallery, counting) if language.is_of_authors else {}
    arranger = Arranger(selection, places, changed_addresses(writer) if marked else frozenset(), at_rules, drawn)
    forms = forms_to_copy(ruleset)
    parts = BookParts(
        ruleset,
        arranger,
        FrontAndBackMatter(arranger, gallery, wanted, has_forms=forms is not None),
        Appendices(arranger, further, forms, worked.untold),
        RosterTables(ruleset),
        gallery if language.is_of_authors else None,
    )
    pages, behind = list(_filled(parts.pages())), list(_filled(parts.appendices()))
    ruleset.kept.save()
    pages, numbers = _numbered(pages, wanted)
    pages = _wanted(pages, behind, parts.back_matter, wanted)
    book = replace(_title(ruleset.declared), pages=tuple(pages))
    index = index_of(book.pages, ruleset.declared, in_english=language.is_of_authors)
    frame = language.frame(writer)
    return Planned(
        frame.book(book),
        places,
        arranger.changed,
        aliases(ruleset.declared),
        arranger,
        numbers,
        {to: tuple(frame.words(entry) or entry for entry in entries) for to, entries in index.items()},
        frame,
        is_whole=wanted.is_whole,
        called=called_in_rules(ruleset.declared, forms) if forms and any(page.name == FORMS for page in pages) else {},
    )


def _examples(worked: Worked, selection: Selection) -> tuple[dict[str, list[Box]], dict[str, list[Box]]]:
    """Give the examples that stand at their rules, and those that stand in the appendices, by address.

    Raises:
        RefusedError: an author tells an example with figures that are none of its own.
    """
    at_rules: dict[str, list[Box]] = {}
    further: dict[str, list[Box]] = {}
    for address, boxes in worked.boxes().items():
        is_read = address in selection.ways or address.startswith("turn.")
        kept = (len(boxes) if worked.chosen[address][0].tale is not None else 1) if is_read else 0
        at_rules[address], further[address] = boxes[:kept], boxes[kept:]
    if worked.findings:
        raise RefusedError(worked.findings)
    return at_rules, further


def _drawn(ruleset: Ruleset, gallery: Gallery, counting: Callable[[str], None] | None) -> dict[str, list[Block]]:
    """Give the pictures of rules, and what readers try if it is to be counted, by the address where they stand.

    Raises:
        RefusedError: a picture cannot be drawn, or chances cannot be counted.
    """
    found: dict[str, list[Block]] = {at: [*drawings] for at, drawings in gallery.by_address().items()}
    if gallery.findings:
        raise RefusedError(gallery.findings)
    if counting is not None:
        for address, probes in counted_probes(ruleset, counting).items():
            found.setdefault(gallery.homes.home(address), []).extend(probes)
    return found


def _filled(pages: Iterable[tuple[str, str, Section | None]]) -> Iterator[Page]:
    """Give the pages on which something stands, of parts, names and sections."""
    for part, name, section in pages:
        if section is not None and not _is_empty(section):
            yield Page(name, section, part)


def _numbered(pages: Sequence[Page], wanted: WantedParts) -> tuple[list[Page], Mapping[str, str]]:
    """Give the chapters of rules their numbers; without all of these chapters there are no numbers to cite by."""
    rules = [page for page in pages if page.part == "rules"]
    chapters, numbers = numbered([page.section for page in rules])
    waiting = iter(chapters)
    made = [replace(page, section=next(waiting)) if page.part == "rules" else page for page in pages]
    return made, numbers if all(map(wanted.has, rules)) else {}


def _wanted(pages: list[Page], behind: list[Page], back: Appendices, wanted: WantedParts) -> list[Page]:
    """Give the pages that are wanted, those in front before those behind; pictures are counted through all of them."""
    counted = PictureNumbers()
    pages, behind = [counted.page(page) for page in pages], [counted.page(page) for page in behind]
    listed = counted.listed()
    behind += [Page("pictures", listed, "appendix")] if listed is not None else []
    pages, behind = list(wanted.pages(pages)), list(wanted.pages(behind))
    own = [page for page in behind if not (wanted.has_short_rulings and page.name in FOR_PLAYERS)]
    cover = back.cover([page.section for page in behind]) if len(own) > 1 else None
    return [*pages, *([Page("appendices", cover, "appendix")] if cover else []), *behind]


@dataclass(frozen=True)
class BookParts:
    """Makes the sections of a book; `gallery` draws the course of the turn if that is wanted."""

    ruleset: Ruleset
    arranger: Arranger
    matter: FrontAndBackMatter
    back_matter: Appendices
    rosters: RosterTables
    gallery: Gallery | None

    def pages(self) -> Iterator[tuple[str, str, Section | None]]:
        """Give the chapters in order; how the book is read comes first, and knows the others."""
        declared, matter = self.ruleset.declared, self.matter
        yield "front", "reading", matter.reading()
        if declared.variants or declared.plugins:
            yield "front", "changes", HouseRules(matter, VariantStages(self.ruleset)).changes()
        for name, section in chapters_of_rules(self.arranger, self.gallery):
            yield "rules", name, section
        yield "back", "scenarios", matter.scenarios()
        yield "back", "rosters", self.rosters.for_players()
        yield "back", "options", matter.options()
        yield "back", "glossary", self.back_matter.glossary()
        yield "back", "reference", quick_reference(self.arranger)

    def appendices(self) -> Iterator[tuple[str, str, Section | None]]:
        """Give the appendices in order."""
        yield from (("appendix", name, section) for name, section in self._appendices())

    def _appendices(self) -> Iterator[tuple[str, Section | None]]:
        matter, back = self.matter, self.back_matter
        forms = back.forms
        yield FORMS, replace(forms, begins_part=matter.wanted.has_short_rulings) if forms is not None else None
        yield "things", matter.things()
        yield "others", self.rosters.others()
        yield "rulings", matter.rulings()
        yield "missing", matter.missing()
        yield "untold", back.untold()
        yield "examples", back.examples()
        yield "numbers", back.numbers()
        yield "workings", back.workings()
        for name in self.arranger.writer.order:
            if _is_advice(self.ruleset.declared, name):
                yield f"advice.{name}", self.arranger.chapter(name, whole=True)


def chapters_of_rules(arranger: Arranger, gallery: Gallery | None = None) -> Iterator[tuple[str, Section]]:
    """Give the chapters of rules in order, none of them empty: that of the turn first, a turn that is played last."""
    declared = arranger.declared
    rules = {name for name in arranger.writer.order if not _is_advice(declared, name)}
    found: list[tuple[str, Section | None]] = []
    played: tuple[Block, ...] = ()
    if declared.turn_module in rules:
        turn = arranger.chapter(declared.turn_module)
        if turn is not None:
            turn, played = _with_course(turn, arranger, gallery)
        found.append((f"rules.{declared.turn_module}", turn))
    others = (name for name in arranger.writer.order if name in rules and name != declared.turn_module)
    found += [(f"rules.{name}", arranger.chapter(name)) for name in others]
    found.append(("tables", arranger.loose()))
    found.append(("played", Section(text("A turn of play"), played)))
    yield from ((name, section) for name, section in found if section is not None and not _is_empty(section))


def _is_advice(declared: Declared, name: str) -> bool:
    """Tell whether a chapter holds nothing but advice."""
    sorts = {rule.sort for rule in declared.rules.values() if rule.module == name}
    return "advice" in sorts and sorts <= {"advice", "define"}


def _is_empty(section: Section) -> bool:
    return not section.blocks and not section.sections


# --- the course of a turn


def _with_course(chapter: Section, arranger: Arranger, gallery: Gallery | None) -> tuple[Section, tuple[Block, ...]]:
    """Put the drawing of a turn in front of its phases, the phases where the turn stood; give a turn of play apart.

    Who has not read the rules yet could not follow it.
    """
    turn = arranger.declared.turn
    if turn is None:
        return chapter, ()
    stages = tuple(_stage(phase, "turn", arranger) for phase in turn.phases)
    pictures = []
    if gallery is not None and "turn" not in gallery.left_out:
        pictures.append(gallery.drawing("turn", course(stages, "the next turn"), "The course of a turn."))
    first = next(section for section in chapter.sections if section.place and section.place.address == "turn")
    played = tuple(block for block in first.blocks if isinstance(block, Box) and block.sort == "example")
    told = tuple(block for block in first.blocks if block not in played)
    with_course = replace(
        chapter,
        blocks=(*chapter.blocks, *told, *pictures),
        sections=tuple(section for section in chapter.sections if section is not first),
        place=first.place,
        changed=chapter.changed or first.changed,
    )
    return with_course, played


def _stage(phase: nodes.Phase | nodes.Step, outer: str, arranger: Arranger) -> DrawnPhase:
    address = f"{outer}.{phase.name.text}"
    title = phase.title.text if phase.title else phase.name.text.replace("_", " ").capitalize()
    steps = tuple(_stage(step, address, arranger) for step in phase.block if isinstance(step, nodes.Step))
    return DrawnPhase(title, tuple(_manners(phase.options)), steps, address, address in arranger.changed)


def _manners(options: Iterable[nodes.Node]) -> Iterator[str]:
    for option in options:
        match option:
            case nodes.EffectsAtTheEnd():
                yield "effects at the end"
            case nodes.ForEachSide(in_order=in_order):
                yield "each side in turn" if in_order is not None else "each side"
            case nodes.AllSidesAtOnce():
                yield "all sides at once"
            case nodes.InSecret():
                yield "in secret"


# --- places


def all_places(writer: BookWriter) -> dict[str, LinkTarget]:
    """Give the place of every element; advice on a choice has the address of the choice, and leaves it to that."""
    found: dict[str, LinkTarget] = {}
    for element in all_elements(writer.checked.declared):
        is_elsewhere = isinstance(element.thing, Rule) and not element.address.startswith(f"{element.thing.module}.")
        if element.address not in found and not (element.sort == "advice" and is_elsewhere):
            found[element.address] = place_of(writer, element)
    return found


def place_of(writer: BookWriter, element: Element) -> LinkTarget:
    """Give what an element is called where it is led to."""
    name = plain(writer.name_of(element.address)) or element.name.replace("_", " ")
    return LinkTarget(element.address, element.sort, upper_first(name))


def changed_addresses(writer: EnglishWriter) -> frozenset[str]:
    """Give the addresses that variants have changed: what they add, amend, move, or leave something out of."""
    lessened = {
        holder_and_name(writer.checked.declared, one.address)[0]
        for one in writer.checked.declared.amended
        if one.deed == "remove" and "." in one.address and not one.within
    }
    return frozenset(writer.changes) | lessened


def aliases(declared: Declared) -> dict[str, str]:
    """Give the addresses behind the names by which sentences speak of tables and options."""
    found = {f"tables.{name}": name for name in declared.tables}
    return found | {f"options.{name}": f"{option.module}.{name}" for name, option in declared.options.items()}


# --- title page


OWN = "us"
"""The author of a source that the makers of a game wrote themselves: their book is not after anybody else's."""


def _title(declared: Declared) -> Book:
    head = declared.head
    variants = [declared.variant_heads[name].shape for name in declared.variants]
    titles = [str(getattr(variant, "title", "")) for variant in variants] + [one.title for one in declared.plugins]
    document = next((one for one in head.documents.values() if one.by != OWN), None)
    author = document.by if document and document.by else ""
    note = []
    if document is not None:
        note.append(f"After {', '.join((document.title, *facts_of(document)))}, told in other words.")
    if declared.rulings:
        note.append("Where the rules are silent or at odds, a ruling says what holds.")
    note = [" ".join(note)] if note else []
    if head.note:
        note.append(head.note)
    edition = f"Edition {head.edition}" if head.edition else ""
    marked = in_a_row([f"“{title}”" for title in titles])
    subtitle = f"with {marked}" if titles else (f"A rulebook, {_dashed(head.era)}" if head.era else "A rulebook")
    return Book(head.title, subtitle, edition, f"after {author}" if author else "", tuple(note))


def _dashed(era: str) -> str:
    return re.sub(r"(?<=\d)-(?=\d)", "\N{EN DASH}", era)
