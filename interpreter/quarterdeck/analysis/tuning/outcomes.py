"""A named outcome of a question as one exact number: the chance of something, or a mean.

In: a ruleset, the question, and the outcome as `chance(target.wet)`, `mean(target.wet)`, or what is shown by itself.
Out: a fraction, of the ruleset as it is and of one in which a number is another. What is counted of either is what
`odds` counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from quarterdeck.analysis.diff.impact import WORD, ProgramParts
from quarterdeck.backends.python.faults import told_with_rule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.engine.odds.answers import ANSWERS, chosen, default
from quarterdeck.engine.odds.choices import Policy, UndecidedError
from quarterdeck.engine.odds.count import BudgetError
from quarterdeck.engine.odds.odds_questions import Odds, Shown
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.program.form.dataflow import CalledPart, Touched, called
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.workspace.alterations.altered_ruleset import ValueRefusedError, VariedRuleset
from quarterdeck.workspace.alterations.numbers import WrittenNumber, as_decided
from quarterdeck.workspace.ruleset.rule_question import Facts, RuleQuestion
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Fold = Literal["chance", "mean"]
OUTCOME = re.compile(r"\s*(?P<fold>chance|mean)\s*\((?P<of>.*)\)\s*", re.DOTALL)
THE_QUESTION = "the question"
BUDGET = 3_000_000
"""So much work may be done to count one answer."""
WRITTEN = "write `chance(CONDITION)` or `mean(NUMBER)`"


class OutcomeError(UserError):
    """An outcome is invalid, or is not a number here; the argument is the message for the user."""


class NoOutcomeError(OutcomeError):
    """The outcome is not a number; the argument is the reason."""

    sort = "uncounted"


@dataclass(frozen=True)
class NamedOutcome:
    """An outcome: the chance of a condition, or the mean of a number, each an expression of the rules."""

    fold: Fold
    of: str

    def __str__(self) -> str:
        return f"{self.fold}({self.of})"

    @property
    def is_share(self) -> bool:
        """Tell whether it lies between 0 and 1."""
        return self.fold == "chance"


@dataclass(frozen=True)
class OutcomeQuestion:
    """What is counted: a rule with facts, who decides, what is shown by its title, and how much may be counted."""

    address: str
    facts: Facts
    columns: Mapping[str, str] = field(default_factory=dict)
    decider: str = ""
    budget: int = BUDGET

    def put_to(self, ruleset: Ruleset) -> RuleQuestion:
        """Put the question to a ruleset.

        Raises:
            RefusedError: the facts do not fit.
        """
        return RuleQuestion.of(ruleset, self.address, self.facts)


@dataclass
class OutcomeCounter:
    """Counts one outcome of a ruleset as it is, and with numbers changed.

    Raises:
        RefusedError: the facts do not fit the ruleset, or the outcome is no expression there.
    """

    ruleset: Ruleset
    question: OutcomeQuestion
    outcome: NamedOutcome

    @cached_property
    def put(self) -> RuleQuestion:
        """Give the question put to the ruleset as it is."""
        return self.question.put_to(self.ruleset)

    @cached_property
    def wanted(self) -> frozenset[str]:
        """Give what programs must hold; all, where a cell of a table is given or the whole is asked for."""
        return wanted_for(self.put, [self.outcome.of], self.question.facts)

    @cached_property
    def parts(self) -> ProgramParts:
        """Give the parts of the program with what they make use of."""
        return ProgramParts(self.put.built.program)

    @cached_property
    def named_in_outcome(self) -> frozenset[CalledPart]:
        """Give the rules and tables whose names stand in the outcome."""
        return parts_named(self.parts.own, [self.outcome.of])

    @cached_property
    def distances(self) -> dict[Touched, int]:
        """Give the parts that the question comes to, by how many calls lie between; what sets it up counts as one."""
        found: dict[Touched, int] = dict.fromkeys([called(self.question.address), *self.named_in_outcome], 0)
        setups = ("roster ", f"scenario {self.question.facts.situation}")
        found |= {one: 1 for one in self.parts.own if one.address.startswith(setups) and one not in found}
        waiting = list(found)
        for name in waiting:
            uses = self.parts.uses.get(name, ()) if isinstance(name, CalledPart) else ()
            more = [used for used in uses if used not in found]
            found.update(dict.fromkeys(more, found[name] + 1))
            waiting += more
        return found

    def distance(self, number: WrittenNumber) -> int | None:
        """Give how many calls lie between the question and a number; nothing where it does not come to it.

        What begins a game is read wherever it is folded in: that is found out by building it otherwise.
        """
        sort, key = number.holder
        if number.is_setting:
            return 0
        names = {"rule": called(key), "table": CalledPart("table", key), "phase": called(f"turn.{key}")}
        return self.distances.get(names[sort])

    def decided(self, number: WrittenNumber) -> WrittenNumber:
        """Give a number as it counts in the question, which may decide it, or be asked of a scenario that does."""
        facts = self.question.facts
        return as_settled(self.ruleset.declared, facts.situation, facts.options, facts.constants, number, THE_QUESTION)

    @cached_property
    def today(self) -> Fraction:
        """Count it as the rules are.

        Raises:
            NoOutcomeError: it has no number.
        """
        return self.number_of(self.question.put_to(self.ruleset.only(self.wanted)))

    def with_value(self, number: WrittenNumber, value: Fraction) -> Fraction:
        """Count it with a number changed.

        Raises:
            NoOutcomeError: the checks refuse the value, or it has no number then.
        """
        try:
            varied = VariedRuleset.of(self.ruleset, number, value).only(self.wanted)
        except ValueRefusedError as error:
            raise NoOutcomeError(str(error)) from None
        try:
            put = self.question.put_to(varied)
        except RefusedError as error:
            raise NoOutcomeError(next(iter(error.findings)).message) from None
        try:
            return self.number_of(put)
        except UndecidedError as error:
            raise NoOutcomeError(f"the rule then asks for a decision at {error}") from None

    def number_of(self, put: RuleQuestion) -> Fraction:
        """Count it of a question that is put.

        Raises:
            NoOutcomeError: it has no number.
            RefusedError: it is no expression there, or reads what nobody gave.
            UndecidedError: the rule asks for a decision, and there is no decider.
        """
        shown, answer = shown_of(put, self.outcome), answer_of(put, self.question)
        how: dict[str, Any] = {"in_span": self.put.effects_wait, "answer": answer, "budget": self.question.budget}
        try:
            (odds,) = put.count([shown], **how)
        except BudgetError as error:
            raise NoOutcomeError(str(error)) from None
        except (NotCountedError, RulesFaultError) as error:
            raise NoOutcomeError(told_with_rule(error)) from None
        return number_in(odds, self.outcome)


def as_settled(
    declared: Declared,
    scenario: str,
    options: Mapping[str, Any],
    constants: Mapping[str, Any],
    number: WrittenNumber,
    by: str,
) -> WrittenNumber:
    """Give a number as it counts in a scenario, where there is one, and where somebody decides settings besides."""
    if scenario in declared.scenarios:
        shape = declared.scenarios[scenario].shape
        number = as_decided(number, {"option": shape.options, "constant": shape.constants}, f"the scenario {scenario}")
    return as_decided(number, {"option": options, "constant": constants}, by)


def parts_named(parts: Iterable[CalledPart], shown: Iterable[str]) -> frozenset[CalledPart]:
    """Give the parts of a program, rules and tables, whose names stand in what is shown."""
    words = {word for text in shown for word in WORD.findall(text)}
    return frozenset(part for part in parts if part.address.rpartition(".")[2] in words)


def wanted_for(put: RuleQuestion, shown: Iterable[str], facts: Facts) -> frozenset[str]:
    """Give what a program must hold to answer a question; nothing where that is all of it, as cells are given."""
    if facts.cells:
        return frozenset()
    program = put.built.program
    parts = (called(address) for address in (*program.routines, *program.turn.nodes))
    tables = (CalledPart("table", name) for name in (*program.value_tables, *program.acting_tables))
    named = {part.address for part in parts_named([*parts, *tables], shown)}
    setup = [f"scenario {facts.situation}"] if facts.situation else []
    return frozenset([put.address, *setup, *named])


def answer_of(put: RuleQuestion, question: OutcomeQuestion) -> Policy | None:
    """Give the policy: the answers in the facts first, then the named decider."""
    choices, by = question.facts.choices, ANSWERS.get(question.decider)
    if not isinstance(choices, Mapping) or not choices:
        return by
    return chosen(choices, put.situation, by or default)


def shown_of(put: RuleQuestion, outcome: NamedOutcome) -> Shown:
    """Give what is to be shown for an outcome.

    Raises:
        RefusedError: it is no expression there.
    """
    (shown,) = put.shown([(outcome.of, outcome.of)])
    return shown


def number_in(odds: Odds, outcome: NamedOutcome) -> Fraction:
    """Give the number that an outcome comes to.

    Raises:
        NoOutcomeError: it never has a value.
    """
    if outcome.fold == "chance":
        yes = sum(weight for (_, weight), (value,) in zip(odds.rows, odds.values, strict=True) if value is True)
        return Fraction(yes, odds.below)
    mean = odds.mean_of(odds.titles[0])
    if mean is None:
        raise NoOutcomeError(f"{outcome.of} never has a value")
    return mean


def outcome_named(ruleset: Ruleset, question: OutcomeQuestion, said: str) -> NamedOutcome:
    """Give the outcome that is meant: as it is said, or the only one that the question shows.

    What is shown may go by its title or its expression alone: of what is so or not the chance is meant, of a number the
    mean.

    Raises:
        OutcomeError: several could be meant, or what is said has no chance and no mean.
        RefusedError: it is no expression there, or the facts do not fit.
    """
    put = question.put_to(ruleset)
    if not said:
        shown = [plain_outcome(put, text) for text in question.columns.values()]
        known = [one for one in shown if one is not None]
        if len(known) == 1:
            return known[0]
        hint = f"it shows {', '.join(map(str, known))}" if known else WRITTEN
        raise OutcomeError(f"name an outcome of {question.address}: {hint}")
    match = OUTCOME.fullmatch(said)
    text = match["of"].strip() if match else said.strip()
    text = question.columns.get(text, text)
    plain = plain_outcome(put, text)
    if plain is None or (match and match["fold"] != plain.fold):
        wanted = {"chance": "no condition", "mean": "no number"}
        why = f"is {wanted[match['fold']]}" if match else "is neither a number nor a condition"
        raise OutcomeError(f"{text} {why}: {WRITTEN}")
    return plain


def plain_outcome(put: RuleQuestion, text: str) -> NamedOutcome | None:
    """Give the outcome of something shown: a chance where it is so or not, of a number its mean; else nothing.

    Raises:
        RefusedError: it is no expression there.
    """
    kind = shown_of(put, NamedOutcome("mean", text)).kind
    if isinstance(kind, types.Boolean):
        return NamedOutcome("chance", text)
    return NamedOutcome("mean", text) if isinstance(kind, types.Number | types.Ratio) else None
