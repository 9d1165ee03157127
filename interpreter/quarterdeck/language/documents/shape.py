"""Shapes: records of what a document says, which are made and looked at without the library that checks documents.

In: classes that name fields with their types. Out: frozen values with these fields, which know which of them were
given. Nothing is checked here: that is done in `fitting` and `models`, when a document is read; a ruleset that comes
from the cache was checked when it was read.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import FrozenInstanceError, dataclass
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

T = TypeVar("T")


@dataclass(frozen=True)
class Made:
    """A default that is made anew for each shape."""

    maker: Callable[[], Any]


def made(*, default_factory: Callable[[], T]) -> T:
    """Give a default that is made anew for each shape."""
    return cast("T", Made(default_factory))


NOTHING = object()


@dataclass(frozen=True)
class Said:
    """What a class says of a field: its type as written, and its default, if it has one."""

    type: str
    default: Any = NOTHING

    @property
    def otherwise(self) -> Any:
        """Give what the field is where nothing is said."""
        return self.default.maker() if isinstance(self.default, Made) else self.default


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=True, field_specifiers=(made,))
class _Shaping(type):
    """Gives a class the fields that it names."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        own = namespace.get("__annotations__", {}) if bases else {}
        above = getattr(bases[0], "model_fields", {}) if bases else {}
        fields = {field: Said(written, namespace.pop(field, NOTHING)) for field, written in own.items()}
        namespace["model_fields"] = {**above, **fields}
        return super().__new__(cls, name, bases, namespace)


class Shape(metaclass=_Shaping):
    """A mapping with known keys; `model_fields_set` are those that were given."""

    model_fields: ClassVar[dict[str, Said]]

    def __init__(self, **given: Any) -> None:
        fields = type(self).model_fields
        lacking = [name for name, said in fields.items() if name not in given and said.default is NOTHING]
        if lacking or not given.keys() <= fields.keys():
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}")
        self.__dict__["model_fields_set"] = set(given)
        for name, said in fields.items():
            self.__dict__[name] = given.get(name, said.otherwise)

    @property
    def model_fields_set(self) -> set[str]:
        """Give the fields that were given."""
        return self.__dict__["model_fields_set"]  # type: ignore[no-any-return]

    def model_dump(self, exclude: AbstractSet[str] = frozenset(), *, exclude_defaults: bool = False) -> dict[str, Any]:
        """Give plain data; without some of the keys, or without those that say what holds anyway."""
        return {
            name: _plain(value, exclude_defaults)
            for name, said in type(self).model_fields.items()
            if name not in exclude
            for value in (getattr(self, name),)
            if not (exclude_defaults and said.default is not NOTHING and value == said.otherwise)
        }

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in type(self).model_fields)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in type(self).model_fields))

    def __repr__(self) -> str:
        told = (f"{name}={getattr(self, name)!r}" for name in type(self).model_fields)
        return f"{type(self).__name__}({', '.join(told)})"


def _plain(value: Any, exclude_defaults: bool) -> Any:
    """Give plain data for what a field holds."""
    if isinstance(value, Shape):
        return value.model_dump(exclude_defaults=exclude_defaults)
    if isinstance(value, dict):
        return {key: _plain(inner, exclude_defaults) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner, exclude_defaults) for inner in value]
    return value
