"""The rules that the library of squares keeps, each checked against a slower way to know."""

from __future__ import annotations

import ast
import heapq
from fractions import Fraction
from itertools import product
from math import atan2, degrees
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.backends.python.grid_functions import names_on
from quarterdeck.base.geometry import hexes, squares, straight_lines
from quarterdeck.base.geometry.grids import grid_of
from quarterdeck.base.geometry.squares import SQUARES, Diagonals, Squares

GRID = SQUARES["one"]
HERE = GRID.offset(0, 0)
KINDS = st.sampled_from([*SQUARES.values()])
directions = st.integers(0, 7)
nearby = st.builds(GRID.offset, st.integers(-20, 20), st.integers(-20, 20))
anywhere = st.builds(GRID.offset, st.integers(-1024, 1023), st.integers(-1024, 1023))
AROUND = [(c, r) for c, r in product(range(-7, 8), repeat=2) if (c, r) != (0, 0)]
TOWARDS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


def angle(column: int, row: int) -> float:
    """Give the angle of an offset clockwise from north, in degrees."""
    return degrees(atan2(column, -row)) % 360


def walked(diagonals: Diagonals, far: int = 7) -> dict[tuple[int, int], int]:
    """Give the cheapest way to each square nearby, found step by step."""
    start = (0, 0, 0)  # the last is how many diagonal steps have been made, odd or even
    best, waiting = {start: 0}, [(0, start)]
    while waiting:
        cost, (column, row, odd) = heapq.heappop(waiting)
        if cost > best[column, row, odd]:
            continue
        for x, y in TOWARDS.values():
            is_diagonal = bool(x and y)
            price = {"one": 1, "two": 2, "alternate": 1 + odd}[diagonals] if is_diagonal else 1
            there = (column + x, row + y, odd ^ is_diagonal)
            if max(abs(there[0]), abs(there[1])) <= far and cost + price < best.get(there, 1 << 30):
                best[there] = cost + price
                heapq.heappush(waiting, (cost + price, there))
    return {(c, r): min(best[c, r, odd] for odd in (0, 1) if (c, r, odd) in best) for c, r, _ in best}


def clipped(column: int, row: int) -> list[tuple[tuple[int, int], Fraction]]:
    """Give the squares of the line from (0, 0), and the square of the length in each, by clipping it to each."""
    found = []
    for x, y in product(range(min(0, column), max(0, column) + 1), range(min(0, row), max(0, row) + 1)):
        low, high = Fraction(0), Fraction(1)
        for end, at in ((column, x), (row, y)):
            if end == 0:
                low, high = (low, high) if at == 0 else (Fraction(1), Fraction(0))
                continue
            ends = sorted((Fraction(2 * at - 1, 2 * end), Fraction(2 * at + 1, 2 * end)))
            low, high = max(low, ends[0]), min(high, ends[1])
        if low < high and (x, y) not in ((0, 0), (column, row)):
            found.append((low, (x, y), (high - low) ** 2 * (column**2 + row**2)))
    return [(place, square) for _, place, square in sorted(found)]


@pytest.mark.parametrize("diagonals", SQUARES)
def test_distance_is_the_least_that_steps_cost(diagonals):
    grid = SQUARES[diagonals]
    for (column, row), cost in walked(diagonals).items():
        assert grid.distance(HERE, grid.offset(column, row)) == cost, (column, row)


@given(KINDS, anywhere, anywhere)
def test_distance_is_the_same_there_and_back(grid: Squares, a: int, b: int) -> None:
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)


@pytest.mark.parametrize("grid", SQUARES.values())
def test_what_is_next_to_a_square_is_at_a_distance_of_1(grid):
    around = {HERE + step for step in grid.STEPS}
    assert set(grid.neighbours(HERE)) == {place for place in around if grid.distance(HERE, place) == 1}
    assert len(around) == 8


@pytest.mark.parametrize("grid", SQUARES.values())
@pytest.mark.parametrize("radius", range(5))
def test_what_lies_within_a_distance_is_found_once_the_nearest_first(grid, radius):
    found = grid.within(HERE, radius)
    every = [grid.offset(c, r) for c, r in product(range(-6, 7), repeat=2)]
    assert sorted(found) == sorted(place for place in every if grid.distance(HERE, place) <= radius)
    far = [grid.distance(HERE, place) for place in found]
    assert far == sorted(far)


def test_directions_run_clockwise_from_the_top():
    assert [GRID.column_row(HERE + step) for step in GRID.STEPS] == list(TOWARDS.values())
    assert [angle(*way) for way in TOWARDS.values()] == [45 * n for n in range(8)]


@given(directions, directions)
def test_turns(a: int, b: int) -> None:
    apart = abs(a - b)
    assert GRID.faces_between(a, b) == min(apart, 8 - apart)
    assert GRID.faces_between(a, GRID.opposite(a)) == 4


@given(anywhere)
def test_columns_and_rows_come_back(place: int) -> None:
    column, row = GRID.column_row(place)
    assert GRID.offset(column, row) == place
    assert GRID.on_board(place, 8, 5) == (column in range(8) and row in range(5))


