"""One mention: a place at which something with an address is declared or spoken of."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.base.text import Span
from quarterdeck.language.syntax import nodes


@dataclass(frozen=True)
class Mention:
    """A place with a name, and the address of what is meant; `node` is the expression, where it has a type."""

    span: Span
    address: str
    declares: bool = False
    node: nodes.Node | None = None


FUNCTION = "function "
"""How the address of a function of the language begins: it is declared nowhere."""
