"""The numbers of the questions of each side, by which answers name them: after an undo none comes twice.

In: a live game, and the side that reads. Out: numbers, which a host that is started again gives in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.engine.sitting.live_game import LiveGame


@dataclass(frozen=True)
class Shift:
    """How much greater the numbers of a side's questions are, from one of them on."""

    start: int = 0
    count: int = 0


NO_SHIFT = Shift()


@dataclass
class QuestionNumbers:
    """Numbers the questions of one game."""

    shifts: dict[int, Shift] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> QuestionNumbers:
        """Read what `text` wrote."""
        return cls({side: Shift(start, count) for side, start, count in json.loads(text or "[]")})

    @property
    def text(self) -> str:
        """What is kept of the numbers."""
        return json.dumps([[side, one.start, one.count] for side, one in self.shifts.items()])

    def number_for(self, live: LiveGame | None, reader: int, *, between: bool = False) -> int:
        """Give the number of the question that a side is asked, or is asked next; `between` two, none is open."""
        if live is None:
            return 0
        asked = sum(side == reader for _, side in live.sitting.playing.asked)
        question = live.question
        is_open = question is not None and question.side == reader and not between
        return asked - is_open + self.shifts.get(reader, NO_SHIFT).count

    def answer_to(self, live: LiveGame, reader: int, number: int) -> Any:
        """Give the answer of a side to an earlier question; nothing where there is none of that number."""
        playing, shift = live.sitting.playing, self.shifts.get(reader, NO_SHIFT)
        entries, place = [at for at, side in playing.asked if side == reader], number - shift.count
        return playing.record[entries[place]].get("choice") if shift.start <= place < len(entries) else None

    def unused(self, live: LiveGame, readers: Iterable[int]) -> dict[int, int]:
        """Give the first number of each side that no question has had."""
        asked = live.question.side if live.question is not None else None
        return {one: self.number_for(live, one) + (asked == one) for one in readers}

    def go_on_from(self, live: LiveGame, unused: dict[int, int]) -> None:
        """Let the next question of each side have a number that none had before decisions were taken back."""
        for one, number in unused.items():
            now, was = self.number_for(live, one), self.shifts.get(one, NO_SHIFT)
            if now < number:
                self.shifts[one] = Shift(now - was.count, was.count + number - now)
