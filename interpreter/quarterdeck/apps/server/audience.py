"""Those who look at one game: what each was sent last, and what it is sent now.

In: connections, and what there is to see. Out: messages to connections, each only where something has changed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.apps.server.messages import GameOver
from quarterdeck.apps.server.sight import SightMaker, log_part
from quarterdeck.engine.run.narrative import Line

Send = Callable[[dict[str, Any]], None]


@dataclass(eq=False)
class Connection:
    """One page or program at a seat, or of a spectator (whose `side` is none)."""

    side: str | None
    reader: int
    send: Send
    pixels: int = 0
    """About how wide it shows the board; 0 where it draws none."""
    grounds: set[str] = field(default_factory=set)
    """The hashes of the grounds that it has."""
    sight: dict[str, Any] | None = None
    """What it was sent last, without the log."""
    sent: int = 0
    """How many lines of the log it holds."""
    table: dict[str, Any] | None = None


@dataclass(eq=False)
class Audience:
    """The connections of one game."""

    connections: list[Connection] = field(default_factory=list)

    def publish(
        self, maker: SightMaker, number_for: Callable[[int], int], over: GameOver | None, *, between: bool = False
    ) -> None:
        """Send each connection what has changed for it, as far as it may know that something has."""
        by_reader: dict[int, list[Connection]] = {}
        for connection in self.connections:
            by_reader.setdefault(connection.reader, []).append(connection)
        for reader, several in by_reader.items():
            if between or over is not None or maker.is_open_to(reader):
                self.send_sight(maker, several, number_for(reader), over, between=between)

    def send_sight(
        self, maker: SightMaker, to: list[Connection], number: int, over: GameOver | None, *, between: bool = False
    ) -> None:
        """Send what one reader may see to its connections, unless they have seen just that."""
        reader = to[0].reader
        sight, lines = maker.sight(reader, number, over, between=between), maker.logs.open_lines(reader)
        for connection in to:
            if connection.sight != sight or len(lines) != connection.sent:
                connection.sight = sight
                picture = None
                if connection.pixels:
                    drawn = sight["board"], sight["question"], connection.pixels, connection.grounds
                    picture = maker.picture(*drawn)
                log = log_part(lines, maker.logs.sources[reader], min(connection.sent, len(lines)))
                left = maker.time_left(sight)
                connection.send({"sight": {**sight, "picture": picture, "log": log, "left": left}})
                connection.sent = len(lines)

    def tell_table(self, table: dict[str, Any]) -> None:
        """Tell all who sits where, and what somebody has asked for."""
        for connection in self.connections:
            if connection.table != table:
                connection.table = table
                connection.send({"table": table})

    def accepted(self, reader: int, number: int) -> None:
        """Tell all who sit for a side that an answer is safe."""
        for connection in self.connections:
            if connection.reader == reader:
                connection.send({"accepted": {"number": number}})

    def forget(self, before: Mapping[int, list[Line]], now: Callable[[int], list[Line]]) -> None:
        """Send again the lines of the log from where they are others than before."""
        for connection in self.connections:
            kept = same_lines(before[connection.reader], now(connection.reader))
            connection.sent = min(connection.sent, kept)


def same_lines(one: list[Line], other: list[Line]) -> int:
    """Count the lines with which two logs begin alike."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
