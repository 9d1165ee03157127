"""Play: the program generated from EasyShips' rules beside the same rules written by hand, in one run.

Both roll the same dice and must come to the same end, else nothing is measured. In the battles nobody moves.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import by_hand
from rich.console import Console
from rich.table import Table

from quarterdeck.api import Ruleset
from quarterdeck.diagnostics import Findings
from quarterdeck.diagnostics.printer import as_text
from quarterdeck.geometry import hexes
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.python import mangled
from quarterdeck.hooks import About, Modifier, hookimpl, registry
from quarterdeck.pipeline.build import Built
from quarterdeck.run.dice import SeededDice
from quarterdeck.run.game import Context
from quarterdeck.run.journal import Header, Journal, as_line
from quarterdeck.run.questions import Question
from quarterdeck.run.setup import set_up
from quarterdeck.run.situation import Situation
from quarterdeck.run.trace import TracedContext

ATTACKS, BATTLES, ROUNDS, TURNS = 4_000, 20, 5, 15
PHASES = ("turn.initiative", "turn.combat", "turn.damage", "turn.victory")
SHIP = ("defense", "armor", "moves", "full_moves", "torpedoes", "bow", "heading", "length", "fires", "flooding")
STRUCK = ("fires", "flooding", "worst_flooding", "moves", "no_repairs", "sunk")
HEADER = Header("easyships", "even_fleets_1916", {}, {}, 1, "seeded", "", "")
# Two lines side by side, eight hexes apart.
PLACES = {
    "british": [(20, 10), (17, 9), (13, 7), (9, 5), (5, 3), (22, 9), (19, 8)],
    "german": [(20, 18), (16, 16), (12, 14), (8, 12), (22, 19), (19, 19), (16, 18), (13, 16), (10, 15)],
}


class First:
    """Takes the first answer."""

    def decide(self, question: Question) -> Any:
        return question.answers()[-1 if question.site.address.endswith("given_up") else 0]


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
        self.graph: Graph = self.built.graph
        scenario = game.declared.scenarios["even_fleets_1916"]
        self.situation: Situation = set_up(self.graph, scenario, game.rosters(self.built), findings)
        self.things = self.graph.layout.things
        self.addresses = [site.address for site in self.graph.sites]
        self.sites = by_hand.Sites(self.addresses)
        self.put("Game.turn", self.graph.layout.stretches["Game"].base, 1)
        self.put("Game.turn_limit", self.graph.layout.stretches["Game"].base, TURNS)
        for number, side in enumerate(self.things("Side")):
            places = iter(PLACES["british" if number == 0 else "german"])
            for ship in self.ships():
                if self.get("Ship.side", ship) == side:
                    self.put("Ship.bow", ship, hexes.offset(*next(places)))
                    self.put("Ship.heading", ship, 2)

    def ships(self) -> list[int]:
        return [ship for ship in self.things("Ship") if self.situation.state[ship]]

    def batteries(self, ship: int) -> list[int]:
        start = ship + self.graph.layout.offsets["Ship.batteries"]
        return self.situation.state[start + 1 : start + 1 + self.situation.state[start]]

    def record(self, thing: int) -> tuple[int, int]:
        return thing, thing + self.graph.layout.stretches[self.graph.layout.kind_at(thing)].stride

    def get(self, address: str, thing: int, state: list[int] | None = None) -> int:
        return (state or self.situation.state)[thing + self.graph.layout.offsets[address]]

    def put(self, address: str, thing: int, value: int) -> None:
        self.situation.state[thing + self.graph.layout.offsets[address]] = value

    def by_hand(self, dice: SeededDice, journal: by_hand.Journal | None) -> by_hand.Battle:
        layout, types = self.graph.layout, self.graph.declared.enums["Type"].members
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
        sides = [known_as[side] for side in self.things("Side")]
        return by_hand.Battle(found, sides, dice, self.sites, TURNS, journal)

    def dice(self, seed: int) -> SeededDice:
        return SeededDice(seed, self.addresses)

    def outcome(self, state: list[int]) -> list[tuple[int, ...]]:
        names = ("fires", "flooding", "worst_flooding", "moves", "sunk")
        return [tuple(self.get(f"Ship.{name}", ship, state) for name in names) for ship in self.ships()]


def outcome_by_hand(battle: by_hand.Battle) -> list[tuple[int, ...]]:
    return [(s.fires, s.flooding, s.worst_flooding, s.moves, int(s.sunk)) for s in battle.ships]


class Generated:
    """The generated program with what play gives it."""

    def __init__(self, fleets: Fleets, folder: Path, *, journal: bool, trace: bool = False) -> None:
        self.fleets = fleets
        self.path = folder / "journal" if journal else None
        self.context = TracedContext if trace else Context
        self.functions = fleets.built.program(trace).functions()
        self.deciders = dict.fromkeys(fleets.things("Side"), First())

    def begin(self, stack: ExitStack, state: list[int], dice: SeededDice) -> Context:
        context = self.context(self.fleets.graph, replace(self.fleets.situation, state=state), dice, self.deciders)
        if self.path is not None:
            journal = Journal(self.path, HEADER)
            stack.callback(journal.close)
            context.on_entry = journal.write
        return context

    def attacks(self) -> object:
        fleets = self.fleets
        firer, target = fleets.ships()[1], fleets.ships()[7]
        battery = fleets.batteries(firer)[0]
        attack, dice, found = self.functions["e_gunnery__attack"], fleets.dice(1), []
        records = [fleets.record(thing) for thing in (target, *fleets.batteries(target))]
        before, after = fleets.situation.state, list(fleets.situation.state)
        places = [target + fleets.graph.layout.offsets[f"Ship.{name}"] for name in STRUCK]
        with ExitStack() as stack:
            context = self.begin(stack, before, dice)
            for turn in range(ATTACKS):
                dice.new_turn(turn)
                attack(context, before, after, firer, battery, target, 8, 16)
                found.append(tuple(after[place] for place in places))
                for start, end in records:
                    after[start:end] = before[start:end]
        return found

    def battles(self) -> object:
        fleets, phases = self.fleets, [self.functions[f"f_{mangled(phase)}"] for phase in PHASES]
        game = fleets.graph.layout.stretches["Game"].base
        turn, over = (game + fleets.graph.layout.offsets[f"Game.{name}"] for name in ("turn", "over"))
        found = []
        for seed in range(BATTLES):
            dice, state = fleets.dice(seed), list(fleets.situation.state)
            with ExitStack() as stack:
                context = self.begin(stack, state, dice)
                while True:
                    dice.new_turn(state[turn])
                    for phase in phases:
                        phase(context, state)
                    if state[over]:
                        break
                    state[turn] += 1
            found.append((state[turn], fleets.outcome(state)))
        return found


class ByHand:
    """The program by hand with what play gives it."""

    def __init__(self, fleets: Fleets, folder: Path, *, journal: bool) -> None:
        self.fleets = fleets
        self.path = folder / "journal by hand" if journal else None

    def begin(self, stack: ExitStack, dice: SeededDice) -> by_hand.Battle:
        journal = None
        if self.path is not None:
            journal = by_hand.Journal(self.path, as_line(HEADER.line()).decode().rstrip())
            stack.callback(journal.close)
        return self.fleets.by_hand(dice, journal)

    def attacks(self) -> object:
        with ExitStack() as stack:
            return self.attacks_of(stack)

    def attacks_of(self, stack: ExitStack) -> object:
        dice = self.fleets.dice(1)
        battle, found = self.begin(stack, dice), []
        firer, target = battle.ships[1], battle.ships[7]
        as_it_was = replace(target)
        guns = [battery.guns for battery in target.batteries]
        for turn in range(ATTACKS):
            dice.new_turn(turn)
            battle.attack(firer, firer.batteries[0], target, 8, 16)
            battle.apply_damage()
            found.append(tuple(getattr(target, name) for name in STRUCK))
            for name in STRUCK:
                setattr(target, name, getattr(as_it_was, name))
            for battery, number in zip(target.batteries, guns, strict=True):
                battery.guns = number
        return found

    def battles(self) -> object:
        found = []
        for seed in range(BATTLES):
            dice = self.fleets.dice(seed)
            with ExitStack() as stack:
                battle = self.begin(stack, dice)
                dice.new_turn(battle.turn)
                while not battle.play_turn():
                    dice.new_turn(battle.turn)
            found.append((battle.turn, outcome_by_hand(battle)))
        return found


def measured(contenders: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Give the least seconds of each, taken in turns; all must give the same."""
    least = dict.fromkeys(contenders, float("inf"))
    wanted: object = None
    for _ in range(ROUNDS):
        for name, run in contenders.items():
            start = process_time()
            found = run()
            least[name] = min(least[name], process_time() - start)
            wanted = found if wanted is None else wanted
            if found != wanted:
                raise SystemExit(f"{name} comes to another end than the first contender")
    return least


