"""A module of generated Python: its text, which rule each line stands for, and its functions by address."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

from quarterdeck.emit.budget import RoundBudget
from quarterdeck.emit.late import Late
from quarterdeck.emit.lines import Names
from quarterdeck.emit.runtime import NAMESPACE
from quarterdeck.names.types import Type
from quarterdeck.program.most_steps import MostSteps
from quarterdeck.source import Span

_NUMBERS = count(1)


@dataclass
class PrintedModule:
    """Generated Python; a function is compiled when somebody asks for it or calls it.

    `most` says in which parts of the program rounds are counted, on the `budget`: whatever is asked of the module from
    outside has one of its own.
    """

    source: str
    spans: dict[int, Span]
    name: str
    names: Names
    most: MostSteps
    given: Mapping[str, Any] = field(default_factory=dict)
    kinds: Sequence[Type] = ()
    budget: RoundBudget = field(default_factory=RoundBudget)

    @cached_property
    def file(self) -> str:
        """Give the name under which Python knows the source."""
        name = f"<{self.name} {next(_NUMBERS)}>"
        linecache.cache[name] = (len(self.source), None, self.source.splitlines(keepends=True), name)
        return name

    @cached_property
    def late(self) -> Late:
        """Give the functions, each compiled when it is first called."""
        return self.compiled(at_once=False)

    def compiled(self, at_once: bool) -> Late:
        """Give the functions, all of them compiled at once or each when it is first called."""
        given = {**NAMESPACE, **self.given, "KINDS": tuple(self.kinds), "__spans__": self.spans, "BUDGET": self.budget}
        return Late(self.source, self.file, given, at_once=at_once)

    @property
    def namespace(self) -> dict[str, Any]:
        """Give everything that the module defines by its Python name, always the same; some of it stood in for."""
        return self.late.namespace

    def functions(self) -> dict[str, Any]:
        """Give everything that the module defines by its Python name, all of it compiled."""
        if "late" not in vars(self):
            self.late = self.compiled(at_once=True)
        self.late.compile_all()
        return self.late.namespace

    def definition(self, address: str) -> Callable[..., Any]:
        """Give the function of a definition: of a state and its inputs."""
        return self.apart(f"call {address}", self.late.function(self.names.of("d", address)))

    def advice(self, address: str) -> Callable[..., Any]:
        """Give the function of a definition that advice leads to: of a state, what is known of it, and its inputs."""
        return self.apart(f"call {address}", self.late.function(self.names.of("a", address)))

    def routine(self, address: str) -> Callable[..., Any]:
        """Give the function of a procedure, effect or acting cell: of a context, two states and its inputs."""
        return self.apart(f"call {address}", self.late.function(self.names.of("e", address)))

    def row(self, table: str, key: Any) -> Callable[..., Any] | None:
        """Give the function of a row of an acting table; nothing where nothing happens."""
        found = self.late.function(self.names.of("R", table)).get(key)
        return self.apart(f"table {table}", found) if found is not None else None

    def cell(self, table: str, key: Any) -> Any:
        """Give a value of a table; where it must be worked out, a function of a state and the keys."""
        found = self.late.function(self.names.of("T", table))[key]
        return self.apart(f"table {table}", found) if callable(found) else found

    def phase(self, address: str) -> Callable[..., Any]:
        """Give the function of a phase: of a context and the state."""
        return self.budget.apart(self.late.function(self.names.of("f", address)))

    def apart(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Give a function of a part of the program with a budget of its own, where anything is counted in it."""
        return self.budget.apart(function) if part in self.most.counted else function
