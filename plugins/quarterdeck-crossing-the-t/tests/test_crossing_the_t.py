"""The rule of the plugin, in play and in the odds, wherever the plugin is installed."""

from fractions import Fraction
from functools import cache

import pytest

from quarterdeck.api import Facts, Ruleset, count

GAME = "easyships+crossing_the_t"

opened = cache(Ruleset.open)


def chance_of_a_hit(game: str, bow: list[int], heading: str) -> Fraction:
    """Give the chance that nine guns hit a ship that heads north from [10, 20]."""
    things = {
        "firer": {"like": "Scharnhorst", "bow": bow, "heading": heading},
        "prey": {"like": "Wichita", "bow": [10, 20], "heading": "north"},
    }
    given = {"firer": "firer", "battery": "firer.primary", "target": "prey", "range": 8, "shots": 9}
    (hits,) = count(opened(game), "gunnery.attack", Facts(given, things, {}, {}), show=["to_hit.successes"])
    return 1 - hits.chance("0")


def test_the_game_has_no_findings():
    assert list(opened(GAME).findings) == []


@pytest.mark.parametrize("heading", ["northeast", "southeast", "northwest", "southwest"])
def test_a_broadside_across_the_bow_hits_more_easily(heading):
    plain = chance_of_a_hit("easyships", [10, 12], heading)
    assert chance_of_a_hit(GAME, [10, 12], heading) == plain + Fraction(1, 20)


@pytest.mark.parametrize(
    ("bow", "heading"),
    [([10, 12], "south"), ([10, 12], "north"), ([10, 28], "northeast"), ([18, 20], "north")],
    ids=["bows on", "running away", "astern", "abeam"],
)
def test_elsewhere_nothing_changes(bow, heading):
    assert chance_of_a_hit(GAME, bow, heading) == chance_of_a_hit("easyships", bow, heading)


def test_the_text_stands_at_the_roll():
    declared = opened(GAME).declared
    (hook,) = declared.hooks("roll", "gunnery.attack.to_hit")
    assert "30°" in hook.text
    assert hook.address == "gunnery.attack.to_hit.crossing_the_t"
