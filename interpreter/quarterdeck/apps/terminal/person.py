"""A person's seat: read what is typed for a question, and find the answer that was meant.

In: questions, and what is typed. Out: answers. `question_display` shows the question, and `person_commands` runs what a
person types beside answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.apps.terminal.person_commands import COMMAND_WORDS, PersonCommands
from quarterdeck.apps.terminal.question_display import QuestionDisplay
from quarterdeck.apps.terminal.reading import read_line
from quarterdeck.apps.terminal.session import Session
from quarterdeck.base import decimals
from quarterdeck.engine.deciders.proposing import Proposal, proposal_for
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import hidden_fields
from quarterdeck.engine.run.words import as_worded

FOR_ALL = " all"
"""Behind an answer: for all that is asked in the same words in the phase."""

Answering = Callable[[Question], Any]


@dataclass
class PersonSeat:
    """Asks a person at the terminal."""

    session: Session
    waiting: list[str] = field(default_factory=list)
    agreed: int = 0
    """The turn for the rest of which all that is proposed is taken."""
    standing: tuple[Answering, tuple[Any, ...]] | None = None
    """What answers since the last command, and the phase, or the phase and the piece, in which it counts."""

    def __post_init__(self) -> None:
        self.display = QuestionDisplay(self.session)
        self.commands = PersonCommands(self.display)
        self.orders = orders = self.session.orders
        self.repeating: dict[str, tuple[Answering, bool]] = {
            "again": (orders.earlier, False),
            "again all": (orders.earlier, True),
            "follow": (lambda question: (orders.led(question) or (-1, None))[1], True),
        }

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
        answer = None if self.waiting else self.standing_answer(question)
        if answer is None and proposal is not None and self.agreed == session.turn and not self.waiting:
            answer = proposal.answer
        if answer is None:
            self.display.show(question, proposal)
            answer = self.typed_answer(question, proposal)
        return answer

    def typed_answer(self, question: Question, proposal: Proposal | None) -> Any:
        """Read until an answer is given, and run the commands before it."""
        session = self.session
        while True:
            typed = self.next_answer()
            if not typed or (typed.lower() == "rest" and proposal is not None):
                if typed:
                    self.agreed = session.turn
                if proposal is not None:
                    return proposal.answer
                self.display.say("Type the number or the name of an answer; `help` lists the other commands.")
                continue
            if repeat := self.repeating.get(" ".join(typed.lower().split())):
                if (answer := self.stand(question, *repeat)) is not None:
                    return answer
                self.display.say("There is no earlier answer that may be given here.")
                continue
            one, is_for_all = (typed[: -len(FOR_ALL)], True) if typed.lower().endswith(FOR_ALL) else (typed, False)
            found = self.meant(question, one)
            if found is not None:
                if is_for_all:
                    self.stand(question, alike(question, found[0]), for_all=True)
                return found[0]
            self.waiting.clear()  # what was to come behind it was meant for another question
            self.commands.run(question, typed)

    def stand(self, question: Question, answering: Answering, for_all: bool) -> Any:
        """Let a command answer from now on, for the piece or in the phase; give the first answer, if there is one."""
        piece = () if for_all else (self.orders.piece(question),)
        self.standing = (answering, (*self.orders.phase, *piece))
        if (answer := self.standing_answer(question)) is None:
            self.standing = None
        return answer

    def standing_answer(self, question: Question) -> Any:
        """Give the answer that follows from the last command; where there is none, the person decides this one."""
        answering, scope = self.standing or (None, ())
        phase = self.orders.phase
        if answering is None or scope not in (phase, (*phase, self.orders.piece(question))):
            self.standing = None
            return None
        return answering(question)

    def next_answer(self) -> str:
        """Give what was typed for this question: with `;` or as numbers, answers to several questions in one line."""
        if self.waiting:
            typed = self.waiting.pop(0)
            self.display.say(f"> {typed}")
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

    def meant(self, question: Question, typed: str) -> tuple[Any] | None:
        """Give the answer that was meant, if one was; say why, if it may not be chosen or could be several."""
        answers = dict(self.display.numbered(question))
        if (number := as_worded(typed)) in answers:
            return (answers[number],)
        said = as_worded(typed.lower())
        if self.display.is_number(question) and said not in ("none", "stop"):
            self.no_number(question, said)
            return None
        names = {answer: self.display.names(question, answer) for answer in answers.values()}
        exact = [answer for answer, known in names.items() if said in known]
        if exact:
            return (exact[0],)
        if said.split()[0] in COMMAND_WORDS:
            return None
        if any(said in self.display.names(question, option) for option, _ in question.refused):
            self.refusal(question, said)
            return None
        begun = [answer for answer, known in names.items() if any(name.startswith(said) for name in known)]
        begun = self.beginning_of_all(question, begun)
        if len(begun) == 1:
            return (begun[0],)
        if begun:
            self.display.say(f"`{typed}` could be {', '.join(question.worded(answer) for answer in begun)}.")
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
                self.display.say(f"Not {said}: {question.reason(option, requirement)}.", "red")
                return
        self.display.say(
            f"`{said}` cannot be chosen. Type one of: {self.display.runs(question, question.options)}.", "red"
        )

    def refusal(self, question: Question, said: str) -> None:
        """Say why something that was typed may not be chosen; what is called exactly so goes before what begins so."""
        for is_meant in (lambda name: name == said, lambda name: name.startswith(said)):
            for option, requirement in question.refused:
                if any(map(is_meant, self.display.names(question, option))):
                    self.display.say(
                        f"Not {self.display.meanings.words(question, option)}: {question.reason(option, requirement)}.",
                        "red",
                    )
                    return
        self.display.say(f"There is no answer `{said}` here. Type a number or a name from the list, or `help`.", "red")


def alike(question: Question, answer: Any) -> Answering:
    """Give what answers all that is asked in the same words alike, as far as that is allowed."""

    def answering(asked: Question) -> Any:
        return answer if asked.site.address == question.site.address and answer in asked.answers() else None

    return answering


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
