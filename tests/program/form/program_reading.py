"""The program that a JSON document describes: what `as_json` writes, read back.

In: plain data. Out: a `Program` that plays and counts like the one it was written from. Places in the rules keep their
file, line and column; the text there is not part of the document. The functions of plugins are put in by the builder.
"""

from __future__ import annotations

import types as python_types
from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import SeenBy
from quarterdeck.program.form import instructions, values, world
from quarterdeck.program.form import program as programs
from quarterdeck.program.form.as_json import FORMAT, LISTED, PARTS
from quarterdeck.program.form.bands import ByBand
from quarterdeck.program.form.layout import lay_out
from quarterdeck.program.form.program import PhaseGraph, Program

WIDEST = 1000
"""The columns of a line that a place may name; what is beyond counts as the last of them."""
_PLAIN = (str, int, bool, type(None), Any)


class ProgramDataError(ValueError):
    """A document is not a program, or one of another format."""


def program_from_json(data: Mapping[str, Any]) -> Program:
    """Read a program.

    Raises:
        ProgramDataError: the document is of another format, or a part of it is missing or of another shape.
    """
    if data.get("format") != FORMAT:
        raise ProgramDataError(f"the format of the program is {data.get('format')!r}, not {FORMAT}")
    try:
        return _Reader().program(data)
    except (KeyError, TypeError, AttributeError, ValueError, AssertionError) as error:
        raise ProgramDataError(f"a part of the program is missing or misshapen: {error!r}") from error


class _Reader:
    """Reads the parts of one program; places in one file share one text of blank lines."""

    def __init__(self) -> None:
        self.files: dict[str, SourceFile] = {}

    def program(self, data: Mapping[str, Any]) -> Program:
        known = self.read(world.World, data["world"])
        layout = lay_out(known, {kind["kind"]: kind["capacity"] for kind in data["layout"]["kinds"]})
        there = {one["field"]: one["offset"] for one in data["layout"]["fields"]}
        assert there == dict(layout.offsets), "the fields lie where their kinds say"
        program = Program(known, dict(data["settings"]), layout)
        hints = _hints(Program)
        for part in PARTS:
            match part:
                case "phases":
                    phases = self.read(tuple[programs.Phase, ...], data[part])
                    program.turn = PhaseGraph({phase.address: phase for phase in phases})
                case "edges":
                    pass  # they follow from the phases
                case _ if part in LISTED:
                    sort = get_args(hints[part])[1]
                    found = self.read(tuple[sort, ...], data[part])  # type: ignore[valid-type]
                    setattr(program, part, {getattr(one, "address", "") or one.name: one for one in found})
                case _:
                    setattr(program, part, self.read(hints[part], data[part]))
        return program

    def read(self, hint: Any, data: Any) -> Any:
        """Read a value of a type."""
        if hint in _PLAIN or get_origin(hint) is Literal:
            return data
        if hint is Span:
            return self.place(data)
        if hint is Fraction:
            return Fraction(data)
        if hint is SeenBy:
            return SeenBy.parsed(data)
        origin, inside = get_origin(hint), get_args(hint)
        if origin in (python_types.UnionType, Union):
            return self.one_of(inside, data)
        if origin in (dict, Mapping):
            if isinstance(data, Mapping) and "bands" in data and inside[0] is not str:
                return ByBand(data["bands"], self.read(hint, data["held"]))
            if isinstance(data, Mapping):
                return {key: self.read(inside[1], value) for key, value in data.items()}
            return {tuple(one["key"]): self.read(inside[1], one["cell"]) for one in data}
        if origin in (list, frozenset) or (origin is tuple and inside[-1] is Ellipsis):
            made: Callable[[Any], Any] = origin
            return made(self.read(inside[0], one) for one in data)
        if origin is tuple:
            return tuple(self.read(kind, one) for kind, one in zip(inside, data, strict=True))
        return self.node(hint, data)

    def one_of(self, kinds: tuple[Any, ...], data: Any) -> Any:
        """Read a value of one of some types: a fraction is text, a node an object."""
        if data is None:
            return None
        if isinstance(data, str) and Fraction in kinds and str not in kinds:
            return Fraction(data)
        if isinstance(data, Mapping) and "node" in data:
            return self.node(object, data)
        plain = next((kind for kind in kinds if type(data) is kind), None)
        return data if plain else self.read(next(kind for kind in kinds if kind is not type(None)), data)

    def node(self, hint: Any, data: Mapping[str, Any]) -> Any:
        """Read a node by the name of its class, which must be of the wanted kind."""
        kind = _classes()[data["node"]]
        assert issubclass(kind, hint), (kind, hint)
        hints = _hints(kind)
        names = [part.name for part in fields(kind)]
        return kind(**{name: self.read(hints[name], data["at" if name == "span" else name]) for name in names})

    def place(self, text: str) -> Span:
        """Read a place, `file:line:column`."""
        path, line, column = text.rsplit(":", 2)
        at = (int(line) - 1) * (WIDEST + 1) + min(int(column), WIDEST) - 1
        if path not in self.files or len(self.files[path].text) <= at:
            self.files[path] = SourceFile(path, (" " * WIDEST + "\n") * (int(line) + 1))
        return Span(self.files[path], at, at)


@cache
def _classes() -> dict[str, type]:
    """Give the classes of nodes by name."""
    return {
        name: one
        for module in (values, instructions, programs, world, types)
        for name, one in vars(module).items()
        if isinstance(one, type) and one.__module__ == module.__name__
    }


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
