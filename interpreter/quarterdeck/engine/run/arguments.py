"""What is given: a situation from things and facts, and a rule's arguments in it.

In: plain data as examples, questions and the command line give them. Out: a `Situation`, and values as they are stored.
What does not fit is a finding, with the place that the caller gives for a path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.run.shared_names import choices_between, qualified
from quarterdeck.engine.run.situation import (
    Building,
    Place,
    Rosters,
    Situation,
    empty_situation,
    known_fields,
    known_things,
    thing_and_field,
)
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.world import Input

SIDES = ("one", "two", "side one", "side two")
Path = tuple[str | int, ...]


def situation_of(
    program: Program,
    rosters: Rosters,
    things: Mapping[str, Any],
    given: Mapping[str, Any],
    findings: Findings,
    place: Place,
    start: Situation | None = None,
    every: Mapping[str, Mapping[str, Any]] | None = None,
    inputs: Mapping[str, Type] | None = None,
) -> Situation:
    """Give a situation from things and facts; things of rosters may be named without being listed.

    `every` says by kind and field what things are of which nothing else is said. `inputs` are the types of what is
    given: they tell apart what shares a name.

    `start` is a situation to begin with. Without one there are the sides that things name as their owner, in the order
    in which they are named, and as many of `one` and `two` as make two.
    """
    listed = _listed(things, findings, place)
    known = start if start is not None else Situation(program, [])
    _take(rosters, known, listed, program, given, inputs or {})
    kinds = {name: _kind_of(data, rosters) for name, data in listed.items()}
    situation, unseated = start, set[str]()
    if situation is None:
        situation, sides = empty_situation(program), _sides(program, listed, kinds)
        unseated = sides.keys() - Building(situation, rosters, findings, place).seat(sides)
    _own(program, situation, listed, kinds)
    building = Building(situation, rosters, findings, place)
    for name, data in listed.items():
        if kinds[name] != "Side" and not known.called(name):
            building.declare(name, data, ("things", name))
    for name, data in listed.items():
        if str(data.get(_owner(program, kinds[name]))) not in unseated:
            for one in situation.called(name, kinds[name])[:1]:
                building.fill(one, data, ("things", name))
    for key, value in given.items():
        if "." in str(key):
            fact(building, str(key), value, ("given", str(key)), given)
    for kind, fields in (every or {}).items():
        of_every(building, kind, fields)
    return situation


def _listed(things: Mapping[str, Any], findings: Findings, place: Place) -> dict[str, dict[str, Any]]:
    """Give the data of each thing by its name; report what says nothing of any field."""
    found: dict[str, dict[str, Any]] = {}
    for name, data in things.items():
        if isinstance(data, Mapping):
            found[name] = dict(data)
        else:
            hint = f"as `{name}: {{kind: KIND, FIELD: VALUE}}`"
            findings.add("QD605", f"`{name}` needs its kind and its fields by name", place("things", name), hint=hint)
    return found


def of_every(building: Building, kind: str, fields: Mapping[str, Any]) -> None:
    """Give all things of a kind values for fields that nobody gave any; a thing that was there keeps what it has."""
    program, situation = building.program, building.situation
    if kind not in program.world.kinds:
        hint = did_you_mean(kind, program.world.kinds)
        building.report("QD601", f"there is no kind `{kind}`", ("every", kind), hint)
        return
    for field_name, value in fields.items():
        address, path = f"{kind}.{field_name}", ("every", kind, field_name)
        if address not in program.layout.offsets:
            of_kind = program.world.kinds[kind]
            hint = did_you_mean(field_name, of_kind.fields, known_fields(of_kind))
            building.report("QD604", f"a {of_kind.one} has no `{field_name}`", path, hint)
            continue
        for name, thing in list(situation.things.items()):
            at = thing + program.layout.offsets[address]
            is_new = thing in building.paths and at not in building.given
            if program.layout.kind_at(thing) == kind and (is_new or at in situation.ungiven):
                building.field(name, thing, address, value, path)


def _take(
    rosters: Rosters,
    known: Situation,
    listed: dict[str, dict[str, Any]],
    program: Program,
    given: Mapping[str, Any],
    inputs: Mapping[str, Type],
) -> None:
    """List the things of rosters that facts and inputs speak of, and that are neither listed nor known."""
    for word, kinds in _words(program, given, inputs):
        found = rosters.called(word)
        if len(found) > 1:
            found = [one for one in found if rosters[one][0] in kinds]
        if len(found) != 1:
            continue
        kind = rosters[found[0]][0]
        there = {_kind_of(listed[word], rosters)} if word in listed else {*map(known.kind_of, known.called(word))}
        if not there:
            listed[word] = {"like": found[0], "kind": kind}
        elif kind not in there and kinds == {kind}:
            listed.setdefault(qualified(word, kind), {"like": found[0], "kind": kind})


def _words(program: Program, given: Mapping[str, Any], inputs: Mapping[str, Type]) -> Iterator[tuple[str, set[str]]]:
    """Give the names of things that facts and inputs speak of, with the kinds that each may be of."""
    for key, value in given.items():
        kind = inputs.get(str(key))
        if "." in str(key):
            whole, _, field = str(key).rpartition(".")
            having = {one.name for one in program.world.kinds.values() if field in one.fields}
            yield whole, having
            yield str(key).split(".", 1)[0], having
            kind = next((program.world.kinds[one].fields[field].type for one in having), None)
        bare = types.without_none(kind.item if isinstance(kind, types.ListType) else kind) if kind else None
        wanted = {bare.kind} if isinstance(bare, types.Thing) else set()
        for item in value if isinstance(value, list) else [value]:
            yield str(item), wanted
            yield str(item).split(".", 1)[0], wanted


def _kind_of(data: Mapping[str, Any], rosters: Rosters) -> str:
    found = rosters.called(str(data.get("like")), str(data.get("kind") or ""))
    return str(data.get("kind") or (rosters[found[0]][0] if found else ""))


def _owner(program: Program, kind: str) -> str:
    """Give the field that says whose a thing of a kind is; empty where there is none."""
    known = program.world.kinds.get(kind)
    return (known.owner or "") if known else ""


def _sides(program: Program, listed: Mapping[str, Mapping[str, Any]], kinds: Mapping[str, str]) -> dict[str, Path]:
    """Give the sides that things name, and where each is named first, filled up to two."""
    found: dict[str, Path] = {name: ("things", name) for name, kind in kinds.items() if kind == "Side"}
    for name, data in listed.items():
        owner = _owner(program, kinds[name])
        if isinstance(side := data.get(owner), str):
            found.setdefault(side, ("things", name, owner))
    for side in SIDES:
        if len(found) < 2 and side not in listed:
            found[side] = ()
    return found


def _own(program: Program, situation: Situation, listed: dict[str, dict[str, Any]], kinds: Mapping[str, str]) -> None:
    """Let the first thing without an owner belong to the first side, and all others to the second."""
    layout = program.layout
    names = {thing: name for name, thing in situation.things.items()}
    sides = [names[side] for side in layout.things("Side") if situation.state[side]]
    for index, (name, data) in enumerate(listed.items()):
        known = program.world.kinds.get(kinds[name])
        if known and known.owner and known.owner not in data and name not in situation.things:
            data[known.owner] = sides[min(index, len(sides) - 1, 1)]


def fact(building: Building, key: str, value: Any, path: Path, given: Mapping[str, Any]) -> None:
    """Set `thing.field` in a situation; `given` are all facts, by which an input may be meant in place of a thing."""
    situation = building.situation
    name, known, field_name = thing_and_field(situation, key)
    kinds = [*map(situation.kind_of, known)] or [building.rosters[one][0] for one in building.rosters.called(name)]
    if len(kinds) > 1:
        message, hint = choices_between(name, kinds)
        building.report("QD602", message, path, hint)
        return
    if not known:
        first, _, rest = key.partition(".")
        if isinstance(meant := given.get(first), str):
            hint = f"`{first}` is an input: name the thing, as in `{meant}.{rest}`"
        else:
            hint = did_you_mean(name, situation.things, known_things(situation))
        building.report("QD601", f"there is no `{name}` here", path, hint)
        return
    (name,), (kind,), thing = known, kinds, situation.things[known[0]]
    address = f"{kind}.{field_name}"
    if address not in building.program.layout.offsets:
        world = building.program.world
        setting = next((n for n in ("constants", "options") if field_name in getattr(world, n)), "")
        hint = (
            f"write it next to `given`, as `{setting}: {{{field_name}: ...}}`, or `{field_name}` over a grid"
            if setting
            else did_you_mean(field_name, world.kinds[kind].fields, known_fields(world.kinds[kind]))
        )
        building.report("QD604", f"a {world.kinds[kind].one} has no `{field_name}`", path, hint)
        return
    building.field(name, thing, address, value, path)


def parameters_of(program: Program, address: str) -> tuple[Input, ...]:
    """Give what a rule or a table is to be given; phases take nothing, steps what was named before."""
    rule = program.world.rules.get(address)
    if rule:
        return rule.parameters
    table = program.world.tables.get(address)
    if table:
        return (*table.given, *table.keys)
    if address in program.turn.nodes and (step := program.routines.get(address)) is not None:
        return tuple(Input(name, kind, name) for name, kind in step.parameters)
    return ()


def types_of_inputs(program: Program, addresses: Iterable[str]) -> dict[str, Type]:
    """Give the type of each input of some rules, by its name."""
    return {one.name: one.type for address in addresses for one in parameters_of(program, address)}


def inputs_of(
    program: Program,
    address: str,
    situation: Situation,
    rosters: Rosters,
    given: Mapping[str, Any],
    findings: Findings,
    place: Place,
) -> list[Any] | None:
    """Give a rule's arguments from the facts given; nothing, with findings, where they do not fit.

    What is not given is the thing that is called as the parameter is, if there is one.
    """
    building = Building(situation, rosters, findings, place)
    found: list[Any] = []
    before = len(findings)
    parameters = parameters_of(program, address)
    names = [p.name for p in parameters]
    for key in given:
        if "." not in str(key) and key not in names:
            hint = f"it has {', '.join(names) or 'none'}"
            building.report("QD609", f"`{address}` has no input `{key}`", ("given", str(key)), hint)
    missing = [one for one in parameters if one.name not in given and one.name not in situation.things]
    if missing:
        examples = [f"{one.name}: {there}" for one in missing if (there := first_of_type(situation, one.type))]
        hint = f"`{address}` needs {', '.join(names)}" + (f"; for example `{', '.join(examples)}`" * bool(examples))
        said = ", ".join(f"`{one.name}`" for one in missing)
        building.report("QD609", f"{said} {'is' if len(missing) == 1 else 'are'} not given", ("given",), hint)
    for parameter in parameters:
        if parameter in missing:
            continue
        value = given.get(parameter.name, parameter.name)
        path = ("given", parameter.name)
        taken = building.taken(parameter.type, value, path)
        found.append(tuple(taken) if isinstance(taken, list) else taken)  # as a list that is named, it may be kept
    return None if len(findings) > before or any(f is None for f in found) else found


def first_of_type(situation: Situation, kind: types.Type) -> str:
    """Give the name of the first thing of a situation that a type takes; empty if there is none."""
    if not isinstance(kind, types.Thing):
        return ""
    return next((name for name in situation.things if situation.kind_of(name) == kind.kind), "")
