"""What a rule changed, field by field, where what is counted are its changes.

In: a situation, and the slots of the state that hold something else in the end. Out: `FieldChange`s with the values as
they are stored; their words, and the same as plain data. Of a list the whole is told, before and after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from quarterdeck.base.plain_data import SchemaName
from quarterdeck.engine.run.plain_values import Plain, plain_value
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import Program

Slots = tuple[tuple[int, int], ...]
"""Slots of the state, each with what it holds in the end."""


@dataclass(frozen=True)
class FieldChange:
    """A field of a thing with what it held before and what it holds after.

    The address ends in a dot where the thing itself came into play or left it; the values then are truths.
    """

    thing: int
    address: str
    type: Type
    was: Any
    now: Any


def changes_in(situation: Situation, changed: Slots) -> list[FieldChange]:
    """Give what changed, in the order of the state."""
    layout, after = situation.program.layout, dict(changed)
    found: dict[tuple[int, str], FieldChange] = {}
    for slot, value in changed:
        address = layout.slots[slot]
        thing = layout.thing_at(address.split(".")[0], slot)
        if address.endswith("."):
            if slot == thing:  # behind the last field stands how many there are: that is no field of anything
                was = bool(situation.state[slot])
                found[thing, address] = FieldChange(thing, address, types.BOOLEAN, was, bool(value))
        elif address in layout.capacities:
            held = _listed(situation.state, layout, thing, address)
            holds = _listed(_Overlaid(situation.state, after), layout, thing, address)
            found[thing, address] = FieldChange(thing, address, layout.types[address], held, holds)
        else:
            found[thing, address] = FieldChange(thing, address, layout.types[address], situation.state[slot], value)
    return [change for change in found.values() if change.was != change.now]


@dataclass(frozen=True)
class _Overlaid:
    """A state with other values in some of its slots."""

    state: Sequence[int]
    over: dict[int, int]

    def __getitem__(self, slot: int) -> int:
        return self.over.get(slot, self.state[slot])


def _listed(state: Sequence[int] | _Overlaid, layout: Layout, thing: int, address: str) -> list[int]:
    at = thing + layout.offsets[address]
    return [state[place] for place in range(at + 1, at + 1 + state[at])]


def change_in_words(situation: Situation, change: FieldChange) -> str:
    """Say what changed: `name field from -> to`."""
    program, names = situation.program, situation.names
    kind, _, field = change.address.partition(".")
    name = words_of(program, names, types.Thing(kind), change.thing)
    if not field:
        return f"{name} {'comes into play' if change.now else 'leaves play'}"
    was, now = (words_of(program, names, change.type, value) for value in (change.was, change.now))
    return f"{name} {field} {was} -> {now}"


class FieldChangeData(TypedDict):
    """A field of a thing (null: the thing itself), with what it held before and what it holds after."""

    kind: str
    thing: str
    field: str | None
    before: Plain
    after: Plain


ShownCell = Annotated[
    Plain,
    SchemaName("cell", "A value of a column: a value of the rules, or changes.", Plain | Sequence[FieldChangeData]),
]


def change_as_data(program: Program, names: Mapping[int, str], change: FieldChange) -> FieldChangeData:
    """Give what changed as plain data: the thing with its kind, the field (none: the thing itself), both values."""
    kind, _, field = change.address.partition(".")
    was, now = (plain_value(program, names, change.type, value) for value in (change.was, change.now))
    return {
        "kind": kind,
        "thing": words_of(program, names, types.Thing(kind), change.thing, as_written=True),
        "field": field or None,
        "before": was,
        "after": now,
    }
