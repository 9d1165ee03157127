"""Change bars stand left of what was changed: beside the text, a column or a wide table, and never over any of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.resources import rulesets_folder
from quarterdeck.print.book import pdf_words
from quarterdeck.print.book.book_pdf import TEMPLATE
from quarterdeck.print.book.pdf_words import Rectangle, words_in
from quarterdeck.print.book.typst_rounds import typeset
from tests.print.book.test_layout import SETTINGS

NUMBER = rb"(-?[\d.]+)"
BAR = re.compile(
    rb"q 1 0 0 -1 %s %s cm/\w+ cs [\d. ]+ scn 0 0 m 1\.5 0 l 1\.5 %s l 0 [-\d.]+ l\s+h\s+f\s+Q" % ((NUMBER,) * 3)
)
LINE = re.compile(rb"q 1 0 0 -1 %s %s cm/\w+ CS [\d. ]+ SCN [\d.]+ w [\d.]+ M 0 0 m %s 0 l\s+S" % ((NUMBER,) * 3))
"""A bar and a line between rows, as Typst writes them."""
MM = 72 / 25.4
TEXT, HANGING, COLUMN = 45 * MM, 21 * MM, 21 * MM + (595.28 - 41 * MM - 7 * MM) / 2 + 7 * MM
SECOND_OF_FOUR = 10 * MM + (210 - 2 * 10 - 3 * 4) / 4 * MM + 4 * MM
"""Where on A4 the text begins, what reaches into the margin, and the right one of two columns."""
BEFORE = 10.5
"""So many points a bar stands before what it belongs to."""


@dataclass(frozen=True)
class PageWithBars:
    """The bars of a page, the lines of its tables, and its words with the boxes around them."""

    bars: tuple[Rectangle, ...]
    lines: tuple[Rectangle, ...]
    words: tuple[tuple[str, Rectangle], ...]

    def runs_over(self) -> list[str]:
        """Give what a bar runs over."""
        things = [*self.words, *(("a line", box) for box in self.lines)]
        return [name for bar in self.bars for name, box in things if share_room(bar, box)]

    def box(self, words: str) -> Rectangle:
        """Give where some words stand."""
        return next(box for name, box in self.words if name == words)


def share_room(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def pages_with_bars(pdf: bytes) -> Iterator[PageWithBars]:
    """Read the pages of a PDF on which bars stand."""
    file = pdf_words._File(pdf)
    for place, page in enumerate(file.pages()):
        drawn = b"\n".join(file.streams(page, b"Contents"))
        bars = [(x, y - high, x + 1.5, y) for x, y, high in numbers(BAR, drawn)]
        lines = [(x, y - 0.2, x + wide, y + 0.2) for x, y, wide in numbers(LINE, drawn)]
        if bars:
            words = words_in(pdf, slice(place, place + 1))
            yield PageWithBars(tuple(bars), tuple(lines), tuple((one.words, one.box) for one in words))


def numbers(sought: re.Pattern[bytes], drawn: bytes) -> list[tuple[float, ...]]:
    return [tuple(map(float, found)) for found in sought.findall(drawn)]


def page_of(body: str) -> PageWithBars:
    """Print some text that the template knows, and give its only page with bars."""
    with TemporaryDirectory() as folder:
        source, pdf = Path(folder, "pond.typ"), Path(folder, "pond.pdf")
        text = SETTINGS.replace("CONTENTS", "none")
        source.write_text(f"{text}\n{TEMPLATE.read_text('utf-8')}\n{body}", "utf-8")
        assert typeset(source, pdf, 0).warnings == ()
        (found,) = pages_with_bars(pdf.read_bytes())
    assert found.runs_over() == []
    return found


def lefts(page: PageWithBars) -> list[float]:
    return [bar[0] + BEFORE for bar in page.bars]


def at(*places: float) -> list[object]:
    return [pytest.approx(place, abs=0.1) for place in places]


def table(*rows: str, options: str = "") -> str:
    """Give a table of ducks; a row with a sign of exclamation was changed."""
    cells = ", ".join(f"cell([{row.rstrip('!')}]{', marked: true' if row.endswith('!') else ''}), [2]" for row in rows)
    return f"rules-table(columns: (2fr, 1fr), align: (left, left), {options}{cells})"


def test_bars_stand_beside_their_own_column():
    left, right = table("mallard", "teal!", "eider"), table("pintail", "wigeon!", "gadwall", "shoveler!")
    page = page_of(f"Before.\n\n#narrow({left}, {right})\n\n#changed[Behind.]")
    assert lefts(page) == at(HANGING, TEXT, COLUMN)
    # Rows so near have one bar, which begins and ends where they do.
    of_left, of_text, of_right = page.bars
    for bar, first, last in (
        (of_left, "teal", "teal"),
        (of_right, "wigeon", "shoveler"),
        (of_text, "Behind.", "Behind."),
    ):
        assert bar[1] < page.box(last)[1] < page.box(first)[3] < bar[3] + 1
    assert of_left[3] < page.box("mallard")[1]
    assert of_right[3] < page.box("pintail")[1]


def test_columns_that_were_changed_as_a_whole_have_a_bar_each():
    items = ", ".join(f"[{words}]" for words in ("Mallard.", "Teal.", "Eider."))
    page = page_of(f"Before.\n\n#changed(narrow({items}))\n\nBehind.")
    assert lefts(page) == at(HANGING, COLUMN)
    assert page.bars[0][1] < page.box("Mallard.")[1] + 2 < page.box("Mallard.")[3] < page.bars[0][3] + 1


@pytest.mark.parametrize("whole", [False, True])
def test_bars_of_a_wide_table_stand_left_of_it_and_those_of_what_stands_beside_it_do_not(whole):
    options = "wide: true, caption: [#edge-marks[Ducks~of~the~pond] Ducks], has-marks: true, "
    made = table("mallard", "teal" if whole else "teal!", options=options)
    page = page_of(f"Before.\n\n#{f'changed({made})' if whole else made}\n\nA #changed-words[swan].")
    assert lefts(page) == at(*([HANGING, TEXT, TEXT] if whole else [HANGING, TEXT]))
    below = [bar for bar in page.bars if bar[3] < page.box("mallard")[1] - 20]
    assert len(below) == 1


def test_a_heading_that_reaches_into_the_margin_has_its_bar_before_it():
    page = page_of(
        "#section([Ducks], level: 1, hanging: true)\n#section([Drakes], level: 2, marked: true, hanging: true)"
    )
    assert lefts(page) == at(HANGING)


def test_what_is_said_below_a_table_that_was_changed_is_not_printed_over_it():
    made = table("mallard", "teal")
    page = page_of(f"#piece[#changed({made}, apart: 1em)#table-notes[In hexes.]]")
    assert page.box("In hexes.")[3] < page.box("teal")[1] - 3


def test_bars_of_a_book_run_over_nothing_in_its_quick_reference(tmp_path):
    game = tmp_path / "ships_and_sails"
    copytree(rulesets_folder() / "ships_and_sails", game)
    variant = game / "variants" / "ruddy"
    variant.mkdir()
    source = "{document: sails, place: Critical Hit, kind: house}"
    head = f"variant: ruddy\nextends: ships_and_sails\ntitle: Lost rudders\nsource: {source}\n"
    (variant / "variant.yaml").write_text(head, "utf-8")
    (variant / "ruddy.rules").write_text("amend row critical_hits.1.ball\n    do lose_rudder(target)\n", "utf-8")
    order = ["book", f"{game}+ruddy", "--only", "rules,reference", "--format", "pdf", "--folder", str(tmp_path / "out")]
    assert main(order) == 0
    (pdf,) = (tmp_path / "out").glob("*.pdf")
    in_rules, in_reference = pages_with_bars(pdf.read_bytes())
    assert in_rules.runs_over() == in_reference.runs_over() == []
    assert lefts(in_rules) == at(TEXT)
    assert lefts(in_reference) == at(SECOND_OF_FOUR)


VARIANTS = (
    "easyships+agile+weather",
    "easyships+gun_layout+radar+veteran_crews",
    "easyships+long_lance",
    "fear_god+armed_planes",
    "fear_god+veteran_gunners+national_crews",
    "quickfire+dusk+one_roll+veteran_gunners",
    "quickfire+hard_to_sink",
    "ships_and_sails+boarding+raking_fire+the_wind_counts",
)


@pytest.mark.soak
@pytest.mark.parametrize("look", ["a4", "a5", "letter", "a4 --large", "a5 --large"])
@pytest.mark.parametrize("game", VARIANTS)
def test_bars_run_over_nothing_in_any_look(tmp_path, game, look):
    paper, *large = look.split()
    assert main(["book", game, "--format", "pdf", "--paper", paper, *large, "--folder", str(tmp_path)]) == 0
    (pdf,) = tmp_path.glob("*.pdf")
    pages = list(pages_with_bars(pdf.read_bytes()))
    assert pages
    assert [page.runs_over() for page in pages if page.runs_over()] == []
