"""One end of a game between peers as a process of its own, with secrets that are the same in each run, for tests.

Processes are copies of one that has read the rules and has played once, so that they begin at once.
"""

import asyncio
import os
import socket
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from quarterdeck.apps.peers.links import GameLink
from quarterdeck.apps.peers.peer_guest import PeerGuest
from quarterdeck.apps.peers.peer_host import PeerHost
from quarterdeck.apps.peers.peer_store import PeerFolder
from quarterdeck.apps.peers.talk import GameWorker
from quarterdeck.apps.server.tokens import hash_of
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.peers.peer_speech import Role
from quarterdeck.workspace.games.peer_opening import peer_game
from tests.engine.peers.two_peers import header_of_host, secrets_of, set_up

PLAYED = ("ships_and_sails", "lake_erie", 12)


def new_end(role: Role, port: int, token: str, database: str, out: Path) -> ForkServerProcess:
    """Start one end: the host listens at a port, the guest goes there; what they print goes to a file."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.apps.peers.ready_end"])
    process = context.Process(target=main, args=(role, port, token, database, out), daemon=True)
    process.start()
    return process


def game_of(role: Role, folder: PeerFolder) -> PeerGame:
    game, header = set_up(*PLAYED), header_of_host(*PLAYED)
    store = folder.store_of(header)
    return peer_game(
        game,
        header,
        role,
        "bot",
        store.journal,
        store.exchanges,
        store.saved,
        hearings=store.hearings(game.start),
        secret=secrets_of(role),
    )


def main(role: Role, port: int, token: str, database: str, out: Path) -> None:
    """Play to the end."""
    with out.open("ab") as printed:
        for stream in (1, 2):
            os.dup2(printed.fileno(), stream)
    worker, folder = GameWorker(), PeerFolder(database_url=database)
    if role == "host":
        game = worker.submit(lambda: game_of("host", folder)).result()
        listening = socket.create_server(("127.0.0.1", port))
        asyncio.run(PeerHost(game, worker, hash_of(token)).serve(listening))
    else:
        link = GameLink(f"ws://127.0.0.1:{port}/peer/socket", token, is_peer=True)
        kept = worker.submit(lambda: game_of("guest", folder)).result()
        game = asyncio.run(PeerGuest(link, worker, lambda message: kept, patience=600, game=kept).play())
    worker.close(game.close)
    folder.close()
    assert game.stopped == "", game.stopped
