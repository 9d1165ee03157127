"""Read the prose of a telling: paragraphs, lists and steps, with links and with values taken from the rules.

In: a piece of Markdown. Out: `MarkdownPassage`s. Of Markdown there are paragraphs, lists (`- `), steps (`1. `), both
also below an item, `**strong**` and `*set off*` words, and links, `[words](address)`. What stands in braces is an
address, and is said as the rules have it: a number, a title, a modifier; `{address.*}` by itself in a list is
everything below it. As in Markdown, steps in the middle of a paragraph begin with 1: a line of it that begins with
another number and a dot goes on with the sentence.
Nothing is refused here: what is no link and no value stands as it is; `odd_items` gives the items that nobody meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Words:
    """Words in one style: `strong`, `name` (set off) or none."""

    text: str
    style: str = ""


@dataclass(frozen=True)
class Link:
    """Words that lead to an address."""

    text: str
    address: str


@dataclass(frozen=True)
class Interpolated:
    """What stands at an address, as the rules have it; `below` is all that stands below it."""

    address: str
    below: bool = False


Piece = Words | Link | Interpolated


@dataclass(frozen=True)
class Item:
    """A paragraph, or an item of a list with what stands below it; `mark` is what the item begins with."""

    pieces: tuple[Piece, ...]
    below: tuple[MarkdownPassage, ...] = ()
    mark: str = ""

    @property
    def all_below(self) -> str:
        """Give the address of which the item is to be everything below; nothing where it says something else."""
        only = self.pieces[0] if len(self.pieces) == 1 else None
        return only.address if isinstance(only, Interpolated) and only.below else ""

    def walk(self) -> Iterator[Piece]:
        """Give its pieces and those of all items below it."""
        yield from self.pieces
        for passage in self.below:
            for item in passage.items:
                yield from item.walk()


@dataclass(frozen=True)
class MarkdownPassage:
    """A paragraph (`prose`, one item), a list (`list`) or steps in their order (`steps`)."""

    sort: Literal["prose", "list", "steps"]
    items: tuple[Item, ...]


_ITEM = re.compile(r"( *)(-|[0-9]{1,9}\.) +(.*)")
_INLINE = re.compile(
    r"\[(?P<words>[^\]]+)\]\((?P<to>[\w.~ +-]+)\)"
    r"|\{(?P<value>[\w.~ +-]+?)(?P<below>\.\*)?\}"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|\*(?P<name>[^*]+)\*"
)


def passages(text: str) -> tuple[MarkdownPassage, ...]:
    r"""Read prose.

    >>> [one.sort for one in passages("It burns.\n\n1. Roll.\n2. Look:\n   - well\n   - badly\n")]
    ['prose', 'steps']
    """
    return tuple(_passages([line.rstrip() for line in text.strip("\n").split("\n")]))


def all_pieces(prose: Iterable[MarkdownPassage]) -> Iterator[Piece]:
    """Give all words, links and values of prose, in their order."""
    for passage in prose:
        for item in passage.items:
            yield from item.walk()


def odd_items(prose: Iterable[MarkdownPassage]) -> Iterator[Item]:
    r"""Give the items of lists that are likely to be something else: numbers out of their order, marks of another sort.

    Steps are numbered 1, 2, 3, or each of them 1.

    >>> [one.mark for one in odd_items(passages("1. Go.\n2. Stay behind line\n300. Then rest.\n"))]
    ['300.']
    >>> [one.mark for one in odd_items(passages("Stay behind line\n300. Then rest.\n\n1. Go.\n1. Stay.\n"))]
    []
    """
    for passage in prose:
        number = 0
        for item in passage.items:
            own = int(item.mark[:-1]) if item.mark[:-1] else 0
            wanted = (1, number + 1) if passage.sort == "steps" else (0,)
            if own not in wanted:
                yield item
            number = own
            yield from odd_items(item.below)


def _passages(lines: list[str]) -> Iterator[MarkdownPassage]:
    """Read lines that begin at one depth; a list right below a paragraph belongs to it."""
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        first = _ITEM.fullmatch(lines[at])
        end = at + 1
        if first:
            while end < len(lines) and _goes_on(lines, end, len(first[1])):
                end += 1
            yield _listed(lines[at:end], len(first[1]))
        else:
            while end < len(lines) and lines[end].strip() and not _opens_list(lines[end]):
                end += 1
            words = " ".join(line.strip() for line in lines[at:end])
            opening = _opens_list(lines[end]) if end < len(lines) else None
            start = end
            while opening and end < len(lines) and _goes_on(lines, end, len(opening[1])):
                end += 1
            below = (_listed(lines[start:end], len(opening[1])),) if opening else ()
            yield MarkdownPassage("prose", (Item(pieces(words), below),))
        at = end


def _opens_list(line: str) -> re.Match[str] | None:
    """Give the mark and the words of a line of a paragraph that begins a list; nothing where it goes on with it."""
    found = _ITEM.fullmatch(line)
    return found if found and found[2] in ("-", "1.") else None


def _goes_on(lines: list[str], at: int, depth: int) -> bool:
    """Tell whether a line still belongs to a list that begins at some depth."""
    line = lines[at]
    if not line.strip():
        later = next((one for one in lines[at:] if one.strip()), "")
        return bool(later) and len(later) - len(later.lstrip()) > depth
    return bool(_ITEM.fullmatch(line)) or len(line) - len(line.lstrip()) > depth


def _listed(lines: list[str], depth: int) -> MarkdownPassage:
    """Read a list whose items begin at some depth."""
    groups: list[list[str]] = []
    marks: list[str] = []
    for line in lines:
        found = _ITEM.fullmatch(line)
        if found and len(found[1]) <= depth:
            marks.append(found[2])
            groups.append([found[3]])
        else:
            groups[-1].append(line)
    items: list[Item] = []
    for first, *rest in groups:
        more = [line for line in rest if line.strip()]
        at = next((number for number, line in enumerate(more) if _opens_list(line)), len(more))
        words = " ".join([first, *(line.strip() for line in more[:at])])
        items.append(Item(pieces(words), tuple(_passages(more[at:])), marks[len(items)]))
    return MarkdownPassage("list" if marks[0] == "-" else "steps", tuple(items))


def pieces(words: str) -> tuple[Piece, ...]:
    """Cut a line into words, links and values."""
    found: list[Piece] = []
    at = 0
    for one in _INLINE.finditer(words):
        if one.start() > at:
            found.append(Words(words[at : one.start()]))
        at = one.end()
        if one["to"]:
            found.append(Link(one["words"], one["to"]))
        elif one["value"]:
            found.append(Interpolated(one["value"], bool(one["below"])))
        else:
            found.append(Words(one["strong"] or one["name"], "strong" if one["strong"] else "name"))
    if at < len(words):
        found.append(Words(words[at:]))
    return tuple(found)
