"""A YAML document in its shape, and where its parts stand.

To read one is left to `yaml` and `from_yaml`; whoever takes a document from the cache needs neither.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.documents.shape import Shape

KEPT_IN_CACHE = True

Path = tuple[str | int, ...]


@dataclass
class Places:
    """Where the parts of a YAML document stand: spans of values and of keys by path, and how scalars were written.

    `folded` is all of that as one text, which is unfolded when somebody asks: nobody does of most documents.
    """

    file: SourceFile
    folded: str = ""

    @cached_property
    def values(self) -> dict[Path, Span]:
        """Give the spans of values."""
        return self._spans(2)

    @cached_property
    def keys(self) -> dict[Path, Span]:
        """Give the spans of keys."""
        return self._spans(4)

    @cached_property
    def plain(self) -> dict[Path, str]:
        """Give what YAML takes scalars without quotes for."""
        return {path: row[6] for path, row in self._rows if row[6]}

    @cached_property
    def _rows(self) -> list[tuple[Path, tuple[Any, ...]]]:
        paths: list[Path] = []
        rows = list(zip(*json.loads(self.folded), strict=True)) if self.folded else []
        for above, part, *_ in rows:
            paths.append((*paths[above], part) if above >= 0 else ())
        return list(zip(paths, rows, strict=True))

    def _spans(self, at: int) -> dict[Path, Span]:
        return {path: Span(self.file, row[at], row[at + 1]) for path, row in self._rows if row[at] >= 0}

    def to_keep(self) -> Places:
        """Give the same places folded: a row for each path, with the row of the path above it and its last part."""
        numbers: dict[Path, int] = {}
        rows: list[tuple[int, str | int, int, int, int, int, str]] = []
        for whole in (*self.values, *self.keys, *self.plain):
            missing, path = [], whole
            while path not in numbers:
                missing.append(path)
                if not path:
                    break
                path = path[:-1]
            for path in reversed(missing):
                value, key = self.values.get(path), self.keys.get(path)
                rows.append(
                    (
                        numbers[path[:-1]] if path else -1,
                        path[-1] if path else "",
                        *((value.start, value.end) if value else (-1, -1)),
                        *((key.start, key.end) if key else (-1, -1)),
                        self.plain.get(path, ""),
                    )
                )
                numbers[path] = len(numbers)
        return Places(self.file, json.dumps(list(zip(*rows, strict=True))) if rows else "")

    def value(self, *path: str | int) -> Span:
        """Give the span of a value, or of the nearest thing around it."""
        while path not in self.values and path:
            path = path[:-1]
        return self.values.get(path) or Span(self.file, 0, 0)

    def key(self, *path: str | int) -> Span:
        """Give the span of a key, or of the value where it has none."""
        return self.keys.get(path) or self.value(*path)

    def also(self, wrong: Path, right: Path) -> None:
        """Let what stands below one path be found below another too."""
        for places in (self.values, self.keys):
            below = {path: span for path, span in places.items() if path[: len(wrong)] == wrong}
            places.update({(*right, *path[len(wrong) :]): span for path, span in below.items()})
        plain = {path: sort for path, sort in self.plain.items() if path[: len(wrong)] == wrong}
        self.plain.update({(*right, *path[len(wrong) :]): sort for path, sort in plain.items()})

    def offsets(self, text: str, *path: str | int) -> Callable[[int], int]:
        """Give a function from a place in a scalar's value to the place in the file."""
        span = self.value(*path)
        source, at = self.file.text, span.start
        if source[at : at + 1] in ("'", '"'):
            at += 1
        elif source[at : at + 1] in ("|", ">"):
            at = source.find("\n", at) + 1
        found = []
        for sign in text:
            if sign.isspace():
                found.append(at)
                while at < span.end and source[at].isspace():
                    at += 1
            else:
                while at < span.end and source[at] != sign:
                    at += 1
                found.append(at)
                at += 1
        found.append(at)
        return lambda offset: found[min(offset, len(found) - 1)]


DocumentSort = Literal[
    "ruleset", "components", "table", "table_by_condition", "rulings", "roster", "scenario", "example", "examples",
    "questions", "ledger", "comparison", "told", "pictures", "words", "variant",
]  # fmt: skip


@dataclass(frozen=True)
class YamlDocument:
    """A file's content in its shape, with the places of its parts."""

    file: SourceFile
    sort: DocumentSort
    shape: Shape
    places: Places
