"""What a soak has found, each as a case of its own."""

import io
import os
import shutil
import sys
from pathlib import Path

from quarterdeck.command import main

SNOWBALLS = Path(__file__).parents[1] / "games" / "snowballs"


def test_a_file_whose_name_is_no_text_is_read_like_any_other(tmp_path, capsys):
    game = shutil.copytree(SNOWBALLS, tmp_path / "game")
    Path(os.fsdecode(bytes(game / "rules") + b"/\xff.rules")).write_text("x\n", "utf-8")
    assert main(["check", str(game)]) == 1
    assert "QD142" in capsys.readouterr().out


def test_an_editor_that_goes_away_is_told_so(monkeypatch, capsys):
    typed = io.TextIOWrapper(io.BytesIO(b"inf"), "utf-8")
    monkeypatch.setattr(sys, "stdin", typed)
    assert main(["lsp"]) == 1
    assert "without shutting the server down" in capsys.readouterr().err


def test_a_terminal_without_columns_is_one_whose_width_nobody_knows(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "0")
    assert main(["--help"]) == 0
    assert "battles" in capsys.readouterr().out
