"""House rules add, amend and take away modifiers of pools, as they do with those of totals."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.printer import as_text

REGATTA = Path(__file__).parents[2] / "games" / "regatta"
AMENDED = """amend modifier racing.pull_oars.strokes.swing: each die where die >= 5 is thrown on, up to 2 "swing"
add modifier racing.pull_oars.strokes.best: keep highest 2
remove modifier racing.pull_oars.strokes.drag
"""


def varied(folder: Path, rules: str) -> Ruleset:
    game = Path(shutil.copytree(REGATTA, folder / "game"))
    calm = game / "variants" / "calm"
    calm.mkdir(parents=True)
    (calm / "variant.yaml").write_text("variant: calm\nextends: regatta\ntitle: Calm days\nnote: Rowed by few.\n")
    (calm / "calm.rules").write_text(rules)
    return Ruleset.open(f"{game}+calm")


def test_modifiers_of_a_pool_are_added_amended_and_removed(tmp_path):
    ruleset = varied(tmp_path, AMENDED)
    assert not ruleset.findings, as_text(ruleset.findings)
    (pool,) = [one for one in ruleset.declared.rules["racing.pull_oars"].node.walk() if hasattr(one, "modifiers")][:1]
    assert [one.name.text for one in pool.modifiers] == ["caught", "swing", "spurt", "tired", "best"]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("add modifier racing.pull_oars.strokes.more: +1\n", "QD338"),
        ("add modifier racing.keep_time.rhythm.best: keep highest 1\n", "QD339"),
        ("add modifier racing.pull_oars.strokes.late: each die where die = 1 is thrown again\n", "QD338"),
    ],
)
def test_what_does_not_fit_a_pool_or_a_total_is_a_finding(rules, code, tmp_path):
    assert code in {one.code for one in varied(tmp_path, rules).findings}
