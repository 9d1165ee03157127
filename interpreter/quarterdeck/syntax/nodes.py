"""What rules text consists of.

Every class is an alias of the grammar in `grammar/`; its fields are the parts of that alias, in order. Nodes compare by
identity, since later stages hang what they find out on the node itself; `same` compares what two nodes say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import ClassVar

from quarterdeck.source import Span


@dataclass(frozen=True, eq=False)
class Node:
    """A piece of rules text with the place where it stands."""

    span: Span

    REST: ClassVar[bool] = False  # the last field takes all further parts

    def parts(self) -> Iterator[object]:
        """Give the values of the node's own fields, without its span."""
        for name in parts_of(type(self)):
            yield getattr(self, name)

    def walk(self) -> Iterator[Node]:
        """Give this node and all below it, in the order of the text."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            below: list[Node] = []
            for name in parts_of(type(node)):
                part = getattr(node, name)
                if isinstance(part, Node):
                    below.append(part)
                elif isinstance(part, tuple):
                    below += [item for item in part if isinstance(item, Node)]
            waiting += reversed(below)


_PARTS: dict[type[Node], tuple[str, ...]] = {}


def parts_of(kind: type[Node]) -> tuple[str, ...]:
    """Give the names of a class's own fields, without the span."""
    if kind not in _PARTS:
        _PARTS[kind] = tuple(part.name for part in fields(kind)[1:])
    return _PARTS[kind]


ORIGINAL = "original"
"""The word that stands in an amendment for what was there before."""


def is_original(node: Node | None) -> bool:
    """Tell whether a node is the word `original` in the place of a value."""
    return isinstance(node, Name) and node.word.text == ORIGINAL


def same(one: object, other: object) -> bool:
    """Tell whether two nodes say the same, wherever they stand."""
    if isinstance(one, Node) and isinstance(other, Node):
        return type(one) is type(other) and all(same(a, b) for a, b in zip(one.parts(), other.parts(), strict=True))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return one == other


@dataclass(frozen=True, eq=False)
class Word(Node):
    """A name, number, sign or string as written; a string without its quotes."""

    text: str

    def __str__(self) -> str:
        return self.text


# --- expressions


@dataclass(frozen=True, eq=False)
class Expression(Node):
    """Anything that has a value."""


@dataclass(frozen=True, eq=False)
class Either(Expression):
    """`a or b or c`."""

    operands: tuple[Expression, ...]
    REST = True


@dataclass(frozen=True, eq=False)
class AllOf(Expression):
    """`a and b and c`."""

    operands: tuple[Expression, ...]
    REST = True


@dataclass(frozen=True, eq=False)
class Negation(Expression):
    """`not a`."""

    operand: Expression


@dataclass(frozen=True, eq=False)
class Compare(Expression):
    """`a <= b`, `a is not b`, `a in b`."""

    left: Expression
    sign: Word
    right: Expression


@dataclass(frozen=True, eq=False)
class Plus(Expression):
    """`a + b`."""

    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Minus(Expression):
    """`a - b`."""

    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Multiply(Expression):
    """`a * b`."""

    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Divide(Expression):
    """`a / b`, an exact ratio."""

    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class PercentOf(Expression):
    """`40 % of a`, an exact ratio."""

    percent: Word
    whole: Expression


@dataclass(frozen=True, eq=False)
class Rounding(Expression):
    """`a rounded down`, `a rounded nearest to tenths`."""

    value: Expression
    how: Word
    step: Word | None


@dataclass(frozen=True, eq=False)
class InUnit(Expression):
    """`a as paces`."""

    value: Expression
    unit: Word


@dataclass(frozen=True, eq=False)
class Negative(Expression):
    """`- a`."""

    operand: Expression


@dataclass(frozen=True, eq=False)
class Member(Expression):
    """`a.b`."""

    owner: Expression
    field: Word


@dataclass(frozen=True, eq=False)
class Call(Expression):
    """`f(a, b)`."""

    callee: Expression
    arguments: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Lookup(Expression):
    """`table[a, b]`."""

    table: Expression
    keys: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Name(Expression):
    """A bare name."""

    word: Word


@dataclass(frozen=True, eq=False)
class Number(Expression):
    """A number as written."""

    word: Word


