"""Tables that lack something are reported, and fail no later check."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.pipeline.stages import load

BASE = Path(__file__).parents[1] / "language" / "base"
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
