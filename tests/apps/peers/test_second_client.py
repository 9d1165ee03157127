"""A client that somebody wrote from the page of the protocol plays against this program.

It sits in either place; in Trafalgar, which takes longer, in `make soak` alone.
"""

import asyncio
import json
import subprocess
import sys
from asyncio.subprocess import PIPE
from dataclasses import replace

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.peers.peer_host import PeerHost
from quarterdeck.apps.peers.talk import GameWorker
from quarterdeck.apps.server.serving import listen
from quarterdeck.apps.server.tokens import hash_of, new_token
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.peers.exchanges import MemoryExchanges
from quarterdeck.engine.run.journal_store import MemoryStore
from quarterdeck.workspace.games.peer_opening import host_header, peer_game
from quarterdeck.workspace.ruleset.seating import set_up_game, sides_of


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "scenario", "place"),
    [
        pytest.param("quickfire", "coronel", 0, id="quickfire, host first"),
        pytest.param("quickfire", "coronel", 1, id="quickfire, guest first"),
        pytest.param("ships_and_sails", "trafalgar", 0, id="ships_and_sails, host first", marks=pytest.mark.soak),
        pytest.param("ships_and_sails", "trafalgar", 1, id="ships_and_sails, guest first", marks=pytest.mark.soak),
    ],
)
def test_a_second_client_plays_to_the_end(ruleset, scenario, place):
    game = set_up_game(Ruleset.open(ruleset), scenario, {}, Findings())
    header = replace(host_header(game, scenario, {}, [list(sides_of(game))[place]]), seed=5)
    store, worker, token, port = MemoryStore(), GameWorker(), new_token(1), listen("127.0.0.1", 0)
    host = worker.submit(lambda: peer_game(game, header, "host", "bot", store, MemoryExchanges())).result()

    async def playing() -> list[str]:
        serving = asyncio.create_task(PeerHost(host, worker, hash_of(token)).serve(port.socket))
        command = (sys.executable, "-m", "tests.apps.peers.second_client", f"{port.address()}/peer#{token}")
        client = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
        told, faults = await client.communicate()
        assert client.returncode == 0, faults.decode()[-3000:]
        await serving
        return told.decode().splitlines()

    lines = asyncio.run(asyncio.wait_for(playing(), 300))
    worker.close(host.close)
    port.socket.close()
    assert host.stopped == ""
    assert host.refusals == []
    assert host.has_ended
    assert bytes(store.data).decode().splitlines()[1:] == lines


@pytest.mark.slow
def test_both_ends_print_how_the_game_ended_as_data():
    quarterdeck = (sys.executable, "-m", "quarterdeck")
    serving = ("serve", "quickfire", "coronel", "--peers", "--seat", "british=bot", "--json")
    with subprocess.Popen([*quarterdeck, *serving], stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        try:
            (link,) = json.loads(host.stdout.readline())["links"]
            joining = (*quarterdeck, "join", link["link"], "--as", "bot", "--json")
            guest = subprocess.run(joining, capture_output=True, text=True, timeout=240, check=True)
            told, _ = host.communicate(timeout=60)
        finally:
            host.kill()
    assert host.returncode == 0
    assert json.loads(told) == json.loads(guest.stdout)
    assert json.loads(told).keys() == {"winner", "turn", "text"}
