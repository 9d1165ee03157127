"""What a phase says of itself, a step says as well: when its effects come into force, and what is done at its close."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.base.findings.printer import as_text
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[2] / "language" / "base"
TURN = """\
rules rounds "The rounds" cites "page three"

turn "A round" cites "page three"
    phase drill "Drill" cites "page three"
        step first "First drill" cites "page three", effects at the end, for each side in order
            for each child in children where child.side is side
                do soak(child)
            at the close
                for each child in children
                    do soak(child)
        step last "Last drill" cites "page three", effects at the end
            for each child in children
                do soak(child)
        at the close
            for each child in children where child.gone_home
                do soak(child)

effect soak(child: Child) "{child} is soaked" cites "page three"
    add 1 to child.wet, to no more than 6
"""


def checked_in(folder: Path, words: str = "") -> Checked:
    """Give the rules, from a folder, with `words` for another language beside them."""
    game = shutil.copytree(BASE, folder / "game")
    (game / "rules" / "rounds.rules").write_text(TURN, "utf-8")
    if words:
        (game / "words.yaml").write_text(words, "utf-8")
    head = (game / "ruleset.yaml").read_text("utf-8")
    (game / "ruleset.yaml").write_text(head.replace("chapters: [", "chapters: [rounds, "), "utf-8")
    loaded = load(str(game))
    assert loaded.checked is not None, as_text(loaded.findings)
    return loaded.checked


@pytest.fixture(scope="module")
def checked(tmp_path_factory) -> Checked:
    return checked_in(tmp_path_factory.mktemp("stages"))


def test_a_step_says_when_its_effects_come_into_force_and_whose_close_it_is(checked):
    phase = said(checked, "turn.drill")
    force = "What is done in this step comes into force at its end. Until then everything counts as it was when the"
    assert phase.count(f"{force} step began.\n   Seen at once, all the same: ") == 2
    assert "in this phase" not in phase
    assert (
        phase.index("At the close of the step:") < phase.index("Last drill") < phase.index("At the close of the phase:")
    )
