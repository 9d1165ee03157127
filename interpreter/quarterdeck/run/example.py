"""Worked examples: set up what is given, roll the dice that are named, and compare what comes with what is expected.

In: a built ruleset, its rosters, and an example's data. Out: the trace and the differences, each with the place in the
example that it concerns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.diagnostics import Findings
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.python import RulesFaultError, mangled
from quarterdeck.names import types
from quarterdeck.names.types import Number
from quarterdeck.run.dice import DiceFaultError
from quarterdeck.run.game import RecordFaultError
from quarterdeck.run.questions import NONE, STOP, Question
from quarterdeck.run.situation import Building, Place, Rosters, Situation, empty_situation
from quarterdeck.run.trace import Event, TracedContext
from quarterdeck.run.views import worded

SIDES = ("one", "other")


class LabelledDice:
    """Dice named by the roll they are for: `to_hit`, `pierce.2.plate`, or `damage.pierce.plate`.

    Several for one roll are a list.
    """

    def __init__(self, graph: Graph, asked: str, given: Mapping[str, int | list[int]] | Sequence[int]) -> None:
        self.graph = graph
        self.asked = asked
        self.ordered = list(given) if not isinstance(given, Mapping) else None
        self.given = (
            {label: list(faces) if isinstance(faces, list) else [faces] for label, faces in given.items()}
            if isinstance(given, Mapping)
            else {}
        )
        self.context: TracedContext | None = None

    def new_turn(self, turn: int) -> None:
        pass

    def labels(self, site: int) -> list[str]:
        """Give the labels by which a roll may be named here, the most exact first."""
        place = self.graph.sites[site]
        roll = place.address.rsplit(".", 1)[-1]
        routine = place.routine
        count = self.context.called.get(routine, 1) if self.context else 1
        short = routine.rsplit(".", 1)[-1]
        found = [f"{name}.{count}.{roll}" for name in (short, routine)]
        if count == 1 or routine == self.asked:
            found += [f"{name}.{roll}" for name in (short, routine)]
        found += [f"{name}.{roll}" for name in (short, routine)]
        if routine == self.asked:
            found.append(roll)
        return found

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        if self.ordered is not None:
            if not self.ordered:
                raise DiceFaultError(f"no die is left for {self.graph.sites[site].address}")
            face = self.ordered.pop(0)
        else:
            label = next((label for label in self.labels(site) if self.given.get(label)), None)
            if label is None:
                raise DiceFaultError(f"no die is given for {self.labels(site)[0]}")
            face = self.given[label].pop(0)
        if not 1 <= face <= sides:
            raise DiceFaultError(f"a d{sides} cannot show {face} ({self.graph.sites[site].address})")
        return face

    def left(self) -> list[str]:
        """Give the labels whose dice were not rolled."""
        if self.ordered:
            return [f"{len(self.ordered)} dice"]
        return [label for label, faces in self.given.items() if faces]


class ScriptedChoices:
    """Decisions named by their choice, or in order.

    What is not named takes the default, or nothing where that is allowed.
    """

    def __init__(self, given: Mapping[str, Any] | Sequence[Any]) -> None:
        self.ordered = list(given) if not isinstance(given, Mapping) else None
        self.given = (
            {k: list(v) if isinstance(v, list) else [v] for k, v in given.items()} if isinstance(given, Mapping) else {}
        )
        self.asked: list[Question] = []

    def decide(self, question: Question) -> Any:
        self.asked.append(question)
        wanted = self.wanted(question)
        if wanted is None:
            if question.default is not None and question.default in question.answers():
                return question.default
            for answer in (NONE, STOP):
                if answer in question.answers():
                    return answer
            raise DiceFaultError(f"no choice is given for {question.site.address}")
        for answer in question.answers():
            if str(wanted) in (question.worded(answer), str(answer)) or self.same(question, answer, wanted):
                return answer
        raise DiceFaultError(
            f"`{wanted}` may not be chosen at {question.site.address}: {self.why_not(question, wanted)}"
        )

    def wanted(self, question: Question) -> Any:
        if self.ordered is not None:
            return self.ordered.pop(0) if self.ordered else None
        path = question.site.address.split(".")
        for start in range(len(path)):
            label = ".".join(path[start:])
            if self.given.get(label):
                return self.given[label].pop(0)
        return None

    def same(self, question: Question, answer: Any, wanted: Any) -> bool:
        kind = question.site.item.removesuffix(" or none")
        enums = question.view.graph.declared.enums
        if kind in enums and isinstance(answer, int) and answer >= 0:
            return bool(enums[kind].members[answer] == wanted)
        if kind == "boolean":
            return answer in (0, 1) and bool(wanted in (bool(answer), "yes" if answer else "no"))
        return False

    def why_not(self, question: Question, wanted: Any) -> str:
        for option, requirement in question.refused:
            if question.view.word(question.site.item, option) == str(wanted) or self.same(question, option, wanted):
                return question.reason(option, requirement)
        return "it is no option"

    def left(self) -> list[str]:
        """Give what was not asked for."""
        if self.ordered:
            return [f"{len(self.ordered)} choices"]
        return [label for label, answers in self.given.items() if answers]


@dataclass
class Tried:
    """What came of carrying out one rule in one situation."""

    before: Situation
    after: list[int]
    seen: list[int]
    result: int | None = None
    events: list[Event] = field(default_factory=list)
    problems: list[tuple[str, tuple[str | int, ...]]] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)

    def changes(self) -> dict[str, tuple[int, int]]:
        """Give `thing.field` with its value before and after, for all that changed."""
        layout = self.before.graph.layout
        found: dict[str, tuple[int, int]] = {}
        for slot, (was, now) in enumerate(zip(self.before.state, self.after, strict=True)):
            if was != now and not layout.slots[slot].endswith("."):
                thing = _thing_at(self.before, slot)
                found[f"{_thing_name(self.before, thing)}.{layout.slots[slot].split('.')[1]}"] = (was, now)
        return found


def _thing_at(situation: Situation, slot: int) -> int:
    layout = situation.graph.layout
    kind = layout.slots[slot].split(".")[0]
    stretch = layout.stretches[kind]
    return stretch.base + (slot - stretch.base) // stretch.stride * stretch.stride


def _thing_name(situation: Situation, thing: int) -> str:
    for name, known in situation.things.items():
        if known == thing:
            return name
    graph = situation.graph
    kind = graph.layout.kind_at(thing)
    return f"{graph.declared.kinds[kind].one} {graph.layout.ordinal(thing) + 1}"


def situation_of(
    graph: Graph,
    rosters: Rosters,
    things: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, Any],
    findings: Findings,
    place: Place,
    start: Situation | None = None,
) -> Situation:
    """Give a situation from an example's things and facts; things of rosters may be named without being listed."""
    sides = {side: side for side in SIDES}
    for data in things.values():
        if isinstance(side := data.get("side"), str) and side not in sides:
            sides = {side: side} if sides.keys() == set(SIDES) else {**sides, side: side}
    situation = start or empty_situation(graph, sides)
    building = Building(situation, rosters, findings, place)
    listed: dict[str, Mapping[str, Any]] = {name: dict(data) for name, data in things.items()}
    for key, value in given.items():
        for word in (str(key).split(".")[0], str(value).split(".")[0]):
            if word in rosters and word not in listed and word not in situation.things:
                listed[word] = {"like": word}
    for index, (name, data) in enumerate(listed.items()):
        kind = str(data.get("kind") or (rosters[str(data["like"])][0] if str(data.get("like")) in rosters else ""))
        owner = graph.declared.kinds[kind].owner if kind in graph.declared.kinds else None
        if owner and owner not in data:
            listed[name] = {**data, owner: list(sides)[0 if index == 0 else min(1, len(sides) - 1)]}
        building.declare(name, listed[name], ("things", name))
    for name, data in listed.items():
        building.fill(name, data, ("things", name))
    for key, value in given.items():
        if "." in str(key):
            fact(building, str(key), value, ("given", str(key)))
    return situation


