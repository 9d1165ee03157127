"""A module of generated Python: its text, which rule each line stands for, and its functions by address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

from quarterdeck.backends.python.budget import RoundBudget
from quarterdeck.backends.python.faults import PLACES, RulePlaces
from quarterdeck.backends.python.lazy import Late, PiecePrinter
from quarterdeck.backends.python.lines import Lines, Names
from quarterdeck.backends.python.runtime import NAMESPACE
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.cost import Costs

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
        return self.apart(f"call {address}", self.late.value("d", address))

    def advice(self, address: str) -> Callable[..., Any]:
        """Give the function of a definition that advice leads to: of a state, what is known of it, and its inputs."""
        return self.apart(f"call {address}", self.late.value("a", address))

    def routine(self, address: str) -> Callable[..., Any]:
        """Give the function of a procedure, effect or acting cell: of a context, two states and its inputs."""
        return self.apart(f"call {address}", self.late.value("e", address))

    def row(self, table: str, key: Any) -> Callable[..., Any] | None:
        """Give the function of a row of an acting table; nothing where nothing happens."""
        found = self.late.value("R", table).get(key)
        return self.apart(f"table {table}", found) if found is not None else None

    def cell(self, table: str, key: Any) -> Any:
        """Give a value of a table; where it must be worked out, a function of a state and the keys."""
        found = self.late.value("T", table)[key]
        return self.apart(f"table {table}", found) if callable(found) else found

    def phase(self, address: str) -> Callable[..., Any]:
        """Give the function of a phase: of a context and the state."""
        return self.budget.apart(self.late.value("f", address))

    def apart(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Give a function of a part of the program with a budget of its own, where anything is counted in it."""
        return self.budget.apart(function) if self.costs.is_counted(part) else function
