"""Pictures as values: the same SVG everywhere, in hundredths of a millimetre, with words for who cannot see it."""

import xml.etree.ElementTree as ET
from fractions import Fraction

from quarterdeck.base.geometry import hexes, plane
from quarterdeck.print.drawing.arrows import arrow
from quarterdeck.print.drawing.charts import Axes, Series, chart
from quarterdeck.print.drawing.hatching import hatched
from quarterdeck.print.drawing.labels import Named, labels
from quarterdeck.print.drawing.measures import extent
from quarterdeck.print.drawing.palette import BLACK_AND_WHITE
from quarterdeck.print.drawing.pieces import counter, filling, row_of
from quarterdeck.print.drawing.planes import PlaneBoard
from quarterdeck.print.drawing.shapes import MM, Arc, Circle, Group, Path, Picture, Style, Words, polygon
from quarterdeck.print.drawing.space_boards import SpaceBoard
from quarterdeck.print.drawing.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*shapes, title="A & B"):
    return ET.fromstring(svg(Picture(50 * MM, 40 * MM, shapes, title, "What is <seen>."), BLACK_AND_WHITE))


def test_a_picture_is_measured_in_millimetres_and_says_what_it_shows():
    root = drawn(Words((1250, 1005), "x < y"))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("50mm", "40mm", "0 0 50 40")
    assert [part.tag for part in root] == [f"{SVG}title", f"{SVG}desc", f"{SVG}text"]
    assert (root[0].text, root[1].text, root[2].text) == ("A & B", "What is <seen>.", "x < y")
    assert (root[2].get("x"), root[2].get("y")) == ("12.5", "10.05")


def test_shapes_name_colours_by_what_they_are_for():
    square = polygon(((0, 0), (MM, 0), (MM, MM)), Style("ink", "shade", 20, (100, 50)))
    path = drawn(Group((square,), (200, 300), 60, "a <square>"))[2]
    assert path.get("transform") == "translate(2 3) rotate(60)"
    assert path[0].text == "a <square>"
    assert path[1].get("d") == "M0 0L1 0L1 1Z"
    assert (path[1].get("stroke"), path[1].get("fill")) == (BLACK_AND_WHITE.ink, BLACK_AND_WHITE.shade)
    assert path[1].get("stroke-dasharray") == "1 0.5"


def test_an_arc_runs_clockwise_from_straight_up():
    sector = drawn(Arc((1000, 1000), 500, 0, 270, Style(), sector=True))[2]
    assert sector.get("d") == "M10 5A5 5 0 1 1 5 10L10 10Z"
    assert drawn(Arc((1000, 1000), 500, 0, 360))[2].tag == f"{SVG}circle"


def test_hexes_lie_as_in_the_games_geometry():
    board = SpaceBoard.rectangle(hexes, 10 * MM, range(2), range(2))
    middle = board.centre(hexes.offset(0, 0))
    for direction, place in enumerate(hexes.neighbours(hexes.offset(0, 0))):
        x, y = board.centre(place)
        edge = board.middle_of_edge(hexes.offset(0, 0), direction)
        assert abs(2 * edge[0] - middle[0] - x) <= 2
        assert abs(2 * edge[1] - middle[1] - y) <= 2
    left, top, right, _bottom = board.box
    assert (left, top) == (0, 0)
    assert right == 35 * MM
    assert len(board.outlines().lines) == 6 * 4 - 5  # four hexes share five edges


def test_an_area_of_hexes_has_one_line_around_it():
    board = SpaceBoard.rectangle(hexes, 10 * MM, range(4), range(4))
    two = hexes.offset(1, 1), hexes.offset(1, 2)
    fill, border = board.area(two, Style("", "shade"), Style("ink"))
    assert isinstance(fill, Path)
    assert isinstance(border, Path)
    assert (len(fill.lines), len(border.lines)) == (2, 10)


def test_hatching_stays_inside_its_polygon():
    square = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
    lines = hatched(square, 45, 100).lines
    assert len(lines) > 10
    assert all(-1 <= value <= 1001 for ends in lines for point in ends for value in point)


def test_a_counter_lies_in_line_behind_its_bow():
    board = SpaceBoard.rectangle(hexes, 10 * MM, range(5), range(5))
    places = row_of(hexes, hexes.offset(2, 1), 0, 3)
    assert [hexes.column_row(place) for place in places] == [(2, 1), (2, 2), (2, 3)]
    _left, top, _right, bottom = extent(counter(board, places, 0)[:1])
    assert top > board.centre(places[0])[1] - board.width_of_space // 2
    assert bottom < board.centre(places[-1])[1] + board.width_of_space // 2
    assert len({filling(group) for group in range(4)}) == 4


