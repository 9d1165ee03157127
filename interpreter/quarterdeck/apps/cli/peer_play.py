"""What `serve` and `join` share of a game between peers: who plays at this end, and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from quarterdeck.apps.terminal.game_start import session_of
from quarterdeck.apps.terminal.reading import read_line
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.apps.terminal.session import Session
from quarterdeck.engine.peers.peer_context import PeerFaultError
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.workspace.games.ending import ended
from quarterdeck.workspace.games.opening import SeatedGame
from quarterdeck.workspace.games.peer_opening import seated_sitting
from quarterdeck.workspace.ruleset.seating import PERSON


def sitting_for(seat: str) -> Callable[[SeatedGame], Sitting]:
    """Give what seats those who decide at this end: a person plays at the terminal."""
    return partial(session_of, screen=Screen()) if seat == PERSON else seated_sitting


def asked_at_terminal(words: str) -> bool:
    """Ask whoever sits at the terminal whether they agree."""
    return read_line(f"{words} Type `yes` or `no`: ").lower() in {"yes", "y"}


def end_of(game: PeerGame, kept_in: str, *, silent: bool) -> GameResult:
    """Give how a game ended, and say it unless others do.

    Raises:
        PeerFaultError: the two cannot play on.
    """
    result = game.outcome
    if game.stopped or result is None:
        raise PeerFaultError(f"{game.stopped or 'the game has not ended'}; the game so far is saved in {kept_in}")
    if game.resigned and not silent:
        print(f"The {game.resigned} has resigned.")
    if isinstance(game.sitting, Session):
        game.sitting.print_end(result)
    elif not silent:
        print(ended(result))
    return result
