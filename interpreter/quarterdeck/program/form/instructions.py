"""What happens in a program: control flow is said once, here, and every emitter prints the same instructions.

What the author writes in one word is spelled out by the lowering: a check with further tries is a loop around a draw,
a phase for each side a loop over sides, `finish` inside a span first closes the span. An emitter decides nothing.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from quarterdeck.base import records
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.values import (
    Dice,
    Gathering,
    Lots,
    PoolReads,
    PreparedItems,
    Remembered,
    State,
    Text,
    Value,
)

KEPT_IN_CACHE = True


class Instruction(records.EqualRecord):
    """Anything that happens; `span` leads back to the rule."""

    uncompared: ClassVar = ("span",)
    span: Span


Block = tuple[Instruction, ...]


# --- names and the state


class Assign(Instruction):
    """Give a local its value."""

    name: str
    value: Value


class Store(Instruction):
    """Write a field of the state after; a mark also that before."""

    thing: Value
    offset: int
    field: str
    value: Value
    mark: bool


class Adjust(Instruction):
    """Add a number to a field of the state after, or to a tally.

    A limit stops the change, and never moves what lies beyond it already: `bound` is `most` or `least`.
    """

    thing: Value | None
    offset: int
    field: str
    by: Value
    bound: str
    limit: Value | None
    mark: bool


class Push(Instruction):
    """Put a value at the end of a list."""

    thing: Value
    offset: int
    capacity: int
    field: str
    value: Value
    mark: bool


class Create(Instruction):
    """Put a new thing of a kind into play; settings are offsets, addresses and values of fields."""

    kind: str
    settings: tuple[tuple[int, str, Value], ...]


class Remove(Instruction):
    """Take a thing out of play."""

    kind: str
    thing: Value


class EndGame(Instruction):
    """End the game; a winner of none is a draw."""

    winner: Value
    reason: Text


class RankSides(Instruction):
    """Put the sides in order of a number."""

    variable: str
    key: Value
    highest: bool


class Announce(Instruction):
    """Tell all sides."""

    text: Text


class Reveal(Instruction):
    """Let all know a field of a thing."""

    thing: Value
    field: str
    state: State


# --- chance and choice


class Draw(Instruction):
    """Throw dice or draw a lot; `about` are the values that tell this draw of a site from another."""

    name: str
    site: int
    chance: Dice | Lots | PoolReads
    about: tuple[Value, ...]

    @property
    def local(self) -> str:
        """Give the local that what comes is put into: of dice that are added up the natural result of a roll."""
        is_natural = isinstance(self.chance, Dice) and self.chance.pick != "each"
        return f"{self.name}.natural" if is_natural else self.name


class Modify(Instruction):
    """Give the total of a roll another value, where a modifier applies."""

    roll: str
    address: str
    condition: Value | None
    value: Value
    phrase: Text | None = None


class Rolled(Instruction):
    """A roll has come to its total, of a type: all modifiers are counted, and of a check it is known how it went."""

    roll: str
    site: int
    success: Value | None
    total: Type
    phrase: Text | None = None


class Drawn(Instruction):
    """Something has come from a deck, or what lies on it was looked at: a member, or a list of them.

    `by` is the side that alone may know it, where there is one.
    """

    site: int
    value: Value
    by: Value | None
    phrase: Text | None = None


class Result(Instruction):
    """What a roll came to in the end, for whoever counts: its total, or of a check its successes."""

    site: int
    value: Value


class RollOff(Instruction):
    """Each side rolls into a field, in which a whole number is so many `steps`; ties roll again."""

    site: int
    offset: int
    field: str
    steps: int
    dice: Dice
    phrase: Text | None = None


class Requirement(records.EqualRecord):
    """What must hold for an option, and the reason to give if it does not."""

    address: str
    condition: Value
    reason: Text


class Sift(Instruction):
    """Give two locals what a list offers, and what of it meets all requirements.

    What is refused, and by which requirement, is worked out when somebody asks. `remembered` gives both lists for the
    source and the first requirements, as many as `passed` says, where they are kept.
    """

    every: str
    options: str
    variable: str
    source: Value
    condition: Value | None
    requirements: tuple[Requirement, ...]
    remembered: Remembered | None = None
    passed: int = 0


class Ask(Instruction):
    """Ask a side for one of the options that a list holds; the answer goes into a local.

    `sift` says what was refused, if anything can be. Where the side may stop and does, the block `stop` is carried
    out. `default` is what happens where nothing is chosen. `around` are the locals that are known where the question
    is asked; `state` is the one that the side looks at.
    """

    name: str
    site: int
    chooser: Value
    options: Value
    sift: Sift | None
    may_stop: Value | None
    may_none: bool
    default: Value | None
    question: Text | None
    stop: Block
    around: tuple[str, ...]
    state: State


# --- control flow


class Call(Instruction):
    """Carry out a routine; `state` is the one that it reads as the state before, `into` the local for its result."""

    address: str
    arguments: tuple[Value, ...]
    state: State
    into: str = ""


class CallRow(Instruction):
    """Carry out what a row of a table says."""

    table: str
    keys: tuple[Value, ...]
    arguments: tuple[Value, ...]
    state: State


class Branch(Instruction):
    """Carry out the block of the first condition that holds."""

    cases: tuple[tuple[Value, Block], ...]
    otherwise: Block


class Loop(Instruction):
    """Once for each value of a list as it is at the beginning; what a condition excludes at its turn is passed over."""

    variable: str
    source: Value
    condition: Value | None
    body: Block


class Repeat(Instruction):
    """So many times; where nothing is drawn, asked or counted, it may end with a round that changes nothing."""

    count: Value
    body: Block
    settles: bool = False


class Tries(Instruction):
    """Again and again until the block leaves; `tried` is the local that counts the rounds, from 1."""

    tried: str
    body: Block


class Leave(Instruction):
    """Leave the innermost loop."""


class Finish(Instruction):
    """Leave the routine, with its result where it has one."""

    result: Value | None = None


class Fault(Instruction):
    """What the rules do not provide for has happened: the game cannot go on."""

    words: str


class Demand(Instruction):
    """What a procedure requires at its head; where it fails, the procedure is not run, and `result` is its result."""

    requirement: Requirement
    result: Value | None = None


class OpenSpan(Instruction):
    """Let effects wait from here on.

    Where the state after is what is read anyway, as in an effect, a copy of it is read from here on; `kept` names the
    local that keeps the state before meanwhile.
    """

    kept: str


class CloseSpan(Instruction):
    """Let the state after become the state. `written` are the fields that may have changed, where that is known."""

    kept: str
    written: tuple[str, ...] | None = None


class Closing(Instruction):
    """The close of a span begins: what is called from here on reads the state after, and nothing else."""


class PhaseBegins(Instruction):
    """A phase or step begins; `hooks` are the numbers of plugins' functions that take part."""

    address: str
    hooks: tuple[int, ...]


