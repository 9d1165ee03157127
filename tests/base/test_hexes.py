"""The rules that the hex library keeps, each checked against a slower way to know."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import atan2, degrees, isqrt, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.backends.python.grid_functions import names_on
from quarterdeck.base.geometry import hexes
from quarterdeck.base.geometry.hexes import (
    STEPS,
    LinePart,
    axial,
    bearing,
    blocked,
    centre,
    column_row,
    distance,
    faces_between,
    hex_at,
    in_arc,
    line,
    neighbours,
    next_hex,
    offset,
    on_board,
    opposite,
    paces,
    ring,
    row,
    turn_from,
    turned,
    within,
)

ORIGIN = hex_at(0, 0)
TO_13 = within(ORIGIN, 13)[1:]

directions = st.integers(0, 5)
anywhere = st.builds(hex_at, st.integers(-1024, 1023), st.integers(-1024, 1023))
nearby = st.builds(hex_at, st.integers(-20, 20), st.integers(-20, 20))
thirties = st.integers(-24, 24).map(lambda n: 30 * n)
shares = st.tuples(st.integers(0, 12), st.integers(1, 12))


def offset_between(a: int, b: int) -> tuple[int, int]:
    """Return the axial coordinates of b as seen from a."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    return bq - aq, br - ar


def about(origin: int, place: int, faces: int) -> int:
    """Return the hex turned clockwise about the origin by so many faces."""
    q, r = offset_between(origin, place)
    for _ in range(faces % 6):
        q, r = -r, q + r
    return origin + q * STEPS[2] + r * STEPS[3]


def mirrored(origin: int, place: int) -> int:
    """Return the hex mirrored, left for right, in the origin's column."""
    q, r = offset_between(origin, place)
    return origin - q * STEPS[2] + (q + r) * STEPS[3]


def steps_by_flood(radius: int) -> dict[int, int]:
    """Return the steps from the origin to each hex near it, by flooding outwards."""
    steps = {ORIGIN: 0}
    front = [ORIGIN]
    for count in range(1, radius + 1):
        front = [n for place in front for n in neighbours(place)]
        front = [place for place in dict.fromkeys(front) if place not in steps]
        steps.update(dict.fromkeys(front, count))
    return steps


def clipped(a: int, b: int, place: int) -> tuple[Fraction, Fraction] | None:
    """Return the fractions of the segment a-b inside the hexagon, by its corners.

    Works on the corners as they are drawn, edge by edge, and so shares nothing with
    the library but the drawing coordinates.
    """
    corners = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
    (ax, ay), (bx, by), (cx, cy) = centre(a), centre(b), centre(place)
    low, high = Fraction(0), Fraction(1)
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        ex, ey = qx - px, qy - py
        at_a = ex * (ay - cy - py) - ey * (ax - cx - px)
        at_b = ex * (by - cy - py) - ey * (bx - cx - px)
        if at_a < 0 and at_b < 0:
            return None
        if at_a < 0 or at_b < 0:
            crossing = Fraction(at_a, at_a - at_b)
            low, high = (max(low, crossing), high) if at_a < 0 else (low, min(high, crossing))
    return (low, high) if low < high else None


