"""A question as data: all that whoever answers it needs, in a list, in a field for a number, or on a map.

In: a question that is open, and what its answers mean on the board. Out: what JSON can hold. Numbers are given as runs,
so that the data stay short however many there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypedDict

from quarterdeck.base.plain_data import Count, PlainNumber, plain_number
from quarterdeck.engine.board.answer_meanings import AnswerMeanings, AnswerSort
from quarterdeck.engine.board.board_data import BoardMemory, BoardNames, PlaceData
from quarterdeck.engine.deciders.proposing import proposal_for
from quarterdeck.engine.run.offer import RefusedOption, offer_of
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.words import how_declined, runs_of
from quarterdeck.language.declarations import types

MOST_OPTIONS = 400
"""So many options are given one by one; numbers are given as runs, of which there are few."""


class RunData(TypedDict):
    """Numbers from one to another, both included, each so much above the one before."""

    low: Plain
    """As the record writes it."""
    high: Plain
    step: PlainNumber


class RefusedAnswerData(TypedDict, total=False):
    """An option that may not be chosen; `thing` and `place` are absent where it is none, or on none."""

    value: Plain
    """As the record writes it."""
    words: str
    """What it is, a thing by its code and name."""
    thing: str
    """The thing that it is, by the name that it has on the board."""
    place: PlaceData
    """Where on the board it is, or leads to."""


class OptionData(RefusedAnswerData, total=False):
    """An option that may be chosen."""

    told: str
    """What the ruleset declares of it, where it lies, and what is worth saying of it."""


class RefusedData(TypedDict):
    """What may not be chosen for one reason; `requirement` is the address of what it fails."""

    requirement: str
    reason: str
    options: list[RefusedAnswerData]
    numbers: list[RunData]


class ProposalData(TypedDict):
    """The answer that is proposed: the default of the rules, else what their doctrine values most."""

    value: Plain
    words: str
    by_doctrine: bool


class SubjectData(TypedDict, total=False):
    """The thing that a question is about; `place` is absent where it is on no board."""

    thing: str
    words: str
    place: PlaceData


class LeaderData(TypedDict):
    """The piece of the side that got its orders first in this phase, and what follows from them for this one."""

    words: str
    value: Plain


class OpenQuestionData(TypedDict):
    """An open question; its answer is one of the `options`, one of the `numbers`, `none` or `stop`.

    To choose nothing is `none`, where it `may_decline`; to choose nothing further is `stop`, where it `may_stop`.
    """

    at: str
    """The address of the choice."""
    by: str
    """The side that is asked, as the record names it."""
    turn: Count
    phases: list[str]
    """The titles of the phases that are played, the outermost first."""
    asked: str
    """The question, in the author's words where there are some."""
    sort: AnswerSort
    """What is chosen: one thing, a place, a direction, a heading in degrees, a number, a word of a list, yes or no."""
    unit: str | None
    """The unit of numbers, as rules write it."""
    subject: SubjectData | None
    options: list[OptionData]
    """What may be chosen, in order; of numbers there are only runs."""
    left_off: Count
    """The number of further options that may be chosen and are not listed."""
    numbers: list[RunData]
    refused: list[RefusedData]
    may_stop: bool
    may_decline: bool
    default: Plain
    """The answer that the rules take if nobody says another; null where there is none."""
    advised: ProposalData | None
    earlier: Plain
    """What was answered to this question the turn before; null where that may not be answered now."""
    leader: LeaderData | None
    """For another piece of the leader; null where nothing follows from its orders."""


class OrdersBefore(Protocol):
    """Knows the phases that are played, and the orders that were given."""

    phases: list[str]
    """The addresses of the phases that are played, the outermost first."""

    def earlier(self, question: Question) -> Any:
        """Give the answer of the turn before; nothing where there is none that may be given."""

    def led(self, question: Question) -> tuple[int, Any] | None:
        """Give the leader of the phase, and what follows from its orders for another piece."""


def question_data(
    question: Question,
    meanings: AnswerMeanings,
    orders: OrdersBefore | None = None,
    memory: BoardMemory | None = None,
) -> OpenQuestionData:
    """Return a question as data; it must still be open. Without `orders` nothing before it is known."""
    return _Asking(question, meanings, memory or BoardMemory()).data(orders)


