"""Tell a trace in lines: what was called with what, what was rolled and why it counted so, which rows, what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, assert_never

from quarterdeck.examples.list_changes import ListChange, with_lists_whole
from quarterdeck.examples.spelling import shown, thing_name
from quarterdeck.names.types import Type
from quarterdeck.run.following import after, following
from quarterdeck.run.happenings import (
    Called,
    Changed,
    Chosen,
    Drawn,
    Happening,
    Left,
    PhaseBegun,
    PhaseOver,
    Refused,
    Rolled,
    RolledOff,
    RowUsed,
    Told,
)
from quarterdeck.run.situation import Situation
from quarterdeck.run.words import NONE, is_declined, words_of
from quarterdeck.source.decimals import shown as exact_text


def trace_lines(situation: Situation, events: Iterable[Happening]) -> Iterator[str]:
    """Give a line for each event, indented by how deep in calls it lies; the names are those of before the first."""
    new = -1
    for named, event in following(situation, events):
        new = _new_with(named, event, new)
        line = _line(named, event, new)
        if line:
            yield "  " * event.depth + line


def told_lines(situation: Situation, events: Iterable[Happening]) -> Iterator[str]:
    """Give lines as people read them: each change of a list as one, with its values; names are of before the first."""
    new = -1
    for event in with_lists_whole(situation, events):
        if isinstance(event, ListChange):
            for part in event.events:
                new = _new_with(situation, part, new)
            yield "  " * event.events[0].depth + _changed_list(situation, event)
            continue
        situation = after(situation, event)
        new = _new_with(situation, event, new)
        line = _line(situation, event, new)
        if line:
            yield "  " * event.depth + line


def _changed_list(situation: Situation, change: ListChange) -> str:
    address, field = change.events[0].address, change.events[0].address.split(".", 1)[1]
    name = f"{thing_name(situation, _changed_thing(situation, change.events[0]))}.{field}"
    known: Type = situation.program.layout.types[address]
    item: Type = getattr(known, "item", known)
    if change.is_appended:
        return f"{name}: {shown(situation, item, change.events[0].after)} is added"
    whole = change.whole
    if whole is not None:
        return f"{name}: {', '.join(shown(situation, item, one) for one in whole) or 'none'}"
    parts = [f"place {at}: {shown(situation, item, value)}" for at, value in change.there.items()]
    return ", ".join([f"{name} holds {change.sizes[1]}" if change.sizes is not None else name, *parts])


def _new_with(situation: Situation, event: Happening, before: int) -> int:
    """Give the thing whose beginning an event belongs to: that it comes into play, and what it is given then."""
    if not isinstance(event, Changed):
        return -1
    thing = _changed_thing(situation, event)
    return thing if (event.after if event.address.endswith(".") else thing == before) else -1


def _changed_thing(situation: Situation, event: Changed) -> int:
    array = situation.program.layout.arrays[event.address.split(".", 1)[0]]
    return array.base + (event.place - array.base) // array.stride * array.stride


def _line(situation: Situation, event: Happening, new: int) -> str:
    match event:
        case Called(address=address, arguments=arguments):
            given = _given(situation, address, arguments)
            return address + (f" ({given})" if given else "")
        case Rolled():
            return _rolled(event)
        case Drawn(address=address, what=what):
            kind = next(site.item for site in situation.program.sites if site.address == address)
            return f"{address}: drawn {words_of(situation.program, situation.names, kind, what)}"
        case RolledOff(address=address, totals=totals):
            return f"{address}: {', '.join(f'{thing_name(situation, side)} {total}' for side, total in totals)}"
        case RowUsed(address=address):
            return f"row {address}"
        case Changed():
            return _changed(situation, event, new)
        case Chosen(address=address, side=side):
            return f"{address}: {thing_name(situation, side)} chooses {_answer(situation, event)}"
        case Refused(address=address):
            return f"{address} does not hold"
        case Told(text=text):
            return f"told: {text}"
        case PhaseBegun(address=address):
            return address
        case Left() | PhaseOver():
            return ""
    assert_never(event)


def _given(situation: Situation, address: str, arguments: Sequence[Any]) -> str:
    rule = situation.program.declared.rules.get(address)
    if rule is None:
        return ""
    pairs = zip(rule.parameters, arguments, strict=False)
    return ", ".join(f"{p.name}: {shown(situation, p.type, value)}" for p, value in pairs)


def _rolled(event: Rolled) -> str:
    applied = [f"{m.address.rsplit('.', 1)[-1]} {signed(m.by)}" for m in event.modifiers if m.applied]
    left_out = [m.address.rsplit(".", 1)[-1] for m in event.modifiers if not m.applied]
    text = f"{event.address}: rolled {event.natural}"
    if event.total != event.natural or applied:
        text += f", which counts {exact_text(event.total)}"
    if applied:
        text += f" ({', '.join(applied)})"
    if left_out:
        text += f"; not {', '.join(left_out)}"
    return text if event.success is None else f"{text}: {'success' if event.success else 'no success'}"


def signed(by: Fraction | int) -> str:
    """Give a number with its sign."""
    return f"{'-' if by < 0 else '+'}{exact_text(max(by, -by))}"


def _changed(situation: Situation, event: Changed, new: int) -> str:
    layout, address, now = situation.program.layout, event.address, event.after
    field, thing = address.split(".", 1)[1], _changed_thing(situation, event)
    name = thing_name(situation, thing)
    if not field:
        return f"{name} {'comes into play' if now else 'is gone'}"
    known: Type = layout.types[address]
    if address in layout.capacities:
        item: Type = getattr(known, "item", known)
        at = event.place - thing - layout.offsets[address]
        if at == 0:
            return f"{name}.{field} holds {now}"
        return f"{name}.{field}, place {at}: {shown(situation, item, now)}"
    was = "" if thing == new else f"{shown(situation, known, event.before)} -> "
    return f"{name}.{field}: {was}{shown(situation, known, now)}"


def _answer(situation: Situation, event: Chosen) -> str:
    item = next((site.item for site in situation.program.sites if site.address == event.address), None)
    if is_declined(item, event.answer):
        return "none" if event.answer == NONE else "stop"
    return shown(situation, item, event.answer)
