"""What the HTTP interface says of games and does to them: the same calls that sockets make.

In: a host, and a seat at one of its games. Out: records of `api_records` and `messages`. All is called in the thread of
the games.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quarterdeck.apps.server.api_records import (
    GameOpened,
    GamesListed,
    GameState,
    RulesetsOffered,
    SeatOpened,
    SeatQuestion,
    SeatView,
)
from quarterdeck.apps.server.audience import Connection
from quarterdeck.apps.server.game_host import GameHost, UnknownTokenError
from quarterdeck.apps.server.hosted_game import HostedGame
from quarterdeck.apps.server.hosted_replay import HostedReplay
from quarterdeck.apps.server.http_problems import ProblemError
from quarterdeck.apps.server.looking import HostRefusalError, look
from quarterdeck.apps.server.messages import AnswerAccepted, SeatsTold, Waits, read_message
from quarterdeck.apps.server.ruleset_catalogue import RulesetCatalogue
from quarterdeck.apps.server.sight import SightMaker, log_part
from quarterdeck.base.errors import UserError
from quarterdeck.engine.run.views import PUBLIC
from quarterdeck.workspace.ruleset.ruleset import Ruleset

MOST_LISTED = 50
"""How many games one list holds."""
MOST_OPEN = 1000
"""How many games may be awake when another is opened."""


@dataclass(frozen=True)
class SeatReader:
    """Whoever reads a game, or acts in it: a side, or (none) a spectator or the owner of the host."""

    hosted: HostedGame
    side: str | None

    @property
    def number(self) -> int:
        """The number by which a view is made."""
        return PUBLIC if self.side is None else self.hosted.sides[self.side]

    def maker(self) -> SightMaker:
        """Give what makes sights of the game, which is woken."""
        self.hosted.awake()
        assert self.hosted.maker is not None
        return self.hosted.maker

    def looked(self, kind: str, wanted: Any) -> Any:
        """Give what a connection would be sent that asks to see something."""
        sent: list[dict[str, Any]] = []
        try:
            self.maker()
            look(self.hosted, Connection(self.side, self.number, sent.append), kind, {kind: wanted})
        except HostRefusalError as error:
            raise ProblemError(404 if self.hosted.live else 409, error.message, "usage") from None
        return next(iter(sent[0].values()))


@dataclass(eq=False)
class GameResources:
    """The games of a host, for its HTTP interface."""

    host: GameHost
    catalogue: RulesetCatalogue

    def reader(self, token: str) -> SeatReader:
        """Give whoever has the token of a seat.

        Raises:
            ProblemError: there is no such seat, or the rules of its game are gone.
        """
        try:
            hosted, side = self.host.seat_of(token)
        except UnknownTokenError as error:
            raise ProblemError(401, error.message) from None
        except UserError as error:
            raise ProblemError(409, f"the game cannot continue: {error.message}", "usage") from None
        return SeatReader(played(hosted), side)

    def owner_reading(self, number: int) -> SeatReader:
        """Let the owner of the host look on at a game.

        Raises:
            ProblemError: there is no such game, or its rules are gone.
        """
        try:
            hosted = self.host.hosted(number)
        except UserError as error:
            raise ProblemError(409, f"the game cannot continue: {error.message}", "usage") from None
        if hosted is None:
            raise ProblemError(404, f"there is no game {number}", "usage")
        return SeatReader(played(hosted), None)

    def keep_awake(self, reader: SeatReader) -> None:
        """Note that somebody uses a game."""
        self.host.heard[reader.hosted.number] = self.host.now()

    # --- the host

    def rulesets(self) -> RulesetsOffered:
        """List the rulesets of this host."""
        return RulesetsOffered(self.catalogue.offered())

    def games(self, before: int | None) -> GamesListed:
        """List the games of this host."""
        numbers = sorted((one for one in self.host.keeper.numbers() if before is None or one < before), reverse=True)
        return GamesListed([self.listed(one) for one in numbers[:MOST_LISTED]], len(numbers) > MOST_LISTED)

    def listed(self, number: int) -> GameState:
        """Give the state of a game without waking it; one that was not in memory is forgotten again."""
        was_there = number in self.host.games
        try:
            hosted = self.host.hosted(number)
        except (UserError, OSError) as error:
            words = error.message if isinstance(error, UserError) else "it cannot be read"
            return GameState(number, "", {}, (), None, None, None, words)
        if hosted is None:
            return GameState(number, "", {}, (), None, None, None, "it has no seats")
        if not was_there:
            self.host.games.pop(number, None)
        return state_of(played(hosted), PUBLIC)

    def open(self, order: Mapping[str, Any]) -> GameOpened:
        """Open a game.

        Raises:
            ProblemError: too many are open, or there is no such ruleset or scenario here.
            UserError: it cannot be opened as it is ordered.
        """
        if sum(one.live is not None for one in self.host.games.values()) >= MOST_OPEN:
            raise ProblemError(503, "too many games are open", retry_after=60)
        ruleset = Ruleset.open(self.catalogue.resolve(order["ruleset"]))
        seed = order.get("seed", secrets.randbits(48))
        begun = self.host.create(ruleset, order["scenario"], order.get("seats"), order.get("options"), seed)
        return GameOpened(begun.game, begun.title, [SeatOpened(one.side, one.kind, one.token) for one in begun.links])

    # --- one game

    def state(self, reader: SeatReader) -> GameState:
        """Give the state of a game."""
        return state_of(reader.hosted, reader.number)

    def view(self, reader: SeatReader) -> SeatView:
        """Give what a seat may see now."""
        hosted = reader.hosted
        maker = reader.maker()
        return SeatView(**maker.sight(reader.number, hosted.number_for(reader.number), hosted.over))

    def question(self, reader: SeatReader) -> SeatQuestion:
        """Give the question that a seat must answer now."""
        maker, hosted = reader.maker(), reader.hosted
        question = None if hosted.over is not None else maker.live.question
        own = question is not None and question.side == reader.number
        asked = maker.asked(question) if own and question is not None else None
        return SeatQuestion(hosted.number_for(reader.number), asked)

    def decide(self, reader: SeatReader, answer: Mapping[str, Any]) -> AnswerAccepted:
        """Answer a question; the same answer again is accepted again."""
        self.act(reader, answer)
        return AnswerAccepted(answer["number"])

    def act(self, reader: SeatReader, message: Mapping[str, Any]) -> SeatsTold:
        """Do what a seat asks for.

        Raises:
            ProblemError: spectators cannot act, or the game does not allow it now.
        """
        if reader.side is None:
            raise ProblemError(403, "spectators cannot act")
        hosted = reader.hosted
        kind, read = read_message(message)
        try:
            hosted.act(Connection(reader.side, reader.number, lambda _: None), kind, read)
        except HostRefusalError as error:
            raise ProblemError(409, error.message, "usage") from None
        return hosted.seats_told()

    def log(self, reader: SeatReader, start: int) -> dict[str, Any]:
        """Give the lines of the log of a seat, from one on."""
        maker = reader.maker()
        lines = maker.logs.open_lines(reader.number)
        return log_part(lines, maker.logs.sources[reader.number], min(start, len(lines)))


def played(hosted: HostedGame | HostedReplay) -> HostedGame:
    """Return a game that is played.

    Raises:
        ProblemError: it is a saved game that is only shown.
    """
    if isinstance(hosted, HostedReplay):
        raise ProblemError(409, "this saved game is only shown, on its page", "usage")
    return hosted


def state_of(hosted: HostedGame, reader: int) -> GameState:
    """Give the state of a game as a reader may know it; one that sleeps is not woken."""
    seats = {side: hosted.state_of(side) for side in hosted.sides}
    turn: int | None = None
    waits: Waits | None = None
    if hosted.live is not None and hosted.maker is not None:
        turn = hosted.live.sitting.turn
        if hosted.over is None:
            waits = hosted.maker.waits(reader, hosted.live.question)
    wishes = list(hosted.wishes)
    return GameState(hosted.number, hosted.title, seats, wishes, turn, waits, hosted.over, "")
