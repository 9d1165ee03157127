"""The board of a game between two machines, in a browser on this one.

In: the game at this end, and what the pages send that are open on it. Out: what they show, and messages for the other
peer. The pages are those of a host; here the player's own machine serves them, and holds no secret of the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.apps.api.failures import failure_of
from quarterdeck.apps.peers.talk import GameWorker, UnsavedGameError, given_up
from quarterdeck.apps.server import tokens
from quarterdeck.apps.server.audience import Audience, Connection, Send
from quarterdeck.apps.server.looking import LOOKING, HostRefusalError, look
from quarterdeck.apps.server.messages import GameOver, SeatState, SeatsTold, SeatWish, read_message
from quarterdeck.apps.server.move_clock import MoveClock
from quarterdeck.apps.server.question_numbers import QuestionNumbers
from quarterdeck.apps.server.sight import OpenLogs, PlayedRules, SightMaker
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.run.happenings import Happening, PhaseBegun
from quarterdeck.engine.run.journal_store import SaveFaultError
from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
from quarterdeck.engine.sitting.sitting import GameListener
from quarterdeck.workspace.games.ending import ended, winner_of
from quarterdeck.workspace.ruleset.seating import Game, sides_of

GAME = 1
"""The number of the game on its page."""
BETWEEN_MACHINES = "this is not possible in a game between two machines"


@dataclass
class PhaseMarks(GameListener):
    """Tells logs where phases begin."""

    logs: OpenLogs

    def hear(self, event: Happening) -> None:
        """Mark the beginning of a phase."""
        if isinstance(event, PhaseBegun):
            self.logs.mark(event.address, event.entry)


@dataclass(eq=False)
class PeerBoard:
    """The pages of one game. All is called in the thread of the game."""

    say: Callable[[list[str]], None] = lambda texts: None
    """Sends messages to the other peer."""
    known: Callable[[], None] = lambda: None
    """Is told when the game is known, and with it the own sides."""
    left: Callable[[], None] = lambda: None
    """Is told when the last page is closed."""
    failed: Callable[[UnsavedGameError], None] = lambda error: None
    """Is told when an answer cannot be saved: the game cannot be played on by this program."""
    number: int = GAME
    peer: PeerGame | None = None
    maker: SightMaker | None = None
    audience: Audience = field(default_factory=Audience)
    numbers: QuestionNumbers = field(default_factory=QuestionNumbers)

    def __post_init__(self) -> None:
        """Make the token of each own side when the game is known."""
        self.tokens: dict[str, str] = {}
        self.sides: dict[str, int] = {}

    # --- the game

    def take(self, game: Game, peer: PeerGame) -> None:
        """Show a game, which must not have begun."""
        self.peer, self.rules = peer, PlayedRules(game, peer.sitting.header)
        peer.consent = lambda words: None  # the pages ask, and reply later
        self.sides = sides_of(game)
        self.tokens = {side: tokens.new_token(GAME) for side, number in self.sides.items() if number in peer.own}
        logs = OpenLogs(peer.sitting, tuple(peer.own))
        title = str(game.ruleset.declared.scenarios[peer.sitting.header.scenario].shape.title)
        orders = RepeatedOrders(peer.sitting, self.rules.board.pieces.subject)
        peer.sitting.hearings = (logs, orders, PhaseMarks(logs), *peer.sitting.hearings)
        self.maker = SightMaker(GAME, title, self.rules, peer.live, logs, orders, MoveClock())
        self.known()

    @property
    def game(self) -> PeerGame:
        """The game, which must be known."""
        assert self.peer is not None
        return self.peer

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to show."""
        return self.peer is not None and self.peer.context is not None

    @property
    def over(self) -> GameOver | None:
        """How the game ended, or why the two cannot play on."""
        peer = self.game
        if peer.stopped:
            return GameOver(None, peer.stopped)
        if (result := peer.outcome) is None:
            return None
        words = f"The {peer.resigned} has resigned." if peer.resigned else ended(result)
        return GameOver(winner_of(peer.sitting.start, result), words)

    def number_for(self, reader: int) -> int:
        """Give the number of the question that a side is asked, or is asked next."""
        return self.numbers.number_for(self.game.live, reader)

    def changed(self) -> None:
        """Show what has changed; called after each message of the other peer."""
        if self.maker is not None and self.has_begun:
            self.audience.publish(self.maker, self.number_for, self.over)
            self.audience.tell_table(record_as_data(self.seats_told()))

    def seats_told(self) -> SeatsTold:
        """Return who is there."""
        other: SeatState = "here" if self.game.has_met else "away"
        seats: dict[str, SeatState] = {side: "here" if side in self.tokens else other for side in self.sides}
        return SeatsTold(seats, list(self.wishes()), "both machines", 0)

    def wishes(self) -> Iterator[SeatWish]:
        """Give who asks to take back a decision and waits for a reply."""
        by_own = self.game.wished is not None
        for is_own in (True, False):
            if by_own if is_own else self.game.is_undo_asked:
                side = next(one for one in self.sides if (one in self.tokens) is is_own)
                yield SeatWish("undo", side, side)

    # --- pages

    def connect(self, token: str, send: Send, pixels: int = 0) -> tuple[PeerBoard, Connection]:
        """Let a page in; what it is to show is sent at once.

        Raises:
            HostRefusalError: the link is not one of this game, or the other side was not reached yet.
        """
        side = next((side for side, own in self.tokens.items() if tokens.is_token(token, tokens.hash_of(own))), None)
        if not self.has_begun or self.maker is None:
            raise HostRefusalError("the other side has not been reached yet")
        if side is None:
            raise HostRefusalError("this link opens no seat")
        connection = Connection(side, self.sides[side], send, pixels)
        self.audience.connections.append(connection)
        self.changed()
        return self, connection

    def disconnect(self, connection: Connection) -> None:
        """Learn that a page is gone."""
        if connection in self.audience.connections:
            self.audience.connections.remove(connection)
        if not self.audience.connections:
            self.left()

    def receive(self, hosted: PeerBoard, connection: Connection, data: Any) -> None:
        """Do what a page asks for; what changes nothing is answered with the reason."""
        try:
            kind, message = read_message(data)
            self.act(connection, kind, message)
        except (OSError, SaveFaultError) as error:
            fault = given_up(self.game, error)
            connection.send({"refused": {"why": fault.message}})
            self.failed(fault)
        except Exception as error:  # noqa: BLE001 - whatever one message does, the game goes on
            connection.send({"refused": {"why": failure_of(error).message}})

    def act(self, connection: Connection, kind: str, message: Mapping[str, Any]) -> None:
        """Do what a page asks for.

        Raises:
            HostRefusalError: it cannot be done, or not now.
        """
        if kind in LOOKING:
            look(self, connection, kind, message)
            return
        if self.over is not None:
            raise HostRefusalError("the game is over")
        if kind == "value":
            texts = self.answer(connection, message["number"], message["value"])
        elif kind == "undo" and message["undo"] == "ask":
            texts = self.game.ask_to_undo()
        elif kind == "undo":
            texts = self.game.reply_to_undo(agrees=message["undo"] == "agree")
        elif kind == "resign":
            texts = self.game.resign()
        else:
            raise HostRefusalError(BETWEEN_MACHINES)
        self.changed()
        self.say(texts)

    def answer(self, connection: Connection, number: int, value: Any) -> list[str]:
        """Answer the open question, and give the messages that this brings.

        Raises:
            HostRefusalError: this side is not asked, or is asked something else.
        """
        question = self.game.question
        if question is None or question.side != connection.reader or number != self.number_for(connection.reader):
            raise HostRefusalError("there is no such question for you now")
        texts = self.game.answer(value)
        self.audience.accepted(connection.reader, number)
        return texts


@dataclass(frozen=True)
class WorkerCalls:
    """Runs calls of pages in the thread of a game."""

    worker: GameWorker

    async def run(self, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Return what a call returns."""
        return await self.worker.run(lambda: call(*given, **named))
