"""An outcome of battles as one number for each: whether a side won, whether a thing was lost, how many turns it took.

In: an outcome as `win(hosts)`, `win(nobody)`, `lost(Dora)` or `mean(turns)`, and the contest that is fought. Out: a
number for each battle.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from quarterdeck.analysis.battles.battle_record import Outcome
from quarterdeck.analysis.battles.contest import Contest
from quarterdeck.analysis.tuning.outcomes import OutcomeError
from quarterdeck.base.near_names import did_you_mean

BattleFold = Literal["win", "lost", "turns"]
BATTLE_OUTCOME = re.compile(r"\s*(?P<fold>win|lost|mean)\s*\((?P<of>[^()]*)\)\s*")
NOBODY = "nobody"
WRITTEN = "write `win(SIDE)`, `win(nobody)`, `lost(THING)` or `mean(turns)`"


@dataclass(frozen=True)
class BattleOutcome:
    """What is looked at of each battle: that a side won (none: nobody did), that a thing was lost, or its turns."""

    fold: BattleFold
    of: str | None

    def __str__(self) -> str:
        return "mean(turns)" if self.fold == "turns" else f"{self.fold}({self.of or NOBODY})"

    @property
    def is_share(self) -> bool:
        """Tell whether it lies between 0 and 1."""
        return self.fold != "turns"

    def number_of(self, battle: Outcome) -> int:
        """Give its number in a battle that came to its end."""
        match self.fold:
            case "win":
                return int(battle.winner == self.of)
            case "lost":
                return int(any(loss.thing == self.of for loss in battle.losses))
        return battle.turn


def battle_outcome(said: str, contest: Contest) -> BattleOutcome:
    """Give the outcome that is meant; a side goes by its name or by what players call it.

    Raises:
        OutcomeError: there is no such side or thing, or it is no outcome.
    """
    match = BATTLE_OUTCOME.fullmatch(said)
    if match is None or (match["fold"] == "mean" and match["of"].strip() != "turns"):
        raise OutcomeError(f"`{said}` is not an outcome of a battle: {WRITTEN}")
    of = match["of"].strip()
    if match["fold"] == "mean":
        return BattleOutcome("turns", None)
    if match["fold"] == "lost":
        return BattleOutcome("lost", one_called(of, list(contest.game.start.things), "thing"))
    if of == NOBODY:
        return BattleOutcome("win", None)
    by_title = {title: side for side, title in contest.titles.items()}
    return BattleOutcome("win", one_called(by_title.get(of, of), list(contest.sides), "side"))


def one_called(name: str, known: Sequence[str], what: str) -> str:
    """Give a name that is known.

    Raises:
        OutcomeError: unknown name.
    """
    if name in known:
        return name
    hint = did_you_mean(name, known, f"there are {', '.join(known)}", mark="")
    raise OutcomeError(f"there is no {what} {name} in the battle; {hint}")
