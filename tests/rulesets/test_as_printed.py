"""What is wrong in a source is found when it is entered as it is printed.

`as_printed/GAME` holds tables with the figures of the source, laid out as in the shipped ruleset, which has them as a
ruling mends them. The findings that are expected stand in remarks on their lines. (The tables of the other three games
cannot be exchanged one by one; they are small rulesets, with tests of their own.)
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings

FIXTURES = Path(__file__).parent / "as_printed"
TABLES = sorted(path.relative_to(FIXTURES) for path in FIXTURES.rglob("ships_and_sails/**/*.yaml"))
REMARK = re.compile(r"# (QD\d+): (.+)$")

# What a sentence of a source refers to and does not hold: the file, what stands there, what the sentence would need.
DANGLING = [
    (
        "ships_and_sails",
        "rules/orders.rules",
        "    speed_under_sail[sail_share(ship), ship.type]",
        "    least(speed_under_sail[sail_share(ship), ship.type], speed_under_hull[ship.hull, ship.type])",
        "there is no table `speed_under_hull`",
    ),
    # The contents number this section VII (ruling E23).
    (
        "easyships",
        "ledger.yaml",
        "  VIII-c: VIII-c. Repairs",
        "  VII-c: VII-c. Repairs",
        "there is no section `VIII-c`",
    ),
]


def copied(game: str, folder: Path) -> Path:
    shutil.copytree(resources.rulesets_folder() / "historical", folder / "historical")
    return shutil.copytree(resources.rulesets_folder() / game, folder / game)


def findings_of(game: Path) -> Findings:
    return Ruleset.open(str(game)).findings


@pytest.mark.parametrize("path", TABLES, ids=str)
def test_a_table_as_it_is_printed_has_the_faults_that_it_has(path, tmp_path):
    game = copied(path.parts[0], tmp_path)
    assert (game.parent / path).exists(), "the ruleset has no such table any more"
    shutil.copy(FIXTURES / path, game.parent / path)
    lines = (FIXTURES / path).read_text("utf-8").splitlines()
    remarks = {number: REMARK.search(line) for number, line in enumerate(lines, 1)}
    expected = {(number, remark[1], remark[2]) for number, remark in remarks.items() if remark}
    found = {(finding.span.line, finding.code, finding.message) for finding in findings_of(game)}
    assert expected
    assert {(line, code) for line, code, _ in found} == {(line, code) for line, code, _ in expected}
    for line, code, words in expected:
        assert any(words in said for at, by, said in found if (at, by) == (line, code))


@pytest.mark.parametrize(("game", "file", "was", "now", "said"), DANGLING)
def test_a_reference_to_what_the_source_does_not_hold_is_found(game, file, was, now, said, tmp_path):
    path = copied(game, tmp_path) / file
    text = path.read_text("utf-8")
    assert was in text
    path.write_text(text.replace(was, now), "utf-8")
    assert [finding.message for finding in findings_of(tmp_path / game)] == [said]