def fact(building: Building, key: str, value: Any, path: tuple[str | int, ...]) -> None:
    """Set `thing.field` in a situation."""
    name, field_name = key.rsplit(".", 1)
    thing = building.situation.things.get(name)
    if thing is None:
        building.report("QD601", f"nothing here is called `{name}`", path)
        return
    kind = building.graph.layout.kind_at(thing)
    address = f"{kind}.{field_name}"
    if address not in building.graph.layout.offsets:
        building.report("QD604", f"a {building.graph.declared.kinds[kind].one} has no `{field_name}`", path)
        return
    building.field(name, thing, address, value, path)


def inputs_of(
    graph: Graph,
    address: str,
    situation: Situation,
    rosters: Rosters,
    given: Mapping[str, Any],
    findings: Findings,
    place: Place,
) -> list[Any] | None:
    """Give a rule's arguments from the facts given; nothing, with findings, where they do not fit."""
    rule = graph.declared.rules.get(address)
    building = Building(situation, rosters, findings, place)
    found: list[Any] = []
    before = len(findings)
    parameters = rule.parameters if rule else ()
    names = [p.name for p in parameters]
    for key in given:
        if "." not in str(key) and key not in names:
            building.report(
                "QD609",
                f"`{address}` has no input `{key}`",
                ("given", str(key)),
                f"it has {', '.join(names) or 'none'}",
            )
    for parameter in parameters:
        if parameter.name not in given:
            building.report(
                "QD609", f"`{parameter.name}` is not given", ("given",), f"`{address}` needs {', '.join(names)}"
            )
            continue
        value = given[parameter.name]
        path = ("given", parameter.name)
        if isinstance(parameter.type, types.Listing):
            items = value if isinstance(value, list) else [value]
            found.append([building.stored(parameter.type.item, item, path) for item in items])
        else:
            found.append(building.stored(parameter.type, value, path))
    return None if len(findings) > before or any(f is None for f in found) else found


