"""Check plain data against a shape: one strict model for each, made when the first document does not fit its shape.

In: data from YAML. Out: a shape, or the faults that the library finds. Only who says what is wrong with a document
imports this: to import the library and to make its models takes longer than all else that a warm command does.
"""

from __future__ import annotations

from functools import cache
from sys import modules
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaWarningKind

from quarterdeck.base.bounds import MOST_TURNS
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.shape import NOTHING, Made, Said, Shape


class Model(BaseModel):
    """A mapping with known keys, of the types that they are said to have."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def _yes_or_no(value: Any) -> Any:
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


_Code = Annotated[str, BeforeValidator(_text), WithJsonSchema({"type": ["string", "number"]})]
_CHECKED: dict[str, Any] = {
    "YesNo": Annotated[bool, BeforeValidator(_yes_or_no), WithJsonSchema({"enum": ["yes", "no", True, False]})],
    "Capacity": Annotated[int, Field(ge=1, le=1000)],
    "HowMany": Annotated[int, Field(ge=0, le=1000)],
    "Turns": Annotated[int, Field(ge=1, le=MOST_TURNS)],
    "Code": _Code,
    "Cell": _Code | list[_Code] | None,
}
"""What the types that shapes are written with mean to whoever checks, where that is more than they say."""


@cache
def models() -> dict[str, type[Model]]:
    """Give the model of each shape by its name."""
    found: dict[str, type[Model]] = {}
    named = [shape for shape in vars(shapes).values() if isinstance(shape, type) and issubclass(shape, Shape)]
    for shape in sorted(named, key=_where_it_stands):
        if shape is not Shape:
            fields: dict[str, Any] = {
                field: (eval(said.type, {**vars(shapes), **_CHECKED, **found}), default_of(said))  # noqa: S307 - our own text
                for field, said in shape.model_fields.items()
            }
            found[shape.__name__] = create_model(shape.__name__, __base__=Model, __module__=__name__, **fields)
    return found


def _where_it_stands(shape: type[Shape]) -> tuple[bool, int]:
    """Put what a shape is written with before it: it stands above it in its module, or in another."""
    own = vars(modules[shape.__module__])
    return shape.__module__ == shapes.__name__, list(own).index(shape.__name__)


def default_of(said: Said) -> Any:
    """Give the default of a field as the library wants it."""
    if said.default is NOTHING:
        return ...
    return Field(default_factory=said.default.maker) if isinstance(said.default, Made) else said.default


def checked(model: type[Model], data: Any) -> Shape:
    """Give data as a shape.

    Raises:
        ValidationError: they are none.
    """
    found = _as_shape(model.model_validate(data))
    assert isinstance(found, Shape)
    return found


def _as_shape(value: Any) -> Any:
    """Give what a model holds, models in it as shapes."""
    if isinstance(value, Model):
        shape: type[Shape] = getattr(shapes, type(value).__name__)
        return shape(**{name: _as_shape(getattr(value, name)) for name in value.model_fields_set})
    if isinstance(value, dict):
        return {key: _as_shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_shape(inner) for inner in value]
    return value


class _Generator(GenerateJsonSchema):
    """Says nothing of defaults that are shapes: what holds without a key is for the handbook."""

    ignored_warning_kinds: set[JsonSchemaWarningKind] = {  # noqa: RUF012 - as the library declares it
        "skipped-choice",
        "non-serializable-default",
    }


SORT_FIRST = ("table", "roster", "scenario", "variant", "ruleset", "components", "told")
"""Sorts of documents that are told by their key whatever else they say; a table may have `rulings` too."""


def schema_of_documents() -> dict[str, Any]:
    """Give one JSON Schema for all sorts of documents, for editors that complete and check YAML as it is typed.

    It says what keys and values there may be; what rules text in them means is left to `quarterdeck check`.
    """
    known = models()
    parts: dict[str, Any] = {}
    for name, shape in vars(shapes).items():
        if name in known:
            said = known[name].model_json_schema(ref_template="#/$defs/{model}", schema_generator=_Generator)
            parts |= said.pop("$defs", {})
            parts[name] = said
            said["description"] = " ".join((shape.__doc__ or "").split("\n\n")[0].split())
    sorts = [*SORT_FIRST, *(sort for sort in shapes.DOCUMENTS if sort not in SORT_FIRST)]
    found: dict[str, Any] = {"required": [sorts[0]], "description": "the first key says of what sort a document is"}
    for sort in reversed(sorts):
        reference = {"$ref": f"#/$defs/{shapes.DOCUMENTS[sort].__name__}"}
        found = {"if": {"required": [sort]}, "then": reference, "else": found}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "quarterdeck:documents",
        "title": "A document of a ruleset or variant",
        "type": "object",
        "propertyNames": {"type": "string"},
        **found,
        "$defs": parts,
    }
