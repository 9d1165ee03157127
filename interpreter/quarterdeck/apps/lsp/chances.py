"""The chances of a throw that somebody points at: of plain dice by themselves, of a roll in questions that come to it.

In: nodes of dice, or the address of a roll in a game in which nothing is wrong. Out: outcomes with their exact chances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.analysis.diff.differences import UnanswerableError, answered
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.bounds import MOST_TOTALS
from quarterdeck.engine.odds.throws import totals_with_ways
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.checks.calls import calls_of
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form.values import Pick, Picked
from quarterdeck.workspace.ruleset.grids import questions_in
from quarterdeck.workspace.ruleset.ruleset import Ruleset

BUDGET = 100_000
"""So much work may be done to count one question while somebody points at a roll: about half a second."""
MOST_ASKED = 2
"""So many questions are asked about one roll."""


@dataclass(frozen=True)
class Chances:
    """Outcomes in words with their chances; `heading` says of what, and when."""

    heading: str
    outcomes: tuple[tuple[str, Fraction], ...]
    mean: Fraction | None = None


@dataclass(frozen=True)
class Throw:
    """So many dice with so many sides, of which all count, or the highest or the lowest; and what is added."""

    count: int
    sides: int
    pick: Picked = "sum"
    added: int = 0

    def chances(self, heading: str) -> Chances:
        """Give what the throw may come to."""
        ways, below = totals_with_ways(self.count, self.sides, self.pick)
        found = [(total + self.added, Fraction(weight, below)) for total, weight in ways]
        mean = sum((total * chance for total, chance in found), Fraction())
        return Chances(heading, tuple((str(total), chance) for total, chance in found), mean)


def throw_of(node: nodes.Node) -> Throw | None:
    """Give the throw that a node says; nothing where dice or their number hang on the situation, or are too many."""
    match node:
        case nodes.Dice(word=word):
            count, _, sides = word.text.partition("d")
            found = Throw(int(count or 1), int(sides))
            return found if 0 < found.count * found.sides <= MOST_TOTALS else None
        case nodes.TimesDice(count=nodes.NumberLiteral(word=word), dice=nodes.Dice() as dice):
            return throw_of(nodes.Dice(dice.span, nodes.Word(dice.span, f"{word.text}{dice.word.text}")))
        case nodes.HighestOf(amount=amount) | nodes.LowestOf(amount=amount):
            inner = throw_of(amount)
            pick: Pick = "highest" if isinstance(node, nodes.HighestOf) else "lowest"
            return Throw(inner.count, inner.sides, pick) if inner is not None else None
        case (
            nodes.KeepHighest(kept=nodes.NumberLiteral(word=word), amount=amount)
            | nodes.KeepLowest(kept=nodes.NumberLiteral(word=word), amount=amount)
        ) if word.text.isdecimal():
            inner = throw_of(amount)
            pick = "highest" if isinstance(node, nodes.KeepHighest) else "lowest"
            return Throw(inner.count, inner.sides, (pick, int(word.text))) if inner is not None else None
        case nodes.Grouped(inner=part):
            return throw_of(part)
        case nodes.Roll(dice=dice, shift=shift) | nodes.Check(dice=dice, shift=shift):
            thrown, added = throw_of(dice), _added(shift)
            return Throw(thrown.count, thrown.sides, thrown.pick, added) if thrown and added is not None else None
    return None


def _added(shift: nodes.Node | None) -> int | None:
    """Give what is added to dice, where that is a number that is written out."""
    match shift:
        case None:
            return 0
        case nodes.ShiftedUp(amount=nodes.NumberLiteral(word=word)) if Fraction(word.text).denominator == 1:
            return int(Fraction(word.text))
        case nodes.ShiftedDown(amount=nodes.NumberLiteral(word=word)) if Fraction(word.text).denominator == 1:
            return -int(Fraction(word.text))
    return None


def chances_in_questions(ruleset: Ruleset, roll: Element) -> Iterator[Chances]:
    """Count what a roll comes to in the standard questions that come to it, those of its own rule first."""
    rule = ruleset.declared.rules.get(roll.holder)
    if rule is None:
        return
    asked, calls = set[str](), calls_of(ruleset.checked)
    every = sorted(questions_in(ruleset.declared), key=lambda each: each[0].of != rule.address)
    for question, place in every:
        name = question.question.partition("[")[0]  # of a grid its first case is enough
        if len(asked) == MOST_ASKED:
            return
        if name in asked or question.of not in ruleset.declared.rules:
            continue
        if rule.address not in calls.to_reach([question.of]):
            continue
        asked.add(name)
        found = _asked(ruleset, question, place, _label(roll, question.of == rule.address))
        if found is not None:
            yield found


def _label(roll: Element, is_own: bool) -> str:
    """Give what a roll is called where it is to be shown: of a check how often it succeeds."""
    name = roll.name if is_own else f"{roll.parent.rpartition('.')[2]}.{roll.name}"
    return f"{name}.successes" if isinstance(roll.thing, nodes.Check) else name


def _asked(ruleset: Ruleset, question: shapes.Question, place: Place, label: str) -> Chances | None:
    about = question.changed({"show": [label]})
    try:
        (odds,) = answered(ruleset.only({question.of}), about, place, BUDGET)
    except (UnanswerableError, RulesFaultError):  # too much to count, or it cannot be shown: then nothing is said
        return None
    title = odds.titles[0]
    heading = f"`{label}` in the question `{question.question}` ({question.title})"
    return Chances(heading, tuple(odds.of_column(title)), odds.mean_of(title))
