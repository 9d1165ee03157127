"""Turns: twenty ships of each shipped game, all decided by bots: turns and decisions a second, and what takes the time.

The scenario with most ships is filled up to twenty with sister ships beside those that it has, and its first turns are
played. Then the same turns are played again from their record, where nobody decides: that is what the rules take.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from quarterdeck.api import Ruleset
from quarterdeck.deciders import seat
from quarterdeck.diagnostics import Findings
from quarterdeck.names.declared import Scenario
from quarterdeck.pipeline.build import Built
from quarterdeck.pipeline.folders import ruleset_names
from quarterdeck.run.dice import SeededDice
from quarterdeck.run.game import Context, Entry, SetUpFaultError, play
from quarterdeck.run.questions import Decider, Question
from quarterdeck.run.situation import Situation

SHIPS, TURNS, ROUNDS = 20, 10, 3
AWAY = [(across, down) for reach in range(2, 12, 2) for across in (0, reach, -reach) for down in (0, reach, -reach)]


@dataclass
class Timed:
    """A decider whose time is taken."""

    decider: Decider
    seconds: float = 0
    count: int = 0

    def decide(self, question: Question) -> Any:
        begun = process_time()
        answer = self.decider.decide(question)
        self.seconds += process_time() - begun
        self.count += 1
        return answer


@dataclass
class Fleet:
    """A game with its ships, set up for some turns."""

    game: str
    scenario: str
    ships: int
    built: Built
    situation: Situation
    turns: int = 0
    record: list[Entry] = field(default_factory=list)

    def play(self, deciders: dict[int, Decider], record: list[Entry]) -> float:
        """Play the first turns; give the seconds."""
        graph, program = self.built.graph, self.built.program()
        program.functions()
        dice = SeededDice(1, [site.address for site in graph.sites])
        begun = process_time()
        result = play(program, Context(graph, self.situation.copy(), dice, deciders, record))
        seconds = process_time() - begun
        self.turns, self.record = result.turn, result.record
        return seconds

    def measured(self) -> tuple[float, float, float, int]:
        """Give the seconds of a game of bots, of their deciding, of the rules alone; and count the decisions."""
        sides = [side for side in self.built.graph.layout.things("Side") if self.situation.state[side]]
        best: tuple[float, float, int] = (float("inf"), 0, 0)
        for _ in range(ROUNDS):
            timed = {side: Timed(seat("bot", side)) for side in sides}
            seconds = self.play(dict(timed), [])
            deciding = sum(one.seconds for one in timed.values())
            best = min(best, (seconds, deciding, sum(one.count for one in timed.values())))
        rules = min(self.play(dict.fromkeys(sides, seat("random", 1)), list(self.record)) for _ in range(ROUNDS))
        return best[0], best[1], rules, best[2]


def fleets(game: str) -> Iterator[Fleet]:
    """Fill up the scenarios, that with most ships first."""
    ruleset = Ruleset.open(game)
    known = ruleset.declared.scenarios.values()
    for scenario in sorted(known, key=lambda one: (-ships_in(one), one.name)):
        filled, findings = filled_up(ruleset, scenario), Findings()
        ruleset.declared.scenarios[scenario.name] = filled
        built, situation = ruleset.scenario(scenario.name, findings)
        ruleset.declared.scenarios[scenario.name] = scenario
        if findings:
            continue
        limit = built.graph.layout.stretches["Game"].base + built.graph.layout.offsets["Game.turn_limit"]
        situation.state[limit] = TURNS
        yield Fleet(game, scenario.name, ships_in(filled), built, situation)


def ships_in(scenario: Scenario) -> int:
    """Count what a scenario takes from rosters."""
    return sum(
        "like" in data for side in scenario.shape.sides.values() for things in side.things.values() for data in things
    )


def filled_up(ruleset: Ruleset, scenario: Scenario) -> Scenario:
    """Give a scenario sister ships, beside those that it has, until there are twenty."""
    found = scenario
    for number in range(200):
        if ships_in(found) >= SHIPS:
            break
        grown = with_sister(found, number)
        ruleset.declared.scenarios[scenario.name] = grown
        findings = Findings()
        ruleset.scenario(scenario.name, findings)
        found = found if findings else grown
    ruleset.declared.scenarios[scenario.name] = scenario
    return found


def with_sister(scenario: Scenario, number: int) -> Scenario:
    """Give a scenario one ship more: a sister of one of its own, some way off."""
    shape = deepcopy(scenario.shape)
    lists = [
        things for side in shape.sides.values() for things in side.things.values() if any("like" in t for t in things)
    ]
    things = lists[number % len(lists)]
    model = next(data for data in things[number // len(lists) % len(things) :] + things if "like" in data)
    across, down = AWAY[number % len(AWAY)]
    sister = {key: moved(value, across, down) for key, value in model.items()}
    things.append({**sister, "name": f"{model['like']} {number + 2}"})
    return replace(scenario, document=replace(scenario.document, shape=shape))


def moved(value: Any, across: int, down: int) -> Any:
    """Give a place some way off; anything else as it is."""
    match value:
        case {"column": column, "row": row}:
            return {"column": column + across, "row": row + down}
        case [int() | float() as one, int() | float() as other]:
            return [one + across, other + down]
    return value


def main() -> None:
    console = Console()
    title = f"{TURNS} turns of twenty ships, decided by bots, processor time, least of {ROUNDS} runs"
    table = Table(title=title, title_justify="left")
    headings = (
        "",
        "scenario",
        "ships",
        "turns/s",
        "decisions/s",
        "ms a turn",
        "deciding",
        "rules",
        "rules alone, turns/s",
    )
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("", "scenario") else "right")
    for game in ruleset_names():
        for ready in fleets(game):
            try:
                seconds, deciding, rules, count = ready.measured()
            except SetUpFaultError:  # it allows no more ships than it has
                continue
            table.add_row(
                game,
                ready.scenario,
                str(ready.ships),
                f"{ready.turns / seconds:.0f}",
                f"{count / seconds:.0f}",
                f"{seconds / ready.turns * 1000:.1f}",
                f"{deciding / seconds:.0%}",
                f"{1 - deciding / seconds:.0%}",
                f"{ready.turns / rules:.0f}",
            )
            break
    console.print(table)


if __name__ == "__main__":
    main()
