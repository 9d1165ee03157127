"""What authors say of pictures: which they place, leave out and caption.

In: what a ruleset declares. Out: a `WantedPicture` by its name; what a variant says goes before what is said below it.
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument


@dataclass(frozen=True)
class WantedPicture:
    """A picture that an author places."""

    name: str
    shape: shapes.PictureAsked
    document: YamlDocument

    @property
    def of(self) -> str:
        """Give the address of what is drawn."""
        return self.shape.of or self.shape.at

    def span(self, *path: str | int) -> Span:
        """Give the place of a part of what is said of it."""
        return self.document.places.value("place", self.name, *path)


def wanted_of(declared: Declared) -> dict[str, WantedPicture]:
    """Give the pictures that authors place, in the order of their files."""
    found: dict[str, WantedPicture] = {}
    for document, shape in _documents(declared):
        found |= {name: WantedPicture(name, one, document) for name, one in shape.place.items()}
    return found


def left_out(declared: Declared) -> dict[str, Span]:
    """Give the names of pictures that the book leaves out, with where that is said."""
    return {
        name: document.places.value("leave_out", at)
        for document, shape in _documents(declared)
        for at, name in enumerate(shape.leave_out)
    }


def captions(declared: Declared) -> dict[str, tuple[str, Span]]:
    """Give the captions of pictures that are made unasked, each with where it is written."""
    return {
        name: (words, document.places.key("captions", name))
        for document, shape in _documents(declared)
        for name, words in shape.captions.items()
    }


def _documents(declared: Declared) -> list[tuple[YamlDocument, shapes.Pictures]]:
    return [
        (document, document.shape)
        for document in declared.of_sort("pictures")
        if isinstance(document.shape, shapes.Pictures)
    ]
