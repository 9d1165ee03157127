"""The talk of one connection between peers: messages go to the game in their order, and its messages out.

In: a game, and a connection that is open. Out: nothing; it ends when the game is over or stopped, or when the
connection is gone. The game runs in a thread of its own, since it may think for long, or wait for a person.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol, TypeVar

from websockets.exceptions import ConnectionClosed

from quarterdeck.apps.server.rate import Bucket
from quarterdeck.base.errors import UserError
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.run.journal_store import SaveFaultError

PATIENCE = 2.0
"""Seconds for which the end of a game is waited for."""
CLOSING = 2.0
"""Seconds that a peer waits for the closing handshake. A half-open connection never answers."""
TICK = 0.5
"""Seconds after which a peer that waits asks again for what is missing."""
LINGER = 1.0
"""Seconds for which a peer still listens when the two cannot play on: the other one may say where they differ."""
MOST_REFUSED = 50
"""Refused messages, or altered ones, after which a connection is closed."""
BURST, RATE = 2_000, 400
"""How many messages may come at once, and how many a second for long."""
PARTING = 30.0
"""Seconds for which a peer whose game is over waits for the other one, who may know of the end and have left."""
CLOSED_BY_BOTH, REFUSED, TRY_LATER = 1000, 1008, 1013
"""The codes with which a connection ends: on the first, all that was sent has come."""

R = TypeVar("R")


class UnsavedGameError(UserError):
    """What came cannot be saved, as on a full disk; the game is as it was saved last."""

    sort = "file"


def given_up(game: PeerGame, error: OSError | SaveFaultError) -> UnsavedGameError:
    """Close a game that cannot be saved, and give the words for it; a second fault would hide the first."""
    with suppress(OSError, UserError):
        game.close()
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return UnsavedGameError(f"the game cannot be saved: {why}; the same command continues it from what is saved")


class Wire(Protocol):
    """A connection that carries messages."""

    async def send(self, message: str) -> None:
        """Send a message."""

    async def recv(self) -> str | bytes:
        """Receive a message."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection."""


class GameWorker:
    """The thread in which a game runs. It may wait for a person, so the program can end without it."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        Thread(target=self._work, name="game", daemon=True).start()

    def submit(self, what: Callable[[], R]) -> Future[R]:
        """Let the thread do something when it has done what came before."""
        future: Future[R] = Future()
        self._calls.put((what, future))
        return future

    async def run(self, what: Callable[[], R]) -> R:
        """Do something in the thread of the game."""
        return await asyncio.wrap_future(self.submit(what))

    def close(self, last: Callable[[], None] | None = None) -> None:
        """End the thread, and let it do something last, unless it waits for a person."""
        if last is not None:
            with suppress(TimeoutError):
                self.submit(last).result(PATIENCE)
        self._calls.put(None)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            what, future = call
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(what())
                except BaseException as error:  # noqa: BLE001 - whoever waits for the result gets it
                    future.set_exception(error)


@dataclass
class Talk:
    """One connection of a game."""

    worker: GameWorker
    game: PeerGame
    wire: Wire
    bucket: Bucket = field(default_factory=lambda: Bucket(RATE, BURST))
    changed: Callable[[], None] = lambda: None
    """Is told, in the thread of the game, whenever the game may have gone on."""

    async def hold(self, first: str | bytes | None = None) -> None:
        """Talk until the game is over or stopped, or the connection is gone; `first` is a message that has come."""
        ticking = asyncio.create_task(self._tick())
        try:
            await self._do(self.game.connect)
            if first is not None:
                await self._do(partial(self.game.receive, first))
            now, ends = asyncio.get_running_loop().time, inf
            while not self.game.has_ended and now() < ends:
                if self.game.stopped and ends == inf:  # a peer that does not know it may go on sending
                    ends = now() + LINGER
                async with asyncio.timeout_at(None if ends == inf else ends):
                    data = await self.wire.recv()
                if seconds := self.bucket.wait():
                    await asyncio.sleep(seconds)
                await self._do(partial(self.game.receive, data))
                if self.game.refused_now >= MOST_REFUSED:
                    await self.wire.close(REFUSED, "too many messages that are not messages of this game")
                elif self.game.altered_now >= MOST_REFUSED:
                    await self.wire.close(TRY_LATER, "too many messages without their checksum")
        except (ConnectionClosed, TimeoutError):
            pass
        finally:
            ticking.cancel()
            with suppress(asyncio.CancelledError, ConnectionClosed):
                await ticking

    @property
    def is_done(self) -> bool:
        """Whether nothing more has to be said."""
        return self.game.has_ended or bool(self.game.stopped)

    async def _do(self, what: Callable[[], list[str]]) -> None:
        """Let the game do something, and send what it says."""

        def done() -> list[str]:
            texts = what()
            self.changed()
            return texts

        try:
            texts = await self.worker.run(done)
        except (OSError, SaveFaultError) as error:  # of the game: a connection could be tried again
            raise await self.worker.run(partial(given_up, self.game, error)) from error
        for text in texts:
            await self.wire.send(text)

    async def say(self, texts: list[str]) -> None:
        """Send what the game says; what is lost is asked for again."""
        with suppress(ConnectionClosed):
            for text in texts:
                await self.wire.send(text)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self._do(self.game.tick)
