"""Where a part of a ruleset is lost, what speaks of it is reported, and nothing fails."""

import shutil
from pathlib import Path

from quarterdeck.pipeline.stages import load

BASE = Path(__file__).parents[1] / "language" / "base"


def test_rules_that_name_a_direction_of_a_circle_that_is_lost(tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    components = game / "components.yaml"
    components.write_text(components.read_text("utf-8").replace("  Facing: {circle", "  Facings: {circle"), "utf-8")
    (game / "rules" / "more.rules").write_text(
        'rules more "More" cites "page three"\n\n'
        'define ahead_of(child: Child) -> hex "the place ahead of {child}" = next(child.place, north)\n',
        "utf-8",
    )
    assert load(str(game)).findings
