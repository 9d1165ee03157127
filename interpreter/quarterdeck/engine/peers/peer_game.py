"""One peer's end of a game: messages of the other peer in, messages to it out.

In: a sitting whose journal keeps the game, the sides that decide here, and messages. Out: messages for the other peer,
and the game. All that is sent was made safe before, so a peer that is started again says the same once more. Messages
may be lost, doubled or out of order: each names its place in the game, and `tick` asks again for what is missing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from quarterdeck.base.errors import UserError
from quarterdeck.engine.peers import peer_context as due
from quarterdeck.engine.peers.commitments import DICE, STATE, ExchangePlace, joint_seed
from quarterdeck.engine.peers.exchanges import Exchanges, PeerExchange
from quarterdeck.engine.peers.messages import PROTOCOL, AlteredMessageError, Message, MessageFaultError, parsed
from quarterdeck.engine.peers.opened_orders import orders_in, secret_in
from quarterdeck.engine.peers.peer_context import Orders, OrdersFaultError, PeerContext
from quarterdeck.engine.peers.peer_speech import Role
from quarterdeck.engine.peers.peer_wishes import DISAGREE, PeerWishes
from quarterdeck.engine.run.journal_store import JournalFaultError, SaveFaultError
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.record import worded_entry
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.engine.sitting.stop_records import AnswerRefusedError


def fresh_secret(purpose: str) -> str:
    """Make a secret that nobody can guess: 256 bits, whatever it is for."""
    return secrets.token_hex(32)


class PeerGame(PeerWishes):
    """A game between this peer and another one.

    `own` are the sides that decide here. `stopped` says why the two cannot play on, `refusals` what was no message.
    """

    def __init__(
        self,
        sitting: Sitting,
        role: Role,
        own: frozenset[int],
        exchanges: Exchanges,
        secret: Callable[[str], str] = fresh_secret,
    ) -> None:
        super().__init__(sitting, role, own, exchanges)
        self.secret = secret
        deciders, sides = sitting.new_deciders, sitting.start.program.layout.things("Side")
        self.other_sides = {
            sitting.start.known_as[side] for side in sides if sitting.start.state[side] and side not in own
        }
        sitting.new_deciders = lambda: due.deciders_of_peers(
            {side: one for side, one in deciders().items() if side in own}, sides
        )
        sitting.new_dice = due.SharedDice
        sitting.agreement, sitting.giving_up = self.take_back, self.resign_at_question
        sitting.new_context = partial(PeerContext, own=own, opened_before=self._opened, draft_of=self._draft)
        self._recall_end()

    # --- where the game is

    @property
    def question(self) -> Question | None:
        """The question that waits for an answer from here, if one does."""
        return None if self.resigned else self.live.question

    @property
    def waits(self) -> bool:
        """Whether something is missing that the other peer has to send."""
        if self.stopped or self.has_ended:
            return False
        return (
            not self.has_met
            or bool(self.resigned)
            or self.wished is not None
            or self.live.result is not None
            or isinstance(self.live.waits_at, due.Waiting)
        )

    # --- from outside

    def connect(self) -> list[str]:
        """Begin to talk with the other peer, on each new connection."""
        self.has_met, self.refused_now, self.altered_now = False, 0, 0
        self._answered.clear()
        self._hello()
        return self._flush()

    def receive(self, data: str | bytes) -> list[str]:
        """Take a message of the other peer, play as far as the game goes, and give what is to be sent."""
        try:
            message = parsed(data)
        except AlteredMessageError:  # as good as lost: what is missing is asked for again
            self._note_altered()
            return self._flush()
        except MessageFaultError as error:
            self._refuse(str(error))
            return self._flush()
        sort = message["type"]
        if sort == "hello":
            self._met(message)
        elif sort in ("stopped", "refused"):
            self._told(sort, message["why"])
        elif message["game"] != self.game:
            self._refuse("a message belongs to another game")
        elif sort == "resign":
            self._has_resigned(message["by"])
        elif sort == "agreed":
            self._agreed(message)
            self._advance()
        elif message["undone"] != self.undone:
            self._of_other_time(message)
        elif self.has_met:
            self._take(message)
            self._advance()
        return self._flush()

    def answer(self, given: Any, number: int | None = None) -> list[str]:
        """Answer a question of an own side, as `LiveGame.answer` does.

        Raises:
            AnswerRefusedError: this is no answer to the question that is open.
        """
        if self.wishing is not None:
            raise AnswerRefusedError("you have asked to take back your last decision: the other side has to reply")
        self.live.answer(given, number)
        self._advance()
        return self._flush()

    def reply_to_undo(self, *, agrees: bool) -> list[str]:
        """Reply to the wish of the other side that is open, from outside the game.

        Raises:
            AnswerRefusedError: there is none.
        """
        if self.undo_asked is None or not self.is_undo_asked:
            raise AnswerRefusedError("there is no request to reply to")
        why = "" if agrees else DISAGREE
        self._reply_to_undo(self.undo_asked, why or self._undo_fault(self.undo_asked[1], is_own=False))
        self._advance()
        return self._flush()

    def tick(self) -> list[str]:
        """Ask for what is missing; whoever waits does so now and then."""
        self._answered.clear()
        if self.waits:
            if self.resigned:
                self._send("resign", by=self.resigned)
            elif self.has_met:
                if (after := self.wished) is not None:
                    self._send("undo", undo=self.undone + 1, after=after)
                self._send("have")
            else:
                self._hello()
        return self._flush()

    def close(self) -> None:
        """Leave the game; all that was decided is safe."""
        self.live.close()
        if self.sitting.journal is not None:  # of a game that has not begun nobody else closes it
            self.sitting.journal.close()

    # --- meeting

    def _met(self, message: Message) -> None:
        """Compare rules, scenario and options with the other peer; only if all are the same the game begins."""
        if message["protocol"] != PROTOCOL:
            self._stop(f"the other side speaks version {message['protocol']} of the protocol, and this one {PROTOCOL}")
        elif message["role"] != self.other:
            self._stop(f"both sides are the {self.role}")
        elif changes := self._changes(message["header"]):
            self._stop(f"the two games are not the same: {'; '.join(changes)}")
        elif message["game"] != self.game:
            self._stop("the other side names another game")
        if self.stopped:
            self._repeat_stop(message["have"])
            return
        self.has_met = message["undone"] == self.undone
        if not message["heard"]:
            self._hello()
        if self.resigned:
            self._send("resign", by=self.resigned)
            return
        if not self.has_met:
            self._of_other_time(message)
            return
        if self.context is None:
            self._step(None)
            if self.undone:
                self._forget_later(self.count)
        self._is_beginning(message["have"], message["chain"])
        self._resend(message["have"])
        self._advance()

    # --- receiving

    def _take(self, message: Message) -> None:
        """Put a message where the game looks for it."""
        sort = message["type"]
        if sort == "prefix":
            self._prefix(message)
            return
        if sort == "things":
            self._things(message)
            return
        if self.stopped and sort == "have":
            self._repeat_stop(message["have"])
        if self.stopped or not self._is_beginning(message["have"], message["chain"]):
            return
        match sort:
            case "have":
                self._resend(message["have"])
            case "entry":
                self._entry(message)
            case "commit" | "open" | "state":
                self._exchanged(message)
            case "undo":
                self._asked_to_undo(message)
            case "end":
                self._ended(message)

    def _entry(self, message: Message) -> None:
        number = message["number"]
        if number > self.count:
            self._early_one(("entry", number), message, self.count)
        elif number < 1 or self.entry_at(number) != message["entry"]:
            self._stop(f"the other side changed entry {number} afterwards: {worded_entry(message['entry'])}")

    def _exchanged(self, message: Message) -> None:
        """Take a message of an exchange; of one that is over it must say what was said then."""
        sort, number = message["type"], message["exchange"]
        meetings = self.context.meetings if self.context is not None else []
        kept = self.exchanges.get(str(number)) if sort != STATE else None
        if 1 <= number <= len(meetings):
            if (sort == STATE) != (meetings[number - 1].sort == STATE):
                self._stop_out_of_turn(
                    f"the other side sent `{sort}` for exchange {number}, which is about {meetings[number - 1].sort}"
                )
            elif kept is not None and sort == "commit" and kept.theirs is not None:
                if kept.theirs != message["hash"]:
                    self._stop(f"the other side committed to something else in exchange {number} afterwards")
                return
            elif kept is not None and sort == "open" and kept.opened is not None:
                if kept.opened != f"{message['salt']} {message['secret']}":
                    self._stop(f"the other side opened something else in exchange {number} afterwards")
                return
            elif number < len(meetings) and sort == STATE:
                return
        if not self.stopped:
            self._early_one((sort, number), message, len(meetings))

    # --- the game

    def _step(self, handed: Any) -> None:
        """Let the game play on to where it waits next."""
        try:
            if handed is None and not self.live.is_open:
                self.live.open()
            else:
                self.live.step(handed)
        except OrdersFaultError as error:
            who = self.sitting.start.names.get(error.args[1], "")
            self._stop(f"the orders of {who} are not allowed: {error.args[0]}")
        except (JournalFaultError, SaveFaultError):  # of this machine alone: the other side goes on waiting
            raise
        except UserError as error:
            self._stop(f"the game cannot continue: {error.message}")
        self._send_new()

    def _advance(self) -> None:
        """Play on as far as what has come allows, and send what is new."""
        while not (self.stopped or self.resigned) and self.has_met and self.live.result is None:
            waits_at, goes_on = self.live.waits_at, False
            match waits_at:
                case due.AnswerDue(question):
                    goes_on = self._answered_by_other(question)
                case due.ChanceDue(meeting):
                    goes_on = self._chance(meeting)
                case due.OrdersDue(meeting, mine):
                    goes_on = self._orders(meeting, mine)
                case due.StateDue():
                    goes_on = self._state(waits_at)
                case due.UndoDue(count):
                    self._wish_to_undo(count)
                case due.ResignDue():
                    self._resign(self.role)
                case _:
                    self._keep_draft()
            if not goes_on:
                break
        self._send_new()

    def _send_new(self) -> None:
        """Send the own decisions that are new, and the end."""
        context = self.context
        if context is None or not self.has_met:
            return
        while self._sent_decisions < len(context.asked) and context.asked[self._sent_decisions][0] < self.count:
            self._send_decision(*context.asked[self._sent_decisions])
            self._sent_decisions += 1
            self._answered.clear()
        if self.live.result is not None and ("end", 0) not in self._sent:
            self._sent.add(("end", 0))
            self._send_end()
            self._compare_ends()

    def _answered_by_other(self, question: Question) -> bool:
        """Take the other's answer to a question, if it has come and the rules allow it."""
        number = question.number + 1
        message = self._early.pop(("entry", number), None)
        if message is None:
            return False
        entry = message["entry"]
        answer = question.meant(entry["choice"]) if entry["at"] == question.site.address else None
        if answer is None or entry["by"] != question.by:
            place = f"{question.by} answers {question.site.address}"
            self._stop_out_of_turn(
                f"entry {number} is not allowed: {worded_entry(entry)} at {entry['at']}, where {place}"
            )
            return False
        self._step(answer)
        return True

    def _chance(self, meeting: ExchangePlace) -> bool:
        """Make a seed with the other peer."""
        found = self._exchange(meeting, lambda: self.secret(f"secret {meeting.exchange}"))
        if found is None:
            return False
        host, guest = found if self.role == "host" else found[::-1]
        self._step(joint_seed(self.game, meeting, self.chain_at(meeting.after), host, guest))
        return True

    def _orders(self, meeting: ExchangePlace, mine: Orders) -> bool:
        """Exchange orders with the other peer."""
        found = self._exchange(meeting, lambda: due.orders_text(mine))
        if found is None:
            return False
        theirs = orders_in(found[1], self.other_sides)
        assert theirs is not None
        self._step(due.merged(mine, theirs))
        return True

    def _exchange(self, meeting: ExchangePlace, secret: Callable[[], str]) -> tuple[str, str] | None:
        """Commit, and open when both have; give the own secret and the other's when both are open."""
        number, key = meeting.exchange, str(meeting.exchange)
        kept = self.exchanges.get(key)
        if kept is None or not kept.salt:
            kept = PeerExchange(key, secret(), self.secret(f"salt {key}"))
            self.exchanges.put(kept)
        if ("commit", number) not in self._sent:
            self._sent.add(("commit", number))
            self._send_commitment(meeting, kept)
        if kept.theirs is None:
            message = self._early.pop(("commit", number), None)
            if message is None:
                return None
            if (message["sort"], message["after"]) != (meeting.sort, meeting.after):
                self._stop_out_of_turn(
                    f"the other side committed to {message['sort']} after entry {message['after']}, out of turn"
                )
                return None
            kept = replace(kept, theirs=message["hash"])
            self.exchanges.put(kept)
        if ("open", number) not in self._sent:
            self._sent.add(("open", number))
            self._send_opening(meeting, kept)
        if kept.opened is None:
            message = self._early.pop(("open", number), None)
            if message is None:
                return None
            if fault := self._fault_of_opening(meeting, kept, message):
                self._stop(fault)
                return None
            kept = replace(kept, opened=f"{message['salt']} {message['secret']}")
            self.exchanges.put(kept)
        return kept.mine, secret_in(kept)

    def _fault_of_opening(self, meeting: ExchangePlace, kept: PeerExchange, message: Message) -> str:
        """Say what is wrong with an opening; nothing where it is right."""
        salt, secret = message["salt"], message["secret"]
        if self._commitment(self.other, meeting, salt, secret) != kept.theirs:
            return f"the other side opened in exchange {meeting.exchange} what it had not committed to"
        if meeting.sort == DICE:
            is_right = len(secret) == 64 and not set(secret) - set("0123456789abcdef")
            return "" if is_right else f"the other side's secret in exchange {meeting.exchange} is not 256 bits"
        if orders_in(secret, self.other_sides) is None:
            return f"the other side opened in exchange {meeting.exchange} what are not orders of its own sides"
        return ""

    def _state(self, waiting: due.StateDue) -> bool:
        """Compare the state at the end of a turn."""
        meeting = waiting.meeting
        if (STATE, meeting.exchange) not in self._sent:
            self._sent.add((STATE, meeting.exchange))
            self._send_state(meeting)
        message = self._early.pop((STATE, meeting.exchange), None)
        if message is None:
            return False
        if (message["turn"], message["after"]) != (waiting.turn, meeting.after):
            self._stop_out_of_turn(
                f"the other side is at the end of turn {message['turn']}, after entry {message['after']}"
            )
            return False
        if message["hash"] != waiting.hash:
            self._stop(f"the state at the end of turn {waiting.turn} is another one there")
            self._send("things", exchange=meeting.exchange, things=self._hashes_of_things())
            return False
        self._step(None)
        return True

    # --- before a restart

    def _opened(self, meeting: ExchangePlace) -> Orders | None:
        """Give the orders that both peers had opened before this program was started."""
        kept = self.exchanges.get(str(meeting.exchange))
        if kept is None or kept.opened is None:
            return None
        mine, theirs = orders_in(kept.mine), orders_in(secret_in(kept), self.other_sides)
        return None if mine is None or theirs is None else due.merged(mine, theirs)

    def _draft(self, meeting: ExchangePlace) -> Orders:
        """Give the own orders as far as they were decided before this program was started."""
        kept = self.exchanges.get(str(meeting.exchange))
        return {} if kept is None else orders_in(kept.mine) or {}

    def _keep_draft(self) -> None:
        """Keep the own orders as far as they are decided."""
        found = self.context.draft() if self.context is not None else None
        if found is not None and any(found[1].values()):
            meeting, orders = found
            self.exchanges.put(PeerExchange(str(meeting.exchange), due.orders_text(orders), ""))
