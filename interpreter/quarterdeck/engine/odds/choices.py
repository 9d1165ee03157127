"""Choices in a rule that is counted: who answers them, and where each answer leads.

In: what a segment returns that ends in a choice. Out: frames with weights. An `Answer` looks at the choice alone, so it
answers for all rows at once. Advice looks at the state as the side sees it, so it is asked while a segment runs, and
what it reads is noted. The best answers depend on all that follows: `best` finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.asking import PendingChoice, default_if_allowed, forced_default
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.backends.python.view_knowledge import nothing_known
from quarterdeck.base.errors import UserError
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import SeenState, View, covered, unseen_of, veils_of
from quarterdeck.engine.run.words import NONE, STOP
from quarterdeck.program.form.program import Program
from quarterdeck.program.passes.cut import NotCountedError

WeightedAnswers = list[tuple[Any, int]]
Answer = Callable[[int, int, list[Any], bool, bool, Any], WeightedAnswers]
"""Answers a choice by its site, side and options, whether it may be stopped or declined, and its default."""


class UndecidedError(UserError):
    """The rule asks for a decision, and there is no decider; the argument is the address of the choice."""


@dataclass(frozen=True)
class AdvisedAnswers:
    """Answers by the advice of the ruleset, from what the side sees; each answer has a weight."""

    of_question: Callable[[Question], WeightedAnswers]


@dataclass(frozen=True)
class BestAnswers:
    """The answers that bring one side the most of a goal, while all other sides answer so that it gets the least.

    Without a `side` it is the only one that decides.
    """

    side: int | None = None


@dataclass(frozen=True)
class NamedAnswers:
    """Answers that are given beforehand, and who answers where none of them is allowed.

    `named` answers as an `Answer` does, and with nothing where no answer is given or allowed.
    """

    named: Answer
    otherwise: Answer | AdvisedAnswers | BestAnswers


Policy = Answer | AdvisedAnswers | BestAnswers | NamedAnswers
"""How the choices of a rule are answered."""


def named_and_others(policy: Policy | None) -> tuple[Answer | None, Answer | AdvisedAnswers | BestAnswers | None]:
    """Give the answers that are given beforehand, if any are, and who answers where none of them is allowed."""
    if isinstance(policy, NamedAnswers):
        return policy.named, policy.otherwise
    return None, policy


def answers_to_question(policy: Policy | None, question: Question) -> WeightedAnswers:
    """Give the answers to a question that is put in play, with their weights.

    Raises:
        UndecidedError: nobody answers.
    """
    match policy:
        case None:
            raise UndecidedError(question.site.address)
        case AdvisedAnswers(of_question=of_question):
            return of_question(question)
        case NamedAnswers(named=named, otherwise=otherwise):
            return named(*asked_of(question)) or answers_to_question(otherwise, question)
        case BestAnswers():
            raise AssertionError("the best answers are counted, and not played")
    return policy(*asked_of(question))


def asked_of(question: Question) -> tuple[int, int, list[Any], bool, bool, Any]:
    """Give what an `Answer` is asked of a question that is put in play."""
    may = question.may_stop, question.may_none, question.default
    return question.site.number, question.side, list(question.options), *may


class HiddenSlots(dict[int, int]):
    """What slots look like to a side that may not see them; those at which it looks are noted."""

    def __init__(self, slots: Iterable[tuple[int, int]], looked_at: Callable[[int], None]) -> None:
        super().__init__(slots)
        self.looked_at = looked_at

    def __getitem__(self, slot: int) -> int:
        """Give what a slot looks like."""
        self.looked_at(slot)
        return super().__getitem__(slot)


class Choices:
    """The choices of one question to a rule, and who answers them.

    `met` are the sites at which somebody had to decide, with the sides that did; of answers that were given beforehand,
    and of choices with one answer, nobody decides.
    """

    def __init__(self, program: Program, policy: Policy | None, revealed: Sequence[tuple[int, int]] = ()) -> None:
        self.program = program
        self.revealed = revealed
        self.named, self.decides = named_and_others(policy)
        self.met: dict[tuple[int, int], None] = {}
        self.blank: set[int] = set()

    @property
    def is_advised(self) -> bool:
        """Tell whether they are answered by advice."""
        return isinstance(self.decides, AdvisedAnswers)

    def ways(self, action: tuple[Any, ...]) -> list[tuple[tuple[Any, ...], int]]:
        """Give the frames to which a choice leads, with their weights.

        Raises:
            UndecidedError: nobody answers.
            RulesFaultError: no answer is allowed.
        """
        answers = self.settled(action)
        if answers is None:
            answers = self.decided(action)
        return [(frame_after(action, answer), part) for answer, part in answers]

    def settled(self, action: tuple[Any, ...]) -> WeightedAnswers | None:
        """Give the answers to a choice about which nobody has to decide; nothing where somebody has to."""
        _, site, _, options, may_stop, may_none, default, *_ = action
        place = self.program.sites[site]
        if place.several and not options:
            return [(STOP, 1)]
        if self.decides is None:
            raise UndecidedError(place.address)
        if not (options or may_stop or may_none):
            comes = forced_default(default, place.item)
            if comes is None:
                raise RulesFaultError(f"{place.address}: no answer is allowed", place.span)
            return [(comes, 1)]
        if self.named is not None and (given := self.named(*asked_by(action))):
            return given
        every = answers_to(action)
        return [(every[0], 1)] if len(every) == 1 else None

    def decided(self, action: tuple[Any, ...]) -> WeightedAnswers:
        """Give the answers of whoever decides, and note the choice."""
        self.met[action[1], action[2]] = None
        if isinstance(self.decides, AdvisedAnswers):  # the segment puts the choice as in play
            return self.decides.of_question(self.question(action[-1]))
        assert callable(self.decides), "the best answers are found by looking at all that follows"
        return self.decides(*asked_by(action))

    def refuse_revealed(self) -> None:
        """Refuse what was counted if advice has looked at what may have been revealed: no row says whether it was.

        Raises:
            NotCountedError: it has.
        """
        for slot in self.blank & {slot for first, slots in self.revealed for slot in range(first, first + slots)}:
            known = self.program.layout.slots[slot]
            raise NotCountedError(f"advice looks at {known}, which the rule may have revealed by then")

    def question(self, choice: PendingChoice) -> Question:
        """Give a choice as a question to the side, and note which parts of the state the side looks at."""
        program = self.program

        def seen() -> View:
            veils, state = veils_of(program), choice.before
            unseen = unseen_of(program, state, choice.side, veils)
            hidden = HiddenSlots(covered(veils, unseen, {}), self.blank.add)
            noting: Any = state
            sight: Any = SeenState(noting, hidden, program.layout.size)
            return View(program, sight, {}, choice.side, nothing_known(len(program.advice_memos)))

        return Question(program.sites[choice.site], choice, 0, "", look=seen, weigh=seen, encode=lambda *_: None)


def asked_by(action: tuple[Any, ...]) -> tuple[int, int, list[Any], bool, bool, Any]:
    """Give what an `Answer` is asked at a choice."""
    _, site, side, options, may_stop, may_none, default, *_ = action
    return site, side, list(options), bool(may_stop), may_none, default_if_allowed(default, options, may_none)


def answers_to(action: tuple[Any, ...]) -> list[Any]:
    """Give all answers that are allowed, in order."""
    _, _, _, options, may_stop, may_none, *_ = action
    return all_of(options, may_stop, may_none)


def all_of(options: list[Any], may_stop: bool, may_none: bool) -> list[Any]:
    """Give options with what may be answered besides."""
    return [*options, *([NONE] if may_none else []), *([STOP] if may_stop else [])]


def frame_after(action: tuple[Any, ...], answer: Any) -> tuple[Any, ...]:
    """Give the frame that follows an answer."""
    (number, *locals_), leave = action[7:9]
    return leave if answer == STOP and action[4] else (number, answer, *locals_)  # of a number it means nothing else
