"""A house rule removes a chapter: all of its rules and options, with what advice and examples say of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.printer import as_text

GAMES = Path(__file__).parents[2] / "games"


def varied(folder: Path, game: str, rules: str, head: str = "") -> Ruleset:
    copied = Path(shutil.copytree(GAMES / game, folder / "game"))
    plain = copied / "variants" / "plain"
    plain.mkdir(parents=True)
    text = f"variant: plain\nextends: {game}\ntitle: Plain\nnote: Fewer rules.\n{head}"
    (plain / "variant.yaml").write_text(text, "utf-8")
    (plain / "plain.rules").write_text(rules, "utf-8")
    return Ruleset.open(f"{copied}+plain")


def test_a_chapter_goes_with_all_its_rules(tmp_path):
    ruleset = varied(tmp_path, "regatta", "remove chapter doctrine\n")
    assert not ruleset.findings, as_text(ruleset.findings)
    assert "doctrine" not in ruleset.declared.modules
    assert not [address for address, rule in ruleset.declared.rules.items() if rule.module == "doctrine"]
    assert ruleset.declared.rules.keys() >= {"racing.sail", "racing.mend"}


def test_rules_that_still_call_the_chapter_are_reported(tmp_path):
    found = varied(tmp_path, "snowballs", "remove chapter plans\n").faults
    assert {"QD310"} <= {one.code for one in found}, as_text(found)
    assert any("plan" in one.message for one in found)


def test_under_a_condition_it_stays_for_other_games(tmp_path):
    rules = 'remove chapter doctrine\noption quiet: boolean = no "nobody gives advice" cites "the back"\n'
    ruleset = varied(tmp_path, "regatta", rules, "only_when: quiet\n")
    assert "doctrine" in ruleset.declared.modules
    assert "doctrine.hope" in ruleset.declared.rules


@pytest.mark.parametrize(
    ("rules", "code", "said"),
    [
        ("remove chapter racing\n", "QD502", "contains the turn"),
        ("remove chapter doctrin\n", "QD501", "doctrin"),
    ],
)
def test_what_cannot_go_is_a_finding(rules, code, said, tmp_path):
    found = varied(tmp_path, "regatta", rules).findings
    assert any(one.code == code and said in one.message for one in found), as_text(found)
