"""What has happened in a game, line by line, as each of several readers may read it.

In: a sitting, and the readers: sides, `PUBLIC`, or -1 for one who may know all. Out: lines, kept for each reader from
the beginning of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.narrative import Line, Narrative
from quarterdeck.engine.sitting.sitting import GameListener, Sitting


@dataclass
class GameLogs(GameListener):
    """The lines of each reader; listens at a sitting."""

    sitting: Sitting
    readers: Iterable[int]
    narratives: dict[int, Narrative] = field(default_factory=dict)
    lines: dict[int, list[Line]] = field(default_factory=dict)
    retold: dict[int, int] = field(default_factory=dict)
    """How many lines each reader has of what was recorded before the game was taken up."""

    def begin(self) -> None:
        """Begin with no lines."""
        sitting = self.sitting
        self.narratives = {one: Narrative(sitting.playing.situation, sitting.secrecy, one) for one in self.readers}
        self.lines, self.retold = {reader: [] for reader in self.narratives}, {}

    def hear(self, event: Happening) -> None:
        """Add what each reader is told of it."""
        is_replaying = self.sitting.is_replaying
        for reader, narrative in self.narratives.items():
            self.lines[reader].extend(narrative.lines(event))
            if is_replaying:
                self.retold[reader] = len(self.lines[reader])
