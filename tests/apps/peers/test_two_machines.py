"""Games between two machines: two network namespaces with a cable between them, each with a database of its own."""

import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.journal import Saved
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.game_store import GameStore
from quarterdeck.workspace.games.replay import replay
from quarterdeck.workspace.ruleset.seating import set_up_game, sides_of
from tests.workspace.database.postgres import fresh_database

SECONDS = 1500
HOST_ADDRESS, GUEST_ADDRESS = "10.213.7.1", "10.213.7.2"


def ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no network namespaces: {done.stderr.strip()}")


@dataclass
class Machine:
    """A network of its own, in which programs run."""

    name: str
    folder: Path

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start quarterdeck there; what it reports goes to a file."""
        command = ["ip", "netns", "exec", self.name, sys.executable, "-m", "quarterdeck", *words]
        with (self.folder / f"{self.name}.err").open("ab") as errors:
            return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=errors, text=True)

    def errors(self) -> str:
        return (self.folder / f"{self.name}.err").read_text()[-2000:]


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    """Make two networks, and a cable between them."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("no network namespaces: they need iproute2, and the rights to make them")
    here, there = (f"quarterdeck-{name}-{os.getpid()}" for name in ("host", "guest"))
    try:
        for name in (here, there):
            ip("netns", "add", name)
        ends = f"qd{os.getpid()}a"[:15], f"qd{os.getpid()}b"[:15]
        ip("link", "add", ends[0], "netns", here, "type", "veth", "peer", "name", ends[1], "netns", there)
        for name, end, address in ((here, ends[0], HOST_ADDRESS), (there, ends[1], GUEST_ADDRESS)):
            ip("-n", name, "address", "add", f"{address}/24", "dev", end)
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "set", end, "up")
        yield Machine(here, tmp_path), Machine(there, tmp_path)
    finally:
        for name in (here, there):
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


def served(program: subprocess.Popen[str], machine: Machine) -> dict[str, Any]:
    """Read the links that a host prints."""
    assert program.stdout is not None
    if not select.select([program.stdout], [], [], SECONDS)[0]:
        program.kill()
    found: dict[str, Any] = json.loads(program.stdout.readline() or f'{{"error": {json.dumps(machine.errors())}}}')
    return found


def ended(programs: Sequence[subprocess.Popen[str]]) -> None:
    """End programs, unless they have ended."""
    for program in programs:
        program.terminate()
    for program in programs:
        program.communicate(timeout=60)


def plain(value: Any) -> Any:
    """Give a value alike from both kinds of database: SQLite has no decimals and no truth values."""
    return Fraction(str(+value)) if isinstance(value, int | float | Decimal) else value


@dataclass
class Kept:
    """A game as a database holds it."""

    journal: bytes
    saved: Saved
    tables: dict[str, list[tuple[Any, ...]]]
    result: tuple[str, str | None, int | None] | None


def kept_in(address: str) -> Kept:
    with GameDatabase.open(address) as database:
        found: dict[str, list[tuple[Any, ...]]] = {}
        with database.reading() as connection:
            for name in sorted(sa.inspect(connection).get_table_names()):
                columns = [column["name"] for column in sa.inspect(connection).get_columns(name)]
                if {"game", "turn"} <= set(columns):
                    listed = ", ".join(sorted(columns))
                    rows = connection.execute(sa.text(f"select {listed} from {name} where game = 1")).all()
                    found[name] = sorted((tuple(map(plain, row)) for row in rows), key=repr)
        return Kept(GameStore(database, 1).read(), database.saved(1), found, database.result_of(1))


def replayed(kept: Kept) -> list[str]:
    """Play a record again, and give what was told; it must be all of the game."""
    header, findings = kept.saved.header, Findings()
    game = set_up_game(Ruleset.open(header.game), header.scenario, header.options, findings)
    findings.refuse()
    found = replay(game, kept.saved)
    assert found.fault == ""
    assert found.result is not None
    assert kept.result is not None
    assert (game.start.known_as.get(found.result.side), found.result.turn) == kept.result[1:]
    return list(map(str, found.told))


def sides(ruleset: str, scenario: str) -> list[str]:
    findings = Findings()
    game = set_up_game(Ruleset.open(ruleset), scenario, {}, findings)
    findings.refuse()
    return list(sides_of(game))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("ruleset", "scenario"),
    [("ships_and_sails", "trafalgar"), ("ships_and_sails", "lake_erie"), ("quickfire", "coronel")],
)
def test_peers_on_two_machines_hold_the_same_game(ruleset, scenario, machines, postgres, tmp_path):
    """The host keeps it in PostgreSQL, the guest in SQLite."""
    here, there = machines
    first, guest_database = sides(ruleset, scenario)[0], str(tmp_path / "guest.sqlite")
    with fresh_database(postgres) as host_database:
        serving = ("serve", ruleset, scenario, "--peers", "--seat", f"{first}=bot", "--host", HOST_ADDRESS, "--json")
        host = here.start(*serving, "--database", host_database)
        running = [host]
        try:
            (link, *_) = served(host, here)["links"]
            guest = there.start("join", link["link"], "--as", "bot", "--database", guest_database, "--json")
            running.append(guest)
            told, _ = guest.communicate(timeout=SECONDS)
            host_told, _ = host.communicate(timeout=60)
        finally:
            ended(running)
        assert (host.returncode, guest.returncode) == (0, 0), (here.errors(), there.errors())
        one, other = kept_in(host_database), kept_in(guest_database)
    assert one.journal == other.journal
    assert one.tables == other.tables
    assert {"ship", "turns"} <= one.tables.keys()
    assert one.result == other.result
    assert one.result is not None
    assert json.loads(told)["turn"] == one.result[2]
    assert json.loads(host_told) == json.loads(told)
    assert replayed(one) == replayed(other)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("ruleset", "scenario"),
    [("fear_god", "coronel"), ("easyships", "denmark_strait"), ("easyships", "northwestern_approaches")],
)
def test_a_referee_and_a_seat_on_another_machine_play_to_the_end(ruleset, scenario, machines, database):
    here, there = machines
    names, seats = sides(ruleset, scenario), []
    host = here.start("serve", ruleset, scenario, "--host", HOST_ADDRESS, "--database", database, "--json")
    try:
        links = {one["side"]: one["link"] for one in served(host, here)["links"]}
        seats += [there.start("join", links[name], "--as", "bot", "--json") for name in names]
        told = [json.loads(seat.communicate(timeout=SECONDS)[0] or "{}") for seat in seats]
    finally:
        ended([host, *seats])
    assert [seat.returncode for seat in seats] == [0 for _ in names], (here.errors(), there.errors())
    kept = kept_in(database)
    assert kept.result is not None
    assert {(one["turn"]) for one in told} == {kept.result[2]}
    assert replayed(kept)
