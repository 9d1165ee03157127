"""Tell a trace in lines: what was called with what, what was rolled and why it counted so, which rows, what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quarterdeck.graph.from_checked import Graph
from quarterdeck.names.types import Type
from quarterdeck.run.expected import shown, thing_name
from quarterdeck.run.situation import Situation
from quarterdeck.run.trace import Event, Modified
from quarterdeck.run.words import NONE, is_declined


def told_events(situation: Situation, events: Iterable[Event]) -> Iterator[str]:
    """Give a line for each event, indented by how deep in calls it lies."""
    for event in events:
        line = _line(situation, event)
        if line:
            yield "  " * event.depth + line


def _line(situation: Situation, event: Event) -> str:
    graph, values = situation.graph, event.values
    match event.sort:
        case "call":
            given = _given(situation, event.address, values[1:])
            return event.address + (f" ({given})" if given else "")
        case "rolled":
            return _rolled(event.address, values, event.modifiers)
        case "rolled off":
            totals = ", ".join(f"{thing_name(situation, side)} {total}" for side, total in values)
            return f"{event.address}: {totals}"
        case "row":
            return f"row {event.address}"
        case "changed":
            return _changed(situation, event.address, *values)
        case "chosen":
            side, answer, *_ = values
            return f"{event.address}: {thing_name(situation, side)} chooses {_answer(graph, situation, event, answer)}"
        case "refused":
            return f"{event.address} does not hold"
        case "told":
            return f"told: {values[0]}"
        case "phase":
            return event.address
    return ""


def _given(situation: Situation, address: str, arguments: Sequence[Any]) -> str:
    rule = situation.graph.declared.rules.get(address)
    if rule is None:
        return ""
    pairs = zip(rule.parameters, arguments, strict=False)
    return ", ".join(f"{p.name}: {shown(situation, p.type, value)}" for p, value in pairs)


def _rolled(address: str, values: Sequence[Any], modifiers: Sequence[Modified]) -> str:
    natural, total, success = values
    applied = [f"{m.address.rsplit('.', 1)[-1]} {m.by:+}" for m in modifiers if m.applied]
    left_out = [m.address.rsplit(".", 1)[-1] for m in modifiers if not m.applied]
    text = f"{address}: rolled {natural}"
    if total != natural or applied:
        text += f", which counts {total}"
    if applied:
        text += f" ({', '.join(applied)})"
    if left_out:
        text += f"; not {', '.join(left_out)}"
    return text if success is None else f"{text}: {'success' if success else 'no success'}"


def _changed(situation: Situation, address: str, place: int, was: int, now: int) -> str:
    graph = situation.graph
    kind, field = address.split(".", 1)
    stretch = graph.layout.stretches[kind]
    thing = stretch.base + (place - stretch.base) // stretch.stride * stretch.stride
    name = thing_name(situation, thing)
    if not field:
        return f"{name} {'comes into play' if now else 'is gone'}"
    known: Type = graph.layout.types[address]
    if address in graph.layout.capacities:
        item: Type = getattr(known, "item", known)
        at = place - thing - graph.layout.offsets[address]
        if at == 0:
            return f"{name}.{field} holds {now}"
        return f"{name}.{field}, place {at}: {shown(situation, item, now)}"
    return f"{name}.{field}: {shown(situation, known, was)} -> {shown(situation, known, now)}"


def _answer(graph: Graph, situation: Situation, event: Event, answer: Any) -> str:
    item = next((site.item for site in graph.sites if site.address == event.address), None)
    if is_declined(item, answer):
        return "none" if answer == NONE else "stop"
    return shown(situation, item, answer)
