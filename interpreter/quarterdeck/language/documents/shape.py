"""Shapes: records of what a document says, one class for each sort of mapping in it.

In: classes that name their keys with the types of the values. Out: records with a field for each key, which know which
of the keys were specified. Nothing is checked here: `shape_reader` checks a document when it is read, and a ruleset
that comes from the cache was checked when it was read. Where Python's own types say too little, a key is declared with
an alias: type checkers take it for the type of the value that is read, and its mark tells `shape_reader` which data
fit, and `documents_schema` what to say of it to editors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, Union, dataclass_transform, get_args

from quarterdeck.base.bounds import MOST_TURNS
from quarterdeck.base.records import EqualRecord


@dataclass(frozen=True)
class Within:
    """A mark of whole numbers between two, both included."""

    low: int
    high: int


class Notation(Enum):
    """Marks of types that may be written in more than one way."""

    YES_NO = auto()
    """A truth value may be written as `yes` or `no` too."""
    DIGITS = auto()
    """A whole number stands for its digits."""
    LINE = auto()
    """A text is one line, with a word at least: ends of lines and spaces in a row are one space."""


YesNo = Annotated[bool, Notation.YES_NO]
"""`yes` or `no`; `replaces: yes` puts an element of a variant in the place of the one with the same name below it."""
Capacity = Annotated[int, Within(1, 1000)]
"""How many things of a kind, or values in a list, a game has room for: all of it is there from the start."""
HowMany = Annotated[int, Within(0, 1000)]
"""How many cards of a sort lie in a deck, and how many of the topmost a side may look at."""
Turns = Annotated[int, Within(1, MOST_TURNS)]
"""How many turns a game has at most."""
Code = Annotated[str, Notation.DIGITS]
"""Rules language; a bare number is a good expression."""
Line = Annotated[str, Notation.LINE]
"""What is printed as a title or in the middle of a sentence."""
Cell = Code | list[Code] | None
"""What a table gives in one place."""


def written_type_of(shape: type[Shape], key: str, kind: Any) -> Any:
    """Give the type that the value of a key has where it is written: a key that may be left out is not left empty."""
    if shape.default(key) is not None or NoneType not in get_args(kind):
        return kind
    return Union[tuple(one for one in get_args(kind) if one is not NoneType)]  # noqa: UP007 - made of parts


REQUIRED = object()
"""The default of a key that every document must have."""


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=True)
class Shape(EqualRecord):
    """A mapping with known keys; `specified` are those that a document has, the others have their defaults."""

    if TYPE_CHECKING:

        @property
        def specified(self) -> tuple[str, ...]:
            """Give the keys that were specified."""

    else:
        specified: tuple[str, ...]

    uncompared = ("specified",)
    keys: ClassVar[tuple[str, ...]] = ()

    collections: ClassVar[Mapping[str, Callable[[], object]]] = {}
    """Makes the defaults that are collections, for each shape again."""
    stand_ins: ClassVar[Mapping[str, object]] = {"title": "title", "turn_limit": 1}
    """What a key is read as that must be there and does not fit or is missing: the rest is looked at all the same."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.keys = cls.__match_args__[1:]
        cls.collections = {key: type(value) for key, value in cls.defaults.items() if value in ({}, [])}

    def __init__(self, **given: Any) -> None:
        cls = type(self)
        values = cls.defaults | {key: make() for key, make in cls.collections.items()} | given
        if values.keys() != set(cls.keys):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls.keys)}")
        specified = _shared(tuple([key for key in cls.keys if key in given]))
        for put, value in zip(cls.puts, (specified, *[values[key] for key in cls.keys]), strict=True):
            put(self, value)

    @classmethod
    def default(cls, key: str) -> Any:
        """Give the value of a key that is not specified."""
        return cls.defaults.get(key, REQUIRED)

    def changed(self, named: Mapping[str, Any]) -> Self:
        """Give the same with other values of some keys, which count as specified."""
        return type(self)(**{key: getattr(self, key) for key in self.specified} | dict(named))

    def as_data(self, exclude: AbstractSet[str] = frozenset(), *, exclude_defaults: bool = False) -> dict[str, Any]:
        """Give plain data; without some of the keys, or without those that have their defaults."""
        return {
            key: _plain(value, exclude_defaults)
            for key in self.keys
            if key not in exclude
            for value in (getattr(self, key),)
            if not (exclude_defaults and value == self.default(key))
        }


@cache
def _shared(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Give the same tuple for the same keys, which the cache of rulesets then keeps once."""
    return keys


def _plain(value: Any, exclude_defaults: bool) -> Any:
    """Give plain data for the value of a key."""
    if isinstance(value, Shape):
        return value.as_data(exclude_defaults=exclude_defaults)
    if isinstance(value, dict):
        return {key: _plain(inner, exclude_defaults) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner, exclude_defaults) for inner in value]
    return value
