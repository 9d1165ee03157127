"""What a peer asks the other one for: to take back a decision, which both must agree to.

In: wishes from here and from there. Out: the same record on both sides, shorter by what was taken back.
Each message says how many undos there were before it, so that one that comes late means nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.peers import peer_context as due
from quarterdeck.engine.peers.commitments import STATE
from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.engine.peers.messages import Message
from quarterdeck.engine.peers.peer_ending import PeerEnding
from quarterdeck.engine.peers.peer_speech import UNDONE
from quarterdeck.engine.sitting.live_game import pause
from quarterdeck.engine.sitting.sitting import UndoneError
from quarterdeck.engine.sitting.stop_records import AnswerRefusedError

DISAGREE = "they do not agree"
WISH = "wish"
"""The key under which the last wish to take something back is kept."""


class PeerWishes(PeerEnding):
    """Takes decisions back where both peers agree."""

    consent: Callable[[str], bool | None] = staticmethod(lambda words: True)
    """Asks whoever plays here whether the other side may take back its last decision; none where they reply later."""
    undo_asked: tuple[int, int, int] | None = None
    """What the other peer asks for and nobody has replied to yet: the number, what stays of the record, and its length
    at that time."""
    wishing: int | None = None
    """What stays of the record if the other peer agrees to what was asked for from outside the game."""

    # --- taking back, from here

    def take_back(self, count: int) -> str:
        """Take back what was decided after so many entries; called where a question is answered, inside the game.

        Where the other side does not agree the reason is given.

        Raises:
            UndoneError: it is taken back.
        """
        return self._undo_unsent(count) or str(pause(due.UndoDue(count)))

    def ask_to_undo(self) -> list[str]:
        """Ask to take back the last decision of the side whose question is open, from outside the game.

        Raises:
            AnswerRefusedError: it cannot be taken back.
        """
        question = self.live.question
        found = "nothing is asked here" if question is None else self.sitting.undo_from(question.side, question.number)
        try:
            why = found if isinstance(found, str) else self._undo_unsent(found)
        except UndoneError as undone:
            self.live.undo(undone.count)
            return self._flush()
        if why or isinstance(found, str):
            raise AnswerRefusedError(why)
        self.wishing = found
        self._wish_to_undo(found)
        return self._flush()

    def _undo_unsent(self, count: int) -> str:
        """Take back what the other peer has not been sent; of anything else say why it cannot be taken back.

        Raises:
            UndoneError: it is taken back.
        """
        context = self.context
        assert context is not None
        if context.rehearsal is not None and count >= context.rehearsal[0].after:
            meeting, orders = context.draft_until(count)
            self.exchanges.put(PeerExchange(str(meeting.exchange), due.orders_text(orders), ""))
            raise UndoneError(meeting.after)
        return self._undo_fault(count, is_own=True)

    @property
    def wished(self) -> int | None:
        """What stays of the record if the other peer agrees to what was asked for; nothing where nothing was."""
        waits_at = self.live.waits_at
        return waits_at.count if isinstance(waits_at, due.UndoDue) else self.wishing

    def _wish_to_undo(self, count: int) -> None:
        """Ask the other peer, once until the next tick."""
        if ("undo", count) not in self._sent:
            self._sent.add(("undo", count))
            self.exchanges.put(PeerExchange(WISH, str(self.undone + 1), "", str(count)))
            self._send("undo", undo=self.undone + 1, after=count)

    def _agreed(self, message: Message) -> None:
        """Learn whether the other peer agrees."""
        number, after, why = message["undo"], message["after"], message["why"]
        wish = self.exchanges.get(WISH)
        if number != self.undone + 1 or wish is None or (wish.mine, wish.theirs) != (str(number), str(after)):
            return
        self.wishing = None
        if why:
            self._sent.discard(("undo", after))
            if self.live.waits_at == due.UndoDue(after):
                self._step(f"The other side refuses: {why}")
        elif fault := self._undo_fault(after, is_own=True) if self.context is not None else "":
            self._stop(f"the other side takes back what cannot be taken back any more: {fault}")
        else:
            self._take_back(after)

    # --- taking back, from there

    def _asked_to_undo(self, message: Message) -> None:
        """Reply to the other peer's wish; one that was declined is declined until the game goes on."""
        number, after = message["undo"], message["after"]
        if number != self.undone + 1 or message["have"] > self.count or self.context is None:
            return
        place = (number, after, self.count)
        why = self._declined[1] if self._declined[0] == place else self._undo_fault(after, is_own=False)
        if why:
            self._reply_to_undo(place, why)
        elif (agrees := self.consent("The other side asks to take back its last decision. Agree?")) is None:
            self.undo_asked = place
        else:
            self._reply_to_undo(place, "" if agrees else DISAGREE)

    @property
    def is_undo_asked(self) -> bool:
        """Whether the other side waits for a reply to its wish to take back its last decision."""
        return self.undo_asked is not None and self.undo_asked[::2] == (self.undone + 1, self.count)

    def _reply_to_undo(self, place: tuple[int, int, int], why: str) -> None:
        number, after, _ = place
        self.undo_asked = None
        if why:
            self._declined = (place, why)
        else:
            self._take_back(after)
        self._send("agreed", undo=number, after=after, why=why)

    def _undo_fault(self, after: int, *, is_own: bool) -> str:
        """Say why the decision that is the entry after so many others cannot be taken back; nothing where it can."""
        context = self.context
        assert context is not None
        if self.live.result is not None:
            return "the game is over"
        side = next((by for at, by in context.asked if at == after), None)
        if side is None or (side in self.own) is not is_own:
            return "there is no such decision"
        later = [one for one in context.meetings if one.after > after]
        kept = [self.exchanges.get(str(one.exchange)) for one in later]
        if (
            after in context.sealed
            or any(one.sort == STATE for one in later)
            or any(one and one.theirs for one in kept)
        ):
            return "dice, orders or the state have been exchanged since"
        found = self.sitting.undo_from(side, self.count)
        if isinstance(found, str):
            return found
        return "" if found == after else "there has been another decision since"

    def _take_back(self, after: int) -> None:
        """Take back all entries after the first ones, and make it safe."""
        if self.context is None:
            self._cut_saved(after)
        else:
            self.live.undo(after)
            self._forget_later(after)
        self.undone += 1
        self.exchanges.put(PeerExchange(UNDONE, str(self.undone), "", str(after)))
        self._early.clear()
        self._answered.clear()

    def _forget_later(self, after: int) -> None:
        """Forget what was said, and prepared, of places that the game has not come to any more."""
        context = self.context
        assert context is not None
        met = len(context.meetings)
        self._sent = {(sort, number) for sort, number in self._sent if sort in ("commit", "open") and number <= met}
        self._sent_decisions = sum(at < after for at, _ in context.asked)
        while (kept := self.exchanges.get(str(met := met + 1))) is not None:
            self.exchanges.put(PeerExchange(kept.key, "", ""))

    def _of_other_time(self, message: Message) -> None:
        """Answer a message from before an undo that the other peer has not learnt of."""
        kept = self.exchanges.get(UNDONE)
        if message["undone"] < self.undone and kept is not None and -1 not in self._answered:
            self._answered.add(-1)
            self._send("agreed", undo=self.undone, after=int(kept.theirs or 0), why="")
