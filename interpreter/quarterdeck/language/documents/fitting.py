"""Read plain data as a shape, where all of it fits at once, as it nearly always does.

In: data from YAML (mappings with text for keys, lists, text, whole numbers, truths, nothing), and a shape. Out: the
shape, or nothing where not all fits: what does not, `misfits` finds out with the help of `models`. Both read the types
that shapes are written with, and must agree; a test gives the same documents to both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from quarterdeck.base.bounds import MOST_TURNS
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.shape import NOTHING, Shape

Reading = Callable[[Any], Any]
"""Gives what data say, or raises `MisfitError`."""


class MisfitError(Exception):
    """Data are not of the type that they should have."""


def fitted(shape: type[Shape], data: Any) -> Shape | None:
    """Give data as a shape; nothing where anything does not fit."""
    try:
        found: Shape = reading_of(shape)(data)
    except MisfitError:
        return None
    return found


class YesNo:
    """A truth, or `yes` or `no`."""


class Capacity:
    """A whole number from 1 to 1000."""


class HowMany:
    """A whole number from 0 to 1000."""


class Turns:
    """A whole number of turns, from 1 to as many as a game may have."""


class Code:
    """Text; a whole number stands for its digits."""


MEANT = {
    "YesNo": YesNo,
    "Capacity": Capacity,
    "HowMany": HowMany,
    "Turns": Turns,
    "Code": Code,
    "Cell": Code | list[Code] | None,
}
"""What the types that shapes are written with mean here, where that is more than they say."""


def text(data: Any) -> str:
    """Read text."""
    if type(data) is not str:
        raise MisfitError
    return data


def number(data: Any) -> int:
    """Read a whole number."""
    if type(data) is not int:
        raise MisfitError
    return data


def truth(data: Any) -> bool:
    """Read a truth."""
    if type(data) is not bool:
        raise MisfitError
    return data


def nothing(data: Any) -> None:
    """Read nothing."""
    if data is not None:
        raise MisfitError


def yes_or_no(data: Any) -> bool:
    """Read a truth, or the word for it."""
    return data == "yes" if data in ("yes", "no") else truth(data)


def code(data: Any) -> str:
    """Read rules language; a bare number is a good expression."""
    return str(data) if type(data) is int else text(data)


def within(low: int, high: int) -> Reading:
    """Give what reads a whole number between two, both included."""

    def read(data: Any) -> int:
        if not low <= number(data) <= high:
            raise MisfitError
        return int(data)

    return read


def anything(data: Any) -> Any:
    """Read plain data of any sort; what is changed later must not change in two places."""
    if type(data) is dict:
        return {key: anything(inner) for key, inner in data.items()}
    return [anything(inner) for inner in data] if type(data) is list else data


READINGS: dict[Any, Reading] = {
    str: text,
    int: number,
    bool: truth,
    NoneType: nothing,
    Any: anything,
    YesNo: yes_or_no,
    Capacity: within(1, 1000),
    HowMany: within(0, 1000),
    Turns: within(1, MOST_TURNS),
    Code: code,
}


@cache
def reading_of(kind: Any) -> Reading:
    """Give what reads data of a type."""
    if kind in READINGS:
        return READINGS[kind]
    if isinstance(kind, type) and issubclass(kind, Shape):
        return shaped(kind)
    given = get_args(kind)
    origin = get_origin(kind)
    if origin is Literal:
        return word_of(given)
    inner = [reading_of(one) for one in given]
    if origin is list:
        return list_of(*inner)
    if origin is dict:
        return mapping_of(*inner)
    assert origin in (UnionType, Union), kind
    return one_of(inner)


def shaped(shape: type[Shape]) -> Reading:
    """Give what reads a mapping as a shape."""
    names = {**vars(shapes), **MEANT}
    fields = {name: reading_of(eval(said.type, names)) for name, said in shape.model_fields.items()}  # noqa: S307 - our own text
    needed = [name for name, said in shape.model_fields.items() if said.default is NOTHING]

    def read(data: Any) -> Shape:
        if type(data) is not dict or not data.keys() <= fields.keys() or not all(name in data for name in needed):
            raise MisfitError
        return shape(**{name: fields[name](inner) for name, inner in data.items()})

    return read


def word_of(words: tuple[Any, ...]) -> Reading:
    """Give what reads one of some words."""

    def read(data: Any) -> Any:
        if type(data) is not str or data not in words:
            raise MisfitError
        return data

    return read


def list_of(item: Reading) -> Reading:
    """Give what reads a list of items."""

    def read(data: Any) -> list[Any]:
        if type(data) is not list:
            raise MisfitError
        return [item(one) for one in data]

    return read


def mapping_of(key: Reading, value: Reading) -> Reading:
    """Give what reads keys with values."""

    def read(data: Any) -> dict[Any, Any]:
        if type(data) is not dict:
            raise MisfitError
        return {key(name): value(one) for name, one in data.items()}

    return read


def one_of(readings: list[Reading]) -> Reading:
    """Give what reads data by the first of some readings that they fit: no two of them fit the same data."""

    def read(data: Any) -> Any:
        for reading in readings:
            try:
                return reading(data)
            except MisfitError:
                continue
        raise MisfitError

    return read
