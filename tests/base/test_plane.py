"""The rules that the plane keeps, each checked against a slower way to know: with sixty digits, or with fractions."""

from __future__ import annotations

import ast
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import gcd
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.base.geometry import plane
from quarterdeck.base.geometry.plane import SINES, WHOLE, coordinates, point_at

AXIS = st.integers(-300_000, 300_000)
POINTS = st.builds(point_at, AXIS, AXIS)
NEAR = st.builds(point_at, st.integers(-40, 40), st.integers(-40, 40))
HEADINGS = st.integers(0, 359)


def arctan(whole: int) -> Decimal:
    """Give the arc whose tangent is one over a whole number."""
    term = found = Decimal(1) / whole
    for step in range(3, 400, 2):
        term = -term / (whole * whole)
        found += term / step
    return found


@cache
def sine(degrees: int) -> Decimal:
    """Give a sine to sixty digits, by its series; pi comes from Machin's formula."""
    with localcontext() as context:
        context.prec = 70
        x = 4 * (4 * arctan(5) - arctan(239)) * degrees / 180
        term = found = x
        for step in range(2, 120, 2):
            term = -term * x * x / (step * (step + 1))
            found += term
        return found


@pytest.mark.parametrize("degrees", range(91))
def test_each_sine_of_the_table_is_the_nearest(degrees):
    """And by far: none lies so close to a half that more digits could change it."""
    with localcontext() as context:
        context.prec = 70
        apart = abs(sine(degrees) * WHOLE - SINES[degrees])
    assert apart < Decimal("0.4999")


def east_north(heading: int) -> tuple[int, int]:
    """Give how far a heading leads to the east and to the north, straight from the table."""
    quarter, rest = divmod(heading, 90)
    sin, cos = SINES[rest], SINES[90 - rest]
    return [(sin, cos), (cos, -sin), (-sin, -cos), (-cos, sin)][quarter]


def nearest(value: Fraction) -> int:
    """Give the nearest whole number, halves away from zero."""
    found = int(abs(value) + Fraction(1, 2))
    return -found if value < 0 else found


@given(AXIS, AXIS)
def test_a_point_holds_its_coordinates(x, y):
    assert coordinates(point_at(x, y)) == (x, y)


@pytest.mark.parametrize(("x", "y"), [(1_000_001, 0), (0, -1_000_001)])
def test_no_board_reaches_further_than_points_do(x, y):
    with pytest.raises(plane.OffEveryBoardError):
        point_at(x, y)
    assert coordinates(point_at(1_000_000, -1_000_000)) == (1_000_000, -1_000_000)


def test_the_longest_distance_is_between_corners():
    assert plane.distance(point_at(-(10**6), -(10**6)), point_at(10**6, 10**6)) == plane.LONGEST


@given(POINTS, HEADINGS, st.integers(-100_000, 100_000))
def test_ahead_is_rounded_to_the_nearest_on_each_axis(place, heading, length):
    (x, y), (east, north) = coordinates(place), east_north(heading)
    there = plane.ahead(place, heading, length)
    assert coordinates(there) == (
        x + nearest(Fraction(length * east, WHOLE)),
        y - nearest(Fraction(length * north, WHOLE)),
    )
    assert plane.ahead(there, heading, -length) == place, "there and back again"
    assert plane.ahead(place, (heading + 180) % 360, length) == plane.ahead(place, heading, -length)


@given(POINTS, POINTS)
def test_a_distance_is_the_nearest_hundredth(a, b):
    found, square = plane.distance(a, b), plane.square(a, b)
    assert (2 * found - 1) ** 2 < 4 * square < (2 * found + 1) ** 2 or found == square == 0
    assert plane.reach(a, b, found, 1) == (square > found * found) - (square < found * found)


@given(POINTS, POINTS, st.fractions(0, 3000, max_denominator=999))
def test_a_distance_is_compared_with_any_length_exactly(a, b, length):
    hundredths = length * 100
    square = Fraction(plane.square(a, b))
    wanted = (square > hundredths**2) - (square < hundredths**2)
    assert plane.reach(a, b, hundredths.numerator, hundredths.denominator) == wanted
    assert plane.reach(a, b, -1, 1) == 1