@dataclass(frozen=True, eq=False)
class Yes(Expression):
    """`yes`."""


@dataclass(frozen=True, eq=False)
class No(Expression):
    """`no`."""


@dataclass(frozen=True, eq=False)
class Nothing(Expression):
    """`none`."""


@dataclass(frozen=True, eq=False)
class Dice(Expression):
    """`d6`, `2d6`."""

    word: Word


@dataclass(frozen=True, eq=False)
class Grouped(Expression):
    """An expression in brackets."""

    inner: Expression


@dataclass(frozen=True, eq=False)
class ListOf(Expression):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class NamedArgument(Node):
    """`name: value` in a call."""

    name: Word
    value: Expression


@dataclass(frozen=True, eq=False)
class Gathered(Node):
    """`value for x in source where condition` in a call."""

    value: Expression
    variable: Word
    source: Expression
    condition: Expression | None


@dataclass(frozen=True, eq=False)
class Picked(Node):
    """`x in source where condition` in a call."""

    binding: Expression
    condition: Expression


@dataclass(frozen=True, eq=False)
class HighestFirst(Node):
    """`highest key first`."""

    key: Expression


@dataclass(frozen=True, eq=False)
class LowestFirst(Node):
    """`lowest key first`."""

    key: Expression


@dataclass(frozen=True, eq=False)
class HighestOf(Expression):
    """The highest of several dice."""

    amount: Expression


@dataclass(frozen=True, eq=False)
class LowestOf(Expression):
    """The lowest of several dice."""

    amount: Expression


@dataclass(frozen=True, eq=False)
class TimesDice(Expression):
    """`n times d6`."""

    count: Expression
    dice: Expression


# --- statements


@dataclass(frozen=True, eq=False)
class Statement(Node):
    """Anything that happens."""


@dataclass(frozen=True, eq=False)
class Guarded(Statement):
    """A statement with `when` behind it."""

    statement: Statement
    condition: Expression


@dataclass(frozen=True, eq=False)
class GuardedUnless(Statement):
    """A statement with `unless` behind it."""

    statement: Statement
    condition: Expression


@dataclass(frozen=True, eq=False)
class Let(Statement):
    """Name a value."""

    name: Word
    value: Expression


@dataclass(frozen=True, eq=False)
class Tally(Statement):
    """Name a number that may change within its range."""

    name: Word
    type: Type
    value: Expression


@dataclass(frozen=True, eq=False)
class Set(Statement):
    """Give a field or tally a value."""

    target: Expression
    value: Expression


@dataclass(frozen=True, eq=False)
class Add(Statement):
    """Raise a field or tally."""

    amount: Expression
    target: Expression
    limit: NoMoreThan | NoLessThan | None


@dataclass(frozen=True, eq=False)
class Take(Statement):
    """Lower a field or tally."""

    amount: Expression
    target: Expression
    limit: NoMoreThan | NoLessThan | None


@dataclass(frozen=True, eq=False)
class NoMoreThan(Node):
    """`to no more than n`."""

    bound: Expression


@dataclass(frozen=True, eq=False)
class NoLessThan(Node):
    """`to no less than n`."""

    bound: Expression


@dataclass(frozen=True, eq=False)
class Append(Statement):
    """Put a value at the end of a list."""

    value: Expression
    target: Expression


@dataclass(frozen=True, eq=False)
class Setting(Node):
    """`field: value` of a thing that is created."""

    name: Word
    value: Expression


@dataclass(frozen=True, eq=False)
class Create(Statement):
    """Make a thing of a kind, in a pool or list."""

    kind: Word
    pool: Expression
    settings: tuple[Setting, ...]


@dataclass(frozen=True, eq=False)
class Remove(Statement):
    """Take a thing out of play."""

    thing: Expression
    reason: Word | None


@dataclass(frozen=True, eq=False)
class Do(Statement):
    """Carry out a procedure or effect."""

    call: Expression


@dataclass(frozen=True, eq=False)
class Apply(Statement):
    """Carry out what a table's row says."""

    call: Expression


@dataclass(frozen=True, eq=False)
class Start(Statement):
    """Set a timer."""

    timer: Expression
    delay: Expression
    clock: Word
    every: ThenEvery | None


