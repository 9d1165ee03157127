"""The record of a game: every die and every choice, in the order in which they came in.

In: what a context notes. Out: lines as a journal keeps them, and entries as a program reads them. Lines are what is
kept: in a game of bots a journal is written and nobody reads an entry.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, overload

from quarterdeck.base.plain_data import as_written
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import how_declined, is_measured, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.program import Program

Entry = dict[str, Any]
Throw = Callable[[int, int, tuple[int, ...]], int]
"""Gives a face: of a site, a number of sides, and what the die is about."""

_as_json = json.JSONEncoder(ensure_ascii=False).encode


def as_line(entry: Mapping[str, Any]) -> str:
    """Give an entry, or the header of a journal, as a line of it."""
    return _as_json(entry) + "\n"


def line_of(entry: int) -> str:
    """Name the line of a saved game that holds an entry; the first line of the file is its header."""
    return f"line {entry + 2} of the saved game"


def worded_entry(entry: Mapping[str, Any]) -> str:
    """Word an entry: who chooses what, which face a die shows, what is drawn."""
    match entry:
        case {"choice": answer, **others}:
            return f"{others.get('by') or 'somebody'} chooses {as_written(answer)}"
        case {"die": face, **others}:
            return f"a d{as_written(others.get('of', ''))} shows {as_written(face)}"
        case {"drawn": member}:
            return f"{as_written(member)} is drawn"
    return "this is not an event of a game"


@cache
def numbers(count: int) -> str:
    """Give the form of so many numbers."""
    return ", ".join(["%d"] * count)


class GameRecord(Sequence[Entry]):
    """What came in; `lines` holds it as a journal does."""

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __init__(self, program: Program, situation: Situation) -> None:
        self.program = program
        self.situation = situation
        self.known_as = situation.known_as
        self.lines: list[str] = []
        # The same choices are made, and the same things roll, again and again: their text is kept.
        self._addresses = program.quoted_addresses
        self._choices: dict[tuple[int, int, int], str] = {}
        self._subjects: dict[tuple[int, ...], str] = {}

    def noting(self, throw: Throw) -> Throw:
        """Give a function that throws and takes down: in one piece, since nothing is done as often as to roll a die."""
        subjects, addresses, add = self._subjects, self._addresses, self.lines.append

        def throw_and_note(site: int, sides: int, subject: tuple[int, ...]) -> int:
            face = throw(site, sides, subject)
            about = subjects.get(subject)
            if about is None:
                about = subjects[subject] = numbers(len(subject)) % subject
            add(f'{{"die": {face}, "of": {sides}, "at": {addresses[site]}, "for": [{about}]}}\n')
            return face

        return throw_and_note

    def note_draw(self, member: str, lots: int, site: int, subject: tuple[int, ...]) -> None:
        """Take down what was drawn out of so many lots."""
        about = numbers(len(subject)) % subject
        self.lines.append(f'{{"drawn": "{member}", "of": {lots}, "at": {self._addresses[site]}, "for": [{about}]}}\n')

    def note_choice(self, answer: int, site: int, side: int) -> None:
        """Take down what a side chose."""
        line = self._choices.get((answer, site, side))
        if line is None:
            place = self.program.sites[site]
            choice, by = _as_json(self.encoded(place.item, answer)), _as_json(self.known_as.get(side, ""))
            line = f'{{"choice": {choice}, "by": {by}, "at": {self._addresses[site]}}}\n'
            self._choices[answer, site, side] = line
        self.lines.append(line)

    def encoded(self, kind: Type | None, answer: Any) -> Any:
        """Give an answer so that another process, or a ruleset with other things in it, understands it."""
        if declined := how_declined(kind, answer):
            return declined
        match kind:
            case types.Thing():
                return self.known_as.get(answer) or self.program.layout.ordinal(answer)
            case types.Space():
                return list(self.program.world.board.grid.axial(answer))
            case types.EnumType(enum=enum):
                return self.program.world.enums[enum].members[answer]
            case _ if is_measured(kind):
                return words_of(self.program, self.situation.names, kind, answer)
        return int(answer)

    # --- as a sequence of entries

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            return list(map(json.loads, self.lines[at]))
        return dict(json.loads(self.lines[at]))

    def __iter__(self) -> Iterator[Entry]:
        return map(json.loads, self.lines)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, GameRecord):
            return self.lines == other.lines
        return isinstance(other, Sequence) and list(self) == list(other)
