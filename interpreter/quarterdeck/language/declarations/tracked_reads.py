"""A ruleset's declarations as one definition asks for them: each reading is noted, as the definition rests on it.

In: a `Declared`, and who notes questions. Out: a `TrackedDeclared`, which is read in the same way; and the answers to
those questions as values without places: an answer is the same as long as all is the same that one definition may see
of another. What stands in a rule, a cell or a scenario is no part of an answer, only what they are called, take and
give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial, partialmethod
from typing import Any, TypeVar

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    CellOf,
    Constant,
    Declared,
    Enum,
    Field,
    Key,
    Kind,
    Module,
    Option,
    Parameter,
    Roster,
    Row,
    Rule,
    Scenario,
    Table,
    Unit,
)
from quarterdeck.language.declarations.types import DiceType
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax.node import Node

WHO = "declared"
"""Who answers: the first part of each question put here."""
SHELVES = (
    "units",
    "enums",
    "kinds",
    "constants",
    "arcs",
    "clocks",
    "options",
    "rules",
    "tables",
    "rosters",
    "scenarios",
    "modules",
    "rulings",
)
"""What is declared by name: one name is asked for, or all are."""

FOUND = (
    "rule_named", "is_never_by_lot", "pool_named", "kind_called", "field_named", "enums_with", "enum_listed",
    "capacity_of", "rolls_of",
)  # fmt: skip
"""What is found among the declared by one or two words; what comes of it is what is noted."""
Note = Callable[[tuple[str, ...]], None]
Thing = TypeVar("Thing")


class TrackedShelf(dict[str, Thing]):
    """Declared things by name; which of them are looked at is noted."""

    def __init__(self, name: str, things: dict[str, Thing], note: Note, who: str = WHO) -> None:
        super().__init__(things)
        self.name = name
        self.note = note
        self.who = who

    def _note_all(self) -> None:
        self.note((self.who, "all of", self.name))

    def __getitem__(self, key: str) -> Thing:
        self.note((self.who, "one of", self.name, key))
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.note((self.who, "one of", self.name, key))
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.note((self.who, "one of", self.name, str(key)))
        return super().__contains__(key)


def _noting_all(name: str) -> Callable[[TrackedShelf[Any]], Any]:
    def read(shelf: TrackedShelf[Any]) -> Any:
        shelf._note_all()
        return getattr(super(TrackedShelf, shelf), name)()

    return read


for _read in ("__iter__", "__len__", "keys", "values", "items"):
    setattr(TrackedShelf, _read, _noting_all(_read))


class TrackedDeclared(Declared):
    """Declarations that note what is read of them; whatever stands on no shelf is read as a whole."""

    def __init__(self, declared: Declared, note: Note) -> None:
        self.behind = declared
        self.note = note
        for name in SHELVES:
            setattr(self, name, TrackedShelf(name, getattr(declared, name), note))

    def _found(self, how: str, *words: str) -> Any:
        self.note((WHO, "found", how, *words))
        return getattr(self.behind, how)(*words)

    def pools(self) -> dict[str, Kind]:
        self.note((WHO, "all of", "kinds"))
        return self.behind.pools()


def _whole(asked: TrackedDeclared, name: str) -> Any:
    asked.note((WHO, "whole", name))
    return getattr(asked.behind, name)


for _how in FOUND:
    setattr(TrackedDeclared, _how, partialmethod(TrackedDeclared._found, _how))
for _field in fields(Declared):
    if _field.name not in SHELVES:
        setattr(TrackedDeclared, _field.name, property(partial(_whole, name=_field.name)))


# --- answers


def answer(declared: Declared, question: tuple[str, ...]) -> object:
    """Give the answer to a question that was noted, as a value that is equal to another if the answers are."""
    _, sort, *rest = question
    match sort:
        case "one of":
            shelf, key = rest
            return said(getattr(declared, shelf).get(key))
        case "all of":
            return tuple((name, said(thing)) for name, thing in getattr(declared, rest[0]).items())
        case "whole":
            return said(getattr(declared, rest[0]))
        case "found":
            how, *words = rest
            return said(getattr(declared, how)(*words))
        case "file":
            path, text = rest
            return any(file.path == path and file.text == text for file in files_of(declared))
    raise AssertionError(question)


def files_of(declared: Declared) -> Iterator[Any]:
    """Give the files that a ruleset is declared in, some of them more than once."""
    yield from (document.file for document in declared.documents)
    yield from (module.header.span.file for module in declared.modules.values() if module.header)
    yield from (rule.node.span.file for rule in declared.rules.values())
    yield from (head.file for head in declared.variant_heads.values())


def said(thing: Any) -> object:
    """Give what others may see of something declared, without its place and without what stands in it."""
    if isinstance(thing, Node):
        return (type(thing).__name__, *map(said, thing.parts()))
    if isinstance(thing, dict):
        return tuple((key, said(value)) for key, value in thing.items())
    if isinstance(thing, list | tuple):
        return tuple(map(said, thing))
    names = SEEN.get(type(thing))
    if names is None:
        return thing
    seen: tuple[object, ...] = tuple(said(getattr(thing, name)) for name in names)
    if isinstance(thing, Table) and isinstance(thing.gives, DiceType):
        seen += (said(thing.rows),)
    return seen


SEEN: dict[type, tuple[str, ...]] = {
    Rule: ("address", "speaks_as", "cell", "module", "sort", "parameters", "result", "by_condition"),
    Parameter: ("name", "type", "words"),
    Table: ("name", "keys", "columns", "given", "gives", "in_columns"),
    Key: ("name", "type"),
    Row: ("label", "address", "low", "high", "cells"),
    CellOf: ("address", "value", "statements"),
    Kind: ("name", "one", "many", "capacity", "owner", "part_of", "fields"),
    Field: ("kind", "name", "type", "words", "mark", "fixed", "seen_by", "changed_by", "holds"),
    Enum: ("name", "sort", "members", "words", "many", "more", "less"),
    Unit: ("name", "one", "low", "high", "step"),
    Arc: ("name", "first", "last", "both_sides", "words"),
    Option: ("name", "type", "module"),
    Constant: ("name", "type", "words"),
    Roster: ("name", "kind"),
    Scenario: ("name",),
    Module: ("name", "title"),
    YamlDocument: ("file",),
    Span: (),
}
"""What others may see of a thing of each class; which dice a table may give stands in its cells."""