def slow_line(a: int, b: int) -> tuple[LinePart, ...]:
    """Return what `line` must return, by clipping every hex in the neighbourhood."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    square = Fraction((bx - ax) ** 2 + 3 * (by - ay) ** 2, 12)
    groups = defaultdict(list)
    for place in within(a, distance(a, b) + 1):
        x, y = centre(place)
        near = min(ax, bx) - 2 <= x <= max(ax, bx) + 2
        near = near and min(ay, by) - 2 <= y <= max(ay, by) + 2
        span = clipped(a, b, place) if near and place not in (a, b) else None
        if span:
            groups[span].append(place)
    parts = []
    for (low, high), group in sorted(groups.items()):
        ratio = (high - low) ** 2 * square
        parts.append(LinePart(tuple(sorted(group)), ratio.as_integer_ratio()))
    return tuple(parts)


def root_of(square: int) -> int:
    """Return the whole root of a square number."""
    root = isqrt(square)
    assert root * root == square
    return root


def hexes_of(parts: Iterable[LinePart]) -> list[int]:
    """Return all hexes that the parts name."""
    return [place for part in parts for place in part.hexes]


@given(st.integers(-1024, 1023), st.integers(-1024, 1023))
def test_a_hex_keeps_its_coordinates(q: int, r: int) -> None:
    """A hex is (q + 2048) * 4096 + (r + 2048), and gives q and r back."""
    assert hex_at(q, r) == (q + 2048) * 4096 + (r + 2048)
    assert axial(hex_at(q, r)) == (q, r)


@pytest.mark.parametrize(("q", "r"), [(1024, 0), (-1025, 0), (0, 1024), (0, -1025)])
def test_a_hex_out_of_range_is_refused(q: int, r: int) -> None:
    """Coordinates that would come out as another hex raise."""
    with pytest.raises(ValueError, match="no hex at"):
        hex_at(q, r)


def test_directions_run_clockwise_from_the_top_of_the_map() -> None:
    """On the map the directions 0..5 are N, NE, SE, S, SW, NW."""
    assert [centre(place) for place in neighbours(ORIGIN)] == [
        (0, -2),
        (3, -1),
        (3, 1),
        (0, 2),
        (-3, 1),
        (-3, -1),
    ]


@given(nearby, directions, st.integers(-20, 20))
def test_steps_add_up(place: int, direction: int, steps: int) -> None:
    """Many steps are as many single ones; the opposite direction takes them back."""
    end = next_hex(place, direction, steps)
    assert end == place + steps * STEPS[direction]
    assert next_hex(end, opposite(direction), steps) == place
    assert next_hex(place, direction, -steps) == next_hex(place, opposite(direction), steps)


@given(directions, directions, st.integers(-20, 20))
def test_turns(a: int, b: int, faces: int) -> None:
    """The shortest turn leads from a to b, is at most 3, and is 3 for about-face."""
    assert turned(a, turn_from(a, b)) == b
    assert -2 <= turn_from(a, b) <= 3
    assert faces_between(a, b) == faces_between(b, a) == abs(turn_from(a, b))
    assert (turn_from(a, b) == 3) == (b == opposite(a))
    assert turned(turned(a, faces), -faces) == a
    assert turned(a, 1) == (a + 1) % 6


def test_distance_is_the_least_number_of_steps() -> None:
    """The distance equals the steps that flooding outwards needs."""
    steps = steps_by_flood(15)
    assert all(distance(ORIGIN, place) == count for place, count in steps.items())


@given(anywhere, anywhere, anywhere)
def test_distance_is_a_metric(a: int, b: int, c: int) -> None:
    """Zero only for the same hex, the same both ways, no way round is shorter."""
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(nearby, directions, st.integers(1, 20))
def test_a_row_starts_at_its_start_and_goes_straight(start: int, direction: int, length: int) -> None:
    """The hexes of a row lie 0, 1, 2 ... steps from the start in its direction."""
    hexes_in_row = row(start, direction, length)
    assert [distance(start, place) for place in hexes_in_row] == list(range(length))
    assert all(bearing(start, direction, place) == 0 for place in hexes_in_row[1:])


def test_a_row_of_no_length_is_empty() -> None:
    """A length below 1 gives no hex."""
    assert row(ORIGIN, 0, 0) == row(ORIGIN, 0, -1) == ()


@given(nearby, st.integers(0, 8))
def test_rings_hold_exactly_the_hexes_at_their_distance(place: int, radius: int) -> None:
    """A ring is every hex at the radius once; within is all rings up to it."""
    found, disc = ring(place, radius), within(place, radius)
    q, r = axial(place)
    square = [hex_at(q + i, r + j) for i in range(-radius, radius + 1) for j in range(-radius, radius + 1)]
    assert sorted(found) == sorted(h for h in square if distance(place, h) == radius)
    assert sorted(disc) == sorted(h for h in square if distance(place, h) <= radius)


def test_a_ring_runs_clockwise_from_direction_0() -> None:
    """The ring of radius 1 is the neighbours in order; each hex touches the next."""
    assert ring(ORIGIN, 1) == neighbours(ORIGIN)
    found = ring(ORIGIN, 4)
    bearings = [bearing(ORIGIN, 0, place) for place in found]
    assert found[0] == next_hex(ORIGIN, 0, 4)
    assert bearings == sorted(bearings)
    assert all(distance(*two) == 1 for two in pairwise(found))


def test_bearing_agrees_with_the_angle_on_the_map() -> None:
    """Even means on a multiple of 30 degrees, odd means strictly between two."""
    for place in within(ORIGIN, 30)[1:]:
        x, y = centre(place)
        angle = degrees(atan2(x, -y * sqrt(3))) % 360 / 30
        on_ray = abs(angle - round(angle)) < 1e-9
        expected = 2 * (round(angle) % 12) if on_ray else 2 * int(angle) + 1
        assert bearing(ORIGIN, 0, place) == expected


def test_bearings_of_the_twelve_rays() -> None:
    """The neighbours lie on multiples of 60 degrees, the corners' rays between."""
    corner_rays = [next_hex(place, turned(i, 1)) for i, place in enumerate(neighbours(ORIGIN))]
    assert [bearing(ORIGIN, 0, h) for h in neighbours(ORIGIN)] == [0, 4, 8, 12, 16, 20]
    assert [bearing(ORIGIN, 0, h) for h in corner_rays] == [2, 6, 10, 14, 18, 22]


