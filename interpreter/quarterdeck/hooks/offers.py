"""What a plugin offers: values that its hook implementations give.

A function of a plugin must be pure: the same facts always give the same. What it may read of the state it declares as
`Kind.field`; anything else is refused. So the same function serves play, replay, traces and exact odds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.hooks.reading import Reading, Setting


@dataclass(frozen=True)
class About:
    """What a plugin says of itself: a title, and a text that the rulebook prints."""

    title: str
    text: str


@dataclass(frozen=True)
class Modifier:
    """A further modifier of the roll at an address.

    `amount` is given what may be read, the roll's `natural` and `total` and the inputs of its rule by their names, and
    gives what is added to the total; 0 where the modifier does not apply. `text` is printed with the roll's own
    modifiers.
    """

    at: str
    name: str
    text: str
    amount: Callable[[Reading], int]
    reads: tuple[str, ...] = ()


@dataclass(frozen=True)
class LookUp:
    """A change of the keys with which a table is looked up.

    `keys` is given the keys by their names and gives those that count, in the order of the table.
    """

    at: str
    name: str
    text: str
    keys: Callable[[Reading], tuple[object, ...]]


@dataclass(frozen=True)
class BeforePhase:
    """What happens before a phase or step: `act` may set the fields that are declared as `writes`."""

    at: str
    name: str
    text: str
    act: Callable[[Setting], None]
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()


@dataclass(frozen=True)
class AfterPhase(BeforePhase):
    """What happens after a phase or step."""


@dataclass(frozen=True)
class Page:
    """A page for the rulebook, in Markdown without headings."""

    title: str
    text: str


Offer = Modifier | LookUp | BeforePhase
