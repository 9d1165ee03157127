"""`quarterdeck join`: play at a seat of a game that another machine hosts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain
from quarterdeck.apps.terminal.reading import is_typed_at
from quarterdeck.base.plain_data import Count, DataRecord
from quarterdeck.engine.sitting.sitting import LeftError
from quarterdeck.workspace.games.ending import ended, winner_of
from quarterdeck.workspace.ruleset.seating import BOT, PERSON

if TYPE_CHECKING:
    from quarterdeck.apps.peers.links import GameLink


@dataclass(frozen=True)
class Joined(DataRecord):
    """The end of a game that another machine hosts.

    `winner` is a side by its name in the scenario, or null where nobody won, and `turn` the last turn. With letters the
    game may go on.
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
    letter: Path | None = None,
    patience: int = 600,
    browser: Annotated[bool, Parameter(name="--browser", negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Play at a seat of a game that another machine hosts, by the link that `serve` prints there.

    Args:
        link: the complete link, including everything after `#`; with --letter the file of a letter.
        seat: the decider: `person`, `bot`, `random`, a script, or a plugin. The default at a terminal is a person.
        game: the name of the ruleset on this machine; the default is the host's name for it, unless that is a path.
        save: save the game in this file, or continue the game in it.
        database: save the game in this database: the URL, or the path of an SQLite file.
        letter: read a letter of the other side instead of a link, and write the reply into this file. It needs --save
            or --database.
        patience: the number of seconds to wait for a host that cannot be reached.
        browser: play on a page of this machine. It prints the link of the page.
        json: print the end of the game as JSON.
    """
    from quarterdeck.apps.peers.links import read_link

    if save is not None and database is not None:
        raise UsageError("--save and --database: name one of them")
    if browser and (letter is not None or json or seat not in (None, PERSON)):
        raise UsageError("--browser: a person plays on the page; omit --as, --letter and --json")
    who = seat or (PERSON if browser or (is_typed_at() and not json) else BOT)
    if letter is not None:
        return _play_by_letter(Path(link), who, game, save, database, letter, json)
    found = read_link(link)
    if not found.is_peer:
        if browser:
            raise UsageError("--browser: the host of this link serves the page; open the link in a browser")
        if save is not None or database is not None or game is not None:
            raise UsageError("the host of this link saves the game: omit --save, --database and --game")
        from quarterdeck.apps.cli.join_seat import play_at_seat, printable

        try:
            turn, over = play_at_seat(found, who, patience)
        except LeftError:
            complain("the host saves the game; the same command continues it")
            return 0
        if json:
            print_json(Joined(over["winner"], turn, over["words"]))
        else:
            print(printable(over["words"]))
        return 0
    return _play_as_peer(found, who, game, save, database, patience, json, browser=browser)


def _play_by_letter(
    received: Path, who: str, name: str | None, save: Path | None, database: str | None, letter: Path, as_data: bool
) -> int:
    from quarterdeck.apps.cli.peer_letters import read_and_reply
    from quarterdeck.apps.peers.peer_store import PeerFolder

    if save is None and database is None:
        raise UsageError("--letter: --save or --database is needed, to save the game between two letters")
    folder = PeerFolder(save, database or "")
    try:
        played, result = read_and_reply(received, who, name, folder, letter, silent=as_data)
        if as_data:
            ended_how = f"{letter} is to be sent" if result is None else ended(result)
            turn = played.sitting.turn if played.context is not None and result is None else getattr(result, "turn", 0)
            print_json(Joined(winner_of(played.sitting.start, result), turn, ended_how))
    except LeftError:
        complain(f"the game is saved in {folder}; the same command continues it")
    finally:
        folder.close()
    return 0


def _play_as_peer(
    link: GameLink,
    who: str,
    name: str | None,
    save: Path | None,
    database: str | None,
    patience: int,
    as_data: bool,
    *,
    browser: bool,
) -> int:
    from quarterdeck.apps.cli.join_game import game_for_link, game_of_link
    from quarterdeck.apps.cli.peer_play import end_of
    from quarterdeck.apps.peers.peer_board import PeerBoard
    from quarterdeck.apps.peers.peer_guest import PeerGuest
    from quarterdeck.apps.peers.peer_page import play_on_page
    from quarterdeck.apps.peers.peer_store import PeerFolder
    from quarterdeck.apps.peers.talk import GameWorker

    folder, worker = PeerFolder(save, database or ""), GameWorker()

    def print_link(side: str, page: str) -> None:
        print(f"The board of {side}: {page}", flush=True)

    board = PeerBoard() if browser else None
    guest = PeerGuest(link, worker, lambda message: game_for_link(link, message, who, name, folder, board), patience)
    try:
        guest.game = worker.submit(lambda: game_of_link(link, who, name, folder, board)).result()
        played = asyncio.run(guest.play() if board is None else play_on_page(guest, board, print_link))
        result = end_of(played, str(folder), silent=as_data)
        if as_data:
            print_json(Joined(winner_of(played.sitting.start, result), result.turn, ended(result)))
    except (LeftError, KeyboardInterrupt):
        complain(f"the game is saved in {folder}; the same command continues it")
    finally:
        worker.close(None if guest.game is None else guest.game.close)
        folder.close()
    return 0
