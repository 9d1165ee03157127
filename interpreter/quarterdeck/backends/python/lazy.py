"""Functions and tables that are printed and compiled when they are first needed: of a whole game most never are.

In: a printer of the pieces of a module, and the namespace that it is to fill. Out: the namespace. A function that
another piece speaks of is there as a stand-in, which makes the function, puts it in its own place and calls it; tables
that hold a stand-in hold the function from then on. A table or a number that a piece speaks of is made with it.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any, Protocol

from quarterdeck.backends.python.faults import ASKED
from quarterdeck.backends.python.lines import Lines, Names
from quarterdeck.backends.python.runtime import Rows
from quarterdeck.program.form.bands import ByBand

FUNCTIONS = frozenset("adefmst")
"""Sorts of names behind which stands a function."""


class PiecePrinter(Protocol):
    """Prints the pieces of a module, each of which defines one name."""

    def print(self, sort: str, address: str) -> None:
        """Add the lines of one piece."""

    def all(self) -> Iterable[tuple[str, str]]:
        """Give the sorts and addresses of all pieces, in the order in which the whole text has them."""


class Late:
    """The pieces of one module; what its `lines` hold at the beginning is compiled at once."""

    def __init__(self, pieces: PiecePrinter, lines: Lines, names: Names, file: str, namespace: dict[str, Any]) -> None:
        self.pieces = pieces
        self.lines = lines
        self.names = names
        self.file = file
        self.namespace = namespace
        self.printed: set[tuple[str, str]] = set()
        self.compiled = 0
        self.stand_ins: dict[str, Callable[..., Any]] = {}
        self.tables: list[dict[Any, Any]] = []
        self.shown: list[str] = []
        linecache.cache[file] = (1, None, self.shown, file)
        self.run()

    def value(self, sort: str, address: str) -> Any:
        """Give what stands behind a name: a function itself, a table or a number."""
        name = self.names.of(sort, address)
        if name not in self.namespace or name in self.stand_ins:
            self.make([name])
        return self.namespace[name]

    def evaluated(self, source: str) -> Any:
        """Give the value of an expression over the names of the module."""
        code = compile(source, f"{self.file}{ASKED}", "eval")
        self.provide(code)
        return eval(code, self.namespace)  # noqa: S307 - our own text, as for any rule

    def make(self, names: Iterable[str]) -> None:
        """Print and compile pieces."""
        for name in names:
            self.print(*self.names.taken[name])
        self.run()

    def print(self, sort: str, address: str) -> None:
        """Print a piece, if that was not done before."""
        if (sort, address) not in self.printed:
            self.printed.add((sort, address))
            self.lines.span = None
            self.pieces.print(sort, address)

    def print_all(self) -> None:
        """Print all pieces that nobody has needed yet."""
        for sort, address in self.pieces.all():
            self.print(sort, address)

    def run(self) -> None:
        """Compile what was printed since the last time, and all that it needs; the lines keep their numbers."""
        first, new = self.compiled, self.lines.text[self.compiled :]
        if not new:
            return
        self.compiled += len(new)
        self.shown += [f"{line}\n" for line in new]
        code = compile("\n" * first + "\n".join(new), self.file, "exec")
        self.provide(code)
        exec(code, self.namespace)  # noqa: S102 - our own generated text
        for name in code.co_names:
            self.settle(name)

    def provide(self, code: CodeType) -> None:
        """See to it that all is there that a code speaks of: functions may be stood in for."""
        needed = [name for name in names_in(code) if name not in self.namespace and name in self.names.taken]
        for name in needed:
            if self.names.taken[name][0] in FUNCTIONS:
                self.namespace[name] = self.stand_ins[name] = self.stand_in(name)
        self.make([name for name in needed if name not in self.namespace])

    def settle(self, name: str) -> None:
        """Take down what a piece has brought: a function takes the places of its stand-in, a table may hold some."""
        found = self.namespace.get(name)
        cells = as_cells(found)
        if cells is not None and not any(cells is table for table in self.tables):
            self.tables.append(cells)
        stand_in = self.stand_ins.get(name)
        if stand_in is not None and found is not stand_in:
            del self.stand_ins[name]
            for table in self.tables:
                table.update({key: found for key, cell in table.items() if cell is stand_in})

    def stand_in(self, name: str) -> Callable[..., Any]:
        """Give what stands in the place of a function until it is called."""

        def made_first(*given: Any) -> Any:
            return self.value(*self.names.taken[name])(*given)

        return made_first

    def make_all(self) -> None:
        """Print and compile all pieces."""
        self.print_all()
        self.run()


def names_in(code: CodeType) -> list[str]:
    """Give the names that a code speaks of, in the functions inside it as well."""
    inner = [name for one in code.co_consts if isinstance(one, CodeType) for name in names_in(one)]
    return [*code.co_names, *inner]


def as_cells(found: object) -> dict[Any, Any] | None:
    """Give what a table holds for its keys; nothing for anything else."""
    if isinstance(found, ByBand):
        return found.held
    return found if isinstance(found, Rows) else None
