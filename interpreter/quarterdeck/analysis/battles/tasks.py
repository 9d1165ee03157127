"""Some battles at a time, wherever that is asked for: in this process, in another one, on another machine.

In: a `Task` of terms and numbers. Out: `Fought`. Each process opens what terms mean once, and keeps it; if its rules
are others than those that were asked for, nothing is fought.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from time import process_time

from quarterdeck.analysis.battles.battle_record import Outcome
from quarterdeck.analysis.battles.contest import Contest, OtherRulesError, Terms
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.engine.run.record import as_line
from quarterdeck.workspace.alterations.altered_ruleset import ValueRefusedError
from quarterdeck.workspace.alterations.numbers import NoSuchNumberError
from quarterdeck.workspace.database.snapshots import PlayedBattle, TurnCollector
from quarterdeck.workspace.pipeline.folders import NotFoundError
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError

OPENED = 32
"""So many contests a process keeps open."""

Item = tuple[int, int]
"""A battle: which of the contests, and its number."""


@dataclass(frozen=True)
class Task:
    """Battles to be fought: each by the place of its contest, and its number; and the terms of these contests.

    `with_records` says that somebody keeps the games themselves, and not their outcomes alone.
    """

    terms: tuple[tuple[int, Terms], ...]
    items: tuple[Item, ...]
    with_records: bool = False


@dataclass(frozen=True)
class Fought:
    """What came of a task: the place of its terms and the outcome of each battle, and the processor time in seconds.

    `played` are the games themselves, each with the place of its terms, where somebody keeps them.
    """

    outcomes: tuple[tuple[int, Outcome], ...]
    seconds: float
    played: tuple[tuple[int, PlayedBattle], ...] = ()


_here: dict[Terms, Contest] = {}
_opening = Lock()


def keep_open(contests: Mapping[Terms, Contest]) -> None:
    """Let this process fight by contests that are open, and forget others that were."""
    _here.clear()
    _here.update(contests)


@lru_cache(maxsize=2)
def _ruleset(game: str) -> Ruleset:
    """Give a ruleset, opened once for all contests that differ in numbers or settings alone."""
    return Ruleset.open(game)


@lru_cache(maxsize=OPENED)
def _opened(terms: Terms) -> Contest:
    try:
        contest = Contest.open(replace(terms, rules="", start=""), _ruleset(terms.game))
    except (NotFoundError, RefusedError, OpeningError, NoSuchNumberError, ValueRefusedError) as error:
        raise OtherRulesError(f"a worker cannot open {terms.game}: {error}") from None
    found = (contest.identity.rules, contest.identity.start)
    if found != (terms.rules, terms.start):
        raise OtherRulesError(f"a worker has other rules for {terms.game}, or another interpreter; no battle is played")
    return contest


def carry_out(task: Task) -> Fought:
    """Fight the battles of a task.

    Raises:
        OtherRulesError: the rules are not there, or are others.
        SetUpFaultError: the set-up cannot be carried out.
        PluginFaultError: a plugin broke its word.
    """
    with _opening:  # a scheduler may have several threads in a process
        contests = {place: _here.get(terms) or _opened(terms) for place, terms in task.terms}
    begun = process_time()
    if not task.with_records:
        outcomes = tuple((place, contests[place].fight(number)) for place, number in task.items)
        return Fought(outcomes, process_time() - begun)
    played = [(place, *_played(contests[place], number)) for place, number in task.items]
    return Fought(
        tuple((place, outcome) for place, outcome, _ in played),
        process_time() - begun,
        tuple((place, game) for place, _, game in played),
    )


def _played(contest: Contest, number: int) -> tuple[Outcome, PlayedBattle]:
    """Fight a battle, and keep its game."""
    collector = TurnCollector(contest.game.start)
    outcome, lines = contest.fought(number, collector)
    header, tables = as_line(contest.journal_header(number).line()), collector.snapshots.tables
    ending = (outcome.result, outcome.winner, outcome.turn)
    return outcome, PlayedBattle(number, header, lines, tables, collector.turns, *ending)
