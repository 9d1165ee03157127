"""EasyShips' own suggestions for house rules, as variants: sound, accepted, playable, and true to their examples."""

from __future__ import annotations

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.language.variants.variant_order import head_of
from quarterdeck.workspace.pipeline.locks import FILE

FOLDER = resources.rulesets_folder() / "easyships" / "variants"
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/variant.yaml"))
ALL = "+".join(["easyships", *NAMES])


def test_the_text_suggests_six_house_rules_and_all_are_there():
    suggested = {"long_lance", "gun_layout", "weather", "agile", "night", "radar"}
    assert suggested <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_variant_amends_was_accepted(name):
    assert (FOLDER / name / FILE).is_file()


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_says_which_place_of_the_text_it_follows(name):
    head = head_of(Ruleset.open(f"easyships+{name}").declared.variant_heads[name])
    assert head.source is not None
    assert head.source.place == "X"


@pytest.mark.slow
def test_all_variants_can_be_laid_over_the_game_together():
    assert as_text(Ruleset.open(ALL).findings) == ""


@pytest.mark.slow
def test_the_order_of_naming_variants_means_nothing():
    one = Ruleset.open("easyships+night+weather").declared
    other = Ruleset.open("easyships+weather+night").declared
    assert one.variants == other.variants == ("visibility", "weather", "night")


@pytest.mark.parametrize(("game", "scenario"), [(ALL, "savo_island"), ("easyships+radar", "denmark_strait")])
def test_a_battle_under_variants_comes_to_its_end(game, scenario):
    ruleset, findings = Ruleset.open(game), Findings()
    built, situation = ruleset.scenario(scenario, findings)
    assert as_text(findings) == ""
    sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
    deciders = {side: RandomDecider(place) for place, side in enumerate(sides)}
    dice = SeededDice(1, [site.address for site in built.program.sites])
    result = play(built.module(), Context(built.program, situation, dice, deciders))
    assert 1 <= result.turn <= 20


def test_a_scenario_of_a_variant_is_known_only_with_it():
    assert "savo_island" in Ruleset.open("easyships+night").declared.scenarios
    assert "savo_island" not in Ruleset.open("easyships").declared.scenarios
