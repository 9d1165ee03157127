"""Two peers over real sockets in one process, each with a store of its own, for tests."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from quarterdeck.api import Ruleset
from quarterdeck.apps.peers.links import GameLink
from quarterdeck.apps.peers.peer_guest import PeerGuest
from quarterdeck.apps.peers.peer_host import PeerHost
from quarterdeck.apps.peers.peer_store import PeerFolder
from quarterdeck.apps.peers.talk import GameWorker
from quarterdeck.apps.server.tokens import hash_of, new_token
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.peers.peer_speech import Role
from quarterdeck.engine.run.journal import JournalHeader
from quarterdeck.workspace.games.peer_opening import host_header, peer_game
from quarterdeck.workspace.ruleset.seating import Game, set_up_game
from tests.engine.peers.two_peers import SEED, secrets_of

TOKEN = new_token(1)
WORKER = GameWorker()
"""Both games run in one thread: what is printed of a ruleset serves one."""


@cache
def game_at(role: str, turns: int = 2) -> Game:
    """Set the game up for each peer."""
    game = set_up_game(Ruleset.open("quickfire"), "coronel", {}, Findings())
    layout = game.built.program.layout
    game.start.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = turns
    return game


@cache
def header() -> JournalHeader:
    return replace(host_header(game_at("host"), "coronel", {}, ["british"]), seed=SEED)


@dataclass
class End:
    """One end: its thread, its store, and the game in it."""

    role: Role
    folder: PeerFolder
    worker: GameWorker = field(default_factory=lambda: WORKER)
    game: PeerGame | None = None

    def make(self) -> PeerGame:
        store, game = self.folder.store_of(header()), game_at(self.role)
        self.game = peer_game(
            game,
            header(),
            self.role,
            "bot",
            store.journal,
            store.exchanges,
            store.saved,
            hearings=store.hearings(game.start),
            secret=secrets_of(self.role),
        )
        return self.game

    def close(self) -> None:
        if self.game is not None:
            self.worker.submit(self.game.close).result()
        self.folder.close()


@asynccontextmanager
async def hosted(folder: PeerFolder) -> AsyncIterator[tuple[PeerHost, GameLink, asyncio.Task[None]]]:
    """Wait for a guest."""
    end = End("host", folder)
    listening = socket.create_server(("127.0.0.1", 0))
    try:
        game = await end.worker.run(end.make)
        host = PeerHost(game, end.worker, hash_of(TOKEN))
        ready = asyncio.Event()
        serving = asyncio.create_task(host.serve(listening, on_ready=ready.set))
        await ready.wait()
        port = listening.getsockname()[1]
        yield host, GameLink(f"ws://127.0.0.1:{port}/peer/socket", TOKEN, is_peer=True), serving
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
    finally:
        end.close()
        listening.close()


async def joined(link: GameLink, folder: PeerFolder) -> PeerGame:
    """Play as the guest, to the end."""
    end = End("guest", folder)
    try:
        return await PeerGuest(link, end.worker, lambda message: end.make(), patience=20).play()
    finally:
        end.close()


@dataclass
class BadLine:
    """A line in between that breaks connections at random, half of them without a word; `oddities_left` harm parts."""

    port: int
    chance: random.Random
    breaks_left: int
    oddities_left: int = 0
    carried: int = 0
    """How many parts it has carried in both directions."""
    server: asyncio.Server | None = None

    async def open(self) -> int:
        """Listen; give the port."""
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.port)
        except ConnectionError:  # that end is being started again
            writer.close()
            return
        both = [
            asyncio.create_task(self.pump(reader, there_writer, (writer, there_writer))),
            asyncio.create_task(self.pump(there_reader, writer, (writer, there_writer))),
        ]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        for one in (writer, there_writer):
            one.close()

    async def pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ends: tuple[asyncio.StreamWriter, ...]
    ) -> None:
        held = b""
        while data := await reader.read(1_000):
            self.carried += 1
            if self.breaks_left and self.chance.random() < 0.25:
                self.breaks_left -= 1
                writer.write(data[: self.chance.randrange(len(data))])
                if self.chance.random() < 0.5:
                    for one in ends:
                        one.transport.abort()
                return
            data, held = data + held, b""
            if self.oddities_left and self.chance.random() < 0.15:
                self.oddities_left -= 1
                match self.chance.choice(["lost", "twice", "late", "slow"]):
                    case "lost":
                        continue
                    case "twice":
                        data += data
                    case "late":  # after the next one
                        data, held = b"", data
                    case "slow":
                        await asyncio.sleep(self.chance.uniform(0, 1))
            with suppress(ConnectionError):
                writer.write(data)
                await writer.drain()


def files(folder: Path, name: str) -> PeerFolder:
    return PeerFolder(folder / f"{name}.jsonl")
