"""What an active game takes of a host's memory: its states are packed while it waits, and the host adds little."""

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.hosted_game import HostedGame
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.journal_store import MemoryStore
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.workspace.games.opening import Wanted, begin, live_sitting
from quarterdeck.workspace.ruleset.seating import set_up_game
from tests.apps.server.seats import answer_to, opened

GAME = ("quickfire", "coronel")
GAMES, DECISIONS = 4, 12
MOST_OF_HOST = 100_000
"""So many bytes a host may add to a game."""


def without_host() -> Callable[[int], LiveGame]:
    game = set_up_game(opened(GAME[0]), GAME[1], {}, Findings())

    def play(seed: int) -> LiveGame:
        wanted = Wanted(GAME[1], {}, ("person", "person"), seed)
        live = LiveGame(begin(game, wanted, (), MemoryStore(), live_sitting))
        live.open()
        for _ in range(DECISIONS):
            question = live.question
            assert question is not None
            answers = [question.default, *question.answers()]
            live.answer(question.written(next(one for one in answers if one is not None)))
        live.rest()
        return live

    return play


def at_host() -> Callable[[int], Any]:
    host = GameHost()

    def play(seed: int) -> Any:
        begun = host.create(opened(GAME[0]), GAME[1], seed=seed)
        seats = [host.connect(link.token, lambda message: None) for link in begun.links if link.side]
        for _ in range(DECISIONS):
            game, connection = next(seat for seat in seats if seat[1].sight and seat[1].sight["question"])
            assert connection.sight is not None
            host.receive(game, connection, answer_to(connection.sight))
        assert isinstance(game, HostedGame)
        assert game.live is not None
        assert game.live.asked, "it waits for an answer"
        return game

    return play


def bytes_of_each(play: Callable[[int], Any]) -> float:
    first = play(0)
    gc.collect()
    tracemalloc.start()
    try:
        games = [play(seed) for seed in range(1, GAMES + 1)]
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / len(games)
    finally:
        tracemalloc.stop()
        del first


def test_a_host_adds_little_to_a_game_that_waits():
    rules, whole = bytes_of_each(without_host()), bytes_of_each(at_host())
    assert rules < whole < rules + MOST_OF_HOST, (rules, whole)
