"""A module of generated Python: its text, which rule each line stands for, and its functions by address."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import CodeType
from typing import Any

from quarterdeck.emit.lines import Names
from quarterdeck.emit.runtime import NAMESPACE
from quarterdeck.names.types import Type
from quarterdeck.source import Span

_NUMBERS = count(1)


@dataclass
class PrintedModule:
    """Generated Python; its code is made when somebody asks for a function."""

    source: str
    spans: dict[int, Span]
    name: str
    names: Names
    given: Mapping[str, Any] = field(default_factory=dict)
    kinds: Sequence[Type] = ()
    code: CodeType | None = None
    namespace: dict[str, Any] = field(default_factory=dict)

    def functions(self) -> dict[str, Any]:
        """Give everything that the module defines by its Python name, always the same."""
        if not self.namespace:
            name = f"<{self.name} {next(_NUMBERS)}>"
            self.code = compile(self.source, name, "exec")
            linecache.cache[name] = (len(self.source), None, self.source.splitlines(keepends=True), name)
            self.namespace |= {**NAMESPACE, **self.given, "KINDS": tuple(self.kinds), "__spans__": self.spans}
            exec(self.code, self.namespace)  # noqa: S102 - our own generated text
        return self.namespace

    def definition(self, address: str) -> Callable[..., Any]:
        """Give the function of a definition: of a state and its inputs."""
        return self.functions()[self.names.of("d", address)]  # type: ignore[no-any-return]

    def advice(self, address: str) -> Callable[..., Any]:
        """Give the function of a definition that advice leads to: of a state, what is known of it, and its inputs."""
        return self.functions()[self.names.of("a", address)]  # type: ignore[no-any-return]

    def routine(self, address: str) -> Callable[..., Any]:
        """Give the function of a procedure, effect or acting cell: of a context, two states and its inputs."""
        return self.functions()[self.names.of("e", address)]  # type: ignore[no-any-return]

    def rows(self, table: str) -> Mapping[Any, Callable[..., Any]]:
        """Give the functions of an acting table by its keys."""
        return self.functions()[self.names.of("R", table)]  # type: ignore[no-any-return]

    def cells(self, table: str) -> Mapping[Any, Any]:
        """Give the values of a table by its keys; where they must be worked out, functions of a state and the keys."""
        return self.functions()[self.names.of("T", table)]  # type: ignore[no-any-return]

    def phase(self, address: str) -> Callable[..., Any]:
        """Give the function of a phase: of a context and the state."""
        return self.functions()[self.names.of("f", address)]  # type: ignore[no-any-return]
