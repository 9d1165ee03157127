"""Tell a trace in lines: what was called with what, what was rolled and why it counted so, which rows, what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import assert_never

from quarterdeck.analysis.trial.spelling import shown, thing_name
from quarterdeck.base.decimals import shown as exact_text
from quarterdeck.engine.run.facts import HappeningFact, fact_of
from quarterdeck.engine.run.happenings import Happening, Rolled
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import following
from quarterdeck.engine.run.words import words_of


def trace_lines(situation: Situation, events: Iterable[Happening]) -> Iterator[str]:
    """Give a line for each event, indented by how deep in calls it lies; the names are those of before the first."""
    for named, event in following(situation, events):
        line = fact_text(named, fact_of(named.program, event))
        if line:
            yield "  " * event.depth + line


def fact_text(situation: Situation, fact: HappeningFact) -> str:
    """Give the line of a fact; nothing where something is only over."""
    address = fact.address
    match fact.sort:
        case "called":
            given = ", ".join(f"{name}: {shown(situation, kind, value)}" for name, kind, value in fact.given)
            return f"{address} ({given})" if given else address
        case "rolled":
            return _rolled(fact.roll) if fact.roll is not None else ""
        case "drawn":
            return f"{address}: drawn {words_of(situation.program, situation.names, fact.type, fact.value)}"
        case "rolled_off":
            return f"{address}: {', '.join(f'{thing_name(situation, side)} {total}' for side, total in fact.totals)}"
        case "row":
            return f"row {address}"
        case "came" | "gone":
            return f"{thing_name(situation, fact.thing)} {'comes into play' if fact.sort == 'came' else 'is gone'}"
        case "changed":
            was = "" if fact.before is None else f"{shown(situation, fact.type, fact.before)} -> "
            return f"{field_name(situation, fact)}: {was}{shown(situation, fact.type, fact.value)}"
        case "listed":
            if len(fact.added) == 1:
                return f"{field_name(situation, fact)}: {shown(situation, fact.type, fact.added[0])} is added"
            held = ", ".join(shown(situation, fact.type, one) for one in fact.value)
            return f"{field_name(situation, fact)}: {held or 'none'}"
        case "chosen":
            answer = fact.declined or shown(situation, fact.type, fact.value)
            return f"{address}: {thing_name(situation, fact.thing)} chooses {answer}"
        case "refused":
            return f"{address} does not hold"
        case "told":
            return f"told: {fact.text}"
        case "phase":
            return address
        case "left" | "phase_over":
            return ""
    assert_never(fact.sort)


def field_name(situation: Situation, fact: HappeningFact) -> str:
    """Give the field of a thing that was written, as facts name it."""
    return f"{thing_name(situation, fact.thing)}.{fact.field}"


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
