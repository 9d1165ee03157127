"""What happened as plain data: each happening with its rule, its values before and after, its dice and its modifiers.

In: a situation and happenings. Out: what JSON can hold; beside the values each has its line of `trace_text` as `text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quarterdeck.analysis.trial.happening_data import HappeningData, ModifierData
from quarterdeck.analysis.trial.spelling import shown, thing_name
from quarterdeck.analysis.trial.trace_text import fact_text, field_name
from quarterdeck.base.plain_data import plain_number
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.facts import HappeningFact, Sort, fact_of
from quarterdeck.engine.run.happenings import Called, Happening, Modified, PhaseBegun, Rolled, RowUsed
from quarterdeck.engine.run.plain_values import Plain, plain_value
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import following

CHANGED = "changed"
NAMES: dict[Sort, str] = {"came": CHANGED, "gone": CHANGED, "listed": CHANGED}
"""By which word programs know a happening, where that is not its sort."""


def happenings_as_data(situation: Situation, events: Iterable[Happening]) -> list[HappeningData]:
    """Give all that happened, but for the ends of calls and phases, in order.

    The `number` of each is how many dice and decisions had come in by then. The situation has the names of before the
    first. Of a list there is one for its size, and one for each place that holds another thing than before.
    """
    found: list[Any] = []
    for named, event in following(situation, events):
        fact = fact_of(named.program, event)
        what: dict[str, Any] = {"number": event.entry, "happened": NAMES.get(fact.sort, fact.sort)}
        what |= {"of": event.address, "depth": event.depth}
        if fact.sort == "listed":
            found += [{**what, **part} for part in _parts_of_list(named, fact)]
        elif text := fact_text(named, fact):
            found.append({**what, **_parts(named, fact, event), "text": text.strip()})
    return found


def _parts(situation: Situation, fact: HappeningFact, event: Happening) -> dict[str, Any]:
    program, names = situation.program, situation.known_as
    given = {name: plain_value(program, names, kind, value) for name, kind, value in fact.given}
    match event:
        case Called(time=time):
            return {"time": time, "given": given}
        case RowUsed(table=table):
            return {"table": table, "keys": given}
        case PhaseBegun(turn=turn):
            return {"turn": turn}
        case Rolled(natural=natural, total=total, success=success, modifiers=modifiers, faces=faces):
            rolled: dict[str, Any] = {"faces": list(faces), "natural": natural, "total": plain_number(total)}
            return {**rolled, "success": success, "modifiers": modifiers_as_data(modifiers)}
    match fact.sort:
        case "drawn":
            return {"drawn": plain_value(program, names, fact.type, fact.value)}
        case "rolled_off":
            return {"totals": {thing_name(situation, side): total for side, total in fact.totals}}
        case "came" | "gone":
            return {**_written(situation, fact), "before": bool(fact.before), "after": bool(fact.value)}
        case "changed":
            before = None if fact.before is None else plain_value(program, names, fact.type, fact.before)
            after = plain_value(program, names, fact.type, fact.value)
            return {**_written(situation, fact), "before": before, "after": after}
        case "chosen":
            chosen = None if fact.declined else plain_value(program, names, fact.type, fact.value)
            return {"by": thing_name(situation, fact.thing), "answer": chosen}
        case "refused":
            return {"reason": fact.text}
    return {}


def modifiers_as_data(modifiers: Iterable[Modified]) -> list[ModifierData]:
    """Give each modifier of a roll, whether it applied or not."""
    return [{"of": one.address, "by": plain_number(one.by), "applied": one.applied} for one in modifiers]


def given_as_data(situation: Situation, address: str, arguments: Sequence[Any]) -> dict[str, Plain]:
    """Give a rule's arguments by the names of its inputs."""
    pairs = zip(parameters_of(situation.program, address), arguments, strict=False)
    return {p.name: plain_value(situation.program, situation.known_as, p.type, value) for p, value in pairs}


def _written(situation: Situation, fact: HappeningFact) -> dict[str, Any]:
    """Give the thing and its field."""
    return {"thing": thing_name(situation, fact.thing), "field": fact.field or None}


def _parts_of_list(situation: Situation, fact: HappeningFact) -> Iterator[dict[str, Any]]:
    """Give the size of a list where it changed, and each place that holds another thing than before."""
    found, name = _written(situation, fact), field_name(situation, fact)
    held = fact.before or ()
    if fact.before is None or len(held) != len(fact.value):
        sizes = {"size_before": None if fact.before is None else len(held), "size_after": len(fact.value)}
        yield {**found, **sizes, "text": f"{name} holds {len(fact.value)}"}
    for at, now in enumerate(fact.value):
        was = held[at] if at < len(held) else None
        if was != now:
            before = None if was is None else plain_value(situation.program, situation.known_as, fact.type, was)
            after = plain_value(situation.program, situation.known_as, fact.type, now)
            text = f"{name}, place {at + 1}: {shown(situation, fact.type, now)}"
            yield {**found, "place": at + 1, "before": before, "after": after, "text": text}
