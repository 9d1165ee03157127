"""The commands that a person may type beside answers: look at the game, take a decision back, save, leave.

In: a question, and what is typed. Out: text on the screen, and files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent, indent

from quarterdeck.apps.terminal.question_display import QuestionDisplay
from quarterdeck.apps.terminal.session import Session
from quarterdeck.apps.terminal.status import Status
from quarterdeck.engine.board.descriptions import Descriptions
from quarterdeck.engine.deciders.advised import value_of
from quarterdeck.engine.deciders.proposing import proposal_for
from quarterdeck.engine.run.journal import JournalHeader, written
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.sitting.sitting import LeftError
from quarterdeck.workspace.games.game_files import way_moved, way_to_begin

COMMANDS = {
    "help": "this list (also ?)",
    "map [THING]": "the map, around a thing",
    "status [THING]": "the state of all things, or everything about one",
    "log [NUMBER]": "the last lines of the log",
    "rule": "the rule of the question",
    "hint": "the ruleset's advice on each answer",
    "rest": "take the proposed answers for the rest of this turn",
    "again [all]": "answer as in the turn before: for this one, or for the rest of the phase",
    "follow": "give all further ones the answers of the first in this phase",
    "ANSWER all": "give an answer to all who are asked the same in this phase",
    "undo": "take back your last decision, unless another side saw it or dice were rolled",
    "resign yes": "give up a game against another machine",
    "save FILE": "write the game so far to a file",
    "quit": "leave; you can continue the game later",
}
COMMAND_WORDS = {command.split()[0] for command in COMMANDS if command[0].islower()} | {"?", "exit"}


@dataclass(frozen=True)
class PersonCommands:
    """Runs the commands of a person at the terminal."""

    display: QuestionDisplay

    @property
    def session(self) -> Session:
        """Give the session that the display shows."""
        return self.display.session

    def run(self, question: Question, typed: str) -> None:
        """Run a command, if it was one."""
        word, _, rest = typed.partition(" ")
        deeds: dict[str, Callable[[Question, str], None]] = {
            "help": self.help,
            "?": self.help,
            "map": self.map,
            "status": self.status,
            "log": self.log,
            "rule": self.rule,
            "hint": self.hint,
            "rest": self.rest,
            "undo": self.undo,
            "resign": self.resign,
            "save": self.save,
            "quit": self.quit,
            "exit": self.quit,
        }
        if word.lower() in deeds:
            deeds[word.lower()](question, rest.strip())

    def help(self, question: Question, rest: str) -> None:
        """Say what may be typed."""
        self.display.say(
            "Type the number or the beginning of an answer; with `;` between them, answers to several questions."
        )
        self.display.say(
            "Enter takes the marked answer: the default of the rules, or the one that the advice recommends."
        )
        self.display.say("Besides:")
        for command, meaning in COMMANDS.items():
            self.display.say(f"  {command:<16} {meaning}")

    def named(self, rest: str) -> int:
        """Give the thing of a code or name; -1 with a word to the person where there is none."""
        wanted = rest.lower()
        for thing, code in self.session.pieces.codes.items():
            if wanted in (code.lower(), self.session.start.names.get(thing, "").lower()):
                return thing
        self.display.say(f"There is no `{rest}`; `status` lists everything.", "red")
        return -1

    def map(self, question: Question, rest: str) -> None:
        """Show the map."""
        chosen = self.named(rest) if rest else -1
        if chosen >= 0 or not rest:
            self.display.board(question, chosen)
            if self.session.screen.is_terminal:  # the page is new: what was asked has gone with the old one
                self.display.ask(question, proposal_for(question))

    def status(self, question: Question, rest: str) -> None:
        """Show what things are like."""
        status = Status(Descriptions(self.session.pieces, question.view, self.session.wording))
        if not rest:
            self.session.screen.console.print(
                status.table(self.display.meanings.subject(question), self.session.screen.unicode)
            )
            return
        thing = self.named(rest)
        if thing >= 0:
            self.session.screen.console.print(status.whole(thing))

    def log(self, question: Question, rest: str) -> None:
        """Show what happened."""
        count = int(rest) if rest.isdecimal() and int(rest) else 30
        self.session.screen.lines(self.session.history[self.session.reader_of(question.side)][-count:])

    def rule(self, question: Question, rest: str) -> None:
        """Show the rule of the question: what it says, and how it is written."""
        span = question.site.span
        line, _ = span.file.position(span.start)
        self.display.say(f"{question.site.address} ({span.file.path}, line {line})", "cyan")
        words = self.session.english(question.site.routine) if self.session.english is not None else ""
        if words:
            self.display.say(words)
        first, _, more = span.file.text[span.start : span.end].rstrip().partition("\n")
        self.display.say("\n".join([first, indent(dedent(more), "    ")]).rstrip())

    def hint(self, question: Question, rest: str) -> None:
        """Show what the advice of the ruleset says."""
        value = value_of(question)
        if value is None:
            self.display.say("The ruleset has no advice for this choice.")
            return
        self.display.say("The value of each answer by the ruleset's advice. The highest is the best.")
        valued = [(value(answer), answer) for answer in question.worth_weighing()]
        for worth, answer in sorted(valued, key=lambda pair: -pair[0])[:8]:
            self.display.say(f"  {worth / 1000:>9.2f}  {self.display.meanings.words(question, answer)}")

    def rest(self, question: Question, rest: str) -> None:
        """Say that this question has to be answered: nothing is proposed for it."""
        self.display.say("There is no proposal here: answer this yourself, and type `rest` at the next question.")

    def undo(self, question: Question, rest: str) -> None:
        """Take back the side's last decision.

        Raises:
            UndoneError: it can be taken back.
        """
        forbidden = self.session.undo_from(question.side, question.number)
        if isinstance(forbidden, int):
            forbidden = self.session.take_back(forbidden)
        self.display.say(forbidden, "red")

    def resign(self, question: Question, rest: str) -> None:
        """Give the game up, where somebody else has to learn of it."""
        if rest != "yes":
            self.display.say("Type `resign yes` to give the game up.")
        elif self.session.giving_up is None:
            self.display.say("No other machine plays this game: `quit` leaves it.")
        else:
            self.session.giving_up()

    def save(self, question: Question, rest: str) -> None:
        """Write the game so far to a file."""
        session = self.session
        if not rest:
            if session.kept_in is None:
                self.display.say("The game is not saved: type `save FILE`.")
            else:
                self.display.say(f"All your decisions are saved in {session.kept_in}.")
            return
        try:
            Path(rest).write_bytes(written(self.header_at(Path(rest)), session.playing.record))
        except OSError as error:
            self.display.say(f"{rest} cannot be written ({error.strerror}).", "red")
            return
        self.display.say(f"Saved to {rest}; `quarterdeck play --resume {rest}` continues from here.")

    def header_at(self, path: Path) -> JournalHeader:
        """Give the header of a copy of the game at a path: from there the way to what it names is another."""
        session, header = self.session, self.session.header
        if session.kept_in is None:
            return replace(header, folder=way_to_begin(path, header.game, [*header.seats.values(), header.dice]))
        return replace(header, folder=way_moved(header, session.kept_in, path))

    def quit(self, question: Question, rest: str) -> None:
        """Leave the game.

        Raises:
            LeftError: always.
        """
        raise LeftError
