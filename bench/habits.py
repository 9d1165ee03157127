"""Habits: what an experienced player would not do, counted in the journals of battles between bots.

Each battle is played, replayed from its journal, and read question by question and turn by turn. `SHIPPED` describes
the games: which fields say where a ship is and what it has left, and which choices are about its course, its guns and
its torpedoes. A counter is a function that is called at each question or at the end of each turn; its docstring
defines the habit. A cell of the table is the percentage of the cases in which the habit is seen.

    python bench/habits.py [--count 20] [--seed 1] [--only GAME[/SCENARIO]] [--totals] [--write]
"""

from __future__ import annotations

import math
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import page

from quarterdeck.analysis.battles.contest import seed_of
from quarterdeck.api import Ruleset, open_journal, play
from quarterdeck.base.geometry import hexes, plane
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import Situation
from quarterdeck.workspace.games.replay import replay

Count = tuple[bool, bool]
"""Whether this is a case, and whether the habit is seen in it."""


@dataclass(frozen=True)
class Thing:
    """A thing in a state, whose fields are read by their names."""

    situation: Situation
    state: list[int]
    kind: str
    number: int

    def __getitem__(self, name: str) -> int:
        return self.state[self.number + self.situation.program.layout.offsets[f"{self.kind}.{name}"]]

    def parts(self, name: str) -> list[Thing]:
        """Give the parts that a list of this thing holds."""
        begin = self.number + self.situation.program.layout.offsets[f"{self.kind}.{name}"]
        return [
            Thing(self.situation, self.state, "Battery", one) for one in self.state[begin + 1 :][: self.state[begin]]
        ]


@dataclass(frozen=True)
class GameWords:
    """What the counters need from a game: its fields and choices by name, and how much of a ship is left."""

    scenarios: tuple[str, ...]
    place: str
    gone: tuple[str, ...]
    hurts: tuple[str, ...]
    strength: Callable[[Thing], float]
    crippled: Callable[[Thing], bool]
    armed: Callable[[Thing], bool]
    moves: Callable[[Thing], bool]
    heavy: Callable[[Thing], bool] = lambda ship: True
    way: Callable[[Thing], float] | None = None
    """How far a ship goes, where its place does not say so."""
    degrees: int = 0
    """The degrees of a step of `heading`; 0 where ships have none."""
    reach: Callable[[Thing], float] | None = None
    evades: str = ""
    pace: str = ""
    target: str = ""
    line: str = ""
    """The requirement of `target` that is about a line of fire."""
    prey: str = ""
    poor: Callable[[Thing, Thing], bool] = lambda ship, prey: False
    """Whether a torpedo of a ship that may still get a better chance is poorly spent on a target."""
    collide: str = ""


def ready_guns(ship: Thing) -> bool:
    """Tell whether any battery of EasyShips has guns."""
    return any(battery["guns"] for battery in ship.parts("batteries"))


def quick_chance_is_poor(ship: Thing, prey: Thing) -> bool:
    """Tell whether a torpedo of Quickfire hits with 1 only, though its ship is in good order."""
    converging = any(
        other["torpedo_target"] == prey.number
        for other in things(ship.situation, ship.state)
        if other.number != ship.number
    )
    value = prey["top_speed"] / 8
    return not (ship["fast_boat"] or converging or prey["distance_moved"] < 2 * value or ship["lasting_hits"] >= 3)


