"""Check plain data from outside by the schema that is made from a type.

In: a typed dictionary, and data as JSON gives them. Out: the same data, or `MisfitError` with the place and the reason.
The schema that is published is the one that is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from quarterdeck.base.errors import UserError
from quarterdeck.base.json_schema import Definitions, Schema
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.plain_data import as_written
from quarterdeck.base.text import PRINTABLE

LONGEST_QUOTE = 60
"""How many characters of a wrong value are repeated in a message."""


class MisfitError(UserError):
    """Data do not fit what is wanted; the argument says where, and what would fit."""


def checked(kind: Any, data: Any) -> Any:
    """Return data that fit the schema of a typed dictionary.

    Raises:
        MisfitError: they do not fit.
    """
    schema, definitions = schema_for(kind)
    if wrong := next(misfits(schema, definitions, data, ""), ""):
        raise MisfitError(wrong)
    return data


def fits(kind: Any, data: Any) -> bool:
    """Tell whether data fit the schema of a typed dictionary."""
    return not any(misfits(*schema_for(kind), data, ""))


@cache
def schema_for(kind: Any) -> tuple[Schema, Mapping[str, Schema]]:
    """Make the schema of a type, and the definitions to which it refers."""
    definitions = Definitions()
    return definitions.schema(kind), definitions.known


def misfits(schema: Schema, definitions: Mapping[str, Schema], data: Any, at: str) -> Iterator[str]:
    """Say of each place of data what does not fit a schema; the first is the outermost."""
    if reference := schema.get("$ref"):
        yield from misfits(definitions[reference.rpartition("/")[2]], definitions, data, at)
        return
    if parts := schema.get("anyOf"):
        found = [next(misfits(part, definitions, data, at), "") for part in parts]
        if all(found):
            yield found[0] if len(found) == 1 else f"{place(at)}: {quoted(data)} does not fit"
        return
    if (types := schema.get("type")) is not None:
        names = [types] if isinstance(types, str) else types
        if not any(TYPES[name](data) for name in names):
            wanted = " or ".join(TYPE_WORDS[name] for name in names)
            yield f"{place(at)}: {wanted} is expected, not {quoted(data)}"
            return
    yield from wrong_values(schema, data, at)
    if isinstance(data, dict):
        yield from wrong_keys(schema, definitions, data, at)
    if isinstance(data, list) and "items" in schema:
        for number, one in enumerate(data):
            yield from misfits(schema["items"], definitions, one, f"{at}[{number}]")


def wrong_values(schema: Schema, data: Any, at: str) -> Iterator[str]:
    """Say what of a value without parts is not allowed."""
    if "enum" in schema and not any(type(data) is type(one) and data == one for one in schema["enum"]):
        yield f"{place(at)}: {quoted(data)} is not one of {', '.join(map(as_written, schema['enum']))}"
    if "minimum" in schema and data < schema["minimum"]:
        yield f"{place(at)}: at least {schema['minimum']} is expected, not {quoted(data)}"
    if "maximum" in schema and data > schema["maximum"]:
        yield f"{place(at)}: at most {schema['maximum']} is expected, not {quoted(data)}"
    if "maxLength" in schema and isinstance(data, str) and len(data) > schema["maxLength"]:
        yield f"{place(at)}: at most {schema['maxLength']} characters are allowed, not {len(data)}"
    if "maxItems" in schema and isinstance(data, list) and len(data) > schema["maxItems"]:
        yield f"{place(at)}: at most {schema['maxItems']} values are allowed, not {len(data)}"
    if "maxProperties" in schema and isinstance(data, dict) and len(data) > schema["maxProperties"]:
        yield f"{place(at)}: at most {schema['maxProperties']} keys are allowed, not {len(data)}"
    if "pattern" in schema and isinstance(data, str) and not compiled(schema["pattern"]).search(data):
        pattern = schema["pattern"]
        why = "contains a control character" if pattern == PRINTABLE else f"does not fit the pattern {pattern}"
        yield f"{place(at)}: {quoted(data)} {why}"


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of JSON Schema, in which `$` is the very end of a text, also behind a line feed."""
    return re.compile(re.sub(r"\$\Z", r"\\Z", pattern))


def wrong_keys(schema: Schema, definitions: Mapping[str, Schema], data: Mapping[str, Any], at: str) -> Iterator[str]:
    """Say which keys are missing or unknown, and what of the others does not fit."""
    known: Mapping[str, Schema] = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for key in schema.get("required", ()):
        if key not in data:
            yield f"{place(at)}: `{key}` is missing"
    for key, one in data.items():
        if "propertyNames" in schema:
            yield from misfits(schema["propertyNames"], definitions, key, f"a key in {at}" if at else "a key")
        inside = f"{at}.{shortened(key)}" if at else shortened(key)
        if key in known:
            yield from misfits(known[key], definitions, one, inside)
        elif others is False:
            hint = did_you_mean(key[:LONGEST_QUOTE], known, f"there are {', '.join(known) or 'none'}")
            yield f"{place(at)}: there is no key {quoted(key)} ({hint})"
        elif isinstance(others, dict):
            yield from misfits(others, definitions, one, inside)


def place(at: str) -> str:
    """Name a place of the data."""
    return f"`{at}`" if at else "the message"


def quoted(data: Any) -> str:
    """Repeat the beginning of a value."""
    if isinstance(data, dict | list):
        return "a list" if isinstance(data, list) else "an object"
    text = as_written(data)
    return f"`{shortened(text)}`"


def shortened(text: str) -> str:
    """Give the beginning of a text from outside, so that it can be shown and sent anywhere."""
    start = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in start)


def _is_integer(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
    "string": lambda data: isinstance(data, str),
    "boolean": lambda data: isinstance(data, bool),
    "integer": _is_integer,
    "null": lambda data: data is None,
}
TYPE_WORDS = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
}
