"""Faults of the line and kills of either peer: the game ends as it does without them."""

import random
from contextlib import suppress
from dataclasses import dataclass

import pytest

from quarterdeck.engine.peers.exchanges import MemoryExchanges, PeerExchange
from quarterdeck.engine.run.journal_store import MemoryStore
from quarterdeck.workspace.database.connections import DatabaseFaultError
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


@dataclass
class Disk:
    """A disk that is full now and then; what was not safe is then lost."""

    fault: Exception
    chance: random.Random
    faults_left: int = 12

    def write(self) -> None:
        if self.faults_left and self.chance.randrange(9) == 0:
            self.faults_left -= 1
            raise self.fault


class StoreOnDisk(MemoryStore):
    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self.disk, self.safe = disk, 0

    def sync(self) -> None:
        self.disk.write()
        self.safe = len(self.data)

    def truncate(self, size: int) -> None:
        super().truncate(size)
        self.safe = min(self.safe, size)


class ExchangesOnDisk(MemoryExchanges):
    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self.disk = disk

    def put(self, exchange: PeerExchange) -> None:
        self.disk.write()
        super().put(exchange)


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), DatabaseFaultError("the disk is full")])
@pytest.mark.parametrize("name", GAMES)
def test_a_full_disk_stops_a_game_that_goes_on_when_both_are_started_again(name, fault):
    expected, game, header = undisturbed(name), set_up(*GAMES[name]), header_of_host(*GAMES[name])
    disks = [Disk(fault, random.Random(seed), 0) for seed in (1, 2)]
    one, other = disks
    host = Peer(game, header, "host", store=StoreOnDisk(one), exchanges=ExchangesOnDisk(one))
    guest = Peer(game, header, "guest", store=StoreOnDisk(other), exchanges=ExchangesOnDisk(other))
    for disk in disks:
        disk.faults_left = 12
    while True:
        with suppress(OSError, DatabaseFaultError):
            play(host, guest)
            if host.end.has_ended and guest.end.has_ended:
                break
        for peer in (host, guest):
            restarted(peer)
    assert [disk.faults_left for disk in disks] == [0, 0]
    assert host.store.data == guest.store.data == expected


def restarted(peer: Peer) -> None:
    """Start a program again until there is room for what it writes as it begins."""
    while True:
        assert isinstance(peer.store, StoreOnDisk)
        del peer.store.data[peer.store.safe :]
        with suppress(OSError, DatabaseFaultError):
            peer.start()
            return
