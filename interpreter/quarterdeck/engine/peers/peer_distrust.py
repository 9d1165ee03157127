"""What a peer finds wrong with what the other says, and where their records differ first.

In: messages that do not fit the game. Out: a message that is refused and changes nothing, or the reason why the two
cannot play on.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.base.bounds import MOST_BYTES_OF_MESSAGE, MOST_EARLY_MESSAGES
from quarterdeck.engine.peers.exchanges import Exchanges
from quarterdeck.engine.peers.first_difference import FirstDifference
from quarterdeck.engine.peers.messages import LONGEST_REASON, Message
from quarterdeck.engine.peers.peer_speech import PeerSpeech, Role
from quarterdeck.engine.run.journal import differences, header_of, thing_hashes
from quarterdeck.engine.run.journal_store import JournalFaultError
from quarterdeck.engine.run.record import worded_entry
from quarterdeck.engine.sitting.sitting import Sitting

MOST_REFUSALS = 100
"""Refusals that are kept to be shown."""
MOST_WAITING_CHARACTERS = 4 * MOST_BYTES_OF_MESSAGE
"""Characters of all secrets together that wait because other messages have to come first."""


def secret_length(message: Message) -> int:
    """Count the characters of a message's secret, the only part that may be long."""
    return len(message.get("secret", ""))


class PeerDistrust(PeerSpeech):
    """Judges the other peer: `stopped` says why the two cannot play on, `refusals` what was no message."""

    def __init__(self, sitting: Sitting, role: Role, own: frozenset[int], exchanges: Exchanges) -> None:
        super().__init__(sitting, role, own, exchanges)
        self.stopped = ""
        self.refusals: list[str] = []
        self.refused_now = 0
        """How many messages were refused on this connection, here or there."""
        self.altered_now = 0
        """How many messages on this connection did not have their checksum."""
        self.theirs_held = 0
        """How many entries the other peer holds, as far as it has said."""
        self.search: FirstDifference | None = None
        self._early: dict[tuple[str, int], Message] = {}

    def _refuse(self, why: str) -> None:
        self._note_refusal(why)
        self._send("refused", why=why[:LONGEST_REASON])

    def _note_refusal(self, why: str) -> None:
        self.refused_now += 1
        self._note(why)

    def _note_altered(self) -> None:
        self.altered_now += 1
        self._note("a message did not have its checksum")

    def _note(self, why: str) -> None:
        self.refusals.append(why)
        del self.refusals[:-MOST_REFUSALS]

    def _stop(self, why: str) -> None:
        """Stop for good: the two cannot play on."""
        if not self.stopped:
            self.stopped = why
            self._send_stopped()

    def _send_stopped(self) -> None:
        self._send("stopped", why=self.stopped[:LONGEST_REASON])

    def _repeat_stop(self, have: int) -> None:
        """Say again why the two cannot play on to a peer that still asks: it may not have heard."""
        if self._may_answer(have):
            self._send_stopped()

    def _stop_out_of_turn(self, why: str) -> None:
        """Stop where the other peer is at another place in the game: its record may be another one already."""
        self._stop(why)
        if at := min(self.count, self.theirs_held):
            self._send("prefix", at=at, hash=self.chain_at(at), entry=self.entry_at(at))

    def _told(self, sort: str, why: str) -> None:
        """Learn that the other peer has refused a message, or has stopped."""
        if sort == "stopped" and not self.stopped:
            self.stopped = f"the other side stopped: {why}"
        elif sort == "refused":
            self._note_refusal(f"the other side refused a message: {why}")

    def _early_one(self, key: tuple[str, int], message: Message, limit: int) -> None:
        """Keep a message until the game comes to its place."""
        said = {name: part for name, part in message.items() if name not in ("have", "chain")}
        if key in self._early:
            if self._early[key] != said:
                self._stop(f"the other side sent `{key[0]}` {key[1]} twice, and not the same")
        elif (
            key[1] > limit + MOST_EARLY_MESSAGES
            or len(self._early) >= MOST_EARLY_MESSAGES
            or self._waiting_characters() + secret_length(message) > MOST_WAITING_CHARACTERS
        ):
            self._refuse(f"`{key[0]}` {key[1]} is too far ahead")
        else:
            self._early[key] = said

    def _waiting_characters(self) -> int:
        return sum(map(secret_length, self._early.values()))

    # --- differences

    def _changes(self, line: dict[str, Any]) -> list[str]:
        """Say what differs between the other's game and this one."""
        mine = self.sitting.header
        try:
            theirs = header_of(line, "the game of the other side")
        except JournalFaultError as error:
            return [str(error)]
        if theirs.meaning != mine.meaning:
            return [f"the hashes there are of version {theirs.meaning}, and here of version {mine.meaning}"]
        if changes := differences(theirs, mine.line()):
            return list(map(str, changes[:20]))
        here, there = mine.line(), theirs.line()
        return [
            f"{name} is {there.get(name)!r} there and {here[name]!r} here"
            for name in here
            if here[name] != there.get(name)
        ]

    def _is_beginning(self, count: int, chain: str) -> bool:
        """See whether the other's record is the beginning of this one, as far as both go; stop if it is not."""
        self.theirs_held = max(self.theirs_held, count)
        if count > self.count or self.chain_at(count) == chain:
            return True
        if self.search is None:
            self._stop(f"the records differ in the first {count} entries")
            self._search(count)
            self._send_prefixes(None)
        return False

    def _search(self, high: int) -> None:
        self.search = FirstDifference(high, self.chain_at, self.role == "host")

    def _send_prefixes(self, heard: int | None) -> None:
        assert self.search is not None
        for at in self.search.due(heard):
            if 1 <= at <= self.count:
                self._send("prefix", at=at, hash=self.chain_at(at), entry=self.entry_at(at))

    def _prefix(self, message: Message) -> None:
        """Learn a hash of the other's chain, until the first difference is found."""
        at = message["at"]
        if not 1 <= at <= self.count or (self.search is not None and self.search.is_found):
            return
        if self.search is None:
            if self.chain_at(at) == message["hash"]:
                return
            self._stop(f"the records differ in the first {at} entries")
            self._search(at)
        assert self.search is not None
        self.search.learn(at, message["hash"], message["entry"])
        self._send_prefixes(at)
        if self.search.is_found:
            number = self.search.high
            here, there = worded_entry(self.entry_at(number)), worded_entry(self.search.theirs[number])
            self.stopped = f"the records differ from entry {number} on: here {here}, there {there}"

    def _hashes_of_things(self) -> dict[str, str]:
        context = self.context
        assert context is not None
        return thing_hashes(context.situation)

    def _things(self, message: Message) -> None:
        """Learn which things are other ones there."""
        context = self.context
        if context is None or not self.stopped or message["exchange"] != len(context.meetings):
            return
        here, there = self._hashes_of_things(), message["things"]
        names = sorted(name for name in {*here, *there} if here.get(name) != there.get(name))
        if names and "differ:" not in self.stopped:
            self.stopped += f"; these differ: {', '.join(names[:20])}"
