"""`quarterdeck join`: play at a seat of a game that another machine hosts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, open_ruleset
from quarterdeck.apps.terminal.reading import is_typed_at
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import Count, DataRecord
from quarterdeck.engine.sitting.sitting import LeftError
from quarterdeck.workspace.games.ending import ended, winner_of
from quarterdeck.workspace.ruleset.seating import BOT, PERSON, set_up_game

if TYPE_CHECKING:
    from quarterdeck.apps.peers.links import GameLink
    from quarterdeck.apps.peers.peer_store import PeerFolder
    from quarterdeck.engine.peers.messages import Message
    from quarterdeck.engine.peers.peer_game import PeerGame


@dataclass(frozen=True)
class Joined(DataRecord):
    """How a game ended that another machine hosts.

    `winner` is a side by its name in the scenario, or null where nobody won, and `turn` the last turn.
    """

    winner: str | None
    turn: Count
    text: str


def join(
    link: str,
    *,
    seat: Annotated[str | None, Parameter(name="--as")] = None,
    game: str | None = None,
    save: Path | None = None,
    database: str | None = None,
    patience: int = 600,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Play at a seat of a game that another machine hosts, by the link that `serve` prints there.

    Args:
        link: the complete link, with what follows `#`.
        seat: who decides: `person`, `bot`, `random`, a script, or a plugin. At a terminal it is a person.
        game: the ruleset as it is named on this machine; the name that the host uses is taken unless it is a path.
        save: keep the game in this file; if it holds the game already, go on with it.
        database: keep the game in this database: the URL, or the path of an SQLite file.
        patience: for how many seconds the host may be out of reach.
        json: print how it ended as JSON.
    """
    from quarterdeck.apps.peers.links import read_link

    if save is not None and database is not None:
        raise UsageError("--save and --database: name one of them")
    found = read_link(link)
    who = seat or (PERSON if is_typed_at() and not json else BOT)
    if not found.is_peer:
        if save is not None or database is not None or game is not None:
            raise UsageError("the host of this link keeps the game: leave --save, --database and --game out")
        from quarterdeck.apps.cli.join_seat import play_at_seat, printable

        turn, over = play_at_seat(found, who, patience)
        if json:
            print_json(Joined(over["winner"], turn, over["words"]))
        else:
            print(printable(over["words"]))
        return 0
    return _play_as_peer(found, who, game, save, database, patience, json)


def _play_as_peer(
    link: GameLink, who: str, name: str | None, save: Path | None, database: str | None, patience: int, as_data: bool
) -> int:
    from quarterdeck.apps.cli.peer_play import end_of
    from quarterdeck.apps.peers.peer_guest import PeerGuest
    from quarterdeck.apps.peers.peer_store import PeerFolder
    from quarterdeck.apps.peers.talk import GameWorker

    folder, worker = PeerFolder(save, database or ""), GameWorker()
    guest = PeerGuest(link, worker, lambda message: guest_game(message, who, name, folder), patience)
    try:
        played = asyncio.run(guest.play())
        result = end_of(played, str(folder), silent=as_data)
        if as_data:
            print_json(Joined(winner_of(played.sitting.start, result), result.turn, ended(result)))
    except LeftError:
        complain(f"the game is kept in {folder}; the same command goes on with it")
    finally:
        worker.close(None if guest.game is None else guest.game.close)
        folder.close()
    return 0


def guest_game(message: Message, who: str, name: str | None, folder: PeerFolder) -> PeerGame:
    """Make the game ready that the host names, by the rules that are here.

    Raises:
        UsageError: the host names the ruleset by a path, or the ruleset has no such scenario.
        OpeningError: the game has secrets that peers cannot keep.
    """
    from quarterdeck.apps.cli.peer_play import asked_at_terminal, sitting_for
    from quarterdeck.engine.peers.hosting import hosting_of
    from quarterdeck.engine.run.journal import header_of
    from quarterdeck.workspace.games.peer_opening import guest_header, peer_game

    theirs = header_of(message["header"], "the game of the host")
    if name is None and any(sign in theirs.game for sign in "/\\."):
        raise UsageError(f"the host plays `{theirs.game}`, a folder there: say with --game where it is here")
    ruleset, findings = open_ruleset(name or theirs.game), Findings()
    game = set_up_game(ruleset, theirs.scenario, theirs.options, findings)
    findings.refuse()
    hosting = hosting_of(game.built.program)
    if hosting.way != "peers":
        raise UsageError(f"{theirs.game} cannot be played between peers: {hosting.reason}")
    header = guest_header(game, theirs)
    store = folder.store_of(header)
    found = peer_game(
        game,
        header,
        "guest",
        who,
        store.journal,
        store.exchanges,
        store.saved,
        sit_down=sitting_for(who),
        hearings=store.hearings(game.start),
    )
    if who == PERSON:
        found.consent = asked_at_terminal
    return found
