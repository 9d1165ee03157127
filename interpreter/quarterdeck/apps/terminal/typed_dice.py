"""Dice and draws that a person throws on the table and types in.

In: what is rolled, and what is typed. Out: faces, and what was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.apps.terminal.reading import read_line
from quarterdeck.apps.terminal.session import Session
from quarterdeck.base.bounds import LONGEST_FACE
from quarterdeck.engine.run.dice import DiceFaultError, LotCounts, sort_meant
from quarterdeck.engine.run.happenings import Called
from quarterdeck.engine.run.wording import source_of
from quarterdeck.engine.sitting.sitting import LeftError


@dataclass
class TypedDice:
    """Asks for the faces of real dice: of several that are thrown together in one line.

    Further faces in a line are for the dice that come next, before anybody is asked for a decision.
    """

    session: Session
    coming: tuple[int, int] = (-1, 0)
    """The roll for which several dice are thrown, and how many of them are still to come."""

    def several(self, site: int, count: int) -> None:
        """Learn that so many dice are thrown together."""
        self.coming = (site, count)

    def ask(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Give a face that was typed in; what is none is asked for again.

        Raises:
            LeftError: there is no more to read.
        """
        session = self.session
        session.checkpoint()
        session.tell_at_screen()
        wording, place = session.wording, session.start.program.sites[site]
        here = session.at_screen if session.at_screen in session.narratives else session.readers[0]
        narrative = session.narratives[here]
        calls = [f.event for f in narrative.frames if isinstance(f.event, Called)]
        about = narrative.said(calls[-1]) if calls else self.side_words(place, subject)
        phrase = wording.phrase(place.address)
        prompt = f"{phrase} {about}, d{sides}: " if phrase.endswith("?") else f"d{sides} for {phrase} ({about}): "
        count = max(1, self.coming[1]) if self.coming[0] == site else 1
        self.coming = (site, count - 1)
        if count > 1:
            prompt = prompt.replace(f"d{sides}", f"{count}d{sides}", 1)
        if session.faces:
            face = session.faces.pop(0)
            if face <= sides:
                session.screen.say(f"{prompt}{face}")
                return face
            session.faces.clear()
            session.screen.say(f"A d{sides} is next and cannot show {face}.", "red")
        if session.needed is not None and (needed := session.needed(place)):
            session.screen.say(needed, "dim")
        while True:
            typed = read_line(prompt)
            faces = [int(word) for word in typed.replace(",", " ").split() if is_face(word)]
            if faces and len(faces) == len(typed.replace(",", " ").split()) and faces[0] <= sides:
                session.faces += faces[1:]
                return faces[0]
            if typed.lower() in ("quit", "exit"):
                raise LeftError
            if typed.lower() in ("", "help", "?"):
                dice = (
                    f"a d{sides} and type what it shows" if count == 1 else f"{count}d{sides} and type what they show"
                )
                session.screen.say(f"Roll {dice}, 1 to {sides}; `quit` leaves the game.")
            else:
                session.screen.say(f"A d{sides} shows 1 to {sides}; `{typed}` is not one of these.", "red")

    def ask_lot(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        """Give what was drawn from a real deck, typed in by its name; what is not there is asked for again.

        Raises:
            LeftError: there is no more to read.
        """
        session = self.session
        session.checkpoint()
        session.tell_at_screen()
        there = ", ".join(f"{count} {name}" for name, count in zip(names, lots, strict=True) if count)
        while True:
            typed = read_line(f"drawn for {session.wording.phrase(session.start.program.sites[site].address)}: ")
            if typed.lower() in ("quit", "exit"):
                raise LeftError
            if typed.lower() in ("", "help", "?"):
                session.screen.say(f"Draw from the real deck and type what comes: there is {there}; `quit` leaves.")
                continue
            try:
                return sort_meant(typed.strip().replace(" ", "_"), lots, names)
            except DiceFaultError as error:
                session.screen.say(f"{error}.", "red")

    def side_words(self, place: Any, subject: tuple[int, ...]) -> str:
        """Say whose die it is, where the sides roll off."""
        sides = self.session.pieces.sides
        if len(subject) == 1 and subject[0] < len(sides):
            return self.session.start.names[sides[subject[0]]]
        return source_of(place.span)


def is_face(word: str) -> bool:
    """Tell whether a word is a number that a die may show."""
    return word.isdecimal() and 0 < len(word) <= LONGEST_FACE and int(word) > 0
