"""The board of a live game: what each seat is shown while the game waits, phase by phase."""

from quarterdeck.engine.run.views import PUBLIC
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
from quarterdeck.workspace.games.game_board import GameBoard
from quarterdeck.workspace.games.opening import Wanted, begin, live_sitting
from tests.engine.board.seeing import game_of


def test_a_live_game_shows_its_question_and_its_board_to_each_seat():
    game = game_of("easyships", "denmark_strait", options={"hidden_damage": "yes"})
    board = GameBoard(game)
    sitting = begin(game, Wanted("denmark_strait", sides=("person", "person"), seed=4), (), None, live_sitting)
    orders = RepeatedOrders(sitting, board.pieces.subject)
    sitting.hearings = (orders,)
    live = LiveGame(sitting)
    live.open()
    phases = []
    while live.question is not None:
        question = live.question
        asked = board.question(question, orders)
        phases.append((asked["turn"], *asked["phases"]))
        for side in (*board.pieces.sides, PUBLIC):
            seen = board.board(live.view(side))
            assert seen["turn"] == asked["turn"]
            assert seen["side"] == game.start.known_as.get(side)
            hidden = [line for line in board.card(live.view(side), "Bismarck")["lines"] if line["hidden"]]
            assert bool(hidden) == (seen["side"] != "german")
        live.answer(asked["advised"]["value"] if asked["advised"] else asked["options"][0]["value"], question.number)
    titles = [title for _, title, *_ in dict.fromkeys(phases)]
    assert live.result is not None
    assert {turn for turn, *_ in phases} == {1, 2}
    assert "Movement" in titles
    assert len(set(titles)) > 2
