"""The JSON Schema of all documents, for editors that complete and check YAML as it is typed.

In: the shapes. Out: one schema, which says what keys and values there may be. What rules text in them means is left to
`quarterdeck check`.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.shape import REQUIRED, Code, Shape, Within, YesNo

SORT_FIRST = ("table", "roster", "scenario", "variant", "ruleset", "components", "told")
"""Sorts of documents that their key names whatever other keys they have; a table may have `rulings` too."""


def schema_of_documents() -> dict[str, Any]:
    """Make the JSON Schema of all sorts of documents."""
    sorts = [*SORT_FIRST, *(sort for sort in shapes.DOCUMENTS if sort not in SORT_FIRST)]
    found: dict[str, Any] = {"required": [sorts[0]], "description": "the first key says of what sort a document is"}
    for sort in reversed(sorts):
        found = {"if": {"required": [sort]}, "then": schema_of(shapes.DOCUMENTS[sort]), "else": found}
    named = {shape for shape in vars(shapes).values() if isinstance(shape, type) and issubclass(shape, Shape)}
    ordered = sorted(named - {Shape}, key=lambda shape: (shape.__module__, shape.__name__))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "quarterdeck:documents",
        "title": "A document of a ruleset or variant",
        "type": "object",
        "propertyNames": {"type": "string"},
        **found,
        "$defs": {shape.__name__: definition_of(shape) for shape in ordered},
    }


def definition_of(shape: type[Shape]) -> dict[str, Any]:
    """Give the schema of a mapping with known keys."""
    types = get_type_hints(shape, include_extras=True)
    properties = {}
    for key in shape.keys:
        default = shape.default(key)
        is_plain = default is None or isinstance(default, bool | int | str)
        properties[key] = schema_of(types[key]) | ({"default": default} if is_plain else {})
    return {
        "description": " ".join((shape.__doc__ or "").split("\n\n")[0].split()),
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": [key for key in shape.keys if shape.default(key) is REQUIRED],
    }


SIMPLE: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    NoneType: {"type": "null"},
    Any: {},
    YesNo: {"enum": ["yes", "no", True, False]},
    Code: {"type": ["string", "number"]},
}


def schema_of(kind: Any) -> dict[str, Any]:
    """Give the schema of a value of a type."""
    if isinstance(kind, type) and issubclass(kind, Shape):
        return {"$ref": f"#/$defs/{kind.__name__}"}
    match get_origin(kind), get_args(kind):
        case _, (_, Within(low, high)):
            return {"type": "integer", "minimum": low, "maximum": high}
        case origin, words if origin is Literal:
            return {"type": "string", "enum": list(words)}
        case origin, kinds if origin in (Union, UnionType):
            return {"anyOf": [schema_of(one) for one in kinds]}
        case origin, (item,) if origin is list:
            return {"type": "array", "items": schema_of(item)}
        case origin, (_, value) if origin is dict:
            return {"type": "object", "additionalProperties": schema_of(value)}
    return SIMPLE[kind]
