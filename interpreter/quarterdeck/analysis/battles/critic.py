"""Criticise a doctrine: play on from decisions of bots, once as advised and once otherwise, on the same dice.

In: a contest with bots, and how many decisions and pairs. Out: a `Critique`: for each choice, how much more or less
often a side wins that answers otherwise. The other answer is drawn from those that the advice values next, so only from
what the side can see: what is hidden from it does not bias the result.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from quarterdeck.analysis.battles.contest import Contest, seed_of
from quarterdeck.analysis.battles.intervals import Interval, mean, mean_within
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.errors import UserError
from quarterdeck.base.plain_data import Count, DataRecord, FromOne
from quarterdeck.engine.deciders.advised import WeighingDecider, best_answer, value_of
from quarterdeck.engine.deciders.scripted import ScriptFaultError
from quarterdeck.engine.run.dice import SeededDice, mixed
from quarterdeck.engine.run.game import Context, GameResult, play
from quarterdeck.engine.run.questions import Decider, Question
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.words import is_declined
from quarterdeck.language.checks.reach import is_value_of_a_position
from quarterdeck.language.declarations.types import Boolean, EnumType

NEXT_BEST = 3
"""The other answer is one of so many that the advice values next."""
OTHERWISE = "another answer"


@dataclass(frozen=True)
class CriticWanted:
    """What to play: battles to take decisions from, decisions to examine, and pairs of games for each."""

    battles: int
    decisions: int
    pairs: int
    turns: int = 0
    """The turns to play on for; then the advice judges the position. 0 plays to the end."""


class NoValueError(UserError):
    """The ruleset does not say what a position is worth; the argument is the message."""


class EnoughTurns(Exception):  # noqa: N818 - nothing is wrong
    """As many turns have been played as were wanted."""


@dataclass
class ShortContext(Context):
    """A game that stops after a turn; 0 for none."""

    final_turn: int = 0

    def turn_over(self, turn: int) -> None:
        """Stop after the last turn that is wanted."""
        if self.final_turn and turn >= self.final_turn:
            raise EnoughTurns


@dataclass(frozen=True)
class OtherAnswer:
    """Another answer than the advised one: the shares of games won with either, and the difference with its interval.

    If games are not played to their end, the share is that of the side in the value of the position.

    `loses` is true where the whole interval is above zero: there the doctrine loses games.
    """

    of: str
    instead: str
    decisions: FromOne
    pairs: FromOne
    advised: Fraction
    other: Fraction
    gain: Fraction
    interval: Interval
    loses: bool


@dataclass(frozen=True)
class Critique(DataRecord):
    """Where a doctrine loses: other answers by what they win or lose, the largest gain first.

    `failed` counts the games that could not be completed. A drawn game counts as half won.
    """

    game: str
    scenario: str
    seed: int
    battles: FromOne
    decisions: Count
    pairs: FromOne
    turns: Count
    answers: tuple[OtherAnswer, ...]
    failed: Count
    fault: str


@dataclass(frozen=True)
class Decision:
    """A decision of a bot: the battle, what its record holds before, the answer, and the other one with its words."""

    battle: int
    number: int
    side: int
    address: str
    turn: int
    answer: Any
    other: Any
    instead: str


@dataclass
class NotingBot:
    """A bot that notes its decisions by address: of many at one address, a fair draw."""

    bot: WeighingDecider
    battle: int
    most: int
    draw: random.Random
    noted: dict[str, list[Decision]]
    seen: dict[str, int]

    def decide(self, question: Question) -> Any:
        """Return the bot's answer."""
        value = value_of(question)
        if value is None:
            return self.bot.decide(question)
        answer, at = best_answer(question, value), question.site.address
        others = sorted((one for one in question.worth_weighing() if one != answer), key=value, reverse=True)
        if others:
            seen = self.seen[at] = self.seen.get(at, 0) + 1
            place, kept = self.draw.randrange(seen), self.noted.setdefault(at, [])
            if len(kept) < self.most or place < self.most:
                other = self.draw.choice(others[:NEXT_BEST])
                words, turn = words_of_answer(question, other), turn_of(question)
                found = Decision(self.battle, question.number, question.side, at, turn, answer, other, words)
                if len(kept) < self.most:
                    kept.append(found)
                else:
                    kept[place] = found
        return answer


@dataclass(frozen=True)
class Insisting:
    """A decider that gives one answer at one question, and leaves all others to a bot."""

    bot: Decider
    number: int
    answer: Any

    def decide(self, question: Question) -> Any:
        """Return the answer."""
        return self.answer if question.number == self.number else self.bot.decide(question)


