"""What a section of rules consists of, before anybody knows how it is printed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.rulebook.english.text import EMPTY, Text


@dataclass(frozen=True)
class Point:
    """A sentence or the beginning of one, with the points below it and the sentences after them.

    `numbered` says how the points below are set; `lead` is a word or question set off in front.
    """

    text: Text
    points: tuple[Point, ...] = ()
    numbered: bool = False
    after: tuple[Text, ...] = ()
    lead: Text = EMPTY
    cites: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    address: str = ""
    kind: str = ""  # modifier, requirement, phase, definition: the sort of thing that has this address
    raw: Text = EMPTY  # the text as a part of another sentence

    def with_text(self, text: Text) -> Point:
        """Give the point with other words."""
        return replace(self, text=text)


def longest(points: tuple[Point, ...]) -> int:
    """Give the number of letters of the longest of several points."""
    return max((sum(len(run.words) for run in point.text) for point in points), default=0)
