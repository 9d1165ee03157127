"""Tell a trace in lines: what was called with what, what was rolled and why it counted so, which rows, what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, assert_never

from quarterdeck.analysis.trial.spelling import shown, thing_name
from quarterdeck.base.decimals import shown as exact_text
from quarterdeck.engine.run.happenings import (
    Announced,
    Called,
    Changed,
    Chosen,
    Drawn,
    FieldWritten,
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
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import following
from quarterdeck.engine.run.words import NONE, is_declined, words_of
from quarterdeck.language.declarations.types import ListType, Type


def trace_lines(situation: Situation, events: Iterable[Happening]) -> Iterator[str]:
    """Give a line for each event, indented by how deep in calls it lies; the names are those of before the first."""
    for named, event in following(situation, events):
        line = _line(named, event)
        if line:
            yield "  " * event.depth + line


def _changed_list(situation: Situation, event: ListChanged) -> str:
    item = item_of(situation, event.address)
    if len(event.added) == 1:
        return f"{_field(situation, event)}: {shown(situation, item, event.added[0])} is added"
    return f"{_field(situation, event)}: {', '.join(shown(situation, item, one) for one in event.after) or 'none'}"


def item_of(situation: Situation, address: str) -> Type:
    """Give the type of what a list holds."""
    known = situation.program.layout.types[address]
    return known.item if isinstance(known, ListType) else known


def written_thing(situation: Situation, event: FieldWritten) -> int:
    """Give the thing whose field was written."""
    array = situation.program.layout.arrays[event.address.split(".", 1)[0]]
    return array.base + (event.place - array.base) // array.stride * array.stride


def _line(situation: Situation, event: Happening) -> str:
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
            return _changed(situation, event)
        case ListChanged():
            return _changed_list(situation, event)
        case Chosen(address=address, side=side):
            return f"{address}: {thing_name(situation, side)} chooses {_answer(situation, event)}"
        case Refused(address=address):
            return f"{address} does not hold"
        case Announced(text=text):
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


def _field(situation: Situation, event: FieldWritten) -> str:
    return f"{thing_name(situation, written_thing(situation, event))}.{event.address.split('.', 1)[1]}"


def _changed(situation: Situation, event: Changed) -> str:
    if event.address.endswith("."):
        name = thing_name(situation, written_thing(situation, event))
        return f"{name} {'comes into play' if event.after else 'is gone'}"
    known = situation.program.layout.types[event.address]
    was = "" if event.before is None else f"{shown(situation, known, event.before)} -> "
    return f"{_field(situation, event)}: {was}{shown(situation, known, event.after)}"


def _answer(situation: Situation, event: Chosen) -> str:
    item = next((site.item for site in situation.program.sites if site.address == event.address), None)
    if is_declined(item, event.answer):
        return "none" if event.answer == NONE else "stop"
    return shown(situation, item, event.answer)
