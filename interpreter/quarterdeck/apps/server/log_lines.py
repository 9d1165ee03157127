"""The lines of a log that grows with its game: all but the last ones are packed, since nearly nobody reads them again.

In: lines, one after another. Out: the same lines, by their numbers.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import overload

from quarterdeck.engine.run.narrative import Line

PACKED = 32
"""How many lines are packed together."""


@dataclass(eq=False)
class LogLines(Sequence[Line]):
    """The lines that one reader is told, without the happenings that they tell."""

    packed: list[bytes] = field(default_factory=list)
    last: list[Line] = field(default_factory=list)

    def append(self, line: Line) -> None:
        """Add a line; the last ones stay as they are until there are twice as many as are packed together."""
        self.last.append(line)
        if len(self.last) >= 2 * PACKED:
            rows = [(one.number, one.depth, one.sort, one.text) for one in self.last[:PACKED]]
            self.packed.append(zlib.compress(json.dumps(rows).encode()))
            del self.last[:PACKED]

    def __len__(self) -> int:
        return len(self.packed) * PACKED + len(self.last)

    def __iter__(self) -> Iterator[Line]:
        return self.since(0)

    def since(self, start: int) -> Iterator[Line]:
        """Give the lines from a number on, and unpack no others."""
        for several in self.packed[start // PACKED :]:
            lines = [Line(*row) for row in json.loads(zlib.decompress(several))]
            yield from lines[start % PACKED :]
            start = 0
        yield from self.last[max(0, start - len(self.packed) * PACKED) :]

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | list[Line]:
        chosen = range(len(self))[at]
        if isinstance(chosen, int):
            return next(self.since(chosen))
        return list(islice(self.since(chosen.start), len(chosen)))


@dataclass(frozen=True, eq=False)
class FirstLines(Sequence[Line]):
    """The first lines of a log, as many as its reader may read now."""

    lines: LogLines
    length: int

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Line]:
        return islice(self.lines, self.length)

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | list[Line]:
        chosen = range(self.length)[at]
        if isinstance(chosen, int):
            return self.lines[chosen]
        return self.lines[chosen.start : chosen.stop]