@given(nearby, directions, nearby, st.integers(0, 5))
def test_bearing_is_the_same_after_a_rotation(origin: int, direction: int, target: int, faces: int) -> None:
    """Turning direction and target together changes no bearing."""
    after = bearing(origin, turned(direction, faces), about(origin, target, faces))
    assert after == bearing(origin, direction, target)


@given(nearby, nearby)
def test_bearing_is_reversed_by_a_mirror(origin: int, target: int) -> None:
    """Left for right, a bearing counts the other way round."""
    here, there = bearing(origin, 0, target), bearing(origin, 0, mirrored(origin, target))
    assert there == (-1 if here == -1 else -here % 24)


@given(anywhere, directions, anywhere)
def test_bearing_there_and_back_differ_by_a_half_turn(a: int, direction: int, b: int) -> None:
    """Seen from the other end a bearing lies 180 degrees round; -1 is no bearing."""
    there, back = bearing(a, direction, b), bearing(b, direction, a)
    assert (there == -1) == (back == -1) == (a == b)
    assert a == b or (there + 12) % 24 == back


@given(nearby, directions, nearby, thirties, st.integers(0, 12).map(lambda n: 30 * n))
def test_an_arc_includes_both_edges_and_nothing_beyond(
    origin: int, direction: int, target: int, first: int, extent: int
) -> None:
    """An arc holds exactly the bearings met on the way from first to last."""
    met = {n % 24 for n in range(first // 15, (first + extent) // 15 + 1)}
    at = bearing(origin, direction, target)
    last = first + extent
    assert in_arc(origin, direction, target, first, last) == (at in met)
    wanted = at in met or (at >= 0 and -at % 24 in met)
    assert in_arc(origin, direction, target, first, last, both_sides=True) == wanted


@given(nearby, nearby, thirties, thirties)
def test_an_arc_counts_whole_turns_as_nothing(origin: int, target: int, first: int, last: int) -> None:
    """An arc whose last angle is the smaller one wraps through 0 degrees."""
    if first > last:
        wrapped = last + 360 * -((last - first) // 360)
        assert first <= wrapped < first + 360
        assert in_arc(origin, 0, target, first, last) == in_arc(origin, 0, target, first, wrapped)


def test_plain_arcs() -> None:
    """Arcs that wrap, single rays, the whole circle and the origin itself."""
    ahead, right, left = hex_at(0, -2), hex_at(2, -1), hex_at(-2, 1)
    assert in_arc(ORIGIN, 0, ahead, 300, 60)
    assert in_arc(ORIGIN, 0, ahead, -60, 60)
    assert not in_arc(ORIGIN, 0, ahead, 60, 300)
    assert in_arc(ORIGIN, 0, right, 90, 90)
    assert not in_arc(ORIGIN, 0, hex_at(3, -1), 90, 90)
    assert not in_arc(ORIGIN, 0, left, 90, 90)
    assert in_arc(ORIGIN, 0, left, 90, 90, both_sides=True)
    assert all(in_arc(ORIGIN, 0, place, 0, 360) for place in TO_13)
    assert not in_arc(ORIGIN, 0, ORIGIN, 0, 360)
    assert not in_arc(ORIGIN, 0, ORIGIN, 30, 0, both_sides=True)


@pytest.mark.parametrize(("first", "last"), [(0, 45), (10, 60)])
def test_an_arc_that_is_no_multiple_of_30_is_refused(first: int, last: int) -> None:
    """Only multiples of 30 degrees are exact on a hex grid."""
    with pytest.raises(ValueError, match="multiples of 30"):
        in_arc(ORIGIN, 0, hex_at(0, -1), first, last)


def test_lines_agree_with_clipping_to_distance_13() -> None:
    """Hexes, order and lengths equal those of clipping by the drawn corners."""
    for target in TO_13:
        assert line(ORIGIN, target) == slow_line(ORIGIN, target), axial(target)


@given(nearby, nearby)
def test_lines_agree_with_clipping_anywhere(a: int, b: int) -> None:
    """The same holds for lines that start and end elsewhere."""
    assert line(a, b) == slow_line(a, b)


@given(nearby, nearby)
def test_a_line_moves_with_its_ends(a: int, b: int) -> None:
    """A line depends on the offset of its ends only."""
    shift = ORIGIN - a
    moved = [(tuple(h + shift for h in part.hexes), part.square) for part in line(a, b)]
    assert moved == list(line(ORIGIN, b + shift))


@given(nearby, nearby)
def test_a_line_back_is_the_line_in_reverse(a: int, b: int) -> None:
    """A line back has the same parts, in reverse order."""
    assert line(b, a) == line(a, b)[::-1]


@given(nearby, nearby)
def test_a_line_leaves_out_its_ends_and_repeats_no_hex(a: int, b: int) -> None:
    """Every hex is listed once, in one group of one or two neighbours, not a or b."""
    found = hexes_of(line(a, b))
    assert a not in found
    assert b not in found
    assert all(count == 1 for count in Counter(found).values())
    assert all(len(p.hexes) == 1 or (len(p.hexes) == 2 and distance(*p.hexes) == 1) for p in line(a, b))


@given(nearby, nearby)
def test_the_lengths_of_a_line_add_up(a: int, b: int) -> None:
    """The parts, and as much at both ends as leaves the two end hexes, are the line.

    All parts of one line have the same irrational factor, so their ratios to the
    whole are rational and their sum is exact.
    """
    if a != b:
        q, r = offset_between(a, b)
        norm = q * q + q * r + r * r
        total = Fraction(0)
        for part in line(a, b):
            square = Fraction(*part.square) / norm
            root = Fraction(root_of(square.numerator), root_of(square.denominator))
            total += root
        out = clipped(a, b, a)
        assert out is not None
        assert total + 2 * out[1] == 1


def test_a_line_along_a_direction_crosses_whole_hexes() -> None:
    """Straight rows are crossed at full width."""
    for direction in range(6):
        between = row(next_hex(ORIGIN, direction), direction, 4)
        found = line(ORIGIN, next_hex(ORIGIN, direction, 5))
        assert found == tuple(((place,), (1, 1)) for place in between)


def test_a_line_through_corners_has_edge_pairs() -> None:
    """A line on a corner's ray alternates between edge pairs and whole diagonals.

    An edge is 1 / root 3 of the width long, the diagonal from corner to corner 2 /
    root 3.
    """
    assert line(ORIGIN, hex_at(4, -2)) == (
        ((hex_at(1, -1), hex_at(1, 0)), (1, 3)),
        ((hex_at(2, -1),), (4, 3)),
        ((hex_at(3, -2), hex_at(3, -1)), (1, 3)),
    )


def test_edge_pairs_occur_on_the_corner_rays_only() -> None:
    """A line between centres runs along an edge only at 30, 90, 150 ... degrees."""
    for target in TO_13:
        pairs = [p for p in line(ORIGIN, target) if len(p.hexes) == 2]
        steps = distance(ORIGIN, target)
        on_corner_ray = bearing(ORIGIN, 0, target) % 4 == 2
        assert len(pairs) == (steps // 2 if on_corner_ray else 0)
        assert all(p.square == (1, 3) for p in pairs)


def test_a_corner_that_is_only_touched_is_not_listed() -> None:
    """The line to (4, 1) passes corners of hexes that it has no length in."""
    touched = []
    found = hexes_of(line(ORIGIN, hex_at(4, 1)))
    for place in within(ORIGIN, 6):
        if place not in found and place not in (ORIGIN, hex_at(4, 1)):
            cx, cy = centre(place)
            for dx, dy in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)):
                x, y = cx + dx, cy + dy
                if x * 6 == y * 12 and 0 < x < 12:  # the line is y = x / 2
                    touched.append(place)
    assert touched
    assert found == [hex_at(1, 0), hex_at(2, 0), hex_at(2, 1), hex_at(3, 1)]


def test_neighbours_have_nothing_between_them() -> None:
    """A line to a neighbour, or to the same hex, has no part."""
    assert line(ORIGIN, ORIGIN) == ()
    assert all(line(ORIGIN, place) == () for place in neighbours(ORIGIN))


def test_a_line_across_the_whole_range_is_exact() -> None:
    """So is their difference, which no other two hexes have that lie otherwise from each other."""
    a, b = hex_at(0, -1024), hex_at(0, 1023)
    assert hexes_of(line(a, b)) == list(row(next_hex(a, 3), 3, 2046))
    assert distance(a, b) == 2047
    assert bearing(a, 0, b) == 12


def test_no_part_is_exactly_half_a_width_to_distance_13() -> None:
    """At least half the width and more than half the width never differ.

    Over all 546 lines to distance 13 there are 4860 parts and no tie.
    """
    parts = [part for target in TO_13 for part in line(ORIGIN, target)]
    assert len(TO_13) == 546
    assert sum(part.square == (1, 4) for part in parts) == 0
    assert len(parts) == 4860


@given(nearby, nearby, st.data(), shares)
def test_blocking_is_the_same_both_ways(a: int, b: int, data: st.DataObject, share: tuple[int, int]) -> None:
    """Whatever is occupied, a sees b exactly when b sees a."""
    choices = [a, b, *hexes_of(line(a, b))]
    occupied = data.draw(st.sets(st.sampled_from(choices)))
    assert blocked(a, b, occupied, share) == blocked(b, a, occupied, share)


@given(nearby, nearby, st.data(), shares)
def test_blocking_needs_all_hexes_of_a_part_that_is_long_enough(
    a: int, b: int, data: st.DataObject, share: tuple[int, int]
) -> None:
    """Blocked means: some part is wholly occupied and has at least the share."""
    choices = [a, b, *hexes_of(line(a, b))]
    occupied = data.draw(st.sets(st.sampled_from(choices)))
    expected = any(
        set(part.hexes) <= occupied and Fraction(*part.square) >= Fraction(*share) ** 2 for part in line(a, b)
    )
    assert blocked(a, b, occupied, share) == expected


def test_one_side_of_an_edge_does_not_block() -> None:
    """Where the line runs along an edge, both hexes of the edge must be occupied."""
    target, one, other = hex_at(2, -1), hex_at(1, -1), hex_at(1, 0)
    assert not blocked(ORIGIN, target, {one})
    assert not blocked(ORIGIN, target, {other})
    assert blocked(ORIGIN, target, {one, other})
    assert blocked(ORIGIN, target, {one, other}, (1, 2))
    assert not blocked(ORIGIN, target, {one, other}, (3, 5))


def test_a_share_is_reached_by_exactly_that_length() -> None:
    """At least the share blocks: a whole width blocks a share of a whole width."""
    target, between = hex_at(0, -2), {hex_at(0, -1)}
    assert blocked(ORIGIN, target, between, (1, 1))
    assert not blocked(ORIGIN, target, between, (101, 100))


def test_the_ends_never_block() -> None:
    """What stands in the two end hexes is not between them."""
    assert not blocked(ORIGIN, hex_at(0, -2), {ORIGIN, hex_at(0, -2)})


@pytest.mark.parametrize("share", [(-1, 2), (1, 0), (1, -2)])
def test_a_share_that_is_no_share_is_refused(share: tuple[int, int]) -> None:
    """Squares would hide a wrong sign, so it raises."""
    with pytest.raises(ValueError, match="a share of"):
        blocked(ORIGIN, hex_at(0, -2), (), share)


@given(st.integers(-500, 500), st.integers(-500, 500))
def test_columns_and_rows_come_back(column: int, row_number: int) -> None:
    """A hex gives back the column and the row it was made from."""
    assert column_row(offset(column, row_number)) == (column, row_number)


@given(st.integers(-500, 500), st.integers(-500, 500))
def test_odd_columns_sit_half_a_hex_higher(column: int, row_number: int) -> None:
    """On the map a column is 3 to the right, a row 2 down, an odd column 1 up."""
    x, y = centre(offset(column, row_number))
    assert (x, y) == (3 * column, 2 * row_number - column % 2)


def test_a_board_holds_its_columns_and_rows_and_no_more() -> None:
    """A board of 5 by 4 has 20 hexes, those counted from 0."""
    around = [offset(c, r) for c in range(-3, 9) for r in range(-3, 9)]
    found = {column_row(place) for place in around if on_board(place, 5, 4)}
    assert found == {(c, r) for c in range(5) for r in range(4)}


@given(nearby, nearby)
def test_the_map_shows_true_distances(a: int, b: int) -> None:
    """With y drawn root 3 times as long as x, neighbours are equally far apart."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    q, r = offset_between(a, b)
    assert (ax - bx) ** 2 + 3 * (ay - by) ** 2 == 12 * (q * q + q * r + r * r)


def test_the_library_uses_no_float() -> None:
    """No float is written, no division makes one, and no function that would is used."""
    nodes = list(ast.walk(ast.parse(Path(hexes.__file__).read_text(encoding="utf-8"))))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert not any(isinstance(node, ast.Div) for node in nodes)
    assert not any(isinstance(node, ast.Constant) and isinstance(node.value, float) for node in nodes)
    assert not names & {"float", "sqrt", "round", "pow", "hypot", "atan2"}


@given(nearby, directions, nearby, st.integers(-2, 12))
def test_a_row_holds_what_it_comes_to_in_fewer_paces_than_it_is_long(
    start: int, direction: int, place: int, length: int
) -> None:
    """Whoever only asks whether a hex lies in a row need not make the row."""
    assert (paces(start, direction, place) < length) == (place in row(start, direction, length))
    assert paces(start, direction, start + 7 * STEPS[direction]) == 7


@given(anywhere, directions, anywhere)
def test_what_is_known_of_two_hexes_hangs_on_their_difference(a: int, direction: int, b: int) -> None:
    """Generated functions look answers up by the difference of two hexes, wherever these lie."""
    known = names_on(hexes)
    assert known["DISTANCES"][a - b] == distance(a, b)
    assert known["ANGLES"][(a - b) * 6 + direction] == bearing(a, direction, b)
    assert known["PACES"][(b - a) * 6 + direction] == paces(a, direction, b)


@given(directions, directions)
def test_faces_between_directions_hang_on_their_difference(a: int, b: int) -> None:
    """Python counts below zero from the end."""
    assert names_on(hexes)["FACES_BETWEEN"][a - b] == faces_between(a, b)
