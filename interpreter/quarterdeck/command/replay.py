"""`quarterdeck replay`: play a kept game again, and write its journal anew."""

from __future__ import annotations

import sys
from pathlib import Path

from quarterdeck.command.opening import FoundError, UsageError, complain
from quarterdeck.diagnostics import Findings
from quarterdeck.play import openings
from quarterdeck.play.ending import ended
from quarterdeck.play.openings import Game, OpeningError
from quarterdeck.play.replaying import replay as play_again
from quarterdeck.run.journal import Saved


def replay(file: Path, *, to: Path | None = None, anyway: bool = False) -> int:
    """Play a kept game again from its journal, write the journal anew, and say how the game ended.

    Nothing is rolled and nobody is asked. By the same rules the bytes are the same; a game whose rules have changed
    since is refused, and it is said what has changed and where the game would first go another way.

    Args:
        file: the journal.
        to: where to write the journal anew; otherwise to the standard output.
        anyway: replay even if the rules have changed since, as far as the record fits them.
    """
    saved, game, changes = opened(file)
    found = play_again(game, saved)
    if changes and not anyway:
        complain(f"the rules have changed since {file} was begun: {'; '.join(changes[:5])}")
        where = found.fault or "every die and decision of it still fits the rules"
        complain(f"first difference: {where}. --anyway replays it as far as it goes")
        return 1
    journal = found.journal(game, saved.header)
    if to is not None:
        to.write_bytes(journal)
    else:
        sys.stdout.buffer.write(journal)
        sys.stdout.flush()
    said = sys.stdout if to is not None else sys.stderr
    if found.fault:
        complain(f"{found.fault}")
        return 1
    if found.result is not None:
        print(ended(found.result), file=said)
    else:
        print(f"Turn {found.turn}: the record ends here, the game has not.", file=said)
    return 0


def opened(file: Path) -> tuple[Saved, Game, list[str]]:
    """Open a journal and its game; tell what has changed in the rules since.

    Raises:
        UsageError: it is no journal, or its game is gone.
        FoundError: the rules have findings now.
    """
    findings = Findings()
    try:
        saved = openings.read_saved(file)
        game = openings.game_of(saved, findings)
    except OpeningError as error:
        raise UsageError(str(error)) from None
    if findings:
        raise FoundError(findings)
    return saved, game, openings.changes_since(saved, game)