SHIPPED: Mapping[str, GameWords] = {
    "easyships": GameWords(
        scenarios=("denmark_strait", "even_fleets_1916", "river_plate", "tsushima"),
        place="bow",
        gone=("sunk", "left_battle", "under_water"),
        hurts=("moves", "fires", "flooding"),
        strength=lambda ship: ship["defense"],
        crippled=lambda ship: ship["fires"] >= 5 or not (ready_guns(ship) or ship["torpedoes"] or ship["planes"]),
        armed=ready_guns,
        moves=lambda ship: ship["moves"] > 0,
        heavy=lambda ship: ship["defense"] >= 5,
        degrees=60,
        reach=lambda ship: max((one["calibre"] + 1 for one in ship.parts("batteries") if one["guns"]), default=0),
        evades="movement.decide_evasion.evades",
        target="gunnery.fire_guns.target",
        line="clear_line",
        collide="movement.collide",
    ),
    "fear_god": GameWords(
        scenarios=("coronel", "dogger_bank", "tsushima_van"),
        place="station",
        gone=("sinking", "sunk", "left_battle"),
        hurts=("damage",),
        strength=lambda ship: max(0, ship["points"] - ship["damage"]),
        crippled=lambda ship: 4 * ship["damage"] >= 3 * ship["points"],
        armed=lambda ship: any(one["mounts"] > one["mounts_out"] for one in ship.parts("batteries")),
        moves=lambda ship: ship["top_speed"] > 0 and ship["levels_lost"] < 4,
        way=lambda ship: ship["speed"],
        evades="sailing.give_orders.evades",
        target="sailing.give_orders.target",
        prey="torpedoes.launch.prey",
        poor=lambda ship, prey: abs(ship["station"] - prey["station"]) > 4000 and 2 * ship["damage"] < ship["points"],
    ),
    "quickfire": GameWords(
        scenarios=("coronel", "port_arthur", "tsushima", "yalu_river"),
        place="place",
        gone=("sunk", "has_left"),
        hurts=("speed_hits", "lasting_hits", "fires"),
        strength=lambda ship: ship["size"] * (8 - min(8, ship["lasting_hits"])),
        crippled=lambda ship: (
            ship["lasting_hits"] >= 5 or (not ship["reload"] and not any(one["rof"] for one in ship.parts("batteries")))
        ),
        armed=lambda ship: any(one["rof"] for one in ship.parts("batteries")),
        moves=lambda ship: ship["speed_hits"] + ship["lasting_hits"] < 7 and not ship["veer"],
        heavy=lambda ship: not ship["fast_boat"],
        degrees=1,
        target="gunnery.declare_guns.target",
        line="seen",
        prey="torpedoes.declare_torpedoes.target",
        poor=quick_chance_is_poor,
    ),
    "ships_and_sails": GameWords(
        scenarios=("lake_erie", "nile", "trafalgar"),
        place="hex",
        gone=("sunk", "fallen_off"),
        hurts=("hull", "sails", "sailors"),
        strength=lambda ship: ship["hull"],
        crippled=lambda ship: ship["hull"] < 500,
        armed=lambda ship: ship["guns"] > 0,
        moves=lambda ship: ship["sails"] > 0,
        degrees=60,
        pace="orders.write_orders.pace",
        collide="collisions.fall_back",
    ),
}


def things(situation: Situation, state: list[int]) -> list[Thing]:
    """Give the ships in a state."""
    return [Thing(situation, state, "Ship", one) for one in situation.program.layout.things("Ship") if state[one]]


@dataclass(frozen=True)
class Ship:
    """A ship at the end of a turn: its place as two numbers, and what the counters ask of it."""

    number: int
    side: int
    at: tuple[float, float]
    strength: float
    crippled: bool
    moves: bool
    heavy: bool
    way: float
    """How far it went; -1 where its places say so."""
    reach: float
    hurts: tuple[int, ...]

    def distance(self, other: Ship) -> float:
        """Give the distance to another ship."""
        return math.dist(self.at, other.at)


Turn = dict[int, Ship]


@dataclass
class Asked:
    """A question of a battle: its choice, what it was about, what was possible, and what was refused by which rule."""

    at: str
    scope: dict[str, Any]
    options: list[Any]
    refused: list[tuple[Any, str]]


@dataclass
class BattleRead:
    """A battle that is read from its journal: its turns, its shots and its turns of the helm."""

    words: GameWords
    turns: list[Turn] = field(default_factory=list)
    helm: dict[int, list[list[int]]] = field(default_factory=lambda: defaultdict(list))
    """The degrees by which each ship turned, turn by turn, to the right or (negative) to the left."""
    first_shot: int = 10000
    counted: Counter[tuple[int, bool]] = field(default_factory=Counter)
    last_target: dict[tuple[int, Any], Any] = field(default_factory=dict)
    early_collision: bool = False

    def count(self, habit: int, seen: bool) -> None:
        """Count a case of a habit."""
        self.counted[habit, seen] += 1

    def enemies(self, turn: Turn, ship: Ship) -> list[Ship]:
        """Give the enemies of a ship."""
        return [other for other in turn.values() if other.side != ship.side]

    def near(self, turn: Turn, ship: Ship) -> float:
        """Give the distance from a ship to its nearest enemy."""
        return min((ship.distance(other) for other in self.enemies(turn, ship)), default=math.inf)


