"""A small abstract syntax of rules, of the differential test's own.

It knows nothing of the project: `generate` makes such trees, `printed` writes them as files of a ruleset, and
`evaluator` carries them out as the handbook says. Only what the handbook describes has a node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.differential.types import STEPS, DeckType, EnumType, ListType, NumberType, ThingType, TruthType, Type

# Types are named from here like everything else.
__all__ = ["STEPS", "DeckType", "EnumType", "ListType", "NumberType", "ThingType", "TruthType", "Type"]


# What has a value
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


Expression = (
    Number
    | Truth
    | MemberName
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
    | Root
    | Extreme
    | Comparison
    | Not
    | Joined
    | Listed
    | Gathered
    | Size
    | Odd
    | Called
    | Allowed
    | LookedUp
    | Before
    | DeckSize
    | Copies
    | Cards
)


# What happens
@dataclass(frozen=True)
class Throw:
    """Dice: `keep of times times (countdsides + plus)`."""

    count: int
    sides: int
    plus: int = 0
    times: Expression | None = None
    keep: str = ""


@dataclass(frozen=True)
class Modifier:
    """A change of a roll's total: `+`, `-`, `halved down` (up, nearest), `doubled`, `at least`, `at most`."""

    name: str
    change: str
    amount: Expression | None = None
    when: Expression | None = None


@dataclass(frozen=True)
class Natural:
    """What a natural face brings, and how many tries in all it may earn."""

    face: int
    success: bool
    again: Expression | None = None


@dataclass(frozen=True)
class Roll:
    """A roll; a check where `success` says what counts as one."""

    name: str
    throw: Throw
    shift: Expression | None = None
    shift_sign: str = "plus"
    modifiers: tuple[Modifier, ...] = ()
    success: Expression | None = None
    naturals: tuple[Natural, ...] = ()


@dataclass(frozen=True)
class Let:
    """A value with a name."""

    name: str
    value: Expression


@dataclass(frozen=True)
class Tally:
    """A count of the rule's own."""

    name: str
    type: NumberType
    value: Expression


@dataclass(frozen=True)
class Set:
    """A field or tally given a value."""

    target: FieldOf | Local
    value: Expression


@dataclass(frozen=True)
class Limit:
    """The limit of an `add` or `take`: no more than `value`, or no less."""

    upper: bool
    value: Expression


@dataclass(frozen=True)
class Add:
    """An amount added to a field or tally; taken from it where `take`."""

    amount: Expression
    target: FieldOf | Local
    limit: Limit | None = None
    take: bool = False


@dataclass(frozen=True)
class Append:
    """A value put at the end of a list of a field."""

    value: Expression
    target: FieldOf


@dataclass(frozen=True)
class Create:
    """A new thing of a kind, with some of its fields."""

    kind: str
    fields: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True)
class Remove:
    """A thing that goes."""

    thing: Expression


@dataclass(frozen=True)
class Do:
    """Another rule carried out."""

    name: str
    inputs: tuple[Expression, ...]


@dataclass(frozen=True)
class Apply:
    """What a row of an acting table says, carried out."""

    table: str
    keys: tuple[Expression, ...]
    inputs: tuple[Expression, ...]


@dataclass(frozen=True)
class Announce:
    """Words told to all; values stand in braces."""

    parts: tuple[str | Expression, ...]


@dataclass(frozen=True)
class Stop:
    """The innermost loop is left."""


@dataclass(frozen=True)
class Finish:
    """The rule, phase or step is left."""


@dataclass(frozen=True)
class Guarded:
    """A simple statement with `when` or `unless` behind it."""

    statement: Statement
    condition: Expression
    unless: bool = False


@dataclass(frozen=True)
class When:
    """Branches, of which the first whose condition holds is taken."""

    branches: tuple[tuple[Expression, Block], ...]
    otherwise: Block = ()


@dataclass(frozen=True)
class ForEach:
    """A loop over a list."""

    name: str
    source: Expression
    body: Block
    where: Expression | None = None
    order: Order | None = None
    at_once: bool = False


@dataclass(frozen=True)
class ForNumbers:
    """A loop over whole numbers."""

    name: str
    first: Expression
    last: Expression
    body: Block


@dataclass(frozen=True)
class Repeat:
    """A loop that goes round so many times."""

    times: Expression
    body: Block
    up_to: bool = False