@dataclass(frozen=True, eq=False)
class ThenEvery(Node):
    """`then every round`."""

    clock: Word


@dataclass(frozen=True, eq=False)
class Reveal(Statement):
    """Let all know what few knew."""

    what: Expression


@dataclass(frozen=True, eq=False)
class Announce(Statement):
    """Tell all sides a sentence."""

    text: Word


@dataclass(frozen=True, eq=False)
class OrderSides(Statement):
    """Settle in which order sides act."""

    key: Expression
    ranking: Word


@dataclass(frozen=True, eq=False)
class Win(Statement):
    """End the game with a winner."""

    side: Expression
    reason: Word


@dataclass(frozen=True, eq=False)
class Draw(Statement):
    """End the game without a winner."""

    reason: Word


@dataclass(frozen=True, eq=False)
class Stop(Statement):
    """Leave the innermost loop."""


@dataclass(frozen=True, eq=False)
class Finish(Statement):
    """Leave the procedure or effect."""


@dataclass(frozen=True, eq=False)
class ShiftedUp(Node):
    """`plus n` behind dice."""

    amount: Expression


@dataclass(frozen=True, eq=False)
class ShiftedDown(Node):
    """`minus n` behind dice."""

    amount: Expression


@dataclass(frozen=True, eq=False)
class SecretBy(Node):
    """Who alone sees the dice."""

    side: Expression


@dataclass(frozen=True, eq=False)
class Roll(Statement):
    """Roll dice and name the total."""

    name: Word
    dice: Expression
    shift: ShiftedUp | ShiftedDown | None
    secret: SecretBy | None
    phrase: Word | None
    modifiers: tuple[Modifier, ...]


@dataclass(frozen=True, eq=False)
class Check(Statement):
    """Roll dice against a condition, perhaps again and again."""

    name: Word
    dice: Expression
    shift: ShiftedUp | ShiftedDown | None
    secret: SecretBy | None
    phrase: Word | None
    success: Success
    modifiers: tuple[Modifier, ...]
    naturals: tuple[Natural, ...]


@dataclass(frozen=True, eq=False)
class Success(Node):
    """When a check succeeds."""

    condition: Expression


@dataclass(frozen=True, eq=False)
class Natural(Node):
    """What an unmodified face brings, whatever the total."""

    face: Word
    outcome: Word
    again: Again | None
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class Again(Node):
    """A further try, with a cap on the successes."""

    up_to: Word
    cap: Expression


@dataclass(frozen=True, eq=False)
class Modifier(Node):
    """A named change of a roll's total."""

    name: Word
    change: Change
    condition: Expression | None
    phrase: Word | None
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class Change(Node):
    """What a modifier does to the total."""


@dataclass(frozen=True, eq=False)
class Raised(Change):
    """`+ n`."""

    amount: Expression


@dataclass(frozen=True, eq=False)
class Lowered(Change):
    """`- n`."""

    amount: Expression


@dataclass(frozen=True, eq=False)
class Halved(Change):
    """`halved rounded down`."""

    how: Word


@dataclass(frozen=True, eq=False)
class Doubled(Change):
    """`doubled`."""


@dataclass(frozen=True, eq=False)
class NotBelow(Change):
    """`at least n`."""

    bound: Expression


@dataclass(frozen=True, eq=False)
class NotAbove(Change):
    """`at most n`."""

    bound: Expression


@dataclass(frozen=True, eq=False)
class RollOff(Statement):
    """Each side rolls; ties roll again."""

    name: Word
    dice: Expression
    phrase: Word | None


@dataclass(frozen=True, eq=False)
class Choose(Statement):
    """One decision of one side."""

    name: Word
    chooser: Expression
    source: Node
    condition: Expression | None
    options: tuple[Node, ...]
    phrase: Word | None
    requirements: tuple[Require, ...]


@dataclass(frozen=True, eq=False)
class Numbers(Node):
    """`low to high`, both included; in steps of a number from the low end on, where one is said."""

    low: Expression
    high: Expression
    step: Word | None


@dataclass(frozen=True, eq=False)
class OrStop(Node):
    """One may stop, which leaves the loop."""


@dataclass(frozen=True, eq=False)
class OrNone(Node):
    """One may choose nothing."""

    word: Word


