"""Records as JSON can hold them.

In: dataclasses, and what they hold. Out: dictionaries, lists, texts and whole numbers; a chance is a fraction of two of
these. A record that is printed in another form than field by field has a method `as_json`. The types of the fields, and
what `as_json` returns, are also the JSON Schema of the output (`base.json_schema`). The constraints here say what their
Python types leave out. A field with the metadata `UNPRINTED` is left out: it serves who prints the record in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

from quarterdeck.base import decimals


@dataclass(frozen=True)
class SchemaName:
    """The name and description of a type without a class in JSON Schemas.

    A `kind` says more than the type that programs are checked with; a `schema` stands in the place of both.
    """

    name: str
    description: str
    kind: Any = None
    schema: Mapping[str, Any] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Limit:
    """A constraint on the values of a type: a keyword of JSON Schema, and its value."""

    keyword: Literal["minimum", "maximum", "minItems", "maxItems", "maxProperties", "maxLength", "pattern", "enum"]
    value: int | str | tuple[str, ...]


Count = Annotated[int, Limit("minimum", 0)]
"""How many there are of something."""
FromOne = Annotated[int, Limit("minimum", 1)]
"""A place in an order that is counted from 1, or a number of things of which there is at least one."""
PlainNumber = Annotated[
    int | Annotated[str, Limit("pattern", "^-?[0-9]+([.][0-9]+|/[0-9]+)$")],
    SchemaName("number", "A whole number, or any other as exact text."),
]


UNPRINTED = {"printed": False}
"""The metadata of a field that is no part of the data."""


class FractionData(TypedDict):
    """A chance, or another share: two whole numbers that have no divisor in common."""

    numerator: int
    denominator: FromOne


class PrintedNumber(Fraction):
    """A number that is printed as one: a whole number as it is, any other as exact text."""

    def as_json(self) -> PlainNumber:
        """Give the number as JSON can hold it."""
        return plain_number(self)


class DataRecord:
    """A record that other programs get as data."""

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON types, by the schema of the command that prints it."""
        found: dict[str, Any] = record_as_data(self)
        return found


def as_written(value: Any) -> str:
    """Word plain data as an author writes it in a file, and never as Python does; what is left empty is `nothing`.

    >>> as_written({"wet": None, "at": [1, 2], "ready": True})
    '{wet: nothing, at: [1, 2], ready: yes}'
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return decimals.shown(value)
        case Mapping():
            return f"{{{', '.join(f'{as_written(key)}: {as_written(one)}' for key, one in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(as_written, value))}]"
    return str(value)


def plain_number(value: Fraction | int) -> int | str:
    """Give a number as plain data: a whole one as it is, any other as exact text."""
    whole = Fraction(value)
    return int(whole) if whole.denominator == 1 else decimals.shown(whole)


def fraction(share: Fraction) -> FractionData:
    """Give a chance, or another share, as a numerator and a denominator that have no divisor in common."""
    return {"numerator": share.numerator, "denominator": share.denominator}


def printed_fields(kind: Any) -> list[str]:
    """Give the names of the fields of a record that are part of its data."""
    return [one.name for one in fields(kind) if one.metadata.get("printed", True)]


def record_as_data(record: Any) -> Any:
    """Give a record and all that it holds as JSON can hold it: fields by their names, fractions as two numbers."""
    if (own := getattr(type(record), "as_json", None)) is not None:
        return record_as_data(own(record))
    if is_dataclass(record) and not isinstance(record, type):
        return {name: record_as_data(getattr(record, name)) for name in printed_fields(record)}
    if isinstance(record, Mapping):
        return {str(key): record_as_data(value) for key, value in record.items()}
    if isinstance(record, list | tuple):
        return [record_as_data(value) for value in record]
    if isinstance(record, Fraction):
        return fraction(record)
    return str(record) if isinstance(record, Path) else record