@dataclass
class Critic:
    """Plays the battles of a contest, and plays on from their decisions."""

    contest: Contest
    wanted: CriticWanted
    records: dict[int, list[Entry]] = field(default_factory=dict)
    failed: int = 0
    fault: str = ""

    def play(
        self, deciders: Mapping[int, Decider], seed: int, recorded: Sequence[Entry], final_turn: int = 0
    ) -> GameResult | list[int] | None:
        """Play a game that begins with a record: return its result, the state after the last turn, or nothing."""
        built = self.contest.game.built
        dice, start = SeededDice(seed, self.contest.addresses), self.contest.game.start.copy()
        context = ShortContext(built.program, start, dice, deciders, list(recorded), final_turn=final_turn)
        try:
            with self.contest.lock:
                return play(built.module(), context)
        except EnoughTurns:
            return start.state
        except (RulesFaultError, ScriptFaultError) as error:
            self.failed += 1
            self.fault = self.fault or str(error)
            return None

    def decisions(self, on_battle: Callable[[int], None]) -> list[Decision]:
        """Play the battles, and choose decisions to examine: as many from each choice as there are, in turn."""
        noted: dict[str, list[Decision]] = {}
        seen: dict[str, int] = {}
        for battle in range(1, self.wanted.battles + 1):
            seed = seed_of(self.contest.terms.seed, battle)
            draw = random.Random(mixed(seed))
            deciders = self.contest.deciders(seed)
            noting = {
                side: NotingBot(one, battle, self.wanted.decisions, draw, noted, seen)
                if isinstance(one, WeighingDecider)
                else one
                for side, one in deciders.items()
            }
            result = self.play(noting, seed, ())
            self.records[battle] = list(result.record) if isinstance(result, GameResult) else []
            on_battle(battle)
        rows = [kept for _, kept in sorted(noted.items())]
        in_turn = [kept[place] for place in range(self.wanted.decisions) for kept in rows if place < len(kept)]
        return [one for one in in_turn if self.records[one.battle]][: self.wanted.decisions]

    def won(self, decision: Decision, answer: Any, seed: int) -> Fraction | None:
        """Play on from a decision with an answer: return 1 if its side wins, 0 if not, and half for a draw.

        Of a game that is not played to its end, return the share of the side in the value of the position.
        """
        deciders = self.contest.deciders(seed)
        deciders[decision.side] = Insisting(deciders[decision.side], decision.number, answer)
        final_turn = decision.turn + self.wanted.turns if self.wanted.turns else 0
        result = self.play(deciders, seed, self.records[decision.battle][: decision.number], final_turn)
        if result is None:
            return None
        if not isinstance(result, GameResult):
            return self.share_of_value(result, decision.side)
        return Fraction(1, 2) if result.side < 0 else Fraction(result.side == decision.side)

    def share_of_value(self, state: list[int], side: int) -> Fraction:
        """Return the part that a side has in what the position is worth to all sides."""
        value = self.contest.game.built.module().definition(self.value)
        values = {one: max(0, value(state, one)) for one in self.contest.sides.values()}
        whole = sum(values.values())
        return Fraction(values[side]) / whole if whole else Fraction(1, len(values))

    @cached_property
    def value(self) -> str:
        """The address of the advice that says what a position is worth.

        Raises:
            NoValueError: there is none.
        """
        rules = self.contest.game.built.checked.declared.rules
        found = next((address for address, rule in rules.items() if is_value_of_a_position(rule)), "")
        if not found:
            game = self.contest.terms.game
            raise NoValueError(f"{game} has no `advice value(side: Side)`: omit --turns, or write it")
        return found

    def examine(self, decision: Decision) -> list[tuple[Fraction, Fraction]]:
        """Play pairs on from a decision, both of a pair on the same dice: as advised, and otherwise."""
        pairs = []
        for pair in range(self.wanted.pairs):
            seed = seed_of(seed_of(self.contest.terms.seed, decision.battle), decision.number * 1000 + pair + 1)
            advised, other = (self.won(decision, answer, seed) for answer in (decision.answer, decision.other))
            if advised is not None and other is not None:
                pairs.append((advised, other))
        return pairs


def turn_of(question: Question) -> int:
    """Return the turn in which a question is asked."""
    layout = question.view.program.layout
    return question.view.state[layout.arrays["Game"].base + layout.offsets["Game.turn"]]


def words_of_answer(question: Question, answer: Any) -> str:
    """Return the words for an answer that means the same at every question, else that it is another one."""
    item = question.site.item
    is_word = isinstance(item, EnumType) and question.view.program.world.enums[item.enum].sort != "circle"
    if is_word or isinstance(item, Boolean) or is_declined(item, answer):
        return question.worded(answer)
    return OTHERWISE


def criticise(contest: Contest, wanted: CriticWanted, progress: Callable[[int, int], None]) -> Critique:
    """Examine decisions of a contest's bots.

    Raises:
        NoValueError: turns are given, and the ruleset does not say what a position is worth.
        SetUpFaultError: the set-up cannot be carried out.
        PluginFaultError: a plugin fails.
    """
    critic = Critic(contest, wanted)
    if wanted.turns:
        _ = critic.value
    whole = wanted.battles + 2 * wanted.decisions * wanted.pairs
    decisions = critic.decisions(lambda battle: progress(battle, whole))
    found: dict[tuple[str, str], list[list[tuple[Fraction, Fraction]]]] = {}
    for place, decision in enumerate(decisions, 1):
        if pairs := critic.examine(decision):
            found.setdefault((decision.address, decision.instead), []).append(pairs)
        progress(wanted.battles + 2 * place * wanted.pairs, whole)
    rows = (other_answer(*key, examined) for key, examined in found.items())
    return Critique(
        contest.terms.game,
        contest.terms.scenario,
        contest.terms.seed,
        wanted.battles,
        len(decisions),
        wanted.pairs,
        wanted.turns,
        tuple(sorted(rows, key=lambda row: (-row.gain, row.of, row.instead))),
        critic.failed,
        critic.fault,
    )


def other_answer(of: str, instead: str, examined: Sequence[Sequence[tuple[Fraction, Fraction]]]) -> OtherAnswer:
    """Return what another answer wins; pairs that start from one decision count as one value of the mean."""
    advised, other = ([mean([pair[place] for pair in pairs]) for pairs in examined] for place in (0, 1))
    gains = [after - before for before, after in zip(advised, other, strict=True)]
    if len(gains) > 1:
        interval = mean_within(gains)
    else:  # of one decision, its pairs are all that is known
        interval = mean_within([after - before for before, after in examined[0]])
    return OtherAnswer(
        of,
        instead,
        len(examined),
        sum(map(len, examined)),
        mean(advised),
        mean(other),
        mean(gains),
        interval,
        interval.low > 0,
    )
