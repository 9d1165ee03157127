"""A state of which not all is known: it notes which of the fields that nobody gave a value are read all the same.

In: a situation, with the places that nobody gave a value. Out: a list that can be played on as any other, and the
`UngivenField`s that were really read, each with what it may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.text import Span
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.program import Program

MEMBERS = 12
"""So many members of an enum, or things, are named; of more only that there are more."""


FETCH = list.__getitem__


class PartlyKnownState(list[int]):
    """A state that notes in `met` which of the `unknown` slots are read; what is written is known from then on.

    A copy of the whole notes in the same place. Parts of it are plain lists: who copies columns reads nothing.
    """

    def __init__(self, state: Iterable[int], unknown: Iterable[int], met: dict[int, None] | None = None) -> None:
        super().__init__(state)
        self.unknown = set(unknown)
        self.met: dict[int, None] = {} if met is None else met

    def __getitem__(self, at: Any) -> Any:
        """Give a slot, a part, or a copy of the whole that is known as far as this one."""
        if at.__class__ is int:
            if at in self.unknown:
                self.met[at] = None
            return FETCH(self, at)
        slots = range(*at.indices(len(self)))
        if len(slots) == len(self):
            return PartlyKnownState(self, self.unknown, self.met)
        if len(slots) == 1 and slots[0] in self.unknown:
            self.met[slots[0]] = None
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        """Write a slot, or a stretch of slots: what comes from another such state is known as far as it is there."""
        super().__setitem__(at, value)
        if at.__class__ is int:
            self.unknown.discard(at)
        elif isinstance(value, PartlyKnownState):
            self.unknown = set(value.unknown)
        else:
            self.unknown.difference_update(range(*at.indices(len(self))))


@contextmanager
def unnoticed(state: list[int]) -> Iterator[None]:
    """Let somebody look at a state without that counting as read by a rule: it sees blanks, as in a game."""
    met = dict(state.met) if isinstance(state, PartlyKnownState) else {}
    yield
    if isinstance(state, PartlyKnownState):
        state.met.clear()
        state.met.update(met)


@dataclass(frozen=True)
class UngivenField:
    """A field of a thing that is read and was given no value: what it is called, its type, and what it may hold."""

    thing: str
    field: str
    type: Type
    may_be: str
    example: str

    @property
    def name(self) -> str:
        """Give it as facts name it."""
        return f"{self.thing}.{self.field}"


class UngivenError(Exception):
    """A rule reads fields that nobody gave a value; the argument is the fields."""

    def __init__(self, fields: tuple[UngivenField, ...]) -> None:
        super().__init__(fields)
        self.fields = fields

    def finding(self, place: Span, *, in_a_file: bool = False) -> Finding:
        """Give the finding that says which they are, what they may be, and how to give them.

        In a file of examples there is one more way to do so.
        """
        findings = Findings()
        said = ", ".join(f"`{one.name}` ({one.may_be})" for one in self.fields)
        facts = ", ".join(f"{one.name}: {one.example}" for one in self.fields)
        is_one = len(self.fields) == 1
        message = f"{said} {'is' if is_one else 'are'} read here and {'was' if is_one else 'were'} not given"
        hint = f"give {'it' if is_one else 'each'} a value, as `{facts}`"
        hint += "; or to all of a kind with `every:` at the head of the file" if in_a_file else ""
        hint += "; or the field a `start:` in the ruleset"
        findings.add("QD610", message, place, hint=hint)
        return next(iter(findings))


def fields_at(situation: Situation, slots: Iterable[int]) -> tuple[UngivenField, ...]:
    """Give the fields that lie at some slots of a situation, in the order of its things."""
    program, layout = situation.program, situation.program.layout
    found = []
    for slot in sorted(set(slots)):
        address = layout.slots[slot]
        kind, _, name = address.partition(".")
        thing, held = layout.thing_at(kind, slot), layout.types[address]
        may_be, example = what_may_be(program, situation, held)
        found.append(UngivenField(situation.known_as[thing], name, held, may_be, example))
    return tuple(found)


def what_may_be(program: Program, situation: Situation, kind: Type) -> tuple[str, str]:
    """Say what a field of a type may hold, and give one such value, both as facts are written."""
    match kind:
        case types.Boolean():
            return "yes or no", "no"
        case types.Number(low=low):
            return str(kind), decimals.shown(max(low, min(kind.high, 0)))
        case types.OptionalNumber():
            return str(kind), "none"
        case types.EnumType(enum=enum):
            return _named(program.world.enums[enum].members)
        case types.Thing(kind=of):
            things = [name for name, one in situation.things.items() if program.layout.kind_at(one) == of]
            return _named(things) if things else (f"a {program.world.kinds[of].one}", of.lower())
        case types.Space(shape=shape):
            return f"a {shape}: its column and its row", "[0, 0]"
        case types.Point():
            return "a point: its distances from the west and from the north edge", "[0, 0]"
    return str(kind), "..."


def _named(names: Iterable[str]) -> tuple[str, str]:
    known = list(names)
    more = [f"{len(known) - MEMBERS} more"] if len(known) > MEMBERS else []
    return " | ".join([*known[:MEMBERS], *more]), known[0]
