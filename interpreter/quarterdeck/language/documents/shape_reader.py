"""Read plain data as a shape, and collect all that does not fit.

In: data from YAML (mappings with text for keys, lists, text, whole numbers, truth values, nothing), and a shape. Out:
the shape without what does not fit, and a misfit for each place that does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from quarterdeck.language.documents.document import Path
from quarterdeck.language.documents.field_types import Code, Within, YesNo
from quarterdeck.language.documents.misfits import Misfit, MissingKey, UnknownKey, WrongValue
from quarterdeck.language.documents.shape import REQUIRED, Shape

NOTHING_LEFT: Any = object()
"""What is read from data that do not fit, or of which a part that they cannot be without does not fit."""

Read = Callable[[Any, Path, list[Misfit]], Any]
"""Gives the value of data at a path, without what does not fit; adds the misfits."""


def read_shape(shape: type[Shape], data: Any) -> tuple[Shape | None, list[Misfit]]:
    """Read data as a shape; nothing where too little is left of them."""
    misfits: list[Misfit] = []
    found = reader_of(shape).read(data, (), misfits)
    return None if found is NOTHING_LEFT else found, misfits


@dataclass(frozen=True)
class ShapeReader:
    """Reads data as one of the types that are `wanted`; only data of the Python types that it `takes` may fit."""

    wanted: tuple[Any, ...]
    takes: frozenset[type]
    value: Read
    """Gives the value of data of these Python types."""

    def read(self, data: Any, path: Path, misfits: list[Misfit]) -> Any:
        """Give the value of data at a path, without what does not fit; add the misfits."""
        if type(data) in self.takes:
            return self.value(data, path, misfits)
        misfits.append(WrongValue(path, self.wanted, data))
        return NOTHING_LEFT


@cache
def reader_of(kind: Any) -> ShapeReader:
    """Give what reads data of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Shape):
        return ShapeReader((kind,), frozenset([dict]), shape_value(kind))
    if origin is list:
        return ShapeReader((kind,), frozenset([list]), list_value(reader_of(inner[0]).read))
    if origin is dict:
        return ShapeReader((kind,), frozenset([dict]), mapping_value(reader_of(inner[1]).read))
    if origin in (UnionType, Union):
        return union_reader([reader_of(one) for one in inner])
    takes, value_of = scalar(kind)

    def value(data: Any, path: Path, misfits: list[Misfit]) -> Any:
        found = value_of(data)
        if found is NOTHING_LEFT:
            misfits.append(WrongValue(path, (kind,), data))
        return found

    return ShapeReader((kind,), frozenset(takes), value)


def scalar(kind: Any) -> tuple[tuple[type, ...], Callable[[Any], Any]]:
    """Give the Python types of data that may fit a type without parts, and what gives their value if they do."""
    match get_origin(kind), get_args(kind):
        case _, (_, Within(low, high)):
            return (int,), lambda data: data if low <= data <= high else NOTHING_LEFT
        case origin, words if origin is Literal:
            return (str,), lambda data: data if data in words else NOTHING_LEFT
    return SCALARS[kind]


def copied(data: Any) -> Any:
    """Copy plain data: what is changed later must not change in two places."""
    if type(data) is dict:
        return {key: copied(inner) for key, inner in data.items()}
    return [copied(inner) for inner in data] if type(data) is list else data


def as_it_is(data: Any) -> Any:
    """Give data as they are."""
    return data


TRUTHS = {True: True, False: False, "yes": True, "no": False}
SCALARS: Mapping[Any, tuple[tuple[type, ...], Callable[[Any], Any]]] = {
    str: ((str,), as_it_is),
    int: ((int,), as_it_is),
    NoneType: ((NoneType,), as_it_is),
    Any: ((dict, list, str, int, bool, NoneType), copied),
    YesNo: ((bool, str), lambda data: TRUTHS.get(data, NOTHING_LEFT)),
    Code: ((str, int), str),
}


def list_value(read: Read) -> Read:
    """Give what reads a list with items of one type; nothing is left of a list that would lack an item."""

    def value(data: list[Any], path: Path, misfits: list[Misfit]) -> Any:
        found = [read(inner, (*path, at), misfits) for at, inner in enumerate(data)]
        return NOTHING_LEFT if any(one is NOTHING_LEFT for one in found) else found

    return value


def mapping_value(read: Read) -> Read:
    """Give what reads a mapping with values of one type."""

    def value(data: dict[str, Any], path: Path, misfits: list[Misfit]) -> Any:
        found = {}
        for key, inner in data.items():
            found[key] = one = read(inner, (*path, key), misfits)
            if one is NOTHING_LEFT:
                del found[key]
        return found

    return value


def shape_value(shape: type[Shape]) -> Read:
    """Give what reads a mapping as a shape; nothing is left of one that would lack a key that it must have."""
    types = get_type_hints(shape, include_extras=True)
    reads = {key: reader_of(types[key]).read for key in shape.keys}
    needed = [key for key in shape.keys if shape.default(key) is REQUIRED]

    def value(data: dict[str, Any], path: Path, misfits: list[Misfit]) -> Any:
        meant = {key: key for key in data if key in reads}
        if len(meant) < len(data):
            unknown = unknown_keys(shape.keys, data, path)
            meant |= {str(key.path[-1]): key.close for key in unknown if key.is_read}
            misfits += unknown
        misfits += [MissingKey(path, key) for key in needed if key not in meant.values()]
        read = ((key, reads[key](data[written], (*path, written), misfits)) for written, key in meant.items())
        found = {key: one for key, one in read if one is not NOTHING_LEFT}
        return shape(**found) if all(key in found for key in needed) else NOTHING_LEFT

    return value


def unknown_keys(known: tuple[str, ...], data: dict[str, Any], path: Path) -> list[UnknownKey]:
    """Give the keys that a shape does not have; one that nearly is another, which is not there, is read as that."""
    found: list[UnknownKey] = []
    for key in data:
        if key not in known:
            (close,) = get_close_matches(str(key), known, 1) or ("",)
            is_free = close not in data and all(other.close != close for other in found)
            found.append(UnknownKey((*path, key), known, close, bool(close) and is_free))
    return found


def union_reader(readers: Sequence[ShapeReader]) -> ShapeReader:
    """Give what reads data as the first of several types that they fit, of those that take their Python type."""
    wanted = tuple(kind for reader in readers for kind in reader.wanted if kind is not NoneType)
    takes = frozenset(taken for reader in readers for taken in reader.takes)
    values = {taken: [reader.value for reader in readers if taken in reader.takes] for taken in takes}

    def value(data: Any, path: Path, misfits: list[Misfit]) -> Any:
        found, own = NOTHING_LEFT, list[Misfit]()
        for one in values[type(data)]:
            own = []
            found = one(data, path, own)
            if not own:
                return found
        is_whole = any(isinstance(misfit, WrongValue) and misfit.path == path for misfit in own)
        misfits += [WrongValue(path, wanted, data)] if is_whole else own
        return found

    return ShapeReader(wanted, takes, value)
