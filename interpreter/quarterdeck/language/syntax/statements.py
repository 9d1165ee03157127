"""Nodes of what happens: an alias of `grammar/statements.lark` each, its fields the parts of it."""

from __future__ import annotations

from quarterdeck.language.syntax.expressions import Expression
from quarterdeck.language.syntax.node import Formerly, Node, Note, Statement, Word, WrittenType

KEPT_IN_CACHE = True


class Guarded(Statement):
    """A statement with `when` after it."""

    statement: Statement
    condition: Expression


class GuardedUnless(Statement):
    """A statement with `unless` after it."""

    statement: Statement
    condition: Expression


class Let(Statement):
    """Name a value."""

    name: Word
    value: Expression


class LetResult(Statement):
    """Do a procedure and name its result."""

    name: Word
    call: Expression


class Tally(Statement):
    """Name a number that may change within its range."""

    name: Word
    type: WrittenType
    value: Expression


class Set(Statement):
    """Give a field or tally a value."""

    target: Expression
    value: Expression


class Add(Statement):
    """Raise a field or tally."""

    amount: Expression
    target: Expression
    limit: NoMoreThan | NoLessThan | None


class Take(Statement):
    """Lower a field or tally."""

    amount: Expression
    target: Expression
    limit: NoMoreThan | NoLessThan | None


class NoMoreThan(Node):
    """`to no more than n`."""

    bound: Expression


class NoLessThan(Node):
    """`to no less than n`."""

    bound: Expression


class Append(Statement):
    """Put a value at the end of a list."""

    value: Expression
    target: Expression


class Setting(Node):
    """`field: value` of a thing that is created."""

    name: Word
    value: Expression


class Create(Statement):
    """Make a thing of a kind, in a pool or list."""

    kind: Word
    pool: Expression
    settings: tuple[Setting, ...]


class Remove(Statement):
    """Take a thing out of play."""

    thing: Expression
    reason: Word | None


class Do(Statement):
    """Carry out a procedure or effect."""

    call: Expression


class Apply(Statement):
    """Carry out what a table's row says."""

    call: Expression


class Start(Statement):
    """Set a timer."""

    timer: Expression
    delay: Expression
    clock: Word
    every: ThenEvery | None


class ThenEvery(Node):
    """`then every round`."""

    clock: Word


class Reveal(Statement):
    """Let all know what few knew."""

    what: Expression


class Announce(Statement):
    """Tell all sides a sentence."""

    text: Word


class OrderSides(Statement):
    """Settle in which order sides act."""

    key: Expression
    ranking: Word


class Win(Statement):
    """End the game with a winner."""

    side: Expression
    reason: Word


class DrawnGame(Statement):
    """End the game without a winner."""

    reason: Word


class DrawLot(Statement):
    """Draw from a deck, and name what comes."""

    name: Word
    deck: Expression
    or_none: Word | None
    secret: SecretBy | None
    phrase: Word | None
    notes: tuple[Formerly, ...]


class Peek(Statement):
    """Let one side look at what lies on top of a deck."""

    name: Word
    side: Expression
    deck: Expression
    up_to: Word
    count: Expression
    phrase: Word | None
    notes: tuple[Formerly, ...]


class Shuffle(Statement):
    """Shuffle a deck, perhaps into another."""

    deck: Expression
    into: Expression | None


class Stop(Statement):
    """Leave the innermost loop."""


class Finish(Statement):
    """Leave the procedure or effect; a procedure with its result, if it has one."""

    result: Expression | None


class ShiftedUp(Node):
    """`plus n` behind dice."""

    amount: Expression


class ShiftedDown(Node):
    """`minus n` behind dice."""

    amount: Expression


class SecretBy(Node):
    """Who alone sees the dice."""

    side: Expression


class Roll(Statement):
    """Roll dice and name the total."""

    name: Word
    dice: Expression
    shift: ShiftedUp | ShiftedDown | None
    secret: SecretBy | None
    phrase: Word | None
    notes: tuple[Formerly, ...]
    modifiers: tuple[Modifier, ...]


class Check(Statement):
    """Roll dice against a condition, perhaps again and again."""

    name: Word
    dice: Expression
    shift: ShiftedUp | ShiftedDown | None
    secret: SecretBy | None
    phrase: Word | None
    notes: tuple[Formerly, ...]
    success: Success
    modifiers: tuple[Modifier, ...]
    naturals: tuple[Natural, ...]


class Success(Node):
    """When a check succeeds."""

    condition: Expression


