"""Functions of a text of Python that are compiled when they are first called: of a whole game most never are.

In: the text of a module, one top-level statement after another, and the namespace that it is to fill. Out: the
namespace, in which all that is no function has its value, and every function is there: as itself, or as a stand-in
that compiles it, puts it in its own place and calls it. Tables that hold a stand-in hold the function from then on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import CodeType
from typing import Any

from quarterdeck.emit.runtime import Rows
from quarterdeck.program.bands import ByBand

HEAD = re.compile(r"def (\w+)")


class Late:
    """The functions of one text that are still to be compiled, each as its lines with the number of the first.

    With `at_once` that is none.
    """

    def __init__(self, source: str, file: str, namespace: dict[str, Any], *, at_once: bool = False) -> None:
        self.file = file
        self.namespace = namespace
        self.waiting: dict[str, tuple[int, list[str]]] = {}
        self.stand_ins: dict[str, Callable[..., Any]] = {}
        lines = source.split("\n")
        rest = lines if at_once else self.take_functions(lines)
        code = compile("\n".join(rest), file, "exec")
        for name in self.waiting:
            namespace[name] = self.stand_ins[name] = self.stand_in(name)
        exec(code, namespace)  # noqa: S102 - our own generated text
        self.held = self.waiting.keys() & set(names_in(code))
        self.tables: list[dict[Any, Any]] = [found for found in map(as_cells, namespace.values()) if found is not None]

    def take_functions(self, lines: list[str]) -> list[str]:
        """Note every function of the text; give the lines with empty ones in their places."""
        rest, at = list(lines), 0
        while at < len(lines):
            first = at
            while lines[at].startswith("@"):
                at += 1
            head = HEAD.match(lines[at])
            at += 1
            if head is None:
                continue
            while at < len(lines) and lines[at].startswith(" "):
                at += 1
            self.waiting[head[1]] = (first, lines[first:at])
            rest[first:at] = [""] * (at - first)
        return rest

    def stand_in(self, name: str) -> Callable[..., Any]:
        """Give what stands in the place of a function until it is called."""

        def compiled_first(*given: Any) -> Any:
            return self.function(name)(*given)

        return compiled_first

    def function(self, name: str) -> Any:
        """Give a function itself, or anything else of the namespace."""
        if name in self.waiting:
            self.compile(name)
        return self.namespace[name]

    def compile(self, name: str) -> None:
        """Compile a function, and put it wherever it was stood in for; its lines keep their numbers."""
        first, lines = self.waiting.pop(name)
        exec(compile("\n" * first + "\n".join(lines), self.file, "exec"), self.namespace)  # noqa: S102 - our own text
        stand_in = self.stand_ins.pop(name)
        if name in self.held:
            for table in self.tables:
                table.update({key: self.namespace[name] for key, cell in table.items() if cell is stand_in})

    def compile_all(self) -> None:
        """Compile all functions that nobody has called yet."""
        for name in list(self.waiting):
            self.compile(name)


def names_in(code: CodeType) -> list[str]:
    """Give the names that a code speaks of, in the functions inside it as well."""
    inner = [name for one in code.co_consts if isinstance(one, CodeType) for name in names_in(one)]
    return [*code.co_names, *inner]


def as_cells(found: object) -> dict[Any, Any] | None:
    """Give what a table holds for its keys; nothing for anything else."""
    if isinstance(found, ByBand):
        return found.held
    return found if isinstance(found, Rows) else None
