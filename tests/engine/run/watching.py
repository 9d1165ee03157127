"""Watching a game as one of its sides: all that the side sees, is asked and is told is written down."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from rich.console import Console

from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.dice import DiceSource
from quarterdeck.engine.run.game import RecordFaultError, play
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.narrative import Narrative
from quarterdeck.engine.run.questions import Decider, Question
from quarterdeck.engine.run.secrecy import Secrecy, secrecy_of
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.engine.run.views import view_of
from quarterdeck.engine.run.wording import Wording
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.pipeline.build import Built

SECRECIES: dict[int, tuple[Program, Secrecy]] = {}
"""What was worked out of programs, by their identity: a test watches the same game some hundred times."""

THE_END = ("the end of what they have in common", "", ())


def known_secrecy(program: Program) -> Secrecy:
    """Give what may not be told to all, worked out once."""
    if id(program) not in SECRECIES:
        SECRECIES[id(program)] = program, secrecy_of(program)
    return SECRECIES[id(program)][1]


@dataclass
class Watching(TracedContext):
    """Writes down all that one side sees, is asked and is told; the map is drawn at some of the phases."""

    watcher: int = -1
    drawn_at: Collection[str] = ()
    module: PrintedModule | None = None
    noticed: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.on_entry = lambda entry: self.noticed.append(("journal", entry))
        super().__post_init__()
        self.narrative = Narrative(self.situation, known_secrecy(self.program), self.watcher)
        assert self.module is not None
        self.pieces = Pieces(self.situation.copy(), self.module)
        self.wording = Wording(self.program, self.situation.names)

    def happened(self, happening: Happening) -> None:
        super().happened(happening)
        self.noticed += [("told", line) for line in self.narrative.lines(happening)]

    def phase(self, address: str, state: list[int]) -> None:
        super().phase(address, state)
        view = view_of(self.situation, state, self.watcher, self.revealed)
        out = StringIO()
        if address in self.drawn_at:
            Screen(Console(file=out, width=200)).board(self.pieces, view, self.wording)
        self.noticed.append(("phase", address, view.state, out.getvalue()))

    def note(self, question: Question) -> None:
        if question.side != self.watcher or len(question.answers()) < 2:
            return
        answers = [(answer, question.worded(answer)) for answer in question.answers()]
        refused = [(option, question.reason(option, number)) for option, number in question.refused]
        text = question.choice.question(question.options[0]) if question.choice.question and question.options else ""
        self.noticed.append(("asked", question.site.address, text, answers, refused, question.view.state))

    def followed(self, question: Question) -> None:
        self.note(question)


@dataclass
class Noting:
    """A decider whose questions are noted."""

    context: Watching
    decider: Decider

    def decide(self, question: Question) -> Any:
        self.context.note(question)
        return self.decider.decide(question)


def watch(
    built: Built,
    start: Situation,
    watcher: int,
    dice: DiceSource,
    deciders: Mapping[int, Decider],
    follow: Sequence[dict[str, Any]] = (),
    drawn_at: Collection[str] = (),
) -> Watching:
    """Play a game, perhaps along the record of another as far as the rules allow, and watch it as one side."""
    context = Watching(
        built.program,
        start.copy(),
        dice,
        {},
        list(follow),
        watcher=watcher,
        drawn_at=drawn_at,
        module=built.module(),
    )
    context.deciders = {side: Noting(context, decider) for side, decider in deciders.items()}
    try:
        play(built.module(trace=True), context)
    except RecordFaultError:
        context.noticed.append(THE_END)
    return context
