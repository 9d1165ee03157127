"""A game that waits at a question, takes an answer and moves on, without a terminal and without a file."""

from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.game import GameResult, RecordFaultError
from quarterdeck.engine.run.journal import read_journal
from quarterdeck.engine.run.journal_store import MemoryStore
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.engine.sitting.waiting import OpenQuestion, answer, play_on
from quarterdeck.workspace.games.opening import Wanted, awaiting_sitting, begin, game_of, resume, sitting_of
from quarterdeck.workspace.games.replay import replay
from quarterdeck.workspace.ruleset.seating import Game, OpeningError, set_up_game

TURNS = 2


@pytest.fixture(scope="module", name="game")
def _game() -> Game:
    findings = Findings()
    made = set_up_game(Ruleset.open("easyships"), "denmark_strait", {}, findings)
    assert not findings
    layout = made.built.program.layout
    made.start.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = TURNS
    return made


def begun(game: Game, store: MemoryStore) -> Sitting:
    wanted = Wanted("denmark_strait", sides=("person", "bot"), seed=4)
    return begin(game, wanted, (), store, awaiting_sitting)


def some_answer(question: OpenQuestion) -> Any:
    """Decline where that is possible, else answer as proposed, or with the first option."""
    asked = question.asked
    if asked["may_stop"] or asked["may_decline"]:
        return "stop" if asked["may_stop"] else "none"
    return asked["options"][0]["value"] if asked["default"] is None else asked["default"]


def test_a_game_is_played_answer_by_answer_to_its_end(game):
    store = MemoryStore()
    sitting = begun(game, store)
    count, step = 0, play_on(sitting)
    while isinstance(step, OpenQuestion):
        assert step.asked["by"] == step.view["side"] == "british"
        assert len(read_journal(store).entries) == step.asked["number"], "all that was decided before is safe"
        step = answer(sitting, step, some_answer(step))
        count += 1
    assert count > 3
    assert isinstance(step, GameResult)
    assert step.turn == TURNS
    saved = read_journal(store)
    again = replay(game, saved)
    assert (again.fault, again.turn) == ("", TURNS)
    assert again.journal(game, saved.header) == store.read()


def test_an_answer_that_is_not_allowed_leaves_the_question_open(game):
    store = MemoryStore()
    sitting = begun(game, store)
    first = play_on(sitting)
    assert isinstance(first, OpenQuestion)
    with pytest.raises(RecordFaultError, match="`Yamato` may not be chosen"):
        answer(sitting, first, "Yamato")
    assert len(read_journal(store).entries) == first.asked["number"]
    assert play_on(sitting) == first
    second = answer(sitting, first, some_answer(first))
    assert isinstance(second, OpenQuestion)
    assert second.asked["number"] > first.asked["number"]


def test_another_sitting_goes_on_from_the_bytes(game):
    """Nothing but the record is kept between two steps: a server may forget the sitting."""
    store = MemoryStore()
    sitting = begun(game, store)
    first = play_on(sitting)
    assert isinstance(first, OpenQuestion)
    second = answer(sitting, first, some_answer(first))
    other = MemoryStore(store.read())
    saved = read_journal(other)
    findings = Findings()
    assert game_of(saved, None, findings).ruleset.name == "easyships"
    assert play_on(resume(game, saved, other, awaiting_sitting)) == second


def test_nobody_plays_for_a_person_where_no_answers_come_from_outside(game):
    with pytest.raises(OpeningError, match="person"):
        begin(game, Wanted("denmark_strait", sides=("person", "bot")), (), None, sitting_of)
