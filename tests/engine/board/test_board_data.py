"""What a seat sees of a board as data: what it may not know is absent, and nothing of it depends on secrets."""

import json
from functools import cache
from typing import Any

import jsonschema
import pytest

from quarterdeck.api import schema_of
from quarterdeck.engine.run.plain_values import held
from quarterdeck.engine.run.views import View, owner_of, veils_of, view_of
from quarterdeck.language.declarations import types
from quarterdeck.workspace.games.game_board import GameBoard
from quarterdeck.workspace.ruleset.seating import Game
from tests.engine.board.seeing import GAMES, game_of, seen_in

SECRETIVE = (
    ("easyships", "denmark_strait", (("hidden_damage", "yes"),)),
    ("easyships", "northwestern_approaches", ()),
    ("ships_and_sails", "lake_erie", ()),
    ("quickfire", "coronel", ()),
    ("fear_god", "coronel", ()),
)


@cache
def secretive(name: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Game:
    return game_of(name, scenario, options=dict(options))


def others_of(kind: types.Type, value: int) -> int:
    """Give another value of a type."""
    bare = types.without_none(kind)
    if isinstance(bare, types.Number):
        return int(bare.low) * bare.step if value != int(bare.low) * bare.step else value + 1
    return 0 if value else 1


def changed_in_secret(game: Game, side: int) -> tuple[list[int], int]:
    """Give a state that differs from the start in all that a side may not see, and in how many places."""
    program, state = game.built.program, list(game.start.state)
    count = 0
    for veil in veils_of(program):
        known = program.layout.types[veil.address]
        for thing in program.layout.things(veil.kind):
            is_own = veil.for_owner and owner_of(program, game.start.state, thing, veil.kind) == side
            if game.start.state[thing] and not is_own and veil.places == 1 and not isinstance(known, types.Thing):
                state[thing + veil.offset] = others_of(known, state[thing + veil.offset])
                count += 1
    return state, count


@pytest.mark.parametrize(("name", "scenario", "options"), SECRETIVE)
def test_two_states_that_differ_only_in_secrets_give_the_same_data(name, scenario, options):
    game = secretive(name, scenario, options)
    board = GameBoard(game)
    for side in board.pieces.sides:
        state, count = changed_in_secret(game, side)
        assert count
        assert state != game.start.state
        seen = [view_of(game.start, one, side) for one in (game.start.state, state)]
        before, after = (shown(board, view) for view in seen)
        assert before == after
        assert shown(board, view_of(game.start, game.start.state, -1)) != shown(board, view_of(game.start, state, -1))


def shown(board: GameBoard, view: View) -> Any:
    seen = board.board(view)
    return json.dumps([seen, [board.card(view, piece["thing"]) for piece in seen["pieces"]]])


def test_a_hidden_field_is_named_on_a_card_and_has_no_value():
    game = secretive(*SECRETIVE[0])
    board = GameBoard(game)
    british, german = board.pieces.sides
    view = view_of(game.start, game.start.state, british)
    for thing, hides in (("Hood", False), ("Bismarck", True)):
        lines = board.card(view, thing)["lines"]
        hidden = [line for line in lines if line["hidden"]]
        assert bool(hidden) == hides
        assert all(set(line) == {"field", "words", "depth", "hidden"} and line["words"] for line in hidden)
    assert not [
        line
        for line in board.card(view_of(game.start, game.start.state, german), "Bismarck")["lines"]
        if line["hidden"]
    ]


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_the_data_of_a_board_and_of_cards_keep_to_their_schemas(name, scenario):
    game = game_of(name, scenario)
    board = GameBoard(game)
    for _, seen, _, cards in seen_in(
        game, lambda question: [board.card(question.view, board.board(question.view)["pieces"][0]["thing"])]
    ).seen:
        jsonschema.validate(seen, schema_of("board"), jsonschema.Draft202012Validator)
        assert json.loads(json.dumps(seen)) == seen
        for card in cards:
            jsonschema.validate(card, schema_of("card"), jsonschema.Draft202012Validator)
        things = [piece["thing"] for piece in seen["pieces"]]
        assert len(set(things)) == len(things)


def test_pieces_lie_where_the_state_says():
    game = secretive(*SECRETIVE[0])
    board = GameBoard(game)
    view = view_of(game.start, game.start.state, -1)
    for piece in board.board(view)["pieces"]:
        thing = game.start.things[piece["thing"]]
        assert piece["place"] == view.as_data(game.start.known_as)["things"][piece["thing"]]["fields"]["bow"]
        assert piece["hexes"][0] == piece["place"]
        assert len(piece["hexes"]) > 1
        assert piece["facing"] == 60 * held(game.built.program, view.state, thing, "Ship.heading")
        assert piece["off"] is False


def test_a_number_that_lessens_is_a_track_with_what_it_began_with():
    game = game_of("ships_and_sails", "lake_erie")
    board = GameBoard(game)
    thing = game.start.things["Lawrence"]
    state = list(game.start.state)
    state[thing + game.built.program.layout.offsets["Ship.hull"]] -= 700
    card = board.card(view_of(game.start, state, -1), "Lawrence")
    (hull,) = [line for line in card["lines"] if line["field"] == "hull"]
    assert hull["track"]
    assert (hull["value"], hull["at_start"]) == (18, 25)


def test_what_has_left_the_board_has_no_place_but_the_last():
    game = game_of("ships_and_sails", "lake_erie")
    board = GameBoard(game)
    thing = game.start.things["Lawrence"]
    state = list(game.start.state)
    state[thing + game.built.program.layout.offsets["Ship.sunk"]] = 1
    pieces = {piece["thing"]: piece for piece in board.board(view_of(game.start, state, -1))["pieces"]}
    assert pieces["Lawrence"]["off"]
    assert "place" not in pieces["Lawrence"]
    assert pieces["Lawrence"]["was_at"] == board.board(view_of(game.start, game.start.state, -1))["pieces"][0]["place"]


def test_ships_that_help_each_other_are_described_to_an_end():
    """A list of other things than parts names them: two that name each other were described without end."""
    game = game_of("fear_god", "coronel")
    state, offset = list(game.start.state), game.built.program.layout.offsets["Ship.helpers"]
    one, other = game.start.things["Good Hope"], game.start.things["Monmouth"]
    state[one + offset : one + offset + 2] = [1, other]
    state[other + offset : other + offset + 2] = [1, one]
    lines = GameBoard(game).card(view_of(game.start, state, -1), "Good Hope")["lines"]
    assert [line["said"] for line in lines if line["field"] == "helpers"] == ["Monmouth"]
