"""How a game ended: the winner, the turn, and what became of everything."""

from __future__ import annotations

from quarterdeck.play.session import Session
from quarterdeck.run.game import Result
from quarterdeck.run.views import View


def ended(result: Result) -> str:
    """Say in one line how a game ended."""
    return f"Turn {result.turn}: {'the winner is ' + result.winner if result.winner else 'nobody wins'}."


def print_end(session: Session, result: Result) -> None:
    """Print how a game ended; now all may be seen by everybody."""
    screen = session.screen
    screen.say()
    screen.say(f"  {ended(result)}  ", "bold reverse")
    screen.say()
    view = View(session.start.graph, result.state, session.start.names, -1)
    screen.board(session.pieces, view, session.wording)
    if session.journal is not None:
        screen.say()
        screen.say(f"The game is kept in {session.journal.path}; `quarterdeck why {session.journal.path}` explains it.")
