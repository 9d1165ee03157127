"""Orders that are given again: those of the turn before, and those of the leader of a phase.

In: what happens in a game, also on trial. Out: the answers to an open question that follow from the orders that its
side gave. The leader of a phase is the piece of the side that got its orders first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.engine.run.happenings import Chosen, Happening, PhaseBegun, PhaseOver
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.words import is_declined, is_number
from quarterdeck.engine.sitting.sitting import GameListener, Sitting

OrderPlace = tuple[int, int, str]
"""The side that orders, the piece that the order is for (-1: none), and the choice."""


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An answer: how many entries the record had before it, the turn with its phases, and what was answered."""

    number: int
    phase: tuple[Any, ...]
    answer: Any

    @property
    def turn(self) -> int:
        """The turn in which it was given."""
        return int(self.phase[0])


@dataclass
class RepeatedOrders(GameListener):
    """The orders of each side, of each kind those of the last two turns in which there were any; listens at a sitting.

    Orders on trial are forgotten when the record is continued before them, and so are those that were taken back.
    """

    sitting: Sitting
    subject: Callable[[str, Mapping[str, Any]], int]
    """Gives the piece that a rule with some inputs is about; -1 where there is none."""
    phases: list[str] = field(default_factory=list)
    """The addresses of the phases and steps that are played, the outermost first."""
    turn: int = 0
    given: dict[OrderPlace, list[GivenOrder]] = field(default_factory=dict)

    @property
    def phase(self) -> tuple[Any, ...]:
        """The turn, and the phases that are played."""
        return self.turn, *self.phases

    # --- what is heard

    def begin(self) -> None:
        """Begin with no orders."""
        self.phases.clear()
        self.given.clear()

    def hear(self, event: Happening) -> None:
        """Follow the phases, and note what is ordered."""
        match event:
            case PhaseBegun(turn=turn):
                self.turn = turn
                self.phases.append(event.address)
            case PhaseOver():
                self.phases.pop()
            case Chosen(asked=True):
                self.note(event)

    def note(self, event: Chosen) -> None:
        """Note an order for the piece on which the rule is run that asked."""
        routine, arguments = next(reversed(self.sitting.playing.calls), ("", ()))
        known = self.sitting.start.program.routines.get(routine)
        named = zip((name for name, _ in known.parameters) if known else (), arguments, strict=False)
        place = (event.side, self.subject(routine, dict(named)), event.address)
        order = GivenOrder(event.entry - 1, self.phase, event.answer)
        for several in self.given.values():
            while several and several[-1].number >= order.number:
                several.pop()
        orders = self.given.setdefault(place, [])
        turns = sorted({one.turn for one in orders} | {order.turn})[-2:]
        orders[:] = [*(one for one in orders if one.turn in turns), order]

    # --- what follows from it

    def piece(self, question: Question) -> int:
        """Give the piece for which a question asks for an order; -1 where it is for none."""
        return self.subject(question.site.routine, dict(question.scope()))

    def orders(self, question: Question, piece: int) -> list[GivenOrder]:
        """Give what the side has answered to a question for a piece."""
        orders = self.given.get((question.side, piece, question.site.address), [])
        return [one for one in orders if one.number < question.number]

    def earlier(self, question: Question) -> Any:
        """Give the answer of the last turn before in which a question was asked; nothing where none may be given."""
        before = [one for one in self.orders(question, self.piece(question)) if one.turn < self.turn]
        return self.allowed(question, [one for one in before if one.turn == before[-1].turn])

    def leader(self, question: Question) -> int:
        """Give the piece of the side that got its orders first in this phase; -1 where none has got any."""
        firsts = (
            (order.number, piece)
            for (side, piece, _), orders in self.given.items()
            for order in orders
            if side == question.side and piece >= 0 and order.phase == self.phase and order.number < question.number
        )
        return min(firsts, default=(0, -1))[1]

    def led(self, question: Question) -> tuple[int, Any] | None:
        """Give the leader of the phase, and what its order results in for another piece."""
        leader, piece = self.leader(question), self.piece(question)
        if piece < 0 or leader in (-1, piece):
            return None
        answer = self.allowed(question, [one for one in self.orders(question, leader) if one.turn == self.turn])
        return None if answer is None else (leader, answer)

    def allowed(self, question: Question, orders: Sequence[GivenOrder]) -> Any:
        """Give the next of several answers to one question; of numbers the nearest that is allowed."""
        if not orders:
            return None
        answered = sum(one.turn == self.turn for one in self.orders(question, self.piece(question)))
        answer = orders[min(answered, len(orders) - 1)].answer
        if answer in question.answers():
            return answer
        if is_number(question.site.item) and not is_declined(question.site.item, answer) and question.options:
            return min(question.options, key=lambda one: abs(one - answer))
        return None
