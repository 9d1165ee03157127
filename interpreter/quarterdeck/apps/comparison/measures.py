"""The same asked of several games: a measure for a pair, along distances; counted exactly, or played where not.

In: rulesets with their `ComparisonBook`s. Out: `MeasureCompared`. Each answer has the command that asks it again. What
is not rolled or reached in a case counts as nothing there; several values of one column are added up.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.analysis.trial.rounds import asked_rounds
from quarterdeck.apps.comparison.report import (
    AnswerMeasured,
    AnswersOfGame,
    ColumnHere,
    MeasureCompared,
    NumberMeasured,
    NumberOfMeasure,
    PairMeasured,
)
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.engine.odds.answers import chosen
from quarterdeck.engine.odds.count import BudgetError
from quarterdeck.engine.odds.odds_questions import Odds, Shown
from quarterdeck.engine.odds.sampling import Z, interval, ranks_of, root, rounded
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.language.declarations.types import Number
from quarterdeck.language.documents import shapes
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.workspace.ruleset.comparison import ComparisonBook, ComparisonEntry
from quarterdeck.workspace.ruleset.rounds import TURN, Rounds
from quarterdeck.workspace.ruleset.rule_question import Facts, RuleQuestion
from quarterdeck.workspace.ruleset.ruleset import Ruleset

BUDGET = 1_000_000
"""So much work is done to count one answer before it is played instead."""
SAMPLE = 2_000
PLAYS = 100
"""So often turns are carried out one after another until something holds."""
SEED = 1
NOTHING_SHOWN = Odds("", (), (), 1, 0)
Progress = Callable[[str], None]


class UnfitError(Exception):
    """A game has no answer to a question; the argument says why."""


@dataclass(frozen=True)
class WayToAnswer:
    """How questions are answered: so many steps of counting each, and so many plays where that is not enough.

    `plays` are those of what is carried out turn after turn.
    """

    budget: int = BUDGET
    sample: int = SAMPLE
    plays: int = PLAYS
    progress: Progress = lambda _words: None


@dataclass(frozen=True)
class AskedGame:
    """A game that is asked."""

    ruleset: Ruleset
    book: ComparisonBook

    @property
    def name(self) -> str:
        """Give the name as it was asked for."""
        return self.ruleset.name


def compared(name: str, games: Sequence[AskedGame], manner: WayToAnswer) -> MeasureCompared:
    """Ask a measure of all games; pairs of which no game knows anything are left out."""
    defined = [one.book.vocabulary for one in games if name in one.book.vocabulary.measures]
    measure = defined[0].measures[name]
    titles: dict[str, str] = {}
    for known in defined:
        for pair in known.measures[name].pairs:
            if pair in known.pairs:
                titles.setdefault(pair, known.pairs[pair].title or pair)
    pairs = [
        PairMeasured(pair, title, tuple(answers_of(one, name, measure, pair, manner) for one in games))
        for pair, title in titles.items()
    ]
    along = measure.along
    return MeasureCompared(
        name,
        measure.title,
        measure.about,
        measure.topic,
        along.title if along else None,
        along.unit if along else None,
        measure.until.minutes if measure.until else None,
        tuple(number_of(number, said) for number, said in measure.numbers.items()),
        tuple(pair for pair in pairs if any(game.answers for game in pair.games)),
    )


def number_of(name: str, said: shapes.NumberAsked) -> NumberOfMeasure:
    """Give what a number of a measure is called, and what it is."""
    quarters = said.quarters if said.gives == "time" else None
    return NumberOfMeasure(name, said.title, said.unit, said.gives, said.where, quarters)


def answers_of(game: AskedGame, name: str, measure: shapes.Measure, pair: str, manner: WayToAnswer) -> AnswersOfGame:
    """Give what a game answers for a pair, or why it cannot."""
    book = game.book
    here = book.said("measures").get(name)
    cannot = book.said("cannot")
    said = cannot.get(f"{name}/{pair}") or (cannot.get(name) if here is None else None)
    own = book.vocabulary.measures.get(name)
    reason = ""
    if said is not None:
        reason = said.shape
    elif here is None:
        reason = f"its comparison.yaml does not say how `{name}` is asked in it"
    elif own is None or own.changed({"pairs": []}) != measure.changed({"pairs": []}):
        reason = f"its comparison.yaml defines another measure `{name}`"
    elif pair not in own.pairs or pair not in book.vocabulary.pairs:
        reason = f"its comparison.yaml has no pair `{pair}`"
    if here is None or reason:
        return AnswersOfGame(game.name, None, (), reason, None, (), ())
    each_turn = () if measure.until is None else (here.shape.of, *(one.of for one in here.shape.each_turn))
    columns = tuple(
        ColumnHere(
            column,
            here.shape.show.get(column, ""),
            here.shape.means.get(column, words) if column in here.shape.show else "",
            here.shape.not_shown.get(column, ""),
        )
        for column, words in measure.columns.items()
    )
    try:
        manner.progress(f"{measure.title}: {game.name}, {book.vocabulary.pairs[pair].title or pair}")
        answers = tuple(answers_along(game, here, measure, pair, manner))
    except UnfitError as error:
        return AnswersOfGame(game.name, here.shape.of, each_turn, str(error), None, columns, ())
    return AnswersOfGame(game.name, here.shape.of, each_turn, None, here.shape.ends_because, columns, answers)


def answers_along(
    game: AskedGame, here: ComparisonEntry, measure: shapes.Measure, pair: str, manner: WayToAnswer
) -> Iterator[AnswerMeasured]:
    """Ask a pair at each distance that the game can have.

    Raises:
        UnfitError: the question does not fit the game.
    """
    if measure.along is None:
        yield answer(game, here, measure, pair, None, None, manner)
        return
    for value in measure.along.of_pairs.get(pair, measure.along.values):
        at = game.book.own_distance(measure.along, value)
        if at is None:
            raise UnfitError(f"its comparison.yaml does not define its {measure.along.scale}")
        facts = game.book.facts(here, pair, at)
        if here.shape.asked_while is not None and not can_be_asked(game.ruleset, here.shape, facts):
            return
        yield answer(game, here, measure, pair, value, at, manner)


def can_be_asked(ruleset: Ruleset, here: shapes.MeasureHere, facts: Facts) -> bool:
    """Tell whether a question can be asked of a situation, by what the game says of that.

    Raises:
        UnfitError: the facts, or what is said, do not fit.
    """
    put, shown = put_and_shown(ruleset, here.of, facts, {"asked_while": here.asked_while or ""})
    return bool(shown[0].value(put.situation.state))


def answer(
    game: AskedGame,
    here: ComparisonEntry,
    measure: shapes.Measure,
    pair: str,
    value: int | None,
    at: Fraction | None,
    manner: WayToAnswer,
) -> AnswerMeasured:
    """Ask once, and read the numbers off.

    Raises:
        UnfitError: the question does not fit the game.
    """
    facts = game.book.facts(here, pair, at)
    if measure.until is None:
        odds = answered(game.ruleset, here.shape.of, facts, here.shape.show, manner)
    else:
        odds = carried_out(game, here, facts, game.book.rounds(here, measure.until, pair, at), manner.plays)
    minutes = game.book.minutes_each_turn()
    numbers = (number_told(number, said, odds, minutes) for number, said in measure.numbers.items())
    question = "/".join([str(here.path[-1]), pair, *([str(value)] if value is not None else [])])
    command = command_for(game.name, question, odds.sampled)
    return AnswerMeasured(value, at, odds.sampled, command, tuple(numbers))


# --- asking


def answered(ruleset: Ruleset, address: str, facts: Facts, show: Mapping[str, str], manner: WayToAnswer) -> Odds:
    """Count what comes of a rule, all columns together; play it where counting is too much.

    Raises:
        UnfitError: the facts, or what is shown, do not fit.
    """
    put, shown = put_and_shown(ruleset, address, facts, show)
    by = chosen(facts.choices, put.situation) if isinstance(facts.choices, Mapping) and facts.choices else None
    try:
        try:
            return next(iter(put.count(shown, answer=by, budget=manner.budget)), NOTHING_SHOWN)
        except (BudgetError, NotCountedError):
            return put.sample(shown, manner.sample, SEED, by)
    except RefusedError as error:
        raise UnfitError(error.findings[0].message) from None


def carried_out(game: AskedGame, here: ComparisonEntry, facts: Facts, rounds: Rounds | None, plays: int) -> Odds:
    """Carry turns out until what ends them holds, so many times.

    Raises:
        UnfitError: they do not fit the game, or it has no time that they take.
    """
    if rounds is None:
        raise UnfitError("its comparison.yaml does not give the minutes of a turn")
    try:
        return asked_rounds(game.ruleset, here.shape.of, facts, rounds, here.shape.show).played(plays, SEED)
    except RefusedError as error:
        raise UnfitError(error.findings[0].message) from None
    except RulesFaultError as error:
        raise UnfitError(str(error.args[0])) from None


def put_and_shown(
    ruleset: Ruleset, address: str, facts: Facts, show: Mapping[str, str]
) -> tuple[RuleQuestion, list[Shown]]:
    """Put a rule into its situation, and give what is shown of it.

    Raises:
        UnfitError: the facts, or what is shown, do not fit.
    """
    try:
        put = RuleQuestion.of(ruleset, address, facts)
        return put, put.shown(show.items())
    except RefusedError as error:
        raise UnfitError(error.findings[0].message) from None


def command_for(game: str, question: str, sampled: int) -> str:
    """Give the command that asks the same again.

    >>> command_for("marbles", "throw/ann_ben/3", 0)
    'quarterdeck odds marbles --of throw/ann_ben/3'
    """
    played = ["--sample", str(sampled), "--seed", str(SEED)] if sampled else []
    return shlex.join(["quarterdeck", "odds", game, "--of", question, *played])


# --- reading numbers off


def number_told(name: str, wanted: shapes.NumberAsked, odds: Odds, minutes: Fraction | None) -> NumberMeasured:
    """Read a number off an answer; nothing where the column is not shown, or the case never comes."""
    known = {title: at for at, title in enumerate(odds.titles)}
    if wanted.gives == "time":
        return time_told(name, wanted.quarters, odds, minutes)
    if wanted.of not in known or (wanted.each_minute and minutes is None):
        return NumberMeasured(name, None, None, None)
    column, only = known[wanted.of], known.get(wanted.where or "")
    cases = [
        (as_number(values[column]), weight)
        for values, (_, weight) in zip(odds.values, odds.rows, strict=True)
        if only is None or as_number(values[only]) > 0
    ]
    all_of = sum(weight for _, weight in cases)
    if not all_of:
        return NumberMeasured(name, None, None, None)
    if wanted.gives == "chance":
        count = sum(weight for value, weight in cases if value > 0)
        low, high = interval(count, all_of) if odds.sampled else (None, None)
        return NumberMeasured(name, Fraction(count, all_of), low, high)
    each = minutes if wanted.each_minute and minutes is not None else Fraction(1)
    mean = sum((value * weight for value, weight in cases), Fraction()) / all_of
    if not odds.sampled:
        return NumberMeasured(name, mean / each, None, None)
    error = sum(((value - mean) ** 2 * weight for value, weight in cases), Fraction()) / (all_of * max(1, all_of - 1))
    half = Z * root(error)
    return NumberMeasured(name, mean / each, rounded((mean - half) / each), rounded((mean + half) / each))


def time_told(name: str, quarters: int, odds: Odds, minutes: Fraction | None) -> NumberMeasured:
    """Give the time by which so many quarters of all plays had come to their end, with its interval."""
    place, times = odds.titles.index(TURN), list[int | None]()
    for values, (_, weight) in zip(odds.values, odds.rows, strict=True):
        turn = values[place]
        times += [turn if isinstance(turn, int) else None] * weight
    if minutes is None:
        return NumberMeasured(name, None, None, None)
    low_rank, rank, high_rank = ranks_of(len(times), quarters)
    ordered = sorted(times, key=lambda turn: (turn is None, turn or 0))
    low, value, high = (
        turn * minutes if turn is not None else None
        for turn in (ordered[low_rank] if low_rank >= 0 else 0, ordered[rank], [*ordered, None][high_rank])
    )
    last = odds.kinds[place]
    later_than = None if high is not None or not isinstance(last, Number) else Fraction(last.high) * minutes
    return NumberMeasured(name, value, low, high, later_than)


def as_number(value: Plain) -> Fraction:
    """Give a value of a column as a number: yes is one, what is not there nothing, a list the sum of its values."""
    if isinstance(value, list):
        return sum(map(as_number, value), Fraction())
    if value is None or isinstance(value, dict):
        return Fraction()
    return Fraction(value) if isinstance(value, bool) else decimals.read(value) or Fraction()
