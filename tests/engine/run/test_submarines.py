"""EasyShips: where a submarine under water is, how deep and in what state, is never in what the other side notices.

Two games are played side by side. They differ in nothing but what the hunters may not know, and their dice fall alike.
Until the rules themselves make a difference public, the hunters must notice the same in both: in their view, on the
map, in what they are asked, refused and told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry import hexes
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.deciders.scripted import ScriptedDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, GameResult, play
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import hidden_fields, owner_of, view_of
from quarterdeck.workspace.pipeline.build import Built
from tests.engine.run.doubting import Doubting, Remembering
from tests.engine.run.watching import Watching, watch

pytestmark = pytest.mark.no_cover

SECRET = {"Ship.depth", "Ship.logged_hex", "Ship.logged_heading", "Ship.crippled"}
SCENARIOS = ("barham", "palawan", "northwestern_approaches", "north_sea_1918")
DRAWN_AT = ("turn.movement", "turn.combat", "turn.victory")


@cache
def opened(scenario: str, stations: int) -> tuple[Built, Situation]:
    findings = Findings()
    built, situation = Ruleset.open("easyships").scenario(scenario, findings, {"stations": stations})
    assert not findings
    return built, situation


def sides(situation: Situation) -> list[int]:
    return [side for side in situation.program.layout.things("Side") if situation.state[side]]


class Loaded(SeededDice):
    """Dice that fall as they must in some places, and at random elsewhere."""

    def __init__(self, built: Built, faces: Mapping[str, int]) -> None:
        super().__init__(1, [site.address for site in built.program.sites])
        self.faces = {n: faces[s.address] for n, s in enumerate(built.program.sites) if s.address in faces}

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        return self.faces[site] if site in self.faces else super().throw(site, sides, subject)


@dataclass(frozen=True)
class Pair:
    """Two ways in which a submarine begins and behaves, and what the dice show where it is rolled for."""

    one: Mapping[str, Any]
    other: Mapping[str, Any]
    turns: int
    faces: Mapping[str, int] = field(default_factory=dict)
    seen_in_both: str = ""
    begins: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})


DEED, COURSE = "submarines.move_under_water.deed", "submarines.go_ahead.course"
STATION, LEVEL = "submarines.take_station.station", "submarines.take_station.level"
PREY, WAKE = "submarines.launch_under_water.prey", "submarines.leave_wakes.wake"
STILL = {DEED: "lie_still", PREY: "stop"}
MISSED = {"sonar.ping.echo": 4, "depth_charges.burst.blast": 5}


def at(column: int, row: int) -> list[list[int]]:
    """Give a script's answers: one hex."""
    return [[column, row]]


PAIRS = {
    "far apart, at different depths, doing different things": Pair(
        {**STILL, STATION: at(26, 14), LEVEL: "periscope"},
        {
            DEED: ["go_ahead"] * 4 + ["lie_still"] * 10,
            COURSE: "north",
            PREY: "stop",
            STATION: at(22, 10),
            LEVEL: "deep",
        },
        turns=14,
        faces=MISSED,
        seen_in_both="finds nothing",
    ),
    "going down or staying": Pair(
        {**STILL, STATION: at(26, 14), LEVEL: "periscope"},
        {
            DEED: ["go_deeper", "go_deeper", "rise", "rise"] + ["lie_still"] * 20,
            PREY: "stop",
            STATION: at(26, 14),
            LEVEL: "periscope",
        },
        turns=14,
        faces=MISSED,
    ),
    "found in the same place, at different depths": Pair(
        {**STILL, STATION: at(17, 19), LEVEL: "shallow"},
        {**STILL, STATION: at(17, 19), LEVEL: "deep"},
        turns=14,
        faces=MISSED,
        seen_in_both="U-331 lies at",
    ),
    "lost echoes at different depths": Pair(
        {**STILL, STATION: at(17, 19), LEVEL: "shallow"},
        {**STILL, STATION: at(17, 19), LEVEL: "deep"},
        turns=14,
        faces={"sonar.ping.echo": 1, "depth_charges.burst.blast": 5},
        seen_in_both="finds nothing",
    ),
    "launching from different places behind the same wakes": Pair(
        {DEED: "lie_still", PREY: ["Jervis"], WAKE: at(17, 18), STATION: at(16, 17), LEVEL: "periscope"},
        {DEED: "lie_still", PREY: ["Jervis"], WAKE: at(17, 18), STATION: at(16, 18), LEVEL: "periscope"},
        turns=1,
        faces={"submarines.attack_under_water.strike": 1, "depth_charges.burst.blast": 5},
        seen_in_both="the wakes of torpedoes begin at",
    ),
    "damaged or not, before it comes up": Pair(
        {**STILL, STATION: at(26, 14), LEVEL: "deep"},
        {**STILL, STATION: at(26, 14), LEVEL: "deep"},
        turns=2,
        begins=({"Ship.crippled": 0}, {"Ship.crippled": 1}),
    ),
}


