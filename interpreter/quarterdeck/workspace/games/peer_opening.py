"""Make one peer's end of a game ready: a new game, the same game at the other peer, or one that was saved.

In: a game set up by the rules that are here, the header of the host, and where the journal is kept. Out: a `PeerGame`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from quarterdeck.engine.peers.exchanges import Exchanges
from quarterdeck.engine.peers.hosting import hosting_of
from quarterdeck.engine.peers.peer_context import SharedDice
from quarterdeck.engine.peers.peer_game import PeerGame, fresh_secret
from quarterdeck.engine.peers.peer_speech import Role
from quarterdeck.engine.run.journal import Journal, JournalHeader, Saved, hashes_of
from quarterdeck.engine.run.journal_store import JournalFaultError, JournalStore
from quarterdeck.engine.run.questions import Decider
from quarterdeck.engine.run.secrecy import secrecy_of
from quarterdeck.engine.sitting.live_game import LiveSeat
from quarterdeck.engine.sitting.sitting import GameListener, Sitting
from quarterdeck.workspace.games.opening import SEEDED, SeatedGame, deciders_for
from quarterdeck.workspace.ruleset.scenario_names import OpeningError
from quarterdeck.workspace.ruleset.seating import BOT, Game, sides_of

HOST, GUEST = "host", "guest"
DICE_OF_PEERS = "peers"
"""What the header of a journal says of dice that both peers have made."""


def host_header(game: Game, scenario: str, options: Mapping[str, str], hosted: Sequence[str]) -> JournalHeader:
    """Write the header of a new game, in which the host decides for some sides and the guest for all others.

    Raises:
        OpeningError: the game has secrets that peers cannot keep, or one of the two has no side.
    """
    hosting = hosting_of(game.built.program)
    if hosting.way != "peers":
        raise OpeningError(f"{game.ruleset.name} cannot be played between peers: {hosting.reason}")
    seats = {side: HOST if side in hosted else GUEST for side in sides_of(game)}
    if set(seats.values()) != {HOST, GUEST}:
        raise OpeningError(f"the host and the guest need a side each; the sides are {', '.join(seats)}")
    hashes = hashes_of(game.ruleset.declared, game.start, game.ruleset.played_by)
    seed = secrets.randbits(63)  # tells this game from all others; no die depends on it alone
    return JournalHeader(game.ruleset.name, scenario, dict(options), seats, seed, DICE_OF_PEERS, **hashes)


def guest_header(game: Game, theirs: JournalHeader) -> JournalHeader:
    """Write the header of a host's game by the rules that are here; where these differ, the two are not equal."""
    return replace(theirs, **hashes_of(game.ruleset.declared, game.start, game.ruleset.played_by))


def seated_sitting(seated: SeatedGame) -> Sitting:
    """Seat programs, scripts, and people whose answers come from outside."""
    deciders: Callable[[], dict[int, Decider]] = partial(deciders_for, seated, LiveSeat)
    start = seated.game.start
    module = seated.game.built.module(trace=True)
    return Sitting(seated.header, module, start, secrecy_of(start.program), SharedDice, deciders)


def peer_game(
    game: Game,
    header: JournalHeader,
    role: Role,
    seats: Mapping[str, str] | str,
    store: JournalStore,
    exchanges: Exchanges,
    saved: Saved | None = None,
    sit_down: Callable[[SeatedGame], Sitting] = seated_sitting,
    hearings: Sequence[GameListener] = (),
    secret: Callable[[str], str] = fresh_secret,
) -> PeerGame:
    """Make a peer's end of a game ready; `seats` says who decides for its sides, or for all of them.

    Each is `person`, `bot`, `random`, a script or a plugin.

    Raises:
        OpeningError: nobody of that name can sit there, or the store cannot be written.
    """
    sides = sides_of(game)
    own = {name: side for name, side in sides.items() if header.seats.get(name) == role}
    seated = {name: (seats if isinstance(seats, str) else seats[name]) if name in own else BOT for name in sides}
    sitting = sit_down(SeatedGame(game, header, seated, SEEDED))  # the peers make other dice
    sitting.new_deciders()
    try:
        sitting.journal = Journal(store, header, saved)
    except OSError as error:
        raise OpeningError(f"{store} cannot be written ({error.strerror})") from None
    except JournalFaultError as error:
        raise OpeningError(str(error)) from None
    sitting.recorded = list(saved.entries) if saved is not None else []
    sitting.hearings = (*sitting.hearings, *hearings)
    return PeerGame(sitting, role, frozenset(own.values()), exchanges, secret)
