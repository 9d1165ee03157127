"""The end of a game between peers that waits for the other one.

In: a game that is ready, a socket that listens, and the hash of a token. Out: the game, played with whoever has the
token. A new connection of the guest takes the place of an old one, which may be half open.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from quarterdeck.apps.peers.links import PEER_SOCKET
from quarterdeck.apps.peers.talk import CLOSED_BY_BOTH, CLOSING, PARTING, REFUSED, TRY_LATER, GameWorker, Talk
from quarterdeck.apps.server.loop_faults import say_faults_of
from quarterdeck.apps.server.tokens import LONGEST, is_token
from quarterdeck.base.bounds import MOST_BYTES_OF_MESSAGE
from quarterdeck.base.text import object_in
from quarterdeck.engine.peers.messages import AlteredMessageError, MessageFaultError, unframed
from quarterdeck.engine.peers.peer_game import PeerGame

GREETING_TIME = 10.0
"""Seconds in which a connection has to show its token."""
GREETING_BYTES = 1_000
MOST_GREETING = 32
"""Connections that may show no token yet; more are refused until some have, or are gone."""
FAREWELL = 3.0
"""Seconds for which a host still answers after the end, so that the guest learns of it."""
CANNOT = 4000
"""The code with which a connection is closed because another one of the guest has come."""


def token_in(data: str | bytes) -> str:
    """Read the first message of a guest.

    Raises:
        MessageFaultError: it holds no token.
        AlteredMessageError: it does not have its checksum.
    """
    greeting = object_in(unframed(data)) if len(data) <= GREETING_BYTES else None
    token = None if greeting is None else greeting.get("token")
    if not isinstance(token, str) or len(token) > LONGEST:
        raise MessageFaultError("the first message holds no token")
    return token


class PeerHost:
    """Plays a game with the guest who connects."""

    def __init__(self, game: PeerGame, worker: GameWorker, token_hash: str) -> None:
        self.game = game
        self.worker = worker
        self.token_hash = token_hash
        self.talk: Talk | None = None
        self.greeting = 0
        """How many connections have shown no token yet."""
        self.over = asyncio.Event()
        self.fault: BaseException | None = None

    async def serve(
        self,
        listening: socket.socket,
        tls: ssl.SSLContext | None = None,
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        """Wait for the guest, and play to the end, or until the two cannot play on."""
        say_faults_of(asyncio.get_running_loop())
        quiet = logging.getLogger("quarterdeck.peers")
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False
        server: Server = await serve(
            self._connected,
            sock=listening,
            ssl=tls,
            origins=[None],  # programs send no origin; pages in browsers have nothing to do here
            process_request=self._asked,
            max_size=MOST_BYTES_OF_MESSAGE,
            max_queue=16,
            close_timeout=CLOSING,
            compression=None,  # a part that is lost would make others of what follows
            server_header=None,
            logger=quiet,
        )
        if self.game.has_ended:
            self.over.set()
        self._leave_later()
        async with server:
            on_ready()
            await self.over.wait()
        if self.fault is not None:
            raise self.fault

    def _asked(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse what asks for anything but the socket."""
        if request.path != PEER_SOCKET:
            return connection.respond(HTTPStatus.NOT_FOUND, "quarterdeck join LINK plays this game\n")
        if self.greeting >= MOST_GREETING:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections\n")
        return None

    async def _connected(self, connection: ServerConnection) -> None:
        """Let the guest in, and talk with it."""
        self.greeting += 1
        try:
            async with asyncio.timeout(GREETING_TIME):
                data = await connection.recv()
        except (TimeoutError, ConnectionClosed):
            await connection.close(TRY_LATER, "no token came")  # it may be lost on the way
            return
        finally:
            self.greeting -= 1
        try:
            token = token_in(data)
        except AlteredMessageError as error:
            await connection.close(TRY_LATER, str(error))
            return
        except MessageFaultError as error:
            await connection.close(REFUSED, str(error))
            return
        if not is_token(token, self.token_hash):
            await connection.close(REFUSED, "this link opens no seat")
            return
        if self.talk is not None:
            await self.talk.wire.close(CANNOT, "the guest has connected again")
        talk = self.talk = Talk(self.worker, self.game, connection)
        try:
            await talk.hold()
            if talk.is_done:
                await self._say_farewell(talk)
        except BaseException as error:
            self.fault = error
            self.over.set()
            raise
        self._leave_later()

    def _leave_later(self) -> None:
        """Leave a game that is over here when the guest does not come back: it knows of the end, or is gone."""
        if self.game.is_decided:
            asyncio.get_running_loop().call_later(PARTING, self._leave, self.talk)

    def _leave(self, last: Talk | None) -> None:
        """Leave, unless the guest has connected since."""
        if self.talk is last:
            self.over.set()

    async def _say_farewell(self, talk: Talk) -> None:
        """Answer for a while after the end; the guest closes the connection when it knows of it."""
        try:
            async with asyncio.timeout(FAREWELL):
                while True:
                    data = await talk.wire.recv()
                    for text in await self.worker.run(partial(self.game.receive, data)):
                        await talk.wire.send(text)
        except TimeoutError:
            pass
        except ConnectionClosed as closed:
            is_told = closed.rcvd is not None and closed.rcvd.code == CLOSED_BY_BOTH
            if not (is_told or self.game.stopped):
                return
        await talk.wire.close()
        self.over.set()
