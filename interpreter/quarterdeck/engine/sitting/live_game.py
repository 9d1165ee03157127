"""A live game: it waits at a question, takes an answer and moves on to the next, without a terminal.

In: a sitting whose seats from outside are `LiveSeat`s, and answers as the record writes them. Out: the question at
which the game waits, or how it ended. The game stands still in a greenlet of its own, so that a step costs the same
however long the game is; the record alone is kept for good, and waking a game plays it again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from greenlet import getcurrent, greenlet

from quarterdeck.base.plain_data import as_written
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.run.journal_store import JournalFaultError
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import View, view_of
from quarterdeck.engine.sitting.packed_states import PackedStates
from quarterdeck.engine.sitting.sitting import LeftError, Sitting, UndoneError
from quarterdeck.engine.sitting.stop_records import AnswerRefusedError


def pause(at: object) -> Any:
    """Stop the game here, hand something to whoever holds it, and return what they hand back."""
    return getcurrent().parent.switch(at)


class LiveSeat:
    """The seat of a side whose answers come from outside."""

    def decide(self, question: Question) -> Any:
        """Stop the game at a question, and return the answer that comes."""
        return pause(question)


class LiveGame:
    """An open game: `waits_at` is where it waits (usually a question), `result` how it ended.

    All steps are made in the thread that opened it. After an error that `step` lets out, the game is closed, and what
    was recorded is safe. A game that rests holds its states packed, until somebody looks at it or goes on.
    """

    def __init__(self, sitting: Sitting) -> None:
        self.result: GameResult | None = None
        self._sitting = sitting
        self._waits_at: object = None
        self._game = greenlet(sitting.play)
        self._packed: PackedStates | None = None

    @property
    def sitting(self) -> Sitting:
        """The sitting, with its states."""
        self._unpack()
        return self._sitting

    @property
    def waits_at(self) -> object:
        """What the game waits at; nothing before it is opened, and when it is over."""
        self._unpack()
        return self._waits_at

    @property
    def question(self) -> Question | None:
        """The open question, if the game waits at one."""
        return self.waits_at if isinstance(self.waits_at, Question) else None

    @property
    def asked(self) -> tuple[int, int] | None:
        """The number and the side of the open question; to look at these alone leaves a game at rest."""
        question = self._waits_at
        return (question.number, question.side) if isinstance(question, Question) else None

    @property
    def is_open(self) -> bool:
        """Whether the game has begun and not ended."""
        return bool(self._game)

    def open(self) -> None:
        """Replay the record, and continue to the first question that waits for an answer."""
        self.step()

    def step(self, handed: Any = None) -> None:
        """Pass a value to the waiting game, and play on to the next stop."""
        self._unpack()
        self._went_on(self._game.switch(handed) if self._game else self._game.switch())

    def answer(self, given: Any, number: int | None = None) -> None:
        """Answer the open question in the form of the record, and play on.

        With the `number` of the question, an answer that comes twice, or too late, is refused.

        Raises:
            AnswerRefusedError: no question waits, it has another number, or this is not one of its answers.
        """
        question = self.question
        if question is None:
            raise AnswerRefusedError("the game does not wait for an answer")
        if number is not None and number != question.number:
            raise AnswerRefusedError(f"question {question.number} is open, and this answers question {number}")
        answer = question.meant(given)
        if answer is None:
            raise AnswerRefusedError(f"`{as_written(given)}` may not be chosen at {question.site.address}")
        self.step(answer)

    def undo(self, count: int) -> None:
        """Remove all but the first entries of the record, also after the end, and play to where the game then waits.

        Raises:
            AnswerRefusedError: the game is closed, or was over and another program has continued its journal.
        """
        self._unpack()
        if self._game:
            self._went_on(self._game.throw(UndoneError(count)))
            return
        if self.result is None:
            raise AnswerRefusedError("the game is closed")
        try:
            if self.sitting.journal is not None:
                self.sitting.journal.reopen()
        except (OSError, JournalFaultError) as error:
            raise AnswerRefusedError(str(error)) from None
        self.sitting.undo(count)
        self.result, self._game = None, greenlet(self.sitting.play)
        self.step()

    def view(self, side: int) -> View:
        """Return what a side, or `PUBLIC`, may know now."""
        context, question = self.sitting.playing, self.question
        if question is not None and question.side == side:
            return question.view
        return view_of(context.situation, context.situation.state, side, context.revealed, context.veils)

    def forget_views(self) -> None:
        """Forget what sides see, which is as large as the game; it is worked out again when somebody looks."""
        if self.question is not None:
            self.question.seen = self.question.weighed = None
        for onlooker in self.sitting.playing.onlookers.values():
            onlooker.forget()

    def rest(self) -> None:
        """Drop views and pack states until somebody looks at the game, or it goes on; not while it plays."""
        if self._packed is not None or self._sitting.context is None:
            return
        self.forget_views()
        context, question = self._sitting.playing, self.question
        sides = context.simultaneous_sides
        states = [context.situation.state]
        states += [] if question is None else [question.choice.before, question.choice.after]
        states += [] if sides is None else [sides.begun, sides.now]
        context.memos.clear()
        self._packed = PackedStates(self._sitting.start.state, states)

    def close(self) -> None:
        """Close the game: its decisions are saved, and its journal is free."""
        self._unpack()
        if self._game:
            with suppress(LeftError):
                self._game.throw(LeftError())

    def _went_on(self, stopped_by: object) -> None:
        """Learn where the game stands now."""
        if isinstance(stopped_by, GameResult):
            self._waits_at, self.result = None, stopped_by
        else:
            self._waits_at = stopped_by
            self.sitting.checkpoint()

    def _unpack(self) -> None:
        """Fill the states again, if the game rests."""
        packed, self._packed = self._packed, None
        if packed is not None:
            packed.fill()
