"""The sorts of sections: those of elements, and of what a book has besides."""

from typing import Literal

from quarterdeck.language.declarations.addresses import ElementSort

SectionSort = (
    ElementSort | Literal["document", "form", "menu", "missing", "picture", "side", "things", "usual", "variant", ""]
)
