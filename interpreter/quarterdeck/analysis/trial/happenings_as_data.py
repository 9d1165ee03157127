"""What happened as plain data: each happening with its rule, its values before and after, its dice and its modifiers.

In: a situation and happenings. Out: what JSON can hold; beside the values each has its line of `trace_text` as `text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from quarterdeck.analysis.trial.happening_data import HappeningData, ModifierData
from quarterdeck.analysis.trial.spelling import shown, thing_name
from quarterdeck.analysis.trial.trace_text import field_name, trace_text
from quarterdeck.base.plain_data import plain_number
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.plain_values import Plain, plain_value
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import following


def happenings_as_data(situation: Situation, events: Iterable[hap.Happening]) -> list[HappeningData]:
    """Give all that happened, but for the ends of phases and of calls without a result, in order.

    The `number` of each is how many dice and decisions had come in by then. The situation has the names of before the
    first. Of a list there is one for its size, and one for each place that holds another thing than before.
    """
    found: list[Any] = []
    for named, event in following(situation, events):
        for happened, parts in _parts(named, event):
            what = {"number": event.entry, "happened": happened, "of": event.address, "depth": event.depth, **parts}
            what.setdefault("text", trace_text(named, event).strip())
            found.append(what)
    return found


def _parts(situation: Situation, event: hap.Happening) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give what a happening is called, with what is said of it beside that; of a list that is said in several."""
    match event:
        case hap.Called(time=time, given=given):
            yield "called", {"time": time, "given": given_as_data(situation, given)}
        case hap.RowUsed(table=table, keys=keys):
            yield "row", {"table": table, "keys": given_as_data(situation, keys)}
        case hap.PhaseBegun(turn=turn):
            yield "phase", {"turn": turn}
        case hap.Rolled(natural=natural, total=total, success=success, modifiers=modifiers, faces=faces):
            rolled: dict[str, Any] = {"faces": list(faces), "natural": natural, "total": plain_number(total)}
            yield "rolled", {**rolled, "success": success, "modifiers": modifiers_as_data(modifiers)}
        case hap.Drawn(type=kind, what=what):
            yield "drawn", {"drawn": plain_value(situation.program, situation.known_as, kind, what)}
        case hap.RolledOff(totals=totals):
            yield "rolled_off", {"totals": {thing_name(situation, side): total for side, total in totals}}
        case hap.Changed(field="", before=was, after=now):
            yield "changed", {**_written(situation, event), "before": bool(was), "after": bool(now)}
        case hap.Changed(before=was, after=now):
            before, after = _held(situation, event, was), _held(situation, event, now)
            yield "changed", {**_written(situation, event), "before": before, "after": after}
        case hap.ListChanged():
            for part in _parts_of_list(situation, event):
                yield "changed", part
        case hap.Chosen(type=kind, answer=answer):
            chosen = None if event.declined else plain_value(situation.program, situation.known_as, kind, answer)
            yield "chosen", {"by": thing_name(situation, event.side), "answer": chosen}
        case hap.Refused(reason=reason):
            yield "refused", {"reason": reason}
        case hap.Announced():
            yield "told", {}
        case hap.Left() | hap.PhaseOver():
            yield from _finished(situation, event)
        case _:
            assert_never(event)


def _finished(situation: Situation, event: hap.Left | hap.PhaseOver) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the result of what is over; nothing where it has none."""
    if isinstance(event, hap.Left) and event.type is not None:
        result = plain_value(situation.program, situation.known_as, event.type, event.result)
        yield "finished", {"result": result}


def modifiers_as_data(modifiers: Iterable[hap.Modified]) -> list[ModifierData]:
    """Give each modifier of a roll, whether it applied or not."""
    return [{"of": one.address, "by": plain_number(one.by), "applied": one.applied} for one in modifiers]


def given_as_data(situation: Situation, given: Iterable[hap.Given]) -> dict[str, Plain]:
    """Give inputs of a rule, or keys of a row, by their names."""
    program, names = situation.program, situation.known_as
    return {name: plain_value(program, names, kind, value) for name, kind, value in given}


def _written(situation: Situation, event: hap.FieldWritten) -> dict[str, Any]:
    """Give the thing and its field."""
    return {"thing": thing_name(situation, event.thing), "field": event.field or None}


def _held(situation: Situation, event: hap.FieldWritten, value: Any) -> Plain:
    """Give what a field or a place of a list held; nothing where it held nothing yet."""
    return None if value is None else plain_value(situation.program, situation.known_as, event.type, value)


def _parts_of_list(situation: Situation, event: hap.ListChanged) -> Iterator[dict[str, Any]]:
    """Give the size of a list where it changed, and each place that holds another thing than before."""
    found, name = _written(situation, event), field_name(situation, event)
    held = event.before or ()
    if event.before is None or len(held) != len(event.after):
        sizes = {"size_before": None if event.before is None else len(held), "size_after": len(event.after)}
        yield {**found, **sizes, "text": f"{name} holds {len(event.after)}"}
    for at, now in enumerate(event.after):
        was = held[at] if at < len(held) else None
        if was != now:
            before, after = _held(situation, event, was), _held(situation, event, now)
            text = f"{name}, place {at + 1}: {shown(situation, event.type, now)}"
            yield {**found, "place": at + 1, "before": before, "after": after, "text": text}
