"""What house rules change is said in words: what was, and what is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset, amend, diff, new_variant
from quarterdeck.apps.cli.main import main
from quarterdeck.print.book.plan import plan
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.text.blocks import Section, Steps
from quarterdeck.prose.text.runs import plain

SMALL = Path(__file__).parents[2] / "games" / "snowballs"
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


# --- several variants, and what changes nothing


def written(game: Path, name: str, rules: str = "", **documents: str) -> None:
    """Write a variant into a copy of the small game."""
    folder = game / "variants" / name
    folder.mkdir(parents=True)
    source = "source: {document: notebook, place: page nine}"
    (folder / "variant.yaml").write_text(f"variant: {name}\nextends: snowballs\ntitle: Variant {name}\n{source}\n")
    (folder / f"{name}.rules").write_text(rules)
    for document, content in documents.items():
        (folder / f"{document}.yaml").write_text(content)


def parts_of_changes(game: str) -> dict[str, Section]:
    """Give what each variant changes, by its title."""
    ruleset = Ruleset.open(game)
    assert [str(finding) for finding in ruleset.faults] == []
    page = next(page for page in plan(ruleset).book.pages if page.name == "changes")
    return {plain(section.title): section for section in page.section.sections}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    shutil.copytree(SMALL, tmp_path / "snowballs", ignore=shutil.ignore_patterns("variants"))
    return tmp_path / "snowballs"


def test_each_variant_is_told_with_what_it_changes_itself(game):
    written(game, "far", "amend modifier throwing.throw.aim.far: -2 when range > 5\n")
    written(game, "loud", 'add statement after throwing.throw.aim\n    announce "{child} shouts"\n')
    parts = parts_of_changes(f"{game}+far+loud")
    (loud,) = (" ".join(lines) for words, lines in said(parts["Variant loud"]).items() if "throws" in words)
    assert "shouts" in loud
    assert "more than 5" not in loud
    (far,) = (" ".join(lines) for words, lines in said(parts["Variant far"]).items() if "far target" in words)
    assert "more than 5" in far
    assert "shouts" not in far


def test_what_is_written_as_it_was_is_no_change(game):
    """As the command writes it: nothing of it is another, until somebody edits it."""
    folder = game.parent / "same"
    new_variant(folder, str(game))
    addresses = ["throwing.throw.aim.far", "throwing.reach", "turn.snow", "reaches.calm.4+", "splashes.1-2"]
    for address in [*addresses, "Child.wet", "scenarios.cousins", "rosters.street.Anna"]:
        amend(f"{game}+{folder}", address)
    whole = f"{game}+{folder}"
    assert diff(Ruleset.open(str(game)), Ruleset.open(whole)).changes != ()
    assert {one.deed for one in diff(Ruleset.open(str(game)), Ruleset.open(whole)).changes} == {"words"}
    section = next(iter(parts_of_changes(whole).values()))
    assert said(section) == {}


def test_of_a_roster_that_amends_another_what_is_new_is_told(game):
    roster = "roster: warm\nkind: Child\namends: street\ntitle: Warmer\nthings:\n"
    written(game, "warm", warm=f"{roster}  Emil: {{arm: 3.30, layers: 4}}\n  Clara: {{legs: 4}}\n")
    (change,) = diff(Ruleset.open(str(game)), Ruleset.open(f"{game}+warm")).changes
    things = [part.path for part in change.parts if part.path[0] == "things"]
    assert (change.deed, things) == ("added", [("things", "Emil", "layers")])
    assert "Clara" not in " ".join(said(parts_of_changes(f"{game}+warm")["Variant warm"]))


def test_the_steps_of_a_new_phase_are_told_as_steps(game):
    rules = """add phase dusk after turn.supper "Dusk" cites "page nine", for each side in order
    announce "it grows dark"
    for each child in outdoors(side)
        do sadden(child)
"""
    written(game, "dusk", rules)
    section = parts_of_changes(f"{game}+dusk")["Variant dusk"]
    points = [point for block in section.blocks if isinstance(block, Steps) for point in block.points]
    (dusk,) = (point for point in points if plain(point.text) == "Dusk.")
    (each,) = dusk.points
    assert each.numbered
    said_first, *others = (plain(point.text) for point in each.points)
    assert said_first == "Announce: it grows dark."
    assert len(others) == 1


def test_a_new_chapter_is_named_only_where_it_is_printed():
    """The only rule of `frosty` stands with the rule that needs it, so that its chapter is in no book."""
    pages = plan(Ruleset.open(f"{SMALL}+frosty")).book.pages
    assert not [page for page in pages if page.name == "rules.frosty"]
    changes = next(page.section for page in pages if page.name == "changes")
    assert "The chapter Hard frost." not in said(changes.sections[0])


def test_modifiers_of_cases_are_printed_with_the_rule_and_with_its_original(tmp_path):
    game = tmp_path / "regatta"
    shutil.copytree(SMALL.parent / "regatta", game)
    folder = game / "variants" / "calm"
    folder.mkdir(parents=True)
    (folder / "variant.yaml").write_text("variant: calm\nextends: regatta\ntitle: Calm days\n", "utf-8")
    rules = (
        'amend define racing.speed(boat: Boat, wind: Wind) -> 0..6 = original\n    modifier slow: at most 3 "at ease"\n'
    )
    (folder / "calm.rules").write_text(rules, "utf-8")
    assert main(["book", f"{game}+calm", "--format", "md", "--folder", str(tmp_path / "book")]) == 0
    (page,) = (tmp_path / "book").glob("*.md")
    before, now = page.read_text("utf-8").split("*Before the change:*")
    assert "a total above 3 counts as 3 at ease" in before
    assert "- take off the number of torn sails in the boat’s troubles for the sails: if the boat is not reefed" in now
