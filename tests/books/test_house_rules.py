"""What house rules change is said in words: what was, and what is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.rulebook.blocks import Section, Steps
from quarterdeck.rulebook.english.text import plain
from quarterdeck.rulebook.english.writer import EnglishWriter
from quarterdeck.rulebook.plan import plan
from quarterdeck.rulebook.telling.writer import book_writer

SMALL = Path(__file__).parents[1] / "games" / "snowballs"
HEAD = "variant: long\nextends: snowballs\ntitle: Long arms\n"
RULES = (
    'rules long "Long arms" topic long\n"Arms grow."\n\n'
    'add modifier throwing.throw.aim.long: +1 when child.arm > 2 "with long arms"\n\n'
    "amend modifier throwing.throw.aim.far: -2 when range > 5\n"
)


@pytest.fixture(scope="module")
def changes(tmp_path_factory) -> Section:
    """Give the section on what one house rule changes."""
    game = tmp_path_factory.mktemp("house") / "snowballs"
    shutil.copytree(SMALL, game)
    folder = game / "variants" / "long"
    (folder / "rules").mkdir(parents=True)
    (folder / "variant.yaml").write_text(HEAD, "utf-8")
    (folder / "rules" / "long.rules").write_text(RULES, "utf-8")
    ruleset = Ruleset.open(f"{game}+long")
    assert [str(finding) for finding in ruleset.faults] == []
    page = next(page for page in plan(ruleset).book.pages if page.name == "changes")
    return page.section.sections[0]


def said(section: Section) -> dict[str, list[str]]:
    """Give what is said below each thing that is listed."""
    points = [point for block in section.blocks if isinstance(block, Steps) for point in block.points]
    return {plain(point.text): [plain(inner.text) for inner in point.points] for point in points}


def test_what_is_new_is_listed_with_what_it_says(changes):
    below = next(lines for words, lines in said(changes).items() if "long arms" in words)
    assert len(below) == 1
    assert "+1 with long arms" in below[0]


def test_what_is_changed_is_listed_with_what_it_was_and_is(changes):
    below = next(lines for words, lines in said(changes).items() if "far target" in words)
    assert [line.split(":", 1)[0] for line in below] == ["Until now", "Now"]
    assert "4" in below[0]
    assert "5" in below[1]


def test_a_rule_that_makes_use_of_the_original_is_told_as_it_now_stands(tmp_path):
    """Nobody at a table can do what a rule says `without this house rule`."""
    game = tmp_path / "snowballs"
    shutil.copytree(SMALL, game)
    folder = game / "variants" / "long"
    (folder / "rules").mkdir(parents=True)
    (folder / "variant.yaml").write_text(HEAD, "utf-8")
    rules = (
        'rules long "Long arms" topic long\n"Arms grow."\n\n'
        "amend define throwing.reach(child: Child) -> paces = original\n\n"
        "amend procedure throwing.take_aim(child: Child)\n    do original when child.arm > 2\n\n"
        "amend define winning.endurance -> 0..10 = original + 1\n"
    )
    (folder / "rules" / "long.rules").write_text(rules, "utf-8")
    ruleset = Ruleset.open(f"{game}+long")
    assert [str(finding) for finding in ruleset.faults] == []
    merged, plainly = book_writer(ruleset), EnglishWriter(ruleset.checked)
    assert "usual value" in plainly.said("throwing.reach")
    assert "usual value" not in merged.said("throwing.reach")
    assert "without this house rule" in plainly.said("throwing.take_aim")
    assert "without this house rule" not in merged.said("throwing.take_aim")
    assert len(merged.said("throwing.take_aim").splitlines()) > 1
    assert "4 plus 1" in merged.said("winning.endurance")
    for address in ("throwing.reach", "throwing.take_aim", "winning.endurance"):
        told = merged.section(address)
        assert told is not None
        led_to = {run.to for text in told.texts() for run in text if run.to}
        assert {one for one in led_to if "~" in one} == set(), "what is said in its place stands nowhere else"
