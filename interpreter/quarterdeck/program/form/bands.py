"""Tables of many keys: what they hold is kept once for each band of keys that no row or column parts.

In: where the bands of each key start. Out: `ByBand`, a mapping of the bands' first keys that answers for every key.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

KEPT_IN_CACHE = True

WIDE = 4096
"""So many keys, or more, are kept by bands: a percentage may lie between zero and two hundred thousand."""


@dataclass(frozen=True)
class ByBand(Mapping[Any, Any]):
    """What a table holds for each key; its own keys are those with which a band starts.

    `starts` has, for each key of the table, where its bands start; the last band lies behind all rows and holds
    nothing. With one key, that is a number or a tuple of one, as in `held`, which has what each band holds.
    """

    starts: Sequence[Sequence[int]]
    held: dict[Any, Any]

    def first(self, key: Any) -> Any:
        """Give the first key of the band in which a key lies."""
        if isinstance(key, tuple):
            return tuple(
                starts[bisect_right(starts, number) - 1] for starts, number in zip(self.starts, key, strict=True)
            )
        starts = self.starts[0]
        return starts[bisect_right(starts, key) - 1]

    def __getitem__(self, key: Any) -> Any:
        return self.held[self.first(key)]

    def __contains__(self, key: object) -> bool:
        return self.first(key) in self.held

    def __iter__(self) -> Iterator[Any]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)

    def get(self, key: Any, default: Any = None) -> Any:
        """Give what is held for a key."""
        return self.held.get(self.first(key), default)


def starts_of(ranges: Iterable[tuple[int, int]]) -> list[int]:
    """Give where bands start so that none is parted by a range; the last start lies behind all ranges.

    >>> starts_of([(1, 4), (5, 9), (7, 7)])
    [1, 5, 7, 8, 10]
    """
    return sorted({end for low, high in ranges for end in (low, high + 1)})


def bands_within(starts: list[int], low: int, high: int) -> list[int]:
    """Give the starts of the bands that a range is made of.

    >>> bands_within([1, 5, 7, 8, 10], 5, 9)
    [5, 7, 8]
    """
    return [start for start, _ in pairwise(starts) if low <= start <= high]
