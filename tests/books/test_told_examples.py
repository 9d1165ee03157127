"""Worked examples told by an author: printed in the place of stories, as long as they fit what happens."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.command import main
from quarterdeck.diagnostics import RefusedError
from quarterdeck.rulebook.blocks import UNTOLD, Box, Prose
from quarterdeck.rulebook.english.text import plain
from quarterdeck.rulebook.plan import all_places, plan
from quarterdeck.rulebook.telling.examples import told_and_done
from quarterdeck.rulebook.telling.faults import faults_of_examples, faults_of_tellings
from quarterdeck.rulebook.telling.sums import kept_together
from quarterdeck.rulebook.telling.writer import book_writer
from quarterdeck.rulebook.worked import Worked

SMALL = Path(__file__).parents[1] / "games" / "snowballs"
GOOD = "Anna throws at Dora, 3 paces away. The aim is 4. Two dice show 6 and 2: the higher, less 1, is 6 − 1 = 5."


def told_example(tmp_path: Path, text: str, name: str = "a_good_throw") -> Path:
    game = shutil.copytree(SMALL, tmp_path / "snowballs")
    said = json.dumps({name: {"text": text}})
    (game / "told.yaml").write_text(f"told: snowballs\nexamples: {said}\n", "utf-8")
    return game


def boxes_of(game: Path | str, address: str = "throwing.throw") -> list[Box]:
    ruleset = Ruleset.open(str(game))
    writer = book_writer(ruleset)
    return Worked(ruleset, writer, all_places(writer)).boxes()[address]


def test_an_example_is_told_in_the_words_of_its_author(tmp_path):
    (box,) = boxes_of(told_example(tmp_path, GOOD))
    assert plain(box.title) == "Example: Anna hits Dora"
    assert [plain(block.text) for block in box.blocks if isinstance(block, Prose)] == [kept_together(GOOD)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Anna throws at Dora, 17 paces away.", "QD703"),
        ("Anna throws at Dora, eleven paces away.", "QD703"),
        ("The higher, less one, is 6 − 1 = 4.", "QD710"),
        ("See [the snow](snow.melts).", "QD702"),
    ],
)
def test_what_an_example_does_not_have_is_not_told(tmp_path, text, code):
    ruleset = Ruleset.open(str(told_example(tmp_path, text)))
    found = [*faults_of_tellings(ruleset.checked), *faults_of_examples(ruleset.checked, told_and_done(ruleset))]
    assert {finding.code for finding in found} == {code}
    if code == "QD703":
        with pytest.raises(RefusedError):
            plan(ruleset)


def test_an_example_of_no_such_name_is_found(tmp_path):
    for name, hint in (("a_god_throw", "a_good_throw"), ("reaches_of_children", "in mild weather")):
        game = told_example(tmp_path / name, GOOD, name)
        (found,) = faults_of_tellings(Ruleset.open(str(game)).checked)
        assert (found.code, hint in found.hint) == ("QD702", True)


def test_an_example_in_which_something_else_happens_is_told_as_a_story_and_marked(tmp_path):
    game = told_example(tmp_path, GOOD)
    assert main(["accept", str(game)]) == 0
    assert main(["check", str(game), "--release"]) == 0
    assert plain(boxes_of(game)[0].blocks[0].text) == kept_together(GOOD)  # type: ignore[attr-defined]
    examples = game / "examples" / "throwing.yaml"
    text = examples.read_text("utf-8")
    changed = text.replace("hit.splash: [6, 2]", "hit.splash: [6, 1]", 1)
    examples.write_text(changed, "utf-8")
    first = boxes_of(game)[0].blocks[0]
    assert isinstance(first, Prose)
    assert (plain(first.text) != kept_together(GOOD), UNTOLD in first.marks.cites) == (True, True)
    assert main(["check", str(game)]) == 0
    assert main(["check", str(game), "--release"]) == 1
    assert [plain(box.title) for box in boxes_of(game)] == ["Example: Anna hits Dora"]


def test_an_author_may_leave_an_example_out(tmp_path):
    game = told_example(tmp_path, GOOD)
    (game / "told.yaml").write_text("told: snowballs\nexamples: {a_good_throw: {omit: yes}}\n", "utf-8")
    ruleset = Ruleset.open(str(game))
    writer = book_writer(ruleset)
    assert "throwing.throw" not in Worked(ruleset, writer, all_places(writer)).boxes()


def test_a_sum_is_not_torn(tmp_path):
    (box,) = boxes_of(told_example(tmp_path, "The higher, less 1, is 6 − 1 = 5."))
    assert [plain(block.text) for block in box.blocks if isinstance(block, Prose)] == [
        "The higher, less 1, is 6\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}1 =\N{NO-BREAK SPACE}5."
    ]
