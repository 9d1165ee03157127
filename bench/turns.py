"""Turns: twenty ships of each shipped game, all decided by bots: turns and decisions a second, and what takes the time.

The scenario with most ships is filled up to twenty with sister ships beside those that it has, and its first turns are
played. Then the same turns are played again from their record, where nobody decides: that is what the rules take. For
Ships & Sails the same turns, with the same answers to the same questions, are also played by a program by hand.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import by_hand
import page
import sails_by_hand

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, Entry, SetUpFaultError, play
from quarterdeck.engine.run.journal import Journal, JournalHeader
from quarterdeck.engine.run.journal_store import FileStore
from quarterdeck.engine.run.questions import Decider, Question
from quarterdeck.engine.run.record import as_line
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations.symbol_table import Scenario
from quarterdeck.language.documents import shapes
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.pipeline.folders import ruleset_names

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
class Noting:
    """A decider whose answers are noted."""

    decider: Decider
    answers: list[Any]

    def decide(self, question: Question) -> Any:
        self.answers.append(self.decider.decide(question))
        return self.answers[-1]


class Knowing:
    """A decider that knows its answers."""

    def __init__(self, answers: Sequence[Any]) -> None:
        self.next = iter(answers).__next__

    def decide(self, question: Question) -> Any:
        return self.next()

    def ask(self, side: int, options: Sequence[int]) -> int:
        return int(self.next())


@dataclass
class Fleet:
    """A game with its ships, set up for some turns."""

    game: str
    scenario: Scenario
    ships: int
    built: Built
    situation: Situation
    turns: int = 0
    record: list[Entry] = field(default_factory=list)

    def play(self, deciders: dict[int, Decider], record: list[Entry]) -> float:
        """Play the first turns; give the seconds."""
        program, module = self.built.program, self.built.module()
        module.functions()
        dice = SeededDice(1, [site.address for site in program.sites])
        begun = process_time()
        result = play(module, Context(program, self.situation.copy(), dice, deciders, record))
        seconds = process_time() - begun
        self.turns, self.record = result.turn, result.record
        return seconds

    def measured(self) -> tuple[float, float, float, int]:
        """Give the seconds of a game of bots, of their deciding, of the rules alone; and count the decisions."""
        sides = [side for side in self.built.program.layout.things("Side") if self.situation.state[side]]
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
        limit = built.program.layout.arrays["Game"].base + built.program.layout.offsets["Game.turn_limit"]
        situation.state[limit] = TURNS
        yield Fleet(game, scenario, ships_in(filled), built, situation)


def ships_in(scenario: Scenario) -> int:
    """Count what a scenario takes from rosters."""
    return sum(
        "like" in data for side in scenario.shape.sides.values() for things in side.things.values() for data in things
    )


def filled_up(ruleset: Ruleset, scenario: Scenario, ships: int = SHIPS) -> Scenario:
    """Give a scenario sister ships, beside those that it has, until there are enough."""
    found = scenario
    for number in range(200):
        if ships_in(found) >= ships:
            break
        grown = with_sister(found, number)
        ruleset.declared.scenarios[scenario.name] = grown
        findings = Findings()
        ruleset.scenario(scenario.name, findings)
        found = found if findings else grown
    ruleset.declared.scenarios[scenario.name] = scenario
    return found


def copied(shape: shapes.Scenario) -> shapes.Scenario:
    """Give a scenario's shape with lists of things of its own, which may be changed."""
    sides = {name: side.changed({"things": deepcopy(side.things)}) for name, side in shape.sides.items()}
    return shape.changed({"sides": sides})


def with_sister(scenario: Scenario, number: int) -> Scenario:
    """Give a scenario one ship more: a sister of one of its own, some way off."""
    shape = copied(scenario.shape)
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


HEADER = JournalHeader("ships_and_sails", "", {}, {}, 1, "seeded", "", "")
STRUCK = ("sunk", "fallen_off", "hull", "sails", "sailors", "rudder_lost", "dismasted", "hex", "heading", "speed")


