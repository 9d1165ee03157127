"""Everything that can be shown and changed, by its address: elements, statements, and what files of figures hold."""

from __future__ import annotations

from quarterdeck.names.addresses import Element, elements, figures_in
from quarterdeck.names.declared import Declared
from quarterdeck.names.statement_addresses import statements_in


def everything(declared: Declared) -> dict[str, Element]:
    """Give every element by its address: those of rules and data, of figures in files, and statements.

    A statement that has a name of its own stands there once, as what it is.
    """
    found = elements(declared)
    for element in (*figures_in(declared), *statements_in(declared)):
        found.setdefault(element.address, element)
    return found
