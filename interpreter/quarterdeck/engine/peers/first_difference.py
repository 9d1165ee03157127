"""Find the first entry in which the records of two peers differ, by bisection over the hashes of their chains.

In: the own chain, and prefixes of the other's. Out: the next prefix to ask for, and in the end both entries. The host
leads, and both come to the same entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from quarterdeck.engine.run.record import Entry


@dataclass
class FirstDifference:
    """The entries between which the first difference is: up to `low` both are equal, at `high` they differ."""

    high: int
    hash_at: Callable[[int], str]
    leads: bool
    low: int = 0
    sent: set[int] = field(default_factory=set)
    theirs: dict[int, Entry] = field(default_factory=dict)

    @property
    def is_found(self) -> bool:
        """Whether both entries are known."""
        return self.high - self.low == 1 and self.high in self.theirs

    def learn(self, at: int, found: str, entry: Entry) -> None:
        """Learn the other's hash of the first entries, and the last of these."""
        if not self.low < at <= self.high:
            return
        if self.hash_at(at) == found:
            self.low = at
        else:
            self.high, self.theirs[at] = at, entry

    def due(self, heard: int | None) -> list[int]:
        """Give up to which entries a hash is to be sent now, after the other's of `heard` came."""
        wanted = [self.high if heard is None else heard]
        if self.leads and heard is not None and self.high - self.low > 1:
            wanted.append((self.low + self.high) // 2)
        fresh = [at for at in wanted if at not in self.sent]
        self.sent.update(fresh)
        return fresh