class Beside:
    """The program generated from Ships & Sails beside the one by hand, with the same answers of bots."""

    def __init__(self, fleet: Fleet, folder: Path) -> None:
        self.fleet, self.folder = fleet, folder
        program = fleet.built.program
        self.layout, self.state = program.layout, fleet.situation.state
        self.addresses = [site.address for site in program.sites]
        known_as = {thing: name for name, thing in fleet.situation.things.items()}
        self.sides = [known_as[side] for side in self.layout.things("Side")]
        self.answers: list[Any] = []
        sides = self.layout.things("Side")
        fleet.play({side: Noting(seat("bot", side), self.answers) for side in sides}, [])

    def get(self, address: str, thing: int, state: list[int] | None = None) -> int:
        return (state or self.state)[thing + self.layout.offsets[address]]

    def ships(self) -> list[int]:
        return [ship for ship in self.layout.things("Ship") if self.state[ship]]

    def generated(self, journal: bool) -> tuple[float, object]:
        """Play the turns; give the seconds and the end."""
        fleet, program = self.fleet, self.fleet.built.program
        module = fleet.built.module()
        knowing = Knowing(self.answers)
        deciders = dict.fromkeys(self.layout.things("Side"), knowing)
        situation = fleet.situation.copy()
        begun = process_time()
        with ExitStack() as stack:
            context = Context(program, situation, SeededDice(1, self.addresses), deciders)
            if journal:
                kept = Journal(FileStore(self.folder / "generated"), HEADER)
                stack.callback(kept.close)
                kept.follow(context.record.lines)
            result = play(module, context)
        seconds = process_time() - begun
        ends = [[self.get(f"Ship.{name}", ship, result.state) for name in STRUCK] for ship in self.ships()]
        return seconds, (result.turn, ends)

    def fleet_by_hand(self) -> list[sails_by_hand.Ship]:
        """Put the ships up as the program by hand has them."""
        found = []
        for ship in self.ships():
            start = ship + self.layout.offsets["Ship.broadsides"]
            parts = self.state[start + 1 : start + 1 + self.state[start]]
            broadsides = [sails_by_hand.Broadside(self.get("Broadside.beam", part)) for part in parts]
            known = {name: self.get(f"Ship.{name}", ship) for name in ("type", "guns", "hull", "sails", "sailors")}
            side = self.layout.ordinal(self.get("Ship.side", ship))
            place, heading = self.get("Ship.hex", ship), self.get("Ship.heading", ship)
            one = sails_by_hand.Ship(
                self.layout.ordinal(ship), side, hex=place, heading=heading, broadsides=broadsides, **known
            )
            found.append(one)
        return found

    def by_hand(self, journal: bool) -> tuple[float, object]:
        """Play the turns with the program by hand; give the seconds and the end."""
        ships, dice = self.fleet_by_hand(), SeededDice(1, self.addresses)
        constants = self.fleet.scenario.shape.constants
        wind = (sails_by_hand.HEADINGS.index(constants["first_wind"]), int(constants["first_wind_speed"]))
        begun = process_time()
        with ExitStack() as stack:
            kept = None
            if journal:
                kept = by_hand.Journal(self.folder / "by hand", as_line(HEADER.line()).rstrip())
                stack.callback(kept.close)
            battle = sails_by_hand.Battle(
                ships,
                self.sides,
                wind,
                self.fleet.situation.boards,
                dice,
                self.addresses,
                Knowing(self.answers).ask,
                kept,
                least_damage=constants["victory"] == "least_damage",
                last_turn=TURNS,
            )
            dice.new_turn(1)
            while not battle.play_turn():
                battle.turn += 1
                dice.new_turn(battle.turn)
        seconds = process_time() - begun
        ends = [[int(getattr(ship, name)) for name in STRUCK] for ship in ships]
        return seconds, (battle.turn, ends)

    def table(self) -> page.Measured:
        """Measure all, in turns, and make sure that they come to the same end and write the same journal."""
        contenders = {
            "by hand": lambda: self.by_hand(journal=True),
            "by hand, no journal": lambda: self.by_hand(journal=False),
            "generated": lambda: self.generated(journal=True),
            "generated, the record in memory, no journal": lambda: self.generated(journal=False),
        }
        least, wanted = dict.fromkeys(contenders, float("inf")), None
        for _ in range(ROUNDS * 3):
            for name, contender in contenders.items():
                seconds, found = contender()
                least[name] = min(least[name], seconds)
                wanted = found if wanted is None else wanted
                if found != wanted:
                    raise SystemExit(f"{name} comes to another end than the first contender")
        if (self.folder / "generated").read_text("utf-8") != (self.folder / "by hand").read_text("utf-8"):
            raise SystemExit("the journals differ")
        each = {name: seconds / self.fleet.turns for name, seconds in least.items()}
        rows = tuple(
            (name, f"{one * 1000:.2f}", f"{1 / one:,.0f}", f"{each['by hand'] / one:.2f}") for name, one in each.items()
        )
        how = (
            f"{TURNS} turns, {self.fleet.ships} ships, {len(self.answers)} answers given, processor time, least of"
            f" {ROUNDS * 3} runs"
        )
        return page.Measured("turns_by_hand", how, ("", "ms a turn", "turns a second", "by hand = 1"), rows)


def tables() -> Iterator[page.Measured]:
    """Measure the turns of all games, and those of one of them beside a program by hand."""
    rows = []
    for game in ruleset_names():
        for ready in fleets(game):
            try:
                seconds, deciding, rules, count = ready.measured()
            except SetUpFaultError:  # it allows no more ships than it has
                continue
            rows.append(
                (
                    game,
                    ready.scenario.name,
                    str(ready.ships),
                    f"{ready.turns / seconds:.0f}",
                    f"{count / seconds:,.0f}",
                    f"{seconds / ready.turns * 1000:.1f}",
                    f"{deciding / seconds:.0%}",
                    f"{1 - deciding / seconds:.0%}",
                    f"{ready.turns / rules:.0f}",
                )
            )
            if game == "ships_and_sails":
                with tempfile.TemporaryDirectory() as folder:
                    beside = Beside(ready, Path(folder)).table()
            break
    headings = ("", "scenario", "ships", "turns a second", "decisions a second", "ms a turn", "deciding", "rules")
    how = f"{TURNS} turns of twenty ships, decided by bots, processor time, least of {ROUNDS} runs"
    yield page.Measured("turns", how, (*headings, "from the record, turns a second"), tuple(rows))
    yield beside


if __name__ == "__main__":
    page.show(tables())