class PhaseEnds(Instruction):
    """A phase or step is over."""

    address: str
    hooks: tuple[int, ...]


class Simultaneously(Instruction):
    """Every side decides from the same state, and all is opened together."""

    variable: str
    body: Block


# --- what holds instructions


SiteSort = Literal["roll", "draw", "choice"]


class Site(records.EqualRecord):
    """A place where chance or choice comes in: its address, its routine, what is chosen, and the advice for it.

    What is `never_by_lot` is left alone by whoever draws lots. `dice` are the dice of a roll as the rule writes them;
    `orders` marks a choice that puts a loop in order, `several` one of which more than one may be chosen. `former` are
    addresses that it had before something was renamed.
    """

    number: int
    address: str
    sort: SiteSort
    routine: str
    uncompared: ClassVar = ("span",)
    span: Span
    item: Type | None = None
    advice: str = ""
    secret: bool = False
    requirements: tuple[str, ...] = ()
    never_by_lot: bool = False
    dice: str = ""
    orders: bool = False
    several: bool = False
    former: tuple[str, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Give all addresses by which others know it: saved games, scripts, and dice and answers that are given."""
        return (self.address, *self.former)


class Routine(records.EqualRecord):
    """A rule ready to run: a definition has a `value`, a procedure or effect a `block`, and both may have a phrase.

    `result` is the type of what a procedure finishes with, if it has a result.
    """

    address: str
    sort: RuleSort
    parameters: tuple[tuple[str, Type], ...]
    value: Value | None
    block: Block
    uncompared: ClassVar = ("span",)
    span: Span
    phrase: Text | None = None
    result: Type | None = None


class Memo(records.EqualRecord):
    """A definition whose values are kept while effects wait, as long as the fields that it reads are the same.

    `prepared` are lists that are worked out once for all inputs; `sifts` says that the value is a list and what a
    condition leaves of it.
    """

    routine: Routine
    number: int
    fields: tuple[str, ...]
    value: Value
    prepared: tuple[tuple[str, Gathering | PreparedItems], ...] = ()
    sifts: bool = False


class AdviceMemo(records.EqualRecord):
    """A definition whose values are kept while advice is asked, by its number from 1 on; and the fields that it reads.

    `keys` are what its values are kept by: for each input the fields that alone are asked of it, or none where it is
    known by itself.
    """

    number: int
    fields: frozenset[str]
    keys: tuple[tuple[str, ...], ...]
