"""Play: the program generated from EasyShips' rules beside the same rules written by hand, in one run.

Both roll the same dice and must come to the same end, else nothing is measured. In the battles nobody moves.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import by_hand
import page

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.geometry import hexes
from quarterdeck.engine.plugins import registry
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.journal import Journal, JournalHeader
from quarterdeck.engine.run.journal_store import FileStore
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.record import as_line
from quarterdeck.engine.run.setup import set_up
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.engine.run.words import STOP
from quarterdeck.hooks import About, Modifier, hookimpl
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.pipeline.build import Built

BATTLES, ROUNDS, TURNS = 20, 9, 15
TURNS_OF_ATTACKS = 64
PHASES = ("turn.initiative", "turn.combat", "turn.damage", "turn.victory")
SHIP = ("defense", "armor", "moves", "full_moves", "torpedoes", "bow", "heading", "length", "fires", "flooding")
STRUCK = ("fires", "flooding", "worst_flooding", "moves", "sunk")
HEADER = JournalHeader("easyships", "even_fleets_1916", {}, {}, 1, "seeded", "", "")
# Two lines side by side, eight hexes apart.
PLACES = {
    "british": [(20, 10), (17, 9), (13, 7), (9, 5), (5, 3), (22, 9), (19, 8)],
    "german": [(20, 18), (16, 16), (12, 14), (8, 12), (22, 19), (19, 19), (16, 18), (13, 16), (10, 15)],
}


class First:
    """Takes the first answer, and gives no ship up."""

    def decide(self, question: Question) -> Any:
        return STOP if question.site.address.endswith("given_up") else question.options[0]


class Same:
    """A plugin that changes nothing: it adds nothing to each roll to hit."""

    @hookimpl
    def quarterdeck_about(self) -> About:
        return About("Same", "All stays as it is.")

    @hookimpl
    def quarterdeck_modifiers(self) -> list[Modifier]:
        return [
            Modifier(
                "gunnery.attack.to_hit", "same", "adds nothing", lambda roll: 0 * roll.firer.fires, ("Ship.fires",)
            )
        ]


def install(folder: Path) -> None:
    """Install the plugin for this run only."""
    made = folder / "same-1.dist-info"
    made.mkdir()
    (made / "METADATA").write_text("Metadata-Version: 2.1\nName: same\nVersion: 1\n", "utf-8")
    (made / "entry_points.txt").write_text(f"[{registry.GROUP}]\nsame = play:Same\n", "utf-8")
    sys.path.append(str(folder))


class Fleets:
    """Two fleets in reach of each other, as the generated program has them and as the program by hand has them."""

    def __init__(self, name: str = "easyships") -> None:
        game, findings = Ruleset.open(name), Findings()
        if game.findings:
            raise SystemExit(as_text(game.findings))
        self.built: Built = game.built(findings)
        self.program: Program = self.built.program
        scenario = game.declared.scenarios["even_fleets_1916"]
        self.situation: Situation = set_up(self.program, scenario, game.rosters(self.built), findings)
        self.things = self.program.layout.things
        self.addresses = [site.address for site in self.program.sites]
        self.sites = by_hand.Sites(self.addresses)
        known_as = {thing: name for name, thing in self.situation.things.items()}
        self.sides = [known_as[side] for side in self.things("Side")]
        self.put("Game.turn", self.program.layout.arrays["Game"].base, 1)
        self.put("Game.turn_limit", self.program.layout.arrays["Game"].base, TURNS)
        for number, side in enumerate(self.things("Side")):
            places = iter(PLACES["british" if number == 0 else "german"])
            for ship in self.ships():
                if self.get("Ship.side", ship) == side:
                    self.put("Ship.bow", ship, hexes.offset(*next(places)))
                    self.put("Ship.heading", ship, 2)

        offsets = [self.program.layout.offsets[f"Ship.{name}"] for name in STRUCK]
        self.struck = [[ship + offset for offset in offsets] for ship in self.ships()]

    def ships(self) -> list[int]:
        return [ship for ship in self.things("Ship") if self.situation.state[ship]]

    def batteries(self, ship: int) -> list[int]:
        start = ship + self.program.layout.offsets["Ship.batteries"]
        return self.situation.state[start + 1 : start + 1 + self.situation.state[start]]

    def get(self, address: str, thing: int) -> int:
        return self.situation.state[thing + self.program.layout.offsets[address]]

    def put(self, address: str, thing: int, value: int) -> None:
        self.situation.state[thing + self.program.layout.offsets[address]] = value

    def lines(self, ships: list[Any]) -> tuple[list[Any], list[Any]]:
        """Give the ships of each side."""
        first = len(PLACES["british"])
        return ships[:first], ships[first:]

    def by_hand(self) -> list[by_hand.Ship]:
        layout, types = self.program.layout, self.program.declared.enums["Type"].members
        known_as = {thing: name for name, thing in self.situation.things.items()}
        found = []
        for ship in self.ships():
            fields = {name: self.get(f"Ship.{name}", ship) for name in SHIP}
            batteries = [
                by_hand.Battery(
                    layout.ordinal(part), *(self.get(f"Battery.{name}", part) for name in ("rank", "calibre", "guns"))
                )
                for part in self.batteries(ship)
            ]
            side, kind = layout.ordinal(self.get("Ship.side", ship)), types[self.get("Ship.type", ship)]
            aircraft = self.get("Ship.air", ship) > 0
            found.append(
                by_hand.Ship(
                    layout.ordinal(ship),
                    known_as[ship],
                    side,
                    kind,
                    aircraft=aircraft,
                    points=0,
                    batteries=batteries,
                    **fields,
                )
            )
        return found

    def dice(self, seed: int) -> SeededDice:
        return SeededDice(seed, self.addresses)

    def outcome(self, state: list[int]) -> list[tuple[int, ...]]:
        return [tuple(state[place] for place in places) for places in self.struck]


def outcome_by_hand(ships: list[by_hand.Ship]) -> list[tuple[int, ...]]:
    return [(s.fires, s.flooding, s.worst_flooding, s.moves, int(s.sunk)) for s in ships]


class Generated:
    """The generated program with what play gives it."""

    def __init__(self, fleets: Fleets, folder: Path, *, journal: bool, trace: bool = False) -> None:
        self.fleets = fleets
        self.path = folder / "journal" if journal else None
        self.context = TracedContext if trace else Context
        self.module = fleets.built.module(trace)
        self.deciders = dict.fromkeys(fleets.things("Side"), First())

    def states(self, count: int) -> list[list[int]]:
        return [list(self.fleets.situation.state) for _ in range(count)]

    def begin(self, stack: ExitStack, state: list[int], dice: SeededDice) -> Context:
        context = self.context(self.fleets.program, replace(self.fleets.situation, state=state), dice, self.deciders)
        if self.path is not None:
            journal = Journal(FileStore(self.path), HEADER)
            stack.callback(journal.close)
            journal.follow(context.record.lines)
        return context

    def attacks(self, seed: int, states: list[list[int]]) -> object:
        fleets = self.fleets
        attack, dice, found = self.module.routine("gunnery.attack"), fleets.dice(seed), []
        british, german = fleets.lines(fleets.ships())
        with ExitStack() as stack:
            context = self.begin(stack, states[0], dice)
            for turn, before in enumerate(states):
                dice.new_turn(turn)
                after = before[:]
                for reach, firer in enumerate(british, 2):
                    battery = fleets.batteries(firer)[0]
                    for shots, target in enumerate(german, 5):
                        attack(context, before, after, firer, battery, target, reach + turn % 8, shots + turn % 6)
                found.append(fleets.outcome(after))
        return found

    def battle(self, seed: int, states: list[list[int]]) -> object:
        fleets, phases = self.fleets, [self.module.phase(phase) for phase in PHASES]
        game = fleets.program.layout.arrays["Game"].base
        turn, over = (game + fleets.program.layout.offsets[f"Game.{name}"] for name in ("turn", "over"))
        dice, state = fleets.dice(seed), states[0]
        with ExitStack() as stack:
            context = self.begin(stack, state, dice)
            while True:
                dice.new_turn(state[turn])
                for phase in phases:
                    phase(context, state)
                if state[over]:
                    break
                state[turn] += 1
        return state[turn], fleets.outcome(state)


class ByHand:
    """The program by hand with what play gives it."""

    def __init__(self, fleets: Fleets, folder: Path, *, journal: bool) -> None:
        self.fleets = fleets
        self.path = folder / "journal by hand" if journal else None

    def states(self, count: int) -> list[list[by_hand.Ship]]:
        return [self.fleets.by_hand() for _ in range(count)]

    def begin(self, stack: ExitStack, ships: list[by_hand.Ship], dice: SeededDice) -> by_hand.Battle:
        journal = None
        if self.path is not None:
            journal = by_hand.Journal(self.path, as_line(HEADER.line()).rstrip())
            stack.callback(journal.close)
        return by_hand.Battle(ships, self.fleets.sides, dice, self.fleets.sites, TURNS, journal)

    def attacks(self, seed: int, states: list[list[by_hand.Ship]]) -> object:
        dice, found = self.fleets.dice(seed), []
        with ExitStack() as stack:
            battle = self.begin(stack, states[0], dice)
            for turn, ships in enumerate(states):
                dice.new_turn(turn)
                british, german = self.fleets.lines(ships)
                for reach, firer in enumerate(british, 2):
                    battery = firer.batteries[0]
                    for shots, target in enumerate(german, 5):
                        battle.attack(firer, battery, target, reach + turn % 8, shots + turn % 6)
                battle.apply_damage()
                found.append(outcome_by_hand(ships))
        return found

    def battle(self, seed: int, states: list[list[by_hand.Ship]]) -> object:
        dice = self.fleets.dice(seed)
        with ExitStack() as stack:
            battle = self.begin(stack, states[0], dice)
            dice.new_turn(battle.turn)
            while not battle.play_turn():
                dice.new_turn(battle.turn)
        return battle.turn, outcome_by_hand(states[0])


def measured(contenders: dict[str, Any], method: str, seeds: int, fleets: int, rounds: int) -> dict[str, float]:
    """Give the seconds of each: for each seed the least of several rounds, in which the contenders take turns.

    All must give the same. The fleets, so many for each seed, are put up before the clock runs.
    """
    seconds = dict.fromkeys(contenders, 0.0)
    for seed in range(seeds):
        least = dict.fromkeys(contenders, float("inf"))
        wanted: object = None
        for _ in range(rounds):
            for name, contender in contenders.items():
                states = contender.states(fleets)
                start = process_time()
                found = getattr(contender, method)(seed, states)
                least[name] = min(least[name], process_time() - start)
                wanted = found if wanted is None else wanted
                if found != wanted:
                    raise SystemExit(f"{name} comes to another end than the first contender")
        for name, time in least.items():
            seconds[name] += time
    return seconds


def compare_journals(folder: Path) -> None:
    """Make sure that the last journals of both programs hold the same lines: the dice of effects may come later."""
    one, other = (sorted((folder / name).read_text("utf-8").splitlines()) for name in ("journal", "journal by hand"))
    if one != other:
        raise SystemExit("the journals differ")


def tables() -> Iterator[page.Measured]:
    """Measure attacks and battles, and make sure that all contenders come to the same."""
    fleets = Fleets()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain = Generated(fleets, folder, journal=False)
        journaled = Generated(fleets, folder, journal=True)
        traced = Generated(fleets, folder, journal=True, trace=True)
        install(folder)
        hooked = Generated(Fleets("easyships+same"), folder, journal=True)
        contenders = {
            "by hand": ByHand(fleets, folder, journal=True),
            "by hand, no journal": ByHand(fleets, folder, journal=False),
            "generated, as between bots: journal, no trace, no hook": journaled,
            "generated, the record in memory, no journal": plain,
            "generated, with a plugin at the roll to hit": hooked,
            "generated, with trace": traced,
        }
        attacks = measured(contenders, "attacks", 1, TURNS_OF_ATTACKS, ROUNDS)
        compare_journals(folder)
        battles = measured(contenders, "battle", BATTLES, 1, ROUNDS)
        compare_journals(folder)
    count = TURNS_OF_ATTACKS * len(PLACES["british"]) * len(PLACES["german"])
    rows = tuple(
        (
            contender,
            *(f"{attacks[contender] / count * 1000:.4f}", f"{attacks['by hand'] / attacks[contender]:.2f}"),
            *(f"{battles[contender] / BATTLES * 1000:.1f}", f"{battles['by hand'] / battles[contender]:.2f}"),
        )
        for contender in contenders
    )
    how = f"{count:,} attacks and {BATTLES} battles, processor time, least of {ROUNDS} runs of each"
    yield page.Measured("play", how, ("", "attack, ms", "by hand = 1", "battle, ms", "by hand = 1"), rows)


if __name__ == "__main__":
    page.show(tables())
