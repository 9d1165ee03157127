"""Which parts of a schema some data make use of: properties, alternatives, members of enums, types of lists of types.

In: a schema and data that fit it. Out: pointers into the schema. A part that no data ever use is a promise that nobody
keeps, and should not be there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from quarterdeck.apps.api.schemas import names, schema_of

TYPES = {
    "null": lambda data: data is None,
    "boolean": lambda data: isinstance(data, bool),
    "integer": lambda data: isinstance(data, int) and not isinstance(data, bool),
    "string": lambda data: isinstance(data, str),
    "array": lambda data: isinstance(data, list),
    "object": lambda data: isinstance(data, dict),
}
SCHEMAS = {name: schema_of(name) for name in names()}
ROOTS = {name: {key: said for key, said in schema.items() if key[0] != "$"} for name, schema in SCHEMAS.items()}
"""The schemas without what they share."""
DEFINITIONS: dict[str, Any] = {}
"""What schemas share, by name; a test compares what two of them say of one name."""
for schema in SCHEMAS.values():
    DEFINITIONS |= schema.get("$defs", {})
EVERY: dict[str, Any] = {"$id": "quarterdeck:every", "$defs": {**DEFINITIONS, **ROOTS}}
"""All schemas as one document."""
REGISTRY: Registry[Any] = Registry().with_resource(EVERY["$id"], Resource.from_contents(EVERY, DRAFT202012)).crawl()

Place = tuple[str, ...]
"""A way into all schemas: keys."""


def root(name: str) -> Place:
    """Give the place of a schema, or of what schemas share."""
    return ("$defs", name)


def resolved(at: Place) -> Place:
    """Follow references from a place to what they stand for."""
    while "$ref" in (found := at_place(at)):
        at = tuple(found["$ref"].removeprefix("#/").split("/"))
    return at


def at_place(at: Place) -> Any:
    """Give what stands at a place."""
    found: Any = EVERY
    for key in at:
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found


def fits(at: Place, data: Any) -> bool:
    """Tell whether data fit the schema at a place."""
    whole = {"$ref": "/".join((f"{EVERY['$id']}#", *at))}
    return bool(jsonschema.Draft202012Validator(whole, registry=REGISTRY).is_valid(data))


def used(at: Place, data: Any) -> Iterator[Place]:
    """Give every part of a schema that data make use of; they fit it."""
    at = resolved(at)
    schema = at_place(at)
    for number in range(len(schema.get("anyOf", ()))):
        alternative = (*at, "anyOf", str(number))
        if fits(alternative, data):
            yield alternative
            yield from used(alternative, data)
    if "enum" in schema:
        yield (*at, "enum", str(schema["enum"].index(data)))
    if isinstance(schema.get("type"), list):
        yield from ((*at, "type", kind) for kind in schema["type"] if TYPES[kind](data))
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key in schema.get("properties", {}):
                yield (*at, "properties", key)
                yield from used((*at, "properties", key), value)
            elif isinstance(schema.get("additionalProperties"), dict):
                yield (*at, "additionalProperties")
                yield from used((*at, "additionalProperties"), value)
    if isinstance(data, list) and "items" in schema:
        for value in data:
            yield (*at, "items")
            yield from used((*at, "items"), value)


def parts(name: str) -> Iterator[Place]:
    """Give every part of a schema that data can make use of."""
    for at in schemas(root(name)):
        schema = at_place(at)
        yield from ((*at, "anyOf", str(number)) for number in range(len(schema.get("anyOf", ()))))
        yield from ((*at, "enum", str(number)) for number in range(len(schema.get("enum", ()))))
        yield from ((*at, "properties", key) for key in schema.get("properties", {}))
        yield from ((*at, key) for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict))
        if isinstance(schema.get("type"), list):
            yield from ((*at, "type", kind) for kind in schema["type"])


def schemas(at: Place) -> Iterator[Place]:
    """Give every schema inside a schema, itself first."""
    yield at
    schema = at_place(at)
    inner: list[Place] = [("anyOf", str(number)) for number in range(len(schema.get("anyOf", ())))]
    inner += [("properties", name) for name in schema.get("properties", {})]
    inner += [(key,) for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    for way in inner:
        yield from schemas((*at, *way))
