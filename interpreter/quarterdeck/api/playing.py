"""Play scenarios to their end without a terminal, and play kept games again.

In: a ruleset, a scenario, who sits where; or a journal. Out: a `Battle`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console

from quarterdeck.api.keeping import open_journal
from quarterdeck.diagnostics import Findings, RefusedError
from quarterdeck.play import openings, replaying
from quarterdeck.play.ending import Battle, battle_played, battle_replayed
from quarterdeck.play.openings import BOT, OpeningError, Wanted
from quarterdeck.play.screen import Screen
from quarterdeck.ruleset.opened import Ruleset


def play(
    ruleset: Ruleset,
    scenario: str,
    *,
    sides: Sequence[str] = (BOT,),
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    save: Path | None = None,
) -> Battle:
    """Play a scenario to its end: `sides` are seats that are no people, one for all or one each ("bot", "random").

    Raises:
        OpeningError: the sides do not fit, or the journal cannot be written.
        RefusedError: the scenario has findings under these options, or a script speaks of no choice that there is.
    """
    if openings.PERSON in sides:
        raise OpeningError("a person needs a terminal: use `quarterdeck play`")
    findings = Findings()
    game = openings.set_up_game(ruleset, scenario, dict(options or {}), findings)
    if findings:
        raise RefusedError(list(findings))
    wanted = Wanted(scenario, dict(options or {}), sides, seed)
    session = openings.begin(game, wanted, (BOT,), save, Screen(Console(file=StringIO(), quiet=True)))
    return battle_played(session, session.play())


def replay(journal: Path) -> Battle:
    """Play a kept game again from its journal, by the rules as they are now.

    Raises:
        OpeningError: it is no journal, or its scenario is gone.
        NotFoundError: its ruleset is gone.
        RefusedError: the rules have findings now.
    """
    kept = open_journal(journal)
    return battle_replayed(kept.saved.header, replaying.replay(kept.game, kept.saved), journal)
