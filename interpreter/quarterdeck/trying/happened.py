"""What happened as plain data: each happening with its rule, its values before and after, its dice and its modifiers.

In: a situation and happenings. Out: what JSON can hold; beside the values each has its line of `trace_text` as `text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from quarterdeck.examples.list_changes import within_their_lists
from quarterdeck.examples.spelling import thing_name
from quarterdeck.examples.trace_text import trace_lines
from quarterdeck.names.types import Type
from quarterdeck.run.following import following
from quarterdeck.run.given import parameters_of
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
from quarterdeck.run.plain import Plain, plain_number, plain_value
from quarterdeck.run.situation import Situation
from quarterdeck.run.words import is_declined

NAMES: dict[type[Happening], str] = {
    Called: "called",
    Left: "left",
    Rolled: "rolled",
    Drawn: "drawn",
    RolledOff: "rolled_off",
    RowUsed: "row",
    Changed: "changed",
    Chosen: "chosen",
    Refused: "refused",
    Told: "told",
    PhaseBegun: "phase",
    PhaseOver: "phase_over",
}
"""By which word each happening is known to programs."""


def happenings_as_data(situation: Situation, events: Iterable[Happening]) -> list[dict[str, Any]]:
    """Give all that happened, but for the ends of calls and phases, in order.

    The `number` of each is how many dice and decisions had come in by then. The situation has the names of before the
    first.
    """
    found = []
    for named, event in following(situation, within_their_lists(situation, events)):
        if not isinstance(event, Left | PhaseOver):
            text = next(iter(trace_lines(named, [event])), "").strip()
            what: dict[str, Any] = {"number": event.entry, "happened": NAMES[type(event)]}
            what |= {"of": event.address, "depth": event.depth}
            found.append({**what, **_parts(named, event), "text": text})
    return found


def _parts(situation: Situation, event: Happening) -> dict[str, Any]:
    program, names = situation.program, situation.known_as
    match event:
        case Called(address=address, arguments=arguments, time=time):
            return {"time": time, "given": given_as_data(situation, address, arguments)}
        case Rolled(natural=natural, total=total, success=success, modifiers=modifiers, faces=faces):
            changes = [{"of": m.address, "by": plain_number(m.by), "applied": m.applied} for m in modifiers]
            rolled: dict[str, Any] = {"faces": list(faces), "natural": natural, "total": plain_number(total)}
            return {**rolled, "success": success, "modifiers": changes}
        case Drawn(address=address, what=what):
            kind = next(site.item for site in program.sites if site.address == address)
            return {"drawn": plain_value(program, names, kind, what)}
        case RolledOff(totals=totals):
            return {"totals": {thing_name(situation, side): total for side, total in totals}}
        case RowUsed(table=table, keys=keys):
            known = program.declared.tables[table].keys
            return {
                "table": table,
                "keys": {k.name: plain_value(program, names, k.type, v) for k, v in zip(known, keys, strict=False)},
            }
        case Changed():
            return _change(situation, event)
        case Chosen(address=address, side=side, answer=answer):
            item = next((site.item for site in program.sites if site.address == address), None)
            chosen = None if is_declined(item, answer) else plain_value(program, names, item, answer)
            return {"by": thing_name(situation, side), "answer": chosen}
        case Refused(reason=reason):
            return {"reason": reason}
        case Told():
            return {}
        case PhaseBegun(turn=turn):
            return {"turn": turn}
        case Left() | PhaseOver():
            return {}
    assert_never(event)


def given_as_data(situation: Situation, address: str, arguments: Sequence[Any]) -> dict[str, Plain]:
    """Give a rule's arguments by the names of its inputs."""
    pairs = zip(parameters_of(situation.program, address), arguments, strict=False)
    return {p.name: plain_value(situation.program, situation.known_as, p.type, value) for p, value in pairs}


def _change(situation: Situation, event: Changed) -> dict[str, Any]:
    """Give the thing, its field, and the values; of a list also at which place."""
    layout, address = situation.program.layout, event.address
    kind, field = address.split(".", 1)
    array = layout.arrays[kind]
    thing = array.base + (event.place - array.base) // array.stride * array.stride
    found: dict[str, Any] = {"thing": thing_name(situation, thing), "field": field or None}
    if not field:
        return {**found, "before": bool(event.before), "after": bool(event.after)}
    known: Type = layout.types[address]
    if address in layout.capacities:
        at = event.place - thing - layout.offsets[address]
        if at == 0:
            return {**found, "size_before": event.before, "size_after": event.after}
        known, found = getattr(known, "item", known), {**found, "place": at}
    values = (plain_value(situation.program, situation.known_as, known, value) for value in (event.before, event.after))
    return {**found, **dict(zip(("before", "after"), values, strict=True))}
