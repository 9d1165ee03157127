"""Types that keys of documents are declared with, where Python's own types say too little.

In: nothing. Out: aliases that type checkers take for the type of the value that is read; their marks tell
`shape_reader` which data fit, and `documents_schema` what to say of it to editors.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Annotated

from quarterdeck.base.bounds import MOST_TURNS


@dataclass(frozen=True)
class Within:
    """A mark of whole numbers between two, both included."""

    low: int
    high: int


class Notation(Enum):
    """Marks of types that may be written in more than one way."""

    YES_NO = auto()
    """A truth value may be written as `yes` or `no` too."""
    DIGITS = auto()
    """A whole number stands for its digits."""


YesNo = Annotated[bool, Notation.YES_NO]
"""`yes` or `no`; `replaces: yes` puts an element of a variant in the place of the one with the same name below it."""
Capacity = Annotated[int, Within(1, 1000)]
"""How many things of a kind, or values in a list, a game has room for: all of it is there from the start."""
HowMany = Annotated[int, Within(0, 1000)]
"""How many cards of a sort lie in a deck, and how many of the topmost a side may look at."""
Turns = Annotated[int, Within(1, MOST_TURNS)]
"""How many turns a game has at most."""
Code = Annotated[str, Notation.DIGITS]
"""Rules language; a bare number is a good expression."""
Cell = Code | list[Code] | None
"""What a table gives in one place."""
