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
from quarterdeck.apps.peers.talk import CLOSED_BY_BOTH, CLOSING, PARTING, REFUSED, GameWorker, Talk
from quarterdeck.base.bounds import MOST_BYTES_OF_MESSAGE
from quarterdeck.base.errors import UserError
from quarterdeck.engine.peers.messages import AlteredMessageError, Message, MessageFaultError, framed, parsed
from quarterdeck.engine.peers.peer_game import PeerGame

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two attempts to connect: each pause is twice the one before."""
MOST_ALTERED = 10
"""A guest gives up after so many first messages without a checksum: their sender does not speak this protocol."""


class LineFaultError(UserError):
    """The host cannot be reached, or lets nobody in; the argument says why."""


MakeGame = Callable[[Message], PeerGame]
"""Makes the game ready that the host's first message names."""


class PeerGuest:
    """Plays a game with the host of a link; `game` is the one that is kept already of this link."""

    def __init__(
        self,
        link: GameLink,
        worker: GameWorker,
        make: MakeGame,
        patience: float = 600.0,
        game: PeerGame | None = None,
    ) -> None:
        self.link = link
        self.worker = worker
        self.make = make
        self.patience = patience
        self.game = game
        self.talk: Talk | None = None
        """The last connection."""
        self.changed: Callable[[], None] = lambda: None
        """Is told whenever the game may have gone on."""
        self.heard = 0.0
        """When the host was last reached."""
        self.altered = 0
        """How many first messages of the host did not have their checksum."""

    async def play(self, tls: ssl.SSLContext | None = None) -> PeerGame:
        """Play to the end, or until the two cannot play on.

        Raises:
            LineFaultError: the host does not let this guest in, or was not reached for as long as patience lasts.
        """
        pause, self.heard = FIRST_PAUSE, monotonic()
        if self.game is not None and self.game.has_ended:
            return self.game
        while True:
            is_told, fault = False, ""
            try:
                async with connect(
                    self.link.socket,
                    ssl=tls,
                    max_size=MOST_BYTES_OF_MESSAGE,
                    open_timeout=10,
                    max_queue=16,
                    close_timeout=CLOSING,
                    compression=None,
                ) as connection:
                    await self._talk(connection)
                    pause = FIRST_PAUSE
                is_told = connection.close_code == CLOSED_BY_BOTH
            except InvalidURI:
                raise LineFaultError(f"{self.link.socket} is not an address") from None
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == REFUSED:
                    fault = f"the host refuses this link: {closed.rcvd.reason}"
            except (OSError, TimeoutError, InvalidHandshake) as error:
                if monotonic() - self.heard > (PARTING if self._is_over else self.patience):
                    fault = f"{self.link.socket} cannot be reached: {str(error) or 'no answer'}"
            if self.game is not None and self._is_over and (is_told or fault):
                return self.game
            if fault:
                raise LineFaultError(fault)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    @property
    def _is_over(self) -> bool:
        return self.game is not None and (self.game.is_decided or bool(self.game.stopped))

    async def _talk(self, connection: ClientConnection) -> None:
        """Show the token, learn which game it is, and play."""
        await connection.send(framed(json.dumps({"token": self.link.token})))
        first = await connection.recv()
        self.heard = monotonic()
        if self.game is None:
            try:
                message = parsed(first)
            except AlteredMessageError as error:
                self.altered += 1
                if self.altered == MOST_ALTERED:
                    raise LineFaultError(f"the host sends what cannot be read: {error}") from None
                return
            except MessageFaultError as error:
                raise LineFaultError(f"the host sent an invalid message: {error}") from None
            if message["type"] != "hello":
                raise LineFaultError("the host does not name the game")
            self.game = await self.worker.run(lambda: self.make(message))
        talk = self.talk = Talk(self.worker, self.game, connection, changed=self.changed)
        await talk.hold(first)
        self.heard = monotonic()
        if talk.is_done:
            await asyncio.sleep(0)
