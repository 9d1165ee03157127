"""How fast a seat may send messages: a bucket that fills with time, and is emptied by messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

PER_SECOND = 100.0
AT_ONCE = 400.0


@dataclass
class Bucket:
    """Tells how long a message must wait."""

    per_second: float = PER_SECOND
    most: float = AT_ONCE
    now: Callable[[], float] = monotonic
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        """Begin full."""
        self.left, self.at = self.most, self.now()

    def wait(self) -> float:
        """Take one, and give the seconds that whoever takes it must wait."""
        now = self.now()
        self.left = min(self.most, self.left + max(0.0, now - self.at) * self.per_second) - 1
        self.at = now
        return max(0.0, -self.left / self.per_second)
