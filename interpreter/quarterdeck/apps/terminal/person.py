"""A person's seat: show what may be chosen and what not, read an answer, and do what else is asked for meanwhile.

In: questions, and what is typed. Out: answers. Of the state a person is shown what its side may see, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from rich.text import Text

from quarterdeck.apps.terminal.reading import read_line
from quarterdeck.apps.terminal.session import Session
from quarterdeck.apps.terminal.status import Status
from quarterdeck.base import decimals
from quarterdeck.base.geometry import hexes, plane
from quarterdeck.engine.deciders.advised import value_of
from quarterdeck.engine.run.happenings import PhaseBegun
from quarterdeck.engine.run.journal import JournalHeader, written
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import hidden_fields
from quarterdeck.engine.run.words import NONE, STOP, as_worded, in_runs, is_declined, is_number
from quarterdeck.engine.sitting.sitting import LeftError, UndoneError
from quarterdeck.language.declarations import types
from quarterdeck.workspace.games.game_files import way_moved, way_to_begin


@dataclass(frozen=True)
class Proposal:
    """An answer that is proposed; `by_doctrine` says that the rules' advice values it most."""

    answer: Any
    by_doctrine: bool = False

    @property
    def in_words(self) -> str:
        """Say whose proposal it is, where it is not the default of the rules."""
        return ", as the doctrine advises" if self.by_doctrine else ""


def proposal_for(question: Question) -> Proposal | None:
    """Give what is proposed; nothing where nothing is better than all else, and something must be chosen."""
    if question.default is not None:
        return Proposal(question.default)
    value = value_of(question)
    if value is not None:
        return Proposal(max(question.worth_weighing(), key=value), by_doctrine=True)
    beside = question.beside_options()
    return Proposal(beside[-1]) if beside else None


COMMANDS = {
    "help": "this list (also ?)",
    "map [THING]": "the map, around a thing",
    "status [THING]": "what all things are like, or all about one",
    "log [NUMBER]": "the last lines of what happened",
    "rule": "the rule that asks",
    "hint": "what the ruleset's advice says of each answer",
    "rest": "answer the rest of this turn as it is proposed",
    "undo": "take back your last decision, unless another side saw it or dice were rolled",
    "save FILE": "write the game so far to a file",
    "quit": "leave; the game can be taken up again",
}


