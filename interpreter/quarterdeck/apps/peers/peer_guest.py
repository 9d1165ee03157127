"""The end of a game between peers that connects to the other one, again and again where the line breaks.

In: a link, and what makes the game ready when the host has said which it is. Out: the game, played to its end.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Callable
from time import monotonic

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from quarterdeck.apps.peers.links import GameLink
from quarterdeck.apps.peers.talk import REFUSED, GameWorker, Talk
from quarterdeck.base.bounds import MOST_BYTES_OF_MESSAGE
from quarterdeck.base.errors import UserError
from quarterdeck.engine.peers.messages import Message, MessageFaultError, parsed
from quarterdeck.engine.peers.peer_game import PeerGame

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two attempts to connect: each pause is twice the one before."""
FAREWELL = 10.0
"""Seconds for which a guest that knows of the end tries to tell the host, whose connection broke just then."""


class LineFaultError(UserError):
    """The host cannot be reached, or lets nobody in; the argument says why."""


CLOSED_BY_BOTH = 1000
"""The code with which a connection ends on which all that was sent has come."""
MakeGame = Callable[[Message], PeerGame]
"""Makes the game ready that the host's first message names."""


class PeerGuest:
    """Plays a game with the host of a link."""

    def __init__(self, link: GameLink, worker: GameWorker, make: MakeGame, patience: float = 600.0) -> None:
        self.link = link
        self.worker = worker
        self.make = make
        self.patience = patience
        self.game: PeerGame | None = None

    async def play(self, tls: ssl.SSLContext | None = None) -> PeerGame:
        """Play to the end, or until the two cannot play on.

        Raises:
            LineFaultError: the host does not let this guest in, or was not reached for as long as patience lasts.
        """
        pause, heard, ended = FIRST_PAUSE, monotonic(), 0.0
        while True:
            is_told = False
            try:
                async with connect(
                    self.link.socket, ssl=tls, max_size=MOST_BYTES_OF_MESSAGE, open_timeout=10, max_queue=16
                ) as connection:
                    await self._talk(connection)
                    pause, heard = FIRST_PAUSE, monotonic()
                is_told = connection.close_code == CLOSED_BY_BOTH
            except InvalidURI:
                raise LineFaultError(f"{self.link.socket} is not an address") from None
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == REFUSED:
                    raise LineFaultError(f"the host lets nobody in by this link: {closed.rcvd.reason}") from None
            except (OSError, TimeoutError, InvalidHandshake) as error:
                why = str(error) or "no answer"
                if not self._is_done and monotonic() - heard > self.patience:
                    raise LineFaultError(f"{self.link.socket} cannot be reached: {why}") from None
            if self._is_done and self.game is not None:
                ended = ended or monotonic()
                if is_told or monotonic() - ended > FAREWELL:
                    return self.game
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    @property
    def _is_done(self) -> bool:
        game = self.game
        return game is not None and (game.has_ended or bool(game.stopped))

    async def _talk(self, connection: ClientConnection) -> None:
        """Show the token, learn which game it is, and play."""
        await connection.send(json.dumps({"token": self.link.token}))
        first = await connection.recv()
        if self.game is None:
            try:
                message = parsed(first)
            except MessageFaultError as error:
                raise LineFaultError(f"the host says nothing that can be meant: {error}") from None
            if message["type"] != "hello":
                raise LineFaultError("the host does not say which game it is")
            self.game = await self.worker.run(lambda: self.make(message))
        talk = Talk(self.worker, self.game, connection)
        await talk.hold(first)
        if talk.is_done:
            await asyncio.sleep(0)
