"""Tell a trace in lines: what was called with what, what was rolled and why it counted so, which rows, what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import assert_never

from quarterdeck.analysis.trial.spelling import shown, thing_name
from quarterdeck.base.decimals import shown as exact_text
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import following
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations.types import Boolean
from quarterdeck.program.form.layout import GAME_OVER


def trace_lines(situation: Situation, events: Iterable[hap.Happening]) -> Iterator[str]:
    """Give a line for each event, indented by how deep in calls it lies; the names are those of before the first."""
    for named, event in following(situation, events):
        line = trace_text(named, event)
        if line:
            yield "  " * event.depth + line


def trace_text(situation: Situation, event: hap.Happening) -> str:
    """Give the line of a happening; nothing where something is only over. That of a row is named by its address."""
    address = event.address
    match event:
        case hap.Called(given=named):
            given = ", ".join(f"{name}: {shown(situation, kind, value)}" for name, kind, value in named)
            is_row = address not in situation.program.world.rules and address not in situation.program.turn.nodes
            return f"{address} ({given})" if given and not is_row else address
        case hap.Rolled():
            return _rolled(event)
        case hap.Drawn(type=kind, what=what):
            done = "rolled" if situation.program.site_at[address].sort == "roll" else "drawn"
            return f"{address}: {done} {words_of(situation.program, situation.names, kind, what)}"
        case hap.RolledOff(totals=totals):
            return f"{address}: {', '.join(f'{thing_name(situation, side)} {total}' for side, total in totals)}"
        case hap.RowUsed():
            table, _, label = address.partition(".")
            return f"row {label} of {table}"
        case hap.Changed(field=""):
            return f"{thing_name(situation, event.thing)} {'comes into play' if event.after else 'is gone'}"
        case hap.Changed(type=kind, before=before, after=after):
            kind = Boolean() if address == GAME_OVER else kind
            was = "" if before is None else f"{shown(situation, kind, before)} -> "
            return f"{field_name(situation, event)}: {was}{shown(situation, kind, after)}"
        case hap.ListChanged(type=kind, added=added, after=after):
            if len(added) == 1:
                return f"{field_name(situation, event)}: {shown(situation, kind, added[0])} is added"
            held = ", ".join(shown(situation, kind, one) for one in after)
            return f"{field_name(situation, event)}: {held or 'none'}"
        case hap.Chosen(type=kind, answer=answer):
            words = event.declined or shown(situation, kind, answer)
            return f"{address}: {thing_name(situation, event.side)} chooses {words}"
        case hap.Refused():
            return f"{address} does not hold"
        case hap.Announced(text=text):
            return f"told: {text}"
        case hap.PhaseBegun():
            return address
        case hap.Left() | hap.PhaseOver():
            return _result(situation, event)
    assert_never(event)


def field_name(situation: Situation, event: hap.FieldWritten) -> str:
    """Give the field of a thing that was written, as facts name it."""
    return f"{thing_name(situation, event.thing)}.{event.field}"


def _result(situation: Situation, event: hap.Left | hap.PhaseOver) -> str:
    if not isinstance(event, hap.Left) or event.type is None:
        return ""
    return f"{event.address}: result {shown(situation, event.type, event.result)}"


def _rolled(event: hap.Rolled) -> str:
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
