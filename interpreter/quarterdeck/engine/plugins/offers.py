"""What a plugin offers: values that its hook implementations give.

A function of a plugin must be pure: the same facts always give the same. What it may read of the state it declares as
`Kind.field`; anything else is refused. So the same function serves play, replay, traces and exact odds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.engine.plugins.plugin_seats import Decides
from quarterdeck.engine.plugins.reading import Reading, Setting


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
class Refusal:
    """A further requirement of a choice: what it refuses may not be chosen.

    `refuses` is given the option under the name of the choice, and the inputs of the rule, and says yes or no. `text`
    is the reason that is given, and printed among the requirements of the choice.
    """

    at: str
    name: str
    text: str
    refuses: Callable[[Reading], bool]
    reads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ordering:
    """The order in which the options of a choice are offered: the lowest `rank` first, equals as they were."""

    at: str
    name: str
    text: str
    rank: Callable[[Reading], int]
    reads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Function:
    """A function of the language, which rules call like a definition.

    `takes` has its inputs by name with their types as rules write them, and `gives` is the type of its value: numbers
    with ranges, steps and units, truths, members of enums and places. `words` is how prose names the value, as
    behind the head of a definition: "the penetration of {calibre} at {range}". `value` is given the inputs by name.
    `text` is printed as what the definition says.
    """

    name: str
    words: str
    takes: dict[str, str]
    gives: str
    text: str
    value: Callable[[Reading], object]


@dataclass(frozen=True)
class Page:
    """A page for the rulebook, in Markdown without headings."""

    title: str
    text: str


@dataclass(frozen=True)
class Seat:
    """Somebody who decides for a side: `sit` is given a seed, and gives who sits there for one game."""

    name: str
    text: str
    sit: Callable[[int], Decides]


@dataclass(frozen=True)
class Command:
    """A command of the command line: `run` takes what it is given as its parameters say, and gives an exit code."""

    name: str
    text: str
    run: Callable[..., int | None]


Offer = Modifier | LookUp | BeforePhase | Refusal | Ordering | Function
"""What takes part in rules."""

FUNCTIONS = ("amount", "keys", "act", "refuses", "rank", "value")
"""Under which names offers hold their functions."""
