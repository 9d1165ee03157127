"""What one reader may see of a live game now: the one place that makes it.

In: a live game, the logs of its readers, and a reader: a side or `PUBLIC`. Out: a `Sight`. Numbers in it count what the
reader itself was asked: those of the record would tell how much others do in secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quarterdeck.apps.server.messages import GameOver, LineTold, LogPart, SeatQuestion, Waits
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.engine.run.happenings import PhaseBegun
from quarterdeck.engine.run.narrative import Line
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import View
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.engine.sitting.logs import GameLogs

ASKED = ("at", "by", "asked", "options", "refused", "may_stop", "may_decline", "default")
"""The parts of a question that a seat is told."""


@dataclass
class SightMaker:
    """Makes the sights of one live game."""

    game: int
    title: str
    live: LiveGame
    logs: GameLogs

    def __post_init__(self) -> None:
        """Make the words once."""
        start = self.live.sitting.start
        self.known_as = start.known_as
        self.wording = Wording(start.program, start.names)

    def is_open_to(self, reader: int) -> bool:
        """Tell whether a reader may know that the question is open at which the game waits."""
        question = self.live.question
        if question is None or question.side == reader:
            return True
        return not self.logs.narratives[reader].is_hidden(question.site.address, question.side)

    def sight(self, reader: int, number: int, over: GameOver | None, *, between: bool = False) -> dict[str, Any]:
        """Give what a reader may see, without the log; `between` two questions nobody is asked."""
        question = None if over is not None or between else self.live.question
        own = question is not None and question.side == reader
        view = self.live.view(reader) if over is None else self.everything()
        said = view.as_data(self.known_as)
        return {
            "game": self.game,
            "title": self.title,
            "side": self.known_as.get(reader),
            "number": number,
            "turn": self.live.sitting.turn,
            "question": self.asked(question) if own and question is not None else None,
            "waits": None if own or over is not None else record_as_data(self.waits(reader, question)),
            "over": record_as_data(over),
            "things": said["things"],
        }

    def everything(self) -> View:
        """Give what all may see when the game is over."""
        situation = self.live.sitting.playing.situation
        return View(situation.program, situation.state, situation.names, -1)

    def asked(self, question: Question) -> SeatQuestion:
        """Give the question that a seat is asked."""
        data = question.as_data(self.wording)
        return {name: data[name] for name in ASKED}  # type: ignore[return-value]

    def waits(self, reader: int, question: Question | None) -> Waits:
        """Say for whom a reader waits: of what is done in secret no more than the phase."""
        if question is None or not self.is_open_to(reader):
            frames = [frame.event for frame in self.logs.narratives[reader].frames]
            phase = next((self.wording.title(one.address) for one in frames if isinstance(one, PhaseBegun)), "")
            return Waits((), phase)
        name = self.live.sitting.start.names.get(question.side, question.by)
        return Waits((question.by,), f"{name}: {self.wording.question(question.site.address)}")

    def lines(self, reader: int) -> list[Line]:
        """Give all lines that a reader may read."""
        return self.logs.lines[reader]


def log_part(lines: list[Line], start: int) -> dict[str, Any]:
    """Give the lines of a log from a number on."""
    part = LogPart(start, [LineTold(line.depth, line.sort, line.text) for line in lines[start:]])
    found: dict[str, Any] = record_as_data(part)
    return found
