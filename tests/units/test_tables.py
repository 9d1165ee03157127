"""Tables that lack something are reported, and fail no later check."""

import shutil
from pathlib import Path

from quarterdeck.pipeline.stages import load

BASE = Path(__file__).parents[1] / "language" / "base"


def test_a_second_key_without_columns_is_no_fault_of_what_rises_along_it(tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    (game / "tables" / "chill.yaml").write_text(
        "table: chill\n"
        "title: Chill\n"
        "source: {document: notebook, place: page two}\n"
        "key: {frost: 0..1, wet: 0..1}\n"
        "gives: 0..9\n"
        "monotone: {wet: rising}\n"
        "rows:\n  0: 1\n  1: 2\n",
        "utf-8",
    )
    assert "QD211" in {finding.code for finding in load(str(game)).findings}


def test_a_row_of_one_cell_in_a_table_of_columns(tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    (game / "tables" / "chill.yaml").write_text(
        "table: chill\n"
        "title: Chill\n"
        "source: {document: notebook, place: page two}\n"
        "key: {frost: 0..1, wet: 0..1}\n"
        "columns: {wet: ['0', '1']}\n"
        "gives: 0..9\n"
        "rows:\n  0: ['1', '2']\n  1: '2, 3'\n",
        "utf-8",
    )
    assert "QD214" in {finding.code for finding in load(str(game)).findings}


def test_a_table_whose_key_cannot_be_read(tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    (game / "tables" / "chill.yaml").write_text(
        "table: chill\n"
        "title: Chill\n"
        "source: {document: notebook, place: page two}\n"
        "key: {frost0 0..1}\n"
        "gives: 0..9\n"
        "rows:\n  0: '1'\n  1: '2'\n",
        "utf-8",
    )
    assert "QD205" in {finding.code for finding in load(str(game)).findings}
