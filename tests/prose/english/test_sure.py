"""Figures of tables that a roll always reaches, or never, are words in print."""

from __future__ import annotations

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.text.runs import plain
from tests.print.book.test_homes import FILES

TABLE = """table: chances
title: Chances
key: {way: 0..99}
gives: 0..120
rows:
  ..1: "0"
  2: "1"
  3: "99"
  4+: "100"
"""
ROLL = """
    check melts on d100 "it melts"
        success when total <= chances[sledge.way]
"""
ALSO = "    add 1 to sledge.way, to no more than 99 when {}\n"


@pytest.mark.parametrize(
    ("rule", "cells"),
    [
        (ROLL, ["never", "1", "99", "always"]),
        (ROLL + "        natural 100: failure\n", ["0", "1", "99", "100"]),
        (ROLL + '        modifier warm: -1 when sledge.way > 3 "in the sun"\n', ["0", "1", "99", "always"]),
        (ROLL + ALSO.format("chances[sledge.way] + 2 < sledge.way"), ["0", "1", "99", "100"]),
        (ALSO.format("chances[sledge.way] > sledge.way"), ["never", "1", "99", "always"]),
        (
            ALSO.format("chances[sledge.way] < sledge.way") + ALSO.format("chances[sledge.way] >= sledge.way"),
            ["0", "1", "99", "100"],
        ),
    ],
)
def test_what_compares_in_one_way_with_all_that_it_is_compared_with_is_a_word(tmp_path, rule, cells):
    folder = tmp_path / "sledges"
    folder.mkdir()
    files = FILES | {"chances.yaml": TABLE}
    files["snow.rules"] += ("    " + rule.lstrip("\n ")) if rule.startswith("\n") else rule
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    ruleset = Ruleset.open(str(folder))
    assert not ruleset.faults, [str(finding) for finding in ruleset.faults]
    told = book_writer(ruleset).section("chances")
    assert told is not None
    assert told.grid is not None
    assert [plain(row.cells[1].text) for row in told.grid.rows] == cells
