"""The counters of habits see a habit where there is one, and none where there is none."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import habits  # type: ignore[import-not-found]

from quarterdeck.api import play
from quarterdeck.workspace.ruleset.ruleset import Ruleset

pytestmark = pytest.mark.no_cover


def ship(number: int, side: int, at: tuple[float, float], **others: Any) -> Any:
    """Give a sound heavy ship at a place, or one with other values."""
    known = {"strength": 10, "crippled": False, "moves": True, "heavy": True, "way": -1, "reach": 12, "hurts": (0,)}
    return habits.Ship(number, side, at, **(known | others))


def read_of(*turns: list[Any]) -> Any:
    """Give a battle of EasyShips with these turns, in which nobody turns."""
    read = habits.BattleRead(habits.SHIPPED["easyships"])
    read.turns = [{one.number: one for one in turn} for turn in turns]
    return read


def test_a_ship_that_turns_round_within_six_turns_circles() -> None:
    read = read_of([ship(1, 0, (0, 0)), ship(2, 1, (9, 0)), ship(3, 1, (9, 9))])
    read.helm |= {1: [[60], [60], [], [60], [60], [30]], 2: [[90, -90]] * 6, 3: [[45]] * 3 + [[]] * 3 + [[45]] * 3}
    habits.circles(read)
    assert (read.counted[9, True], read.counted[9, False]) == (1, 2)


def test_ships_that_could_move_lie_still_and_stop_dead() -> None:
    foe, stuck = ship(2, 1, (9, 0)), ship(3, 1, (9, 9), moves=False)
    read = read_of([ship(1, 0, (0, 0)), foe, stuck], *([ship(1, 0, (1, 0)), foe, stuck],) * 2)
    read.first_shot = 1
    habits.lies_still(read)
    habits.stops_dead(read)
    assert (read.counted[2, True], read.counted[2, False]) == (3, 3)
    assert (read.counted[14, True], read.counted[14, False]) == (1, 0)


def test_cripples_that_close_and_lines_that_break() -> None:
    line = [ship(number, 0, (0, number)) for number in (1, 2, 3)]
    hurt, foe = ship(4, 1, (20, 0), crippled=True), ship(1, 0, (0, 9))
    read = read_of([*line, hurt], [foe, *line[1:], ship(4, 1, (15, 0), crippled=True)], [*line, hurt])
    habits.cripples_attack(read)
    habits.line_breaks(read)
    assert (read.counted[6, True], read.counted[6, False]) == (1, 1)
    assert (read.counted[8, True], read.counted[8, False]) == (1, 5)


def test_a_battle_is_read_from_its_journal(tmp_path: Path) -> None:
    journal = tmp_path / "battle.jsonl"
    battle = play(Ruleset.open("easyships"), "river_plate", seed=5, save=journal)
    read = habits.read_battle(habits.SHIPPED["easyships"], journal)
    assert len(read.turns) == battle.turn + 1
    assert len(read.turns[0]) == 4
    assert read.first_shot <= battle.turn
    assert read.counted[13, True] + read.counted[13, False] >= read.counted[12, True] + read.counted[12, False] > 0
