"""What planning a book has worked out is kept by what it rests on: nothing stale is printed, nothing is done twice."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.print.book.plan import plan
from quarterdeck.prose.stories import example_run
from quarterdeck.prose.text.blocks import Block, Book, Box, Probe, Section
from quarterdeck.workspace.pipeline.work_cache import WorkCache
from quarterdeck.workspace.pipeline.work_keys import WorkKeys
from quarterdeck.workspace.ruleset.ruleset import Ruleset

SMALL = Path(__file__).parents[2] / "games" / "snowballs"
TOLD = """told: snowballs
rules:
  throwing.hit: {title: A snowball hits}
examples:
  "reaches_of_children[when merry]": {text: "A merry Ben throws far."}
"""
EDITS = {
    "a number in a rule": ("rules/throwing.rules", "times d6 minus 1", "times d6 minus 2"),
    "a rule of a roster": ("rules/muster.rules", "figures.age / 3 rounded", "figures.age / 6 rounded"),
    "a cell of a table": ("tables/splashes.yaml", '5-7: ["do soak(target, 3)"', '5-7: ["do soak(target, 2)"'),
    "dice of an example": ("examples/throwing.yaml", "hit.splash: [6, 2]", "hit.splash: [6, 1]"),
    "a fact of an example": (
        "examples/throwing.yaml",
        "range: 3, balls: 1, Anna.left",
        "range: 2, balls: 1, Anna.left",
    ),
    "a figure of a roster": ("rosters/register.csv", "Anna,11,1.45,h,2", "Anna,7,1.05,h,2"),
    "the default of an option": ("rules/throwing.rules", "frozen_hands: -2..0 = -1", "frozen_hands: -2..0 = -2"),
    "a fact of a question": (
        "questions.yaml",
        "over: {range: 4..6, frost: [1, 4]}",
        "over: {range: 4..6, frost: [1, 5]}",
    ),
    "a telling": ("told.yaml", "throws far", "throws farther"),
    "a title that is told": ("told.yaml", "A snowball hits", "When a snowball hits"),
}
"""What is edited: where, what stands there, and what comes in its place."""


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    return copied(tmp_path)


def copied(home: Path) -> Path:
    folder = shutil.copytree(SMALL, home / "snowballs", ignore=shutil.ignore_patterns("variants"))
    (folder / "told.yaml").write_text(TOLD, "utf-8")
    return folder


@pytest.fixture
def done(monkeypatch):
    """Give the names of the examples that are really carried out."""
    found: list[str] = []
    work = example_run.outcome_of

    def counted(bench: Any, case: Any) -> Any:
        found.append(case.name)
        return work(bench, case)

    monkeypatch.setattr(example_run, "outcome_of", counted)
    return found


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (file, old)
    path.write_text(text.replace(old, new), "utf-8")


def book_of(ruleset: Ruleset) -> Book:
    return plan(ruleset, counting=lambda _words: None).book


def worked(book: Book) -> list[Block]:
    """Give what a book has worked out: examples, and what readers try."""

    def below(section: Section) -> Iterator[Block]:
        yield from (one for one in section.blocks if isinstance(one, Box | Probe))
        for inner in section.sections:
            yield from below(inner)

    return [block for page in book.pages for block in below(page.section)]


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """Give a game of which a book was planned, and that book."""
    home = tmp_path_factory.mktemp("planned")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUARTERDECK_CACHE", str(home / "cache"))
        folder = copied(home)
        yield folder, book_of(Ruleset.open(str(folder)))


@pytest.mark.parametrize("what", EDITS)
def test_after_an_edit_the_book_is_the_one_that_is_planned_from_nothing(planned, what):
    folder, before = planned
    file, old, new = EDITS[what]
    edit(folder, file, old, new)
    ruleset = Ruleset.open(str(folder))
    book, fresh = book_of(ruleset), Ruleset(ruleset.loaded)
    fresh.kept.known = {}
    edit(folder, file, new, old)
    assert book == book_of(fresh)
    assert book != before
    assert file == "told.yaml" or worked(book) != worked(before)


def test_what_an_edit_does_not_reach_is_not_carried_out_again(game, done):
    book = book_of(Ruleset.open(str(game)))
    assert "a_good_throw" in done
    done.clear()
    assert book_of(Ruleset.open(str(game))) == book
    assert not done
    edit(game, "rules/running.rules", "child.legs + 1 - child.layers", "child.legs + 2 - child.layers")
    edit(game, "told.yaml", "throws far", "throws farther")
    book_of(Ruleset.open(str(game)))
    assert done
    assert "a_good_throw" not in done


def test_a_key_is_another_where_a_caller_is_another(game):
    """Whether effects wait where a rule is carried out is said by who carries it out."""

    def key() -> str:
        return Ruleset.open(str(game)).kept.cache_keys.key(["throwing.use_up"])

    before = key()
    edit(game, "rules/throwing.rules", "from 1 to greatest(1, least(3", "from 1 to greatest(1, least(2")
    assert key() != before


def test_no_two_addresses_have_one_key(game):
    """Phases are pieces of the turn, and rules may stand in a chapter of that name."""
    ruleset = Ruleset.open(str(game))
    assert ruleset.declared.turn is not None
    phases = [f"turn.{phase.name.text}" for phase in ruleset.declared.turn.phases]
    addresses = [*ruleset.declared.rules, *ruleset.declared.tables, "turn", *phases]
    assert any(rule.startswith("turn.") for rule in ruleset.declared.rules)
    assert len({ruleset.kept.cache_keys.key([address]) for address in addresses}) == len(addresses)
    assert ruleset.kept.cache_keys.element(phases[0]) == "turn"


def test_what_is_no_rule_and_no_table_is_ground(game):
    """Every letter of a ruleset is in a piece, in the ground, or in a document that is left out on purpose."""
    ruleset = Ruleset.open(str(game))
    cache_keys: WorkKeys = ruleset.kept.cache_keys
    files, pieces = ruleset.loaded.layers[0].rules, cache_keys.pieces
    whole = sum(len(file.path) + len(file.text) for file in files)
    of_rules = sum(len(text) for address, text in pieces.items() if address not in ruleset.declared.tables)
    assert of_rules + sum(map(len, cache_keys.rest)) == whole
    for address, text in pieces.items():
        rule = ruleset.declared.rules.get(address)
        if rule is not None:
            assert text.startswith(("define", "procedure", "effect", "advice")), address


def test_with_variants_everything_rests_on_every_file(game, tmp_path):
    shutil.copytree(SMALL / "variants", game / "variants")

    def key() -> str:
        return Ruleset.open(f"{game}+thaw").kept.cache_keys.key(["throwing.reach"])

    before = key()
    edit(game, "rules/snow.rules", "4 + warmth(child) - drops", "5 + warmth(child) - drops")
    assert key() != before


def test_as_much_is_kept_as_was_asked_for_and_no_more_than_twice(game):
    ruleset = Ruleset.open(str(game))
    for time in range(3):
        kept = WorkCache(ruleset.loaded, ruleset.checked)
        for number in range(4):
            kept.once("test", f"{time} {number}", lambda: 1)
        kept.save()
    assert len(WorkCache(ruleset.loaded, ruleset.checked).known) == 8
