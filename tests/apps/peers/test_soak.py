"""A hundred battles over a bad line, between programs that are killed: each ends as it does undisturbed."""

import asyncio
import os
import random
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from quarterdeck.apps.server.tokens import new_token
from quarterdeck.engine.peers.peer_speech import Role
from quarterdeck.engine.run.record import as_line
from quarterdeck.workspace.database.game_database import GameDatabase
from tests.apps.peers.one_end import PLAYED, new_end
from tests.apps.peers.over_sockets import BadLine
from tests.apps.peers.test_kills import free_port
from tests.engine.peers.two_peers import play, two
from tests.workspace.database.postgres import fresh_database

BATTLES, KILLS, BREAKS, ODDITIES = 100, 50, 3, 10
"""Kills of each side are those of all battles together, breaks and oddities of the line those of one."""
AT_ONCE = 4
PARTS = 150
"""A battle takes more parts of messages than this, in both directions together."""
SECONDS = 900
ROLES: tuple[Role, Role] = ("host", "guest")


@dataclass
class FaultyBattle:
    """One battle: both programs, each with a database, and the line between them."""

    databases: dict[Role, str]
    chance: random.Random
    folder: Path
    token: str = field(default_factory=lambda: new_token(1))
    running: dict[Role, ForkServerProcess] = field(default_factory=dict)
    killed: dict[Role, int] = field(default_factory=lambda: dict.fromkeys(ROLES, 0))

    async def play(self, kills: int) -> None:
        """Play to the end; each program is killed so many times."""
        line = BadLine(free_port(), self.chance, BREAKS, ODDITIES)
        ports = {"host": line.port, "guest": await line.open()}

        async def end(role: Role) -> None:
            for at in [*sorted(self.chance.randrange(PARTS) for _ in range(kills)), None]:
                self.running[role] = new_end(role, ports[role], self.token, self.databases[role], self.out(role))
                while self.running[role].is_alive() and (at is None or line.carried < at):  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
                if not self.running[role].is_alive():
                    return
                self.running[role].kill()
                await asyncio.to_thread(self.running[role].join)
                self.killed[role] += 1

        try:
            await asyncio.wait_for(asyncio.gather(*map(end, ROLES)), SECONDS)
        finally:
            for one in self.running.values():
                one.kill()
            assert line.server is not None
            line.server.close()

    def out(self, role: Role) -> Path:
        return self.folder / f"{role}.out"


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
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_hundred_battles_of_programs_that_are_killed_end_as_undisturbed(kind, request, tmp_path):
    """Several at once; one side of each is on the kind of database, the other on SQLite."""
    wanted, battles = expected(), int(os.environ.get("QUARTERDECK_SOAK_BATTLES", BATTLES))
    seed = random.SystemRandom().randrange(10**6)
    print("seed", seed)
    numbers, done = iter(range(battles)), dict.fromkeys(ROLES, 0)

    async def battles_of(databases: dict[Role, str], folder: Path) -> None:
        for number in numbers:
            kills = KILLS * (number + 1) // battles - KILLS * number // battles
            battle = FaultyBattle(databases, random.Random(seed + number), folder)
            await battle.play(kills)
            for role in ROLES:
                done[role] += battle.killed[role]
                assert battle.running[role].exitcode == 0, battle.out(role).read_text()[-3000:]
                assert taken(databases[role]) == wanted
            print(number, done, flush=True)

    async def all_battles(lanes: list[tuple[dict[Role, str], Path]]) -> None:
        await asyncio.gather(*(battles_of(*lane) for lane in lanes))

    with ExitStack() as stack:

        def lane(number: int) -> tuple[dict[Role, str], Path]:
            folder = tmp_path / f"{number}"
            folder.mkdir()
            databases: dict[Role, str] = {role: str(folder / f"{role}.sqlite") for role in ROLES}
            if kind == "postgresql":
                address = fresh_database(request.getfixturevalue("postgres"))
                databases[ROLES[number % 2]] = stack.enter_context(address)
            return databases, folder

        asyncio.run(all_battles([lane(number) for number in range(AT_ONCE)]))
    assert min(done.values()) >= 0.9 * KILLS, "a few are over before they are to be killed"
