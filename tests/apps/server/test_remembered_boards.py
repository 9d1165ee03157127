"""What a board remembers of pieces is what it would say of them now."""

import pytest

from tests.apps.server.seats import hosted


@pytest.mark.parametrize(
    ("game", "scenario", "options", "answers"),
    [
        ("tests/games/snowballs", "cousins", {}, 60),
        ("quickfire", "coronel", {}, 40),
        ("fear_god", "coronel", {}, 40),
        ("easyships", "midway", {"hidden_damage": "yes"}, 25),
    ],
)
def test_a_remembered_board_is_the_same_as_a_new_one(game, scenario, options, answers):
    table = hosted(game, scenario, options=options)
    for _ in range(answers):
        if table.is_over:
            break
        table.answer()
        played = table.host.games[1]
        maker = played.maker
        assert maker is not None
        assert played.live is not None
        for reader in {connection.reader for connection in played.audience.connections}:
            over = None
            assert maker.board(reader, over) == maker.rules.board.board(maker.view(reader, over))
        question = played.live.question
        if question is not None:
            assert maker.asked(question) == maker.rules.board.question(question, maker.orders)
