"""What a happening says, as typed facts in no language: whoever prints happenings words these, and works out none.

In: a program, and a happening. Out: a `HappeningFact`: inputs and keys with their names and types, the thing and the
field that were written, the value before and after, and which side decided what.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, assert_never

from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.happenings import (
    Announced,
    Called,
    Changed,
    Chosen,
    Drawn,
    Happening,
    Left,
    ListChanged,
    PhaseBegun,
    PhaseOver,
    Refused,
    Rolled,
    RolledOff,
    RowUsed,
)
from quarterdeck.engine.run.words import NONE, is_declined
from quarterdeck.language.declarations.types import ListType, Type
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.world import Input

Sort = Literal[
    "called",
    "left",
    "rolled",
    "drawn",
    "rolled_off",
    "row",
    "came",
    "gone",
    "changed",
    "listed",
    "chosen",
    "refused",
    "told",
    "phase",
    "phase_over",
]
"""What happened: `came` and `gone` are of things in play, `listed` is a list that was written."""
Given = tuple[str, Type, Any]
"""An input of a rule or a key of a table: its name, its type, and its value as it is stored."""


@dataclass(frozen=True, slots=True)
class HappeningFact:
    """One happening: its sort, its address, and what else is known of it.

    `given` are the inputs of a rule or the keys of a row. `thing` is the side that decides, or the thing whose `field`
    was written. `value` is of the `type`: what was drawn, chosen or written, and `before` is what a field held until
    then, if its thing was there. Of a list the type is that of its items, and `added` what was put behind the last.
    `declined` says how nothing was chosen. `text` is what all are told, or why something is refused.
    """

    sort: Sort
    address: str
    given: tuple[Given, ...] = ()
    roll: Rolled | None = None
    totals: tuple[tuple[int, int], ...] = ()
    thing: int = -1
    field: str = ""
    type: Type | None = None
    value: Any = None
    before: Any = None
    added: tuple[Any, ...] = ()
    declined: Literal["", "none", "stop"] = ""
    text: str = ""


def fact_of(program: Program, event: Happening) -> HappeningFact:
    """Give what a happening says."""
    address = event.address
    match event:
        case Called(arguments=arguments):
            return HappeningFact("called", address, given=_named(parameters_of(program, address), arguments))
        case Rolled():
            return HappeningFact("rolled", address, roll=event)
        case Drawn(what=what):
            return HappeningFact("drawn", address, type=program.site_at[address].item, value=what)
        case RolledOff(totals=totals):
            return HappeningFact("rolled_off", address, totals=totals)
        case RowUsed(table=table, keys=keys):
            return HappeningFact("row", address, given=_named(program.world.tables[table].keys, keys))
        case Changed() | ListChanged():
            return _written(program, event)
        case Chosen(side=side, answer=answer):
            item = program.site_at[address].item
            declined: Literal["", "none", "stop"] = ""
            if is_declined(item, answer):
                declined = "none" if answer == NONE else "stop"
            return HappeningFact("chosen", address, thing=side, type=item, value=answer, declined=declined)
        case Refused(reason=reason):
            return HappeningFact("refused", address, text=reason)
        case Announced(text=text):
            return HappeningFact("told", address, text=text)
        case PhaseBegun():
            return HappeningFact("phase", address)
        case Left():
            return HappeningFact("left", address)
        case PhaseOver():
            return HappeningFact("phase_over", address)
    assert_never(event)


def _named(parameters: Iterable[Input], values: Iterable[Any]) -> tuple[Given, ...]:
    return tuple((one.name, one.type, value) for one, value in zip(parameters, values, strict=False))


def _written(program: Program, event: Changed | ListChanged) -> HappeningFact:
    """Give which field of which thing was written, or that a thing came into play or left it."""
    address, layout = event.address, program.layout
    kind, field = address.split(".", 1)
    thing = layout.thing_at(kind, event.place)
    if not field:
        return HappeningFact(
            "came" if event.after else "gone", address, thing=thing, value=event.after, before=event.before
        )
    known = layout.types[address]
    if isinstance(event, Changed):
        return HappeningFact(
            "changed", address, thing=thing, field=field, type=known, value=event.after, before=event.before
        )
    item = known.item if isinstance(known, ListType) else known
    fact = HappeningFact("listed", address, thing=thing, field=field, type=item, value=event.after, before=event.before)
    return replace(fact, added=event.added)
