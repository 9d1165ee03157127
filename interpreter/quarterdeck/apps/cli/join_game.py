"""The game that another machine names, made ready by the rules that are here: for `join`, by a link or by letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quarterdeck.apps.cli.open_ruleset import UsageError, open_ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.workspace.ruleset.seating import PERSON, set_up_game

if TYPE_CHECKING:
    from quarterdeck.apps.peers.links import GameLink
    from quarterdeck.apps.peers.peer_board import PeerBoard
    from quarterdeck.apps.peers.peer_store import PeerFolder
    from quarterdeck.engine.peers.messages import Message
    from quarterdeck.engine.peers.peer_game import PeerGame
    from quarterdeck.engine.peers.peer_speech import Role


def game_for(
    message: Message, who: str, name: str | None, folder: PeerFolder, board: PeerBoard | None = None
) -> PeerGame:
    """Make the game ready that the other side's `hello` names; this side is the guest of a host, and the reverse.

    With a board a person plays on its page, else at the terminal.

    Raises:
        UsageError: the host names the ruleset by a path, or the ruleset has no such scenario; or nothing is kept here
            of a game of which this side is the host.
        OpeningError: the game has secrets that peers cannot keep.
    """
    from quarterdeck.apps.cli.peer_play import asked_at_terminal, sitting_for
    from quarterdeck.engine.peers.hosting import hosting_of
    from quarterdeck.engine.run.journal import header_of
    from quarterdeck.workspace.games.peer_opening import guest_header, peer_game, seated_sitting

    theirs = header_of(message["header"], "the game of the host")
    if name is None and any(sign in theirs.game for sign in "/\\."):
        raise UsageError(f"the host plays `{theirs.game}`, a folder there: name the folder here with --game")
    ruleset, findings = open_ruleset(name or theirs.game), Findings()
    game = set_up_game(ruleset, theirs.scenario, theirs.options, findings)
    findings.refuse()
    hosting = hosting_of(game.built.program)
    if hosting.way != "peers":
        raise UsageError(f"{theirs.game} cannot be played between peers: {hosting.reason}")
    header = guest_header(game, theirs)
    role: Role = "guest" if message["role"] == "host" else "host"
    store = folder.store_of(header)
    if role == "host" and store.saved is None:
        raise UsageError(f"this side began the game: name its file or database with --save or --database, not {folder}")
    found = peer_game(
        game,
        header,
        role,
        who,
        store.journal,
        store.exchanges,
        store.saved,
        sit_down=sitting_for(who) if board is None else seated_sitting,
        hearings=store.hearings(game.start),
    )
    if board is not None:
        board.take(game, found)
    elif who == PERSON:
        found.consent = asked_at_terminal
    return found


def game_for_link(
    link: GameLink, message: Message, who: str, name: str | None, folder: PeerFolder, board: PeerBoard | None = None
) -> PeerGame:
    """Make the game ready that the host of a link names, and keep by which link it is played."""
    from quarterdeck.apps.peers.links import TOKEN_KEY
    from quarterdeck.apps.server.tokens import hash_of
    from quarterdeck.engine.peers.exchanges import PeerExchange

    game = game_for(message, who, name, folder, board)
    game.exchanges.put(PeerExchange(TOKEN_KEY, hash_of(link.token), ""))
    return game


def game_of_link(
    link: GameLink, who: str, name: str | None, folder: PeerFolder, board: PeerBoard | None = None
) -> PeerGame | None:
    """Make the game ready that is kept of a link already; nothing where none is."""
    from quarterdeck.apps.server.tokens import hash_of

    header = folder.header_of_link(hash_of(link.token))
    return None if header is None else game_for({"header": header.line(), "role": "host"}, who, name, folder, board)
