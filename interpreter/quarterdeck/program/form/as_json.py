"""The program as JSON, with the schema that describes it.

In: a `Program`. Out: plain data. Every node is an object whose `node` is the name of its class, with its parts by name;
`at` is the place in the rules; a type is text, as findings say it. A table's cells are listed as
`{"key": [...], "cell": ...}`. The schema (JSON Schema 2020-12) is made from the same classes, so that it cannot lag
behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar

from quarterdeck.base.json_schema import DIALECT, Definitions, Schema, description_of
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form import instructions, values
from quarterdeck.program.form import program as programs
from quarterdeck.program.form.program import Program

FORMAT = 2
PARTS = ("routines", "acting_tables", "value_tables", "phases", "edges", "sites")
LISTED: tuple[Any, ...] = (
    Sequence[instructions.Routine],
    Sequence[programs.ActingTable],
    Sequence[programs.ValueTable],
    Sequence[programs.Phase],
    Sequence[programs.Edge],
    Sequence[instructions.Site],
)
"""The nodes of each part."""
NODES = (values, instructions, programs)
NOT_SHOWN = (programs.Program, programs.PhaseGraph)


def program_as_json(program: Program) -> dict[str, Any]:
    """Give a whole program as plain data."""
    layout = program.layout
    return {
        "format": FORMAT,
        "ruleset": program.declared.name,
        "settings": dict(sorted(program.settings.items())),
        "layout": {
            "size": layout.size,
            "kinds": [
                {"kind": s.kind, "base": s.base, "stride": s.stride, "capacity": s.capacity}
                for s in layout.arrays.values()
            ],
            "fields": [
                {"field": address, "offset": offset, "type": str(layout.types.get(address, "whole"))}
                for address, offset in layout.offsets.items()
            ],
        },
        "routines": [as_json(routine) for routine in program.routines.values()],
        "acting_tables": [as_json(table) for table in program.acting_tables.values()],
        "value_tables": [as_json(table) for table in program.value_tables.values()],
        "phases": [as_json(phase) for phase in program.turn.nodes.values()],
        "edges": [as_json(edge) for edge in program.turn.edges],
        "sites": [as_json(site) for site in program.sites],
    }


def as_json(value: Any) -> Any:
    """Give a node, or a part of one, as plain data."""
    if isinstance(value, Span):
        return f"{value.file.path}:{value.line}:{value.column}"
    if isinstance(value, Type):
        return str(value)
    if isinstance(value, Mapping):
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
    whole = {"type": "integer"}
    listed = {"type": "array", "items": {"type": "object"}}
    return {
        "$schema": DIALECT,
        "title": "A program",
        "type": "object",
        "required": ["format", "ruleset", "settings", "layout", *PARTS],
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
            **{part: definitions.schema(nodes) for part, nodes in zip(PARTS, LISTED, strict=True)},
        },
        "$defs": definitions.known,
    }


@dataclass
class ProgramDefinitions(Definitions):
    """Definitions of nodes: each names its class, has its place as text, and lists the cells of its tables."""

    nodes: list[type] = field(default_factory=list)
    simple: ClassVar[Mapping[Any, Schema]] = {**Definitions.simple, Span: {"type": "string"}, Type: {"type": "string"}}

    def record(self, kind: Any) -> Schema:
        """Give the schema of a node, or of the nodes of a sort."""
        below = [one for one in self.nodes if kind in one.__bases__]
        if below:
            return {"description": description_of(kind.__doc__), "oneOf": [self.schema(one) for one in below]}
        found = super().record(kind)
        parts = {("at" if name == "span" else name): said for name, said in found["properties"].items()}
        properties = {"node": {"const": kind.__name__}, **parts}
        return found | {"required": list(properties), "properties": properties}

    def mapping(self, key: Any, value: Any) -> Schema:
        """Give the schema of the cells of a table."""
        keys = {"type": "array", "items": {"type": "integer"}}
        cell = {"type": "object", "required": ["key", "cell"], "additionalProperties": False}
        return {"type": "array", "items": {**cell, "properties": {"key": keys, "cell": self.schema(value)}}}
