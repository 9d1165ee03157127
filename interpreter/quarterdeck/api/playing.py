"""Play scenarios to their end without a terminal, and play kept games again.

In: a ruleset, a scenario, who sits where; or a journal. Out: a `Battle`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from rich.console import Console

from quarterdeck.diagnostics import Findings, RefusedError
from quarterdeck.play import openings, replaying
from quarterdeck.play.openings import BOT, OpeningError, Wanted
from quarterdeck.play.screen import Screen
from quarterdeck.ruleset.opened import Ruleset


@dataclass(frozen=True)
class Battle:
    """How a battle ended: the winner by its name in the scenario (none where nobody won), and in which turn.

    `told` are the words that all sides heard. `fault` says where a record does not fit the rules; `has_ended` is no
    where it ends before the battle does.
    """

    game: str
    scenario: str
    winner: str | None
    turn: int
    told: tuple[str, ...]
    journal: Path | None = None
    has_ended: bool = True
    fault: str = ""


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
    result = session.play()
    names = {game.start.names.get(thing, ""): name for name, thing in game.start.things.items()}
    winner = names.get(result.winner) if result.winner else None
    return Battle(ruleset.name, scenario, winner, result.turn, tuple(result.told), save)


def replay(journal: Path) -> Battle:
    """Play a kept game again from its journal, by the rules as they are now.

    Raises:
        OpeningError: it is no journal, or its scenario is gone.
        NotFoundError: its ruleset is gone.
        RefusedError: the rules have findings now.
    """
    saved, findings = openings.read_saved(journal), Findings()
    game = openings.game_of(saved, journal, findings)
    if findings:
        raise RefusedError(list(findings))
    found = replaying.replay(game, saved)
    names = {found.situation.names.get(thing, ""): name for name, thing in found.situation.things.items()}
    winner = names.get(found.result.winner) if found.result is not None and found.result.winner else None
    told = tuple(found.result.told) if found.result is not None else ()
    over = found.result is not None
    return Battle(saved.header.game, saved.header.scenario, winner, found.turn, told, journal, over, found.fault)
