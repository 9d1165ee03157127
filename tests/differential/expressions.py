"""Expressions: the part of the differential test's own abstract syntax that has a value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Number:
    """A number as it is written; its decimal must end."""

    value: Fraction


@dataclass(frozen=True)
class Truth:
    """Yes or no."""

    value: bool


@dataclass(frozen=True)
class MemberName:
    """A member of an enum, by name."""

    enum: str
    name: str


@dataclass(frozen=True)
class Members:
    """All members of an enum, in order, by its plural."""

    enum: str


@dataclass(frozen=True)
class Nothing:
    """None."""


@dataclass(frozen=True)
class Local:
    """An input, a loop's name, a `let`, a tally, a roll, or a part of a roll such as `hit.success`."""

    name: str


@dataclass(frozen=True)
class FieldOf:
    """A field of a thing."""

    owner: Expression
    name: str


@dataclass(frozen=True)
class Constant:
    """A constant of the scenario, `game.frost`."""

    name: str


@dataclass(frozen=True)
class Things:
    """All things of a kind, in order."""

    kind: str


@dataclass(frozen=True)
class Negative:
    """A number with its sign turned."""

    value: Expression


@dataclass(frozen=True)
class Arithmetic:
    """Two numbers joined by one of `+ - * /`; or a member of a ladder or circle and a number, by `+` or `-`."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Percent:
    """So many percent of something."""

    rate: Fraction
    value: Expression


@dataclass(frozen=True)
class Rounded:
    """A number rounded `down`, `up` or `nearest`, to steps of `step`."""

    value: Expression
    way: str
    step: str = "whole"


@dataclass(frozen=True)
class Power:
    """A number to the power of a whole one."""

    base: Expression
    exponent: int


@dataclass(frozen=True)
class Raised:
    """A power whose exponent is worked out, a whole number not below zero."""

    base: Expression
    exponent: Expression


@dataclass(frozen=True)
class Root:
    """A number from zero up to the power of `top` divided by `below`, rounded to steps of `step`."""

    base: Expression
    top: int
    below: int
    way: str
    step: str = "whole"


@dataclass(frozen=True)
class Extreme:
    """The least or greatest of several numbers that are written down."""

    word: str
    items: tuple[Expression, ...]


@dataclass(frozen=True)
class Comparison:
    """Two values compared by `= < <= > >=`, `is`, `is not`, `in` or `not in`."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Not:
    """What is true where its condition is not."""

    value: Expression


@dataclass(frozen=True)
class Joined:
    """Several conditions joined by `and` or `or`."""

    word: str
    items: tuple[Expression, ...]


@dataclass(frozen=True)
class Listed:
    """A list that is written down."""

    items: tuple[Expression, ...]


@dataclass(frozen=True)
class Order:
    """What comes first: the highest or the lowest of a key."""

    highest: bool
    key: Expression


@dataclass(frozen=True)
class Gathered:
    """What `word` (all, first, sum, count, any, every, least, greatest) gathers from a list.

    Without `value` it gathers the items themselves: `all(pawn in pawns where ...)`. `any` and `count` then ask `where`.
    `empty` says what `first` gives of nothing: that of a `number`, `truth` or `list`, else none.
    """

    word: str
    value: Expression | None
    name: str
    source: Expression
    where: Expression | None = None
    order: Order | None = None
    empty: str = ""


@dataclass(frozen=True)
class Size:
    """How many a list holds: `count(pawns)`."""

    source: Expression


@dataclass(frozen=True)
class Best:
    """The highest or lowest numbers of a list, the highest first: `highest 2 of marks`."""

    end: str
    count: Expression
    source: Expression


@dataclass(frozen=True)
class Stretch:
    """The items of a list from one number to another, from 1 on, or from the end: `items(marks, 2, -1)`."""

    source: Expression
    first: Expression
    last: Expression


@dataclass(frozen=True)
class Odd:
    """Whether a whole number is odd."""

    value: Expression


@dataclass(frozen=True)
class Called:
    """What a definition gives."""

    name: str
    inputs: tuple[Expression, ...]


@dataclass(frozen=True)
class Allowed:
    """Whether a procedure would be carried out."""

    name: str
    inputs: tuple[Expression, ...]


@dataclass(frozen=True)
class LookedUp:
    """What a table of values gives."""

    table: str
    keys: tuple[Expression, ...]


@dataclass(frozen=True)
class Before:
    """A value as it was before the span around it."""

    value: Expression


@dataclass(frozen=True)
class Deck:
    """A deck: a field of a thing, or of the game where there is no `owner`. It is no value."""

    owner: Expression | None
    name: str


@dataclass(frozen=True)
class DeckSize:
    """How many cards a deck holds: `size(deck)`."""

    deck: Deck


@dataclass(frozen=True)
class Copies:
    """How many a deck holds of a card: `copies(deck, card)`, or `deck.card` where its name is written down."""

    deck: Deck
    card: Expression
    pointed: bool = False


@dataclass(frozen=True)
class Cards:
    """Which sorts a deck holds, in the order of the enum: `cards(deck)`."""

    deck: Deck


@dataclass(frozen=True)
class PlaceName:
    """A place by its column and row, as situations name it."""

    column: int
    row: int


@dataclass(frozen=True)
class OnBoard:
    """What a function of the board gives; an arc is named like a member."""

    name: str
    inputs: tuple[Expression, ...]


Expression = (
    Number
    | Truth
    | MemberName
    | Members
    | Nothing
    | Local
    | FieldOf
    | Constant
    | Things
    | Negative
    | Arithmetic
    | Percent
    | Rounded
    | Power
    | Raised
    | Root
    | Extreme
    | Comparison
    | Not
    | Joined
    | Listed
    | Gathered
    | Size
    | Best
    | Stretch
    | Odd
    | Called
    | Allowed
    | LookedUp
    | Before
    | DeckSize
    | Copies
    | Cards
    | PlaceName
    | OnBoard
)
