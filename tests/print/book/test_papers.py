"""Books can be read on every paper, in usual and in large print: no words over words, none cut off, none torn."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.resources import rulesets_folder
from quarterdeck.print.book.overlaps import faults_of
from quarterdeck.print.book.pdf_words import words_in
from quarterdeck.print.book.print_options import PageLook
from quarterdeck.prose.text.blocks import Grid
from quarterdeck.workspace.pipeline.folders import ruleset_names
from tests.print.book.test_layout import SETTINGS, pages_of
from tests.print.book.test_typst_book import print_blocks, prose, row

HEADS = (
    "Ship",
    "Armor-piercing shell",
    "Semi-armor-piercing shell",
    "High-explosive shell",
    "Overwhelmed",
    "Torpedoes",
)
NAMES = ("Imperator\N{NO-BREAK SPACE}Pavel\N{NO-BREAK SPACE}I", "Scharnhorst\N{NO-BREAK SPACE}(1907)")
LOOKS = [("a5", False), ("a5", True), ("letter", False), ("letter", True), ("a4", True)]


def table(columns: int, *, style: str = "roster wide") -> Grid:
    """Give a table with long heads over narrow columns, and with names that are not broken."""
    heads = [HEADS[0], *(HEADS[1 + at % (len(HEADS) - 1)] for at in range(columns - 1))]
    return Grid(tuple(row(name, *("16000" for _ in heads[1:])) for name in NAMES), (row(*heads),), style=style)


@pytest.mark.parametrize("columns", [11, 13])
def test_a_wide_table_can_be_read_on_small_paper_in_large_print(tmp_path, columns):
    book = print_blocks(tmp_path, table(columns), look=PageLook("a5", large=True))
    assert list(map(str, faults_of(words_in(book.pdf)))) == []


def test_words_of_heads_stay_whole_where_there_is_room(tmp_path):
    heads = ("Gun", "Armor-piercing shell", "Semi-armor-piercing shell", "Common shell", "High-explosive shell")
    rows = (row("13.5-inch with the lighter shells", "34", "34", "29", "29"),)
    book = print_blocks(tmp_path, Grid(rows, (row(*heads),)))
    said = {one.words for one in words_in(book.pdf)}
    assert any("piercing shell" in words for words in said)
    assert not [words for words in said if "\N{SOFT HYPHEN}" in words[-1:]]


def test_long_marks_stay_on_the_page_in_large_print():
    mark = "#margin-marks[Firing~Value~&~Battle~Example~of~the~Fleet] Ducks."
    words = pages_of(mark, SETTINGS.replace("large: false", "large: true"))
    assert list(map(str, faults_of(words))) == []
    assert any("Firing" in one.words for one in words)


@pytest.mark.parametrize("above", range(30, 40, 2))
def test_the_last_row_of_a_long_table_does_not_stand_alone(tmp_path, above):
    rows = tuple(row(f"ship {number} of a long line", str(number)) for number in range(64))
    lines = tuple(prose("A line of its own.") for _ in range(above))
    book = print_blocks(tmp_path, *lines, Grid(rows, (row("Ship", "No"),)))
    found = Counter(one.page for one in words_in(book.pdf) if one.words.startswith("ship "))
    assert sum(found.values()) == 64
    assert min(found.values()) >= 4


def test_a_line_that_ends_in_a_hyphen_and_turned_words_are_read_each_for_itself(tmp_path):
    source = tmp_path / "pond.typ"
    turned = "#stack(dir: ltr, spacing: 2mm, ..([Ducks], [Geese], [Swans]).map(it => rotate(-90deg, reflow: true, it)))"
    long = "Incomprehensibilities characteristically overwhelm antidisestablishmentarians. " * 3
    source.write_text(f"#set page(width: 5cm)\n#set par(justify: true)\n#set text(hyphenate: true)\n{long}\n\n{turned}")
    import typst

    words = list(words_in(typst.compile(str(source), format="pdf", ignore_system_fonts=True)))
    assert list(map(str, faults_of(words))) == []
    assert {"Ducks", "Geese", "Swans"} <= {one.words for one in words if one.turned}


def games() -> list[str]:
    """Give the games that are shipped, and some with house rules."""
    return [*ruleset_names(), "easyships+veteran_crews+gun_layout"]


@pytest.mark.soak
@pytest.mark.parametrize("part", ["", "player"])
@pytest.mark.parametrize(("paper", "large"), LOOKS)
@pytest.mark.parametrize("game", games())
def test_every_game_is_printed_in_every_look(tmp_path: Path, game, paper, large, part):
    order = ["book", game, "--format", "pdf", "--paper", paper, "--folder", str(tmp_path)]
    order += ["--large"] if large else []
    assert main(order + (["--only", part] if part else [])) == 0


def scenarios() -> list[tuple[str, str]]:
    """Give every scenario that is shipped, with its game."""
    return [
        (game, path.stem) for game in ruleset_names() for path in (rulesets_folder() / game).glob("scenarios/*.yaml")
    ]


@pytest.mark.soak
@pytest.mark.parametrize(("paper", "large"), [("a4", False), *LOOKS])
@pytest.mark.parametrize(("game", "scenario"), scenarios())
def test_every_scenario_has_sheets_in_every_look(tmp_path: Path, game, scenario, paper, large):
    order = ["sheet", game, scenario, "--paper", paper, "--to", str(tmp_path / "sheets.pdf")]
    assert main(order + (["--large"] if large else [])) == 0


@pytest.mark.soak
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "scenario"), [(game, "") for game in ruleset_names()] + scenarios())
def test_a_quick_reference_is_one_sheet(tmp_path: Path, game, scenario, paper):
    common = ["--only", "reference", "--paper", paper, "--to", str(tmp_path / "made.pdf")]
    order = ["sheet", game, scenario] if scenario else ["book", game, "--format", "pdf"]
    assert main([*order, *common]) == 0
    (made,) = (one for one in (tmp_path / "made.pdf", *tmp_path.glob("made.pdf/*.pdf")) if one.is_file())
    assert max(one.page for one in words_in(made.read_bytes())) <= 2


def test_lists_of_forces_and_pads_keep_words_apart_where_the_page_has_little_room(tmp_path: Path):
    order = ["sheet", "fear_god", "run_to_the_south", "--only", "forces,orders", "--to", str(tmp_path / "sheets.pdf")]
    assert main([*order, "--paper", "letter"]) == 0
    assert main([*order, "--paper", "a5", "--large"]) == 0
