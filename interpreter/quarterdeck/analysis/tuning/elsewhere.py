"""What a value of a number does to the other questions of a game.

In: a ruleset as it is, and one in which a number is another. Out: each standard question that this moves, with what it
shows before and after, the largest shift first. A question is left out where nothing that it comes to is another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from quarterdeck.analysis.diff.chances import ShownMoved
from quarterdeck.analysis.diff.differences import compared, may_shift
from quarterdeck.analysis.diff.impact import KnownPrograms
from quarterdeck.analysis.tuning.outcomes import wanted_for
from quarterdeck.analysis.tuning.report import ColumnMovedElsewhere, QuestionMovedElsewhere
from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.declarations import types
from quarterdeck.language.documents import shapes
from quarterdeck.workspace.alterations.altered_ruleset import VariedRuleset
from quarterdeck.workspace.ruleset.grids import questions_in
from quarterdeck.workspace.ruleset.rule_question import asked, facts_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass
class BeforeAndAfter:
    """A ruleset as it is, and with a number changed, of which no more is printed and compiled than a question needs."""

    before: Ruleset
    after: VariedRuleset
    narrow: dict[frozenset[str], tuple[Ruleset, Ruleset]] = field(default_factory=dict)

    def for_question(self, question: shapes.Question, place: Place) -> tuple[Ruleset, Ruleset]:
        """Return both with what a question needs."""
        facts = facts_of(self.before.declared, question, place)
        put = asked(self.before, question.of, facts, Findings()) if question.of in self.before.declared.rules else None
        wanted = wanted_for(put, (text for _, text in question.columns), facts) if put is not None else frozenset()
        if wanted not in self.narrow:
            self.narrow[wanted] = self.before.only(wanted), self.after.only(wanted)
        return self.narrow[wanted]


def moved_elsewhere(
    before: Ruleset, after: VariedRuleset, apart: str, budget: int, progress: Callable[[str], None] | None = None
) -> tuple[tuple[QuestionMovedElsewhere, ...], int]:
    """Give the questions that move, and how many stay as they are; `apart` is the one that was tuned for."""
    known, both, still = KnownPrograms(), BeforeAndAfter(before, after), 0
    found = list[QuestionMovedElsewhere]()
    for question, place in questions_in(before.declared):
        if question.question == apart:
            continue
        if not may_shift(before, after, question, place, known):
            still += 1
            continue
        one = compared(*both.for_question(question, place), question, place, budget, progress)
        if one.unanswered is None and not one.distance:
            still += 1
            continue
        columns = tuple(column_moved(shift) for shift in one.shows)
        found.append(QuestionMovedElsewhere(question.question, question.title, question.of, columns, one.unanswered))
    return tuple(sorted(found, key=lambda one: (one.unanswered is not None, -one.distance))), still


def column_moved(shift: ShownMoved) -> ColumnMovedElsewhere:
    """Give how something shown moves: the chance that it is so, or the mean of its numbers."""
    title, kind = shift.columns[0]["title"], shift.kinds[0]
    if isinstance(kind, types.Boolean):
        chances = [
            sum((getattr(one, side) for one in shift.outcomes if one.values[0] is True), Fraction()) for side in SIDES
        ]
        return ColumnMovedElsewhere(title, chances[0], chances[1], True, shift.distance)
    means = [mean_in(shift, side) for side in SIDES] if isinstance(kind, types.Number | types.Ratio) else [None, None]
    return ColumnMovedElsewhere(title, means[0], means[1], False, shift.distance)


SIDES = ("before", "after")


def mean_in(shift: ShownMoved, side: str) -> Fraction | None:
    """Give the mean of what is shown on one side; nothing where it never has a value."""
    chances = [
        (decimals.read(one.values[0]), getattr(one, side)) for one in shift.outcomes if one.values[0] is not None
    ]
    numbers = [(number, chance) for number, chance in chances if number is not None]
    whole = sum((chance for _, chance in numbers), Fraction())
    return sum((number * chance for number, chance in numbers), Fraction()) / whole if whole else None
