"""Number what can be cited at the table: chapters, sections, paragraphs, definitions, and the pictures of all pages.

In: the chapters of rules in their order, and pages. Out: the same with numbers, the number of each address that has
one, and a chapter that leads to all pictures. A paragraph is numbered behind its section, as `8.3.2`, wherever a
section has more than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from quarterdeck.prose.text.blocks import (
    Block,
    Box,
    Drawing,
    Entries,
    Entry,
    Narrow,
    Page,
    Point,
    Prose,
    Section,
    Steps,
)
from quarterdeck.prose.text.runs import Run, joined, text


def numbered(chapters: Sequence[Section]) -> tuple[list[Section], dict[str, str]]:
    """Give the chapters of rules with the numbers of their paragraphs, and the number of each address."""
    found: dict[str, str] = {}
    made = [_chapter(chapter, str(number), found) for number, chapter in enumerate(chapters, 1)]
    return made, found


def _chapter(chapter: Section, number: str, found: dict[str, str]) -> Section:
    sections = tuple(_section(section, f"{number}.{place}", found) for place, section in enumerate(chapter.sections, 1))
    if chapter.place is not None:
        found[chapter.place.address] = number
    blocks = chapter.blocks if sections else _blocks(chapter.blocks, number, found)
    return replace(chapter, blocks=blocks, sections=sections)


def _section(section: Section, number: str, found: dict[str, str]) -> Section:
    if section.place is not None:
        found[section.place.address] = number
    return replace(section, blocks=_blocks(section.blocks, number, found))


def _blocks(blocks: Sequence[Block], number: str, found: dict[str, str]) -> tuple[Block, ...]:
    """Give blocks with numbers for paragraphs, steps and definitions; one alone goes by that of its section."""
    places, own = count(1), dict[str, str]()
    numbers = (f"{number}.{place}" for place in places)
    made = tuple(_with_numbers(block, numbers, own) for block in blocks)
    if next(places) <= 2:
        return tuple(blocks)
    found.update(own)
    return made


def _with_numbers(block: Block, numbers: Iterator[str], found: dict[str, str]) -> Block:
    match block:
        case Prose(style=""):
            return replace(block, number=next(numbers))
        case Steps(points=points, bulleted=False):
            own = tuple(next(numbers) for _ in points)
            found.update((point.address, number) for point, number in zip(points, own, strict=True) if point.address)
            return replace(block, numbers=own)
        case Entries(entries=entries, style="terms"):
            made = tuple(replace(entry, number=next(numbers)) for entry in entries)
            found.update((entry.place.address, entry.number) for entry in made if entry.place is not None)
            return replace(block, entries=made)
    return block


# --- pictures


@dataclass
class PictureNumbers:
    """Counts pictures from page to page."""

    found: list[Drawing] = field(default_factory=list)

    def page(self, page: Page) -> Page:
        """Give a page with numbers for its pictures."""
        return replace(page, section=self.section(page.section))

    def section(self, section: Section) -> Section:
        """Give a section with numbers for its pictures."""
        blocks = self.blocks(section.blocks)
        return replace(section, blocks=blocks, sections=tuple(self.section(inner) for inner in section.sections))

    def blocks(self, blocks: Sequence[Block]) -> tuple[Block, ...]:
        """Give blocks with numbers for the pictures in them."""
        return tuple(map(self.block, blocks))

    def block(self, block: Block) -> Block:
        """Give a block with numbers for the pictures in it."""
        match block:
            case Drawing(place=place) if place is not None:
                made = replace(block, number=str(len(self.found) + 1))
                self.found.append(made)
                return made
            case Box() | Narrow():
                return replace(block, blocks=self.blocks(block.blocks))
            case Entries(entries=entries):
                return replace(block, entries=tuple(map(self.entry, entries)))
        return block

    def entry(self, entry: Entry) -> Entry:
        """Give an entry with numbers for the pictures in it."""
        return replace(entry, blocks=self.blocks(entry.blocks))

    def listed(self) -> Section | None:
        """Give the list of all pictures; nothing where there are none."""
        points = tuple(self.points())
        return Section(text("Pictures"), (Steps(points, bulleted=True),)) if points else None

    def points(self) -> Iterator[Point]:
        """Give a line for each picture, which leads to it."""
        for drawing in self.found:
            assert drawing.place is not None
            yield Point(joined([(Run(f"{drawing.number} "),), (Run(drawing.place.title, to=drawing.place.address),)]))
