"""Play a game between two machines on a page that this machine serves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from quarterdeck.apps.peers.links import SEAT_PAGE
from quarterdeck.apps.peers.peer_board import PeerBoard, WorkerCalls
from quarterdeck.apps.peers.peer_guest import PeerGuest
from quarterdeck.apps.peers.talk import UnsavedGameError
from quarterdeck.apps.server.application import board_application
from quarterdeck.apps.server.serving import listen, names_of, server_of
from quarterdeck.apps.server.sockets import SeatSockets
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.sitting.sitting import LeftError


async def play_on_page(guest: PeerGuest, board: PeerBoard, show: Callable[[str, str], None]) -> PeerGame:
    """Play to the end, and serve the page until it is closed; `show` is given each own side and the link of its page.

    Raises:
        LeftError: the program was told to end before the game did.
        UnsavedGameError: an answer cannot be saved.
    """
    loop, listener, left = asyncio.get_running_loop(), listen("127.0.0.1", 0), asyncio.Event()
    unsaved: asyncio.Future[NoReturn] = loop.create_future()

    def say(texts: list[str]) -> None:
        if guest.talk is not None:
            asyncio.run_coroutine_threadsafe(guest.talk.say(texts), loop)

    def show_links() -> None:
        for side, token in board.tokens.items():
            show(side, f"{listener.address()}{SEAT_PAGE}#{token}")

    def note_left() -> None:
        loop.call_soon_threadsafe(left.set)

    def stop_playing(error: UnsavedGameError) -> None:
        if not unsaved.done():
            unsaved.set_exception(error)

    def note_failed(error: UnsavedGameError) -> None:
        loop.call_soon_threadsafe(stop_playing, error)

    board.failed = note_failed
    board.say, guest.changed, board.known, board.left = say, board.changed, show_links, note_left
    show_links()
    server = server_of(board_application(SeatSockets(board, WorkerCalls(guest.worker)), names_of(listener)), listener)
    serving = asyncio.create_task(server.serve([listener.socket]))
    playing = asyncio.create_task(guest.play())
    try:
        stops: set[asyncio.Future[Any]] = {serving, playing, unsaved}
        await asyncio.wait(stops, return_when=asyncio.FIRST_COMPLETED)
        if unsaved.done():
            await unsaved
        if not playing.done():
            raise LeftError
        game = await playing
        left.clear()
        closed = asyncio.create_task(left.wait())
        if board.audience.connections:
            await asyncio.wait({serving, closed}, return_when=asyncio.FIRST_COMPLETED)
        closed.cancel()
        return game
    finally:
        unsaved.cancel()
        server.should_exit = True
        playing.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await playing
        await serving
        listener.socket.close()
