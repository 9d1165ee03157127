"""Try one rule: set up what is given, carry the rule out with dice and decisions given, and keep what came of it.

In: a graph with its traced functions, a situation, arguments, dice and choices. Out: the state after, the result, the
events, and what the dice or choices lacked. What is compared with it is the business of `run.expected`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from quarterdeck.diagnostics import Findings
from quarterdeck.emit.module import Module
from quarterdeck.emit.runtime import RulesFaultError
from quarterdeck.names import types
from quarterdeck.names.declared import Parameter
from quarterdeck.program.program import Program
from quarterdeck.run.dice import DiceFaultError
from quarterdeck.run.game import RecordFaultError
from quarterdeck.run.happenings import Happening
from quarterdeck.run.labelled import ChoiceFaultError, LabelledDice, ScriptedChoices
from quarterdeck.run.questions import Question
from quarterdeck.run.situation import Building, Place, Rosters, Situation, empty_situation
from quarterdeck.run.trace import TracedContext

SIDES = ("one", "two", "side one", "side two")
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One thing that is not as an example says: in words, and where in the example, by path."""

    message: str
    path: Path
    expected: str = ""
    found: str = ""


@dataclass
class Tried:
    """What came of carrying out one rule in one situation."""

    before: Situation
    after: Situation
    result: Any = None
    events: list[Happening] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    revealed: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)


def situation_of(
    graph: Program,
    rosters: Rosters,
    things: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, Any],
    findings: Findings,
    place: Place,
    start: Situation | None = None,
) -> Situation:
    """Give a situation from things and facts; things of rosters may be named without being listed.

    `start` is a situation to begin with. Without one there are the sides that things name as their owner, in the order
    in which they are named, and as many of `one` and `two` as make two.
    """
    listed = {name: dict(data) for name, data in things.items()}
    known = start.things if start is not None else {}
    for word in _words(given):
        if word in rosters and word not in listed and word not in known:
            listed[word] = {"like": word}
    kinds = {name: _kind_of(data, rosters) for name, data in listed.items()}
    if start is not None:
        situation = start
    else:
        situation = empty_situation(graph, {side: side for side in _sides(graph, listed, kinds)})
    _own(graph, situation, listed, kinds)
    building = Building(situation, rosters, findings, place)
    for name, data in listed.items():
        if kinds[name] != "Side" and name not in known:
            building.declare(name, data, ("things", name))
    for name, data in listed.items():
        building.fill(name, data, ("things", name))
    for key, value in given.items():
        if "." in str(key):
            fact(building, str(key), value, ("given", str(key)))
    return situation


def _words(given: Mapping[str, Any]) -> Iterator[str]:
    """Give the names of things that facts and inputs speak of."""
    for key, value in given.items():
        if "." in str(key):
            yield str(key).rsplit(".", 1)[0]
            yield str(key).split(".", 1)[0]
        for item in value if isinstance(value, list) else [value]:
            yield str(item)
            yield str(item).split(".", 1)[0]


def _kind_of(data: Mapping[str, Any], rosters: Rosters) -> str:
    like = str(data.get("like"))
    return str(data.get("kind") or (rosters[like][0] if like in rosters else ""))


def _sides(graph: Program, listed: Mapping[str, Mapping[str, Any]], kinds: Mapping[str, str]) -> list[str]:
    """Give the sides that things name, filled up to two."""
    found: dict[str, None] = {name: None for name, kind in kinds.items() if kind == "Side"}
    for name, data in listed.items():
        known = graph.declared.kinds.get(kinds[name])
        if known and known.owner and isinstance(side := data.get(known.owner), str):
            found[side] = None
    for side in SIDES:
        if len(found) < 2 and side not in listed:
            found[side] = None
    return list(found)


def _own(graph: Program, situation: Situation, listed: dict[str, dict[str, Any]], kinds: Mapping[str, str]) -> None:
    """Let the first thing without an owner belong to the first side, and all others to the second."""
    layout = graph.layout
    names = {thing: name for name, thing in situation.things.items()}
    sides = [names[side] for side in layout.things("Side") if situation.state[side]]
    for index, (name, data) in enumerate(listed.items()):
        known = graph.declared.kinds.get(kinds[name])
        if known and known.owner and known.owner not in data and name not in situation.things:
            data[known.owner] = sides[min(index, len(sides) - 1, 1)]


