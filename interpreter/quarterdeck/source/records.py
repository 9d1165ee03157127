"""Frozen records: what a frozen dataclass is, without writing and compiling functions for each class.

A command that only looks at a ruleset defines a hundred and fifty classes of nodes, and makes few of them itself. A
dataclass compiles four functions for each class when it is defined; a record has slots and shares its functions, so
that to define it costs a tenth. To `fields`, `replace`, `match` and type checkers it is a dataclass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, FrozenInstanceError, make_dataclass
from operator import attrgetter
from typing import Any, ClassVar, Self, dataclass_transform


class _Parameters:
    """What `dataclasses` asks a class about itself: a dataclass may extend a record that is frozen."""

    def __get__(self, instance: object, owner: type) -> Any:
        shadow: Any = make_dataclass(owner.__name__, (), frozen=True)
        return shadow.__dataclass_params__


class _Fields:
    """The fields of a record, as `dataclasses` keeps them; worked out for a class when somebody asks."""

    def __init__(self) -> None:
        self.known: dict[type, dict[str, Field[Any]]] = {}

    def __get__(self, instance: object, owner: type) -> dict[str, Field[Any]]:
        if owner not in self.known:
            shadow: Any = make_dataclass(owner.__name__, types_of(owner).items(), init=False, repr=False, eq=False)
            self.known[owner] = shadow.__dataclass_fields__
        return self.known[owner]


def types_of(record: type) -> dict[str, str]:
    """Give the types of a record's fields as written."""
    return {name: said for cls in reversed(record.__mro__) for name, said in _annotated(vars(cls)).items()}


def _annotated(namespace: Mapping[str, Any]) -> dict[str, str]:
    """Give the fields that a class adds, with their types as written."""
    own: dict[str, str] = namespace.get("__annotations__", {})
    return {name: said for name, said in own.items() if not said.startswith("ClassVar")}


@dataclass_transform(frozen_default=True, eq_default=False)
class _Recording(type):
    """Gives a class slots for the fields that it names, behind those of the class that it extends."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        own = tuple(_annotated(namespace)) if bases else ()
        above = bases[0] if bases else None
        defaults = {field: namespace.pop(field) for field in own if field in namespace}
        namespace["__slots__"] = own
        namespace["defaults"] = {**getattr(above, "defaults", {}), **defaults}
        namespace["__match_args__"] = (*getattr(above, "__match_args__", ()), *own)
        made: Any = super().__new__(cls, name, bases, namespace)
        made.puts = (*getattr(above, "puts", ()), *(made.__dict__[field].__set__ for field in own))
        return made


class Record(metaclass=_Recording):
    """A frozen value with named fields; it compares by identity unless its class says otherwise.

    `puts` are functions that put a value into each field of a new record, whose class is not asked.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]] = _Fields()  # type: ignore[assignment]
    __match_args__: ClassVar[tuple[str, ...]]
    puts: ClassVar[tuple[Callable[[Any, Any], None], ...]]
    defaults: ClassVar[dict[str, Any]]
    __dataclass_params__: ClassVar[Any] = _Parameters()

    def __init__(self, *values: Any, **named: Any) -> None:
        puts = type(self).puts
        if named or len(values) != len(puts):
            values = self._completed(values, named)
        for put, value in zip(puts, values, strict=True):
            put(self, value)

    @classmethod
    def _completed(cls, values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Give the values of all fields: those in order, then those that are named, then what fields are otherwise."""
        lacking = cls.__match_args__[len(values) :]
        rest = {**cls.defaults, **named}
        if len(values) > len(cls.puts) or not named.keys() <= set(lacking) or not rest.keys() >= set(lacking):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls.__match_args__)}")
        return (*values, *[rest[name] for name in lacking])

    def changed(self, named: Mapping[str, Any]) -> Self:
        """Give the same with other values of some fields, sooner than `dataclasses.replace` does."""
        cls = type(self)
        made = cls.__new__(cls)
        for name, put in zip(cls.__match_args__, cls.puts, strict=True):
            put(made, named[name] if name in named else getattr(self, name))
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __repr__(self) -> str:
        told = (f"{name}={getattr(self, name)!r}" for name in type(self).__match_args__)
        return f"{type(self).__qualname__}({', '.join(told)})"


def _nothing(one: object) -> tuple[()]:
    return ()


class EqualRecord(Record):
    """A record that is equal to others that say the same, but for what a class leaves out as `uncompared`."""

    uncompared: ClassVar[tuple[str, ...]] = ()
    compared: ClassVar[Callable[[object], object]]
    """Gives what is compared of a record."""

    def __init_subclass__(cls) -> None:
        every: tuple[str, ...] = cls.__match_args__
        names = [name for name in every if name not in cls.uncompared]
        cls.compared = attrgetter(*names) if names else _nothing

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        compared = type(self).compared
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        return hash(type(self).compared(self))

    def __repr__(self) -> str:
        names: tuple[str, ...] = type(self).__match_args__
        told = (f"{name}={getattr(self, name)!r}" for name in names if name not in self.uncompared)
        return f"{type(self).__qualname__}({', '.join(told)})"
