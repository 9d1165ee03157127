"""Everything that can be shown and changed, by its address: elements, statements, and what files of figures hold."""

from __future__ import annotations

from quarterdeck.language.declarations.addresses import Element, elements, figures_in, told_elements
from quarterdeck.language.declarations.statement_addresses import places_by_address, statements_in
from quarterdeck.language.declarations.symbol_table import Declared


def everything(declared: Declared) -> dict[str, Element]:
    """Give every element by its address: those of rules and data, of figures in files, and statements.

    A statement that has a name of its own stands there once, as what it is.
    """
    found = elements(declared)
    for element in (*figures_in(declared), *statements_in(declared)):
        found.setdefault(element.address, element)
    return found


def amendable(declared: Declared, base: Declared) -> dict[str, Element]:
    """Give everything by the address by which amendments speak of it; a statement has that of the game alone."""
    below = {span: address for address, span in places_by_address(base).items()}
    found = {}
    for address, element in everything(declared).items():
        found[below.get(element.span, address) if element.sort == "statement" else address] = element
    return {**found, **told_elements(declared)}
