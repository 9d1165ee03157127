"""The host of many games, without HTTP: it begins games, knows the tokens of seats, and passes messages on.

In: what somebody wants to play, tokens, and messages. Out: games with the tokens of their seats, and messages. All is
called in one thread, that of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from quarterdeck.apps.api.failures import failure_of
from quarterdeck.apps.server import tokens
from quarterdeck.apps.server.audience import Connection, Send
from quarterdeck.apps.server.game_keeper import SPECTATORS, GameKeeper, MemoryKeeper, NumberedStore
from quarterdeck.apps.server.hosted_game import HostedGame
from quarterdeck.apps.server.hosted_replay import HostedReplay
from quarterdeck.apps.server.looking import HostRefusalError
from quarterdeck.apps.server.messages import read_message
from quarterdeck.apps.server.move_clock import CLOCK, MoveClock
from quarterdeck.apps.server.sight import PlayedRules
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.journal import JournalHeader, Saved, read_journal
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.workspace.database.game_database import SeatKept
from quarterdeck.workspace.games.opening import (
    SeatedGame,
    SitDown,
    Wanted,
    begin,
    changes_since,
    game_of,
    live_sitting,
    resume,
)
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError
from quarterdeck.workspace.ruleset.seating import PERSON, Game, set_up_game, sides_of

SEATS_WANTED = ("open", "me", "bot", "random")
IDLE = 600
"""After how many seconds without a message a game sleeps."""
MOST_CONNECTIONS = 100
"""How many connections a game has at most."""
MOST_AT_SEAT = 8
"""How many connections a seat has at most."""


class UnknownTokenError(UserError):
    """There is no seat of this token."""


@dataclass(frozen=True)
class SeatLink:
    """The token of a seat, or of the spectators (whose side is none)."""

    side: str | None
    kind: str
    token: str


@dataclass(frozen=True)
class GameBegun:
    """A game that was begun, with the tokens that let people in."""

    game: int
    title: str
    links: Sequence[SeatLink]


@dataclass
class GameHost:
    """Holds games."""

    keeper: GameKeeper = field(default_factory=MemoryKeeper)
    now: Callable[[], float] = monotonic
    games: dict[int, HostedGame] = field(default_factory=dict)
    built: dict[tuple[Any, ...], PlayedRules] = field(default_factory=dict)
    replays: dict[int, HostedReplay] = field(default_factory=dict)
    """Saved games that are shown."""
    heard: dict[int, float] = field(default_factory=dict)
    """When each live game was last heard of."""

    # --- games

    def create(
        self,
        ruleset: Ruleset,
        scenario: str,
        seats: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        seed: int = 1,
        clock: int = 0,
    ) -> GameBegun:
        """Begin a game: a seat that is not named is open; `clock` is how many seconds a decision may take.

        Raises:
            OpeningError: there is no such scenario or side, or the game cannot be kept.
            RefusedError: the ruleset, or the scenario under these options, has findings.
        """
        findings = Findings()
        options = dict(options or {})
        game = set_up_game(ruleset, scenario, options, findings)
        findings.refuse()
        sides = sides_of(game)
        if unknown := [side for side in seats or {} if side not in sides]:
            raise OpeningError(f"there is no side {unknown[0]}; the sides are {', '.join(sides)}")
        wanted = {side: (seats or {}).get(side, "open") for side in sides}
        kinds = {side: PERSON if kind in {"open", "me"} else kind for side, kind in wanted.items()}
        store = self.keeper.new_store()
        playing = Wanted(scenario, options, [f"{side}={kind}" for side, kind in kinds.items()], seed)
        sitting = begin(game, playing, (), store, self.sit_down(store))
        number = store.game
        assert number is not None
        rules = self.built[key_of(sitting.header)]
        links, kept = [], {}
        for side, kind in (*kinds.items(), (SPECTATORS, "spectators")):
            is_let_in = kind in {PERSON, "spectators"}
            token = tokens.new_token(number) if is_let_in else None
            kept[side] = SeatKept(side, kind, None if token is None else tokens.hash_of(token))
            self.keeper.put_seat(number, kept[side])
            if token is not None:
                links.append(SeatLink(None if side == SPECTATORS else side, wanted.get(side, kind), token))
        if clock:
            self.keeper.put_note(number, CLOCK, str(clock))
        title = str(ruleset.declared.scenarios[scenario].shape.title)
        hosted = self.games[number] = HostedGame(
            number, title, rules, self.keeper, kept, self.wake, clock=MoveClock(clock, now=self.now)
        )
        self.heard[number] = self.now()
        hosted.hold(sitting)
        let_rest(hosted)
        return GameBegun(number, title, links)

    def show(self, game: Game, saved: Saved) -> GameBegun:
        """Show a saved game from its record alone."""
        store = self.keeper.new_store()
        number = len(self.keeper.numbers()) if store.game is None else store.game
        title = str(game.ruleset.declared.scenarios[saved.header.scenario].shape.title)
        token = tokens.new_token(number)
        self.keeper.put_seat(number, SeatKept(SPECTATORS, "spectators", tokens.hash_of(token)))
        self.replays[number] = HostedReplay(number, title, PlayedRules(game, saved.header), saved)
        return GameBegun(number, title, [SeatLink(None, "spectators", token)])

    def wake(self, keeper: GameKeeper, number: int, kinds: Mapping[str, str]) -> Sitting:
        """Make a sitting of a game that is kept.

        Raises:
            OpeningError: the rules have changed since, or the game cannot be read.
        """
        store = keeper.store(number)
        saved = read_journal(store)
        game = self.rules_of(saved).game
        return resume(game, saved, store, self.sit_down(store), [f"{side}={kind}" for side, kind in kinds.items()])

    def sit_down(self, store: NumberedStore) -> SitDown[Sitting]:
        """Give what makes sittings of games of which the keeper learns; games by the same rules share what they can."""

        def seated(game: SeatedGame) -> Sitting:
            rules = self.built.setdefault(key_of(game.header), PlayedRules(game.game, game.header))
            sitting = live_sitting(replace(game, game=rules.game, header=rules.shared(game.header)))
            sitting.hearings = tuple(self.keeper.hearings(store, sitting.start))
            return sitting

        return seated

    def rules_of(self, saved: Saved) -> PlayedRules:
        """Give the rules that a record was played by.

        Raises:
            OpeningError: the rules have changed since.
            RefusedError: the rules now have errors.
        """
        key = key_of(saved.header)
        if key not in self.built:
            findings = Findings()
            game = game_of(saved, None, findings)
            findings.refuse()
            if changes := changes_since(saved, game):
                raise OpeningError(f"the rules have changed since it began: {changes[0]}")
            self.built[key] = PlayedRules(game, saved.header)
        return self.built[key]

    def hosted(self, number: int) -> HostedGame | HostedReplay | None:
        """Give a game by its number; nothing where there is none.

        Raises:
            UserError: its rules are gone, or have changed.
        """
        if number in self.replays:
            return self.replays[number]
        if number not in self.games and (kept := {seat.side: seat for seat in self.keeper.seats(number)}):
            saved = read_journal(self.keeper.store(number))
            rules = self.rules_of(saved)
            title = str(rules.game.ruleset.declared.scenarios[saved.header.scenario].shape.title)
            end = self.keeper.end_of(number)
            clock = MoveClock(now=self.now)
            self.games[number] = HostedGame(number, title, rules, self.keeper, kept, self.wake, end, clock=clock)
        return self.games.get(number)

    # --- seats

    def seat_of(self, token: str) -> tuple[HostedGame | HostedReplay, str | None]:
        """Give the game and the side of a token; for spectators the side is none.

        Raises:
            UnknownTokenError: there is no such seat.
        """
        number = tokens.game_in(token)
        found = None
        for seat in () if number is None else self.keeper.seats(number):
            if tokens.is_token(token, seat.token):
                found = seat
        hosted = None if number is None or found is None else self.hosted(number)  # rules are read for guests alone
        if hosted is None or found is None:
            raise UnknownTokenError("this link opens no seat: it may be mistyped, or the game is not kept here")
        return hosted, None if found.side == SPECTATORS else found.side

    def connect(self, token: str, send: Send, pixels: int = 0) -> tuple[HostedGame | HostedReplay, Connection]:
        """Let somebody in; what they are to see is sent at once.

        Raises:
            UnknownTokenError: there is no such seat.
            HostRefusalError: there are too many, or the game cannot be woken.
        """
        hosted, side = self.seat_of(token)
        at_seat = sum(one.side == side for one in hosted.audience.connections)
        if len(hosted.audience.connections) >= MOST_CONNECTIONS or (side is not None and at_seat >= MOST_AT_SEAT):
            raise HostRefusalError("too many connections: close other pages of this game")
        self.note_heard(hosted)
        connection = hosted.connect(side, send, pixels)
        let_rest(hosted)
        return hosted, connection

    def note_heard(self, hosted: HostedGame | HostedReplay) -> None:
        """Note that a game was heard of, which then does not sleep; what is only shown never does."""
        if isinstance(hosted, HostedGame):
            self.heard[hosted.number] = self.now()

    def receive(self, hosted: HostedGame | HostedReplay, connection: Connection, data: Any) -> None:
        """Do what a message asks for; one that changes nothing is answered with the reason."""
        self.note_heard(hosted)
        try:
            kind, message = read_message(data)
            hosted.act(connection, kind, message)
        except Exception as error:  # noqa: BLE001 - whatever one message does, the host goes on
            connection.send({"refused": {"why": failure_of(error).message}})
        let_rest(hosted)

    def sleep_idle(self, idle: float = IDLE) -> int:
        """Let the games sleep that nobody was heard of for so many seconds, and all others rest; give their number."""
        late = [number for number, heard in self.heard.items() if self.now() - heard >= idle]
        for number in late:
            del self.heard[number]
            self.games[number].sleep()
            hosted = self.games[number]
            if not hosted.audience.connections and (hosted.end is not None or not hosted.clock.seconds):
                del self.games[number]
        for hosted in self.games.values():
            let_rest(hosted)  # what only looks at a game leaves it as it was looked at
        return len(late)

    def check_clocks(self) -> None:
        """Let bots decide for sides that have not answered in time, in games that no other host plays now."""
        for hosted in list(self.games.values()):
            if hosted.clock.seconds:
                with suppress(UserError):  # also where the database is away: it is tried again
                    hosted.clock.check(hosted)

    def close(self) -> None:
        """Let all games sleep."""
        for hosted in self.games.values():
            hosted.sleep()
        self.games.clear()
        self.keeper.close()


def let_rest(hosted: HostedGame | HostedReplay) -> None:
    """Let a game hold as little as possible until the next message, without forgetting where it waits."""
    if isinstance(hosted, HostedGame) and hosted.live is not None:
        hosted.live.rest()


def key_of(header: JournalHeader) -> tuple[Any, ...]:
    """Give by what two games are played by the same rules from the same start."""
    return header.game, header.scenario, tuple(sorted(header.options.items())), header.rules, header.start
