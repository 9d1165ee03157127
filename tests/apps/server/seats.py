"""A host in one process with seats that note what they are sent, for tests of this folder."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.apps.server.audience import Connection
from quarterdeck.apps.server.game_host import GameBegun, GameHost

SMALL = ("tests/games/snowballs", "cousins")


@cache
def opened(name: str) -> Ruleset:
    return Ruleset.open(name)


@dataclass
class SeatInTest:
    """A connection, and all that it was sent."""

    host: GameHost
    token: str
    pixels: int = 0
    sent: list[dict[str, Any]] = field(default_factory=list)
    game: Any = field(init=False)
    connection: Connection = field(init=False)

    def __post_init__(self) -> None:
        self.game, self.connection = self.host.connect(self.token, self.sent.append, self.pixels)

    def send(self, message: Any) -> list[dict[str, Any]]:
        """Send a message, and give what comes back at once."""
        before = len(self.sent)
        self.host.receive(self.game, self.connection, message)
        return self.sent[before:]

    @property
    def sight(self) -> dict[str, Any]:
        """The last sight; a question that was accepted is open no more."""
        sight: dict[str, Any] = next(message["sight"] for message in reversed(self.sent) if "sight" in message)
        accepted = (message["accepted"]["number"] for message in reversed(self.sent) if "accepted" in message)
        if sight["question"] and next(accepted, None) == sight["number"]:
            return {**sight, "question": None}
        return sight

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log, as a page puts them together."""
        lines: list[dict[str, Any]] = []
        for message in self.sent:
            if "sight" in message:
                part = message["sight"]["log"]
                lines[part["start"] :] = part["lines"]
        return lines

    @property
    def log(self) -> list[str]:
        """The texts of the log."""
        return [line["text"] for line in self.lines]

    @property
    def table(self) -> dict[str, Any]:
        """Who sits where, and what somebody asks for."""
        table: dict[str, Any] = next(message["table"] for message in reversed(self.sent) if "table" in message)
        return table

    def leave(self) -> None:
        self.game.disconnect(self.connection)


@dataclass
class HostInTest:
    """A host with one game, and a connection for each link."""

    host: GameHost
    begun: GameBegun
    seats: dict[str | None, SeatInTest]

    @property
    def people(self) -> Sequence[SeatInTest]:
        return [seat for side, seat in self.seats.items() if side is not None]

    @property
    def asked(self) -> SeatInTest:
        """The seat that is asked."""
        (seat,) = [seat for seat in self.people if seat.sight["question"]]
        return seat

    @property
    def is_over(self) -> bool:
        return all(seat.sight["over"] for seat in self.seats.values())

    def token(self, side: str | None) -> str:
        return next(link.token for link in self.begun.links if link.side == side)

    def answer(self) -> dict[str, Any]:
        """Answer the open question in some way; give the message that did."""
        seat = self.asked
        message = answer_to(seat.sight)
        assert [one for one in seat.send(message) if "refused" in one] == []
        return message


def answer_to(sight: dict[str, Any]) -> dict[str, Any]:
    """Answer as proposed, or with the first answer that there is, or decline."""
    question = sight["question"]
    value = question["default"]
    if value is None:
        first = [*(one["value"] for one in question["options"]), *(run["low"] for run in question["numbers"])]
        value = first[0] if first else "stop" if question["may_stop"] else "none"
    return {"number": sight["number"], "value": value}


def hosted(
    name: str = SMALL[0],
    scenario: str = SMALL[1],
    *,
    seed: int = 1,
    host: GameHost | None = None,
    pixels: int = 0,
    **more: Any,
) -> HostInTest:
    """Begin a game, and connect with each of its links."""
    host = host or GameHost()
    begun = host.create(opened(name), scenario, seed=seed, **more)
    return HostInTest(host, begun, {link.side: SeatInTest(host, link.token, pixels) for link in begun.links})
