"""The sockets of seats: messages of the host go out in order, those of a seat come in one after another.

A reader that is too slow is let go, and may come back: what it is owed waits in a queue that is bounded. A seat that
sends too fast waits. What is no message is answered with the reason.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol
from weakref import WeakValueDictionary

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from quarterdeck.apps.server.audience import Connection
from quarterdeck.apps.server.looking import HostRefusalError
from quarterdeck.apps.server.messages import Greeting
from quarterdeck.apps.server.rate import Bucket
from quarterdeck.base.errors import UserError
from quarterdeck.base.schema_reader import MisfitError, checked
from quarterdeck.base.text import strict_json

MOST_BYTES = 64 * 1024
"""How long a message may be; a longer one ends its connection with the code 1009."""
MOST_WAITING = 256
"""How many messages wait for a slow reader."""
PATIENCE = 10
"""How many seconds a greeting is waited for, or a message until it is read."""
TRY_LATER, NOT_LET_IN, TOO_LARGE = 1013, 1008, 1009
NO_MESSAGE = 'a message is an object of JSON, as {"number": 1, "value": "stop"}'


@dataclass(eq=False)
class Outbox:
    """The messages that wait to be sent; games fill it from their own thread."""

    socket: WebSocket
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    is_full: bool = False

    def put(self, message: Mapping[str, Any]) -> None:
        """Let a message wait to be sent; called in any thread."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        with suppress(RuntimeError):  # the loop is closed: nobody is there any more
            self.loop.call_soon_threadsafe(self._put, text)

    def _put(self, text: str) -> None:
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.is_full = True

    async def send_all(self) -> None:
        """Send what waits, until the reader is gone or too slow."""
        while not self.is_full:
            text = await self.queue.get()
            if text is None:
                return
            async with asyncio.timeout(PATIENCE):
                await self.socket.send_text(text)
        await close(self.socket, TRY_LATER, "too slow: connect again")


async def close(socket: WebSocket, code: int, reason: str = "") -> None:
    """Close a socket that may be closed already."""
    if WebSocketState.DISCONNECTED not in (socket.client_state, socket.application_state):
        with suppress(RuntimeError, WebSocketDisconnect, OSError):
            await socket.close(code, reason)


class SeatedGames(Protocol):
    """A host of games, or of one game."""

    @property
    def connect(self) -> Callable[..., tuple[Any, Connection]]:
        """Let somebody in who has a token; what they are to see is sent at once."""

    @property
    def receive(self) -> Callable[..., None]:
        """Do what a message asks for."""


class CallRunner(Protocol):
    """Runs calls in the one thread of games."""

    @property
    def run(self) -> Callable[..., Awaitable[Any]]:
        """Return what a call returns."""


@dataclass(eq=False)
class SeatSockets:
    """Serves the sockets of one host."""

    host: SeatedGames
    games: CallRunner
    buckets: WeakValueDictionary[tuple[int, str | None, int], Bucket] = field(default_factory=WeakValueDictionary)
    open: set[asyncio.Task[Any]] = field(default_factory=set)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one socket until it is closed."""
        await socket.accept()
        outbox = Outbox(socket, asyncio.get_running_loop())
        try:
            async with asyncio.timeout(PATIENCE):
                greeting: Greeting = checked(Greeting, await receive(socket))
            hosted, connection = await self.games.run(
                self.host.connect, greeting["token"], outbox.put, greeting.get("pixels", 0)
            )
        except TimeoutError:
            await close(socket, TRY_LATER, "no token came")  # it may be lost on the way
            return
        except UserError as error:
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_text(json.dumps({"refused": {"why": error.message}}, ensure_ascii=False))
            code = TRY_LATER if isinstance(error, HostRefusalError) else NOT_LET_IN
            await close(socket, code, "not let in")
            return
        except WebSocketDisconnect:
            return
        sending = asyncio.create_task(outbox.send_all())
        receiving = asyncio.create_task(self.receive_all(socket, hosted, connection))
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
            await self.games.run(hosted.disconnect, connection)
            await close(socket, 1000)

    async def receive_all(self, socket: WebSocket, hosted: Any, connection: Connection) -> None:
        """Pass on what a seat sends."""
        key = (hosted.number, connection.side, 0 if connection.side else id(connection))
        bucket = self.buckets.setdefault(key, Bucket())
        while True:
            try:
                data = await receive(socket)
            except WebSocketDisconnect:
                return
            except MisfitError as error:
                connection.send({"refused": {"why": error.message}})
                data = None
            if seconds := bucket.wait():
                await asyncio.sleep(seconds)
            if data is not None:
                await self.games.run(self.host.receive, hosted, connection, data)


async def receive(socket: WebSocket) -> Any:
    """Receive a message.

    Raises:
        MisfitError: it is not an object of JSON.
        WebSocketDisconnect: the socket was closed.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise MisfitError("a message is text, and not bytes")
    if len(text) > MOST_BYTES:
        await close(socket, TOO_LARGE, "too large")
        raise WebSocketDisconnect(TOO_LARGE)
    try:
        data = strict_json(text)
    except (ValueError, RecursionError):
        raise MisfitError(NO_MESSAGE) from None
    if not isinstance(data, dict):
        raise MisfitError(NO_MESSAGE)
    return data
