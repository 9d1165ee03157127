"""Who concentrates decides better than a lot does, and alike on the same dice."""

import pytest

from quarterdeck.api import Ruleset, battles, play


@pytest.mark.parametrize(("sides", "winner"), [(("concentration", "random"), 0), (("random", "concentration"), 1)])
def test_it_beats_a_lot_from_either_side(sides, winner):
    came = battles(Ruleset.open("easyships"), "river_plate", sides=sides, count=12).contests[0].came
    assert came.wins[winner].won.battles >= 10


def test_it_decides_alike_on_the_same_dice(tmp_path):
    for name in ("one", "other"):
        play(Ruleset.open("easyships"), "denmark_strait", sides=["concentration"], seed=3, save=tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
