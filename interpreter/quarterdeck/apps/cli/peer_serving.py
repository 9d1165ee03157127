"""The host's end of a game between peers, for `serve --peers`: begin the game, print the link, and play."""

from __future__ import annotations

import asyncio
import json as json_text
import secrets
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.apps.cli.join import Joined
from quarterdeck.apps.cli.open_ruleset import UsageError, complain
from quarterdeck.apps.cli.peer_letters import first_letter
from quarterdeck.apps.cli.peer_play import asked_at_terminal, end_of, sitting_for
from quarterdeck.apps.cli.serving_wishes import GameWanted, LinkPrinted, Served, ServingPlace, warn_of_reach
from quarterdeck.apps.peers.links import PEER_PAGE, TOKEN_KEY
from quarterdeck.apps.peers.peer_host import PeerHost
from quarterdeck.apps.peers.peer_store import PeerFolder, PeerStore, is_same_but_for_seed
from quarterdeck.apps.peers.talk import GameWorker
from quarterdeck.apps.server.tokens import hash_of, new_token
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.run.journal import JournalHeader
from quarterdeck.engine.sitting.sitting import LeftError
from quarterdeck.workspace.games.ending import ended, winner_of
from quarterdeck.workspace.games.peer_opening import GUEST, host_header, peer_game
from quarterdeck.workspace.ruleset.seating import BOT, PERSON, Game, set_up_game, sides_of


@dataclass(frozen=True)
class PeerTable:
    """The host's end of a game: the game, who decides for the host's sides, and where all is kept."""

    game: Game
    header: JournalHeader
    seats: Mapping[str, str]
    store: PeerStore

    def make(self) -> PeerGame:
        """Make the game ready."""
        people = PERSON if PERSON in self.seats.values() else BOT
        game = peer_game(
            self.game,
            self.header,
            "host",
            self.seats,
            self.store.journal,
            self.store.exchanges,
            self.store.saved,
            sit_down=sitting_for(people),
            hearings=self.store.hearings(self.game.start),
        )
        if people == PERSON:
            game.consent = asked_at_terminal
        return game


def serve_peer(wanted: GameWanted, place: ServingPlace, save: Path | None, database: str, as_data: bool) -> int:
    """Play with a guest who comes by a link; give the exit code.

    Raises:
        UsageError: there is no such side, or the file keeps another game.
        OpeningError: the game has secrets that peers cannot keep, or one of the two has no side.
    """
    folder, worker = PeerFolder(save, database), GameWorker()
    try:
        table = set_table(wanted, folder)
        game = worker.submit(table.make).result()
        try:
            token_hash, link = link_of(table.store, place)
            tell_link(table, place, link, as_data)
            warn_of_reach(place)
            tls = tls_of(place)
            asyncio.run(PeerHost(game, worker, token_hash).serve(place.listener.socket, tls))
            result = end_of(game, str(folder), silent=as_data)
            if as_data:
                joined = Joined(winner_of(game.sitting.start, result), result.turn, ended(result))
                print(json_text.dumps(joined.as_data(), ensure_ascii=False), flush=True)
        except (LeftError, KeyboardInterrupt):
            complain(f"the game is saved in {folder}; the same command with --port continues it")
        finally:
            worker.close(game.close)
    finally:
        folder.close()
    return 0


def begin_by_letter(wanted: GameWanted, save: Path | None, database: str, letter: Path) -> int:
    """Begin a game whose sides are never connected, and write its first letter; give the exit code."""
    folder = PeerFolder(save, database)
    try:
        game = set_table(wanted, folder).make()
        first_letter(game, letter, folder)
        game.close()
    finally:
        folder.close()
    return 0


def set_table(wanted: GameWanted, folder: PeerFolder) -> PeerTable:
    """Set the game up, or go on with the one that is kept."""
    findings = Findings()
    game = set_up_game(wanted.ruleset, wanted.scenario, wanted.options, findings)
    findings.refuse()
    seats = seats_of_host(game, wanted.seats)
    header = host_header(game, wanted.scenario, wanted.options, list(seats))
    kept = folder.saved_header(header)
    if kept is not None:
        if not is_same_but_for_seed(kept, header):
            raise UsageError(f"{folder} has another game; name another file with --save")
        header = kept
    return PeerTable(game, header, seats, folder.store_of(header))


def seats_of_host(game: Game, wanted: Mapping[str, str]) -> dict[str, str]:
    """Give who decides for the host's sides; the sides that are `open` are the guest's.

    Raises:
        UsageError: there is no such side.
    """
    sides = list(sides_of(game))
    if unknown := [side for side in wanted if side not in sides]:
        raise UsageError(f"there is no side {unknown[0]}; the sides are {', '.join(sides)}")
    kinds = {side: wanted.get(side, "open") for side in sides} if wanted else {sides[0]: "me"}
    return {side: PERSON if kind == "me" else kind for side, kind in kinds.items() if kind != "open"}


def link_of(store: PeerStore, place: ServingPlace) -> tuple[str, str | None]:
    """Give the hash of the guest's token, and the link; of a game that goes on only the hash is known."""
    address = place.listener.address(place.certificate is not None)
    known = store.exchanges.get(TOKEN_KEY)
    if known is not None:
        if known.theirs != address:
            complain(f"the link of this game leads to {known.theirs}; set --host and --port accordingly")
        return known.mine, None
    token = new_token(1)
    store.exchanges.put(PeerExchange(TOKEN_KEY, hash_of(token), secrets.token_hex(8), theirs=address))
    return hash_of(token), f"{address}{PEER_PAGE}#{token}"


def tell_link(table: PeerTable, place: ServingPlace, link: str | None, as_data: bool) -> None:
    """Print the link, or that the one of before stays good."""
    sides = [side for side, role in table.header.seats.items() if role == GUEST]
    if as_data:
        title = str(table.game.ruleset.declared.scenarios[table.header.scenario].shape.title)
        links = [LinkPrinted(side, "peer", link or "") for side in sides]
        served = Served(place.listener.address(place.certificate is not None), 1, title, links)
        print(json_text.dumps(served.as_data(), ensure_ascii=False), flush=True)
    elif link is None:
        print(f"The link of {', '.join(sides)} stays as it was. Ctrl-C ends the host; the game is saved.", flush=True)
    else:
        print(f"{', '.join(sides)} plays with: quarterdeck join '{link}'", flush=True)


def tls_of(place: ServingPlace) -> ssl.SSLContext | None:
    """Read the certificate, if there is one.

    Raises:
        UsageError: it cannot be read.
    """
    if place.certificate is None:
        return None
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        tls.load_cert_chain(place.certificate, place.key)
    except (OSError, ssl.SSLError) as error:
        raise UsageError(f"--certificate {place.certificate}: {error.strerror or error}") from None
    return tls