def cross(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Above zero where the other lies clockwise of the one, both as east and north."""
    return one[1] * other[0] - one[0] * other[1]


def way(a: int, b: int) -> tuple[int, int]:
    (x, y), (u, v) = coordinates(a), coordinates(b)
    return u - x, y - v


@given(POINTS, POINTS)
def test_no_heading_leads_more_nearly_than_a_bearing(a, b):
    """The bearing lies between the rays midway to the headings on either side of it."""
    if a == b:
        assert plane.bearing(a, b) == 0
        return
    found, there = plane.bearing(a, b), way(a, b)
    before, own, after = (east_north((found + turn) % 360) for turn in (-1, 0, 1))
    low = before[0] + own[0], before[1] + own[1]
    high = own[0] + after[0], own[1] + after[1]
    assert own[0] * there[0] + own[1] * there[1] > 0
    assert cross(low, there) >= 0
    assert cross(high, there) < 0


@given(NEAR, HEADINGS)
def test_the_bearing_of_a_point_ahead_is_the_heading(place, heading):
    assert plane.bearing(place, plane.ahead(place, heading, 10_000)) == heading


@given(HEADINGS, st.integers(-800, 800))
def test_turning_there_and_back_is_no_turn(heading, degrees):
    turned = plane.turned(heading, degrees)
    assert 0 <= turned < 360
    assert plane.turned(turned, -degrees) == heading
    assert plane.degrees_between(heading, turned) == min(degrees % 360, -degrees % 360)


def angle_key(there: tuple[int, int]) -> tuple[int, Fraction]:
    """Order ways by their angle clockwise from north, exactly: the quarter, and how steep within it."""
    east, north = there
    if east >= 0 and north > 0:
        return 0, Fraction(east, north)
    if east > 0:
        return 1, Fraction(-north, east)
    if north < 0:
        return 2, Fraction(east, north)
    return 3, Fraction(-north, east)


@given(NEAR, NEAR, HEADINGS, st.integers(-360, 360), st.integers(0, 400))
def test_an_arc_holds_its_edges_and_what_lies_between(a, b, heading, first, extent):
    if a == b:
        assert not plane.in_arc(a, heading, b, first, first + extent)
        return
    low, high = (angle_key(east_north((heading + edge) % 360)) for edge in (first, first + extent))
    at = angle_key(way(a, b))
    inside = extent >= 360 or (low <= at <= high if low <= high and extent < 360 else at >= low or at <= high)
    assert plane.in_arc(a, heading, b, first, first + extent) == inside
    mirrored = plane.in_arc(a, heading, b, -first - extent, -first)
    assert plane.in_arc(a, heading, b, first, first + extent, both_sides=True) == (inside or mirrored)


@given(NEAR, NEAR, NEAR, st.integers(0, 60))
def test_a_line_passes_what_some_point_of_it_is_near_to(a, b, place, length):
    """The nearest point of the line, found by its fraction of the way."""
    (x, y), (u, v), (w, z) = coordinates(a), coordinates(b), coordinates(place)
    whole = (u - x) ** 2 + (v - y) ** 2
    part = Fraction((w - x) * (u - x) + (z - y) * (v - y), whole) if whole else Fraction(0)
    part = min(Fraction(1), max(Fraction(0), part))
    nearest_x, nearest_y = x + part * (u - x), y + part * (v - y)
    wanted = (nearest_x - w) ** 2 + (nearest_y - z) ** 2 <= length**2
    assert plane.passes(a, b, place, length) == wanted == plane.passes(b, a, place, length)
    assert not plane.passes(a, b, place, -1)


@given(NEAR, NEAR, NEAR, NEAR)
def test_lines_cross_where_they_share_a_point(a, b, c, d):
    """All points of one line that lie on a fine enough grid are looked for on the other."""
    (x, y), (u, v), (w, z), (s, t) = (coordinates(place) for place in (a, b, c, d))
    below = (u - x) * (t - z) - (v - y) * (s - w)
    if below:
        one = Fraction((w - x) * (t - z) - (z - y) * (s - w), below)
        other = Fraction((w - x) * (v - y) - (z - y) * (u - x), below)
        wanted = 0 <= one <= 1 and 0 <= other <= 1
    else:
        steps = gcd(u - x, v - y) or 1
        grid = {(x + (u - x) * i // steps, y + (v - y) * i // steps) for i in range(steps + 1)}
        fine = gcd(s - w, t - z) or 1
        wanted = bool(grid & {(w + (s - w) * i // fine, z + (t - z) * i // fine) for i in range(fine + 1)})
    assert plane.lines_cross(a, b, c, d) == wanted == plane.lines_cross(c, d, b, a)


def test_there_is_no_float_in_it():
    tree = ast.parse(Path(plane.__file__).read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Div)]
