"""What two rulesets differ in, and what that does to the odds: the questions of both, asked before and after.

In: two rulesets. Out: changes by address, and for every question of a procedure concerned how its chances shift, the
largest shift first.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from quarterdeck.compare.chances import Shift, shifts_between
from quarterdeck.compare.changes import Change, changes_between
from quarterdeck.compare.concerned import concerned, not_asked
from quarterdeck.diagnostics import Finding, Findings
from quarterdeck.names.declared import Declared
from quarterdeck.odds.answers import chosen
from quarterdeck.odds.count import BudgetError
from quarterdeck.odds.question import Odds
from quarterdeck.passes.cut import NotCountedError
from quarterdeck.ruleset.asked import Asked, Facts, asked, facts_of, questions_of
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.partly_known import UngivenError
from quarterdeck.run.situation import Place, nowhere
from quarterdeck.tables import shapes

Progress = Callable[[str], None]


Obstacle = Literal["absent", "unfit", "budget", "uncountable"]
"""There is no such rule; the question does not fit; nothing is left to chance; it is too much to count; something in it
cannot be counted."""


@dataclass(frozen=True)
class NoAnswer:
    """Why a question has no exact answer: in which ruleset, for what sort of reason, and that in words."""

    ruleset: str
    obstacle: Obstacle
    text: str

    def __str__(self) -> str:
        return f"not counted in {self.ruleset}: {self.text}"


@dataclass(frozen=True)
class Compared:
    """A question that a change concerns, and how its chances shift, or why there is no answer."""

    question: shapes.Question
    shifts: tuple[Shift, ...] = ()
    unanswered: NoAnswer | None = None

    @property
    def distance(self) -> Fraction:
        """Give the largest shift of what is shown."""
        return max((shift.distance for shift in self.shifts), default=Fraction())


@dataclass(frozen=True)
class Differences:
    """What two rulesets differ in: `concerned` are the routines that come to what changed in meaning."""

    changes: tuple[Change, ...]
    concerned: tuple[str, ...]
    compared: tuple[Compared, ...]
    not_asked: tuple[str, ...]


def differences(
    one: Ruleset,
    other: Ruleset,
    wanted: Sequence[shapes.Question] = (),
    budget: int = 1_000_000,
    progress: Progress | None = None,
    *,
    with_odds: bool = True,
) -> Differences:
    """Compare two rulesets; `wanted` are questions to ask in the place of their own, whatever they concern."""
    changes = changes_between(one.declared, other.declared)
    if not with_odds:
        return Differences(tuple(changes), (), (), ())
    meant = {change.address for change in changes if change.deed != "words"}
    findings = Findings()
    programs = [ruleset.built(findings).program for ruleset in (one, other)]
    for ruleset in (one, other):
        meant |= fields_amended(ruleset.declared, meant)
    touching = set().union(*(concerned(program, meant) for program in programs))
    known = {q.question: (q, place) for ruleset in (one, other) for q, place in questions_of(ruleset.declared)}
    asking = [(q, place) for q, place in known.values() if q.of in touching]
    if wanted:
        asking = [(question, nowhere) for question in wanted]
    found = [compared(one, other, question, place, budget, progress) for question, place in asking]
    found.sort(key=lambda each: (each.unanswered is not None, -each.distance, each.question.question))
    left = {address for program in programs for address in not_asked(program, meant, {q.of for q, _ in asking})}
    touched = sorted(address for address in touching if "~" not in address)
    return Differences(tuple(changes), tuple(touched), tuple(found), tuple(sorted(left)))


def fields_amended(declared: Declared, rosters: Container[str]) -> set[str]:
    """Give the fields of which rosters say something else about the things of other rosters."""
    return {
        f"{roster.kind}.{name}"
        for roster in declared.rosters.values()
        if roster.shape.amends and f"rosters.{roster.name}" in rosters
        for values in roster.shape.things.values()
        for name in values
    }


def compared(
    one: Ruleset, other: Ruleset, question: shapes.Question, place: Place, budget: int, progress: Progress | None
) -> Compared:
    """Ask one question of both rulesets."""
    found: list[list[Odds]] = []
    for ruleset in (one, other):
        if progress is not None:
            progress(f"{question.question} in {ruleset.name}")
        try:
            found.append(answered(ruleset, question, place, budget))
        except UnanswerableError as error:
            return Compared(question, unanswered=NoAnswer(ruleset.name, error.obstacle, str(error)))
    return Compared(question, tuple(shifts_between(found[0], found[1], "nothing changes")))


class UnanswerableError(Exception):
    """A question has no exact answer: for what sort of reason, and that in words."""

    def __init__(self, obstacle: Obstacle, words: str) -> None:
        super().__init__(words)
        self.obstacle: Obstacle = obstacle


def answered(ruleset: Ruleset, question: shapes.Question, place: Place, budget: int) -> list[Odds]:
    """Count the answers to a question, each thing shown by itself.

    Raises:
        UnanswerableError: it does not fit the ruleset, or cannot be counted.
    """
    if question.of not in ruleset.declared.rules:
        raise UnanswerableError("absent", f"there is no {question.of}")
    findings = Findings()
    put = asked(ruleset, question.of, facts_of(ruleset.declared, question, place), findings)
    if put is None:
        raise UnanswerableError("unfit", _first(findings))
    answer = chosen(question.choices, put.situation)
    try:
        if not question.show:
            return put.asking.ask_each(put.address, put.arguments, put.situation, answer=answer, budget=budget)
        return [_shown(put, title, text, answer, budget) for title, text in question.columns]
    except BudgetError as error:
        raise UnanswerableError("budget", str(error)) from None
    except NotCountedError as error:
        raise UnanswerableError("uncountable", str(error.args[0])) from None
    except UngivenError as error:
        raise UnanswerableError("unfit", error.finding(place("given")).message) from None


def _shown(put: Asked, title: str, text: str, answer: Any, budget: int) -> Odds:
    findings = Findings()
    one = put.asking.shown(put.address, text, put.arguments, put.situation, findings, title)
    if one is None:
        raise UnanswerableError("unfit", _first(findings))
    return put.asking.ask(put.address, put.arguments, put.situation, [one], answer=answer, budget=budget)


def _first(findings: Findings) -> str:
    finding: Finding = next(iter(findings))
    return finding.message


def question_from(example: shapes.Example, facts: Facts, name: str) -> shapes.Question:
    """Make a question of a worked example: its rule in its situation, its choices, and everything that may change."""
    choices: Mapping[str, Any] = example.choices if isinstance(example.choices, dict) else {}
    return shapes.Question(
        question=name,
        title=example.title or name,
        of=example.of,
        options=dict(facts.options),
        constants=dict(facts.constants),
        things=dict(facts.things),
        given=dict(facts.given),
        choices=dict(choices),
    )
