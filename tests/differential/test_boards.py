"""The arithmetic of boards does what the handbook says, and random rules use all of it."""

from dataclasses import replace

import pytest

from tests.differential.boards import Arc, Board, Spot
from tests.differential.generate import Features
from tests.differential.printed import files
from tests.differential.rulesets import assemble, board_of, unit

ARCS = (Arc("forward", -30, 60), Arc("beside", 60, 90, both_sides=True), Arc("behind", 150, 210))
HEXES = Board("hex", "Bearing", 9, 9, ARCS)
SQUARES = Board("square", "Course", 9, 9, (Arc("forward", -45, 90), Arc("beside", 90, 135, both_sides=True)))
HERE = Spot(4, 4)


def spots(*pairs):
    return tuple(Spot(*pair) for pair in pairs)


def test_neighbours_come_clockwise_from_north_and_even_columns_lie_lower():
    assert HEXES.neighbours(HERE) == spots((4, 3), (5, 4), (5, 5), (4, 5), (3, 5), (3, 4))
    assert HEXES.neighbours(Spot(3, 4)) == spots((3, 3), (4, 3), (4, 4), (3, 5), (2, 4), (2, 3))
    around = spots((4, 3), (5, 3), (5, 4), (5, 5), (4, 5), (3, 5), (3, 4), (3, 3))
    assert SQUARES.neighbours(HERE) == around
    assert replace(SQUARES, diagonals="two").neighbours(HERE) == around[::2]


@pytest.mark.parametrize(("diagonals", "steps"), [("one", 5), ("two", 8), ("alternate", 6)])
def test_a_diagonal_counts_as_it_is_set(diagonals, steps):
    board = replace(SQUARES, diagonals=diagonals)
    assert board.distance(HERE, Spot(9, 1)) == board.distance(Spot(9, 1), HERE) == steps
    assert board.distance(HERE, Spot(60, 4)) == 56


def test_hexes_are_counted_along_the_shortest_way():
    assert [HEXES.distance(HERE, one) for one in spots((4, 4), (5, 4), (6, 4), (6, 2), (8, 8), (0, 0))] == [
        0, 1, 2, 3, 6, 6,
    ]  # fmt: skip


def test_directions_turn_round_and_a_row_begins_where_it_stands():
    assert (HEXES.turned(5, 2), HEXES.turned(0, -7), HEXES.opposite(4)) == (1, 5, 1)
    assert [SQUARES.parts_between(1, other) for other in range(8)] == [1, 0, 1, 2, 3, 4, 3, 2]
    assert HEXES.row(HERE, 1, 3) == spots((4, 4), (5, 4), (6, 3))
    assert HEXES.row(HERE, 1, 0) == HEXES.row(HERE, 1, -2) == ()


def test_of_two_directions_the_first_clockwise_is_taken():
    assert HEXES.direction_to(HERE, Spot(5, 3)) == 0
    assert HEXES.direction_to(HERE, Spot(3, 3)) == 5
    assert HEXES.direction_to(HERE, HERE) == 0
    assert [SQUARES.direction_to(HERE, one) for one in spots((5, 1), (7, 3), (7, 2))] == [0, 2, 1]


def test_the_edges_of_an_arc_belong_to_it_and_a_mirror_image_too():
    edges = spots((5, 3), (5, 5), (3, 3), (4, 6))
    assert [HEXES.in_arc(HERE, 0, one, "forward") for one in edges] == [True, False, True, False]
    assert [HEXES.in_arc(HERE, 0, one, "beside") for one in spots((6, 4), (2, 4), (4, 2))] == [True, True, False]
    assert [HEXES.in_arc(HERE, 2, one, "behind") for one in spots((3, 4), (2, 4), (3, 3))] == [True, True, True]
    assert not any(board.in_arc(HERE, 0, HERE, "forward") for board in (HEXES, SQUARES))


@pytest.mark.parametrize(
    ("board", "goal", "spot", "most"),
    [
        (HEXES, (4, 2), (4, 3), 100),  # from side to side
        (HEXES, (6, 4), (5, 4), None),  # along a side, with nothing on the other
        (SQUARES, (4, 2), (4, 3), 100),
        (SQUARES, (6, 2), (5, 3), 141),  # from corner to corner
        (SQUARES, (6, 2), (5, 4), None),  # touched at a corner
        (SQUARES, (6, 2), (6, 2), None),  # the goal itself
    ],
)
def test_a_space_blocks_by_its_share_of_the_line(board, goal, spot, most):
    blocking = [percent for percent in range(200) if board.blocked(HERE, Spot(*goal), spots(spot), percent)]
    assert blocking == ([] if most is None else list(range(most + 1)))


def test_along_a_side_a_line_is_blocked_from_both_sides():
    sides = spots((5, 4), (5, 5))
    assert [HEXES.blocked(HERE, Spot(6, 4), sides, percent) for percent in (57, 58)] == [True, False]


def test_a_board_without_an_edge_has_no_list_of_its_spaces():
    small = replace(SQUARES, columns=2, rows=2)
    assert small.spaces() == spots((0, 0), (0, 1), (1, 0), (1, 1))
    endless = replace(small, edge=False)
    assert (small.on_board(HERE), endless.on_board(HERE), endless.spaces()) == (False, True, ())


def test_random_rules_ask_everything_of_hexes_and_squares():
    boards = [board_of(1, number * 1000, Features()) for number in range(200)]
    assert {None if one is None else (one.shape, one.edge) for one in boards} >= {
        None, ("hex", True), ("hex", False), ("square", True), ("square", False),
    }  # fmt: skip
    units = [unit(1, number * 1000 + other, Features()) for number in range(40) for other in range(4)]
    text = "".join(files(assemble([one]))["rules/probe.rules"].partition("phase look")[2] for one in units)
    names = "distance next opposite turned direction_to row neighbours in_arc blocked meets on_board".split()
    for name in (*names, "faces_between", "eighths_between", "board_hexes", "board_squares"):
        assert f"{name}(" in text, name


def test_boards_can_be_left_out():
    assert {board_of(1, number * 1000, Features(boards=False)) for number in range(20)} == {None}
