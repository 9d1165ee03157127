"""One sitting of a game: play it with people, programs and scripts in any mix, keep it, leave it, take it up again.

In: a game made ready by `openings`. Out: its end, or `LeftError` when it was left. Whatever is printed of the game was
made safe in the journal before. A person's seat may raise `UndoneError`; then the game is played anew up to there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.apps.terminal.answer_figures import AnswerFigures
from quarterdeck.apps.terminal.listeners import ListenerAtGame
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.dice import DiceSource
from quarterdeck.engine.run.game import GameResult, play
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.journal import Journal, JournalHeader
from quarterdeck.engine.run.narrative import Line, Narrative
from quarterdeck.engine.run.questions import Decider, Follower, Question
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.engine.run.wording import Wording


class LeftError(Exception):
    """A game was left before its end."""


class UndoneError(Exception):
    """A decision was taken back; the argument is the number of entries that stay."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


@dataclass
class Session:
    """One game at one terminal.

    `loud` are the sides whose decisions are safe at once and acknowledged, each by itself: people and scripts. Of a
    script people are told only what they may know.
    `readers` are those whose narratives are kept: the sides of people, or -1 for one who may know all.
    """

    header: JournalHeader
    module: PrintedModule
    start: Situation
    pieces: Pieces
    secrecy: Secrecy
    screen: Screen
    new_dice: Any
    deciders: dict[int, Decider] = field(default_factory=dict)
    people: list[int] = field(default_factory=list)
    loud: set[int] = field(default_factory=set)
    journal: Journal | None = None
    recorded: list[Entry] = field(default_factory=list)
    typed_dice: bool = False
    sitting: Sitting | None = None
    history: dict[int, list[Line]] = field(default_factory=dict)
    narratives: dict[int, Narrative] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    new_deciders: Any = None
    answered: tuple[Question, Any] | None = None
    at_screen: int | None = None
    page: tuple[int, int] = (0, -1)
    english: Callable[[str], str] | None = None
    """Says a rule in words by its address, where somebody is there who can."""
    faces: list[int] = field(default_factory=list)
    """Faces of dice that were typed in before they are rolled."""
    hearings: list[ListenerAtGame] = field(default_factory=list)
    """Plugins that listen."""
    figures: AnswerFigures | None = None
    """What people are told of answers, as the ruleset declares it."""

    @property
    def wording(self) -> Wording:
        """Give words for what the game does."""
        return self._wording

    def __post_init__(self) -> None:
        """Make the words once."""
        self._wording = Wording(self.start.program, self.start.names)

    @property
    def readers(self) -> list[int]:
        """Give for whom narratives are kept."""
        return list(self.people) if self.secrecy and self.people else [-1]

    def play(self) -> GameResult:
        """Play to the end.

        Raises:
            LeftError: a person left the game; what was decided is safe.
        """
        result: GameResult | None = None
        try:
            while True:
                try:
                    result = play(self.module, self.sit_down())
                    self.checkpoint()
                    return result
                except UndoneError as undone:
                    self.undo(undone.count)
        finally:
            if self.journal is not None:
                self.journal.close()
            if self.sitting is not None:
                for hearing in self.hearings:
                    hearing.end(result, self.turn())

    def sit_down(self) -> Sitting:
        """Begin at the start, with what is recorded still to be played again."""
        start = self.start.copy()
        self.narratives = {reader: Narrative(start, self.secrecy, reader) for reader in self.readers}
        self.history = {reader: [] for reader in self.readers}
        if self.new_deciders is not None:
            self.deciders = self.new_deciders(self)
        dice: DiceSource = self.new_dice(self)
        program = start.program
        seats = {side: Seat(self, decider) for side, decider in self.deciders.items()}
        self.sitting = Sitting(program, start, dice, seats, self.recorded, self.entered)
        self.sitting.session = self
        if self.journal is not None:
            self.journal.follow(self.sitting.record.lines)
        for hearing in self.hearings:
            hearing.begin()
        return self.sitting

    def undo(self, count: int) -> None:
        """Take back what was recorded behind a number of entries."""
        assert self.sitting is not None
        self.recorded = self.sitting.record[:count]
        for reader, lines in self.history.items():
            self.shown[reader] = min(self.shown.get(reader, 0), len(lines))
        if self.journal is not None:
            self.journal.cut(count)

    def undo_from(self, side: int, number: int) -> int | str:
        """Give how many entries stay when a side takes back its last decision before an entry, or why it may not."""
        assert self.sitting is not None
        own = [at for at, by in self.sitting.asked if by == side and at < number]
        if not own:
            return "There is no decision of yours to take back."
        since = self.sitting.record[own[-1] + 1 : number]
        if any("die" in entry for entry in since):
            return "Dice have been rolled since; what was rolled stays."
        if any("drawn" in entry for entry in since):
            return "Something has been drawn since; what was drawn stays."
        others = [by for at, by in self.sitting.asked if own[-1] < at < number and by != side]
        if others:
            return f"{self.start.names[others[0]]} has decided since, and saw what you did."
        return own[-1]

    # --- what comes in

    def entered(self, entry: Entry) -> None:
        """Make a new entry safe where somebody waits for it."""
        assert self.sitting is not None
        if self.sitting.at <= len(self.recorded):
            return
        if self.journal is not None and self.typed_dice and ("die" in entry or "drawn" in entry):
            self.journal.sync()
        if self.answered is not None:
            question, answer = self.answered
            self.answered = None
            if question.side in self.loud and self.is_open(question):
                self.acknowledge(question, answer)

    def is_open(self, question: Question) -> bool:
        """Tell whether those at the terminal may know what a side chooses now: whoever sits there, what is its own."""
        narratives = [] if question.side in self.people else self.narratives.values()
        return not any(narrative.is_hidden(question.site.address, question.side) for narrative in narratives)

    def acknowledge(self, question: Question, answer: Any) -> None:
        """Make a decision safe, then say so, with its number where it tells nothing secret."""
        self.checkpoint()
        who = self.start.names.get(question.side, question.by)
        number = "" if self.secrecy and self.reader_of(question.side) >= 0 else question.number + 1
        self.screen.say(f"{number:>5}  {who}: {question.asked(self.wording, answer)} {question.worded(answer)}")
        self.screen.console.file.flush()

    # --- what is told

    def saw(self, event: Happening) -> None:
        """Take an event into the narratives; what was told before a game was taken up is not told again."""
        assert self.sitting is not None
        for reader, narrative in self.narratives.items():
            self.history[reader].extend(narrative.lines(event))
            if self.sitting.at <= len(self.recorded) and self.recorded:
                self.shown[reader] = len(self.history[reader])
        for hearing in self.hearings:
            hearing.hear(event)

    def checkpoint(self) -> None:
        """Make safe what was written, and print what is new to the one who looks on."""
        if self.journal is not None:
            self.journal.sync()
        if len(self.readers) == 1:
            self.tell(self.readers[0])

    def nothing_possible(self, asking: PendingChoice) -> None:
        """Say why a side cannot choose anything here."""
        question, refused, reasons = asking.question, asking.refused, asking.reasons
        site = self.start.program.sites[asking.site]
        asked = question(refused[0][0]) if question else self.wording.question(site.address, {})
        because = "; ".join(dict.fromkeys(reasons(option)[number] for option, number in refused)) if reasons else ""
        self.checkpoint()
        self.screen.say(f"       {asked} Nothing is possible: {because}", "dim")

    def tell(self, reader: int) -> None:
        """Print what is new to a reader."""
        lines = self.history.get(reader, [])
        self.screen.lines(lines[self.shown.get(reader, 0) :])
        self.shown[reader] = len(lines)

    def reader_of(self, side: int) -> int:
        """Give whose narrative a side reads."""
        return side if side in self.narratives else -1

    def turn(self) -> int:
        """Give the turn that is played."""
        assert self.sitting is not None
        layout = self.start.program.layout
        state = self.sitting.situation.state
        return state[layout.arrays["Game"].base + layout.offsets["Game.turn"]]