def fact(building: Building, key: str, value: Any, path: Path) -> None:
    """Set `thing.field` in a situation."""
    name, field_name = key.rsplit(".", 1)
    thing = building.situation.things.get(name)
    if thing is None:
        close = get_close_matches(name, building.situation.things, 1)
        hint = f"did you mean `{close[0]}`?" if close else ""
        building.report("QD601", f"nothing here is called `{name}`", path, hint)
        return
    kind = building.graph.layout.kind_at(thing)
    address = f"{kind}.{field_name}"
    if address not in building.graph.layout.offsets:
        building.report("QD604", f"a {building.graph.declared.kinds[kind].one} has no `{field_name}`", path)
        return
    building.field(name, thing, address, value, path)


def parameters_of(graph: Program, address: str) -> tuple[Parameter, ...]:
    """Give what a rule or a table is to be given; phases take nothing."""
    rule = graph.declared.rules.get(address)
    if rule:
        return rule.parameters
    table = graph.declared.tables.get(address)
    if table:
        return (*table.given, *(Parameter(key.name, key.type, key.name, key.span) for key in table.keys))
    return ()


def inputs_of(
    graph: Program,
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
    parameters = parameters_of(graph, address)
    names = [p.name for p in parameters]
    for key in given:
        if "." not in str(key) and key not in names:
            hint = f"it has {', '.join(names) or 'none'}"
            building.report("QD609", f"`{address}` has no input `{key}`", ("given", str(key)), hint)
    for parameter in parameters:
        if parameter.name not in given and parameter.name not in situation.things:
            hint = f"`{address}` needs {', '.join(names)}"
            building.report("QD609", f"`{parameter.name}` is not given", ("given",), hint)
            continue
        value = given.get(parameter.name, parameter.name)
        path = ("given", parameter.name)
        if isinstance(parameter.type, types.Listing):
            items = value if isinstance(value, list) else [value]
            found.append([building.stored(parameter.type.item, item, path) for item in items])
        else:
            found.append(building.stored(parameter.type, value, path))
    return None if len(findings) > before or any(f is None for f in found) else found


def try_rule(
    graph: Program,
    module: Module,
    address: str,
    situation: Situation,
    arguments: Sequence[Any],
    dice: LabelledDice,
    choices: ScriptedChoices,
    in_span: bool,
) -> Tried:
    """Carry out a rule, a table's row, a phase or a whole turn; what dice or choices lack is a problem.

    `module` is a traced one. With `in_span` the rule reads the state before, as it does in play.
    """
    state = list(situation.state)
    after = list(state) if in_span else state
    tried = Tried(situation, Situation(graph, after, situation.names, situation.things, situation.boards))
    sides = dict.fromkeys(graph.layout.things("Side"), choices)
    seen = Situation(graph, state, situation.names, situation.things, situation.boards)
    context = TracedContext(graph, seen, dice, sides, asks_always=True)
    dice.context = context
    try:
        tried.result = _carry_out(graph, module, address, context, state, after, arguments)
    except DiceFaultError as error:
        tried.problems.append(Problem(str(error.args[0]), ("dice",)))
    except ChoiceFaultError as error:
        tried.problems.append(Problem(str(error.args[0]), ("choices",)))
    except (RecordFaultError, RulesFaultError) as error:
        tried.problems.append(Problem(str(error.args[0]), ("of",)))
    if not tried.problems:
        tried.problems += [Problem(f"`{label}` is given and was not rolled", ("dice", label)) for label in dice.left()]
        tried.problems += [
            Problem(f"`{label}` is given and was not asked for", ("choices", label)) for label in choices.left()
        ]
    tried.events = context.events
    tried.told = context.told
    tried.revealed = context.revealed
    tried.asked = choices.asked
    return tried


def _carry_out(
    graph: Program,
    module: Module,
    address: str,
    context: TracedContext,
    state: list[int],
    after: list[int],
    arguments: Sequence[Any],
) -> Any:
    if address not in graph.routines and address in ("turn", *(phase.address for phase in graph.turn.phases)):
        over = graph.layout.stretches["Game"].base + graph.layout.offsets["Game.over"]
        for phase in graph.turn.phases:
            if address in ("turn", phase.address) and not state[over]:
                module.phase(phase.address)(context, state)
        return None
    if address in graph.acting_tables:
        given, keys = _split(graph, address, arguments)
        context.row(address, keys)
        act = module.rows(address).get(keys[0] if len(keys) == 1 else keys)
        if act:
            act(context, state, after, *given, *keys)
        return None
    if address in graph.value_tables:
        _, keys = _split(graph, address, arguments)
        found = module.cells(address)[keys[0] if len(keys) == 1 else keys]
        return found(state, *keys) if callable(found) else found
    if graph.routines[address].value is not None:
        return module.definition(address)(state, *arguments)
    module.routine(address)(context, state, after, *arguments)
    return None


def _split(graph: Program, table: str, arguments: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    count = len(graph.declared.tables[table].given)
    return tuple(arguments[:count]), tuple(arguments[count:])
