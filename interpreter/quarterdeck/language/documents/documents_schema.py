"""The JSON Schema of all documents, for editors that complete and check YAML as it is typed.

In: the shapes. Out: one schema, which says what keys and values there may be. What rules text in them means is left to
`quarterdeck check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, get_type_hints

from quarterdeck.base.json_schema import DIALECT, Definitions, Schema, description_of
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.shape import REQUIRED, Code, Line, Shape, Within, YesNo, written_type_of

SORT_FIRST = ("table", "roster", "scenario", "variant", "ruleset", "components", "told")
"""Sorts of documents that their key names whatever other keys they have; a table may have `rulings` too."""


def schema_of_documents() -> Schema:
    """Make the JSON Schema of all sorts of documents."""
    definitions = DocumentDefinitions()
    sorts = [*SORT_FIRST, *(sort for sort in shapes.DOCUMENTS if sort not in SORT_FIRST)]
    found: Schema = {"required": [sorts[0]], "description": "the first key gives the type of a document"}
    for sort in reversed(sorts):
        found = {"if": {"required": [sort]}, "then": definitions.schema(shapes.DOCUMENTS[sort]), "else": found}
    return {
        "$schema": DIALECT,
        "$id": "quarterdeck:documents",
        "title": "A document of a ruleset or variant",
        "type": "object",
        "propertyNames": {"type": "string"},
        **found,
        "$defs": dict(sorted(definitions.known.items())),
    }


class DocumentDefinitions(Definitions):
    """Definitions of shapes: what authors may write, and what a key that they leave out says."""

    simple: ClassVar[Mapping[Any, Schema]] = {
        **Definitions.simple,
        Any: {},
        YesNo: {"enum": ["yes", "no", True, False]},
        Code: {"type": ["string", "number"]},
        Line: {"type": "string", "pattern": r"\S"},
    }

    def annotated(self, hint: Any, *marks: Any) -> Schema:
        """Give the schema of a whole number between two."""
        (within,) = marks
        assert isinstance(within, Within)
        return {**self.schema(hint), "minimum": within.low, "maximum": within.high}

    def record(self, kind: type[Shape]) -> Schema:
        """Give the schema of a mapping with known keys."""
        types = get_type_hints(kind, include_extras=True)
        properties = {}
        for key in kind.keys:
            default = kind.default(key)
            is_plain = default is None or isinstance(default, bool | int | str)
            written = self.schema(written_type_of(kind, key, types[key]))
            properties[key] = written | ({"default": default} if is_plain else {})
        return {
            "description": description_of((kind.__doc__ or "").partition("\n\n")[0]),
            "type": "object",
            "additionalProperties": False,
            "properties": properties,
            "required": [key for key in kind.keys if kind.default(key) is REQUIRED],
        }
