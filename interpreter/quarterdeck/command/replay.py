"""`quarterdeck replay`: play a kept game again, and write its journal anew."""

from __future__ import annotations

import json as as_json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from quarterdeck.command.opening import UsageError, complain
from quarterdeck.diagnostics import Findings, RefusedError
from quarterdeck.play import openings
from quarterdeck.play.as_data import DataWriter
from quarterdeck.play.ending import ended
from quarterdeck.play.openings import Game, OpeningError
from quarterdeck.play.replaying import Replayed
from quarterdeck.play.replaying import replay as play_again
from quarterdeck.play.whereabouts import way_moved
from quarterdeck.run.journal import RuleChange, Saved
from quarterdeck.run.wording import Wording


def replay(
    file: Path,
    *,
    to: Path | None = None,
    anyway: bool = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    happenings: Annotated[bool, Parameter(name="--happenings", negative="")] = False,
) -> int:
    """Play a kept game again from its journal, write the journal anew, and say how the game ended.

    Nothing is rolled and nobody is asked. By the same rules the bytes are the same; a game whose rules have changed
    since is refused, and it is said what has changed and where the game would first go another way.

    Args:
        file: the journal.
        to: where to write the journal anew; otherwise to the standard output.
        anyway: replay even if the rules have changed since, as far as the record fits them.
        json: print how the game ended as JSON: result, winner, turn, journal, entries, and whether the bytes are the
            same; the journal is then written only where --to says so.
        happenings: with --json, also everything that happened, one after another.
    """
    if happenings and not json:
        raise UsageError("--happenings adds to what --json gives; `quarterdeck why FILE` tells them in words")
    saved, game, changes = opened(file)
    found = play_again(game, saved, trace=happenings)
    header = saved.header if to is None else replace(saved.header, folder=way_moved(saved.header, file, to))
    journal = found.journal(game, header)
    refused = bool(changes) and not anyway
    if not refused:
        _write(journal, to, json)
    if json:
        how = _outcome(saved, found, to or file) | {"same": journal == file.read_bytes()}
        how["changes"] = [
            {"name": one.name, "is": one.how, "at_start": one.at_start, "text": str(one)} for one in changes
        ]
        if happenings:
            writer = DataWriter(game.start, Wording(game.built.program, game.start.names))
            how["happenings"] = writer.happenings(found.events)
        print(as_json.dumps(how, indent=1, ensure_ascii=False))
    if refused:
        complain(f"the rules have changed since {file} was begun: {'; '.join(map(str, changes[:5]))}")
        where = found.fault or "every die and decision of it still fits the rules"
        complain(f"first difference: {where}. --anyway replays it as far as it goes")
        return 1
    if found.fault:
        complain(f"{found.fault}")
        return 1
    if not json:
        print(_in_words(found), file=sys.stdout if to is not None else sys.stderr)
    return 0


def _write(journal: bytes, to: Path | None, json: bool) -> None:
    """Write the journal anew.

    Raises:
        UsageError: it cannot be written there.
    """
    if to is not None:
        try:
            to.write_bytes(journal)
        except OSError as error:
            raise UsageError(f"{to} cannot be written ({error.strerror})") from None
    elif not json:
        sys.stdout.buffer.write(journal)
        sys.stdout.flush()


def _in_words(found: Replayed) -> str:
    if found.result is not None:
        return ended(found.result)
    return f"Turn {found.turn}: the record ends here, the game has not."


def _outcome(saved: Saved, found: Replayed, journal: Path) -> dict[str, Any]:
    """Give how the game ended, for programs."""
    names = {found.situation.names.get(thing, ""): name for name, thing in found.situation.things.items()}
    winner = found.result.winner if found.result is not None else ""
    result = "failed" if found.fault else "unfinished" if found.result is None else "won" if winner else "drawn"
    how: dict[str, Any] = {"game": saved.header.game, "scenario": saved.header.scenario, "result": result}
    how |= {"winner": names.get(winner) if winner else None, "turn": found.turn, "journal": str(journal)}
    fault = {"fault": {"entry": len(found.record) + 1, "text": found.fault}} if found.fault else {}
    return {**how, "entries": len(found.record), **fault}


def opened(file: Path) -> tuple[Saved, Game, list[RuleChange]]:
    """Open a journal and its game; give what has changed in the rules since.

    Raises:
        UsageError: it is no journal, or its game is gone.
        RefusedError: the rules have findings now.
    """
    findings = Findings()
    try:
        saved = openings.read_saved(file)
        game = openings.game_of(saved, file, findings)
    except OpeningError as error:
        raise UsageError(str(error)) from None
    if findings:
        raise RefusedError(findings)
    if saved.header.is_older:
        complain(f"{file} was kept by an older version: only playing it tells whether the rules are the same")
    return saved, game, openings.changes_since(saved, game)
