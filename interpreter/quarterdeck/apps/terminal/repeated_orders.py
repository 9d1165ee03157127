"""Orders for many pieces at once: as in the turn before, as the leader of the phase, or one answer for all.

In: questions and what a person answered to them. Out: the answers that follow from a command of that person.
The leader of a phase is the piece that got its orders first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.words import NONE, STOP, is_declined, is_number


@dataclass(frozen=True)
class OrderPlace:
    """Where an answer is given: the turn, the titles of the phases, the piece that it is for, and the choice."""

    turn: int
    phases: tuple[str, ...]
    piece: int
    address: str

    @property
    def phase(self) -> tuple[int, tuple[str, ...]]:
        """The turn and the phase."""
        return self.turn, self.phases


@dataclass(frozen=True)
class GivenOrder:
    """An answer, and how many entries the record had before it."""

    number: int
    place: OrderPlace
    answer: Any


Wanted = Callable[[Question, OrderPlace], Any]


@dataclass
class RepeatedOrders:
    """What one person has answered, and what is answered from it."""

    given: list[GivenOrder] = field(default_factory=list)
    wanted: Wanted | None = None
    """Gives the answers that follow from a command."""
    until: tuple[Any, ...] = ()
    """The phase, or the phase and the piece, in which that command counts."""

    def note(self, question: Question, place: OrderPlace, answer: Any) -> None:
        """Keep an answer."""
        self.given.append(GivenOrder(question.number, place, answer))

    def next(self, question: Question, place: OrderPlace) -> Any:
        """Give the answer that follows from the last command; nothing where the person has to decide."""
        self.given = [one for one in self.given if one.number < question.number]  # others were taken back
        if self.wanted is None or self.until not in (place.phase, (*place.phase, place.piece)):
            self.wanted = None
            return None
        return self.wanted(question, place)  # where it gives none the person decides, and it goes on after that

    # --- commands

    def again(self, question: Question, place: OrderPlace, *, for_all: bool) -> Any:
        """Answer as in the turn before: for the piece of a question, or in the rest of the phase."""
        return self.begin(self.earlier, question, place, place.phase if for_all else (*place.phase, place.piece))

    def follow(self, question: Question, place: OrderPlace) -> Any:
        """Answer for all further pieces of the phase as for its leader."""
        return self.begin(self.as_leader, question, place, place.phase)

    def for_all(self, question: Question, place: OrderPlace, answer: Any) -> None:
        """Answer all that is asked in the same words in this phase alike, as far as that is allowed."""

        def alike(asked: Question, at: OrderPlace) -> Any:
            return answer if at.address == place.address and is_allowed(asked, answer) else None

        self.wanted, self.until = alike, place.phase

    def begin(self, wanted: Wanted, question: Question, place: OrderPlace, until: tuple[Any, ...]) -> Any:
        """Follow a command; give the first answer, or nothing where it gives none."""
        self.wanted, self.until = wanted, until
        if (answer := self.next(question, place)) is None:
            self.wanted = None
        return answer

    # --- answers of before

    def earlier(self, question: Question, place: OrderPlace) -> Any:
        """Give what was answered to a question in the last turn in which it was asked."""
        same = [one for one in self.given if (one.place.piece, one.place.address) == (place.piece, place.address)]
        turn = max((one.place.turn for one in same if one.place.turn < place.turn), default=None)
        return self.in_order(question, place, [one for one in same if one.place.turn == turn])

    def as_leader(self, question: Question, place: OrderPlace) -> Any:
        """Give what was answered to a question for the leader."""
        here = [one for one in self.given if one.place.phase == place.phase and one.place.piece >= 0]
        leader = here[0].place.piece if here else place.piece
        led = [one for one in here if (one.place.piece, one.place.address) == (leader, place.address)]
        return None if leader == place.piece else self.in_order(question, place, led)

    def in_order(self, question: Question, place: OrderPlace, orders: list[GivenOrder]) -> Any:
        """Give the next of several answers to one question; of numbers the nearest that is allowed."""
        if not orders:
            return None
        asked = sum(one.place == place for one in self.given)
        answer = orders[min(asked, len(orders) - 1)].answer
        if is_allowed(question, answer):
            return answer
        if is_number(question.site.item) and not is_declined(question.site.item, answer) and question.options:
            return min(question.options, key=lambda one: abs(one - answer))
        return None


def is_allowed(question: Question, answer: Any) -> bool:
    """Tell whether an answer may be given."""
    beside = [NONE] * question.may_none + [STOP] * question.may_stop
    return answer in question.options or answer in beside
