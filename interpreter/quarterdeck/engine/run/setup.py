"""Set up a scenario: sides, things, places and the turn limit, checked before anything starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.engine.run.situation import Building, Rosters, Situation, empty_situation
from quarterdeck.language.declarations.symbol_table import Scenario
from quarterdeck.language.declarations.types import Place
from quarterdeck.program.form.program import Program


def set_up(program: Program, scenario: Scenario, rosters: Rosters, findings: Findings) -> Situation:
    """Give a scenario's situation; faults are findings, and then the situation must not be played."""
    shape, places = scenario.shape, scenario.document.places
    situation = empty_situation(program)
    building = Building(situation, rosters, findings, places.value)
    seated = building.seat({name: ("sides", name) for name in shape.sides})
    named: list[tuple[str, Mapping[str, Any], tuple[str | int, ...]]] = []
    for side, given in shape.sides.items():
        for kind, things in given.things.items():
            if kind not in program.world.kinds:
                _no_such_kind(program, kind, findings, places.key("sides", side, "things", kind))
                continue
            for index, data in enumerate(things):
                path: tuple[str | int, ...] = ("sides", side, "things", kind, index)
                name = _name(data, kind, index, situation)
                owned = _owned(program, kind, side, data, building, path)
                thing = building.declare(name, owned, path, kind)
                if thing >= 0 and side in seated:
                    named.append((situation.known_as[thing], owned, path))
    for side in seated:
        building.values(side, situation.things[side], "Side", shape.sides[side].fields, ("sides", side, "fields"))
    building.paths[situation.things["game"]] = ("game",)
    building.values("game", situation.things["game"], "Game", shape.game, ("game",))
    for name, owned, path in named:
        building.fill(name, owned, path)
    if not findings:
        building.missing(later=bool(scenario.setup))
        _unsaid_facts(program, scenario, findings)
    for side in seated:
        situation.names[situation.things[side]] = shape.sides[side].title
    _one_place_each(program, situation, named, findings, places)
    limit = program.layout.arrays["Game"].base + program.layout.offsets["Game.turn_limit"]
    situation.state[limit] = shape.turn_limit
    situation.opening = f"scenario {scenario.name}" if scenario.setup else ""
    return situation


def _unsaid_facts(program: Program, scenario: Scenario, findings: Findings) -> None:
    """Say which constants have no value: they begin with none, and the scenario gives them none."""
    for constant in program.world.constants.values():
        if not constant.has_start and constant.name not in scenario.shape.constants:
            hint = f"write `constants: {{{constant.name}: ...}}`, or give the constant a `start:`"
            span = scenario.document.places.value("scenario")
            findings.add("QD610", f"`{scenario.name}` does not set `{constant.name}`", span, hint=hint)


def _no_such_kind(program: Program, kind: str, findings: Findings, span: Span) -> None:
    """Say that there are no such things, and which there are."""
    owned = [known.name for known in program.world.kinds.values() if known.owner]
    hint = did_you_mean(kind, owned, f"a side has {' and '.join(owned)}") if owned else ""
    findings.add("QD601", f"there is no kind of thing `{kind}`", span, hint=hint)


def _name(data: Mapping[str, Any], kind: str, index: int, situation: Situation) -> str:
    """Name a thing by its own name, that of its roster, or a number; a second one of the name is `name 2`."""
    known = data.get("name") or data.get("like")
    if known is None:
        return next(n for i in range(index + 1, 10_000) if (n := f"{kind.lower()} {i}") not in situation.things)
    name = str(known)
    if "name" in data or kind not in map(situation.kind_of, situation.called(name, kind)):
        return name
    return next(f"{name} {number}" for number in range(2, 1000) if f"{name} {number}" not in situation.things)


def _owned(
    program: Program, kind: str, side: str, data: Mapping[str, Any], building: Building, path: tuple[str | int, ...]
) -> Mapping[str, Any]:
    """Give the data of a thing with the side below which it is; report another side in them."""
    owner = program.world.kinds[kind].owner
    if not owner:
        return data
    if data.get(owner, side) != side:
        message = f"this is below `{side}`, and its {owner} is `{data[owner]}`"
        building.report("QD605", message, (*path, owner), f"remove `{owner}:`, or put it below the other side")
    return {**data, owner: side}


def _one_place_each(program: Program, situation: Situation, named: list[Any], findings: Findings, places: Any) -> None:
    """Two things of a kind do not begin in one place."""
    for kind in program.world.kinds.values():
        for known in kind.fields.values():
            if not isinstance(known.type, Place) or known.type.or_none:
                continue
            seen: dict[int, str] = {}
            for name, _, path in named:
                thing = situation.things[name]
                if program.layout.kind_at(thing) != kind.name:
                    continue
                place = situation.get(thing, known.address)
                if place in seen and place >= 0:
                    message = f"{name} and {seen[place]} begin in the same place"
                    findings.add(
                        "QD608", message, places.value(*path), hint=f"move one of them, to another {known.words}"
                    )
                seen[place] = name
