"""The program as JSON, with the schema that describes it.

In: a `Program`. Out: plain data. Every node is an object whose `node` is the name of its class, with its parts by name;
`at` is the place in the rules; a type is text, as findings say it. A table's cells are listed as
`{"key": [...], "cell": ...}`. The schema (JSON Schema 2020-12) is made from the same classes, so that it cannot lag
behind.
"""

from __future__ import annotations

import types as python_types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form import instructions, values
from quarterdeck.program.form import program as programs
from quarterdeck.program.form.program import Program

FORMAT = 2
PARTS = ("routines", "acting_tables", "value_tables", "phases", "edges", "sites")
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
    if isinstance(value, tuple | list):
        return [as_json(item) for item in value]
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
    whole = {"type": "integer"}
    listed = {"type": "array", "items": {"type": "object"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
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
            "routines": _many(instructions.Routine),
            "acting_tables": _many(programs.ActingTable),
            "value_tables": _many(programs.ValueTable),
            "phases": _many(programs.Phase),
            "edges": _many(programs.Edge),
            "sites": _many(instructions.Site),
        },
        "$defs": {one.__name__: _definition(one, known) for one in known},
    }


def _many(node: type) -> dict[str, Any]:
    return {"type": "array", "items": _reference(node)}


def _reference(node: type) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{node.__name__}"}


def _definition(node: type, known: list[type]) -> dict[str, Any]:
    below = [one for one in known if node in one.__bases__]
    if below:
        return {"description": node.__doc__, "oneOf": [_reference(one) for one in below]}
    hints, names = get_type_hints(node), [part.name for part in fields(node)]
    parts = {("at" if name == "span" else name): _of_type(hints[name]) for name in names}
    return {
        "description": node.__doc__,
        "type": "object",
        "required": ["node", *parts],
        "additionalProperties": False,
        "properties": {"node": {"const": node.__name__}, **parts},
    }


def _of_type(hint: Any) -> dict[str, Any]:
    """Give the schema of a part's type."""
    simple: dict[Any, dict[str, Any]] = {
        int: {"type": "integer"},
        str: {"type": "string"},
        bool: {"type": "boolean"},
        Span: {"type": "string"},
        Type: {"type": "string"},
        type(None): {"type": "null"},
    }
    if hint in simple:
        return simple[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": list(inside)}
    if origin is python_types.UnionType:
        return {"anyOf": [_of_type(one) for one in inside]}
    if origin in (dict, Mapping):
        cell = {"type": "object", "required": ["key", "cell"], "additionalProperties": False}
        key = {"type": "array", "items": {"type": "integer"}}
        return {"type": "array", "items": {**cell, "properties": {"key": key, "cell": _of_type(inside[1])}}}
    if origin is tuple and inside[-1] is Ellipsis:
        return {"type": "array", "items": _of_type(inside[0])}
    if origin is tuple:
        parts = [_of_type(one) for one in inside]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
    return _reference(hint)
