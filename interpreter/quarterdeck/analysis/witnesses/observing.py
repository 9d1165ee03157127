"""Carry a rule out on one ruleset under given dice, and note what came of it by what brought it.

In: a ruleset, a rule, facts and a `Fall`. Out: `Observed`, by points that other rulesets have too: they name rules and
things and no place in a state. A choice is answered as the facts say, else by its default, else by its first option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from quarterdeck.analysis.trial.answer_labels import LabelledDice, ScriptedChoices
from quarterdeck.analysis.trial.assertions import changes_of
from quarterdeck.analysis.trial.requests import Answer
from quarterdeck.analysis.trial.rule_trial import RuleTrial, Tried
from quarterdeck.analysis.trial.spelling import shown
from quarterdeck.analysis.witnesses.falls import Fall
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.happenings import Refused, Rolled
from quarterdeck.engine.run.offer import Offer
from quarterdeck.engine.run.partly_known import UngivenField, fields_at
from quarterdeck.engine.run.plain_values import Plain, plain_value
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import is_declined
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.workspace.ruleset.rule_question import Facts, RuleQuestion, situated
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Sort = Literal["gives", "adds", "total", "permits", "refuses", "comes to"]
"""What a rule gives; what a modifier adds; what a roll comes to; whether an option is allowed; whether a requirement at
the head of a rule refuses it; what a field comes to."""
Point = tuple[Sort, str, int, str]
"""What is noted: its sort, an address or `thing.field`, for which time, and a part: a modifier, or an option."""
MOST_OPTIONS = 40
"""So many options of a choice are noted; of more, the first."""


@dataclass(frozen=True)
class NotedValue:
    """A value that came up: as plain data, in words as an example writes it, and as a number where it is one.

    `low` and `high` are the ends of the type of a number, where it has some that things are stopped at.
    """

    value: Plain
    words: str
    number: Fraction | None = None
    low: Fraction | None = None
    high: Fraction | None = None


YES, NO = NotedValue(value=True, words="yes"), NotedValue(value=False, words="no")


@dataclass(frozen=True)
class Observed:
    """What came of a rule: by points, with the dice and answers that it took, by their labels, and what it began with.

    `before` has for each field that came to something else what it was.
    """

    points: Mapping[Point, NotedValue]
    before: Mapping[Point, NotedValue]
    dice: Mapping[str, list[int | str]]
    choices: Mapping[str, list[Plain]]
    ungiven: tuple[UngivenField, ...] = ()


class FirstChoices(ScriptedChoices):
    """Decisions that are named; what is not takes its default, else the first option, so that something happens."""

    def unnamed(self, question: Question) -> Any:
        """Give what is chosen where nothing is said of it."""
        answers = list(question.answers())
        if question.default is not None and question.default in answers:
            return question.default
        return answers[0] if answers else super().unnamed(question)


@dataclass(frozen=True)
class Observer:
    """Carries rules of one ruleset out."""

    ruleset: Ruleset

    def put(self, addresses: Sequence[str], facts: Facts) -> tuple[RuleQuestion, ...]:
        """Put rules into their situation, to be carried out one after another; none where the facts do not fit.

        What is an input of one of them is left to that.
        """
        findings = Findings()
        found = situated(self.ruleset, facts, findings, addresses)
        puts = []
        for address in addresses if found is not None else ():
            assert found is not None
            put = RuleQuestion(self.ruleset, found[0], address, found[1], [], facts)
            arguments = put.inputs_among(addresses, findings)
            if arguments is None:
                return ()
            puts.append(replace(put, arguments=arguments))
        return tuple(puts)

    def observed(self, addresses: Sequence[str], facts: Facts, way: int) -> Observed | None:
        """Carry rules out; nothing where the facts do not fit, or it cannot be carried out to its end."""
        puts = self.put(addresses, facts)
        return self.of(puts, way) if puts else None

    def of(self, puts: Sequence[RuleQuestion], way: int) -> Observed | None:
        """Carry out rules that were put into their situation."""
        first = puts[0]
        fall = Fall(first.built.program, way, first.address)
        dice = LabelledDice(first.built.program, first.address, {}, fall)
        trial, steps = RuleTrial(first.built, first.situation, dice, FirstChoices(first.facts.choices)), list[Tried]()
        for put in puts:
            dice.asked = fall.asked = put.address
            try:
                tried = trial.run(put.address, put.arguments)
            except (RulesFaultError, LookupError, ArithmeticError):
                return None
            if tried.ungiven:
                return Observed({}, {}, {}, {}, fields_at(tried.before, tried.ungiven))
            if tried.problems:
                return None
            steps.append(tried)
        answer = Answer(tuple(steps), (), (), first.built)
        offers = [offer for one in steps for offer in one.offers]
        points = dict(points_in(answer, offers))
        return Observed(points, dict(begun(answer.whole)), fall.labels(), answers_of(trial.situation, offers))


def completed(observers: Sequence[Observer], addresses: Sequence[str], facts: Facts, rounds: int = 6) -> Facts | None:
    """Give facts with a value for every field that one of the rulesets reads and that nobody gave any.

    Nothing where the facts do not fit one of them.
    """
    for _ in range(rounds):
        missing: dict[str, str] = {}
        for observer in observers:
            found = observer.observed(addresses, facts, 0)
            if found is None:
                return None
            missing |= {one.name: one.example for one in found.ungiven}
        if not missing:
            return facts
        facts = facts.with_answers({name: as_given(text) for name, text in missing.items()})
    return None


def as_given(text: str) -> Plain:
    """Return the plain data of a value that is written as facts are."""
    if text.startswith("["):
        return [int(part) for part in text.strip("[]").split(",")]
    return int(text) if text.lstrip("-").isdecimal() else text


# --- what is noted


def points_in(answer: Answer, offers: Sequence[Offer]) -> Iterator[tuple[Point, NotedValue]]:
    """Give everything that came of rules, by what brought it."""
    for step in answer.steps:
        if step.result_type is not None and step.result is not None:
            yield ("gives", step.address, 1, ""), noted(step.before, step.result_type, step.result)
    times: dict[str, int] = {}
    for event in answer.happened:
        match event:
            case Rolled(address=address, total=total, modifiers=modifiers):
                times[address] = time = times.get(address, 0) + 1
                yield ("total", address, time, ""), of_number(Fraction(total))
                for one in modifiers:
                    yield ("adds", address, time, one.address), of_number(Fraction(one.by if one.applied else 0))
            case Refused(address=address):
                yield ("refuses", address, 1, ""), NotedValue(value=True, words="yes")
    whole = answer.whole
    yield from _offered(whole.after, offers)
    for key, changed in answer.changes.items():
        if changed.field:
            held = whole.before.program.layout.types[changed.field]
            yield ("comes to", key, 1, ""), noted(whole.after, held, changed.now)
        else:
            yield ("comes to", key, 1, ""), NotedValue(bool(changed.now), "in play" if changed.now else "gone")


def begun(tried: Tried) -> Iterator[tuple[Point, NotedValue]]:
    """Give what the fields that came to something else were before."""
    program = tried.before.program
    for key, changed in changes_of(tried).items():
        if changed.field:
            held = program.layout.types[changed.field]
            yield ("comes to", key, 1, ""), noted(tried.before, held, changed.was)
        else:
            yield ("comes to", key, 1, ""), NotedValue(bool(changed.was), "in play" if changed.was else "not in play")


def _offered(situation: Situation, offers: Sequence[Offer]) -> Iterator[tuple[Point, NotedValue]]:
    times: dict[str, int] = {}
    for offer in offers:
        times[offer.address] = time = times.get(offer.address, 0) + 1
        for option in offer.options[:MOST_OPTIONS]:
            yield ("permits", offer.address, time, offer.worded(situation, option)), YES
        for one in offer.refused[:MOST_OPTIONS]:
            yield (
                ("permits", offer.address, time, offer.worded(situation, one.option)),
                NotedValue(value=False, words="no"),
            )


def answers_of(situation: Situation, offers: Sequence[Offer]) -> dict[str, list[Plain]]:
    """Give the answers that were given, each choice by its rule and its name."""
    found: dict[str, list[Plain]] = {}
    for offer in offers:
        if offer.answer is not None:
            label = ".".join(offer.address.split(".")[-2:])
            if is_declined(offer.type, offer.answer):  # to stop is no thing, and has no plain value
                said: Plain = offer.worded(situation, offer.answer)
            else:
                said = plain_value(situation.program, offer.known_as, offer.type, offer.answer)
            found.setdefault(label, []).append(said)
    return found


def noted(situation: Situation, kind: Type, value: Any) -> NotedValue:
    """Note a value of a type."""
    plain = plain_value(situation.program, situation.known_as, kind, value)
    number = None
    if isinstance(kind, types.Numeric) and not isinstance(value, list | tuple):
        number = value if isinstance(value, Fraction) else types.number_at(kind, int(value))
        return NotedValue(plain, shown(situation, kind, value), number, Fraction(kind.low), Fraction(kind.high))
    return NotedValue(plain, shown(situation, kind, value), number)


def plain_of(noted: NotedValue | None) -> Plain:
    """Give a value that came up as plain data."""
    return None if noted is None else noted.value


def of_number(number: Fraction) -> NotedValue:
    """Note a number."""
    text = types.shown(number)
    return NotedValue(int(number) if number.denominator == 1 else text, text, number)


def with_answers(facts: Facts, seen: Observed) -> Facts:
    """Give facts with the dice and answers that a rule took, so that it does the same again."""
    return replace(facts, dice=dict(seen.dice), choices=dict(seen.choices))
