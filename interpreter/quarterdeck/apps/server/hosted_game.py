"""One game of a host: who sits at it and who looks on, what each is sent, and when it sleeps.

In: messages of connections. Out: messages to connections: a sight when something has changed for them, and answers to
what they sent. While nobody plays, nothing of the game is kept but its record; it wakes by playing that again.

A side learns that another decides only where that is public. What others do in secret changes neither the content nor
the number of the messages that a side gets: a sight is sent where a public question is open, and where a phase begins
in which all decide in secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from quarterdeck.apps.api.failures import failure_of
from quarterdeck.apps.server.audience import Audience, Connection, Send
from quarterdeck.apps.server.game_keeper import EndKept, GameKeeper
from quarterdeck.apps.server.looking import LOOKING, HostRefusalError, look
from quarterdeck.apps.server.messages import DiceFrom, GameOver, SeatState, SeatsTold, SeatWish
from quarterdeck.apps.server.move_clock import CLOCK, MoveClock
from quarterdeck.apps.server.question_numbers import QuestionNumbers
from quarterdeck.apps.server.sight import OpenLogs, PlayedRules, SightMaker
from quarterdeck.apps.server.table_dice import DiceOfTable, TableDice
from quarterdeck.apps.server.table_wishes import OpenWishes
from quarterdeck.base.errors import UserError
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.run.happenings import Happening, PhaseBegun
from quarterdeck.engine.run.views import PUBLIC
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
from quarterdeck.engine.sitting.sitting import GameListener, Sitting
from quarterdeck.engine.sitting.stop_records import AnswerRefusedError
from quarterdeck.workspace.database.game_database import SeatKept
from quarterdeck.workspace.games.ending import ended
from quarterdeck.workspace.ruleset.seating import BOT, PERSON, sides_of

RESIGNED = "resigned"
OVER = "the game is over"
NUMBERS, DICE, TYPED = "numbers", "dice", "typed"
"""The keys under which is noted which numbers questions had, and who rolls; and what is noted where people do."""


@dataclass(eq=False)
class PhaseHearing(GameListener):
    """Hears where phases begin in which something is done in secret."""

    game: HostedGame
    sitting: Sitting
    logs: OpenLogs

    def begin(self) -> None:
        """Begin to listen."""
        secrecy = self.sitting.secrecy
        self.addresses = secrecy.phases
        self.hears_all = bool(secrecy.fields)

    def hear(self, event: Happening) -> None:
        """Show all what there is before a phase in which something is done in secret."""
        if isinstance(event, PhaseBegun):
            self.logs.mark(event.address, event.entry)
            if (self.hears_all or event.address in self.addresses) and not self.sitting.is_replaying:
                self.sitting.checkpoint()
                self.game.say_accepted()  # in the same order, whether others are asked in secret or not
                self.game.publish(between=True)


Waken = Callable[[GameKeeper, int, Mapping[str, str]], Sitting]
"""Makes a sitting of a game that is kept, with those at its seats who sit there now."""


@dataclass(eq=False)
class HostedGame:
    """One game of a host."""

    number: int
    title: str
    rules: PlayedRules
    keeper: GameKeeper
    seats: dict[str, SeatKept]
    waken: Waken
    end: EndKept | None = None
    live: LiveGame | None = None
    maker: SightMaker | None = None
    audience: Audience = field(default_factory=Audience)
    wishes: OpenWishes = field(default_factory=OpenWishes)
    numbers: QuestionNumbers = field(default_factory=QuestionNumbers)
    accepting: tuple[int, int] | None = None
    """The side and the number of the question whose answer is being played, until they are told that it is safe."""
    dice: DiceOfTable = field(default_factory=DiceOfTable)
    clock: MoveClock = field(default_factory=MoveClock)

    def __post_init__(self) -> None:
        """Know the sides."""
        self.sides = sides_of(self.rules.game)

    # --- sleeping and waking

    def hold(self, sitting: Sitting) -> None:
        """Open a sitting and play to its first question."""
        logs = OpenLogs(sitting, (*self.sides.values(), PUBLIC))
        orders = RepeatedOrders(sitting, self.rules.board.pieces.subject)
        sitting.hearings = (logs, orders, PhaseHearing(self, sitting, logs), *sitting.hearings)
        sites = [site.address for site in sitting.start.program.sites]
        sitting.new_dice = partial(TableDice, sitting.header.seed, sites, self.is_thrown)
        live = self.live = LiveGame(sitting)
        self.maker = SightMaker(self.number, self.title, self.rules, live, logs, orders, self.clock, self.dice.asked)
        with self.stepping():
            live.open()

    def awake(self) -> LiveGame:
        """Give the live game, which is woken if it sleeps.

        Raises:
            HostRefusalError: it cannot be woken.
        """
        if self.live is None:
            self.recall()
            try:
                sitting = self.waken(self.keeper, self.number, deciders_of(self))
            except UserError as error:
                raise HostRefusalError(f"the game cannot continue: {error.message}") from error
            self.hold(sitting)
            end_without_opponents(self)
        assert self.live is not None
        return self.live

    def recall(self) -> None:
        """Read again what is kept beside the record: another host may have played the game since."""
        self.seats = {seat.side: seat for seat in self.keeper.seats(self.number)}
        self.end = self.keeper.end_of(self.number)
        self.numbers = QuestionNumbers.read(self.keeper.note(self.number, NUMBERS))
        self.dice.are_typed = self.keeper.note(self.number, DICE) == TYPED
        self.clock.seconds = int(self.keeper.note(self.number, CLOCK) or 0)

    def confirm(self) -> None:
        """See that no other host has taken the game, before anything but its record is written.

        Raises:
            HostRefusalError: one has.
        """
        live = self.awake()
        with self.stepping():
            if live.sitting.journal is not None:
                self.keeper.confirm(live.sitting.journal.store)

    def type_dice(self, *, typed: bool) -> None:
        """Let people type in what their dice show, or let the host roll."""
        self.confirm()
        self.keeper.put_note(self.number, DICE, TYPED if typed else "")
        self.dice.are_typed = typed

    def sleep(self) -> None:
        """Forget all but the record; connections stay, and what they send wakes the game."""
        live, self.live, self.maker = self.live, None, None
        if live is not None:
            with suppress(UserError, OSError):  # what cannot be written now was never accepted
                live.close()

    @contextmanager
    def stepping(self) -> Iterator[LiveGame]:
        """Let the game play on; where that fails, it sleeps, and wakes with what was safe before.

        Raises:
            HostRefusalError: it failed.
        """
        assert self.live is not None
        try:
            yield self.live
        except AnswerRefusedError as error:
            raise HostRefusalError(str(error)) from error
        except Exception as error:  # whatever breaks one game, the others go on
            with suppress(Exception):
                self.sleep()
            self.live = self.maker = self.accepting = None
            raise HostRefusalError(f"the game cannot continue: {failure_of(error).message}") from error
        if self.live.result is not None and self.end is None:
            self.has_ended(self.live.result)

    def has_ended(self, result: GameResult) -> None:
        """Note that the game came to its end."""
        names = {thing: name for name, thing in self.sides.items()}
        self.end = EndKept(names.get(result.side), result.turn)
        self.keeper.has_ended(self.number, self.end.winner, self.end.turn)

    # --- what is sent

    @property
    def over(self) -> GameOver | None:
        """How the game ended, if it did."""
        if self.end is None:
            return None
        gone = [side for side, seat in self.seats.items() if seat.kind == RESIGNED]
        if gone:
            words = f"{', '.join(map(self.name_of, gone))} resigned"
        elif self.live is not None and self.live.result is not None:
            words = ended(self.live.result)
        else:
            words = "The game is over"
        return GameOver(self.end.winner, words)

    def name_of(self, side: str) -> str:
        """Give a side as players call it."""
        return self.rules.game.start.names.get(self.sides[side], side)

    def number_for(self, reader: int) -> int:
        """Give the number of the question that a side is asked, or is asked next."""
        return self.numbers.number_for(self.live, reader)

    def publish(self, *, between: bool = False) -> None:
        """Send each connection what has changed for it, as far as it may know that something has."""
        assert self.maker is not None
        numbers = partial(self.numbers.number_for, self.live, between=between)
        self.audience.publish(self.maker, numbers, self.over, between=between)
        if self.live is not None:
            self.live.forget_views()

    def tell_table(self) -> None:
        """Tell all who sits where, and what somebody has asked for."""
        self.audience.tell_table(record_as_data(self.seats_told()))

    def seats_told(self) -> SeatsTold:
        """Return who sits where, and what somebody has asked for."""
        seats = {side: self.state_of(side) for side in self.sides}
        dice: DiceFrom = "typed" if self.dice.are_typed else "rolled"
        return SeatsTold(seats, list(self.wishes), dice, self.clock.seconds)

    def state_of(self, side: str) -> SeatState:
        """Say who sits for a side."""
        kind = self.seats[side].kind
        if kind in {"bot", "random", "resigned"}:
            return kind  # type: ignore[return-value]
        return "here" if any(one.side == side for one in self.audience.connections) else "away"

    # --- what connections do

    def connect(self, side: str | None, send: Send, pixels: int = 0) -> Connection:
        """Let somebody in who has the token of a side, or of the spectators.

        Raises:
            HostRefusalError: the game cannot be woken.
        """
        self.awake()
        connection = Connection(side, PUBLIC if side is None else self.sides[side], send, pixels)
        self.audience.connections.append(connection)
        assert self.maker is not None
        self.audience.send_sight(self.maker, [connection], self.number_for(connection.reader), self.over)
        self.tell_table()
        return connection

    def disconnect(self, connection: Connection) -> None:
        """Learn that a connection is gone."""
        if connection in self.audience.connections:
            self.audience.connections.remove(connection)
            self.tell_table()

    def act(self, connection: Connection, kind: str, message: Mapping[str, Any]) -> None:
        """Do what a connection asks for.

        Raises:
            HostRefusalError: it may not, or not now.
        """
        side = connection.side
        if kind == "state":
            raise HostRefusalError("only a game that is shown from its record has states to go to")
        if kind in LOOKING:
            self.awake()
            look(self, connection, kind, message)
            return
        if side is None:
            raise HostRefusalError("spectators cannot act")
        if self.end is not None and kind != "value":
            raise HostRefusalError(OVER)
        match kind:
            case "value":
                self.answer(side, message["number"], message["value"])
            case "undo":
                self.undo(side, message["undo"])
            case "bot":
                self.bot(side, message["bot"], message.get("side"))
            case "dice":
                self.dice.change(self, side, message["dice"])
            case "faces":
                self.dice.throw(self, side, message["number"], message["faces"])
            case "resign":
                self.resign(side)

    def answer(self, side: str, number: int, value: Any) -> None:
        """Answer the question of a number for a side; the same answer again is accepted again.

        Raises:
            HostRefusalError: the side is not asked this now, or may not answer so.
        """
        live, reader = self.awake(), self.sides[side]
        open_number, question = self.number_for(reader), live.question
        if number < open_number and self.numbers.answer_to(live, reader, number) == value:
            self.audience.accepted(reader, number)
            return
        if self.end is not None:
            raise HostRefusalError(OVER)
        self.refuse_program(side)
        if number != open_number:
            was = "has been answered, or taken back" if number < open_number else "has not been asked"
            raise HostRefusalError(f"question {number} {was}; yours is now number {open_number}")
        if question is None or question.side != reader:
            raise HostRefusalError("there is no question for you now")
        with self.stepping():
            answer = question.meant(value)
            if answer is None:
                raise AnswerRefusedError(f"this may not be chosen at {question.site.address}")
            self.accepting = (reader, number)
            live.step(answer)
            self.say_accepted()
        self.wishes.withdraw(lambda wish: wish.kind == "undo")
        self.publish()
        self.tell_table()

    # --- dice

    def is_thrown(self, site: int) -> bool:
        """Tell whether a person throws the dice of a site, and no program."""
        is_played = any(seat.kind == PERSON for side, seat in self.seats.items() if side in self.sides)
        return is_played and self.dice.is_open(self.maker, site)

    def say_accepted(self) -> None:
        """Tell those who gave the last answer that it is safe."""
        if self.accepting is not None:
            self.audience.accepted(*self.accepting)
            self.accepting = None

    def refuse_program(self, side: str) -> None:
        """Refuse what a person does for a side for which a program decides.

        Raises:
            HostRefusalError: one does.
        """
        if self.seats[side].kind != PERSON:
            raise HostRefusalError("a bot decides for this side; you can take the seat back")

    def refuse_resigned(self, side: str) -> None:
        """Refuse what a side does that has resigned.

        Raises:
            HostRefusalError: it has.
        """
        if self.seats[side].kind == RESIGNED:
            raise HostRefusalError("you have resigned")

    # --- wishes to which others must agree

    def others(self, side: str) -> list[str]:
        """Give the other sides for which people decide."""
        return [one for one in self.sides if one != side and self.seats[one].kind == PERSON]

    def undo(self, side: str, how: str) -> None:
        """Take back the last decision of a side, if all others agree who could have seen it.

        Raises:
            HostRefusalError: it cannot be taken back.
        """
        live, reader = self.awake(), self.sides[side]
        if how != "ask":
            self.reply("undo", side, how)
            return
        self.refuse_program(side)
        count = live.sitting.undo_from(reader, len(live.sitting.record))
        question = live.question
        assert self.maker is not None
        is_unseen = self.maker.is_secret() and question is not None and question.side == reader
        secrecy = live.sitting.secrecy
        if isinstance(count, str) or (secrecy and not self.maker.is_free_to_undo(count, is_unseen=is_unseen)):
            raise HostRefusalError("this cannot be taken back" if secrecy else str(count))
        self.wish(SeatWish("undo", side, side), set(self.others(side)) if is_unseen else set())

    def wish(self, wish: SeatWish, agreed: set[str]) -> None:
        """Note a wish, and grant it when nobody is left to ask."""
        self.wishes.add(wish, agreed)
        self.grant()

    def reply(self, kind: str, side: str, how: str, about: str | None = None) -> None:
        """Agree to a wish of another side, or not.

        Raises:
            HostRefusalError: nobody has asked for such a thing.
        """
        self.wishes.reply(kind, side, how, about)
        self.grant()

    def grant(self) -> None:
        """Do what all have agreed to whose agreement it needs, and tell all what is still open."""
        for wish in self.wishes.take_granted(self.asked_for):
            if wish.kind == "undo":
                self.take_back(wish.side)
            elif wish.kind == "dice":
                self.type_dice(typed=True)
            else:
                self.seat(wish.side, BOT)
        self.tell_table()

    def asked_for(self, wish: SeatWish) -> set[str]:
        """Give the sides that must agree to a wish: people who are there, but for the one who has it."""
        sides = set(self.others(wish.by))
        if wish.kind == "bot" and wish.side in sides and self.state_of(wish.side) == "away":
            sides.remove(wish.side)
        return sides

    def take_back(self, side: str) -> None:
        """Play the game again without the last decision of a side.

        Raises:
            HostRefusalError: it cannot be taken back any more.
        """
        live, reader = self.awake(), self.sides[side]
        count = live.sitting.undo_from(reader, len(live.sitting.record))
        if isinstance(count, str):
            raise HostRefusalError(count)
        assert self.maker is not None
        unused = self.numbers.unused(live, self.sides.values())
        lines = {one: self.maker.logs.open_lines(one) for one in (*self.sides.values(), PUBLIC)}
        with self.stepping():
            live.undo(count)
        self.numbers.go_on_from(live, unused)
        self.keeper.put_note(self.number, NUMBERS, self.numbers.text)
        self.audience.forget(lines, self.maker.logs.open_lines)
        self.publish()

    def bot(self, side: str, how: str, about: str | None) -> None:
        """Let a bot decide for a side if people agree, or a person take the own seat back.

        Raises:
            HostRefusalError: there is no such side, or a person decides there already.
        """
        if about is not None and about not in self.sides:
            raise HostRefusalError(f"there is no side {about}; the sides are {', '.join(self.sides)}")
        if how == "back":
            if self.seats[side].kind == PERSON:
                raise HostRefusalError("this seat is yours already")
            self.refuse_resigned(side)
            self.seat(side, PERSON)
        elif how == "ask":
            self.refuse_program(about or side)
            self.wish(SeatWish("bot", side, about or side), set())
        else:
            self.reply("bot", side, how, about)

    def seat(self, side: str, kind: str) -> None:
        """Let another decide for a side from now on."""
        self.confirm()
        self.put_seat(side, kind)
        self.sleep()
        self.awake()
        self.publish()
        self.tell_table()

    def resign(self, side: str) -> None:
        """Give up the game for a side; where one other is left, that has won."""
        self.refuse_resigned(side)
        self.confirm()
        self.put_seat(side, RESIGNED)
        self.wishes.withdraw(lambda wish: side in (wish.by, wish.side))
        if len(left_in(self)) > 1:
            self.sleep()
            self.awake()
        end_without_opponents(self)
        self.publish()
        self.tell_table()

    def put_seat(self, side: str, kind: str) -> None:
        """Note who decides for a side from now on; only what is safe holds."""
        seat = SeatKept(side, kind, self.seats[side].token)
        self.keeper.put_seat(self.number, seat)
        self.seats[side] = seat


def left_in(game: HostedGame) -> list[str]:
    """Give the sides that have not resigned."""
    return [side for side in game.sides if game.seats[side].kind != RESIGNED]


def deciders_of(game: HostedGame) -> dict[str, str]:
    """Give who decides for each side: for one that has resigned a bot, while others play on."""
    left = left_in(game)
    substitute = BOT if len(left) > 1 else PERSON
    return {side: game.seats[side].kind if side in left else substitute for side in game.sides}


def end_without_opponents(game: HostedGame) -> None:
    """End a game in which all have resigned but one, or all."""
    left = left_in(game)
    if game.end is None and game.live is not None and len(left) <= 1 < len(game.sides):
        end = EndKept(left[0] if left else None, game.live.sitting.turn)
        game.keeper.has_ended(game.number, end.winner, end.turn)
        game.end = end