@dataclass(frozen=True, eq=False)
class Default(Node):
    """What is taken when nobody says."""

    value: Expression


@dataclass(frozen=True, eq=False)
class InSecret(Node):
    """The others do not see it."""


@dataclass(frozen=True, eq=False)
class UpTo(Node):
    """How many may be chosen."""

    word: Word
    count: Expression


@dataclass(frozen=True, eq=False)
class Require(Statement):
    """What must hold, and what to say if not."""

    name: Word
    for_stop: Word | None
    condition: Expression
    reason: Word
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class When(Statement):
    """Cases of what happens."""

    condition: Expression
    block: tuple[Statement, ...]
    others: tuple[OtherwiseWhen, ...]
    otherwise: Otherwise | None


@dataclass(frozen=True, eq=False)
class OtherwiseWhen(Node):
    """A further case."""

    condition: Expression
    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Otherwise(Node):
    """The last case."""

    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class ForEach(Statement):
    """Once for each thing."""

    variable: Word
    source: Expression
    condition: Expression | None
    options: tuple[Node, ...]
    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class AtOnce(Node):
    """All of them from the state before."""


@dataclass(frozen=True, eq=False)
class ChosenBy(Node):
    """A side chooses the order."""

    side: Expression


@dataclass(frozen=True, eq=False)
class ForNumbers(Statement):
    """Once for each number."""

    variable: Word
    low: Expression
    high: Expression
    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Repeat(Statement):
    """So many times, at most."""

    up_to: Word | None
    count: Expression
    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Step(Statement):
    """A named part of a phase."""

    name: Word
    title: Word | None
    notes: tuple[Note, ...]
    options: tuple[Node, ...]
    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Close(Statement):
    """What is done at the close of a span, seeing before and after."""

    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class EffectsAtTheEnd(Node):
    """Effects of the phase come into force at its end."""


@dataclass(frozen=True, eq=False)
class ForEachSide(Node):
    """The phase is gone through once for each side."""

    variable: Word
    in_order: Word | None


@dataclass(frozen=True, eq=False)
class AllSidesAtOnce(Node):
    """Every side decides from one state; all is opened together."""


# --- definitions


@dataclass(frozen=True, eq=False)
class Note(Node):
    """Where a rule comes from, or where it belongs."""


@dataclass(frozen=True, eq=False)
class Cites(Note):
    """Places in the ruleset's document."""

    places: tuple[Word, ...]
    REST = True


@dataclass(frozen=True, eq=False)
class UnderRuling(Note):
    """Rulings that the rule follows."""

    names: tuple[Word, ...]
    REST = True


@dataclass(frozen=True, eq=False)
class Topic(Note):
    """What the rule is about, for comparing games."""

    path: tuple[Word, ...]


@dataclass(frozen=True, eq=False)
class Formerly(Note):
    """An address that the rule had before."""

    path: tuple[Word, ...]


@dataclass(frozen=True, eq=False)
class Header(Node):
    """What a file of rules is called."""

    name: Word
    title: Word | None
    notes: tuple[Note, ...]
    docs: tuple[Word, ...]


@dataclass(frozen=True, eq=False)
class Parameter(Node):
    """A named input."""

    name: Word
    type: Type
    phrase: Word | None


@dataclass(frozen=True, eq=False)
class Type(Node):
    """What a value may be."""

    base: Node
    or_none: Word | None


@dataclass(frozen=True, eq=False)
class NamedType(Node):
    """A kind, enum, unit or word of the language."""

    name: Word


@dataclass(frozen=True, eq=False)
class RangeType(Node):
    """`0..6`, perhaps with the name of its steps (or `ratio`), a unit, or both; or in steps of a number."""

    low: Word
    high: Word
    names: tuple[Word, ...]
    step: Word | None


@dataclass(frozen=True, eq=False)
class ListType(Node):
    """`list of x`."""

    item: Node


@dataclass(frozen=True, eq=False)
class SingleCase(Node):
    """A definition without cases."""

    value: Expression


@dataclass(frozen=True, eq=False)
class SeveralCases(Node):
    """A definition by cases; the first that holds counts."""

    docs: tuple[Word, ...]
    cases: tuple[Case, ...]
    REST = True


