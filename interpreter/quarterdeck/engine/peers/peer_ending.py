"""How a game between peers ends: both say how it ended, or one gives it up; a restart knows it without the other.

In: the end of the game here, and what the other peer says of it. Out: whether both know, and how it ended.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.peers import peer_context as due
from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.engine.peers.messages import Message
from quarterdeck.engine.peers.peer_distrust import PeerDistrust
from quarterdeck.engine.peers.peer_speech import END, RESIGNED
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.sitting.live_game import pause


class PeerEnding(PeerDistrust):
    """Ends a game: where the rules end it, or where one of the two gives it up."""

    theirs_ended: tuple[str, int] | None = None
    """The winner and the turn of the end that the other peer has named."""
    theirs_resigned = False
    """Whether the other peer knows who has resigned."""

    def _step(self, handed: Any) -> None:
        raise NotImplementedError

    @property
    def is_decided(self) -> bool:
        """Whether the game is over here, also where the other peer has not said that it knows."""
        return self.live.result is not None or bool(self.resigned)

    @property
    def has_ended(self) -> bool:
        """Whether both peers know that the game has ended."""
        return (self.live.result is not None and self.theirs_ended is not None) or (
            bool(self.resigned) and self.theirs_resigned
        )

    # --- by the rules

    def _ended(self, message: Message) -> None:
        self.theirs_ended = (message["winner"], message["turn"])
        self._compare_ends()

    def _compare_ends(self) -> None:
        """Compare both ends, and make them safe: a program that is started again must not wait for one who has left."""
        result = self.live.result
        if result is None:
            return
        winner, turn = self._end_of(result)
        if self.theirs_ended not in (None, (winner, turn)):
            self._stop(f"the other side says that the game ended otherwise: {self.theirs_ended}")
            return
        mine = f"{turn} {winner}"
        found = PeerExchange(END, mine, "", None if self.theirs_ended is None else mine)
        if self.exchanges.get(END) != found:
            self.exchanges.put(found)

    def _recall_end(self) -> None:
        """Play a game that was over before this program was started to its end again: nobody has to be asked."""
        ended, resigned = self.exchanges.get(END), self.exchanges.get(RESIGNED)
        self.theirs_resigned = resigned is not None and resigned.theirs is not None
        if ended is None:
            return
        self._step(None)
        while isinstance(self.live.waits_at, due.StateDue):  # both had compared it
            self._step(None)
        if ended.theirs is not None:
            turn, _, winner = ended.theirs.partition(" ")
            self.theirs_ended = (winner, int(turn))

    # --- giving up

    @property
    def outcome(self) -> GameResult | None:
        """How the game ended, also where one of the two gave it up."""
        context = self.context
        if not self.resigned or self.live.result is not None:
            return self.live.result
        start = self.sitting.start if context is None else context.situation
        sides = start.program.layout.things("Side")
        left = [side for side in sides if start.state[side] and (side in self.own) is (self.resigned != self.role)]
        winner = left[0] if len(left) == 1 else -1
        turn = 0 if context is None else self.sitting.turn
        record, told = (context.record, list(context.told)) if context is not None else ([], [])
        return GameResult(start.names.get(winner, ""), winner, turn, start.state, record, told)  # type: ignore[arg-type]

    def resign_at_question(self) -> None:
        """Give the game up; called where a question is answered, inside the game."""
        pause(due.ResignDue())

    def resign(self) -> list[str]:
        """Give the game up, from outside the game."""
        self._resign(self.role)
        return self._flush()

    def _resign(self, by: str) -> None:
        """Note who gives the game up, make it safe and say it."""
        if self.resigned != by:
            self.resigned = by
            self._keep_resignation()
            self.live.close()
            outcome = self.outcome
            assert outcome is not None
            for hearing in self.sitting.hearings if self.context is not None else ():
                hearing.end(outcome, outcome.turn)
        self._send("resign", by=by)

    def _keep_resignation(self) -> None:
        """Make safe who has resigned, and whether the other peer knows of it."""
        if self.resigned:
            self.exchanges.put(
                PeerExchange(RESIGNED, self.resigned, "", self.resigned if self.theirs_resigned else None)
            )

    def _has_resigned(self, by: str) -> None:
        """Learn that the other peer gives the game up, or that it knows who does; where both do, it is the host."""
        if self.live.result is not None:
            return
        if by == self.role:
            if not self.resigned:
                self._refuse("nobody here has resigned")
            self.theirs_resigned = self.resigned == by
            self._keep_resignation()
        elif self.resigned == self.role == "host":
            self._send("resign", by=self.role)
        else:
            self.theirs_resigned = True
            self._resign(by)