# --- what is seen at a question: the answer, the ship and its state


def evades_for_nothing(read: BattleRead, asked: Asked, answer: Any, ship: Thing, state: list[int]) -> None:
    """1: a ship whose guns work and that is not crippled evades, of all its questions about evasion."""
    if asked.at == read.words.evades and read.words.armed(ship) and not read.words.crippled(ship):
        read.count(1, bool(answer))


def throws_torpedoes_away(read: BattleRead, asked: Asked, answer: Any, ship: Thing, state: list[int]) -> None:
    """10, 11: a ship in good order launches at a poor chance (1 in 12, or 10 % and less), of all launches."""
    if asked.at == read.words.prey and answer in asked.options:
        read.count(10, read.words.poor(ship, Thing(ship.situation, state, "Ship", answer)))


def leaves_its_target(read: BattleRead, asked: Asked, answer: Any, ship: Thing, state: list[int]) -> None:
    """12: a battery fires at another ship than last time, of all shots where it could have kept its target."""
    if asked.at != read.words.target:
        return
    key = (asked.scope["battery"], asked.scope.get("round"))
    last = read.last_target.get(key)
    if last in asked.options and answer in asked.options:
        read.count(12, answer != last)
    if answer in asked.options:
        read.last_target[key] = answer


def fires_at_the_sunk(read: BattleRead, asked: Asked, answer: Any, ship: Thing, state: list[int]) -> None:
    """13: a battery fires at a ship that a shell of this turn has sunk already, of all shots."""
    if asked.at == read.words.target and answer in asked.options:
        target = Thing(ship.situation, state, "Ship", answer)
        read.count(13, any(target[name] for name in read.words.gone))


def is_masked(read: BattleRead, asked: Asked, answer: Any, ship: Thing, state: list[int]) -> None:
    """15: a ship in the line of fire hides the nearest of the enemies in reach, of all questions with one in reach."""
    if asked.at != read.words.target or not read.words.line:
        return
    hidden = [one for one, requirement in asked.refused if requirement == read.words.line]
    if reached := [*asked.options, *hidden]:
        places = {one.number: place_of(read.words, one) for one in things(ship.situation, state)}
        nearest = min(reached, key=lambda one: math.dist(places[one], places[ship.number]))
        read.count(15, nearest in hidden)


def lies_still_by_order(read: BattleRead, asked: Asked, answer: Any, ship: Thing, state: list[int]) -> None:
    """2: a ship is ordered to lie still though it could sail, of all orders for a ship that could."""
    if asked.at == read.words.pace and max(asked.options) > 0:
        read.count(2, answer == 0)


AT_A_QUESTION = (
    evades_for_nothing,
    throws_torpedoes_away,
    leaves_its_target,
    fires_at_the_sunk,
    is_masked,
    lies_still_by_order,
)

# --- what is seen at the end of a turn, when a battle is over


def lies_still(read: BattleRead) -> None:
    """2: a ship that can move ends a turn where it began it after the first shot, of all such turns of ships."""
    if not read.words.pace:
        for now, _, ship, moved in moves(read):
            if now >= read.first_shot:
                read.count(2, moved == 0 and ship.moves)


def stops_dead(read: BattleRead) -> None:
    """14: a ship that moved last turn and still can does not move in this one, of all turns of ships after a move."""
    last: dict[int, float] = {}
    for _, _, ship, moved in moves(read):
        if last.get(ship.number, 0) > 0 and ship.moves:
            read.count(14, moved == 0)
        last[ship.number] = moved


def friends_collide(read: BattleRead) -> None:
    """3: ships collide in the first three turns, of all battles."""
    if read.words.collide:
        read.count(3, read.early_collision)


