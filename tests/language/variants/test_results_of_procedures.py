"""House rules take the result of a procedure that they amend, everywhere or under a condition."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.printer import as_text

REGATTA = Path(__file__).parents[2] / "games" / "regatta"
DOUBLED = """amend procedure racing.keep_time(boat: Boat) -> 0..12
    let first_beat = do original
    finish with least(12, 2 * first_beat)
"""
OTHER_WORDS = 'amend procedure racing.keep_time(boat: Boat) "{boat} rows in time"\n'


def varied(folder: Path, rules: str, head: str = "") -> Ruleset:
    game = Path(shutil.copytree(REGATTA, folder / "game"))
    calm = game / "variants" / "calm"
    calm.mkdir(parents=True)
    (calm / "variant.yaml").write_text(
        f"variant: calm\nextends: regatta\ntitle: Calm days\nnote: Rowed by few.\n{head}", "utf-8"
    )
    (calm / "calm.rules").write_text(rules, "utf-8")
    return Ruleset.open(f"{game}+calm")


def beat(ruleset: Ruleset, capsys: pytest.CaptureFixture[str], options: str = "") -> object:
    """Give the result of a crew that keeps time: of 11 and 3."""
    facts = "things: {Rose: {kind: Boat, club: reds}}, given: {boat: Rose}"
    given = f"{{{facts}, options: {{{options}: yes}}}}" if options else f"{{{facts}}}"
    dice = "{rhythm: [6, 2, 5], noise: [1, 4, 2]}"
    capsys.readouterr()
    game = str(Path(ruleset.loaded.game))
    assert main(["try", f"{game}+calm", "racing.keep_time", "--given", given, "--dice", dice, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["result"]


def test_the_original_gives_its_result_to_the_rule_in_its_place(tmp_path, capsys):
    ruleset = varied(tmp_path, DOUBLED)
    assert not ruleset.findings, as_text(ruleset.findings)
    assert beat(ruleset, capsys) == 12


def test_a_procedure_with_other_words_keeps_its_result(tmp_path, capsys):
    ruleset = varied(tmp_path, OTHER_WORDS)
    assert not ruleset.findings, as_text(ruleset.findings)
    assert beat(ruleset, capsys) == 8


def test_a_result_hangs_on_the_condition_of_a_variant(tmp_path, capsys):
    rules = f'{DOUBLED}\noption windless: boolean = no "there is no wind" cites "the back"\n'
    ruleset = varied(tmp_path, rules, "only_when: windless\n")
    assert not ruleset.faults, as_text(ruleset.findings)
    assert (beat(ruleset, capsys), beat(ruleset, capsys, "windless")) == (8, 12)


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("amend procedure racing.keep_time(boat: Boat)\n    add 1 to boat.way, to no more than 40\n", "QD322"),
        ("amend procedure racing.keep_time(boat: Boat) -> 0..12\n    do original\n", "QD323"),
        ("amend procedure racing.keep_time(boat: Boat) -> 0..12\n    finish with original\n", "QD507"),
    ],
)
def test_what_leaves_the_result_out_is_a_finding(rules, code, tmp_path):
    assert code in {one.code for one in varied(tmp_path, rules).findings}
