"""What happened as plain data: each happening with its rule, its values before and after, its dice and its modifiers.

In: a situation and happenings. Out: what JSON can hold; beside the values each has its line of `trace_text` as `text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

from quarterdeck.analysis.trial.happening_data import HappeningData
from quarterdeck.analysis.trial.spelling import shown, thing_name
from quarterdeck.analysis.trial.trace_text import item_of, trace_lines, written_thing
from quarterdeck.base.plain_data import plain_number
from quarterdeck.engine.run.arguments import parameters_of
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
from quarterdeck.engine.run.plain_values import Plain, plain_value
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import following
from quarterdeck.engine.run.words import is_declined

NAMES: dict[type[Happening], str] = {
    Called: "called",
    Left: "left",
    Rolled: "rolled",
    Drawn: "drawn",
    RolledOff: "rolled_off",
    RowUsed: "row",
    Changed: "changed",
    ListChanged: "changed",
    Chosen: "chosen",
    Refused: "refused",
    Announced: "told",
    PhaseBegun: "phase",
    PhaseOver: "phase_over",
}
"""By which word each happening is known to programs."""


def happenings_as_data(situation: Situation, events: Iterable[Happening]) -> list[HappeningData]:
    """Give all that happened, but for the ends of calls and phases, in order.

    The `number` of each is how many dice and decisions had come in by then. The situation has the names of before the
    first. Of a list there is one for its size, and one for each place that holds another thing than before.
    """
    found: list[Any] = []
    for named, event in following(situation, events):
        what: dict[str, Any] = {"number": event.entry, "happened": NAMES[type(event)]}
        what |= {"of": event.address, "depth": event.depth}
        if isinstance(event, ListChanged):
            found += [{**what, **part} for part in _parts_of_list(named, event)]
        elif not isinstance(event, Left | PhaseOver):
            text = next(iter(trace_lines(named, [event])), "").strip()
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
        case Announced():
            return {}
        case PhaseBegun(turn=turn):
            return {"turn": turn}
        case Left() | PhaseOver() | ListChanged():
            return {}
    assert_never(event)


def given_as_data(situation: Situation, address: str, arguments: Sequence[Any]) -> dict[str, Plain]:
    """Give a rule's arguments by the names of its inputs."""
    pairs = zip(parameters_of(situation.program, address), arguments, strict=False)
    return {p.name: plain_value(situation.program, situation.known_as, p.type, value) for p, value in pairs}


def _written(situation: Situation, event: FieldWritten) -> dict[str, Any]:
    """Give the thing and its field."""
    thing = thing_name(situation, written_thing(situation, event))
    return {"thing": thing, "field": event.address.split(".", 1)[1] or None}


def _change(situation: Situation, event: Changed) -> dict[str, Any]:
    """Give the thing, its field, and the values; of what has only come into play there was none before."""
    found = _written(situation, event)
    if event.address.endswith("."):
        return {**found, "before": bool(event.before), "after": bool(event.after)}
    known = situation.program.layout.types[event.address]
    before = None if event.before is None else plain_value(situation.program, situation.known_as, known, event.before)
    return {**found, "before": before, "after": plain_value(situation.program, situation.known_as, known, event.after)}


def _parts_of_list(situation: Situation, event: ListChanged) -> Iterator[dict[str, Any]]:
    """Give the size of a list where it changed, and each place that holds another thing than before."""
    found, item = _written(situation, event), item_of(situation, event.address)
    name = f"{found['thing']}.{found['field']}"
    held = event.before or ()
    if event.before is None or len(held) != len(event.after):
        sizes = {"size_before": None if event.before is None else len(held), "size_after": len(event.after)}
        yield {**found, **sizes, "text": f"{name} holds {len(event.after)}"}
    for at, now in enumerate(event.after):
        was = held[at] if at < len(held) else None
        if was != now:
            before = None if was is None else plain_value(situation.program, situation.known_as, item, was)
            after = plain_value(situation.program, situation.known_as, item, now)
            text = f"{name}, place {at + 1}: {shown(situation, item, now)}"
            yield {**found, "place": at + 1, "before": before, "after": after, "text": text}
