"""What is known of a view while a side weighs: what definitions gave of it, and how to count what is to be expected.

In: what a program keeps for the advice of a choice, `Watched`. Out: a list that generated code looks into and fills:
under the number of a definition what it gave for its inputs, and at its head the function that counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.runtime import expected

Known = list[Any]
"""At 0 a function that gives what is to be expected, in thousandths: of a state, the number of an expectation, its
arguments and inputs, and the value whose mean it is. At N what the definition of that number gave for its inputs."""

MOST = 1 << 16
"""So many values are kept of one definition, and then forgotten."""


@dataclass(frozen=True)
class Watched:
    """What the advice of the choice at a site hangs on: the fields that it may read and that may change.

    `readers` are, for each field, the numbers of the kept definitions that read it, and `count` is how many are kept.
    """

    site: int
    fields: tuple[str, ...]
    readers: Mapping[str, Sequence[int]]
    count: int


def nothing_known(count: int) -> Known:
    """Give what is known at first, where so many definitions are kept; nobody can count what is to be expected."""
    return [expected, *({} for _ in range(count))]


def forget(known: Known, fields: Iterable[str], watched: Watched) -> None:
    """Forget what definitions gave that read one of some fields."""
    for field in fields:
        for number in watched.readers.get(field, ()):
            known[number] = {}


def trim(known: Known) -> None:
    """Forget what definitions gave where that has become too much."""
    for number in range(1, len(known)):
        if len(known[number]) > MOST:
            known[number] = {}
