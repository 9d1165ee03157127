"""A live game: it waits at a question, takes an answer and moves on, without a terminal and without a file."""

from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.journal import read_journal
from quarterdeck.engine.run.journal_store import MemoryStore
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import PUBLIC
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.engine.sitting.logs import GameLogs
from quarterdeck.engine.sitting.stop_records import AnswerRefusedError
from quarterdeck.workspace.games.game_board import GameBoard
from quarterdeck.workspace.games.opening import Wanted, begin, game_of, live_sitting, resume, sitting_of
from quarterdeck.workspace.games.replay import replay
from quarterdeck.workspace.ruleset.scenario_names import OpeningError
from quarterdeck.workspace.ruleset.seating import Game, set_up_game

TURNS = 2


@pytest.fixture(scope="module", name="game")
def _game() -> Game:
    findings = Findings()
    made = set_up_game(Ruleset.open("easyships"), "denmark_strait", {}, findings)
    assert not findings
    layout = made.built.program.layout
    made.start.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = TURNS
    return made


def opened(game: Game, store: MemoryStore) -> LiveGame:
    wanted = Wanted("denmark_strait", sides=("person", "bot"), seed=4)
    live = LiveGame(begin(game, wanted, (), store, live_sitting))
    live.open()
    return live


def as_data(live: LiveGame, game: Game) -> dict[str, Any]:
    assert live.question is not None
    return {"number": live.question.number, **GameBoard(game).question(live.question)}


def some_answer(question: Question | None) -> Any:
    """Decline where that is possible, else answer as proposed, or with the first option."""
    assert question is not None
    if question.may_stop or question.may_none:
        return "stop" if question.may_stop else "none"
    return question.written(question.options[0] if question.default is None else question.default)


def test_a_game_is_played_answer_by_answer_to_its_end(game):
    store = MemoryStore()
    live = opened(game, store)
    count = 0
    while live.question is not None:
        assert live.question.by == "british"
        assert len(read_journal(store).entries) == live.question.number, "all that was decided before is safe"
        live.answer(some_answer(live.question), live.question.number)
        count += 1
    assert count > 3
    assert live.result is not None
    assert live.result.turn == TURNS
    assert not live.is_open
    saved = read_journal(store)
    again = replay(game, saved)
    assert (again.fault, again.turn) == ("", TURNS)
    assert again.journal(game, saved.header) == store.read()
    with pytest.raises(AnswerRefusedError, match="does not wait for an answer"):
        live.answer("stop")


@pytest.mark.parametrize("given", ["Yamato", 10**30, True, 1.0, None, [], {"choice": 1}, "9e999"])
def test_an_answer_that_is_not_allowed_leaves_the_question_open(game, given):
    store = MemoryStore()
    live = opened(game, store)
    first = as_data(live, game)
    with pytest.raises(AnswerRefusedError, match="may not be chosen"):
        live.answer(given)
    assert len(read_journal(store).entries) == first["number"]
    assert as_data(live, game) == first
    live.answer(some_answer(live.question))
    assert as_data(live, game)["number"] > first["number"]


def test_an_answer_that_comes_twice_is_refused(game):
    live = opened(game, MemoryStore())
    assert live.question is not None
    number, answer = live.question.number, some_answer(live.question)
    live.answer(answer, number)
    after = as_data(live, game)
    with pytest.raises(AnswerRefusedError, match=f"this answers question {number}"):
        live.answer(answer, number)
    assert as_data(live, game) == after


def test_a_decision_is_taken_back(game):
    store = MemoryStore()
    live = opened(game, store)
    first, bytes_before = as_data(live, game), store.read()
    live.answer(some_answer(live.question))
    live.undo(first["number"])
    assert (as_data(live, game), store.read()) == (first, bytes_before)


def test_a_game_that_rests_at_every_question_goes_on_as_others_do(game):
    """Its states are packed, and filled again when somebody looks, answers, takes back or leaves."""
    stores = MemoryStore(), MemoryStore()
    one, other = (opened(game, store) for store in stores)
    size = len(game.start.state)
    while one.question is not None:
        context = other.sitting.playing
        other.rest()
        other.rest()
        assert other.asked == (one.question.number, one.question.side)
        assert not context.situation.state, "packed"
        assert as_data(other, game) == as_data(one, game)
        assert len(context.situation.state) == size
        other.rest()
        count = one.question.number
        one.answer(some_answer(one.question))
        other.answer(some_answer(other.question))
        if count % 3 == 0:
            other.rest()
            other.undo(count)
            other.rest()
            other.answer(some_answer(other.question))
    other.rest()
    assert (other.asked, other.question) == (None, None)
    assert stores[0].read() == stores[1].read()
    assert len(game.start.state) == size


def test_another_process_goes_on_from_the_bytes(game):
    """Nothing but the record is kept: a server may forget the game."""
    store = MemoryStore()
    live = opened(game, store)
    live.answer(some_answer(live.question))
    second = as_data(live, game)
    live.close()
    assert not live.is_open
    other = MemoryStore(store.read())
    saved = read_journal(other)
    findings = Findings()
    assert game_of(saved, None, findings).ruleset.name == "easyships"
    woken = LiveGame(resume(game, saved, other, live_sitting))
    woken.open()
    assert as_data(woken, game) == second


def test_each_reader_has_a_log_and_a_view(game):
    wanted = Wanted("denmark_strait", sides=("person", "person"), seed=4)
    sitting = begin(game, wanted, (), None, live_sitting)
    sides = [side for name, side in game.start.things.items() if name in ("british", "german")]
    logs = GameLogs(sitting, (*sides, PUBLIC))
    sitting.hearings = (logs,)
    live = LiveGame(sitting)
    live.open()
    for _ in range(12):
        live.answer(some_answer(live.question))
    assert all(logs.lines[reader] for reader in (*sides, PUBLIC))
    for side in (*sides, PUBLIC):
        seen = live.view(side).as_data(game.start.known_as)
        assert seen["things"]
    assert live.view(PUBLIC).as_data(game.start.known_as)["side"] is None


def test_nobody_plays_for_a_person_where_no_answers_come_from_outside(game):
    with pytest.raises(OpeningError, match="person"):
        begin(game, Wanted("denmark_strait", sides=("person", "bot")), (), None, sitting_of)
