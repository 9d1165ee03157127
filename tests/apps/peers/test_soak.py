"""A hundred battles over a line that breaks, between programs that are killed: each ends as it does undisturbed."""

import asyncio
import os
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from quarterdeck.apps.server.tokens import new_token
from quarterdeck.engine.run.record import as_line
from quarterdeck.workspace.database.game_database import GameDatabase
from tests.apps.peers.one_end import PLAYED
from tests.apps.peers.over_sockets import BadLine
from tests.apps.peers.test_kills import free_port
from tests.engine.peers.two_peers import play, two

BATTLES, KILLS, BREAKS = 100, 50, 3
"""Kills of each side are those of all battles together, breaks of the line those of one."""


@dataclass
class FaultyBattle:
    """One battle: both programs, each with a database, and the line between them."""

    databases: dict[str, str]
    chance: random.Random
    kills: dict[str, int]
    """How often each side is killed."""
    folder: Path
    token: str = field(default_factory=lambda: new_token(1))
    running: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)

    async def start(self, role: str, port: int) -> None:
        with (self.folder / f"{role}.out").open("ab") as out:
            self.running[role] = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.apps.peers.one_end", role, str(port), self.token, self.databases[role]),
                stdout=out,
                stderr=out,
            )

    async def play(self) -> None:
        """Play to the end; each kill comes some time after the program was started."""
        line = BadLine(free_port(), self.chance, BREAKS)
        ports = {"host": line.port, "guest": await line.open()}

        async def end(role: str) -> None:
            await self.start(role, ports[role])
            for _ in range(self.kills[role]):
                try:
                    await asyncio.wait_for(self.running[role].wait(), self.chance.uniform(1.0, 4.0))
                    return
                except TimeoutError:
                    self.running[role].kill()
                    await self.running[role].wait()
                    self.kills[role] -= 1
                    await self.start(role, ports[role])
            await asyncio.wait_for(self.running[role].wait(), 300)

        try:
            await asyncio.gather(end("host"), end("guest"))
        finally:
            for one in self.running.values():
                if one.returncode is None:
                    one.kill()
            assert line.server is not None
            line.server.close()


def expected() -> list[str]:
    host, guest = two(*PLAYED)
    play(host, guest)
    return bytes(host.store.data).decode().splitlines()[1:]


def taken(database: str) -> list[str]:
    """Give the entries of the game that a database holds, and make room for the next one."""
    with GameDatabase.open(database) as kept:
        (game,) = [one.game for one in kept.games()]
        lines = [as_line(entry).rstrip("\n") for entry in kept.saved(game).entries]
        kept.remove(game)
    return lines


@pytest.mark.soak
def test_a_hundred_battles_of_programs_that_are_killed_end_as_undisturbed(database, tmp_path):
    """The host is on each kind of database, the guest on SQLite."""
    wanted, battles = expected(), int(os.environ.get("QUARTERDECK_SOAK_BATTLES", BATTLES))
    databases = {"host": database, "guest": str(tmp_path / "guest.sqlite")}
    chance, done = random.Random(), dict.fromkeys(databases, 0)
    for number in range(battles):
        planned = dict.fromkeys(databases, KILLS * (number + 1) // battles - KILLS * number // battles)
        battle = FaultyBattle(databases, chance, dict(planned), tmp_path)
        try:
            asyncio.run(battle.play())
        finally:
            print((tmp_path / "host.out").read_text()[-2000:], (tmp_path / "guest.out").read_text()[-2000:])
        for role, one in databases.items():
            assert battle.running[role].returncode == 0
            assert taken(one) == wanted
            done[role] += planned[role] - battle.kills[role]
        print(number, done, flush=True)
    assert min(done.values()) > battles // 4
