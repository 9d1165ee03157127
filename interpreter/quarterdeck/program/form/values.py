"""Values of a program: each knows its type, every name is resolved, and a change of steps is a node of its own.

A value of a `Number` is a whole number of steps: 2.5 in tenths is 25. A value of a `Ratio` is an exact fraction.
Truths, members, things and places are whole numbers, -1 for none; a list is a list of them.

`state` says which state is read: `before` (as it was when the span began), `after` (what effects work on), or `given`
(the one that a definition is asked about).
"""

from __future__ import annotations

from typing import Literal

from quarterdeck.base import records
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.types import BOOLEAN, Number, Type

KEPT_IN_CACHE = True

State = Literal["before", "after", "given"]
Sign = Literal["+", "-", "*", "//", "%", "<", "<=", "=", "!=", "and", "or", "not", "min", "max", "in", "there"]
How = Literal["any", "every", "count", "sum", "least", "greatest", "all", "joined", "first"]
Pick = Literal["sum", "highest", "lowest", "each"]
Picked = Pick | tuple[Pick, int]
"""Which of some dice count, or from which end how many of them."""
Rounding = Literal["up", "down", "nearest"]
ALLOWED = "allowed "
"""How the address of a definition begins that tells whether a procedure is allowed."""


class Value(records.EqualRecord):
    """Anything that can be worked out."""

    type: Type


class Constant(Value):
    """A known value: a number of steps, a member's place, 0 or 1, -1 for none."""

    number: int


class Local(Value):
    """A named value of the routine."""

    name: str


class Slot(Value):
    """A field of a thing."""

    thing: Value
    offset: int
    field: str
    state: State


class Contents(Value):
    """What a field of a thing holds that is a list."""

    thing: Value
    offset: int
    field: str
    state: State


class Operation(Value):
    """A sign with its operands; sums, differences and comparisons are of numbers in the same steps."""

    sign: Sign
    operands: tuple[Value, ...]


class Rescale(Value):
    """The same number in finer steps."""

    value: Value


class Rounded(Value):
    """A quotient of two numbers in the same steps, rounded to the steps of the type; the divisor is above zero."""

    how: Rounding
    top: Value
    below: Value


class Power(Value):
    """A number to the power of a whole one above zero, in the steps that its factors make."""

    base: Value
    exponent: int


class RoundedPower(Value):
    """A quotient of two numbers in the same steps to the power of `power` by `degree`, rounded to the type's steps.

    The quotient is not below zero, and its divisor is above zero.
    """

    how: Rounding
    top: Value
    below: Value
    power: int
    degree: int


class Quotient(Value):
    """The exact ratio of two numbers in the same steps; the divisor is above zero."""

    top: Value
    below: Value


class Numerator(Value):
    """What stands above the line of a ratio in lowest terms."""

    ratio: Value


class Denominator(Value):
    """What stands below the line of a ratio in lowest terms; above zero."""

    ratio: Value


class Cases(Value):
    """The first value whose condition holds."""

    cases: tuple[tuple[Value, Value], ...]
    otherwise: Value


class Defined(Value):
    """The value of a definition."""

    address: str
    arguments: tuple[Value, ...]
    state: State


class Remembered(Value):
    """The value of a definition of the state before, kept for its inputs while effects wait."""

    address: str
    arguments: tuple[Value, ...]


class Prepared(Value):
    """What is left of a prepared list by a condition: `how` is all or joined, as for the gathering that it was.

    A prepared list holds pairs of an item and its value, worked out once for all inputs of a remembered definition.
    """

    how: How
    name: str
    variable: str
    condition: Value


class PreparedItems(Value):
    """All items of all lists of a prepared list, without regard to order."""

    name: str


class Hooked(Value):
    """What the function of a plugin's hook gives, of the arguments and the fields that it may read.

    `part` is the place in what it gives where that is several numbers.
    """

    number: int
    arguments: tuple[Value, ...]
    fields: tuple[str, ...]
    state: State
    part: int = -1


class Cell(Value):
    """The value of a table's cell."""

    table: str
    keys: tuple[Value, ...]
    state: State


class Things(Value):
    """All things of a kind in play, in order of declaration."""

    kind: str
    state: State


class Items(Value):
    """A list of values."""

    items: tuple[Value, ...]


class Range(Value):
    """The numbers from low to high, both included, or those that so many steps at a time from low on reach."""

    low: Value
    high: Value
    stride: int = 1


class Gathering(Value):
    """Sum, count, any, every, least, greatest, first or all over a list; `joined` makes one list of lists.

    With a key the list is put in order first. Of nothing the value is `otherwise`.
    """

    how: How
    variable: str
    source: Value
    condition: Value | None
    value: Value | None
    key: Value | None
    highest: bool


class Ordered(Value):
    """A list in the order of a key, of what meets a condition; equals stay in the order of the list."""

    variable: str
    source: Value
    condition: Value | None
    key: Value
    highest: bool


class Expected(Value):
    """The mean of a value in thousandths over all that a routine may bring; `rolls` are locals that it may name.

    `inputs` are the other locals that the value names, each with its type, where that is known.
    """

    number: int
    routine: str
    arguments: tuple[Value, ...]
    value: Value
    rolls: tuple[str, ...]
    inputs: tuple[tuple[str, Type | None], ...]
    state: State


class Function(Value):
    """A function of the language."""

    name: str
    arguments: tuple[Value, ...]


class DieStep(records.EqualRecord):
    """What is done with each die of a pool, one after another, as it comes.

    `again`: one for which a condition of the local `die` holds is thrown once more. `on`: it is thrown as long as the
    condition holds, in all as often as `cap` says, and counts as the sum. `adds`: another die is thrown for it, and for
    that one if the condition holds for what it shows, in all as many as `cap` says with the first. `counts`: it counts
    as a value.
    """

    how: Literal["again", "on", "adds", "counts"]
    die: Local
    value: Value
    cap: Value | None = None


class Dice(Value):
    """So many dice of so many sides, plus a number; `pick` says which of them are added up.

    Of `highest` and `lowest` it is as many as `kept` says, or one. With `each` they are not added: they are a list of
    what each shows, the highest first; where chances are counted, `more` are other dice of the same list.
    """

    count: Value
    sides: Value
    plus: Value
    pick: Pick
    kept: Value | None = None
    steps: tuple[DieStep, ...] = ()
    more: tuple[Dice, ...] = ()


class PoolReads(Value):
    """What is read of a pool that is thrown, all at once.

    The `items` are values of the local `pool`, and of `names`, which stand for what is `given`. Where the rules need
    the list itself, it is the only item. `places` say where each item is read.
    """

    dice: Dice
    pool: str
    names: tuple[str, ...]
    given: tuple[Value, ...]
    items: tuple[Value, ...]
    places: tuple[Span, ...]


class Lots(Value):
    """One lot out of several sorts, so many of each: which sort is drawn. There is at least one lot."""

    counts: tuple[Value, ...]


class Text(records.EqualRecord):
    """Words with values in them; a part that is `PLURAL` ends a word for several, unless the value before is one."""

    parts: tuple[str | Value, ...]


PLURAL = "{s}"


ANY_WHOLE = Number(-(2**62), 2**62)


def whole(number: int) -> Constant:
    """Give a whole number as a constant."""
    return Constant(Number(number, number), number)


def truth(holds: bool) -> Constant:
    """Give yes or no as a constant."""
    return Constant(BOOLEAN, int(holds))
