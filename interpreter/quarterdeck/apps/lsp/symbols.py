"""What a file holds that has an address, part below whole: for an editor's list of what stands where.

In: a game as it was seen, and a file of it. Out: a tree of elements with where each stands and where its name does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quarterdeck.apps.lsp.open_game import SeenGame
from quarterdeck.apps.lsp.targets_in_rules import name_span
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.addresses import Element


@dataclass
class Listed:
    """An element of a file, with those that are parts of it; its span holds that of its name and of its parts."""

    element: Element
    name: Span
    span: Span
    parts: list[Listed] = field(default_factory=list)

    def widen(self) -> None:
        """Let the span hold what lies below."""
        for part in self.parts:
            part.widen()
            if part.span.start < self.span.start or part.span.end > self.span.end:
                start, end = min(self.span.start, part.span.start), max(self.span.end, part.span.end)
                self.span = Span(self.span.file, start, end)


def listed_in(seen: SeenGame, file: SourceFile) -> list[Listed]:
    """Give what stands in a file, in the order of the text."""
    found = {one.element.address: one for one in _all_in(seen, file)}
    roots: list[Listed] = []
    for one in found.values():
        above = found.get(one.element.parent)
        (above.parts if above is not None and above is not one else roots).append(one)
    for one in roots:
        one.widen()
    return sorted(roots, key=lambda one: one.span.start)


def _all_in(seen: SeenGame, file: SourceFile) -> Iterator[Listed]:
    for element in seen.elements.values():
        if element.span.file == file:
            name = name_span(element)
            is_inside = name.file == file and element.span.start <= name.start and name.end <= element.span.end
            yield Listed(element, name if is_inside else element.span, element.span)
