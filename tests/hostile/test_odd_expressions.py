"""Whatever stands in the place of an expression, the stages give findings and never fail.

Each expression of a small game is replaced by things that are seldom written there (`none`, an empty list, a fraction,
a truth ...), and by other expressions of the same game. What gives no finding is built, and printed for play and for
counting.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.syntax import nodes
from quarterdeck.workspace.pipeline.folders import read_layer
from quarterdeck.workspace.pipeline.variants import parse_layer
from tests.hostile.test_mutations import Game, through_all_stages

pytestmark = pytest.mark.no_cover

TESTS = Path(__file__).parents[1]
GAMES = {
    "base": TESTS / "language" / "base",
    **{name: TESTS / "games" / name for name in ("marbles", "regatta", "snowballs", "tiles", "harbours")},
}
ODD = (
    "none", "yes", "0", "-3", "1.5", "0.00001", "9000000000000", "1/3", "(1/3 rounded up)", "50 % of 3",
    "2 ^ 0.5 rounded up", "[]", "[none]", "[yes]", "[1, 2]", "[1/2]", "[[1]]", "[yes, none]", "first([1])",
    "first([none])", "count([1])", "sum([])", "sum([1, 2])", "least(1/3, 2)", "none is none", "1 in [1]",
    "any(x in [1] where x = 1)", "all(x in [1, 2] where x > 1)", "count(x in [none] where x is none)", "game",
    "game.turn",
)  # fmt: skip
FEW, LOTS, LOT = 100, 40, 500


@cache
def game(name: str) -> Game:
    return Game(name, parse_layer(read_layer(GAMES[name]), Findings()), {})


@cache
def places(name: str) -> tuple[Span, ...]:
    """Give where expressions stand."""
    units = (unit for parsed in game(name).pieces.files for unit in parsed.units)
    spans = (part.span for unit in units for part in unit.walk() if isinstance(part, nodes.Expression))
    return tuple(dict.fromkeys(spans))


def replaced(number: int, name: str) -> tuple[Span, str]:
    """Give for a number the place at which something else stands, and what."""
    chance = random.Random(f"{name} {number}")
    place, other = chance.choice(places(name)), chance.choice(places(name))
    return place, chance.choice([*ODD, other.text, f"({other.text})"])


def run(number: int, name: str) -> int:
    """Carry one game through all stages; give how many findings it has."""
    span, odd = replaced(number, name)
    text = span.file.text
    file = SourceFile(span.file.path, f"{text[: span.start]}{odd}{text[span.end :]}")
    findings = Findings()
    try:
        return len(through_all_stages(game(name).with_file("", span.file, file, findings), findings))
    except Exception as error:
        place = f"{span.file.path}:{span.line}"
        raise AssertionError(f"{name} {number} fails: {odd!r} for {span.text!r} in {place}") from error


def test_a_few_odd_expressions_give_findings_and_never_fail():
    found = [run(number, "base") for number in range(FEW)]
    assert sum(map(bool, found)) > FEW // 2
    assert 0 in found


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lot", range(LOTS // len(GAMES)))
def test_many_odd_expressions_give_findings_and_never_fail(lot, name):
    for number in range(FEW + lot * LOT, FEW + (lot + 1) * LOT):
        run(number, name)
