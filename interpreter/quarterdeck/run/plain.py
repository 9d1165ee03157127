"""Values as plain data: what a program that asks is given, where a person is given words.

In: a program, the names by which data know its things, a type, a value as it is stored. Out: what JSON can hold, and
what examples and `--given` take again: whole numbers as numbers, all others as exact text ("2.5", "5/3"); truths; names
of members and things; places as lists of two; dice as text; lists as lists; nothing as null. A chance is a fraction of
two whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from quarterdeck.geometry import hexes, plane
from quarterdeck.names import types
from quarterdeck.names.types import Type
from quarterdeck.program.program import Program
from quarterdeck.run.words import NONE, words_of
from quarterdeck.source import decimals

Plain = int | str | bool | list[Any] | dict[str, Any] | None
"""What JSON can hold, without binary fractions."""


def plain_value(program: Program, names: Mapping[int, str], kind: Type | None, value: Any) -> Plain:
    """Give a value as plain data."""
    match kind:
        case types.Boolean():
            return bool(value)
        case types.DiceType():
            return words_of(program, names, kind, value, as_written=True)
        case _ if isinstance(value, list | tuple):
            item = kind.item if isinstance(kind, types.ListType) else kind
            return [plain_value(program, names, item, one) for one in value]
        case types.Number(step=step) if not isinstance(value, Fraction):
            return plain_number(Fraction(int(value), max(1, step)))
        case types.Hex() if value != NONE:
            return list(hexes.column_row(value))
        case types.Point() if value != NONE:
            return [plain_number(Fraction(plane.shown(length))) for length in plane.coordinates(value)]
        case types.Thing() | types.EnumType() if value != NONE:
            return words_of(program, names, kind, value, as_written=True)
        case types.Thing() | types.EnumType() | types.Place() | types.Absent():
            return None
    return plain_number(value)


def plain_number(value: Fraction | int) -> int | str:
    """Give a number as plain data: a whole one as it is, any other as exact text."""
    whole = Fraction(value)
    return int(whole) if whole.denominator == 1 else decimals.shown(whole)


def fraction(share: Fraction) -> dict[str, int]:
    """Give a chance, or another share, as a numerator and a denominator that have no divisor in common."""
    return {"numerator": share.numerator, "denominator": share.denominator}


def type_as_data(kind: Type) -> dict[str, Any]:
    """Give a type as data: its sort, the kind or enum that it is of, its unit, and whether values are lists of it."""
    item = kind.item if isinstance(kind, types.ListType) else kind
    of: str | None = None
    unit: str | None = None
    match item:
        case types.Numeric():
            sort, unit = "number", item.unit
        case types.Boolean():
            sort = "truth"
        case types.EnumType():
            sort, of = "member", item.enum
        case types.Thing():
            sort, of = "thing", item.kind
        case types.Hex():
            sort = "hex"
        case types.Point():
            sort = "point"
        case types.DiceType():
            sort = "dice"
        case _:
            sort = "none"
    return {"sort": sort, "of": of, "unit": unit, "is_list": isinstance(kind, types.ListType)}


def record_as_data(record: Any) -> Any:
    """Give a record and all that it holds as JSON can hold it: fields by their names, fractions as two numbers."""
    if is_dataclass(record) and not isinstance(record, type):
        return {one.name: record_as_data(getattr(record, one.name)) for one in fields(record)}
    if isinstance(record, Mapping):
        return {str(key): record_as_data(value) for key, value in record.items()}
    if isinstance(record, list | tuple):
        return [record_as_data(value) for value in record]
    if isinstance(record, Fraction):
        return fraction(record)
    return str(record) if isinstance(record, Path) else record
