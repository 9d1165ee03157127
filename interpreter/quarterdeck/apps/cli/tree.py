"""Everything in a ruleset that has an address, as a tree of lines with its words.

In: a ruleset. Out: `TreeLine`s, each part behind what it is a part of. Rules stand below their file, things below their
roster; statements have addresses that only amendments speak of, and come last below their rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.meaning.element_text import text_of

FINEST = frozenset(["statement", "cell", "thing", "example", "ruling"])
"""Sorts of which there are so many that a whole ruleset is listed without them, unless they are asked for."""
SPOKEN = frozenset(["define", "procedure", "effect", "advice", "phase", "step", "turn", "choice"])
"""Sorts that say in words what they are about; of others the text says more."""
INDENT = 2


@dataclass(frozen=True)
class TreeLine:
    """What stands at an address, how deep in the tree, and its words; a heading has no element."""

    depth: int
    address: str
    element: Element | None = None

    def __str__(self) -> str:
        if self.element is None:
            return f"{self.address}:"
        return f"{' ' * (INDENT * self.depth)}{self.address}  {self.element.sort}  {words_of(self.element)}".rstrip()


def parts_of(known: dict[str, Element], address: str) -> list[TreeLine]:
    """Give the lines of what lies below an address."""
    below = [one for one in known if one.startswith(f"{address}.")]
    lines = [line for line in tree(known, below) if line.address in below]
    least = min((line.depth for line in lines), default=0)
    return [TreeLine(line.depth - least, line.address, line.element) for line in lines]


def tree(known: dict[str, Element], wanted: Iterable[str]) -> Iterator[TreeLine]:
    """Give the lines of the addresses that are wanted, and of what they are parts of."""
    shown: dict[str, None] = {}
    for address in wanted:
        above = [address]
        while (parent := known[above[-1]].parent) in known:
            above.append(parent)
        shown.update(dict.fromkeys(above))
    below: dict[str, list[str]] = {}
    for address, element in known.items():
        if address in shown:
            below.setdefault(element.parent, []).append(address)
    yield from (line for root in below.get("", ()) for line in _branch(known, below, root, 0))
    for heading in [parent for parent in below if parent and parent not in known]:
        yield TreeLine(0, heading)
        yield from (line for root in below[heading] for line in _branch(known, below, root, 1))


def _branch(known: dict[str, Element], below: dict[str, list[str]], address: str, depth: int) -> Iterator[TreeLine]:
    yield TreeLine(depth, address, known[address])
    for part in below.get(address, ()):
        yield from _branch(known, below, part, depth + 1)


def is_found(element: Element, words: Iterable[str]) -> bool:
    """Tell whether all words occur in an element's address or in its text, in whatever case."""
    text = f"{element.address}\n{text_of(element)}".lower()
    return all(word.lower() in text for word in words)


def words_of(element: Element) -> str:
    """Give what an element says in a line: the words of a rule or phase, the title of a document, else its text."""
    thing: Any = element.thing
    node = getattr(thing, "node", thing)
    spoken = getattr(node, "phrase", None) or getattr(node, "title", None)
    if spoken is not None and element.sort in SPOKEN:
        return f'"{getattr(spoken, "text", spoken)}"'
    lines = text_of(element).split("\n")
    titled = next((line for line in lines if line.startswith("title: ")), "")
    if titled:
        return titled.removeprefix("title: ")
    for beginning in (f"{element.sort} ", "check ", f"{element.name}:", element.name):
        lines[0] = lines[0].removeprefix(beginning)
    return lines[0].strip()
