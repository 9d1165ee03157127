"""Number what can be cited at the table: chapters, sections, and every paragraph and definition in them.

In: the chapters of rules in their order. Out: the same with numbers, and the number of each address that has one. A
paragraph is numbered behind its section, as `8.3.2`, wherever a section has more than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from quarterdeck.prose.text.blocks import Block, Entries, Prose, Section, Steps


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
