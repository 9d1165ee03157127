"""What two rulesets differ in, and what that does to the odds: the questions of both, asked before and after.

In: two rulesets. Out: changes by address, and for every question of a procedure concerned how its chances shift, the
largest shift first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

from quarterdeck.analysis.diff.chances import ShownMoved, shifts_between
from quarterdeck.analysis.diff.changes import WITHOUT_MEANING, Change
from quarterdeck.analysis.diff.impact import KnownPrograms, may_differ
from quarterdeck.analysis.diff.rosters import changes_of
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.plain_data import Limit
from quarterdeck.engine.odds.answers import chosen
from quarterdeck.engine.odds.count import BUDGET, BudgetError
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.run.situation import Place, nowhere
from quarterdeck.language.documents import shapes
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.workspace.ruleset.grids import questions_in
from quarterdeck.workspace.ruleset.rule_question import Facts, RuleQuestion, asked, facts_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Progress = Callable[[str], None]


Obstacle = Literal["absent", "unfit", "budget", "uncountable"]
"""There is no such rule; the question does not fit; nothing is left to chance; it is too much to count; something in it
cannot be counted."""


@dataclass(frozen=True)
class NoAnswer:
    """The reason why a question has no exact answer: the ruleset, the type of reason, and its words."""

    ruleset: str
    obstacle: Annotated[Obstacle, Limit("enum", ("unfit", "budget", "uncountable"))]
    text: str

    def __str__(self) -> str:
        return f"not counted in {self.ruleset}: {self.text}"


@dataclass(frozen=True)
class OddsMoved:
    """A question affected by the changes: its rule, and the shift of its chances.

    `distance` is that of what shifts most. Where there is no answer, `distance` is nothing and `unanswered` says why.
    """

    question: str
    title: str
    of: str
    distance: Fraction | None
    unanswered: NoAnswer | None
    shows: tuple[ShownMoved, ...]

    @classmethod
    def of_question(
        cls, question: shapes.Question, shows: Sequence[ShownMoved] = (), unanswered: NoAnswer | None = None
    ) -> OddsMoved:
        """Return how far the chances of a question shift, or why there is no answer."""
        distance = None if unanswered else max((shift.distance for shift in shows), default=Fraction())
        return cls(question.question, question.title, question.of, distance, unanswered, tuple(shows))


@dataclass(frozen=True)
class Differences:
    """What two rulesets differ in: `concerned` are the rules and phases that come to what changed in meaning.

    `untouched` are the questions that were not asked, since neither the rules that they come to nor their situations
    differ.
    """

    changes: tuple[Change, ...]
    concerned: tuple[str, ...]
    compared: tuple[OddsMoved, ...]
    not_asked: tuple[str, ...]
    untouched: tuple[shapes.Question, ...]


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
    changes = tuple(changes_of(one, other))
    asking = [(question, nowhere) for question in wanted]
    if not with_odds or (not asking and all(change.deed in WITHOUT_MEANING for change in changes)):
        return Differences(changes, (), (), (), ())
    findings = Findings()
    known_programs = KnownPrograms()
    programs = known_programs.two(*(ruleset.built(findings).program for ruleset in (one, other)))
    untouched: list[shapes.Question] = []
    if not wanted:
        known = {q.question: (q, place) for ruleset in (one, other) for q, place in questions_in(ruleset.declared)}
        asking = [each for each in known.values() if may_shift(one, other, *each, known_programs)]
        untouched = [question for question, place in known.values() if (question, place) not in asking]
    found = [compared(one, other, question, place, budget, progress) for question, place in asking]
    found.sort(key=lambda each: (each.unanswered is not None, -(each.distance or 0), each.question))
    left = programs.not_asked({question.of for question, _ in asking})
    return Differences(changes, tuple(programs.addresses), tuple(found), tuple(left), tuple(untouched))


def may_shift(
    one: Ruleset, other: Ruleset, question: shapes.Question, place: Place, known_programs: KnownPrograms
) -> bool:
    """Tell whether a question may have another answer: always, where it cannot be put on both sides.

    The programs that are compared are those of its own options and constants, since others may hide a change.
    """
    findings = Findings()
    both = [
        asked(ruleset, question.of, facts_of(ruleset.declared, question, place), findings)
        for ruleset in (one, other)
        if question.of in ruleset.declared.rules
    ]
    if not both or (len(both) == 1 or both[0] is None or both[1] is None):
        return bool(both)
    programs = known_programs.two(both[0].built.program, both[1].built.program)
    return may_differ(programs, both[0], both[1], (text for _, text in question.columns))


def compared(
    one: Ruleset, other: Ruleset, question: shapes.Question, place: Place, budget: int, progress: Progress | None
) -> OddsMoved:
    """Ask one question of both rulesets; where one has no such rule, the other is counted against nothing."""
    found: list[list[Odds]] = []
    for ruleset in (one, other):
        if question.of not in ruleset.declared.rules:
            found.append([])
            continue
        if progress is not None:
            progress(f"{question.question} in {ruleset.name}")
        try:
            found.append(answered(ruleset, question, place, budget))
        except UnanswerableError as error:
            return OddsMoved.of_question(question, (), NoAnswer(ruleset.name, error.obstacle, str(error)))
    unchanged = "nothing changes" if all(found) else "there is no such rule"
    return OddsMoved.of_question(question, shifts_between(found[0], found[1], unchanged))


class UnanswerableError(UserError):
    """A question has no exact answer; the arguments are the type of reason, and its words."""

    sort = "uncounted"

    def __init__(self, obstacle: Obstacle, words: str) -> None:
        super().__init__(words)
        self.obstacle: Obstacle = obstacle


def answered(ruleset: Ruleset, question: shapes.Question, place: Place = nowhere, budget: int = BUDGET) -> list[Odds]:
    """Compute the odds of a standard question of the ruleset, one of `questions_of`, each value separately.

    `place` gives the source of each part of the question for diagnostics.

    Raises:
        RefusedError: the ruleset has errors.
        UnanswerableError: the question does not fit the ruleset, or cannot be counted.
    """
    ruleset.refuse_faults()
    if question.of not in ruleset.declared.rules:
        raise UnanswerableError("absent", f"there is no {question.of}")
    try:
        put = RuleQuestion.of(ruleset, question.of, facts_of(ruleset.declared, question, place))
        how: dict[str, Any] = {"answer": chosen(question.choices, put.situation), "budget": budget}
        return put.count(put.shown(question.columns if question.show else ()), each=True, **how)
    except RefusedError as error:
        raise UnanswerableError("unfit", error.findings[0].message) from None
    except BudgetError as error:
        raise UnanswerableError("budget", str(error)) from None
    except NotCountedError as error:
        raise UnanswerableError("uncountable", str(error.args[0])) from None


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
