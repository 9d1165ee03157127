"""Faults of the line and kills of either peer: the game ends as it does without them."""

import random

import pytest

from tests.engine.peers.faults import FaultyGame, KilledExchanges, KilledStore, Killer
from tests.engine.peers.two_peers import Peer, header_of_host, play, set_up, two

GAMES = {"quickfire": ("quickfire", "coronel", 3), "sails": ("ships_and_sails", "lake_erie", 6)}
LONG = ("ships_and_sails", "lake_erie", 20)


def undisturbed(name: str) -> bytes:
    host, guest = two(*GAMES.get(name, LONG))
    play(host, guest)
    assert host.store.data == guest.store.data
    return bytes(host.store.data)


def disturbed(name: str, seed: int, faults: float, kills: int) -> FaultyGame:
    chance = random.Random(seed)
    ruleset, scenario, turns = GAMES.get(name, LONG)
    game, header = set_up(ruleset, scenario, turns), header_of_host(ruleset, scenario, turns)
    peers = []
    for role in ("host", "guest"):
        killer = Killer(chance, 0)
        peer = Peer(game, header, role, store=KilledStore(killer), exchanges=KilledExchanges(killer))
        killer.kills_left = kills
        peers.append(peer)
    host, guest = peers
    found = FaultyGame(host, guest, chance, faults)
    found.play()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_bad_line_changes_nothing(name):
    expected = undisturbed(name)
    for seed in range(4):
        found = disturbed(name, seed, 0.5, 0)
        assert (found.host.end.stopped, found.guest.end.stopped) == ("", "")
        assert found.host.store.data == expected
        assert found.guest.store.data == expected


@pytest.mark.parametrize("name", GAMES)
def test_kills_of_either_peer_change_nothing(name):
    expected = undisturbed(name)
    for seed in range(3):
        found = disturbed(name, seed, 0.2, 15)
        assert found.kills > 10
        assert (found.host.end.stopped, found.guest.end.stopped) == ("", "")
        assert found.host.store.data == expected
        assert found.guest.store.data == expected


@pytest.mark.soak
def test_a_hundred_battles_with_fifty_kills_of_each_peer():
    expected, kills = undisturbed("long"), 0
    for seed in range(100):
        found = disturbed("long", 1000 + seed, 0.3, 50)
        kills += found.kills
        assert (found.host.end.stopped, found.guest.end.stopped) == ("", "")
        assert found.host.store.data == found.guest.store.data == expected
    assert kills > 9_500  # a few battles end before the last kill
