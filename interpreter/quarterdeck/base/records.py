"""Frozen records: what a frozen dataclass is, without writing and compiling functions for each class.

A command that only looks at a ruleset defines a hundred and fifty classes of nodes, and makes few of them itself. A
dataclass compiles four functions for each class when it is defined; a record has slots and shares its functions, so
that to define it costs a tenth. What takes the values of a class that no other extends is compiled when the first of it
is made. To `fields`, `replace`, `match` and type checkers it is a dataclass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, FrozenInstanceError, make_dataclass
from functools import cache
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
        above: Any = bases[0] if bases else None
        defaults = {field: namespace.pop(field) for field in own if field in namespace}
        namespace["__slots__"] = own
        namespace["defaults"] = {**getattr(above, "defaults", {}), **defaults}
        namespace["__match_args__"] = (*getattr(above, "__match_args__", ()), *own)
        made: Any = super().__new__(cls, name, bases, namespace)
        made.puts = (*getattr(above, "puts", ()), *(made.__dict__[field].__set__ for field in own))
        if above is not None and hasattr(vars(above).get("__init__"), "is_of_one_class"):
            del above.__init__  # it is for those that nobody extends
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
        cls: Any = type(self)
        taking = _taking(cls)
        if not cls.__subclasses__():
            cls.__init__ = taking
        taking(self, *values, **named)

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


@cache
def _taking(cls: Any) -> Any:
    """Compile what takes the values of a class: in order or by name, or what a field is otherwise."""
    names = cls.__match_args__
    otherwise = [f"{name}=defaults[{name!r}]" if name in cls.defaults else name for name in names]
    body = [f"    put_{name}(self, {name})" for name in names] or ["    pass"]
    known = {"defaults": cls.defaults, **{f"put_{name}": put for name, put in zip(names, cls.puts, strict=True)}}
    exec("\n".join([f"def __init__(self, {', '.join(otherwise)}):", *body]), known)  # noqa: S102 - our own text
    taking: Any = known["__init__"]
    taking.__qualname__ = f"{cls.__qualname__}.__init__"
    taking.is_of_one_class = True
    return taking


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
