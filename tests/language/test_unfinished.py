"""While somebody writes, what is only unused or has no source yet hinders nobody from trying it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main

BASE = Path(__file__).parent / "base"
PIECE = 'rules piece "Piece"\n\nprocedure guess "somebody guesses"\n    roll luck on 2d6 "luck"\n'


@pytest.fixture
def game(tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    (game / "rules" / "piece.rules").write_text(PIECE, "utf-8")
    return game


def test_check_says_what_is_unfinished(game, capsys):
    assert main(["check", str(game)]) == 1
    streams = capsys.readouterr()
    assert "QD423: `guess` has no source" in streams.out + streams.err


def test_an_unused_rule_can_be_tried(game, capsys):
    assert main(["try", str(game), "guess", "--dice", "3,4"]) == 0
    streams = capsys.readouterr()
    assert "rolled 7" in streams.out
    assert "is not finished" in streams.err


def test_what_programs_read_stays_data(game, capsys):
    assert main(["odds", str(game), "guess", "--json"]) == 0
    streams = capsys.readouterr()
    json.loads(streams.out)
    assert "quarterdeck check" in streams.err


def test_a_book_is_printed_of_what_is_finished(game, tmp_path):
    assert main(["book", str(game), "--folder", str(tmp_path / "book")]) == 1


def test_a_fault_still_hinders(game):
    (game / "rules" / "piece.rules").write_text(PIECE + "    do nothing_of_that\n", "utf-8")
    assert main(["try", str(game), "guess"]) == 1
