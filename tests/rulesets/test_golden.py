"""What shipped games do stays as it was: battles, odds and books have the hashes that are kept in `golden.json`.

After an intended change read what differs, and run `python tests/golden.py record`. Worked examples are compared in
`test_shipped.py`, and the book of EasyShips in `test_book.py`, where they are run and printed anyway. A game joins by
being shipped with a scenario.
"""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.api import Ruleset
from tests import golden

pytestmark = pytest.mark.no_cover

BATTLES, LOT = 100, 10
GAMES = golden.games()
IN_THE_GATE = (0, 5)
"""The seeds of battles that are fought in `make test`; the others take as long again each."""


def fought(game: str, seed: int) -> golden.Battle:
    """Fight a battle, and see that it ends in time, and as it is kept."""
    battle = golden.fight(game, seed)
    assert 1 <= battle.result.turn <= turn_limit(game, battle)
    assert seed >= LOT or golden.differing({battle.name: battle.hash}) == []
    return battle


def turn_limit(game: str, battle: golden.Battle) -> int:
    return Ruleset.open(game).declared.scenarios[battle.name.split()[3]].shape.turn_limit


@pytest.mark.parametrize("seed", IN_THE_GATE)
@pytest.mark.parametrize("game", GAMES)
def test_a_battle_ends_and_replays_to_the_same_bytes_and_is_as_it_was(game, seed):
    fought(game, seed)


@pytest.mark.soak
@pytest.mark.parametrize("lot", range(BATTLES // LOT))
@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_battles_end_and_replay_to_the_same_bytes(game, lot):
    """By bots and by lot, over all scenarios in turn."""
    ends: Counter[str] = Counter()
    for seed in range(lot * LOT, lot * LOT + LOT):
        battle = fought(game, seed)
        ends[f"{battle.name}: {battle.result.winner or 'nobody'} in turn {battle.result.turn}"] += 1
    print(*(f"{count} x {end}" for end, count in sorted(ends.items())), sep="\n")


def test_every_game_has_its_battles_and_examples_kept():
    for game in GAMES:
        assert sum(name.startswith(f"{game} battle ") for name in golden.kept()) == LOT
        assert golden.kept()[f"{game} examples"]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game == "ships_and_sails" else pytest.mark.soak)
        for game in GAMES
        if game != "easyships"
    ],
)
def test_the_words_of_a_book_are_as_they_were(game):
    assert golden.differing(dict(golden.book(game)), f"{game} page ") == []


def test_what_has_changed_is_named(monkeypatch):
    known = {"a examples": golden.short([letter * 20 for letter in "123"]), "a page x": "old", "a page y": "old"}
    monkeypatch.setattr(golden, "kept", lambda: known)
    assert golden.differing({"a page x": "new"}, "a page ") == ["a page x", "a page y (missing)"]
    one, two, three, other = ("1" * 20, "2" * 20, "3" * 20, "4" * 20)
    for found, named in (
        ({"one": one, "two": two, "three": three}, []),
        ({"one": one, "new": other, "two": two, "three": three}, ["new"]),
        ({"one": one, "two": other, "three": three}, ["two"]),
        ({"one": one, "three": three}, ["1 missing before three"]),
    ):
        assert golden.differing_examples("a", found) == named
