"""Play scenarios to their end without a terminal, and play kept games again.

In: a ruleset, a scenario, who sits where; or a journal. Out: a `Battle`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from quarterdeck.analysis.why.listeners import Listening, heard
from quarterdeck.apps.api.keeping import open_journal
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.journal_store import FileStore
from quarterdeck.workspace.games import opening
from quarterdeck.workspace.games import replay as replaying
from quarterdeck.workspace.games.ending import Battle, battle_played, battle_replayed
from quarterdeck.workspace.ruleset import seating
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import BOT, OpeningError


def play(
    ruleset: Ruleset,
    scenario: str,
    *,
    sides: Sequence[str] = (BOT,),
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    save: Path | None = None,
    listen: Sequence[str] = (),
) -> Battle:
    """Play a scenario to its end: `sides` are seats that are no people, one for all or one each.

    A seat is "bot", "random", a script, or a plugin that decides. `listen` names plugins that are told what happens,
    `NAME=FILE` or `NAME@SIDE=FILE`; what one of them raises is a `RuntimeWarning`, and the game goes on.

    Raises:
        OpeningError: there is no such scenario, the sides or listeners do not fit, or the journal cannot be written.
        PluginFaultError: a plugin cannot be imported, or broke its word.
        RefusedError: the ruleset has faults, the scenario has findings under these options, or a script speaks of no
            choice that there is.
    """
    if seating.PERSON in sides:
        raise OpeningError("a person needs a terminal: use `quarterdeck play`")
    findings = Findings()
    game = seating.set_up_game(ruleset, scenario, dict(options or {}), findings)
    findings.refuse()
    wanted = opening.Wanted(scenario, dict(options or {}), sides, seed)
    store = None if save is None else FileStore(save)
    sitting = opening.begin(game, wanted, (BOT,), store, heard(Listening(listen), opening.sitting_of))
    return battle_played(sitting, sitting.play())


def replay(journal: Path, *, listen: Sequence[str] = ()) -> Battle:
    """Play a kept game again from its journal, by the rules as they are now; plugins may listen, as in `play`.

    Raises:
        OpeningError: it is no journal, its scenario is gone, or the listeners do not fit.
        NotFoundError: its ruleset is gone.
        RefusedError: the rules have findings now.
    """
    kept = open_journal(journal)
    return battle_replayed(
        kept.saved.header, replaying.replay(kept.game, kept.saved, hearings=kept.heard(Listening(listen))), journal
    )
