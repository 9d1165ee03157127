"""Worked examples as single cases: each example by itself, a table of examples as one case for each of its lines.

In: a ruleset's documents, or a text of the same shape. Out: `Case`s, each knowing where its parts stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.names.declared import Declared
from quarterdeck.ruleset.asked import together
from quarterdeck.source import Span
from quarterdeck.tables import shapes
from quarterdeck.tables.document import Places, YamlDocument

Path = tuple[str | int, ...]
PARTS = ("options", "constants", "things", "given", "dice", "choices", "expect", "changes", "refused")


@dataclass(frozen=True)
class Case:
    """One thing to try: an example, or one case of a table of examples with what it shares with the others."""

    name: str
    title: str
    of: str
    places: Places
    prefixes: tuple[Path, ...]
    situation: str | None = None
    board: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[str, Any] = field(default_factory=dict)
    things: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    dice: Any = field(default_factory=dict)
    choices: Any = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)
    refused: Mapping[str, Any] = field(default_factory=dict)
    every: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What things of a kind are in all examples of the file, where nothing else is said."""

    def place(self, *path: str | int) -> Span:
        """Give the place of a part: in the case where it stands there, else in the example, or in its file."""
        if path[:1] == ("every",):
            return self.places.key(*path)
        for prefix in self.prefixes:
            if (*prefix, *path) in self.places.values:
                whole = (*prefix, *path)
                return self.places.key(*whole) if path and isinstance(path[-1], str) else self.places.value(*whole)
        return self.place(*path[:-1]) if path else self.places.value(*self.prefixes[0])

    def value_place(self, key: str) -> Span:
        """Give the place of what an example says for a key, and not of the key."""
        return self.places.value(*self.prefixes[-1], key)

    @property
    def start(self) -> Span:
        """Give the first line of the case."""
        span = self.places.value(*self.prefixes[0])
        end = span.file.text.find("\n", span.start, span.end)
        return Span(span.file, span.start, end if end > 0 else span.end)


def cases_of(declared: Declared) -> list[Case]:
    """Give all cases of a ruleset's examples, without those of phases that a variant took away."""
    gone = phases_gone(declared)
    return [case for case in cases_in(declared.documents) if case.of not in gone]


def phases_gone(declared: Declared) -> set[str]:
    """Give what phases are called that a variant took away, by their addresses and without `turn.`."""
    there = {phase.name.text for phase in declared.turn.phases} if declared.turn else set()
    removed = [amended.address.split(".") for amended in declared.amended if amended.deed == "remove"]
    names = {parts[1] for parts in removed if parts[0] == "turn" and len(parts) == 2} - there
    return names | {f"turn.{name}" for name in names}


def cases_in(documents: Iterable[YamlDocument]) -> Iterator[Case]:
    """Give the cases of those documents that hold examples."""
    for document in documents:
        match document.shape:
            case shapes.Example():
                yield from _cases(document.shape, (), document.places)
            case shapes.Examples(examples=examples, every=every):
                for index, example in enumerate(examples):
                    for case in _cases(example, ("examples", index), document.places):
                        yield replace(case, every=every)


def _cases(example: shapes.Example, prefix: Path, places: Places) -> Iterator[Case]:
    title = example.title or example.example.replace("_", " ")
    if not example.cases:
        parts = {part: getattr(example, part) for part in PARTS}
        yield Case(example.example, title, example.of, places, (prefix,), example.situation, example.board, **parts)
    for index, case in enumerate(example.cases):
        parts = {part: together(getattr(example, part), getattr(case, part)) for part in PARTS}
        yield Case(
            f"{example.example}[{case.name or index + 1}]",
            f"{title}: {case.name}" if case.name else title,
            example.of,
            places,
            ((*prefix, "cases", index), prefix),
            example.situation,
            example.board,
            **parts,
        )
