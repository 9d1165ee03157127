"""The application that a web server runs: sockets of seats, pages, and the guard in front of all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_resources import GameResources
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.host_guard import HostGuard
from quarterdeck.apps.server.http_interface import HttpInterface
from quarterdeck.apps.server.loop_faults import say_faults_of
from quarterdeck.apps.server.openapi import ROOT
from quarterdeck.apps.server.rule_questions import RuleQuestions
from quarterdeck.apps.server.ruleset_catalogue import RulesetCatalogue
from quarterdeck.apps.server.sockets import SeatSockets
from quarterdeck.print.boards.painter import board_style

STATIC = Path(__file__).with_name("static")
SOCKET = "/play"
PAGE = "/g/"


async def owner_page(request: Request) -> Response:
    """Serve the page on which the owner of the host sees its games."""
    return FileResponse(STATIC / "games.html")


async def style_of_boards(request: Request) -> Response:
    """Serve the style sheet of boards."""
    return Response(board_style(), media_type="text/css")


def board_routes(sockets: SeatSockets) -> list[BaseRoute]:
    """Give what a page of a game needs: its socket, its style and its files."""
    return [
        WebSocketRoute(SOCKET, sockets.serve),
        Route(f"{PAGE}board.css", style_of_boards),
        Mount(PAGE, StaticFiles(directory=STATIC, html=True)),
    ]


def board_application(sockets: SeatSockets, hosts: Iterable[str]) -> Starlette:
    """Make an application that serves boards and nothing else."""
    return Starlette(routes=board_routes(sockets), middleware=[Middleware(HostGuard, hosts=tuple(hosts))])


def application(
    host: GameHost,
    games: GameThread,
    hosts: Iterable[str] = (),
    catalogue: RulesetCatalogue | None = None,
    owner: str | None = None,
) -> Starlette:
    """Make the application of a host, whose calls run in the thread of its games.

    `catalogue` lists the rulesets that other programs may ask about, `owner` is the hash of the token of its owner.
    """
    sockets = SeatSockets(host, games)
    catalogue = catalogue or RulesetCatalogue()
    interface = HttpInterface(GameResources(host, catalogue), games, RuleQuestions(catalogue), owner)

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        say_faults_of(loop)

        async def look_after_games() -> None:
            while True:
                await anyio.sleep(5)
                for look in (host.check_clocks, host.sleep_idle):
                    try:
                        await games.run(look)
                    except Exception as error:  # noqa: BLE001 - whatever one game does, the others are looked after
                        loop.call_exception_handler({"message": "a look at all games", "exception": error})

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(look_after_games)
            yield
            tasks.cancel_scope.cancel()
        with suppress(RuntimeError):
            await games.run(host.close)

    return Starlette(
        routes=[
            Route("/", owner_page),
            Mount(ROOT, interface.application()),
            *board_routes(sockets),
        ],
        middleware=[Middleware(HostGuard, hosts=tuple(hosts))],
        lifespan=running,
    )
