"""What a phase graph consists of: every value is a whole number or a list of them, every name is resolved.

`world` says which state is read: `before` (as it was when the span began), `after` (what effects work on), or `given`
(the one that a definition is asked about).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from quarterdeck.names.types import Type
from quarterdeck.source import Span


@dataclass(frozen=True)
class Value:
    """Anything that can be worked out."""


@dataclass(frozen=True)
class Constant(Value):
    """A whole number."""

    number: int


@dataclass(frozen=True)
class Local(Value):
    """A named value of the routine."""

    name: str


@dataclass(frozen=True)
class Slot(Value):
    """A field of a thing."""

    thing: Value
    offset: int
    field: str
    world: str


@dataclass(frozen=True)
class Operation(Value):
    """A sign with its operands: + - * // % < <= = != and or not min max in odd ..."""

    sign: str
    operands: tuple[Value, ...]


@dataclass(frozen=True)
class Cases(Value):
    """The first value whose condition holds."""

    cases: tuple[tuple[Value, Value], ...]
    otherwise: Value


@dataclass(frozen=True)
class Defined(Value):
    """The value of a definition."""

    address: str
    arguments: tuple[Value, ...]
    world: str


@dataclass(frozen=True)
class Hooked(Value):
    """What the function of a plugin's hook gives, of the arguments and the fields that it may read.

    `part` is the place in what it gives where that is several numbers.
    """

    number: int
    arguments: tuple[Value, ...]
    fields: tuple[str, ...]
    world: str
    part: int = -1


@dataclass(frozen=True)
class Cell(Value):
    """The value of a table's cell."""

    table: str
    keys: tuple[Value, ...]
    world: str


@dataclass(frozen=True)
class Things(Value):
    """All things of a kind in play, in order of declaration."""

    kind: str
    world: str


@dataclass(frozen=True)
class Contents(Value):
    """What a list of a thing holds."""

    thing: Value
    offset: int
    field: str
    world: str


@dataclass(frozen=True)
class Items(Value):
    """A list of values."""

    items: tuple[Value, ...]


@dataclass(frozen=True)
class Stretch(Value):
    """The numbers from low to high, both included, or those that steps from low on reach."""

    low: Value
    high: Value
    step: int = 1


@dataclass(frozen=True)
class Gathering(Value):
    """Sum, count, any, every, least, greatest, first or all over a list; `joined` makes one list of lists."""

    how: str
    variable: str
    source: Value
    condition: Value | None
    value: Value | None
    key: Value | None
    highest: bool


@dataclass(frozen=True)
class Expected(Value):
    """The mean of a value in thousandths over all that a routine may bring; `rolls` are locals that it may name.

    `inputs` are the other locals that the value names, each with its type where that is known.
    """

    number: int
    routine: str
    arguments: tuple[Value, ...]
    value: Value
    rolls: tuple[str, ...]
    inputs: tuple[tuple[str, Type | None], ...]
    world: str


@dataclass(frozen=True)
class Function(Value):
    """A function of the language."""

    name: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True)
class Dice(Value):
    """So many dice of so many sides, plus a number; `pick` is sum, highest or lowest."""

    count: Value
    sides: Value
    plus: Value
    pick: str


@dataclass(frozen=True)
class Text:
    """Words with values in them; each value with the type that says how it is worded."""

    parts: tuple[str | tuple[Value, Type], ...]


# --- what happens


@dataclass(frozen=True)
class Act:
    """Anything that happens; `span` leads back to the rule."""

    span: Span = field(repr=False, compare=False)


@dataclass(frozen=True)
class Keep(Act):
    """Give a local its value."""

    name: str
    value: Value


@dataclass(frozen=True)
class Store(Act):
    """Write a field of the state after; a mark also that before."""

    thing: Value
    offset: int
    field: str
    value: Value
    mark: bool


@dataclass(frozen=True)
class Push(Act):
    """Put a value at the end of a list."""

    thing: Value
    offset: int
    capacity: int
    field: str
    value: Value
    mark: bool


@dataclass(frozen=True)
class Make(Act):
    """Put a new thing of a kind into play."""

    kind: str
    settings: tuple[tuple[int, str, Value], ...]


@dataclass(frozen=True)
class Unmake(Act):
    """Take a thing out of play."""

    kind: str
    thing: Value


@dataclass(frozen=True)
class Change:
    """A modifier: `sort` is raise, lower, halve_up, halve_down, halve_nearest, double, not_below or not_above."""

    address: str
    name: str
    sort: str
    amount: Value | None
    condition: Value | None


@dataclass(frozen=True)
class Roll(Act):
    """Roll dice: the locals `name.natural` and `name.total`."""

    name: str
    site: int
    dice: Dice
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Face:
    """What a natural face brings: success or not, and up to how many successes a further try."""

    number: int
    success: bool
    cap: Value | None


