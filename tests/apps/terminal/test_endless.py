"""A game that does not come to an end is broken off: at the same place traced or not, and when it is played again."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.backends.python.budget import EndlessFaultError
from quarterdeck.backends.python.play import play_module
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.odds.throws import totals_with_ways
from quarterdeck.engine.run import trace
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.happenings import Announced, Changed
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.program.passes.order import optimised
from quarterdeck.workspace.games.replay import NoMore

pytestmark = pytest.mark.no_cover

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"
ROLL_OFF = '        each side rolls keenness on d6, ties again "Who is keener?"\n'
SMALL = 8_000
"""Rounds of a budget that is soon spent: 200 dice, decisions or lines of words."""
ENDLESS = {
    "dice": 'repeat 900 times\n    roll luck on d6 "luck"\n    set gang.keenness to luck',
    "many dice": 'roll luck on 900d4 "luck"\nset gang.keenness to 6 when luck > 900',
    "words": 'repeat 900 times\n    announce "It snows and snows."\n    set gang.keenness to 6 - gang.keenness',
    "decisions": 'repeat 900 times\n    choose child by gang from children, or none "Who is cold?"\n'
    "    set gang.keenness to 1 when child is not none",
    "rounds": "repeat 90_000 times\n    set gang.keenness to 6 - gang.keenness",
}


def with_start(folder: Path, lines: str) -> Path:
    """Give a game in which something else is done where its sides roll off."""
    game = shutil.copytree(SNOWBALLS, folder / "game")
    rules = game / "rules" / "turn.rules"
    body = "".join(f"            {line}\n" for line in lines.splitlines())
    text = rules.read_text("utf-8")
    assert ROLL_OFF in text
    rules.write_text(text.replace(ROLL_OFF, f"        for each gang in sides\n{body}"), "utf-8")
    return game


@pytest.mark.parametrize("what", ENDLESS)
def test_what_is_done_again_and_again_is_broken_off_alike_whoever_looks(what, tmp_path):
    findings = Findings()
    built, start = Ruleset.open(str(with_start(tmp_path, ENDLESS[what]))).scenario("playground", findings)
    assert not list(findings)
    program = optimised(built.program)
    sides = program.layout.things("Side")

    def ended(kind: type[Context], recorded: list[Any] | None = None) -> tuple[str, list[Any]]:
        module = play_module(program, trace=kind is TracedContext)
        module.budget.most = SMALL
        nothing = NoMore()
        dice = SeededDice(7, [site.address for site in program.sites]) if recorded is None else nothing
        deciders = {side: seat("random", side) if recorded is None else nothing for side in sides}
        context = kind(program, start.copy(), dice, deciders, recorded or [])
        with pytest.raises(EndlessFaultError, match=r"^turn.start does not come to an end: .* 8,000 rounds") as fault:
            play(module, context)
        return str(fault.value), list(context.record)

    plain = ended(Context)
    assert len(plain[1]) < 250
    assert ended(TracedContext) == plain
    again = partial(ended, recorded=plain[1])
    assert again(Context) == again(TracedContext) == plain


def test_a_roll_off_of_endless_ties_is_broken_off_and_its_journal_says_so_too(tmp_path, capsys):
    game = shutil.copytree(SNOWBALLS, tmp_path / "game")
    rules, head = game / "rules" / "turn.rules", game / "ruleset.yaml"
    rules.write_text(rules.read_text("utf-8").replace("keenness on d6, ties", "keenness on d1, ties"), "utf-8")
    head.write_text(head.read_text("utf-8").replace("[d4,", "[d1, d4,"), "utf-8")
    journal = tmp_path / "game.jsonl"
    said = "QD698: turn.start.keenness: after 10,000 throws two sides still have the same total"
    assert main(["play", str(game), "playground", "--sides", "random", "--save", str(journal)]) == 1
    assert said in capsys.readouterr().err
    assert 20_000 < journal.read_text("utf-8").count("\n") < 20_100
    for again in (["replay", str(journal)], ["why", str(journal)], ["play", "--resume", str(journal)]):
        assert main(again) == 1
        assert said in capsys.readouterr().err


def test_a_trace_keeps_so_much_of_a_phase_and_says_that_there_was_more(tmp_path, monkeypatch):
    monkeypatch.setattr(trace, "MOST_HAPPENINGS", 100)
    rules = "repeat 300 times\n    set gang.keenness to 6 - gang.keenness"
    built, start = Ruleset.open(str(with_start(tmp_path, rules))).scenario("playground", Findings())
    program = built.program
    dice = SeededDice(7, [site.address for site in program.sites])
    sides = {side: seat("random", side) for side in program.layout.things("Side")}
    context = TracedContext(program, start.copy(), dice, sides)
    play(built.module(trace=True), context)
    (said,) = [one for one in context.events if isinstance(one, Announced) and "only the first 100" in one.text][:1]
    at = context.events.index(said)
    assert sum(isinstance(one, Changed) for one in context.events[:at]) <= 150
    assert any(isinstance(one, Changed) for one in context.events[at:])  # the next phase is told again
    assert context.calls == []


@pytest.mark.parametrize("what", ENDLESS)
def test_counting_ends_where_play_is_broken_off(what, tmp_path):
    ruleset = Ruleset.open(str(with_start(tmp_path, ENDLESS[what])))
    built, start = ruleset.scenario("playground", Findings())
    counter = ruleset.asking(built).counter
    counter.module.budget.most = SMALL

    def first(site: int, side: int, options: list[int], *others: Any) -> list[tuple[Any, int]]:
        return [(options[0], 1)]

    entry, shown = (counter.entries["turn.start"],), frozenset(["Side.keenness"])
    with pytest.raises(EndlessFaultError, match=r"^turn.start does not come to an end: .* 8,000 rounds"):
        counter.count(entry, start.state, shown=shown, outcome=(), answer=first)


def test_a_roll_off_in_too_many_ways_is_not_counted():
    assert len(totals_with_ways(3, (2, 6, "sum"), "untied")[0]) == 11 * 10 * 9
    with pytest.raises(NotCountedError, match="4 sides that roll off, 1000 totals each"):
        totals_with_ways(4, (1, 1000, "sum"), "untied")
    with pytest.raises(NotCountedError, match="3 sides roll off for 2 totals: some are always tied"):
        totals_with_ways(3, (1, 2, "sum"), "untied")