def compare_journals(folder: Path) -> None:
    """Make sure that the last journals of both programs hold the same lines: the dice of effects may come later."""
    one, other = (sorted((folder / name).read_text("utf-8").splitlines()) for name in ("journal", "journal by hand"))
    if one != other:
        raise SystemExit("the journals differ")


def main() -> None:
    fleets, console = Fleets(), Console()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain = Generated(fleets, folder, journal=False)
        journaled = Generated(fleets, folder, journal=True)
        traced = Generated(fleets, folder, journal=True, trace=True)
        install(folder)
        hooked = Generated(Fleets("easyships+same"), folder, journal=True)
        hand, hand_plain = (ByHand(fleets, folder, journal=journal) for journal in (True, False))
        for what, count, method in (("attacks", ATTACKS, "attacks"), ("battles", BATTLES, "battles")):
            contenders = {
                "by hand": getattr(hand, method),
                "by hand, no journal": getattr(hand_plain, method),
                "generated, as between bots: journal, no trace, no hook": getattr(journaled, method),
                "generated, the record in memory, no journal": getattr(plain, method),
                "generated, with a plugin at the roll to hit": getattr(hooked, method),
                "generated, with trace": getattr(traced, method),
            }
            seconds = measured(contenders)
            compare_journals(folder)
            table = Table(title=f"{count} {what}, processor time, least of {ROUNDS} runs", title_justify="left")
            for heading in ("", "ms each", "speed (by hand = 1)"):
                table.add_column(heading, justify="right" if heading else "left")
            for contender, least in seconds.items():
                table.add_row(contender, f"{least / count * 1000:.3f}", f"{seconds['by hand'] / least:.2f}")
            console.print(table)


if __name__ == "__main__":
    main()
