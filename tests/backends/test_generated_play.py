"""The program for play takes short ways: values are kept, lists sifted once, lines written at once. None may show."""

import json
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.backends.python.play import play_module
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, GameResult, play
from quarterdeck.engine.run.record import GameRecord, as_line
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.program.form.program import Program
from quarterdeck.program.passes.order import optimised

SNOWBALLS = str(Path(__file__).parents[1] / "games" / "snowballs")
GAMES = [
    ("easyships", "even_fleets_1916"),
    ("easyships", "tsushima"),
    ("ships_and_sails", "one_of_each"),
    ("quickfire", "tsushima"),
    ("fear_god", "coronel"),
    (SNOWBALLS, "cousins"),
    (f"{SNOWBALLS}+thaw", "playground"),
]


@cache
def opened(game: str, scenario: str) -> tuple[Program, Situation]:
    findings = Findings()
    built, start = Ruleset.open(game).scenario(scenario, findings)
    assert as_text(findings) == ""
    return built.program, start


def played(program: Program, start: Situation, trace: bool, shortens: bool) -> GameResult:
    dice = SeededDice(7, [site.address for site in program.sites])
    sides = [side for side in program.layout.things("Side") if start.state[side]]
    deciders = {side: seat("random", number) for number, side in enumerate(sides)}
    context = (TracedContext if trace else Context)(program, start.copy(), dice, deciders)
    return play(play_module(optimised(program) if shortens else program, trace), context)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_game_is_the_same_with_and_without_short_ways(game, scenario):
    program, start = opened(game, scenario)
    short = played(program, start, trace=False, shortens=True)
    for other in (
        played(program, start, trace=False, shortens=False),
        played(program, start, trace=True, shortens=True),
    ):
        assert other.record == short.record
        assert (other.state, other.told, other.winner) == (short.state, short.told, short.winner)


def test_lines_of_a_record_are_its_entries_as_json():
    program, start = opened("easyships", "even_fleets_1916")
    record = played(program, start, trace=False, shortens=True).record
    assert {"die", "choice"} <= {key for entry in record for key in entry}
    assert record.lines == [as_line(entry) for entry in record]
    assert record[:3] == [json.loads(line) for line in record.lines[:3]]
    assert isinstance(record, GameRecord)
    assert record == list(record)