@pytest.mark.parametrize("outside", [(-1025, 0), (1024, 0), (0, -1025), (0, 1024)])
def test_a_square_out_of_range_is_refused(outside):
    with pytest.raises(ValueError, match="is the range"):
        GRID.offset(*outside)


@pytest.mark.parametrize("at", AROUND)
def test_bearing_and_direction_agree_with_the_angle(at):
    target, wanted = GRID.offset(*at), angle(*at)
    found = GRID.bearing(HERE, 0, target)
    exact = min(range(8), key=lambda n: abs(n * 45 - wanted))
    is_on_ray = at[0] == 0 or at[1] == 0 or abs(at[0]) == abs(at[1])
    assert found == (2 * exact if is_on_ray else 2 * int(wanted // 45) + 1)
    assert GRID.direction_to(HERE, target) == min(range(9), key=lambda n: abs(n * 45 - wanted)) % 8


@given(nearby, directions, nearby)
def test_bearing_turns_with_the_direction(origin: int, direction: int, target: int) -> None:
    if origin == target:
        assert GRID.bearing(origin, direction, target) == -1
        assert GRID.direction_to(origin, target) == 0
    else:
        turned = (GRID.bearing(origin, 0, target) - 2 * direction) % 16
        assert GRID.bearing(origin, direction, target) == turned


@pytest.mark.parametrize(("first", "last"), [(-45, 45), (315, 45), (135, 225), (0, 0), (0, 360), (90, 45)])
@pytest.mark.parametrize("both_sides", [False, True])
def test_an_arc_includes_both_edges_and_nothing_beyond(first, last, both_sides):
    extent = last - first if last >= first else (last - first) % 360

    def holds(degrees_off: float) -> bool:
        ahead = (degrees_off - first) % 360
        return bool(ahead <= extent + 1e-9 or 360 - ahead < 1e-9)

    for at in AROUND:
        wanted = holds(angle(*at)) or (both_sides and holds(-angle(*at)))
        assert GRID.in_arc(HERE, 0, GRID.offset(*at), first, last, both_sides=both_sides) == wanted, at
    assert not GRID.in_arc(HERE, 0, HERE, first, last, both_sides=both_sides)


def test_an_arc_that_is_no_multiple_of_45_is_refused():
    with pytest.raises(ValueError, match="only multiples of 45 count"):
        GRID.arc(0, 60)


@pytest.mark.parametrize("at", AROUND)
def test_lines_agree_with_clipping(at):
    wanted = clipped(*at)
    assert [GRID.column_row(first) for first, _ in GRID.on_line(HERE, GRID.offset(*at))] == [p for p, _ in wanted]
    for percent in (25, 50, 75, 100, 125):
        long = [place for place, square in wanted if square >= Fraction(percent, 100) ** 2]
        found = GRID.on_line(HERE, GRID.offset(*at), (percent, 100))
        assert [GRID.column_row(first) for first, _ in found] == long
        assert all(first == last for first, last in found)


@given(nearby, nearby)
def test_a_line_back_is_the_line_in_reverse(a: int, b: int) -> None:
    assert GRID.on_line(b, a) == GRID.on_line(a, b)[::-1]


def test_a_share_that_is_no_share_is_refused():
    with pytest.raises(ValueError, match="of the width"):
        GRID.on_line(HERE, HERE + 5, (-1, 100))


@given(KINDS, nearby, directions, nearby, st.integers(0, 12))
def test_a_row_holds_what_it_comes_to_in_fewer_paces_than_it_is_long(
    grid: Squares, start: int, direction: int, place: int, length: int
) -> None:
    assert (grid.paces(start, direction, place) < length) == (place in grid.row(start, direction, length))
    assert grid.paces(start, direction, start + 7 * grid.STEPS[direction]) == 7
    assert [*grid.row(start, direction, length)] == [start + n * grid.STEPS[direction] for n in range(length)]


@given(KINDS, nearby, directions, nearby)
def test_what_is_known_of_two_squares_hangs_on_their_difference(grid: Squares, a: int, direction: int, b: int) -> None:
    known = names_on(grid)
    assert known["DISTANCES"][a - b] == grid.distance(a, b)
    assert known["ANGLES"][(a - b) * 8 + direction] == grid.bearing(a, direction, b)
    assert known["PACES"][(b - a) * 8 + direction] == grid.paces(a, direction, b)


@given(directions, directions)
def test_eighths_between_directions_hang_on_their_difference(a: int, b: int) -> None:
    assert names_on(GRID)["FACES_BETWEEN"][a - b] == GRID.faces_between(a, b)


def test_a_board_has_the_grid_of_its_shape():
    assert [grid_of("square", one) for one in SQUARES] == [*SQUARES.values()]
    assert grid_of("hex") is hexes
    assert grid_of("none") is hexes


def test_the_library_uses_no_float() -> None:
    for module in (squares, straight_lines):
        for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text("utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
            assert not isinstance(node, ast.Div)