def game(pair: Pair, which: int, watcher: int | None = None) -> Watching:
    built, start = opened("barham", 12)
    start = start.copy()
    hunters, hunted = sides(start)
    layout = built.program.layout
    start.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = pair.turns
    for address, value in pair.begins[which].items():
        start.state[start.things["U-331"] + layout.offsets[address]] = value
    boat = ScriptedDecider(pair.other if which else pair.one, WeighingDecider(2))
    dice = Loaded(built, pair.faces)
    return watch(
        built,
        start,
        hunters if watcher is None else watcher,
        dice,
        {hunters: WeighingDecider(1), hunted: boat},
        drawn_at=DRAWN_AT,
    )


def noticed(watching: Watching) -> list[Any]:
    """Give what a side notices; the journal is nobody's to read while the game goes on."""
    return [seen for seen in watching.noticed if seen[0] != "journal"]


def test_the_log_of_a_submarine_is_what_is_secret() -> None:
    built, _ = opened("barham", 12)
    assert {address for address, _ in hidden_fields(built.program) if address.startswith("Ship.")} == SECRET


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_the_hunters_notice_nothing_of_what_the_log_holds(name: str) -> None:
    pair = PAIRS[name]
    one, other = game(pair, 0), game(pair, 1)
    seen, seen_too = noticed(one), noticed(other)
    assert [(a, b) for a, b in zip(seen, seen_too, strict=False) if a != b][:1] == []
    assert len(seen) == len(seen_too)
    assert any(entry[0] == "asked" for entry in seen)
    assert any(pair.seen_in_both in line for line in one.told)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(PAIRS)[::3])
def test_the_games_do_differ_and_the_submarines_own_side_notices(name: str) -> None:
    _, hunted = sides(opened("barham", 12)[1])
    assert noticed(game(PAIRS[name], 0, hunted)) != noticed(game(PAIRS[name], 1, hunted))


def test_the_map_shows_a_submarine_where_its_log_says_to_its_own_side_and_else_where_it_was_last_noticed() -> None:
    pair = PAIRS["launching from different places behind the same wakes"]
    built, start = opened("barham", 12)
    pieces, boat = Pieces(start.copy(), built.module()), start.things["U-331"]
    hunters, hunted = sides(start)
    shown = {}
    for side in (hunters, hunted):
        watching = game(pair, 0, side)
        shown[side] = view_of(watching.situation, watching.situation.state, side, watching.revealed).state
    places = {side: hexes.column_row(pieces.place_of(state, boat)) for side, state in shown.items()}
    assert places == {hunters: (17, 18), hunted: (16, 17)}
    assert pieces.spaces_of(shown[hunters], boat) == [hexes.offset(17, 18)]
    assert pieces.facing_of(shown[hunters], boat) == -1
    battleship = start.things["Barham"]
    assert len(pieces.spaces_of(shown[hunters], battleship)) == 3
    assert pieces.facing_of(shown[hunters], battleship) >= 0


# --- whole battles, with the log changed at every question


class OtherLog(Doubting):
    """Asks every question again with another log for the other side's submarines."""

    def altered(self, state: list[int], side: int) -> list[int]:
        """Give the state with another log for all submarines that are not the side's."""
        found, layout, draw = list(state), self.program.layout, self.generator.randint
        for ship in layout.things("Ship"):
            if state[ship] and owner_of(self.program, state, ship, "Ship") != side:
                found[ship + layout.offsets["Ship.depth"]] = draw(0, 3)
                found[ship + layout.offsets["Ship.logged_hex"]] = hexes.offset(draw(0, 25), draw(0, 25))
                found[ship + layout.offsets["Ship.logged_heading"]] = draw(0, 5)
                found[ship + layout.offsets["Ship.crippled"]] = draw(0, 1)
        return found


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_view_holds_anything_of_the_other_sides_log(scenario: str) -> None:
    built, situation = opened(scenario, 3)
    start = situation.copy()
    deciders = {side: Remembering(WeighingDecider(1)) for side in sides(start)}
    context = OtherLog(built.program, start, SeededDice(3, [s.address for s in built.program.sites]), deciders)
    play(built.module(), context)
    assert context.compared > 50


# --- battles to the end


def battle(scenario: str, bots: bool, seed: int) -> GameResult:
    built, situation = opened(scenario, 3)
    start = situation.copy()
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    never = {"damage.abandon_ships.given_up": "stop"}
    deciders = {
        side: WeighingDecider(seed) if bots else ScriptedDecider(never, RandomDecider(seed * 10 + rank))
        for rank, side in enumerate(sides(start))
    }
    return play(built.module(), Context(built.program, start, dice, deciders))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("bots", [True, False], ids=["bots", "lots"])
def test_battles_with_submarines_are_fought_to_the_end(scenario: str, bots: bool) -> None:
    places: set[str] = set()
    for seed in (1, 2):
        result = battle(scenario, bots, seed)
        assert result.turn > 1
        places |= {entry["at"] for entry in result.record}
    assert {"depth_charges.burst.blast", DEED} <= places
    assert ("sonar.ping.pings" in places) == (scenario != "north_sea_1918")
    assert "submarines.attack_under_water.strike" in places or not bots
