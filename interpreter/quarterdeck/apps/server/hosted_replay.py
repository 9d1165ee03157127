"""A saved game that is shown from its beginning to its end: any state of it, at once, to whoever looks on.

In: a game and what was kept of it. Out: messages to connections. It is played again once; of its states only what
changes is kept. Whoever has the record may know all, so nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.analysis.why.why_lines import why_lines
from quarterdeck.apps.server.audience import Audience, Connection, Send
from quarterdeck.apps.server.looking import LOOKING, HostRefusalError
from quarterdeck.apps.server.messages import GameOver, LineExplained, StatesTold
from quarterdeck.apps.server.sight import PlayedRules, entry_told, log_part, picture_of
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.game import GameResult, RecordFaultError
from quarterdeck.engine.run.journal import Saved
from quarterdeck.engine.run.narrative import Line, Narrative
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import View
from quarterdeck.engine.sitting.sitting import GameListener, Sitting
from quarterdeck.workspace.games.ending import ended
from quarterdeck.workspace.games.replay import NoMore, RecordEndedError

ALL = -1
"""The reader who may know all."""
KEYFRAME = 50
"""After how many states one is kept whole."""


@dataclass
class StateHistory(GameListener):
    """The states of a game, one after another, and how far its log had come; listens at a sitting."""

    sitting: Sitting
    turns: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    """How many lines the log had at each state."""
    lines: list[Line] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    whole: list[list[int]] = field(default_factory=list)
    changes: list[list[tuple[int, int]]] = field(default_factory=list)
    names: list[dict[int, str]] = field(default_factory=list)
    last: list[int] = field(default_factory=list)

    def begin(self) -> None:
        """Begin with the state at the start."""
        self.narrative = Narrative(self.sitting.playing.situation, Secrecy(), ALL)
        self.keep()

    def hear(self, event: hap.Happening) -> None:
        """Add lines, and the state where it is another than before."""
        for line in self.narrative.lines_with_happenings(event):
            self.sources.append(entry_told(line))
            self.lines.append(line)
        if isinstance(event, hap.Left | hap.PhaseOver | hap.PhaseBegun):
            self.keep()

    def turn_over(self, situation: Situation, turn: int, entries: int) -> None:
        """Keep the end of a turn."""
        self.keep()

    def end(self, result: GameResult | None, turn: int) -> None:
        """Keep the last state."""
        self.keep()

    def keep(self) -> None:
        """Keep the state that there is now, if it is another than the last, or the turn is."""
        state, turn = self.sitting.playing.situation.state, self.sitting.turn
        if self.turns and state == self.last:
            self.counts[-1] = len(self.lines)
            return
        changed = [(slot, value) for slot, value in enumerate(state) if self.turns and value != self.last[slot]]
        self.whole += [] if len(self.turns) % KEYFRAME else [list(state)]
        self.last = list(state)
        self.turns.append(turn)
        self.counts.append(len(self.lines))
        self.changes.append(changed)
        names = self.sitting.playing.situation.names
        self.names.append(self.names[-1] if self.names and self.names[-1] == names else dict(names))

    def state(self, number: int) -> list[int]:
        """Give a state by its number."""
        state = list(self.whole[number // KEYFRAME])
        for changes in self.changes[number - number % KEYFRAME + 1 : number + 1]:
            for slot, value in changes:
                state[slot] = value
        return state


class HostedReplay:
    """A saved game that is shown."""

    def __init__(self, number: int, title: str, rules: PlayedRules, saved: Saved) -> None:
        self.number, self.title, self.rules, self.saved = number, title, rules, saved
        self.audience = Audience()
        self.seen: dict[int, int] = {}
        game, nothing = rules.game, NoMore()
        sides = game.built.program.layout.things("Side")
        sitting = Sitting(
            saved.header,
            game.built.module(trace=True),
            game.start,
            Secrecy(),
            new_dice=lambda: nothing,
            new_deciders=lambda: dict.fromkeys(sides, nothing),
            recorded=saved.entries,
        )
        self.history = StateHistory(sitting)
        sitting.hearings = (self.history,)
        try:
            self.words = ended(sitting.play())
        except RecordEndedError:
            self.words = "The record ends here; the game has not."
        except RecordFaultError as error:
            self.words = f"The record does not fit the rules from here on: {error}"

    def connect(self, side: str | None, send: Send, pixels: int = 0) -> Connection:
        """Let somebody look on, from the first state."""
        connection = Connection(side, ALL, send, pixels)
        self.audience.connections.append(connection)
        history = self.history
        send({"states": record_as_data(StatesTold(history.turns, history.counts, self.words))})
        board, picture = self.shown(connection, 0)
        over = record_as_data(GameOver(None, self.words))
        sight = {"game": self.number, "title": self.title, "side": None, "number": 0, "turn": history.turns[0]}
        sight |= {"question": None, "waits": None, "dice": None, "over": over, "board": board, "picture": picture}
        send({"sight": {**sight, "log": log_part(history.lines, history.sources, 0), "left": None}})
        return connection

    def disconnect(self, connection: Connection) -> None:
        """Learn that a connection is gone."""
        self.seen.pop(id(connection), None)
        if connection in self.audience.connections:
            self.audience.connections.remove(connection)

    def sleep(self) -> None:
        """Do nothing: what is kept is small."""

    def act(self, connection: Connection, kind: str, message: Mapping[str, Any]) -> None:
        """Show a state, a thing in the state that was shown last, a reason or a rule.

        Raises:
            HostRefusalError: there is none such, or it would change something.
        """
        if kind != "state" and kind not in LOOKING:
            raise HostRefusalError("this game is over, and is only shown")
        wanted = message[kind]
        try:
            match kind:
                case "state":
                    self.show(connection, wanted)
                case "look":
                    self.look(connection, wanted)
                case "why":
                    connection.send({"explained": record_as_data(self.explained(wanted))})
                case "rule":
                    connection.send({"ruled": record_as_data(self.rules.book.rule(wanted))})
                case _:
                    raise HostRefusalError("this game is over, and is only shown")
        except KeyError:
            raise HostRefusalError(LOOKING[kind].format(wanted)) from None

    def view(self, number: int) -> View:
        """Give all of a state."""
        return View(self.rules.game.built.program, self.history.state(number), self.history.names[number], ALL)

    def shown(self, connection: Connection, number: int) -> tuple[Any, Any]:
        """Give the board of a state, and its picture for a connection that draws one."""
        self.seen[id(connection)] = number
        board = self.rules.board.board(self.view(number))
        if not connection.pixels:
            return board, None
        painter = self.rules.painter(connection.pixels)
        return board, picture_of(painter, board, connection.grounds, painter.moving(board, None, ""))

    def show(self, connection: Connection, number: int) -> None:
        """Send a state.

        Raises:
            HostRefusalError: there are not so many.
        """
        if number >= len(self.history.turns):
            raise HostRefusalError(
                f"there is no state {number}: they are counted from 0 to {len(self.history.turns) - 1}"
            )
        board, picture = self.shown(connection, number)
        connection.send({"state": {"number": number, "board": board, "picture": picture}})

    def look(self, connection: Connection, thing: str) -> None:
        """Send all of a thing, as it was at the state that was shown last."""
        view = self.view(self.seen.get(id(connection), 0))
        card, moving = self.rules.board.card(view, thing), None
        if connection.pixels:
            moving = self.rules.painter(connection.pixels).moving(self.rules.board.board(view), None, thing)
        connection.send({"looked": {"card": card, "moving": moving}})

    def explained(self, line: int) -> LineExplained:
        """Explain a line of the log.

        Raises:
            KeyError: there is no such line, or it tells of no roll and no decision.
        """
        history = self.history
        if not (line < len(history.lines) and history.sources[line]):
            raise KeyError(line)
        explaining = self.rules.explaining(self.number, self.saved.header, self.saved.entries, ALL)
        found = explaining.explain(history.sources[line])
        told = [one for one in why_lines(found, self.rules.board.wording) if one.sort != "blank"]
        return LineExplained(line, history.lines[line].number, told, found.entry["at"])
