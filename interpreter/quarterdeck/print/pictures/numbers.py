"""Number the pictures of a book in the order of its pages, and list them.

In: pages. Out: the same pages, each picture with its number; a chapter that leads to all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from quarterdeck.prose.text.blocks import Block, Box, Drawing, Entries, Entry, Narrow, Page, Point, Section, Steps
from quarterdeck.prose.text.runs import Run, joined, text


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
