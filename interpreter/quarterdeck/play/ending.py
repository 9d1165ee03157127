"""How a game ended: the winner, the turn, and what became of everything."""

from __future__ import annotations

from typing import Any

from quarterdeck.play.session import Session
from quarterdeck.run.game import GameResult
from quarterdeck.run.views import View


def ended(result: GameResult) -> str:
    """Say in one line how a game ended."""
    return f"Turn {result.turn}: {'the winner is ' + result.winner if result.winner else 'nobody wins'}."


def print_end(session: Session, result: GameResult) -> None:
    """Print how a game ended; now all may be seen by everybody."""
    screen = session.screen
    screen.say()
    screen.say(f"  {ended(result)}  ", "bold reverse")
    screen.say()
    view = View(session.start.program, result.state, session.start.names, -1)
    screen.board(session.pieces, view, session.wording)
    if session.journal is not None:
        screen.say()
        screen.say(f"The game is kept in {session.journal.path}; `quarterdeck why {session.journal.path}` explains it.")


def outcome(session: Session, result: str, winner: str = "") -> dict[str, Any]:
    """Give how a sitting ended, for programs: the winner by its name in the scenario, the journal if there is one."""
    names = {session.start.names.get(thing, ""): name for name, thing in session.start.things.items()}
    return {
        "game": session.header.game,
        "scenario": session.header.scenario,
        "result": result,
        "winner": names.get(winner) if winner else None,
        "turn": session.turn(),
        "journal": str(session.journal.path) if session.journal is not None else None,
        "entries": len(session.sitting.record) if session.sitting is not None else len(session.recorded),
    }
