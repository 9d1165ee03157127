"""A game at a terminal: what is shown to whom, and when it is made safe.

In: a game that is ready to be played, and a screen. Out: what `Sitting` gives. Whatever is printed of the game was
made safe in the journal before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.run.narrative import Line, Narrative
from quarterdeck.engine.run.questions import Decider, Follower, Question
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.views import View
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.sitting.logs import GameLogs
from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.program.form.instructions import Site
from quarterdeck.workspace.games.answer_figures import AnswerFigures
from quarterdeck.workspace.games.answer_odds import AnswerOdds
from quarterdeck.workspace.games.ending import ended


@dataclass(kw_only=True)
class Session(Sitting):
    """One game at one terminal.

    `loud` are the sides whose decisions are safe at once and acknowledged, each by itself: people and scripts. Of a
    script people are told only what they may know.
    `readers` are those whose narratives are kept: the sides of people, or -1 for one who may know all.
    """

    pieces: Pieces
    screen: Screen
    people: list[int] = field(default_factory=list)
    loud: set[int] = field(default_factory=set)
    typed_dice: bool = False
    shown: dict[int, int] = field(default_factory=dict)
    answered: tuple[Question, Any] | None = None
    at_screen: int | None = None
    page: tuple[int, int] = (0, -1)
    english: Callable[[str], str] | None = None
    """Says a rule in words by its address, where somebody is there who can."""
    needed: Callable[[Site], str] | None = None
    """Says before a die of a site is typed in which faces would do, and how likely they are."""
    faces: list[int] = field(default_factory=list)
    """Faces of dice that were typed in before they are rolled."""
    figures: AnswerFigures | None = None
    """What people are told of answers, as the ruleset declares it."""
    odds: AnswerOdds | None = None
    """What counts the chances of answers."""

    @property
    def wording(self) -> Wording:
        """Give words for what the game does."""
        return self._wording

    def __post_init__(self) -> None:
        """Make the words once."""
        self._wording = Wording(self.start.program, self.start.names)
        self.logs, self.orders = GameLogs(self, self.readers), RepeatedOrders(self, self.pieces.subject)
        self.hearings = (self.logs, self.orders, *self.hearings)

    @property
    def history(self) -> dict[int, list[Line]]:
        """What has been said to each reader."""
        return self.logs.lines

    @property
    def narratives(self) -> dict[int, Narrative]:
        """What makes lines for each reader."""
        return self.logs.narratives

    @property
    def readers(self) -> list[int]:
        """Give for whom narratives are kept."""
        return list(self.people) if self.secrecy and self.people else [-1]

    def undo(self, count: int) -> None:
        """Take back what was recorded after a number of entries."""
        super().undo(count)
        for reader, lines in self.history.items():
            self.shown[reader] = min(self.shown.get(reader, 0), len(lines))

    # --- what comes in

    def entered(self, entry: Entry) -> None:
        """Make a new entry safe where somebody waits for it."""
        if self.playing.at <= len(self.recorded):
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

    def checkpoint(self) -> None:
        """Make safe what was written, and print what is new to the one who looks on."""
        super().checkpoint()
        if len(self.readers) == 1:
            self.tell(self.readers[0])

    def without_options(self, choice: PendingChoice) -> None:
        """Say why a person cannot choose anything here, where all options are refused."""
        if choice.side not in self.people or not choice.refused:
            return
        if len(self.readers) > 1 and choice.side != self.at_screen:  # somebody else sits there now
            return
        question, refused, reasons = choice.question, choice.refused, choice.reasons
        site = self.start.program.sites[choice.site]
        asked = question(refused[0][0]) if question else self.wording.question(site.address)
        because = "; ".join(dict.fromkeys(reasons(option)[number] for option, number in refused)) if reasons else ""
        self.checkpoint()
        self.screen.say(f"       {asked} Nothing is possible: {because}", "dim")

    def tell(self, reader: int) -> None:
        """Print what is new to a reader; what was told before a game was taken up is not told again."""
        lines = self.history.get(reader, [])
        self.screen.lines(lines[max(self.shown.get(reader, 0), self.logs.retold.get(reader, 0)) :])
        self.shown[reader] = len(lines)

    def tell_at_screen(self) -> None:
        """Print what is new to whoever sits at the screen now; of several who have secrets, the others wait."""
        readers = self.readers
        here = readers if len(readers) == 1 else [one for one in readers if one == self.at_screen]
        for reader in here:
            self.tell(reader)

    def reader_of(self, side: int) -> int:
        """Give whose narrative a side reads."""
        return side if side in self.narratives else -1

    def print_end(self, result: GameResult) -> None:
        """Print how the game ended; now all may be seen by everybody."""
        screen = self.screen
        screen.say()
        screen.say(f"  {ended(result)}  ", "bold reverse")
        screen.say()
        screen.board(self.pieces, View(self.start.program, result.state, self.start.names, -1), self.wording)
        if self.kept_in is not None:
            screen.say()
            screen.say(f"The game is saved in {self.kept_in}; `quarterdeck why {self.kept_in}` explains it.")


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

    def follow(self, addresses: tuple[str, ...], by: str, alternatives: int) -> None:
        """Let a script use up what was decided without it."""
        if isinstance(self.decider, Follower):
            self.decider.follow(addresses, by, alternatives)
