"""Words over words and words cut off are printed by nobody unawares, in a book or on a sheet."""

from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.print.book import book_pdf
from quarterdeck.print.book.overlaps import faults_of
from quarterdeck.print.book.pdf_words import words_in
from quarterdeck.print.drawing.palette import BLACK_AND_WHITE
from quarterdeck.print.drawing.shapes import MM, Picture, Words
from quarterdeck.print.drawing.svg import svg
from quarterdeck.print.errata.errata_output import print_errata
from quarterdeck.print.report import file
from quarterdeck.print.sheets.planning import Plan
from quarterdeck.print.sheets.sheet_pdf import print_plan
from tests.print.errata.test_errata import made

MARBLES = str(Path(__file__).parents[2] / "games" / "marbles")
LOOK = replace(BLACK_AND_WHITE, font="Libertinus Serif")


def plan(*words: Words) -> Plan:
    """Give a plan of one map with words on it."""
    board = {"title": "Map", "about": "", "file": "board", "legend": []}
    parts = [{"part": "map", "boards": [board], "sticks": [], "about": ""}]
    data = {
        "paper": "a4",
        "large": False,
        "draft": False,
        "title": "Planted",
        "game": "",
        "scenario": "",
        "parts": parts,
    }
    return Plan(data, {"board": svg(Picture(60 * MM, 40 * MM, words, "A board"), LOOK)})


APART = (Words((5 * MM, 10 * MM), "north", 300), Words((5 * MM, 15 * MM), "south", 300))
OVER = (Words((5 * MM, 10 * MM), "north", 300), Words((6 * MM, 10 * MM + 100), "south", 300))
CUT = (Words((57 * MM, 10 * MM), "farthest", 300),)


def test_words_apart_are_printed_with_their_places(tmp_path):
    assert print_plan(plan(*APART), tmp_path / "map.pdf") == 1
    found = {one.words: one.box for one in words_in((tmp_path / "map.pdf").read_bytes())}
    assert found["north"][1] - found["south"][1] == pytest.approx(5 * 72 / 25.4, abs=0.1)
    assert {"Map", "Planted", "1"} <= found.keys()


@pytest.mark.parametrize(
    ("words", "fault"),
    [(OVER, "page 1: “north” and “south” overlap"), (CUT, "page 1: “farthest” is cut off")],
)
def test_a_sheet_is_not_printed_with_words_that_cannot_be_read(tmp_path, words, fault):
    path = tmp_path / "map.pdf"
    with pytest.raises(RefusedError, match=fault) as refused:
        print_plan(plan(*words), path)
    assert [(one.code, one.span.file.path, one.span.start) for one in refused.value.findings] == [
        ("QD708", "map.pdf", 0)
    ]
    assert not path.exists()
    print_plan(plan(*words), path, forgiving=True)
    printed = list(words_in(path.read_bytes()))
    assert "Draft" in {one.words for one in printed if one.aslant}
    assert list(map(str, faults_of(printed))) == [fault]


@pytest.mark.parametrize(("said", "lost"), [("大和", "和 大"), ("ship 🚢", "🚢"), ("Heron, 大", "大")])
def test_a_sheet_is_not_printed_with_signs_that_no_font_has(tmp_path, said, lost):
    with pytest.raises(RefusedError, match=r"□.*” has characters that no font has") as refused:
        print_plan(plan(Words((30 * MM, 10 * MM), said, 300)), tmp_path / "map.pdf")
    (found,) = refused.value.findings
    assert found.hint == f"write {lost} in other letters; --draft prints boxes instead"


@pytest.mark.parametrize("said", ["Ωμέγα", "Аврора", "Šárka · Ærø", "1½ × 3 → 4", "a\u0301"])
def test_signs_of_many_languages_are_printed(tmp_path, said):
    assert print_plan(plan(Words((30 * MM, 10 * MM), said, 300)), tmp_path / "map.pdf") == 1


def test_a_book_is_not_printed_with_words_over_words(tmp_path, monkeypatch, capsys):
    planted = tmp_path / "planted.typ"
    over = "\n#place(dy: 9cm)[Planted here]#place(dy: 9cm)[and there]\n"
    planted.write_text(book_pdf.TEMPLATE.read_text("utf-8") + over, "utf-8")
    monkeypatch.setattr(book_pdf, "TEMPLATE", planted)
    order = ["book", MARBLES, "--only", "rules", "--format", "pdf", "--folder", str(tmp_path / "out")]
    assert main(order) == 1
    told = capsys.readouterr()
    assert "“Planted here” and “and there” overlap" in told.out + told.err
    assert "QD708" in told.out + told.err
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())
    assert main([*order, "--draft"]) == 0
    printed = list(words_in((tmp_path / "out" / "marbles.pdf").read_bytes()))
    assert {one.page for one in printed if one.aslant and one.words == "Draft"} == {one.page for one in printed}


def test_errata_are_not_printed_with_words_over_words(tmp_path, monkeypatch):
    planted = tmp_path / "planted.typ"
    over = "\n#place(dy: 9cm)[Planted here]#place(dy: 9cm)[and there]\n"
    planted.write_text(file.TEMPLATE.read_text("utf-8") + over, "utf-8")
    monkeypatch.setattr(file, "TEMPLATE", planted)
    path = tmp_path / "errata.pdf"
    with pytest.raises(RefusedError, match="overlap"):
        print_errata(made("frosty"), path)
    assert not path.exists()
