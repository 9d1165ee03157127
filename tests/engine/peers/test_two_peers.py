"""Two peers in one process: the same game on both sides, which replays from either journal."""

from dataclasses import replace

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.peers.hosting import hosting_of
from quarterdeck.engine.peers.peer_speech import END
from quarterdeck.engine.run.journal import read_journal, written
from quarterdeck.workspace.games.peer_opening import host_header
from quarterdeck.workspace.games.replay import replay
from quarterdeck.workspace.ruleset.scenario_names import OpeningError
from quarterdeck.workspace.ruleset.seating import set_up_game
from tests.engine.peers.two_peers import play, set_up, two


@pytest.mark.parametrize(
    ("ruleset", "scenario", "turns", "least"),
    [
        ("ships_and_sails", "lake_erie", 25, 200),
        ("quickfire", "coronel", 0, 200),
        ("tests/games/harbours", "night", 0, 20),
    ],
)
@pytest.mark.parametrize("seat", ["bot", "random"])
def test_both_journals_are_equal_and_replay(ruleset, scenario, turns, least, seat):
    host, guest = two(ruleset, scenario, turns, seat=seat)
    play(host, guest)
    assert (host.end.stopped, guest.end.stopped) == ("", "")
    assert host.end.has_ended
    assert guest.end.has_ended
    assert host.store.data == guest.store.data
    assert host.end.count > least
    saved = read_journal(host.store)
    found = replay(host.game, saved)
    assert found.fault == ""
    assert found.result is not None
    assert host.end.live.result is not None
    assert found.result.winner == host.end.live.result.winner
    assert written(saved.header, found.record) == host.store.data


def test_each_peer_knows_the_same_seeds_and_orders_of_both():
    host, guest = two("quickfire", "coronel", 2)
    play(host, guest)
    assert host.exchanges.kept.keys() == guest.exchanges.kept.keys()
    assert len(host.exchanges.kept) > 2
    for key, mine in host.exchanges.kept.items():
        theirs = guest.exchanges.kept[key]
        if key == END:
            assert mine == theirs
            continue
        assert mine.opened == f"{theirs.salt} {theirs.mine}"
        assert theirs.opened == f"{mine.salt} {mine.mine}"


def test_a_peer_that_is_started_again_after_the_end_knows_the_end_without_the_other():
    for name, scenario in (("quickfire", "coronel"), ("ships_and_sails", "lake_erie")):
        host, guest = two(name, scenario, 2)
        play(host, guest)
        outcome = host.end.outcome
        assert outcome is not None
        for peer in (host, guest):
            peer.start()
            assert peer.end.has_ended
            assert peer.end.outcome is not None
            assert (peer.end.outcome.winner, peer.end.outcome.turn) == (outcome.winner, outcome.turn)


def test_a_peer_that_has_not_heard_of_the_other_end_asks_for_it_after_a_restart():
    host, guest = two("quickfire", "coronel", 2)
    play(host, guest)
    host.exchanges.put(replace(host.exchanges.kept[END], theirs=None))
    host.start()
    assert host.end.is_decided
    assert not host.end.has_ended
    guest.start()
    play(host, guest)
    assert host.end.has_ended
    assert (host.end.stopped, guest.end.stopped) == ("", "")


WAYS = [
    ("ships_and_sails", "trafalgar", {}, "peers", "No secret lasts"),
    ("quickfire", "coronel", {}, "peers", "No secret lasts"),
    ("quickfire", "coronel", {"dice_decide_who_moves": "yes"}, "referee", "in secret"),
    ("easyships", "barham", {}, "referee", "submarines.take_station.station is decided in secret"),
    ("easyships", "denmark_strait", {"hidden_damage": "yes"}, "referee", "in secret"),
    ("fear_god", "coronel", {}, "referee", 'Battery.aim is decided in secret in "Plotting" and needed until'),
]


@pytest.mark.parametrize(("ruleset", "scenario", "options", "way", "reason"), WAYS)
def test_the_program_says_how_a_game_can_be_played(ruleset, scenario, options, way, reason):
    game = set_up_game(Ruleset.open(ruleset), scenario, options, Findings())
    found = hosting_of(game.built.program)
    assert found.way == way
    assert reason in found.reason


def test_a_game_with_lasting_secrets_is_not_hosted_for_peers():
    game = set_up("easyships", "denmark_strait")
    with pytest.raises(OpeningError, match=r"cannot be played between peers: .*secret"):
        host_header(game, "denmark_strait", {}, ["british"])


def test_both_peers_need_a_side():
    game = set_up("quickfire", "coronel", 2)
    with pytest.raises(OpeningError, match="need a side each"):
        host_header(game, "coronel", {}, ["british", "german"])