class Natural(Node):
    """What an unmodified face brings, whatever the total."""

    face: Word
    outcome: Word
    again: Again | None
    notes: tuple[Note, ...]


class Again(Node):
    """A further try, with a cap on the successes."""

    up_to: Word
    cap: Expression


class Modifier(Node):
    """A named change of a roll's total."""

    name: Word
    change: ModifierChange
    condition: Expression | None
    phrase: Word | None
    notes: tuple[Note, ...]


class ModifierChange(Node):
    """What a modifier does to the total."""


class Raised(ModifierChange):
    """`+ n`."""

    amount: Expression


class Lowered(ModifierChange):
    """`- n`."""

    amount: Expression


class Halved(ModifierChange):
    """`halved rounded down`."""

    how: Word


class Doubled(ModifierChange):
    """`doubled`."""


class NotBelow(ModifierChange):
    """`at least n`."""

    bound: Expression


class NotAbove(ModifierChange):
    """`at most n`."""

    bound: Expression


class ThrownAgain(ModifierChange):
    """`each die where die = 1 is thrown again`: once more, and it counts as it shows then."""

    die: Word
    condition: Expression


class ThrownOn(ModifierChange):
    """`each die where die = 6 is thrown on, up to 4`: again and again, and it counts as the sum."""

    die: Word
    condition: Expression
    up_to: Word
    cap: Expression


class AddsDie(ModifierChange):
    """`each die where die = 6 adds a die, up to 3`: another die is thrown, and joins the pool."""

    die: Word
    condition: Expression
    up_to: Word
    cap: Expression


class CountsAs(ModifierChange):
    """`each die counts worth[die]`."""

    die: Word
    value: Expression


class KeptDice(ModifierChange):
    """`keep highest 3`, `drop lowest 1`: of a pool, the other dice or these are left out."""

    how: Word
    count: Expression


class RollOff(Statement):
    """Each side rolls; ties roll again."""

    name: Word
    dice: Expression
    phrase: Word | None
    notes: tuple[Formerly, ...]


class Choose(Statement):
    """One decision of one side."""

    name: Word
    chooser: Expression
    source: Node
    condition: Expression | None
    options: tuple[Node, ...]
    phrase: Word | None
    notes: tuple[Formerly, ...]
    requirements: tuple[Require, ...]


class Numbers(Node):
    """`low to high`, both included; in steps of a number from the low end on, where one is said."""

    low: Expression
    high: Expression
    step: Word | None


class OrStop(Node):
    """One may stop, which leaves the loop."""


class OrNone(Node):
    """One may choose nothing."""

    word: Word


class Default(Node):
    """What is taken when nobody says."""

    value: Expression


class InSecret(Node):
    """The others do not see it."""


class UpTo(Node):
    """How many may be chosen."""

    word: Word
    count: Expression


class Require(Statement):
    """What must hold, and what to say if not."""

    name: Word
    for_stop: Word | None
    condition: Expression
    reason: Word
    notes: tuple[Note, ...]


class When(Statement):
    """Cases of what happens."""

    condition: Expression
    block: tuple[Statement, ...]
    others: tuple[OtherwiseWhen, ...]
    otherwise: Otherwise | None


class OtherwiseWhen(Node):
    """A further case."""

    condition: Expression
    block: tuple[Statement, ...]


class Otherwise(Node):
    """The last case."""

    block: tuple[Statement, ...]


class ForEach(Statement):
    """Once for each thing."""

    variable: Word
    source: Expression
    condition: Expression | None
    options: tuple[Node, ...]
    block: tuple[Statement, ...]


class AtOnce(Node):
    """All of them from the state before."""


class ChosenBy(Node):
    """A side chooses the order."""

    side: Expression


class ForNumbers(Statement):
    """Once for each number."""

    variable: Word
    low: Expression
    high: Expression
    block: tuple[Statement, ...]


class Repeat(Statement):
    """So many times, at most."""

    up_to: Word | None
    count: Expression
    block: tuple[Statement, ...]


class Step(Statement):
    """A named part of a phase."""

    name: Word
    title: Word | None
    notes: tuple[Note, ...]
    options: tuple[Node, ...]
    docs: tuple[Word, ...]
    block: tuple[Statement, ...]
    REST = True


class Close(Statement):
    """What is done at the close of a span, seeing before and after."""

    block: tuple[Statement, ...]


class EffectsAtTheEnd(Node):
    """Effects of the phase come into force at its end."""


class ForEachSide(Node):
    """The phase is gone through once for each side."""

    variable: Word
    in_order: Word | None


class AllSidesAtOnce(Node):
    """Every side decides from one state; all is opened together."""
