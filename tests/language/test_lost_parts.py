"""Where a part of a ruleset is lost, what speaks of it is reported, and nothing fails."""

import shutil
from pathlib import Path

from quarterdeck.workspace.pipeline.stages import load

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


def test_a_natural_face_that_is_no_whole_number(tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    (game / "rules" / "more.rules").write_text(
        'rules more "More" cites "page three"\n\n'
        'procedure aim(child: Child) "{child} aims"\n'
        '    check hit on d6 "a hit"\n'
        "        success when total <= 4\n"
        "        natural 0.5: success\n",
        "utf-8",
    )
    assert "QD347" in {finding.code for finding in load(str(game)).findings}