@dataclass
class Seat:
    """Asks a decider, and tells the session what it decided."""

    session: Session
    decider: Decider

    def decide(self, question: Question) -> Any:
        """Give the decider's answer."""
        answer = self.decider.decide(question)
        self.session.answered = (question, answer)
        return answer

    def follow(self, address: str, by: str, alternatives: int) -> None:
        """Let a script use up what was decided without it."""
        if isinstance(self.decider, Follower):
            self.decider.follow(address, by, alternatives)


class Sitting(TracedContext):
    """The context of a session: it tells the session of every event and decision."""

    session: Session

    def happened(self, happening: Happening) -> None:
        """Write down what has happened, and tell the session."""
        super().happened(happening)
        self.session.saw(happening)

    def choose(self, asking: PendingChoice) -> Any:
        """Ask as ever; a person is told why nothing could be chosen, where only declining was left."""
        number = self.at
        answer = super().choose(asking)
        is_stuck = asking.refused and not asking.options and asking.side in self.session.people
        if is_stuck and number >= len(self.recorded):
            self.session.nothing_possible(asking)
        return answer

    def phase_over(self, address: str, state: list[int]) -> None:
        """Print what came of a phase."""
        super().phase_over(address, state)
        if self.at > len(self.recorded) or not self.recorded:
            self.session.checkpoint()