@dataclass
class PersonSeat:
    """Asks a person at the terminal."""

    session: Session
    last_seen: list[int] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    agreed: int = 0
    """The turn for the rest of which all that is proposed is taken."""

    def decide(self, question: Question) -> Any:
        """Give what the person chooses.

        Raises:
            LeftError: the person leaves the game.
            UndoneError: the person takes a decision back.
        """
        session = self.session
        session.checkpoint()
        self.hand_over(question)
        session.tell(session.reader_of(question.side))
        session.faces.clear()  # what was typed for dice was meant for those before this question
        proposal = proposal_for(question)
        if proposal is not None and self.agreed == session.turn and not self.waiting:
            return proposal.answer
        self.show(question, proposal)
        while True:
            typed = self.next_answer()
            if not typed or (typed.lower() == "rest" and proposal is not None):
                if typed:
                    self.agreed = session.turn
                if proposal is not None:
                    return proposal.answer
                session.screen.say("Type the number or the name of an answer; `help` tells what else there is.")
                continue
            found = self.meant(question, typed)
            if found is not None:
                return found[0]
            self.waiting.clear()  # what was to come behind it was meant for another question
            self.carry_out(question, typed)

    def next_answer(self) -> str:
        """Give what was typed for this question: with `;` or as numbers, answers to several questions in one line."""
        if self.waiting:
            typed = self.waiting.pop(0)
            self.session.screen.say(f"> {typed}")
            return typed
        typed, *self.waiting = answers_in(self.read("> "))
        return typed

    def read(self, prompt: str) -> str:
        """Read a line.

        Raises:
            LeftError: there is no more to read.
        """
        return read_line(prompt)

    def hand_over(self, question: Question) -> None:
        """Where sides have secrets, let one person leave the screen to the other."""
        session = self.session
        if len(session.people) < 2 or not (session.secrecy or hidden_fields(question.view.program)):
            return
        if session.at_screen == question.side:
            return
        if session.at_screen is not None or session.screen.is_terminal:
            session.screen.clear(forget=True)
            self.read(f"Hand over to {session.start.names[question.side]}, and press Enter. ")
            session.screen.clear(forget=True)
        session.at_screen = question.side

    # --- what is shown

    def show(self, question: Question, proposal: Proposal | None) -> None:
        """Show the map if it has changed, the question, what may be chosen, and what not."""
        session = self.session
        if question.view.state != self.last_seen and (session.screen.is_terminal or self.is_new_page(question)):
            self.board(question)
            self.last_seen = list(question.view.state)
        self.ask(question, proposal)

    def ask(self, question: Question, proposal: Proposal | None) -> None:
        """Show the question, what may be chosen, what is proposed, and what may not be chosen."""
        session = self.session
        session.screen.say()
        session.screen.say(self.place(question), "cyan")
        session.screen.say(self.asked(question), "bold")
        if self.is_number(question):
            session.screen.say(f"  {self.runs(question, question.options)}")
            if proposal is not None and proposal.answer in question.options:
                session.screen.say(f"  Enter: {question.worded(proposal.answer)}{proposal.in_words}", "dim")
        for key, answer in self.numbered(question):
            if not self.is_number(question) or is_declined(question.site.item, answer):
                session.screen.say(self.choice_line(question, key, answer, proposal))
        self.show_refused(question)

    def is_new_page(self, question: Question) -> bool:
        """Where no terminal is, the map is shown once for each thing that moves."""
        page = (self.session.turn, self.subject(question))
        new = page != self.session.page
        self.session.page = page
        return new

    def place(self, question: Question) -> str:
        """Say in which turn and phase, and who is asked."""
        narrative = self.session.narratives[self.session.reader_of(question.side)]
        phases = [f.event for f in narrative.frames if isinstance(f.event, PhaseBegun)]
        titles = [self.session.wording.title(phase.address) for phase in phases]
        return " · ".join([f"Turn {self.session.turn}", *titles, self.session.start.names[question.side]])

    def asked(self, question: Question) -> str:
        answers = question.options or [option for option, _ in question.refused]
        return question.asked(self.session.wording, answers[0] if answers else NONE)

    def numbered(self, question: Question) -> Iterator[tuple[str, Any]]:
        """Give answers with what to type for them; a number is itself."""
        measures = self.is_number(question)
        for number, answer in enumerate(question.options, 1):
            yield (question.worded(answer) if measures else str(number)), answer
        if question.may_none:
            yield "-" if measures else "0", NONE
        if question.may_stop:
            yield "." if question.may_none or measures else "0", STOP

    def is_number(self, question: Question) -> bool:
        """Tell whether a number is asked for."""
        return is_number(question.site.item)

    def runs(self, question: Question, numbers: Sequence[int]) -> str:
        """Say many numbers in few words."""
        return in_runs(numbers, question.worded)

    def choice_line(self, question: Question, key: str, answer: Any, proposal: Proposal | None) -> Text:
        """Give one answer with what it means."""
        text = Text().append(f"  {key:>2}  ", "bold")
        text.append(self.words(question, answer))
        meaning = self.meaning(question, answer)
        if meaning:
            text.append(f"   {meaning}", "dim")
        if proposal is not None and answer == proposal.answer:
            text.append(f"   (Enter{proposal.in_words})", "dim")
        return text

    def words(self, question: Question, answer: Any) -> str:
        if answer >= 0 and isinstance(question.site.item, types.Thing):
            return self.session.pieces.label(answer) or question.worded(answer)
        return question.worded(answer)

    def meaning(self, question: Question, answer: Any) -> str:
        """Say what an answer comes to, as far as the ruleset, the board and the side's view tell."""
        if is_declined(question.site.item, answer):
            return "that is enough" if answer == STOP else "nothing of this"
        figures = self.session.figures.told(question, answer) if self.session.figures is not None else []
        return ", ".join([*figures, *filter(None, [self.looks(question, answer)])])

    def looks(self, question: Question, answer: Any) -> str:
        """Say where an answer lies on the board, and what is worth saying of it."""
        view, pieces = question.view, self.session.pieces
        if isinstance(question.site.item, types.Thing):
            place, subject = pieces.place_of(view.state, answer), self.subject(question)
            parts = []
            if place >= 0:
                parts.append(view.word(pieces.type_of_place(), place))
                own = pieces.place_of(view.state, subject) if subject >= 0 else -1
                if own >= 0 and subject != answer:
                    parts.append(self.apart(own, place))
            return ", ".join([*parts, Status(pieces, view, self.session.wording).about(answer)]).strip(", ")
        if self.is_direction(question):
            subject = self.subject(question)
            place = pieces.place_of(view.state, subject) if subject >= 0 else -1
            return f"towards {view.word(types.Hex(), hexes.next_hex(place, answer))}" if place >= 0 else ""
        return ""

    def is_direction(self, question: Question) -> bool:
        """Tell whether a direction of the board is asked for."""
        item, board = question.site.item, question.view.program.world.board
        return isinstance(item, types.EnumType) and item.enum == board.directions

    def apart(self, own: int, place: int) -> str:
        """Say how far away a place lies; on a plane also in which direction."""
        if self.session.pieces.on_plane:
            return f"distance {plane.shown(plane.distance(own, place))}, bearing {plane.bearing(own, place)}"
        return f"distance {hexes.distance(own, place)}"

    def show_refused(self, question: Question) -> None:
        """Show what may not be chosen, with the requirement that forbids it."""
        reasons: dict[str, list[Any]] = {}
        for option, requirement in question.refused:
            shown = option if self.is_number(question) else self.words(question, option)
            reasons.setdefault(question.reason(option, requirement), []).append(shown)
        for reason, options in reasons.items():
            text = Text().append("   ×  ", "red")
            text.append(", ".join(options) if isinstance(options[0], str) else self.runs(question, options), "dim")
            text.append(f": {reason}", "red")
            self.session.screen.say(text)

    def subject(self, question: Question) -> int:
        """Give the thing on the board that a question is about; -1 where there is none."""
        kinds = dict(question.view.program.routines[question.site.routine].parameters) if question.is_in_rule else {}
        for name, value in question.scope():
            kind = kinds.get(name)
            if isinstance(kind, types.Thing) and kind.kind in self.session.pieces.placed and isinstance(value, int):
                return value
        return -1

    def marks(self, question: Question) -> dict[int, str]:
        """Give the numbers of answers that are places or directions, by hex."""
        view = question.view
        if isinstance(question.site.item, types.Place):
            return {answer: key for key, answer in self.numbered(question) if answer >= 0}
        subject = self.subject(question)
        place = self.session.pieces.place_of(view.state, subject) if subject >= 0 else -1
        if self.is_direction(question) and place >= 0:
            return {hexes.next_hex(place, a): key for key, a in self.numbered(question) if a >= 0}
        return {}

    def board(self, question: Question, chosen: int = -1) -> None:
        session = self.session
        if session.screen.is_terminal:
            session.screen.clear()
            recent = session.history[session.reader_of(question.side)][-6:]
        else:
            recent = []
        thing = chosen if chosen >= 0 else self.subject(question)
        below = self.lines_below(question, len(recent)) if session.screen.is_terminal else None
        session.screen.board(session.pieces, question.view, session.wording, thing, self.marks(question), below)
        session.screen.lines(recent)

    def lines_below(self, question: Question, recent: int) -> int:
        """Give how many lines stand below the map: what happened last, the question, its answers, and the prompt."""
        answers = 2 if self.is_number(question) else len(question.options)
        reasons = {question.reason(option, requirement) for option, requirement in question.refused}
        return recent + 3 + answers + len(question.beside_options()) + len(reasons) + 1

    # --- what is typed

    def meant(self, question: Question, typed: str) -> tuple[Any] | None:
        """Give the answer that was meant, if one was; say why, if it may not be chosen or could be several."""
        answers = dict(self.numbered(question))
        if (number := as_worded(typed)) in answers:
            return (answers[number],)
        said = as_worded(typed.lower())
        if self.is_number(question) and said not in ("none", "stop"):
            self.no_number(question, said)
            return None
        names = {answer: self.names(question, answer) for answer in answers.values()}
        exact = [answer for answer, known in names.items() if said in known]
        if exact:
            return (exact[0],)
        if said.split()[0] in COMMAND_WORDS:
            return None
        if any(said in self.names(question, option) for option, _ in question.refused):
            self.refusal(question, said)
            return None
        begun = [answer for answer, known in names.items() if any(name.startswith(said) for name in known)]
        begun = self.beginning_of_all(question, begun)
        if len(begun) == 1:
            return (begun[0],)
        if begun:
            self.say(f"`{typed}` could be {', '.join(question.worded(answer) for answer in begun)}.")
            return None
        self.refusal(question, said)
        return None

    def beginning_of_all(self, question: Question, begun: list[Any]) -> list[Any]:
        """Give the answer with whose name those of all others begin, as `north` before `northeast`; else all."""
        words = {answer: question.worded(answer).lower() for answer in begun}
        shortest = [answer for answer in begun if all(word.startswith(words[answer]) for word in words.values())]
        return shortest if len(shortest) == 1 else begun

    def no_number(self, question: Question, said: str) -> None:
        """Say why something that was typed is no number to choose, if it was meant as one."""
        if said.split(maxsplit=1)[0] in COMMAND_WORDS:
            return
        for option, requirement in question.refused:
            if question.worded(option) == said:
                self.say(f"Not {said}: {question.reason(option, requirement)}.", "red")
                return
        self.say(f"`{said}` cannot be chosen. Type one of: {self.runs(question, question.options)}.", "red")

    def refusal(self, question: Question, said: str) -> None:
        """Say why something that was typed may not be chosen; what is called exactly so goes before what begins so."""
        for is_meant in (lambda name: name == said, lambda name: name.startswith(said)):
            for option, requirement in question.refused:
                if any(map(is_meant, self.names(question, option))):
                    self.say(f"Not {self.words(question, option)}: {question.reason(option, requirement)}.", "red")
                    return
        self.say(f"There is no answer `{said}` here. Type a number or a name from the list, or `help`.", "red")

    def names(self, question: Question, answer: Any) -> set[str]:
        """Give all that may be typed for an answer."""
        found = {question.worded(answer).lower(), str(question.written(answer)).lower()}
        if answer >= 0 and isinstance(question.site.item, types.Thing):
            found.add(self.session.pieces.codes.get(answer, question.worded(answer)).lower())
        return found

    def say(self, text: str, style: str = "") -> None:
        self.session.screen.say(text, style)

    # --- what else a person may ask for

    def carry_out(self, question: Question, typed: str) -> None:
        """Do what a command says, if it was one."""
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
            "save": self.save,
            "quit": self.quit,
            "exit": self.quit,
        }
        if word.lower() in deeds:
            deeds[word.lower()](question, rest.strip())

    def help(self, question: Question, rest: str) -> None:
        """Say what may be typed."""
        self.say("Type the number or the beginning of an answer; with `;` between them, answers to several questions.")
        self.say("Enter takes the answer that is marked: the rules' own, or what their doctrine advises.")
        self.say("Besides:")
        for command, meaning in COMMANDS.items():
            self.say(f"  {command:<16} {meaning}")

    def named(self, rest: str) -> int:
        """Give the thing of a code or name; -1 with a word to the person where there is none."""
        wanted = rest.lower()
        for thing, code in self.session.pieces.codes.items():
            if wanted in (code.lower(), self.session.start.names.get(thing, "").lower()):
                return thing
        self.say(f"Nothing is called `{rest}`; `status` lists what there is.", "red")
        return -1

    def map(self, question: Question, rest: str) -> None:
        """Show the map."""
        chosen = self.named(rest) if rest else -1
        if chosen >= 0 or not rest:
            self.board(question, chosen)
            if self.session.screen.is_terminal:  # the page is new: what was asked has gone with the old one
                self.ask(question, proposal_for(question))

    def status(self, question: Question, rest: str) -> None:
        """Show what things are like."""
        status = Status(self.session.pieces, question.view, self.session.wording)
        if not rest:
            self.session.screen.console.print(status.table(self.subject(question), self.session.screen.unicode))
            return
        thing = self.named(rest)
        if thing >= 0:
            self.session.screen.console.print(status.whole(thing))

    def log(self, question: Question, rest: str) -> None:
        """Show what happened."""
        count = int(rest) if rest.isdecimal() and int(rest) else 30
        self.session.screen.lines(self.session.history[self.session.reader_of(question.side)][-count:])

    def rule(self, question: Question, rest: str) -> None:
        """Show the rule that asks: what it says, and how it is written."""
        span = question.site.span
        line, _ = span.file.position(span.start)
        self.say(f"{question.site.address} ({span.file.path}, line {line})", "cyan")
        words = self.session.english(question.site.routine) if self.session.english is not None else ""
        if words:
            self.say(words)
        first, _, more = span.file.text[span.start : span.end].rstrip().partition("\n")
        self.say("\n".join([first, indent(dedent(more), "    ")]).rstrip())

    def hint(self, question: Question, rest: str) -> None:
        """Show what the advice of the ruleset says."""
        value = value_of(question)
        if value is None:
            self.say("The ruleset has no advice for this choice.")
            return
        self.say(
            "What each answer is worth by the ruleset's advice; the highest is the best, and a figure says no more."
        )
        valued = [(value(answer), answer) for answer in question.worth_weighing()]
        for worth, answer in sorted(valued, key=lambda pair: -pair[0])[:8]:
            self.say(f"  {worth / 1000:>9.2f}  {self.words(question, answer)}")

    def rest(self, question: Question, rest: str) -> None:
        """Say that this question has to be answered: nothing is proposed for it."""
        self.say("Nothing is proposed here: answer this yourself, and type `rest` at the next question.")

    def undo(self, question: Question, rest: str) -> None:
        """Take back the side's last decision.

        Raises:
            UndoneError: it can be taken back.
        """
        forbidden = self.session.undo_from(question.side, question.number)
        if isinstance(forbidden, int):
            raise UndoneError(forbidden)
        self.say(forbidden, "red")

    def save(self, question: Question, rest: str) -> None:
        """Write the game so far to a file."""
        session = self.session
        if not rest:
            if session.kept_in is None:
                self.say("Nothing is kept: type `save FILE`.")
            else:
                self.say(f"Everything you decided is safe: it is kept in {session.kept_in}.")
            return
        try:
            Path(rest).write_bytes(written(self.header_at(Path(rest)), session.playing.record))
        except OSError as error:
            self.say(f"{rest} cannot be written ({error.strerror}).", "red")
            return
        self.say(f"Saved to {rest}; `quarterdeck play --resume {rest}` goes on from here.")

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


def answers_in(typed: str) -> list[str]:
    """Give the answers that stand in a line: parted by `;`, and numbers also by blanks.

    >>> answers_in("4 1 1.5 -30; hood"), answers_in("log 20")
    (['4', '1', '1.5', '-30', 'hood'], ['log 20'])
    """
    found: list[str] = []
    for part in typed.split(";"):
        words = part.split()
        found += words if len(words) > 1 and all(map(is_written_number, words)) else [part.strip()]
    return found


def is_written_number(word: str) -> bool:
    """Tell whether a word is a number as it is typed."""
    return decimals.read(word) is not None


COMMAND_WORDS = {command.split()[0] for command in COMMANDS} | {"?", "exit"}
