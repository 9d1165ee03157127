"""`quarterdeck replay`: play a kept game again, and write its journal anew."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, TypedDict

from cyclopts import Parameter

from quarterdeck.analysis.trial.happening_data import HappeningData
from quarterdeck.analysis.trial.happenings_as_data import happenings_as_data
from quarterdeck.analysis.why.listeners import Listening
from quarterdeck.apps.api.keeping import KeptGame, open_journal
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain
from quarterdeck.base.plain_data import Limit
from quarterdeck.workspace.games.ending import Battle, Ending, battle_replayed, ended
from quarterdeck.workspace.games.game_files import way_moved
from quarterdeck.workspace.games.replay import Replayed
from quarterdeck.workspace.games.replay import replay as play_again

RuleChangeData = TypedDict(
    "RuleChangeData",
    {
        "name": str | None,
        "is": Annotated[str, Limit("enum", ("changed", "gone", "new"))],
        "at_start": bool,
        "text": str,
    },
)
"""What has changed in the rules since a journal was begun; where that is not known, there is no name."""


@dataclass(frozen=True, kw_only=True)
class ReplayedGame(Battle):
    """The end of a replayed game.

    `same` tells whether the journal that was written again has the same bytes. `changes` are those of the rules since.
    """

    result: Annotated[Ending, Limit("enum", ("won", "drawn", "unfinished", "failed"))]
    journal: Path
    same: bool
    changes: Sequence[RuleChangeData]
    happenings: Sequence[HappeningData] | None


def replay(
    file: Path,
    *,
    to: Path | None = None,
    listen: Annotated[list[str] | None, Parameter(name="--listen", negative=())] = None,
    anyway: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    happenings: Annotated[bool, Parameter(name="--happenings", negative="")] = False,
) -> int:
    """Replay a saved game from its journal, write the journal again, and print the end of the game.

    Nothing is rolled and nobody is asked. With the same rules, the bytes are the same. If the rules have changed
    since, the command refuses the game, and says what has changed and where the game would first differ.

    Args:
        file: the journal.
        to: write the new journal into this file; by default, to standard output.
        listen: a plugin that receives the events, `NAME=FILE` or `NAME@SIDE=FILE` as for `play`.
        anyway: continue even if the rules have changed since, as far as the record fits them.
        json: print the end of the game as JSON: result, winner, turn, entries, announcements, and whether the bytes
            are the same. The journal is then written only with --to.
        happenings: with --json, also print every event, in order.
    """
    if happenings and not json:
        raise UsageError("--happenings adds to what --json gives; `quarterdeck why FILE` prints them in words")
    kept = opened(file)
    header, refused = kept.saved.header, bool(kept.changes) and not anyway
    heard = kept.heard(Listening([] if refused else listen or [], complain))
    found = play_again(kept.game, kept.saved, trace=happenings, hearings=heard)
    journal = found.journal(kept.game, header if to is None else replace(header, folder=way_moved(header, file, to)))
    if not refused:
        _write(journal, to, json)
    if json:
        changes: list[RuleChangeData] = [
            {"name": one.name or None, "is": one.how, "at_start": one.at_start, "text": str(one)}
            for one in kept.changes
        ]
        happened = happenings_as_data(kept.game.start, found.events) if happenings else None
        battle = vars(battle_replayed(header, found, to or file))
        same = journal == file.read_bytes()
        print_json(ReplayedGame(**battle, same=same, changes=changes, happenings=happened))
    if refused:
        complain(f"the rules have changed since {file} was begun: {'; '.join(map(str, kept.changes[:5]))}")
        where = found.fault or "every die and decision of it still fits the rules"
        complain(f"first difference: {where}. --anyway replays it as far as possible")
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


def opened(file: Path) -> KeptGame:
    """Open a journal and its game.

    Raises:
        OpeningError: it is not a journal, or its scenario no longer exists.
        NotFoundError: its ruleset no longer exists.
        RefusedError: the rules now have errors.
    """
    kept = open_journal(file)
    if kept.saved.header.is_older:
        complain(f"{file} was saved by an older version: only a replay shows whether the rules are the same")
    return kept
