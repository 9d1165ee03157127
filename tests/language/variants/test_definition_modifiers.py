"""House rules add, amend and take away modifiers of definitions, as they do with those of rolls."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.printer import as_text
from quarterdeck.language.syntax.printer import print_unit

REGATTA = Path(__file__).parents[2] / "games" / "regatta"
HEAD = "variant: calm\nextends: regatta\ntitle: Calm days\nnote: Sailed by few.\n"


def varied(folder: Path, rules: str, head: str = HEAD) -> Ruleset:
    game = Path(shutil.copytree(REGATTA, folder / "game"))
    calm = game / "variants" / "calm"
    calm.mkdir(parents=True)
    (calm / "variant.yaml").write_text(head)
    (calm / "calm.rules").write_text(rules)
    return Ruleset.open(f"{game}+calm")


def printed(ruleset: Ruleset, address: str) -> list[str]:
    assert not ruleset.findings, as_text(ruleset.findings)
    _, *lines = print_unit(ruleset.declared.rules[address].node).splitlines()
    return [line.strip() for line in lines]


def test_modifiers_are_added_amended_and_removed(tmp_path):
    rules = """amend modifier racing.speed.torn: -(2 * original)
add modifier racing.speed.fast: +1 when wind is gust "in a gust" cites "our notes"
remove modifier racing.speed.some
add modifier racing.speed.least: at least 1
add modifier racing.speed.most: at most 6
"""
    assert printed(varied(tmp_path, rules), "racing.speed")[2:] == [
        'modifier torn: -(2 * (boat.troubles.torn_sail)) when not boat.reefed "for the sails"',
        'modifier fast: +1 when wind is gust "in a gust" cites "our notes"',
        "modifier least: at least 1",
        "modifier most: at most 6",
    ]


def test_a_modifier_is_put_before_a_limit_or_after_another(tmp_path):
    rules = """add modifier racing.speed.fast before racing.speed.some: -1 when wind is gust
add modifier racing.speed.slow after racing.speed.torn: halved rounded down when wind is calm
"""
    assert printed(varied(tmp_path, rules), "racing.speed")[2:] == [
        'modifier torn: -boat.troubles.torn_sail when not boat.reefed "for the sails"',
        "modifier slow: halved rounded down when wind is calm",
        "modifier fast: -1 when wind is gust",
        "modifier some: at least 0",
    ]


@pytest.mark.parametrize(
    ("beside", "code"),
    [("racing.speed.nothing", "QD501"), ("racing.speed", "QD502"), ("racing.pull_oars.strokes.caught", "QD502")],
)
def test_a_modifier_beside_what_is_no_modifier_of_its_list_is_reported(beside, code, tmp_path):
    found = varied(tmp_path, f"add modifier racing.speed.fast before {beside}: +1\n").findings
    assert [one.code for one in found] == [code], as_text(found)


def test_a_definition_gets_its_first_modifier_and_loses_its_last(tmp_path):
    rules = """add modifier racing.lead.far: halved rounded up when boat.reefed
remove modifier racing.speed.torn
remove modifier racing.speed.some
"""
    game = varied(tmp_path, rules)
    assert printed(game, "racing.lead")[1:] == ["modifier far: halved rounded up when boat.reefed"]
    assert printed(game, "racing.speed") == ["1 if boat.reefed", "speeds[wind] otherwise"]


def test_the_original_brings_its_modifiers(tmp_path):
    rules = """amend define racing.speed(boat: Boat, wind: Wind) -> 0..6 = original
    modifier slow: -1 when wind is calm
    modifier least: at least 0
"""
    game = varied(tmp_path, rules)
    assert printed(game, "racing.speed") == ["modifier slow: -1 when wind is calm", "modifier least: at least 0"]
    below = next(one for address, one in game.declared.rules.items() if one.speaks_as == "racing.speed")
    assert print_unit(below.node).count("modifier") == 2


def test_a_condition_is_merged_into_modifiers(tmp_path):
    rules = """option stormy: boolean = no "storms are strong" cites "our notes"
amend modifier racing.speed.torn: -boat.troubles.torn_sail when wind is gust
add modifier racing.speed.fast: at most 9
"""
    game = varied(tmp_path, rules, HEAD + "only_when: stormy\n")
    assert printed(game, "racing.speed")[2:] == [
        (
            "modifier torn: -boat.troubles.torn_sail when stormy and wind is gust or not (stormy) and not boat.reefed"
            ' "for the sails"'
        ),
        "modifier some: at least 0",
        "modifier fast: at most 9 when stormy",
    ]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("add modifier racing.speed.more: +7\n", "QD340"),
        ("add modifier racing.speed.best: keep highest 1\n", "QD339"),
        ("add modifier racing.speed.torn: +0\n", "QD508"),
        ("remove modifier racing.speed.tarn\n", "QD501"),
        ("add modifier racing.strain.more: +1\n", "QD502"),
    ],
)
def test_what_does_not_fit_a_definition_is_a_finding(rules, code, tmp_path):
    assert code in {one.code for one in varied(tmp_path, rules).findings}
