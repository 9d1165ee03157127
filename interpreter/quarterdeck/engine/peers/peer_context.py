"""A game in which the other peer decides for some sides: where it waits for that peer, and how orders stay sealed.

In: the rules, the own deciders, and what is handed back where the game waits. Out: `Waiting`, each with what the other
peer has to be asked. Both peers come to the same places in the same order, each with the same number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.base.errors import UserError
from quarterdeck.engine.peers.commitments import DICE, ORDERS, STATE, Chain, ExchangePlace, ExchangeSort, face_of
from quarterdeck.engine.run.dice import LotCounts, sort_at
from quarterdeck.engine.run.game import RecordFaultError
from quarterdeck.engine.run.journal import state_hash
from quarterdeck.engine.run.questions import Decider, Question
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.simultaneous import SimultaneousSides
from quarterdeck.engine.sitting.live_game import pause
from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
from quarterdeck.engine.sitting.sitting import SittingContext

Orders = dict[str, list[Entry]]
"""The entries of each side in a simultaneous phase, by the name of the side."""


class PeerFaultError(UserError):
    """The two peers cannot play on together; the argument is the message for the user."""

    sort = "rules"


class OrdersFaultError(PeerFaultError):
    """Orders that were opened are not orders by the rules; the arguments are the message and the side."""


@dataclass(frozen=True)
class AnswerDue:
    """The other peer has to answer a question."""

    question: Question


@dataclass(frozen=True)
class ChanceDue:
    """A seed has to be made by both peers."""

    meeting: ExchangePlace


@dataclass(frozen=True)
class OrdersDue:
    """Both peers have to exchange orders; these are the own ones."""

    meeting: ExchangePlace
    mine: Orders


@dataclass(frozen=True)
class StateDue:
    """Both peers have to compare the state at the end of a turn."""

    meeting: ExchangePlace
    turn: int
    hash: str


@dataclass(frozen=True)
class UndoDue:
    """The other peer has to agree that all but the first entries are taken back."""

    count: int


@dataclass(frozen=True)
class ResignDue:
    """Whoever plays here gives the game up."""


Waiting = AnswerDue | ChanceDue | OrdersDue | StateDue | UndoDue


class RemoteSeat:
    """The seat of a side for which the other peer decides."""

    def decide(self, question: Question) -> Any:
        """Stop the game until the other peer has answered."""
        return pause(AnswerDue(question))


class _NoOrders:
    """Decides nothing: what was opened has to be complete."""

    def decide(self, question: Question) -> Any:
        """Refuse to decide.

        Raises:
            RecordFaultError: always.
        """
        raise RecordFaultError(f"the orders end before {question.site.address} is decided")


class SharedDice:
    """Dice from seeds that both peers make, a new one after each decision."""

    def __init__(self) -> None:
        self.context: PeerContext | None = None

    def new_turn(self, turn: int) -> None:
        pass

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        assert self.context is not None
        return self.context.shared_face(sides)

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        return sort_at(self.throw(site, sum(lots), subject), lots)


@dataclass
class PeerContext(SittingContext):
    """The context of a game between peers; `own` are the sides that decide here."""

    own: frozenset[int] = frozenset()
    opened_before: Callable[[ExchangePlace], Orders | None] = lambda meeting: None
    """Gives the orders that both peers have opened already, before this program was started again."""
    draft_of: Callable[[ExchangePlace], Orders] = lambda meeting: {}
    """Gives the own orders as far as they were decided before this program was started again."""
    meetings: list[ExchangePlace] = field(default_factory=list)
    sealed: set[int] = field(default_factory=set)
    """The entries that were exchanged as orders."""
    states: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The turn and the hash of the state of each comparison, by the number of the exchange."""
    rehearsal: tuple[ExchangePlace, Orders, int, str] | None = None
    """While own orders are decided: the meeting, the orders of the sides before, where this side began, its name."""
    seed: str | None = None
    seeded_at: int = -1
    """How many decisions had been made when the seed was due."""

    def __post_init__(self) -> None:
        """Begin the chain, and let dice wait for seeds."""
        super().__post_init__()
        self.chain = Chain(self.record.lines)
        self.rehearsed: set[int] = set()
        if isinstance(self.dice, SharedDice):
            self.dice.context = self

    def meet(self, sort: ExchangeSort) -> ExchangePlace:
        """Count one more exchange."""
        meeting = ExchangePlace(len(self.meetings) + 1, sort, self.at)
        self.meetings.append(meeting)
        return meeting

    # --- chance

    def chance_due(self) -> None:
        """See that there is an exchange for the dice since the last decision."""
        if self.rehearsal is not None:
            raise PeerFaultError("a die is rolled while both sides decide in secret; peers cannot play that")
        if self.seeded_at != len(self.asked):
            self.seeded_at, self.seed = len(self.asked), None
            self.meet(DICE)

    def shared_face(self, sides: int) -> int:
        """Give the face of the die that is the next entry."""
        self.chance_due()
        if self.seed is None:
            meeting = next(one for one in reversed(self.meetings) if one.sort == DICE)
            self.seed = str(pause(ChanceDue(meeting)))
        return face_of(self.seed, self.at + 1, sides)

    def dice_follow(self, site: int, subject: tuple[int, ...]) -> None:
        """Count the exchange of a die that is in the record."""
        self.chance_due()

    # --- the end of a turn

    def turn_over(self, turn: int) -> None:
        """Compare the state with the other peer."""
        super().turn_over(turn)
        meeting, found = self.meet(STATE), state_hash(self.situation)
        self.states[meeting.exchange] = (turn, found)
        if self.at >= len(self.recorded):
            pause(StateDue(meeting, turn, found))

    # --- orders

    def simultaneous(self, state: list[int], body: Callable[[list[int], int], None]) -> None:
        """Let own sides decide first, exchange orders with the other peer, and carry out the orders of all."""
        if self.simultaneous_sides is not None:
            super().simultaneous(state, body)
            return
        meeting, start, was = self.meet(ORDERS), self.at, self.recorded
        orders = self.opened_before(meeting)
        if orders is None and start >= len(was):
            mine = self.rehearse(meeting, state, body)
            self.rehearsed = set(self.own)
            orders = pause(OrdersDue(meeting, mine))
        if orders is None:
            super().simultaneous(state, body)
        else:
            self.carry_out(orders, state, body)
        self.rehearsed = set()
        self.recorded = was
        self.sealed.update(range(start, self.at))

    def carry_out(self, orders: Orders, state: list[int], body: Callable[[list[int], int], None]) -> None:
        """Follow the orders of all sides, one side after the other.

        Raises:
            OrdersFaultError: they are not orders by the rules; the record is as it was before.
        """
        start, deciders, followers = self.at, self.deciders, self.followers
        self.followers = {side: follow for side, follow in followers.items() if side not in self.rehearsed}

        def follow(own: list[int], side: int) -> None:
            entries = orders.get(self.known_as.get(side, ""), [])
            begun = self.at
            self.recorded = [{}] * begun + entries
            try:
                body(own, side)
                if self.at < len(self.recorded):
                    raise self.misfit("ask for nothing more")
                if self.record[begun:] != entries:
                    raise RecordFaultError("the orders are not as the rules write them down")
            except RecordFaultError as error:
                raise OrdersFaultError(str(error), side) from None

        try:
            self.deciders = dict.fromkeys(deciders, _NoOrders())
            super().simultaneous(state, follow)
        except OrdersFaultError:
            self.forget(start)
            raise
        finally:
            self.deciders, self.followers = deciders, followers

    @property
    def agreed(self) -> int:
        """How many entries the record holds that are no trial."""
        return self.at if self.rehearsal is None else self.rehearsal[0].after

    def rehearse(self, meeting: ExchangePlace, state: list[int], body: Callable[[list[int], int], None]) -> Orders:
        """Let the own sides decide, each on a copy of the state; nothing of it stays in the record."""
        found: Orders = {}
        draft, sides = self.draft_of(meeting), self.sides(state)
        with self.unrecorded():
            for place, side in enumerate(sides):
                if side not in self.own:
                    continue
                name, start = self.known_as.get(side, ""), self.at
                self.simultaneous_sides = SimultaneousSides(
                    self.program.layout, state, self.situation.names, len(sides), place
                )
                self.rehearsal = (meeting, found, start, name)
                self.recorded = [{}] * start + draft.get(name, [])
                body(state[:], side)
                found[name] = self.record[start:]
        return found

    def draft(self) -> tuple[ExchangePlace, Orders] | None:
        """Give the own orders as far as they are decided, while they are."""
        if self.rehearsal is None:
            return None
        meeting, found, start, name = self.rehearsal
        return meeting, {**found, name: self.record[start:]}

    def draft_until(self, count: int) -> tuple[ExchangePlace, Orders]:
        """Give the own orders as far as they were decided within the first entries."""
        assert self.rehearsal is not None
        meeting, found, start, name = self.rehearsal
        left, kept = count - meeting.after, {}
        for side, entries in {**found, name: self.record[start:]}.items():
            kept[side] = entries[: max(0, left)]
            left -= len(entries)
        return meeting, kept

    @contextmanager
    def unrecorded(self) -> Iterator[None]:
        """Play something on trial: neither the journal nor those who listen learn of it, but who repeats orders."""
        sitting, start = self.sitting, self.at
        journal = sitting.journal
        if journal is not None:
            journal.sync()
            journal.lines = None
        was = (self.hearings, self.recorded, self.left, self.kept_calls, dict(self.called), dict(self.revealed))
        counts = [(several, len(several)) for several in (self.asked, self.told, self.reveals, self.calls, self.faces)]
        self.hearings = [one for one in self.hearings if isinstance(one, RepeatedOrders)]
        try:
            yield
        finally:
            self.hearings, self.recorded, self.left, self.kept_calls, self.called, revealed = was
            self.revealed.clear()
            self.revealed.update(revealed)
            for several, count in counts:
                del several[count:]
            self.simultaneous_sides = self.rehearsal = None
            self.forget(start)
            if journal is not None:
                journal.follow(self.record.lines)

    def forget(self, start: int) -> None:
        """Take entries off the record that were never written."""
        del self.record.lines[start:]
        self.chain.cut(start)
        self.simultaneous_sides = None


def orders_text(orders: Orders) -> str:
    """Write orders as the text that a peer commits to."""
    return json.dumps(orders, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def merged(mine: Orders, theirs: Orders) -> Orders:
    """Put the orders of both peers together."""
    return {**theirs, **mine}


def deciders_of_peers(own: Mapping[int, Decider], sides: Sequence[int]) -> dict[int, Decider]:
    """Seat the other peer for each side that does not decide here."""
    return {side: own.get(side) or RemoteSeat() for side in sides}
