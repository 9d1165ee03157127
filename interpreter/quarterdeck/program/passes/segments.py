"""What a program is cut into: segments, each a block without chance, and what comes after it (`Then`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from quarterdeck.base.records import EqualRecord
from quarterdeck.base.text import Span
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CallGraph, Passing
from quarterdeck.program.form.instructions import Instruction
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Value

RESULT = "result"
"""What segments of a routine with a result write, beside fields: whoever counts a call by itself wants it."""


class Then(EqualRecord):
    """What comes after a segment's block: the numbers of the segments that may follow are in it."""


class Ends(Then):
    """The routine is over, with its result where it has one."""

    result: Value | None = None


class Goes(Then):
    """Go on at another segment, after merging with equals."""

    to: int


class Switches(Then):
    """Go on at the segment of the first condition that holds."""

    span: Span
    cases: tuple[tuple[Value, int], ...]
    otherwise: int


class Draws(Then):
    """Throw dice or draw a lot, and go on with each thing that may come in front of the locals of a segment."""

    chance: val.Dice | val.Lots | val.PoolReads
    site: int
    to: int


class DrawsOff(Then):
    """Let all sides throw until no two are equal, and go on with their totals in front."""

    dice: val.Dice
    site: int
    to: int


class Carries(Then):
    """Carry out a routine that brings chance, then go on."""

    call: op.Call
    to: int


class CallsRow(Then):
    """Carry out a row that may bring chance, then go on."""

    row: op.CallRow
    to: int


class Asks(Then):
    """Ask a side, and go on with the answer in front, or elsewhere where it stops."""

    ask: op.Ask
    to: int
    stop: int | None


class Opens(Then):
    """A span begins: what lies in the state after is the state before from here on."""

    to: int


class Closes(Then):
    """A span ends: the state before is again what it was around it, if it lies in another."""

    to: int


class ThrowsWritten(Instruction):
    """Write what each side has thrown into a field of it, in which a whole number is so many `steps`."""

    thrown: str
    offset: int
    field: str
    steps: int
    plus: Value


class RoundBegins(Instruction):
    """A round of a loop begins, which counts as much as in play."""

    loop: op.Loop | op.Repeat | op.Tries


@dataclass
class Segment:
    """One stretch of a routine between cuts; `first` are the locals that are brought in front of those that live."""

    number: int
    routine: str
    rank: int
    loops: tuple[tuple[int, str], ...]
    block: list[Instruction] = field(default_factory=list)
    then: Then = field(default_factory=Ends)
    refused: str = ""
    uses: set[str] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    outright: set[str] = field(default_factory=set)
    passing: set[Passing] = field(default_factory=set)
    first: tuple[str, ...] = ()
    live: tuple[str, ...] = ()
    is_local: bool = False
    """Whether it reads no field: what it brings hangs on its locals alone."""

    @cached_property
    def brought(self) -> tuple[str, ...]:
        """Return the locals that whatever leads to the segment brings: of the first segment of a routine none."""
        return self.first if self.rank > 0 else ()

    @cached_property
    def counters(self) -> tuple[str, ...]:
        """Return the locals that count the rounds of the loops around the segment."""
        return tuple(name for _, name in self.loops)

    @cached_property
    def held(self) -> tuple[str, ...]:
        """Return the locals that live at the segment, without what is brought and without counters."""
        left_out = {*self.brought, *self.counters}
        return tuple(name for name in self.live if name not in left_out)

    @cached_property
    def held_places(self) -> tuple[int, ...]:
        """Return where the locals that are held are among those of a frame, without what is brought."""
        given = self.live[len(self.brought) :]
        return tuple([given.index(name) for name in self.held])

    @cached_property
    def counter_places(self) -> tuple[int, ...]:
        """Return where the counters are among the locals of a frame, without what is brought."""
        given = self.live[len(self.brought) :]
        return tuple([given.index(name) for name in self.counters])

    @cached_property
    def frame_places(self) -> tuple[int, ...]:
        """Return where the locals of a frame, without what is brought, are among those held and the counters."""
        known = (*self.held, *self.counters)
        return tuple([known.index(name) for name in self.live[len(self.brought) :]])

    @property
    def size(self) -> int:
        """Tell how much is known of it."""
        return len(self.reads) + len(self.writes) + len(self.outright) + len(self.passing)

    @property
    def receives(self) -> bool:
        """Tell whether what comes after it is given the result of a call."""
        return isinstance(self.then, Carries) and self.then.call.into != ""

    @property
    def follows(self) -> tuple[int, ...]:
        """Give the segments of the same routine that may come next."""
        match self.then:
            case Switches(cases=cases, otherwise=otherwise):
                return (*(number for _, number in cases), otherwise)
            case Asks(to=number, stop=stop):
                return (number,) if stop is None else (number, stop)
            case Ends():
                return ()
            case Then():
                return (self.then.to,)  # type: ignore[attr-defined]


@dataclass
class Cuts:
    """A program cut into segments; `entries` are the first segments of routines with chance.

    Where choices are `advised`, a segment that ends in one puts it with its advice, and reads what that reads.
    """

    program: Program
    calls: CallGraph
    advised: bool = False
    segments: list[Segment] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)
