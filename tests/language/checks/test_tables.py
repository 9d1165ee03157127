"""Tables that lack something are reported, and fail no later check."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.base.findings.printer import as_text
from quarterdeck.language.declarations.addresses import elements, holder_and_name
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[2] / "language" / "base"
HEAD = "table: chill\ntitle: Chill\nsource: {document: notebook, place: page two}\ngives: 0..9\n"


@pytest.mark.parametrize(
    ("code", "rest"),
    [
        pytest.param(
            "QD211",
            "key: {frost: 0..1, wet: 0..1}\nmonotone: {wet: rising}\nrows:\n  0: 1\n  1: 2\n",
            id="a second key without columns, along which something rises",
        ),
        pytest.param(
            "QD214",
            "key: {frost: 0..1, wet: 0..1}\ncolumns: {wet: ['0', '1']}\nrows:\n  0: ['1', '2']\n  1: '2, 3'\n",
            id="a row of one cell where there are columns",
        ),
        pytest.param("QD205", "key: {frost0 0..1}\nrows:\n  0: '1'\n  1: '2'\n", id="a key that cannot be read"),
    ],
)
def test_what_a_table_lacks_is_reported(code, rest, tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    (game / "tables" / "chill.yaml").write_text(HEAD + rest, "utf-8")
    assert code in {finding.code for finding in load(str(game)).findings}


EMPTY = ["", " Null", " NULL", " !!null", " &a", " # a note", " null", " ~", " none", ' "-"']


@pytest.mark.parametrize("cell", EMPTY)
@pytest.mark.parametrize("columns", ["", ", wet: 0..1}\ncolumns: {wet: ['0', '1']"], ids=["one column", "two columns"])
def test_a_cell_without_a_value_is_reported(cell, columns, tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    rest = f"key: {{frost: 0..1{columns}}}\nrows:\n  0: {'[1, 2]' if columns else 1}\n  1:{cell}\n"
    (game / "tables" / "chill.yaml").write_text(HEAD + rest, "utf-8")
    found = [finding for finding in load(str(game)).findings if finding.code == "QD405"]
    assert [finding.span.line for finding in found] == [9 if columns else 8] * len(found) != []


@pytest.mark.parametrize("columns", ["", "columns: {wet: ['0', '1']}\n"])
def test_a_third_key_is_reported_where_it_stands(columns, tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    rest = f"key: {{frost: 0..1, wet: 0..1, steep: boolean}}\n{columns}rows:\n  0: [1, 2]\n  1: [2, 3]\n"
    (game / "tables" / "chill.yaml").write_text(HEAD + rest, "utf-8")
    (found,) = [finding for finding in load(str(game)).findings if finding.code == "QD211"]
    assert (found.span.line, found.span.column) == (5, 31)
    assert "two keys at most" in found.message
    assert "`steep`" in found.message
    assert "table_by_condition" in found.hint


@pytest.mark.parametrize("cell", EMPTY[:6])
def test_a_cell_of_statements_says_that_nothing_happens(cell, tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    splash = game / "tables" / "splash.yaml"
    head = splash.read_text("utf-8").partition("rows:")[0]
    for label, code in ((cell, "QD405"), (' "-"', "")):
        splash.write_text(f"{head}rows:\n  -6-6:{label}\n", "utf-8")
        assert ("QD405" in [finding.code for finding in load(str(game)).findings]) == bool(code)


FINE = (
    "table: chill\ntitle: Chill\nsource: {document: notebook, place: page two}\ngives: 0..9\n"
    "key: {wind: 0..9 tenths, cause: Cause}\n"
    "rows: {..2.4: ['1', '2'], 2.5-3.0: ['3', '4'], 3.1+: ['5', '6']}\n"
)


def with_variant(folder: Path, rules: str) -> Path:
    game = shutil.copytree(BASE, folder / "game")
    (game / "tables" / "chill.yaml").write_text(FINE, "utf-8")
    variant = game / "variants" / "icy"
    variant.mkdir(parents=True)
    head = "variant: icy\nextends: game\ntitle: Icy\nsource: {document: game, place: X, kind: house}\n"
    (variant / "variant.yaml").write_text(head, "utf-8")
    (variant / "icy.rules").write_text(rules, "utf-8")
    return game


def test_rows_with_points_in_their_names_are_amended_by_address(tmp_path):
    game = with_variant(tmp_path, "amend cell chill.2.5-3.0.slush = 9\n")
    loaded = load(f"{game}+icy")
    assert {finding.code for finding in loaded.findings} <= {"QD421"}, as_text(loaded.findings)
    assert loaded.declared is not None
    assert loaded.checked is not None
    assert "chill.2.5-3.0.slush" in elements(loaded.declared)
    assert said(loaded.checked, "chill.2.5-3.0") == "2.5\u20133 | 3 | 9"
    assert holder_and_name(loaded.declared, "chill.2.5-3.0") == ("chill", "2.5-3.0")
    assert holder_and_name(loaded.declared, "chill.2.5-3.0.slush") == ("chill.2.5-3.0", "slush")
    assert holder_and_name(loaded.declared, "throwing.throw.aim") == ("throwing.throw", "aim")


def test_a_row_that_a_variant_takes_away_leaves_a_gap_of_its_own_width(tmp_path):
    loaded = load(f"{with_variant(tmp_path, 'remove row chill.2.5-3.0' + chr(10))}+icy")
    (gap,) = [finding for finding in loaded.findings if finding.code == "QD401"]
    assert "wind 2.5 to 3" in gap.message
