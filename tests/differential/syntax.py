"""A small abstract syntax of rules, of the differential test's own.

It knows nothing of the project: `generate` makes such trees, `printed` writes them as files of a ruleset, and
`evaluator` carries them out as the handbook says. Only what the handbook describes has a node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.differential.areas import AreaMap
from tests.differential.boards import Board
from tests.differential.expressions import (
    Allowed,
    Arithmetic,
    Before,
    Best,
    Called,
    Cards,
    Comparison,
    Constant,
    Copies,
    Deck,
    DeckSize,
    Expression,
    Extreme,
    FieldOf,
    Gathered,
    Joined,
    Listed,
    Local,
    LookedUp,
    MemberName,
    Members,
    Negative,
    Not,
    Nothing,
    Number,
    Odd,
    OnBoard,
    Order,
    Percent,
    PlaceName,
    Power,
    Raised,
    Root,
    Rounded,
    Size,
    Stretch,
    Things,
    Truth,
)
from tests.differential.types import (
    STEPS,
    DeckType,
    EnumType,
    ListType,
    NumberType,
    PlaceType,
    ThingType,
    TruthType,
    Type,
)

# Types are named from here like everything else.
__all__ = [
    "STEPS",
    "Allowed",
    "Arithmetic",
    "Before",
    "Best",
    "Called",
    "Cards",
    "Comparison",
    "Constant",
    "Copies",
    "Deck",
    "DeckSize",
    "DeckType",
    "EnumType",
    "Expression",
    "Extreme",
    "FieldOf",
    "Gathered",
    "Joined",
    "ListType",
    "Listed",
    "Local",
    "LookedUp",
    "MemberName",
    "Members",
    "Negative",
    "Not",
    "Nothing",
    "Number",
    "NumberType",
    "Odd",
    "OnBoard",
    "Order",
    "Percent",
    "PlaceName",
    "PlaceType",
    "Power",
    "Raised",
    "Root",
    "Rounded",
    "Size",
    "Stretch",
    "ThingType",
    "Things",
    "Truth",
    "TruthType",
    "Type",
]


# What happens
@dataclass(frozen=True)
class Throw:
    """Dice: `keep of times times (countdsides + plus)`, or `keep kept of` them."""

    count: int
    sides: int
    plus: int = 0
    times: Expression | None = None
    keep: str = ""
    kept: Expression | None = None


@dataclass(frozen=True)
class Modifier:
    """A change of a roll's total, or of what a definition gives.

    It is `+`, `-`, `halved down` (up, nearest), `doubled`, `at least` or `at most`.
    """

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
class DieChange:
    """What a modifier does with the dice of a pool.

    `again`, `on` and `adds` (up to `amount`) are about each die for which `value` holds, `counts` gives it the `value`;
    `keep highest`, `drop lowest` and their likes leave dice out, an `amount` of them or all others.
    """

    name: str
    change: str
    die: str = ""
    value: Expression | None = None
    amount: Expression | None = None
    when: Expression | None = None


@dataclass(frozen=True)
class Pool:
    """A roll of dice that are kept apart."""

    name: str
    throw: Throw
    changes: tuple[DieChange, ...] = ()
    others: tuple[Throw, ...] = ()


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
    """Another rule carried out; its result has the name `into`, where there is one."""

    name: str
    inputs: tuple[Expression, ...]
    into: str = ""


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
    """The rule or the phase is left; a procedure with its result, if it has one."""

    result: Expression | None = None


@dataclass(frozen=True)
class Guarded:
    """A simple statement with `when` or `unless` after it."""

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


@dataclass(frozen=True)
class Step:
    """A step of a phase, with what a phase may have as well."""

    name: str
    body: Block
    at_the_end: bool = False
    close: Block = ()
    each_side: bool = False


Statement = (
    Roll
    | Pool
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
    | Step
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
    """What is worked out; where it says what it `takes`, it is a table by condition, and its cases are the rows."""

    name: str
    inputs: tuple[Input, ...]
    type: Type
    cases: tuple[Case, ...]
    takes: str = ""
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True)
class Procedure:
    """What is done: a procedure, or an effect; `requirement` stands at its head, `result` is the type of a result."""

    name: str
    inputs: tuple[Input, ...]
    body: Block
    effect: bool = False
    requirement: Expression | None = None
    result: Type | None = None


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
    """A phase of the turn, perhaps with effects at its end and a close; each side goes through it where `each_side`."""

    name: str
    body: Block
    at_the_end: bool = False
    close: Block = ()
    each_side: bool = False


@dataclass(frozen=True)
class Enum:
    """Names to choose from; `sort` is `plain`, `ladder`, `circle`, or `areas` for those of the map."""

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
    board: Board | AreaMap | None = None

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
