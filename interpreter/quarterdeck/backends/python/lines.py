"""Lines of Python with their indentation and spans, and the names that things of a program have in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.types import Type

PARTS = {"natural": "n", "total": "t", "successes": "s"}


def local(name: str) -> str:
    """Give a local's Python name: no two names of a rule share one.

    >>> local("aim"), local("aim.total"), local("#rest.2")
    ('v_aim', 't_aim', 'x_rest_2')
    """
    if name.startswith("#"):
        return "x_" + name[1:].replace(".", "_")
    roll, _, part = name.partition(".")
    return f"{PARTS[part]}_{roll}" if part else f"v_{name}"


@dataclass
class Names:
    """Python names for addresses; no two addresses of one sort share one."""

    given: dict[tuple[str, str], str] = field(default_factory=dict)
    taken: dict[str, tuple[str, str]] = field(default_factory=dict)

    def of(self, sort: str, address: str) -> str:
        """Give the name of a thing of a sort.

        `d` are definitions, `a` the same for advice, `t` those that last, `m` those that are remembered, `e` routines,
        `f` phases, `s` segments, `v` the same for many rows, `S` the list of segments, `T`, `U` and `R` tables, `F`
        places of fields, `P` all things of a kind, `Q` what is read of a throw.
        """
        known = self.given.get((sort, address))
        if known is None:
            plain = "".join(c if c.isalnum() and c.isascii() else "__" if c == "." else "_" for c in address)
            known, number = f"{sort}_{plain}", 1
            while known in self.taken:
                number += 1
                known = f"{sort}_{plain}_{number}"
            self.taken[known] = (sort, address)
            self.given[sort, address] = known
        return known


@dataclass
class Lines:
    """Lines of Python, each with the span that it stands for, and its rule; `kinds` are the types of values in texts.

    `numbers` has the place of each kind; `rule` is the address of what is being printed.
    """

    text: list[str] = field(default_factory=list)
    spans: dict[int, Span] = field(default_factory=dict)
    rules: dict[int, str] = field(default_factory=dict)
    kinds: list[Type] = field(default_factory=list)
    numbers: dict[Type, int] = field(default_factory=dict)
    depth: int = 0
    span: Span | None = None
    rule: str = ""

    def put(self, *lines: str) -> None:
        """Add lines."""
        for line in lines:
            self.text.append("    " * self.depth + line)
            if self.span is not None:
                self.spans[len(self.text)] = self.span
                self.rules[len(self.text)] = self.rule

    @contextmanager
    def inside(self, line: str) -> Iterator[None]:
        """Add a line that opens a block, and indent what follows."""
        self.put(line)
        self.depth += 1
        before = len(self.text)
        yield
        if len(self.text) == before:
            self.put("pass")
        self.depth -= 1

    def count(self, price: int) -> None:
        """Add what counts a round of a loop, or a call, where it is counted."""
        if price:
            self.put(f"BUDGET.left -= {price}")
            with self.inside("if BUDGET.left < 0:"):
                self.put(f"raise BUDGET.spent({self.rule!r})")

    def kind(self, kind: Type) -> str:
        """Give the Python text of a type."""
        number = self.numbers.setdefault(kind, len(self.kinds))
        if number == len(self.kinds):
            self.kinds.append(kind)
        return f"KINDS[{number}]"
