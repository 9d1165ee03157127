"""The host's end of a game between peers, for `serve --peers`: begin the game, print the link, and play."""

from __future__ import annotations

import asyncio
import secrets
import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.apps.cli.peer_play import show_end, sitting_for
from quarterdeck.apps.peers.links import PEER_PAGE, hash_of_token, new_token
from quarterdeck.apps.peers.peer_host import PeerHost
from quarterdeck.apps.peers.peer_store import PeerFolder
from quarterdeck.apps.peers.talk import GameWorker
from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.run.journal import JournalHeader
from quarterdeck.workspace.games.peer_opening import GUEST, HOST, host_header, peer_game
from quarterdeck.workspace.ruleset.seating import BOT, PERSON, Game, sides_of

TOKEN_KEY = "token"  # noqa: S105 - the key under which its hash is kept


@dataclass(frozen=True)
class PeerServing:
    """What the host of a game between peers offers: the game, its seats, and where it is kept."""

    game: Game
    scenario: str
    options: Mapping[str, str]
    seats: Mapping[str, str]
    folder: PeerFolder


def seats_of_host(game: Game, wanted: Mapping[str, str]) -> dict[str, str]:
    """Give who decides for the host's sides; the sides that are `open` are the guest's.

    Raises:
        UsageError: there is no such side.
    """
    sides = list(sides_of(game))
    if unknown := [side for side in wanted if side not in sides]:
        raise UsageError(f"there is no side {unknown[0]}; the sides are {', '.join(sides)}")
    default = dict.fromkeys(sides, "open") if wanted else {sides[0]: BOT, **dict.fromkeys(sides[1:], "open")}
    kinds = {**default, **wanted}
    return {side: PERSON if kind == "me" else kind for side, kind in kinds.items() if kind != "open"}


def hold_for_peer(
    serving: PeerServing,
    listening: socket.socket,
    address: str,
    tell: Callable[[str, str], None],
    tls: ssl.SSLContext | None = None,
    as_data: bool = False,
) -> int:
    """Play with a guest who comes by a link; `tell` is given the guest's sides and the link. Give the exit code.

    Raises:
        OpeningError: the game has secrets that peers cannot keep, or one of the two has no side.
    """
    header = host_header(serving.game, serving.scenario, serving.options, list(serving.seats))
    kept = serving.folder.saved_header()
    if kept is not None:
        if {**kept.line(), "seed": 0} != {**header.line(), "seed": 0}:
            raise UsageError(f"{serving.folder} keeps another game; name another file with --save")
        header = kept
    store = serving.folder.store_of(header)
    token, worker = new_token(), GameWorker()

    def make() -> PeerGame:
        people = PERSON if PERSON in serving.seats.values() else BOT
        return peer_game(
            serving.game,
            header,
            "host",
            serving.seats,
            store.journal,
            store.exchanges,
            store.saved,
            sit_down=sitting_for(people),
            hearings=store.hearings(serving.game.start),
        )

    game = worker.pool.submit(make).result()
    known = store.exchanges.get(TOKEN_KEY)
    if known is None:
        known = PeerExchange(TOKEN_KEY, hash_of_token(token), secrets.token_hex(8))
        store.exchanges.put(known)
        tell(guests_of(header), f"{address}{PEER_PAGE}#{token}")
    else:
        tell(guests_of(header), "")
    try:
        host = PeerHost(game, worker, known.mine)
        asyncio.run(host.serve(listening, tls))
        return show_end(game, str(serving.folder), as_data)
    finally:
        worker.pool.submit(game.close).result()
        worker.close()


def guests_of(header: JournalHeader) -> str:
    """Name the sides of the guest."""
    return ", ".join(side for side, role in header.seats.items() if role == GUEST and role != HOST)
