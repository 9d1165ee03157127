"""A line of an amendment that cannot be read is one finding; the other lines of the amendment stand."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.language.syntax.from_text import chunks

BASE = Path(__file__).parents[2] / "games" / "snowballs"
AMENDS = ("amend procedure", "amend effect", "amend phase", "amend step")
SEED, MOST = 36, 4
BROKEN = "let = ="


def lines_of_amendments() -> list[tuple[str, int, int]]:
    """Give the lines below the heads of amendments of rules and parts of the turn: file, and where each lies."""
    found = []
    for path in sorted(BASE.glob("variants/*/*.rules")):
        text = path.read_text("utf-8")
        for start, end in chunks(text):
            at = start
            for line in text[start:end].rstrip().split("\n"):
                is_statement = line.startswith(" ") and line.strip()[0] not in '"#'
                if text.startswith(AMENDS, start) and is_statement:
                    found.append((path.relative_to(BASE).as_posix(), at, at + len(line)))
                at += len(line) + 1
    return found


@pytest.mark.parametrize("number", range(MOST))
def test_a_line_that_cannot_be_read_is_the_only_finding(number, tmp_path):
    game = shutil.copytree(BASE, tmp_path / "snowballs")
    name, at, end = random.Random(SEED).sample(lines_of_amendments(), MOST)[number]
    text = (game / name).read_text("utf-8")
    indent = " " * (end - at - len(text[at:end].lstrip()))
    (game / name).write_text(f"{text[:at]}{indent}{BROKEN}{text[end:]}", "utf-8")
    found = Ruleset.open(f"{game}+{Path(name).parent.name}").findings
    assert [(one.code, one.span.line) for one in found] == [("QD133", text.count("\n", 0, at) + 1)]


def test_the_other_lines_of_the_amendment_are_read(tmp_path):
    """A second fault, in another line of the same amendment, is found in the same run."""
    game = shutil.copytree(BASE, tmp_path / "snowballs")
    path = game / "variants" / "league" / "league.rules"
    text = path.read_text("utf-8")
    broken = text.replace('has lost its captain"\n    do original', f'has lost its captain"\n    {BROKEN}')
    broken = broken.replace("where not has_captain(side)", "where not has_captain(sides)")
    assert broken.count(BROKEN) == 1
    path.write_text(broken, "utf-8")
    found = Ruleset.open(f"{game}+league").findings
    assert len({one.span.line for one in found}) == 2