@dataclass(frozen=True)
class Draw:
    """A card drawn from a deck, perhaps in secret by a side; none of an empty deck where `or_none`."""

    name: str
    deck: Deck
    or_none: bool = False
    secret_by: Expression | None = None


@dataclass(frozen=True)
class Peek:
    """The topmost cards of a deck, looked at by a side and left there."""

    name: str
    side: Expression
    deck: Deck
    most: Expression


@dataclass(frozen=True)
class Shuffle:
    """A deck shuffled, perhaps into another."""

    deck: Deck
    into: Deck | None = None


@dataclass(frozen=True)
class MoveCard:
    """A card put into a deck, or taken out of it where `take`."""

    card: Expression
    deck: Deck
    take: bool = False


Statement = (
    Roll
    | Let
    | Tally
    | Set
    | Add
    | Append
    | Create
    | Remove
    | Do
    | Apply
    | Announce
    | Stop
    | Finish
    | Guarded
    | When
    | ForEach
    | ForNumbers
    | Repeat
    | Draw
    | Peek
    | Shuffle
    | MoveCard
)
Block = tuple[Statement, ...]


# What a ruleset declares
@dataclass(frozen=True)
class Input:
    """An input of a rule."""

    name: str
    type: Type


@dataclass(frozen=True)
class Case:
    """A value and the condition under which it counts; the last case has none."""

    value: Expression
    condition: Expression | None = None


@dataclass(frozen=True)
class Definition:
    """What is worked out."""

    name: str
    inputs: tuple[Input, ...]
    type: Type
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class Procedure:
    """What is done: a procedure, or an effect; `requirement` stands at its head."""

    name: str
    inputs: tuple[Input, ...]
    body: Block
    effect: bool = False
    requirement: Expression | None = None


@dataclass(frozen=True)
class Row:
    """A row of a table: the bounds of its first key, and a cell for each column."""

    low: Fraction | int | None
    high: Fraction | int | None
    cells: tuple[Fraction | Block, ...]


@dataclass(frozen=True)
class Table:
    """A table, keyed by a number and, with `enum`, by a member that picks the column.

    A table of values `gives` a type; one that acts is `given` inputs. `between_rows` rounds what lies on the straight
    line between two rows: down, up or nearest.
    """

    name: str
    key: NumberType
    rows: tuple[Row, ...]
    enum: str = ""
    gives: NumberType | None = None
    given: tuple[Input, ...] = ()
    between_rows: str = ""


@dataclass(frozen=True)
class Phase:
    """A phase of the turn, perhaps with effects at its end and a close."""

    name: str
    body: Block
    at_the_end: bool = False
    close: Block = ()


@dataclass(frozen=True)
class Enum:
    """Names to choose from; `sort` is `plain`, `ladder` or `circle`."""

    name: str
    members: tuple[str, ...]
    sort: str = "plain"


@dataclass(frozen=True)
class FieldType:
    """A field of a kind with what it begins with; a `mark` is seen at once inside a span."""

    name: str
    type: Type
    start: Expression
    mark: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of things."""

    name: str
    one: str
    many: str
    fields: tuple[FieldType, ...]
    capacity: int = 4
    owned: bool = False

    def field(self, name: str) -> FieldType:
        return next(one for one in self.fields if one.name == name)


@dataclass(frozen=True)
class Ruleset:
    """All that a ruleset declares."""

    kinds: tuple[Kind, ...]
    enums: tuple[Enum, ...]
    constants: tuple[FieldType, ...]
    definitions: tuple[Definition, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    tables: tuple[Table, ...] = ()
    phases: tuple[Phase, ...] = ()
    dice: tuple[int, ...] = field(default=(2, 3, 4, 6))

    def kind(self, name: str) -> Kind:
        return next(one for one in self.kinds if one.name == name)

    def decks(self, name: str) -> list[DeckType]:
        """Give the types of all decks with a name, which are of one enum."""
        fields = (one for kind in self.kinds for one in kind.fields if one.name == name)
        return [one.type for one in fields if isinstance(one.type, DeckType)]

    def enum(self, name: str) -> Enum:
        return next(one for one in self.enums if one.name == name)

    def definition(self, name: str) -> Definition:
        return next(one for one in self.definitions if one.name == name)

    def procedure(self, name: str) -> Procedure:
        return next(one for one in self.procedures if one.name == name)

    def table(self, name: str) -> Table:
        return next(one for one in self.tables if one.name == name)