def try_rule(
    graph: Graph,
    functions: Mapping[str, Any],
    address: str,
    situation: Situation,
    arguments: Sequence[Any],
    dice: LabelledDice,
    choices: ScriptedChoices,
    in_span: bool,
) -> Tried:
    """Carry out one rule; what the dice or choices lack is a problem, not an error."""
    routine = graph.routines[address]
    before = situation.copy()
    state = list(situation.state)
    after = list(state) if in_span else state
    tried = Tried(before, after, state)
    sides = dict.fromkeys(graph.layout.things("Side"), choices)
    context = TracedContext(
        graph, Situation(graph, state, situation.names, situation.things, situation.boards), dice, sides
    )
    dice.context = context
    try:
        if routine.value is not None:
            tried.result = functions[f"d_{mangled(address)}"](state, *arguments)
        else:
            functions[f"e_{mangled(address)}"](context, state, after, *arguments)
    except (DiceFaultError, RecordFaultError, RulesFaultError) as error:
        tried.problems.append((str(error.args[0]), ("dice",)))
    tried.problems += [(f"`{label}` is given and was not rolled", ("dice",)) for label in dice.left()]
    tried.problems += [(f"`{label}` is given and was not asked for", ("choices",)) for label in choices.left()]
    tried.events = context.events
    tried.asked = choices.asked
    return tried


def shown(graph: Graph, situation: Situation, kind: types.Type, value: Any) -> str:
    """Give a value as an example would write it."""
    if isinstance(value, list | tuple):
        return ", ".join(
            shown(graph, situation, kind.item if isinstance(kind, types.Listing) else kind, v) for v in value
        )
    bare = types.without_none(kind)
    if isinstance(bare, types.Member) and value >= 0:
        return graph.declared.enums[bare.enum].members[int(value)]
    if isinstance(bare, types.Thing) and value >= 0:
        return _thing_name(situation, value)
    if isinstance(bare, Number):
        return worded(graph, situation.names, str(bare), value)
    return worded(graph, situation.names, str(bare), int(value))


