"""A question as a person sees it: the map, what is asked, what may be chosen with its meaning, and what not.

In: questions. Out: text on the screen, and the names under which each answer may be typed. Of the state a person is
shown what its side may see, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from quarterdeck.apps.terminal.session import Session
from quarterdeck.base.decimals import in_percent
from quarterdeck.engine.board.answer_meanings import AnswerMeanings
from quarterdeck.engine.deciders.proposing import Proposal
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.words import NONE, STOP, in_runs, is_declined, is_number
from quarterdeck.language.declarations import types

MOST_COUNTED, MOST_CHANCES = 6, 2
"""Answers of a question for which chances are counted, and chances that are said of one answer."""


@dataclass
class QuestionDisplay:
    """Shows questions to a person at the terminal."""

    session: Session
    last_seen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the words once."""
        session = self.session
        self.meanings = AnswerMeanings(session.pieces, session.wording, session.figures)

    def show(self, question: Question, proposal: Proposal | None) -> None:
        """Show the map if it has changed, the question, what may be chosen, and what not."""
        session = self.session
        if question.view.state != self.last_seen and (session.screen.is_terminal or self.is_new_page(question)):
            self.board(question)
            self.last_seen = list(question.view.state)
        self.ask(question, proposal)

    def ask(self, question: Question, proposal: Proposal | None) -> None:
        """Show the question, what may be chosen, what is proposed, and what may not be chosen."""
        self.say()
        self.say(self.place(question), "cyan")
        self.say(self.meanings.asked(question), "bold")
        if self.is_number(question):
            self.say(f"  {self.runs(question, question.options)}")
            if proposal is not None and proposal.answer in question.options:
                self.say(f"  Enter: {question.worded(proposal.answer)}{proposal.in_words}", "dim")
        for key, answer in self.numbered(question):
            if not self.is_number(question) or is_declined(question.site.item, answer):
                self.say(self.choice_line(question, key, answer, proposal))
        self.show_refused(question)

    def is_new_page(self, question: Question) -> bool:
        """Where no terminal is, the map is shown once for each thing that moves."""
        page = (self.session.turn, self.meanings.subject(question))
        new = page != self.session.page
        self.session.page = page
        return new

    def place(self, question: Question) -> str:
        """Say in which turn and phase, and who is asked."""
        narrative = self.session.narratives[self.session.reader_of(question.side)]
        names = self.session.start.names
        return " · ".join([f"Turn {self.session.turn}", *narrative.phase_titles(), names[question.side]])

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
        text.append(self.meanings.words(question, answer))
        meaning = self.meanings.meaning(question, answer)
        if meaning:
            text.append(f"   {meaning}", "dim")
        if chances := self.chances(question, answer):
            text.append(f"   {chances}", "green")
        if proposal is not None and answer == proposal.answer:
            text.append(f"   (Enter{proposal.in_words})", "dim")
        return text

    def chances(self, question: Question, answer: Any) -> str:
        """Say the chances of the checks that follow an answer at once, where there are not too many to count."""
        odds = self.session.odds
        if odds is None or len(question.options) > MOST_COUNTED or is_declined(question.site.item, answer):
            return ""
        checks = odds.of(question, answer).checks[:MOST_CHANCES]
        return ", ".join(f"{one.words}: {in_percent(one.chance, 1)}" for one in checks)

    def show_refused(self, question: Question) -> None:
        """Show what may not be chosen, with the requirement that forbids it."""
        reasons: dict[str, list[Any]] = {}
        for option, requirement in question.refused:
            shown = option if self.is_number(question) else self.meanings.words(question, option)
            reasons.setdefault(question.reason(option, requirement), []).append(shown)
        for reason, options in reasons.items():
            text = Text().append("   ×  ", "red")
            text.append(", ".join(options) if isinstance(options[0], str) else self.runs(question, options), "dim")
            text.append(f": {reason}", "red")
            self.say(text)

    def marks(self, question: Question) -> dict[int, str]:
        """Give the numbers of answers that are places or directions, by hex."""
        if isinstance(question.site.item, types.Thing):
            return {}  # it has a code of its own
        keys = {answer: key for key, answer in self.numbered(question)}
        return {place: keys[answer] for answer, place in self.meanings.places(question, keys).items()}

    def board(self, question: Question, chosen: int = -1) -> None:
        session = self.session
        if session.screen.is_terminal:
            session.screen.clear()
            recent = session.history[session.reader_of(question.side)][-6:]
        else:
            recent = []
        thing = chosen if chosen >= 0 else self.meanings.subject(question)
        below = self.lines_below(question, len(recent)) if session.screen.is_terminal else None
        marks, about = self.marks(question), list(self.meanings.places(question, question.options).values())
        session.screen.board(session.pieces, question.view, session.wording, thing, marks, below, about)
        session.screen.lines(recent)

    def lines_below(self, question: Question, recent: int) -> int:
        """Give how many lines stand below the map: what happened last, the question, its answers, and the prompt."""
        answers = 2 if self.is_number(question) else len(question.options)
        reasons = {question.reason(option, requirement) for option, requirement in question.refused}
        return recent + 3 + answers + len(question.beside_options()) + len(reasons) + 1

    def names(self, question: Question, answer: Any) -> set[str]:
        """Give all that may be typed for an answer."""
        found = {question.worded(answer).lower(), str(question.written(answer)).lower()}
        if answer >= 0 and isinstance(question.site.item, types.Thing):
            found.add(self.session.pieces.codes.get(answer, question.worded(answer)).lower())
        return found

    def say(self, text: str | Text = "", style: str = "") -> None:
        self.session.screen.say(text, style)
