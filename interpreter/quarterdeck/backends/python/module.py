"""A module of generated Python: its text, which rule each line stands for, and its functions by address.

Functions and tables are printed and compiled when they are first needed: of a whole game most never are. A function
that another piece speaks of is there as a stand-in, which makes the function, puts it in its own place and calls it;
tables that hold a stand-in hold the function from then on. A table or a number that a piece speaks of is made with it.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from types import CodeType
from typing import Any, Protocol

from quarterdeck.backends.python.budget import RoundBudget
from quarterdeck.backends.python.faults import ASKED, PLACES, RulePlaces
from quarterdeck.backends.python.lines import Lines, Names
from quarterdeck.backends.python.runtime import NAMESPACE, Rows
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.bands import ByBand
from quarterdeck.program.form.cost import Costs
from quarterdeck.program.form.dataflow import CalledPart, called

FUNCTIONS = frozenset("adefmstv")
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

    def wrap(self, sort: str, address: str, around: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Any:
        """Let all who call a function call what is put around it; give the function itself."""
        name, made = self.names.of(sort, address), list[Callable[..., Any]]()
        if name in self.namespace and name not in self.stand_ins:
            made.append(self.namespace[name])

        def itself(*given: Any) -> Any:
            if not made:
                self.make([name])
                made.append(self.namespace[name])
                self.namespace[name] = outer
            return made[0](*given)

        outer = self.namespace[name] = around(itself)
        return itself

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


_NUMBERS = count(1)


@dataclass
class PrintedModule:
    """Generated Python; a piece of it is printed and compiled when somebody asks for it or calls it.

    `costs` says in which parts of the program rounds are counted, on the `budget`: whatever is asked of the module from
    outside has one of its own.
    """

    name: str
    pieces: PiecePrinter
    lines: Lines
    names: Names
    costs: Costs
    given: dict[str, Any] = field(default_factory=dict)
    budget: RoundBudget = field(default_factory=RoundBudget)

    @cached_property
    def late(self) -> Late:
        """Give the pieces, each made when it is first needed."""
        places = RulePlaces(self.lines.spans, self.lines.rules)
        known = {"KINDS": self.lines.kinds, PLACES: places, "BUDGET": self.budget}
        given = {**NAMESPACE, **self.given, **known}
        return Late(self.pieces, self.lines, self.names, f"<{self.name} {next(_NUMBERS)}>", given)

    @property
    def source(self) -> str:
        """Give the whole text; what was needed already stands first."""
        self.late.print_all()
        return "\n".join(self.lines.text) + "\n"

    @property
    def kinds(self) -> Sequence[Type]:
        """Give the types of values in texts, as far as these were printed."""
        return self.lines.kinds

    def functions(self) -> dict[str, Any]:
        """Give everything that the module defines by its Python name, all of it made."""
        self.late.make_all()
        return self.late.namespace

    def definition(self, address: str) -> Callable[..., Any]:
        """Give the function of a definition: of a state and its inputs."""
        return self.apart(called(address), self.late.value("d", address))

    def advice(self, address: str) -> Callable[..., Any]:
        """Give the function of a definition that advice leads to: of a state, what is known of it, and its inputs."""
        return self.apart(called(address), self.late.value("a", address))

    def routine(self, address: str) -> Callable[..., Any]:
        """Give the function of a procedure, effect or acting cell: of a context, two states and its inputs."""
        return self.apart(called(address), self.late.value("e", address))

    def row(self, table: str, key: Any) -> Callable[..., Any] | None:
        """Give the function of a row of an acting table; nothing where nothing happens."""
        found = self.late.value("R", table).get(key)
        return self.apart(CalledPart("table", table), found) if found is not None else None

    def cell(self, table: str, key: Any) -> Any:
        """Give a value of a table; where it must be worked out, a function of a state and the keys."""
        found = self.late.value("T", table)[key]
        return self.apart(CalledPart("table", table), found) if callable(found) else found

    def phase(self, address: str) -> Callable[..., Any]:
        """Give the function of a phase: of a context and the state."""
        return self.budget.apart(self.late.value("f", address))

    def apart(self, part: CalledPart, function: Callable[..., Any]) -> Callable[..., Any]:
        """Give a function of a part of the program with a budget of its own, where anything is counted in it."""
        return self.budget.apart(function) if self.costs.is_counted(part) else function