@dataclass(frozen=True, eq=False)
class Case(Node):
    """One case, perhaps with a name."""

    label: Word | None
    value: Expression
    condition: Node | None


@dataclass(frozen=True, eq=False)
class IfCase(Node):
    """`if condition`."""

    condition: Expression


@dataclass(frozen=True, eq=False)
class OtherwiseCase(Node):
    """`otherwise`."""


@dataclass(frozen=True, eq=False)
class Definition(Node):
    """Anything declared at the start of a line."""


@dataclass(frozen=True, eq=False)
class Define(Definition):
    """A value worked out from the state."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    type: Type
    phrase: Word | None
    notes: tuple[Note, ...]
    cases: SingleCase | SeveralCases


@dataclass(frozen=True, eq=False)
class Body(Node):
    """Docstring and statements."""

    docs: tuple[Word, ...]
    statements: tuple[Statement, ...]
    REST = True


@dataclass(frozen=True, eq=False)
class Procedure(Definition):
    """What is done: may roll and ask."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    phrase: Word | None
    notes: tuple[Note, ...]
    body: Body | None


@dataclass(frozen=True, eq=False)
class Effect(Definition):
    """What a change brings: works on the state after."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    phrase: Word | None
    notes: tuple[Note, ...]
    body: Body | None


@dataclass(frozen=True, eq=False)
class Advice(Definition):
    """What a side wants; no rule. `among` lists the answers that are worth weighing; without a type it is a number."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    type: Type | None
    among: Expression | None
    phrase: Word | None
    notes: tuple[Note, ...]
    cases: SingleCase | SeveralCases


@dataclass(frozen=True, eq=False)
class Phase(Node):
    """A part of the turn."""

    name: Word
    title: Word | None
    notes: tuple[Note, ...]
    options: tuple[Node, ...]
    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Turn(Definition):
    """The phases of a turn, in order."""

    title: Word | None
    notes: tuple[Note, ...]
    docs: tuple[Word, ...]
    phases: tuple[Phase, ...]
    REST = True


@dataclass(frozen=True, eq=False)
class Option(Definition):
    """What a group may decide before the game."""

    name: Word
    type: Type
    value: Expression
    phrase: Word | None
    notes: tuple[Note, ...]


# --- amendments


@dataclass(frozen=True, eq=False)
class Amendment(Node):
    """What a variant does to the rules below it."""


@dataclass(frozen=True, eq=False)
class Amend(Amendment):
    """A definition in place of the one of that address."""

    definition: Define | Procedure | Effect | Advice


@dataclass(frozen=True, eq=False)
class AmendModifier(Amendment):
    """A modifier in place of another."""

    path: tuple[Word, ...]
    change: Change
    condition: Expression | None
    phrase: Word | None
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class AmendRequire(Amendment):
    """A requirement in place of another."""

    path: tuple[Word, ...]
    condition: Expression
    reason: Word
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class AmendCase(Amendment):
    """A case in place of another."""

    path: tuple[Word, ...]
    value: Expression
    condition: Node | None


@dataclass(frozen=True, eq=False)
class AmendOption(Amendment):
    """Another default for an option."""

    path: tuple[Word, ...]
    value: Expression


@dataclass(frozen=True, eq=False)
class AmendRow(Amendment):
    """Another effect for a table's row."""

    path: tuple[Word, ...]
    block: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class AmendCell(Amendment):
    """Another value for a table's cell."""

    path: tuple[Word, ...]
    value: Expression


@dataclass(frozen=True, eq=False)
class AddModifier(Amendment):
    """A further modifier."""

    path: tuple[Word, ...]
    change: Change
    condition: Expression | None
    phrase: Word | None
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class AddRequire(Amendment):
    """A further requirement."""

    path: tuple[Word, ...]
    condition: Expression
    reason: Word
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class AddStep(Amendment):
    """A further step or phase, at a place in the order."""

    step: Step | Phase
    where: WhereAdded


@dataclass(frozen=True, eq=False)
class WhereAdded(Node):
    """`after` or `before` an address."""

    side: Word
    path: tuple[Word, ...]


@dataclass(frozen=True, eq=False)
class RemoveElement(Amendment):
    """Something taken away."""

    element: Word
    path: tuple[Word, ...]
