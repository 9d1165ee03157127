"""Shortest ways on maps of areas, compared with a slow search on random maps."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck.backends.python.grid_functions import names_of_board
from quarterdeck.base.geometry.areas import NO_WAY, has_way_to, longest_distance, steps_from
from quarterdeck.language.declarations.types import NO_NUMBER
from quarterdeck.program.form.world import WorldBoard


def random_links(random: Random) -> tuple[tuple[int, ...], ...]:
    """Give a map of a few areas in which some connections lead one way only."""
    many = random.randrange(1, 12)
    ways = set()
    for _ in range(random.randrange(2 * many)):
        start, goal = random.randrange(many), random.randrange(many)
        if start != goal:
            ways |= {(start, goal), (goal, start)} if random.random() < 0.6 else {(start, goal)}
    return tuple(tuple(sorted(goal for start, goal in ways if start == area)) for area in range(many))


def slow_distance(links: tuple[tuple[int, ...], ...], start: int, goal: int) -> int:
    """Extend every way without a repeated area, and give the fewest steps of those that reach the goal."""
    if start == goal:
        return 0
    best, ways = NO_WAY, list[tuple[int, ...]]([(start,)])
    while ways and best == NO_WAY:
        ways = [(*way, area) for way in ways for area in links[way[-1]] if area not in way]
        best = next((len(way) - 1 for way in ways if way[-1] == goal), NO_WAY)
    return best


@pytest.mark.parametrize("seed", range(60))
def test_distances_agree_with_a_slow_search(seed):
    links = random_links(Random(seed))
    areas = range(len(links))
    slow = [[slow_distance(links, start, goal) for goal in areas] for start in areas]
    assert [list(steps_from(links, start)) for start in areas] == slow
    every = [steps for row in slow for steps in row]
    assert longest_distance(links) == (max(every), NO_WAY not in every)
    reached = {goal for start in areas for goal in areas if slow[start][goal] > 0}
    assert {area for area in areas if has_way_to(links, area)} == reached


def test_random_maps_have_areas_that_cannot_be_reached_and_ways_that_differ_back():
    maps = [random_links(Random(seed)) for seed in range(60)]
    assert {longest_distance(links)[1] for links in maps} == {True, False}
    assert any(steps_from(links, 0)[-1] != steps_from(links, len(links) - 1)[0] for links in maps)
    assert max(longest_distance(links)[0] for links in maps) > 4


def test_generated_code_has_no_number_where_no_way_leads():
    board = WorldBoard("areas", None, None, None, None, (), "Water", ((1,), (), (0,)))
    assert names_of_board(board)["AREA_STEPS"] == ((0, 1, NO_NUMBER), (NO_NUMBER, 0, NO_NUMBER), (1, 2, 0))
