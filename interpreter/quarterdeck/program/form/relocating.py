"""A piece of a program as it is elsewhere: at other places in the rules, among other sites and expectations.

In: nodes of a program. Out: the same nodes with other spans and numbers; those in which nothing changes are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from quarterdeck.base.text import Span
from quarterdeck.program.form.instructions import Instruction, Routine, Site
from quarterdeck.program.form.program import Phase
from quarterdeck.program.form.values import Expected, Value
from quarterdeck.program.form.walking import parts_of

T = TypeVar("T")
SITE = "site"
"""The part in which every instruction that has to do with a site names it by its number."""


@dataclass(frozen=True)
class Moving:
    """Gives nodes as they are elsewhere: `span` gives where a piece stands now, the numbers by how much others grow."""

    span: Callable[[Span], Span]
    sites: int
    expectations: int

    def moved(self, node: T) -> T:
        """Give a node, or a tuple of nodes, as it is elsewhere."""
        if isinstance(node, tuple):
            parts = tuple([self.moved(part) for part in node])
            same = all(one is other for one, other in zip(parts, node, strict=True))
            return node if same else parts  # type: ignore[return-value]
        if isinstance(node, Value) and not self.expectations:
            return node
        changed: dict[str, Any] = {}
        names = parts_of(type(node))
        for name in names:
            was = getattr(node, name)
            if not isinstance(was, str | int) and was is not None and (now := self.moved(was)) is not was:
                changed[name] = now
        match node:
            case Instruction() | Routine() | Site() | Phase():
                changed["span"] = self.span(node.span)
        if SITE in names:
            changed[SITE] = getattr(node, SITE) + self.sites
        match node:
            case Site():
                changed["number"] = node.number + self.sites
            case Expected():
                changed["number"] = node.number + self.expectations
        return replace(node, **changed) if changed else node  # type: ignore[type-var]
