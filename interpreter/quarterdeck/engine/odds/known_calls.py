"""What is kept of calls that were counted separately, and whether that pays."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.engine.odds.trees import Tree

OFTEN, USED, MET = 64, 32, 64
"""A call is counted by itself once so many rows have met its routine: then as often as what was counted before was of
use to further rows, and once more for so many rows that met it."""


@dataclass(slots=True)
class CallCacheStats:
    """Whether it pays to count the calls of a routine separately and keep the results.

    `met` rows have reached such a call. `counted` calls were counted separately, and `used` rows took a kept result.
    """

    met: int = 0
    counted: int = 0
    used: int = 0

    def pays(self) -> bool:
        """Tell whether one more call may be counted separately."""
        return self.met >= OFTEN and self.counted <= self.used // USED + self.met // MET


@dataclass(slots=True, eq=False)
class KnownCall:
    """The kept results of a call, by the values that it really reads or writes, and the fields wanted after it."""

    tree: Tree
    stats: CallCacheStats
    wanted: frozenset[str]
