"""EasyShips' worked examples come out as written with its variants too, and notice what is changed in its text."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base import resources

HOME = resources.rulesets_folder() / "easyships"
VARIANTS = sorted(path.parent.name for path in HOME.glob("variants/*/variant.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant", ["night", *(pytest.param(one, marks=pytest.mark.soak) for one in VARIANTS if one != "night")]
)
def test_all_examples_come_out_as_written_under_a_variant(variant: str, capsys: pytest.CaptureFixture[str]):
    assert main(["test", f"easyships+{variant}"]) == 0, capsys.readouterr().out


WRONG = [
    ("rules/gunnery.rules", ("modifier close: -1 when range < 4", "modifier close: -1 when range < 5"), "attack"),
    ("tables/critical_hits.yaml", ("  7: set target.no_repairs to yes", '  7: "-"'), "critical_hits"),
]
WRONG_TOO = [
    ("rules/torpedoes.rules", ("+evasion_torpedo_modifier", "-evasion_torpedo_modifier"), "torpedo_attack"),
    ("tables/torpedo_reload.yaml", ("submarine: 3", "submarine: 4"), "has_reloaded"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "now", "address"), [*WRONG, *(pytest.param(*each, marks=pytest.mark.soak) for each in WRONG_TOO)]
)
def test_a_wrong_rule_is_noticed(
    tmp_path: Path, file: str, now: tuple[str, str], address: str, capsys: pytest.CaptureFixture[str]
):
    """What coverage promises holds for the text of the rules too."""
    game = shutil.copytree(HOME, tmp_path / "easyships")
    text = (game / file).read_text("utf-8")
    assert now[0] in text
    (game / file).write_text(text.replace(*now), "utf-8")
    assert main(["test", str(game), "--search", address]) == 1
    assert address in capsys.readouterr().out
