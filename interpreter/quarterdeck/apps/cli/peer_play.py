"""What `serve` and `join` share of a game between peers: who plays at this end, and how it ended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.terminal.game_start import session_of
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.apps.terminal.session import Session
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.workspace.games.ending import battle_played, ended
from quarterdeck.workspace.games.opening import SeatedGame
from quarterdeck.workspace.games.peer_opening import seated_sitting
from quarterdeck.workspace.ruleset.seating import PERSON


def sitting_for(seat: str) -> Callable[[SeatedGame], Sitting]:
    """Give what seats those who decide at this end: a person plays at the terminal."""
    return partial(session_of, screen=Screen()) if seat == PERSON else seated_sitting


def show_end(game: PeerGame, kept_in: str, as_data: bool) -> int:
    """Say how a game ended, or why the two cannot play on; give the exit code."""
    result = game.live.result
    if as_data:
        print_json(battle_played(game.sitting, result, game.stopped))
    elif isinstance(game.sitting, Session) and result is not None:
        game.sitting.print_end(result)
    elif result is not None:
        print(ended(result))
    if game.stopped and not as_data:
        print(f"quarterdeck: {game.stopped}", file=sys.stderr)
        print(f"quarterdeck: what was played before is kept in {kept_in}", file=sys.stderr)
    return 1 if game.stopped else 0