def nothing_happens(read: BattleRead) -> None:
    """4: after the first loss no ship suffers anything for ten turns though both sides can move, of all battles."""
    quiet, longest, begun = 0, 0, False
    for before, after in pairwise(read.turns):
        same = all(after[one].hurts == before[one].hurts for one in after) and len(after) == len(before)
        begun = begun or not same
        quiet = quiet + 1 if same and begun else 0
        longest = max(longest, quiet)
    read.count(4, longest >= 10)


def gives_up_its_reach(read: BattleRead) -> None:
    """5: the side whose guns reach farther is within half that reach in turn 3, of all battles with such a side."""
    if read.words.reach is None or len(read.turns) < 4:
        return
    first, third = read.turns[0], read.turns[3]
    reach = {side: max(ship.reach for ship in first.values() if ship.side == side) for side in sides(first)}
    longest = max(reach, key=lambda side: reach[side])
    if all(reach[other] < reach[longest] for other in reach if other != longest):
        near = min((read.near(third, ship) for ship in third.values() if ship.side == longest), default=math.inf)
        read.count(5, near <= reach[longest] / 2)


def cripples_attack(read: BattleRead) -> None:
    """6: a crippled ship that can move goes nearer to the nearest enemy, of all turns of such ships."""
    for now, was, ship, moved in moves(read):
        if was.crippled and was.moves and moved and (enemies := read.enemies(read.turns[now], ship)):
            read.count(6, read.near(read.turns[now], ship) < min(was.distance(one) for one in enemies))


def weak_side_closes(read: BattleRead) -> None:
    """7: before the first shot, ships of a side with two thirds of the enemy's strength go nearer, of their turns."""
    first = read.turns[0]
    power = {side: sum(ship.strength for ship in first.values() if ship.side == side) for side in sides(first)}
    weak = min(power, key=lambda side: power[side])
    if 3 * power[weak] > 2 * max(power.values()):
        return
    for now, was, ship, _ in moves(read):
        if now < read.first_shot and ship.side == weak and (enemies := read.enemies(read.turns[now], ship)):
            read.count(7, min(was.distance(one) for one in enemies) > read.near(read.turns[now], ship))


def line_breaks(read: BattleRead) -> None:
    """8: until its side loses a ship, a heavy ship is more than three times as far from its friends as at the start."""
    first = read.turns[0]
    for side in sides(first):
        line = [ship for ship in first.values() if ship.side == side and ship.heavy]
        if len(line) < 3:
            continue
        gap = max(gap_of(ship, line) for ship in line)
        for turn in read.turns[1:]:
            now = [ship for ship in turn.values() if ship.side == side and ship.heavy]
            if len(now) < len(line):
                break
            for ship in now:
                read.count(8, gap_of(ship, now) > 3 * gap)


def circles(read: BattleRead) -> None:
    """9: a ship turns by 270 degrees to one hand within six turns, of all ships."""
    if read.words.degrees:
        for ship in read.turns[0]:
            turned = [sum(one) for one in read.helm[ship]]
            read.count(9, any(abs(sum(turned[at : at + 6])) >= 270 for at in range(len(turned))))


AT_THE_END = (
    lies_still,
    friends_collide,
    nothing_happens,
    gives_up_its_reach,
    cripples_attack,
    weak_side_closes,
    line_breaks,
    circles,
    stops_dead,
)


def sides(turn: Turn) -> list[int]:
    """Give the sides with ships."""
    return sorted({ship.side for ship in turn.values()})


def gap_of(ship: Ship, line: Iterable[Ship]) -> float:
    """Give the distance from a ship to the nearest other of a line."""
    return min(ship.distance(other) for other in line if other is not ship)


def moves(read: BattleRead) -> Iterator[tuple[int, Ship, Ship, float]]:
    """Yield each turn, each ship as it was before it and as it is after it, and how far it went."""
    for now, (before, after) in enumerate(pairwise(read.turns), 1):
        for ship in after.values():
            if was := before.get(ship.number):
                yield now, was, ship, was.distance(ship) if ship.way < 0 else ship.way


