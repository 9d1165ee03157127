"""What somebody at a game may look at without changing anything: things, reasons, rules, chances.

In: a game that is awake, a connection, and what it asks to see. Out: a message to that connection.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from quarterdeck.apps.server.audience import Connection
from quarterdeck.apps.server.messages import ChancesTold, GameOver
from quarterdeck.apps.server.sight import PlayedRules, SightMaker
from quarterdeck.base.errors import UserError
from quarterdeck.base.plain_data import record_as_data

LOOKING = {
    "look": "there is no thing on the board with the name {}",
    "why": "line {} of the log has no explanation",
    "rule": "the rulebook has no section for the address {}",
    "chance": "`{}` may not be chosen now",
}
"""What may be looked at: by its message, what is said where there is no such thing."""


class HostRefusalError(UserError):
    """A message of a seat changes nothing; the argument says why."""


class GameToLookAt(Protocol):
    """A game that is awake."""

    rules: PlayedRules
    maker: SightMaker | None

    @property
    def over(self) -> GameOver | None:
        """How the game ended, if it did."""

    def number_for(self, reader: int) -> int:
        """Give the number of the question that a side is asked, or is asked next."""


def look(game: GameToLookAt, connection: Connection, kind: str, message: Mapping[str, Any]) -> None:
    """Send what a connection asks to see.

    Raises:
        HostRefusalError: there is nothing of the kind.
    """
    maker, reader, over, wanted = game.maker, connection.reader, game.over, message[kind]
    assert maker is not None
    try:
        match kind:
            case "look":
                connection.send({"looked": maker.looked(reader, over, wanted, connection.pixels)})
            case "why":
                connection.send({"explained": record_as_data(maker.explained(reader, over, wanted))})
            case "rule":
                connection.send({"ruled": record_as_data(game.rules.book.rule(wanted))})
            case "chance":
                told = chances(game, maker, connection, message["number"], wanted)
                connection.send({"chances": record_as_data(told)})
    except KeyError:
        raise HostRefusalError(LOOKING[kind].format(wanted)) from None


def chances(game: GameToLookAt, maker: SightMaker, connection: Connection, number: int, value: Any) -> ChancesTold:
    """Give what comes of an answer by chance, before it is given: nothing, where it was given meanwhile.

    Raises:
        HostRefusalError: nobody answers here.
        KeyError: the side may not answer so.
    """
    if connection.side is None:
        raise HostRefusalError("spectators cannot act")
    question = maker.live.question
    is_asked = question is not None and question.side == connection.reader and game.over is None
    if question is None or not is_asked or number != game.number_for(connection.reader):
        return ChancesTold(number, value, [], [])
    return maker.chances(question, number, value)
