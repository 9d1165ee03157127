"""A change of meaning is told at its address and nowhere else, and one without meaning is not told as one.

The changes are made at places that chance picks in the four games. The gate makes 30 of them, `make soak` 240 others
each time; what fails there names its seed, and `SEED_OF_CHANGES=...` makes the same again.
"""

from __future__ import annotations

import os
import random

import pytest

from quarterdeck.analysis.diff.changes import WITHOUT_MEANING, changes_between
from tests.analysis.diff.seeded import meaning, wording
from tests.analysis.diff.seeded.game import Change, Game, some

GAMES = {"ships_and_sails": (12, 5), "quickfire": (6, 2), "easyships": (2, 1), "fear_god": (1, 1)}
"""How many changes with and without meaning the gate makes of each game: fewer of the larger ones."""
SOAKED = (50, 10)


def made(game: Game, changes: list[Change], seed: int) -> None:
    """Make each change by itself, and see what is told of it."""
    for change in changes:
        loaded = game.with_change(change)
        assert [finding.message for finding in loaded.findings] == []
        assert loaded.declared is not None
        told = changes_between(game.declared, loaded.declared)
        meant = [each.address for each in told if each.deed not in WITHOUT_MEANING]
        assert meant == ([] if change.address is None else [change.address]), (seed, change)


def changes_of(game: Game, counts: tuple[int, int], seed: int) -> list[Change]:
    """Give changes of a game: so many with meaning and so many without, of as many kinds as there are."""
    return [
        *some(meaning.KINDS, game, counts[0], seed),
        *some(wording.KINDS, game, counts[1], seed),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_seeded_change_is_told_at_its_address_alone(name: str) -> None:
    game = Game(name)
    made(game, changes_of(game, GAMES[name], seed=1), seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_any_seeded_change_is_told_at_its_address_alone(name: str) -> None:
    seed = int(os.environ.get("SEED_OF_CHANGES", random.randrange(1_000_000)))
    game = Game(name)
    made(game, changes_of(game, SOAKED, seed), seed)


def test_the_gate_makes_thirty_changes() -> None:
    assert sum(map(sum, GAMES.values())) == 30