def place_of(words: GameWords, ship: Thing) -> tuple[float, float]:
    """Give the place of a ship as two numbers."""
    place = ship[words.place]
    if words.place == "station":
        return place, 0
    if words.degrees == 1:
        east, north = plane.coordinates(place)
        return east, north
    q, r = hexes.axial(place)
    return q * math.sqrt(3) / 2, r + q / 2


def snapshot(words: GameWords, situation: Situation, state: list[int]) -> Turn:
    """Give the ships that are in the battle."""
    return {
        one.number: Ship(
            one.number,
            one["side"],
            place_of(words, one),
            words.strength(one),
            words.crippled(one),
            words.moves(one),
            words.heavy(one),
            words.way(one) if words.way else -1,
            words.reach(one) if words.reach else 0,
            tuple(one[name] for name in words.hurts),
        )
        for one in things(situation, state)
        if not any(one[name] for name in words.gone)
    }


def read_battle(words: GameWords, journal: Path) -> BattleRead:
    """Read the journal of a battle."""
    kept, asked = open_journal(journal), {}

    def note(question: Question) -> None:
        requirements = question.site.requirements
        refused = [(one, requirements[number]) for one, number in question.refused]
        scope = dict(question.scope())
        asked[question.number] = Asked(question.site.address, scope, list(question.options), refused)

    events = replay(kept.game, kept.saved, trace=True, on_question=note).events
    situation = kept.game.start.copy()
    state, read, turn = situation.state, BattleRead(words), 0
    for event in events:
        match event:
            case hap.PhaseBegun() if event.turn != turn:
                turn = event.turn
                read.turns.append(snapshot(words, situation, state))
                for ship in read.turns[-1]:
                    read.helm[ship].append([])
            case hap.Called() if event.address == words.collide and turn <= 3:
                read.early_collision = True
            case hap.Changed() if event.field == "heading" and words.degrees and read.helm[event.thing]:
                by = (event.after - (event.before or 0)) * words.degrees
                read.helm[event.thing][-1].append((by + 179) % 360 - 179)
            case hap.Chosen() if (question := asked.get(event.entry - 1)) and "ship" in question.scope:
                ship = Thing(situation, state, "Ship", question.scope["ship"])
                if question.at in (words.target, "aiming.order_fire.target") and event.answer in question.options:
                    read.first_shot = min(read.first_shot, turn)
                for look in AT_A_QUESTION:
                    look(read, question, event.answer, ship, state)
        if isinstance(event, hap.FieldWritten):
            event.put_into(state)
    read.turns.append(snapshot(words, situation, state))
    for judge in AT_THE_END:
        judge(read)
    return read


def habits_of(game: str, scenario: str, count: int, seed: int) -> tuple[Counter[tuple[int, bool]], Counter[str]]:
    """Play battles of a scenario, and count habits and winners."""
    found, winners = Counter[tuple[int, bool]](), Counter[str]()
    ruleset = Ruleset.open(game)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1, count + 1):
            journal = Path(folder) / f"{number}.jsonl"
            winners[play(ruleset, scenario, seed=seed_of(seed, number), save=journal).winner or "nobody"] += 1
            found += read_battle(SHIPPED[game], journal).counted
    return found, winners


HABITS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15)


def tables(count: int, seed: int, only: str, totals: bool) -> Iterator[page.Measured]:
    """Count the habits in all scenarios."""
    rows = []
    for game, words in SHIPPED.items():
        for scenario in words.scenarios:
            if only not in f"{game}/{scenario}":
                continue
            found, winners = habits_of(game, scenario, count, seed)
            cells = []
            for habit in HABITS:
                seen, of = found[habit, True], found[habit, True] + found[habit, False]
                cells.append("" if not of else f"{seen}/{of}" if totals else f"{100 * seen / of:.0f}")
            rows.append((f"{game} {scenario}", *cells, f"{winners['nobody']}"))
            print(*rows[-1], dict(winners), file=sys.stderr, flush=True)
    headings = ("", *("10, 11" if habit == 10 else str(habit) for habit in HABITS), "draws")
    how = f"{count} battles between bots, seed {seed}; percent of the cases of each habit; draws of battles"
    yield page.Measured("habits", how, headings, tuple(rows))


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--totals", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    page.show(tables(given.count, given.seed, given.only, given.totals))
