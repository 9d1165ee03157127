"""What one peer says to the other: messages about the game as it is here, each with its place in the record.

In: a game, and how many entries the other peer holds. Out: messages. All of them can be made again at any time from
what is kept, so nothing has to be kept for the sake of messages that were lost.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Literal

from quarterdeck.engine.peers.commitments import STATE, Chain, ExchangePlace, commitment, digest
from quarterdeck.engine.peers.exchanges import Exchanges, PeerExchange
from quarterdeck.engine.peers.messages import PROTOCOL, written
from quarterdeck.engine.peers.peer_context import PeerContext
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.run.journal import JournalHeader
from quarterdeck.engine.run.record import Entry, as_line
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.engine.sitting.sitting import Sitting

Role = Literal["host", "guest"]
MOST_SENT = 1_000
"""Entries that are sent at once to a peer that lacks them."""
UNDONE, RESIGNED, END = "undone", "resigned", "end"
"""The keys under which is kept how many undos there were, who has resigned, and how the game ended."""
MOST_ANSWERED = 4
"""Places from which all is sent again between two ticks: a flood of questions gets no flood of answers."""


def game_id(header: JournalHeader) -> str:
    """Give the name of a game on the wire: a hash of the first line of its journal."""
    return digest("quarterdeck game 1", as_line(header.line()).rstrip("\n"))


class PeerSpeech:
    """A peer's game, and the messages that tell the other peer of it."""

    def __init__(self, sitting: Sitting, role: Role, own: frozenset[int], exchanges: Exchanges) -> None:
        self.sitting = sitting
        self.role: Role = role
        self.other: Role = "guest" if role == "host" else "host"
        self.own = own
        self.exchanges = exchanges
        self.game = game_id(sitting.header)
        self.has_met = False
        self.live = LiveGame(sitting)
        self._out: list[str] = []
        self._sent_decisions = 0
        self._sent: set[tuple[str, int]] = set()
        self._answered: set[int] = set()
        self._declined: tuple[tuple[int, int, int] | None, str] = (None, "")
        undone, resigned = exchanges.get(UNDONE), exchanges.get(RESIGNED)
        self.undone = 0 if undone is None else int(undone.mine)
        """How many undos both peers have agreed to."""
        self.resigned = "" if resigned is None else resigned.mine
        """Who has given the game up: the host or the guest."""
        self._saved = Chain([as_line(entry) for entry in sitting.recorded])

    # --- where the game is

    @property
    def context(self) -> PeerContext | None:
        """The context of the game, once it has begun here."""
        context = self.sitting.context
        assert context is None or isinstance(context, PeerContext)
        return context

    @property
    def count(self) -> int:
        """How many entries the record holds."""
        return len(self.sitting.recorded) if self.context is None else self.context.agreed

    def chain_at(self, count: int) -> str:
        """Give the hash of the first entries of the record."""
        return self._saved[count] if self.context is None else self.context.chain[count]

    def _cut_saved(self, count: int) -> None:
        """Keep only so many entries of a record that nobody plays yet."""
        sitting = self.sitting
        sitting.recorded = sitting.recorded[:count]
        if sitting.journal is not None:
            sitting.journal.cut(count)
        self._saved = Chain([as_line(entry) for entry in sitting.recorded])

    def entry_at(self, number: int) -> Entry:
        """Give an entry by its number, from 1."""
        return self.sitting.record[number - 1]

    # --- sending

    def _send(self, sort: str, /, **parts: Any) -> None:
        count = self.count
        frame = {"type": sort, "game": self.game, "have": count, "chain": self.chain_at(count), "undone": self.undone}
        self._out.append(written({**frame, **parts}))

    def _flush(self) -> list[str]:
        out, self._out = self._out, []
        return out

    def _hello(self) -> None:
        header = self.sitting.header.line()
        self._send("hello", protocol=PROTOCOL, role=self.role, heard=self.has_met, header=header)

    # --- what the other peer lacks

    def _may_answer(self, have: int) -> bool:
        """Return whether to answer a peer that holds `have` entries, and remember it: each is answered once a tick."""
        if have in self._answered or len(self._answered) >= MOST_ANSWERED:
            return False
        self._answered.add(have)
        return True

    def _resend(self, have: int) -> None:
        """Send again all that a peer may lack that holds so many entries."""
        context = self.context
        if context is None or not self._may_answer(have):
            return
        asked = context.asked
        first = bisect_left(asked, (have, -1))
        for at, side in asked[first : first + MOST_SENT]:
            self._send_decision(at, side)
        for meeting in (one for one in context.meetings if one.after >= have):
            if meeting.sort == STATE:
                self._send_state(meeting)
                continue
            kept = self.exchanges.get(str(meeting.exchange))
            if kept is not None and kept.salt:
                self._send_commitment(meeting, kept)
                if kept.theirs is not None:
                    self._send_opening(meeting, kept)
        if self.live.result is not None:
            self._send_end()

    def _send_decision(self, at: int, side: int) -> None:
        context = self.context
        assert context is not None
        if side in self.own and at < self.count and at not in context.sealed:
            self._send("entry", number=at + 1, entry=self.entry_at(at + 1))

    def _send_state(self, meeting: ExchangePlace) -> None:
        context = self.context
        assert context is not None
        if meeting.exchange in context.states:
            turn, found = context.states[meeting.exchange]
            self._send("state", exchange=meeting.exchange, turn=turn, after=meeting.after, hash=found)

    def _send_commitment(self, meeting: ExchangePlace, kept: PeerExchange) -> None:
        found = self._commitment(self.role, meeting, kept.salt, kept.mine)
        self._send("commit", exchange=meeting.exchange, sort=meeting.sort, after=meeting.after, hash=found)

    def _send_opening(self, meeting: ExchangePlace, kept: PeerExchange) -> None:
        self._send("open", exchange=meeting.exchange, secret=kept.mine, salt=kept.salt)

    def _send_end(self) -> None:
        result = self.live.result
        assert result is not None
        winner, turn = self._end_of(result)
        self._send("end", winner=winner, turn=turn)

    def _end_of(self, result: GameResult) -> tuple[str, int]:
        """Give the winner by its name in the scenario, which both peers share, and the last turn."""
        return self.sitting.start.known_as.get(result.side, ""), result.turn

    def _commitment(self, role: str, meeting: ExchangePlace, salt: str, secret: str) -> str:
        return commitment(self.game, role, meeting, self.chain_at(meeting.after), salt, secret)