class _Asking:
    """Makes the data of one question."""

    def __init__(self, question: Question, meanings: AnswerMeanings, memory: BoardMemory) -> None:
        self.memory = memory
        self.question, self.meanings, self.pieces = question, meanings, meanings.pieces
        self.sort, self.names = meanings.sort(question), BoardNames(meanings.pieces, question.view)

    def data(self, orders: OrdersBefore | None) -> OpenQuestionData:
        question, item = self.question, self.question.site.item
        offer = offer_of(question.site, question.choice, {})
        earlier, led = (orders.earlier(question), orders.led(question)) if orders else (None, None)

        def told(answer: Any) -> str:
            return self.meanings.meaning(question, answer, self.memory)

        is_number = isinstance(item, types.Number)
        listed = [] if is_number else offer.options[:MOST_OPTIONS]
        layout = question.view.program.layout
        bare = types.without_none(item) if item is not None else None
        return {
            "at": offer.address,
            "by": question.by,
            "turn": question.view.state[layout.arrays["Game"].base + layout.offsets["Game.turn"]],
            "phases": [self.meanings.wording.title(phase) for phase in (orders.phases if orders else ())],
            "asked": self.meanings.asked(question),
            "sort": self.sort,
            "unit": bare.unit if isinstance(bare, types.Numeric) else None,
            "subject": self.subject(),
            "options": [{**self.option(one), "told": told(one)} for one in listed],
            "left_off": 0 if is_number else len(offer.options) - len(listed),
            "numbers": self.runs(offer.options) if is_number else [],
            "refused": list(self.refused(offer.refused, is_number)),
            "may_stop": offer.may_stop,
            "may_decline": offer.may_decline,
            "default": None if question.default is None else question.written(question.default),
            "advised": self.advised(),
            "earlier": None if earlier is None else question.written(earlier),
            "leader": None if led is None else self.leader(*led),
        }

    def subject(self) -> SubjectData | None:
        """Give the thing that the question is about."""
        thing = self.meanings.subject(self.question)
        if thing < 0:
            return None
        found: SubjectData = {"thing": self.names.of(thing), "words": self.names.words(thing)}
        if (place := self.meanings.place_of_subject(self.question)) >= 0:
            found["place"] = self.names.place(place)
        return found

    def option(self, answer: Any) -> RefusedAnswerData:
        question = self.question
        found: RefusedAnswerData = {"value": question.written(answer), "words": self.words(answer)}
        if self.sort == "thing" and not how_declined(question.site.item, answer):
            found["thing"] = self.names.of(answer)
        if (place := self.meanings.place(question, answer)) >= 0:
            found["place"] = self.names.place(place)
        return found

    def words(self, answer: Any) -> str:
        """Say an answer: a thing by its code and name."""
        return self.names.words(answer) if self.sort == "thing" and answer >= 0 else self.question.worded(answer)

    def runs(self, numbers: Sequence[int]) -> list[RunData]:
        item, written = self.question.site.item, self.question.written
        assert isinstance(item, types.Number)
        runs, apart = runs_of(sorted(numbers))
        step = plain_number(Fraction(apart, max(1, item.step)))
        return [{"low": written(low), "high": written(high), "step": step} for low, high in runs]

    def refused(self, options: Sequence[RefusedOption], is_number: bool) -> Iterator[RefusedData]:
        """Give what is refused, all that is for the same reason together."""
        found: dict[tuple[str, str], list[Any]] = {}
        for one in options:
            found.setdefault((one.requirement, one.reason), []).append(one.option)
        for (requirement, reason), refused in found.items():
            listed = [] if is_number else [self.option(one) for one in refused[:MOST_OPTIONS]]
            numbers = self.runs(refused) if is_number else []
            yield {"requirement": requirement, "reason": reason, "options": listed, "numbers": numbers}

    def leader(self, thing: int, answer: Any) -> LeaderData:
        words = self.pieces.codes.get(thing) or self.names.words(thing)
        return {"words": words, "value": self.question.written(answer)}

    def advised(self) -> ProposalData | None:
        question, proposal = self.question, proposal_for(self.question)
        if proposal is None:
            return None
        return {
            "value": question.written(proposal.answer),
            "words": self.words(proposal.answer),
            "by_doctrine": proposal.by_doctrine,
        }
