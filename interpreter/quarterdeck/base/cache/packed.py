"""Values as bytes, and back: what the cache holds instead of anything that could run.

In: values made of plain data, of collections, and of the record classes of modules that are marked with
`KEPT_IN_CACHE = True`. Out: bytes, and equal values from them. Things that are one are one again, since nodes compare
by identity. What both sides hold already is not written: it is given by its place among the `shared`, to whoever packs
and to whoever unpacks. The bytes are a hash and JSON: for each class a table with a column for each field, whose
entries are the numbers of other values. Nothing named in them is called but those classes, which are made without their
own functions; bytes that are not as they were written are refused.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import chain, repeat
from operator import attrgetter
from pathlib import Path
from typing import Any

from quarterdeck.base.records import Record

PACKAGE = "quarterdeck"
MARK = "KEPT_IN_CACHE"
"""The name of the mark: a module of the package sets it to true to let values of its record classes be kept."""
PLAIN = frozenset([type(None), bool, int, str, float])
NAMED = PLAIN | {Fraction}
"""Of these one is told from others by what it says, of all else by which it is."""
COLLECTIONS = frozenset([tuple, list, set, frozenset])
COLLECTIONS_KEPT = ("fixed", "list", "set", "dict")
DIGEST = 20


class UnkeepableError(Exception):
    """A value holds something of which no bytes can be made; the argument says what."""


class BrokenError(Exception):
    """Bytes are not such as `pack` gives."""


def pack(value: object, shared: Sequence[object] = ()) -> bytes:
    """Give a value as bytes, without those of what it holds that are `shared`.

    Raises:
        UnkeepableError: it holds something other than plain data, collections and values of the known classes.
    """
    body = json.dumps(_Packing(shared).packed(value), separators=(",", ":")).encode()
    return blake2b(body, digest_size=DIGEST).digest() + body


def unpack(data: bytes, shared: Sequence[object] = ()) -> Any:
    """Give the value that was packed; in it is what is `shared` here, in the places of what was shared there.

    Raises:
        BrokenError: the bytes are others than `pack` gave.
    """
    digest, body = data[:DIGEST], data[DIGEST:]
    if blake2b(body, digest_size=DIGEST).digest() != digest:
        raise BrokenError
    try:
        return _unpacked(json.loads(body), shared)
    except (ValueError, TypeError, LookupError, AttributeError, ImportError) as error:
        raise BrokenError from error


# --- to bytes


class _Packing:
    """The values that one value leads to, by sort, each with its place among those of its sort."""

    def __init__(self, shared: Sequence[object]) -> None:
        self.named: dict[type, dict[Any, tuple[Any, int]]] = {kind: {} for kind in NAMED}
        self.others: dict[int, tuple[Any, int]] = {}  # by their ids
        self.sorts: dict[Any, list[Any]] = {"shared": [*shared], "plain": [], "fraction": [], "path": []}
        self.held: list[Any] = []  # what was made on the way keeps its id as long as it is there
        self.later: list[Any] = []
        for at, one in enumerate(shared):
            self.others[id(one)] = ("shared", at)

    def packed(self, value: Any) -> dict[str, Any]:
        """Give the plain data that stand for a value."""
        self.note([value])
        while self.later:
            self.note(_parts(self.later.pop()))
        classes = [sort for sort in self.sorts if isinstance(sort, type)]
        first, numbers = 0, {}
        for sort in ("shared", "plain", "fraction", "path", *classes, "list", "set", "dict", "fixed"):
            numbers[sort] = first
            first += len(self.sorts.get(sort, ()))
        numbered = _Numbering(
            {kind: {one: numbers[of] + at for one, (of, at) in known.items()} for kind, known in self.named.items()},
            {one: numbers[of] + at for one, (of, at) in self.others.items()},
        )
        collections = {of: [numbered(_parts(one)) for one in self.sorts.get(of, ())] for of in COLLECTIONS_KEPT}
        return {
            "shared": len(self.sorts["shared"]),
            "plain": self.sorts["plain"],
            "fraction": [[one.numerator, one.denominator] for one in self.sorts["fraction"]],
            "path": [str(one) for one in self.sorts["path"]],
            "classes": [self.table(cls, numbered) for cls in classes],
            "frozen": [at for at, one in enumerate(self.sorts.get("fixed", ())) if isinstance(one, frozenset)],
            **collections,
            "root": numbered([value])[0],
        }

    def table(self, cls: Any, numbered: _Numbering) -> list[Any]:
        """Give the table of a class: its name, its fields, how many there are of it, and a column for each field."""
        rows = [*map(_reading(cls), self.sorts[cls])]
        columns = [numbered(column) for column in zip(*rows, strict=True)]
        return [cls.__module__, cls.__qualname__, len(rows), [*_fields(cls)], columns]

    def note(self, values: Iterable[Any]) -> None:
        """Give each of some values its place, unless it has one."""
        named, others = self.named, self.others
        for value in values:
            known = named.get(type(value))
            if known is None:
                if id(value) not in others:
                    self.note_other(value, type(value))
            elif value not in known:
                known[value] = self.place(value, "fraction" if type(value) is Fraction else "plain")

    def note_other(self, value: Any, kind: Any) -> None:
        """Give a value its place that is told from others by which it is."""
        sort, is_folded = _sort_of(kind)
        kept = value.to_keep() if is_folded else value
        if sort == "fixed":
            self.settle(value)
        elif sort != "path":
            self.later.append(kept)
        if is_folded:
            self.held.append(value)
        self.others[id(value)] = self.place(kept, sort)

    def place(self, value: Any, sort: Any) -> tuple[Any, int]:
        """Put a value behind those of its sort, and give its place."""
        of_sort = self.sorts.get(sort)
        if of_sort is None:
            of_sort = self.sorts[sort] = []
        of_sort.append(value)
        return sort, len(of_sort) - 1

    def settle(self, value: Any) -> None:
        """See to it that what a tuple or frozen set is made of comes before it."""
        if isinstance(value, frozenset) and any(type(part) not in PLAIN | {tuple} for part in value):
            raise UnkeepableError("a frozen set of other than plain data")
        self.note(value)


@dataclass(frozen=True)
class _Numbering:
    """The number of each value: of those told from others by what they say, and of others by their ids."""

    named: dict[type, dict[Any, int]]
    others: dict[int, int]

    def __call__(self, parts: Iterable[Any]) -> list[int]:
        """Give the numbers of some values."""
        named, others, found = self.named, self.others, []
        for part in parts:
            known = named.get(type(part))
            found.append(others[id(part)] if known is None else known[part])
        return found


@cache
def _sort_of(kind: Any) -> tuple[Any, bool]:
    """Give the sort of the values of a class that are told from others by which they are; and whether it folds them."""
    if kind in COLLECTIONS or kind is dict:
        return ("fixed" if kind in (tuple, frozenset) else kind.__name__), False
    if issubclass(kind, Path):
        return "path", False
    if _is_kept(kind):
        return kind, hasattr(kind, "to_keep")
    raise UnkeepableError(f"{kind.__module__}.{kind.__qualname__}")


def _parts(value: Any) -> Sequence[Any]:
    kind: Any = type(value)
    if kind is dict:
        return [*chain.from_iterable(value.items())]
    if kind in COLLECTIONS:
        return [*value]
    return _reading(kind)(value)


@cache
def _reading(kind: Any) -> Callable[[Any], Sequence[Any]]:
    """Give what reads the fields of a value of a class."""
    names = _fields(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: [getattr(value, name) for name in names]


@cache
def _fields(cls: Any) -> tuple[str, ...]:
    return tuple(cls.__match_args__) if issubclass(cls, Record) else tuple(part.name for part in fields(cls))


@cache
def _is_kept(cls: type) -> bool:
    """Tell whether values of a class may be kept."""
    module = sys.modules.get(cls.__module__)
    is_marked = cls.__module__.startswith(f"{PACKAGE}.") and getattr(module, MARK, False) is True
    return is_marked and (issubclass(cls, Record) or is_dataclass(cls))


# --- from bytes


def _unpacked(data: Any, shared: Sequence[object]) -> Any:
    """Make all values without what they hold, then give it to them: those first whose hashes others need."""
    if len(shared) != data["shared"]:
        raise BrokenError
    values: list[Any] = [*shared, *data["plain"]]
    values += [Fraction(above, below) for above, below in data["fraction"]]
    values += map(Path, data["path"])
    made = []
    for module, name, count, names, columns in data["classes"]:
        cls = _class(module, name)
        if tuple(names) != _fields(cls):
            raise BrokenError
        of_class = list(map(cls.__new__, repeat(cls, count)))
        made.append((cls, names, of_class, columns))
        values += of_class
    lists: list[list[Any]] = [[] for _ in data["list"]]
    sets: list[set[Any]] = [set() for _ in data["set"]]
    dicts: list[dict[Any, Any]] = [{} for _ in data["dict"]]
    values += [*lists, *sets, *dicts]
    at = values.__getitem__
    frozen = set(data["frozen"])
    for place, numbers in enumerate(data["fixed"]):  # each is made of those before it
        values.append((frozenset if place in frozen else tuple)(map(at, numbers)))
    for several, numbers in zip(lists, data["list"], strict=True):
        several.extend(map(at, numbers))
    for cls, names, of_class, columns in made:
        _fill(cls, names, of_class, [list(map(at, column)) for column in columns])
    for one, numbers in zip(sets, data["set"], strict=True):
        one.update(map(at, numbers))
    for pairs, numbers in zip(dicts, data["dict"], strict=True):
        pairs.update(zip(map(at, numbers[::2]), map(at, numbers[1::2]), strict=True))
    return values[data["root"]]


def _class(module: str, name: str) -> Any:
    """Find a class whose values may be kept; nothing outside the package is imported for it."""
    package, *path = module.split(".")
    if package != PACKAGE or not all(part.isidentifier() for part in path):
        raise BrokenError(module)
    cls = vars(import_module(module))[name]
    if not isinstance(cls, type) or cls.__module__ != module or not _is_kept(cls):
        raise BrokenError(name)
    return cls


def _fill(cls: Any, names: list[str], values: list[Any], columns: list[list[Any]]) -> None:
    """Give values of a class their fields, column by column."""
    if issubclass(cls, Record):
        for put, column in zip(cls.puts, columns, strict=True):
            deque(map(put, values, column), maxlen=0)
    elif names:
        for value, row in zip(values, zip(*columns, strict=True), strict=True):
            value.__dict__.update(zip(names, row, strict=True))