def test_a_plane_is_drawn_to_scale():
    board = PlaneBoard.fitting((0, 0, 4000, 2000), 80 * MM, (5 * MM, 5 * MM))
    assert board.scale == Fraction(8000, 4000)
    assert board.spot(plane.point_at(1000, 500)) == (25 * MM, 15 * MM)
    assert board.box == (5 * MM, 5 * MM, 85 * MM, 45 * MM)


def test_names_of_things_in_one_place_do_not_hide_each_other():
    things = [Named.at(f"Ship {number}", 100, (2000, 2000 + number)) for number in range(6)]
    boxes = [extent([shape]) for shape in labels(things, 300, (0, 0, 5000, 5000)) if isinstance(shape, Words)]
    assert len(boxes) == 6
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            across, down = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
            assert across <= 60 or down <= 60


def test_a_name_without_a_line_stands_closer_to_its_own_than_to_anything_else():
    """Ships in line ahead, each three hexes long: beside the bow of one lies the stern of the next."""
    things = [
        Named.at(f"Ship {at}", 100, *((2000 + 700 * at + 200 * n, 2000 + 400 * at) for n in (2, 1, 0)))
        for at in range(4)
    ]
    shapes = labels(things, 300, (0, 0, 7000, 6000))
    led = sum(isinstance(shape, Path) for shape in shapes)
    names = {shape.words: extent([shape]) for shape in shapes if isinstance(shape, Words)}

    def apart(name: str, thing: Named) -> int:
        one = names[name]
        return min(max(box[0] - one[2], one[0] - box[2], box[1] - one[3], one[1] - box[3]) for box in thing.boxes)

    close = [sum(apart(thing.name, other) < 200 for other in things) for thing in things]
    assert close.count(1) == len(things) - led
    assert max(close) == 1


def _is_in(spot, box):
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]


def test_no_line_to_a_name_passes_over_something_else():
    things = [
        Named.at(f"Ship {number}", 100, (2000 + 250 * (number % 4), 2000 + 250 * (number // 4))) for number in range(9)
    ]
    lines = [shape for shape in labels(things, 300, (0, 0, 6000, 6000)) if isinstance(shape, Path)]
    assert lines
    for (x, y), (far, low) in (shape.lines[0] for shape in lines):
        between = [(x + (far - x) * step // 50, y + (low - y) * step // 50) for step in range(51)]
        over = [one for one in things if any(_is_in(spot, one.boxes[0]) for spot in between)]
        assert len(over) == 1


def test_an_arrow_ends_where_it_points():
    _shaft, head = arrow((0, 0), (1000, 0)).shapes
    assert isinstance(head, Path)
    assert head.lines[0][0] == (1000, 0)


def test_a_curve_goes_through_its_points():
    points = tuple((Fraction(x), Fraction(x * x)) for x in range(5))
    picture = chart([Series("square", points)], Axes("x", "y"), "Squares", "x and its square")
    assert picture == chart([Series("square", points)], Axes("x", "y"), "Squares", "x and its square")
    curve = next(one for one in picture.shapes if isinstance(one, Path) and len(one.lines[0]) == 5)
    left, top, right, bottom = extent(picture.shapes)
    assert (left >= 0, top >= 0, right <= picture.width, bottom <= picture.height) == (True, True, True, True)
    assert [y for _, y in curve.lines[0]] == sorted((y for _, y in curve.lines[0]), reverse=True)


def test_a_disk_is_as_large_as_its_radius_and_ends_at_the_edges_of_a_plane():
    board = PlaneBoard((0, 0, 4000, 2000), Fraction(2), (0, 0))
    (whole,) = board.disk(plane.point_at(1000, 1000), 500, Style())
    assert whole == Circle((2000, 2000), 1000, Style())
    (cut,) = board.disk(plane.point_at(1000, 300), 500, Style())
    assert isinstance(cut, Path)
    across, down = zip(*cut.lines[0], strict=True)
    assert (min(across), max(across), min(down), max(down)) == (1000, 3000, 0, 1600)
    (corner,) = board.disk(plane.point_at(100, 100), 500, Style())
    assert isinstance(corner, Path)
    assert (0, 0) in corner.lines[0]
    assert min(min(point) for point in corner.lines[0]) == 0