@dataclass(frozen=True)
class Check(Act):
    """Roll against a condition: the locals `name.natural`, `name.total`, `name.successes`."""

    name: str
    site: int
    dice: Dice
    changes: tuple[Change, ...]
    success: Value
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Do(Act):
    """Carry out a routine."""

    address: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True)
class Apply(Act):
    """Carry out what a row of a table says."""

    table: str
    keys: tuple[Value, ...]
    arguments: tuple[Value, ...]


@dataclass(frozen=True)
class Branch(Act):
    """Carry out the acts of the first condition that holds."""

    cases: tuple[tuple[Value, tuple[Act, ...]], ...]
    otherwise: tuple[Act, ...]


@dataclass(frozen=True)
class ForEach(Act):
    """Once for each value of a list; `order` is none, key or chosen."""

    variable: str
    source: Value
    condition: Value | None
    key: Value | None
    highest: bool
    chooser: Value | None
    site: int
    at_once: bool
    body: tuple[Act, ...]


@dataclass(frozen=True)
class Times(Act):
    """So many times."""

    count: Value
    body: tuple[Act, ...]


@dataclass(frozen=True)
class Leave(Act):
    """Leave the innermost loop."""


@dataclass(frozen=True)
class Return(Act):
    """Leave the routine."""


@dataclass(frozen=True)
class Requirement:
    """What must hold for an option, and the reason to give if it does not."""

    address: str
    condition: Value
    reason: Text


@dataclass(frozen=True)
class Choose(Act):
    """One decision."""

    name: str
    site: int
    chooser: Value
    source: Value
    condition: Value | None
    requirements: tuple[Requirement, ...]
    stop_requirements: tuple[Requirement, ...]
    may_stop: bool
    may_none: bool
    default: Value | None
    most: Value | None
    question: Text | None


@dataclass(frozen=True)
class Demand(Act):
    """What a procedure requires at its head; where it fails, the procedure is not carried out."""

    requirement: Requirement


@dataclass(frozen=True)
class RollOff(Act):
    """Each side rolls into a field; ties roll again."""

    site: int
    offset: int
    field: str
    dice: Dice


@dataclass(frozen=True)
class RankSides(Act):
    """Put the sides in order of a number."""

    variable: str
    key: Value
    highest: bool


@dataclass(frozen=True)
class EndGame(Act):
    """End the game; a winner of none is a draw."""

    winner: Value
    reason: Text


@dataclass(frozen=True)
class Tell(Act):
    """Tell all sides."""

    text: Text


@dataclass(frozen=True)
class Show(Act):
    """Let all know a field of a thing."""

    thing: Value
    field: str


@dataclass(frozen=True)
class Phase(Act):
    """A phase or step: `span_of_effects` says whether effects come at its end, `each` names the variable of a side."""

    address: str
    title: str
    span_of_effects: bool
    each: str
    in_order: bool
    sealed: bool
    body: tuple[Act, ...]
    close: tuple[Act, ...]


@dataclass(frozen=True)
class Site:
    """A place where chance or choice comes in; `item` is the type of what may be chosen, where something is."""

    number: int
    address: str
    sort: str
    routine: str
    span: Span = field(repr=False, compare=False)
    item: Type | None = None
    advice: str = ""
    secret: bool = False
    requirements: tuple[str, ...] = ()


@dataclass(frozen=True)
class Routine:
    """A rule ready to run: a definition has a `value`, a procedure or effect `acts`."""

    address: str
    sort: str
    parameters: tuple[tuple[str, Type], ...]
    value: Value | None
    acts: tuple[Act, ...]
    span: Span = field(repr=False, compare=False)
    step: int = 1


@dataclass(frozen=True)
class ActingTable:
    """A table whose cells act: which routine each key leads to; none where nothing happens."""

    name: str
    keys: tuple[tuple[int, int], ...]
    cells: dict[tuple[int, ...], str]
    rows: dict[tuple[int, ...], str]


@dataclass(frozen=True)
class ValueTable:
    """A table of values: a constant, or the routine that works the cell out, for each key."""

    name: str
    keys: tuple[tuple[int, int], ...]
    cells: dict[tuple[int, ...], Value]
    rows: dict[tuple[int, ...], str]
    step: int


def walk(node: Any) -> Iterator[Any]:
    """Give a node and all nodes below it, in the order of their parts."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += reversed(part)
        elif names := parts_of(type(part)):
            yield part
            waiting += [getattr(part, name) for name in reversed(names)]


_PARTS: dict[type, tuple[str, ...]] = {}


def parts_of(kind: type) -> tuple[str, ...]:
    """Give the names of the fields of a class of nodes; none for anything else."""
    if kind not in _PARTS:
        is_node = is_dataclass(kind) and not issubclass(kind, Span | Type)
        _PARTS[kind] = tuple(part.name for part in fields(kind)) if is_node else ()
    return _PARTS[kind]
