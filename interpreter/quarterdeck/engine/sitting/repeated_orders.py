"""Propose an answer from earlier orders: those of an earlier turn, or those of the leader of a phase.

In: the events of a game, including those on trial. Out: an allowed answer to an open question. The leader of a phase is
the piece of the side that received its orders first.
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
"""The side that gives the order, the piece that receives it (-1: none), and the address of the choice."""


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An answer, the number of journal entries before it, and its turn with its phases."""

    number: int
    phase: tuple[Any, ...]
    answer: Any

    @property
    def turn(self) -> int:
        """The turn of the order."""
        return int(self.phase[0])


@dataclass
class RepeatedOrders(GameListener):
    """The orders of each side: for each piece and choice, those of the last two turns with any.

    Orders on trial are dropped when the game continues from an earlier entry, and so are those that are taken back.
    """

    sitting: Sitting
    subject: Callable[[str, Mapping[str, Any]], int]
    """Returns the piece that a rule with these inputs concerns, or -1."""
    phases: list[str] = field(default_factory=list)
    """The addresses of the current phase and its steps, outermost first."""
    turn: int = 0
    given: dict[OrderPlace, list[GivenOrder]] = field(default_factory=dict)

    @property
    def phase(self) -> tuple[Any, ...]:
        """The turn, and the current phase with its steps."""
        return self.turn, *self.phases

    # --- listening

    def begin(self) -> None:
        """Start without orders."""
        self.phases.clear()
        self.given.clear()

    def hear(self, event: Happening) -> None:
        """Keep track of the phase, and record orders."""
        match event:
            case PhaseBegun(turn=turn):
                self.turn = turn
                self.phases.append(event.address)
            case PhaseOver():
                self.phases.pop()
            case Chosen(asked=True):
                self.note(event)

    def note(self, event: Chosen) -> None:
        """Record an order for the piece that the asking rule concerns."""
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

    # --- proposals

    def piece(self, question: Question) -> int:
        """Return the piece that a question asks an order for, or -1."""
        return self.subject(question.site.routine, dict(question.scope()))

    def orders(self, question: Question, piece: int) -> list[GivenOrder]:
        """Return the answers that the side gave to a question for a piece before."""
        orders = self.given.get((question.side, piece, question.site.address), [])
        return [one for one in orders if one.number < question.number]

    def earlier(self, question: Question) -> Any:
        """Return the answer of the latest earlier turn with this question; None if it is not allowed now."""
        before = [one for one in self.orders(question, self.piece(question)) if one.turn < self.turn]
        return self.allowed(question, [one for one in before if one.turn == before[-1].turn])

    def leader(self, question: Question) -> int:
        """Return the piece of the side that received its orders first in this phase, or -1."""
        firsts = (
            (order.number, piece)
            for (side, piece, _), orders in self.given.items()
            for order in orders
            if side == question.side and piece >= 0 and order.phase == self.phase and order.number < question.number
        )
        return min(firsts, default=(0, -1))[1]

    def led(self, question: Question) -> tuple[int, Any] | None:
        """Return the leader of the phase, and its order as an answer for the piece of the question."""
        leader, piece = self.leader(question), self.piece(question)
        if piece < 0 or leader in (-1, piece):
            return None
        answer = self.allowed(question, [one for one in self.orders(question, leader) if one.turn == self.turn])
        return None if answer is None else (leader, answer)

    def allowed(self, question: Question, orders: Sequence[GivenOrder]) -> Any:
        """Return the next of several orders, or the nearest allowed number; None if no order is allowed."""
        if not orders:
            return None
        answered = sum(one.turn == self.turn for one in self.orders(question, self.piece(question)))
        answer = orders[min(answered, len(orders) - 1)].answer
        if answer in question.answers():
            return answer
        if is_number(question.site.item) and not is_declined(question.site.item, answer) and question.options:
            return min(question.options, key=lambda one: abs(one - answer))
        return None