def compare(
    tried: Tried, expect: Mapping[str, Any], changes: Mapping[str, Any] | None, asked: str, rosters: Rosters
) -> None:
    """Add a problem for everything that is not as expected."""
    graph = tried.before.graph
    totals = rolls_of(tried.events, asked)
    for key, wanted in expect.items():
        path = ("expect", key)
        if key == "result":
            kind = graph.declared.rules[asked].result or Number(-(10**9), 10**9, 1000)
            got = shown(graph, tried.before, kind, tried.result)
            plain = {True: "yes", False: "no"}.get(wanted, wanted) if isinstance(wanted, bool) else wanted
            if str(plain) != got and not (isinstance(wanted, list) and ", ".join(map(str, wanted)) == got):
                tried.problems.append((f"the result is {got}, not {plain}", path))
        elif key == "rows":
            got_rows = [e.address for e in tried.events if e.sort == "row"]
            if got_rows != list(wanted):
                tried.problems.append((f"the rows are {', '.join(got_rows) or 'none'}", path))
        elif key not in totals:
            tried.problems.append((f"nothing is rolled as `{key}`", path))
        elif totals[key] != wanted and [totals[key]] != wanted:
            tried.problems.append((f"`{key}` is {totals[key]}, not {wanted}", path))
    if changes is not None:
        compare_changes(tried, changes, rosters)


def compare_changes(tried: Tried, changes: Mapping[str, Any], rosters: Rosters) -> None:
    """Add a problem for every field that is not as expected, and for every change that is not named."""
    graph = tried.before.graph
    got = tried.changes()
    end = Situation(graph, list(tried.after), tried.before.names, dict(tried.before.things), tried.before.boards)
    for key, wanted in changes.items():
        path = ("changes", key)
        name, _, field_name = key.rpartition(".")
        thing = end.things.get(name)
        if thing is None:
            tried.problems.append((f"nothing here is called `{name}`", path))
            continue
        address = f"{graph.layout.kind_at(thing)}.{field_name}"
        kind = graph.layout.types.get(address)
        if kind is None:
            tried.problems.append((f"`{name}` has no `{field_name}`", path))
            continue
        findings = Findings()
        value = (
            Building(end, rosters, findings).stored(kind, wanted, path) if not isinstance(kind, types.Listing) else None
        )
        at = thing + graph.layout.offsets[address]
        if isinstance(kind, types.Listing):
            held = end.state[at + 1 : at + 1 + end.state[at]]
            if shown(graph, end, kind, held) != ", ".join(map(str, wanted)):
                tried.problems.append((f"`{key}` holds {shown(graph, end, kind, held) or 'nothing'}", path))
        elif value is None:
            tried.problems.append((f"`{wanted}` does not fit `{key}`", path))
        elif end.state[at] != value:
            tried.problems.append((f"`{key}` is {shown(graph, end, kind, end.state[at])}, not {wanted}", path))
        elif key not in got:
            tried.problems.append((f"`{key}` did not change: it was {wanted} before", path))
    for key, (was, now) in got.items():
        if key not in changes:
            name, _, field_name = key.rpartition(".")
            thing = tried.before.things.get(name)
            kind = graph.layout.types.get(f"{graph.layout.kind_at(thing)}.{field_name}") if thing is not None else None
            said = (
                f"from {shown(graph, tried.before, kind, was)} to {shown(graph, tried.before, kind, now)}"
                if kind and not isinstance(kind, types.Listing)
                else "too"
            )
            tried.problems.append((f"`{key}` changed {said}, which is not expected", ("changes",)))


def rolls_of(events: Sequence[Event], asked: str) -> dict[str, Any]:
    """Give, by label, the totals of rolls, and for checks their successes."""
    found: dict[str, Any] = {}
    counts: dict[str, int] = {}
    stack: list[str] = []
    for event in events:
        if event.sort == "call":
            counts[event.address] = event.values[0]
            stack.append(event.address)
        elif event.sort == "done":
            stack.pop()
        elif event.sort == "rolled":
            routine, _, roll = event.address.rpartition(".")
            natural, total, success = event.values
            short, count = routine.rsplit(".", 1)[-1], counts.get(routine, 1)
            names = (
                [f"{short}.{count}.{roll}"]
                + ([f"{short}.{roll}"] if count == 1 else [])
                + ([roll] if routine == asked else [])
            )
            for name in names:
                found[name] = total
                found[f"{name}.natural"] = natural
                if success is not None:
                    found[f"{name}.successes"] = found.get(f"{name}.successes", 0) + int(success)
    return found
