"""The program as JSON, with the schema that describes it.

In: a `Program`. Out: plain data from which the same program can be made again. Every node and type is an object: `node`
is the name of its class, the other keys are its parts, `at` is the place in the rules. A table's cells are listed as
`{"key": [...], "cell": ...}`, those of a wide table by the first keys of its bands. A fraction is text, `1/3`. The
schema (JSON Schema 2020-12) is made from the same classes, so it always fits them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, get_args, get_type_hints

from quarterdeck.base.json_schema import DIALECT, Definitions, Schema, description_of
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import SeenBy
from quarterdeck.program.form import instructions, values, world
from quarterdeck.program.form import program as programs
from quarterdeck.program.form.bands import ByBand
from quarterdeck.program.form.program import Program

FORMAT = 4
LISTED = ("routines", "acting_tables", "value_tables")
"""Parts that a program holds by address; in the document they are listed."""
AS_THEY_ARE = ("sites", "starts", "expectations", "memos", "advice_memos", "timeless")
PARTS = (*LISTED, "phases", "edges", *AS_THEY_ARE)
NODES = (values, instructions, programs, world, types)
NOT_SHOWN = (programs.Program, programs.PhaseGraph)


def program_as_json(program: Program) -> dict[str, Any]:
    """Give a whole program as plain data."""
    layout = program.layout
    return {
        "format": FORMAT,
        "ruleset": program.world.name,
        "settings": dict(sorted(program.settings.items())),
        "world": as_json(program.world),
        "layout": {
            "size": layout.size,
            "kinds": [
                {"kind": s.kind, "base": s.base, "stride": s.stride, "capacity": s.capacity}
                for s in layout.arrays.values()
            ],
            "fields": [
                {"field": address, "offset": offset, "type": as_json(layout.types.get(address))}
                for address, offset in layout.offsets.items()
            ],
        },
        **{part: as_json(list(getattr(program, part).values())) for part in LISTED},
        "phases": as_json(list(program.turn.nodes.values())),
        "edges": as_json(program.turn.edges),
        **{part: as_json(getattr(program, part)) for part in AS_THEY_ARE},
    }


def as_json(value: Any) -> Any:
    """Give a node, or a part of one, as plain data."""
    if isinstance(value, Span):
        return f"{value.file.path}:{value.line}:{value.column}"
    if isinstance(value, Fraction | SeenBy):
        return str(value)
    if isinstance(value, ByBand):
        return {"bands": as_json(value.starts), "held": as_json(value.held)}
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {key: as_json(cell) for key, cell in value.items()}
        return [{"key": list(key), "cell": as_json(cell)} for key, cell in value.items()]
    if is_dataclass(value) and not isinstance(value, type):
        parts = {part.name: as_json(getattr(value, part.name)) for part in fields(value)}
        if "span" in parts:
            parts = {"at": parts.pop("span"), **parts}
        return {"node": type(value).__name__, **parts}
    if isinstance(value, tuple | list | frozenset):
        return [as_json(item) for item in (sorted(value) if isinstance(value, frozenset) else value)]
    return value


@cache
def schema() -> dict[str, Any]:
    """Give the JSON Schema of what `program_as_json` gives."""
    known = [
        one
        for module in NODES
        for one in vars(module).values()
        if is_dataclass(one) and isinstance(one, type) and one.__module__ == module.__name__ and one not in NOT_SHOWN
    ]
    definitions = ProgramDefinitions(nodes=known)
    for one in known:
        definitions.schema(one)
    hints, whole = get_type_hints(programs.Program), {"type": "integer"}
    listed = {"type": "array", "items": {"type": "object"}}
    return {
        "$schema": DIALECT,
        "title": "A program",
        "type": "object",
        "required": ["format", "ruleset", "settings", "world", "layout", *PARTS],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "ruleset": {"type": "string"},
            "settings": {"type": "object", "additionalProperties": whole},
            "layout": {
                "type": "object",
                "required": ["size", "kinds", "fields"],
                "properties": {"size": whole, "kinds": listed, "fields": listed},
            },
            "world": definitions.schema(world.World),
            **{part: definitions.schema(Sequence[get_args(hints[part])[1]]) for part in LISTED},  # type: ignore[misc]
            "phases": definitions.schema(Sequence[programs.Phase]),
            "edges": definitions.schema(Sequence[programs.Edge]),
            **{part: definitions.schema(hints[part]) for part in AS_THEY_ARE},
        },
        "$defs": definitions.known,
    }


@dataclass
class ProgramDefinitions(Definitions):
    """Definitions of nodes: each names its class, has its place as text, and lists the cells of its tables."""

    nodes: list[type] = field(default_factory=list)
    simple: ClassVar[Mapping[Any, Schema]] = {
        **Definitions.simple,
        Span: {"type": "string"},
        SeenBy: {"type": "string"},
        Fraction: {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"},
    }

    def record(self, kind: Any) -> Schema:
        """Give the schema of a node, or of the nodes of a sort."""
        below = [one for one in self.nodes if kind in one.__mro__[1:]]
        if below:
            leaves = [one for one in below if not any(one in other.__bases__ for other in below)]
            return {"description": description_of(kind.__doc__), "oneOf": [self.schema(one) for one in leaves]}
        found = super().record(kind)
        parts = {("at" if name == "span" else name): said for name, said in found["properties"].items()}
        properties = {"node": {"const": kind.__name__}, **parts}
        return found | {"required": list(properties), "properties": properties}

    def mapping(self, key: Any, value: Any) -> Schema:
        """Give the schema of what is held by name, or of the cells of a table."""
        if key is str:
            return super().mapping(key, value)
        keys: Schema = {"type": "array", "items": {"type": "integer"}}
        cells: Schema = {"type": "array", "items": _object(key=keys, cell=self.schema(value))}
        return {"anyOf": [cells, _object(bands={"type": "array", "items": keys}, held=cells)]}


def _object(**parts: Schema) -> Schema:
    return {"type": "object", "required": [*parts], "additionalProperties": False, "properties": parts}
