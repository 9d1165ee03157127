"""Mechanics of dice that gamers know have the chances that icepool gives them, as fractions."""

from __future__ import annotations

import pytest

pytest.importorskip("icepool", reason="icepool gives the chances to compare with")

from tests.engine.odds.mechanics.models import MODELS
from tests.engine.odds.mechanics.questions import Mechanics, chances_of_die, chances_of_odds

pytestmark = pytest.mark.no_cover


@pytest.fixture(scope="module")
def mechanics() -> Mechanics:
    return Mechanics()


def test_each_mechanic_has_a_model(mechanics):
    assert set(mechanics.addresses) == set(MODELS)
    assert len(MODELS) >= 100


@pytest.mark.parametrize("address", MODELS)
def test_a_mechanic_has_the_chances_that_icepool_gives_it(mechanics, address):
    assert chances_of_odds(mechanics.ask(address)) == chances_of_die(MODELS[address]())
