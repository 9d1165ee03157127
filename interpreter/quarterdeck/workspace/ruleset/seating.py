"""A scenario set up to be played, and who sits for each side; nobody is at a terminal here.

In: a ruleset, the name of a scenario, and what somebody wants of seats. Out: a `Game`, and seats by side. What cannot
be meant is an `OpeningError` with the message for the user.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.scripted import ScriptFaultError, unknown_in_script
from quarterdeck.engine.deciders.seats import SCRIPTS
from quarterdeck.engine.run.situation import Situation
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError

PERSON, BOT = "person", "bot"


@dataclass(frozen=True)
class Game:
    """A ruleset built for a scenario, and the situation at its start."""

    ruleset: Ruleset
    built: Built
    start: Situation


def set_up_game(ruleset: Ruleset, scenario: str, options: Mapping[str, str], findings: Findings) -> Game:
    """Build a ruleset for a scenario, by its exact name, and set that up; with findings it must not be played.

    Raises:
        RefusedError: the ruleset or its data has errors.
        OpeningError: there is no such scenario.
    """
    ruleset.refuse_faults()
    ruleset.refuse_faults_of_data()
    if scenario not in ruleset.declared.scenarios:
        raise OpeningError(f"{ruleset.name} has no scenario {scenario}")
    built, start = ruleset.scenario(scenario, findings, dict(options))
    return Game(ruleset, built, start)


def sides_of(game: Game) -> dict[str, int]:
    """Give the sides that take part, by name, in the order of the scenario."""
    things = game.built.program.layout.things("Side")
    known_as = {thing: name for name, thing in game.start.things.items()}
    return {known_as[side]: side for side in things if game.start.state[side]}


def seats_for(game: Game, wanted: Sequence[str], default: Sequence[str]) -> dict[str, str]:
    """Give who sits for each side: as listed, `side=seat`, or one for all.

    Raises:
        OpeningError: what is wanted does not fit the sides.
    """
    names = list(sides_of(game))
    given = list(wanted) or [default[min(i, len(default) - 1)] for i in range(len(names))]
    if all("=" in part for part in given):
        found = dict(part.split("=", 1) for part in given)
        unknown = [name for name in found if name not in names]
        if unknown:
            raise OpeningError(f"there is no side {unknown[0]}; the sides are {', '.join(names)}")
        return {name: found.get(name, BOT) for name in names}
    if len(given) == 1:
        given *= len(names)
    if len(given) != len(names):
        raise OpeningError(f"--sides names {len(given)}, and there are {len(names)}: {', '.join(names)}")
    return dict(zip(names, given, strict=True))


def check_scripts(game: Game, seats: Mapping[str, str]) -> None:
    """See that every script speaks of choices that there are.

    Raises:
        OpeningError: one cannot be read.
        RefusedError: one speaks of others.
    """
    choices = [at for site in game.built.program.sites if site.sort == "choice" for at in site.addresses]
    findings = Findings()
    for name in dict.fromkeys(seats.values()):
        if Path(name).suffix in SCRIPTS:
            try:
                findings.extend(unknown_in_script(Path(name), choices))
            except ScriptFaultError as error:
                raise OpeningError(str(error)) from None
    findings.refuse()
