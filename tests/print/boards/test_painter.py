"""Boards for a screen: the ground once, each piece and answer to be found, several in one place fanned out."""

import json
import re
from functools import cache
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from quarterdeck.engine.board.board_data import BoardData
from quarterdeck.engine.board.question_data import OpenQuestionData
from quarterdeck.print.boards.counters_on_board import laid_out
from quarterdeck.print.boards.painter import BoardPainter, board_style
from quarterdeck.print.drawing.measures import length
from quarterdeck.workspace.games.game_board import GameBoard
from tests.engine.board.seeing import GAMES, game_of, seen_in

Step = tuple[OpenQuestionData, BoardData]
SVG = "{http://www.w3.org/2000/svg}"


@cache
def painted(
    name: str, scenario: str, pixels: int = 1000
) -> tuple[BoardPainter, list[tuple[OpenQuestionData, BoardData]]]:
    game = game_of(name, scenario)
    painter = BoardPainter.of(game.built, GameBoard(game).pieces, pixels)
    return painter, [(asked, board) for asked, board, _, _ in seen_in(game).seen]


def groups(svg: str, attribute: str) -> list[ET.Element]:
    root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')
    return [one for one in root.iter(f"{SVG}g") if attribute in one.attrib]


@pytest.mark.parametrize("pixels", [1000, 390])
@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_each_piece_and_each_answer_on_the_board_can_be_found(name, scenario, pixels):
    painter, steps = painted(name, scenario, pixels)
    has_board = any("place" in piece for _, board in steps for piece in board["pieces"])
    answered = 0
    for asked, board in steps[::3]:
        subject = asked["subject"]
        moving = painter.moving(board, asked, subject["thing"] if subject else "")
        drawn = [one.attrib["data-thing"] for one in groups(moving, "data-thing")]
        there = [one["thing"] for one in board["pieces"] if not has_board or "place" in one or "was_at" in one]
        there = [one for one in there if one not in fixed_things(painter, board)]
        assert sorted(drawn) == sorted(there)
        options = [one for one in groups(moving, "data-value") if "option" in one.attrib["class"]]
        values = [json.loads(one.attrib["data-value"]) for one in options]
        assert values == [one["value"] for one in asked["options"] if "place" in one or one.get("thing") in drawn]
        for option in options:
            assert option.attrib["role"] == "button"
            assert option.attrib["tabindex"] == "0"
            assert option.attrib["aria-label"]
        answered += len(options)
    assert answered or name in ("quickfire", "tests/games/regatta") or not has_board


def fixed_things(painter: BoardPainter, board: BoardData) -> set[str]:
    return {piece["thing"] for piece in board["pieces"] if piece["kind"] in painter.fixed_kinds}


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_the_ground_is_drawn_once_and_known_by_its_hash(name, scenario):
    painter, steps = painted(name, scenario)
    grounds = {painter.ground(board).hash: painter.ground(board) for _, board in steps}
    assert len(grounds) <= 3
    assert len(painter.grounds) == len(grounds)
    for ground in grounds.values():
        assert len(ground.box.split()) == 4
        assert "data-thing" not in "".join(re.findall(r'class="piece[^>]*', ground.svg))
    again = BoardPainter.of(game_of(name, scenario).built, GameBoard(game_of(name, scenario)).pieces)
    assert again.ground(steps[0][1]).hash == painter.ground(steps[0][1]).hash


@pytest.mark.parametrize(("name", "scenario"), [GAMES[1], GAMES[3], GAMES[4], GAMES[5]])
@pytest.mark.parametrize("many", [2, 3, 5])
def test_several_in_one_place_are_fanned_out(name, scenario, many):
    painter, steps = painted(name, scenario)
    board = json.loads(json.dumps(steps[0][1]))
    pieces = [piece for piece in board["pieces"] if "facing" in piece][:many]
    for piece in pieces:
        piece["place"], piece["hexes"] = pieces[0]["place"], pieces[0]["hexes"]
    stands = laid_out(board, painter.surface, painter.fixed_kinds)
    at = [stands[piece["thing"]].at for piece in pieces]
    for one, other in combinations(at, 2):
        assert length(one, other) > painter.surface.pitch // 5
    for spot in at:
        assert length(spot, painter.surface.spot(pieces[0]["place"])) < painter.surface.pitch


def test_land_is_ground_and_what_moves_is_not():
    painter, steps = painted("quickfire", "coronel")
    board = json.loads(json.dumps(steps[0][1]))
    before = painter.ground(board).hash
    board["pieces"][0]["place"] = [50, 50]
    assert painter.ground(board).hash == before
    board["pieces"].append(
        {"thing": "Kolberg", "kind": "Land", "name": "Kolberg", "code": "", "side": None, "rank": -1}
    )
    board["pieces"][-1] |= {"about": "", "off": False, "place": [60, 40], "hexes": [[60, 40]], "radius": 5}
    assert painter.ground(board).hash != before
    assert "Kolberg" not in painter.moving(board)


def test_a_picture_with_something_to_choose_is_no_image():
    painter, steps = painted("easyships", "denmark_strait")
    picture = ET.fromstring(painter.picture(steps[0][1], steps[0][0]))
    assert picture.attrib["role"] == "group"
    assert "Hood" in (picture.findtext(f"{SVG}desc") or "")


def test_sides_are_told_apart_without_colour():
    """By how counters are filled: the colours of two sides may look alike to somebody."""
    painter, steps = painted("ships_and_sails", "lake_erie")
    fills: dict[str, set[str]] = {}
    for piece in groups(painter.moving(steps[0][1]), "data-thing"):
        side = next(word for word in piece.attrib["class"].split() if word.startswith("side-"))
        paths = [one for one in piece.iter(f"{SVG}path") if one.attrib.get("stroke", "").startswith("var(--board-side")]
        fills.setdefault(side, set()).update(one.attrib["fill"] for one in paths)
    assert len(fills) == 2
    assert not fills["side-0"] & fills["side-1"]
    assert all(f".{side}" in board_style() for side in fills)


def test_arcs_and_distances_lie_around_what_is_chosen():
    for name, scenario in (GAMES[0], GAMES[1]):
        painter, steps = painted(name, scenario)
        board = steps[0][1]
        arcs = groups(painter.moving(board, chosen=board["pieces"][0]["thing"]), "data-arc")
        assert [one.attrib["data-arc"] for one in arcs] == [arc.name for arc in painter.arcs]
        assert groups(painter.moving(board), "data-arc") == []


def test_grounds_stay_small_and_few_however_far_ships_sail():
    painter, steps = painted("easyships", "denmark_strait")
    board = json.loads(json.dumps(steps[0][1]))
    for far, apart in (*((far, 0) for far in range(0, 300, 10)), (0, 250)):
        for number, piece in enumerate(board["pieces"]):
            piece["place"] = [far + apart * number, far // 2]
            piece["hexes"] = [piece["place"]]
        ground = painter.ground(board)
        assert len(ground.svg) < 1_000_000
        assert painter.ground(board) is ground
    assert len(painter.grounds) < 30


@pytest.mark.parametrize("place", [[1000, 500], [-1000, -500], [0, 1010], [0, -1010], [1010, 10]])
def test_a_ship_at_the_last_hexes_that_there_can_be_is_drawn(place):
    painter, steps = painted("easyships", "denmark_strait")
    board = json.loads(json.dumps(steps[0][1]))
    for piece in board["pieces"]:
        piece["place"], piece["hexes"] = place, [place]
    assert painter.ground(board).svg
    assert painter.moving(board, chosen="Hood")
