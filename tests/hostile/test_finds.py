"""What a soak has found, each as a case of its own."""

import io
import os
import shutil
import sqlite3
import sys
from pathlib import Path

from quarterdeck.apps.cli.main import main
from quarterdeck.language.declarations.tracked_reads import WHO, answer
from quarterdeck.workspace.pipeline.stages import load

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


def test_a_saved_game_with_half_a_character_is_refused(tmp_path, capsys):
    kept = tmp_path / "kept.jsonl"
    assert main(["play", str(SNOWBALLS), "playground", "--sides", "random,random", "--save", str(kept)]) == 0
    head, *others = kept.read_text("utf-8").splitlines(keepends=True)
    kept.write_text("".join([head.replace('"playground"', '"\\ud800"'), *others]), "utf-8")
    capsys.readouterr()
    assert main(["replay", str(kept)]) == 2
    assert "line 1: this is not a line of a saved game" in capsys.readouterr().err


def test_a_file_of_battles_with_a_number_that_is_none_is_refused(tmp_path, capsys):
    kept = tmp_path / "kept.sqlite"
    fight = ["battles", str(SNOWBALLS), "playground", "--sides", "random", "--count", "1", "--save", str(kept)]
    assert main(fight) == 0
    with sqlite3.connect(kept) as database:
        assert database.execute("UPDATE points SET value = '1/0'").rowcount
    capsys.readouterr()
    assert main(fight) == 2
    assert "is not a file of battles, or is damaged" in capsys.readouterr().err


def test_what_a_definition_asked_for_may_be_gone_when_it_is_asked_again():
    declared = load(str(SNOWBALLS)).declared
    assert declared is not None
    for how in ("rule_named", "pool_named", "kind_called", "enums_with", "enum_listed", "capacity_of", "rolls_of"):
        assert not answer(declared, (WHO, "found", how, "gone.long_ago"))
    assert not answer(declared, (WHO, "found", "field_named", "gone", "long_ago"))
