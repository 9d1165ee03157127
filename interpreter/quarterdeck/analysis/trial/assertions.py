"""Compare what came of a rule with what an example expects: results, rolls, rows, words, changes and refusals.

In: a `Tried` and an example's expectations. Out: problems, each with the path in the example that it concerns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from quarterdeck.analysis.trial.answer_labels import is_meant
from quarterdeck.analysis.trial.rule_trial import ComparedValue, Problem, Tried, normal
from quarterdeck.analysis.trial.spelling import shown, thing_name
from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import as_written, plain_number
from quarterdeck.engine.run.happenings import Called, Happening, Refused, Rolled, RowUsed
from quarterdeck.engine.run.plain_values import Plain, fields_of, held, plain_value
from quarterdeck.engine.run.shared_names import choices_between
from quarterdeck.engine.run.situation import Building, Rosters, Situation, thing_and_field
from quarterdeck.engine.run.views import view_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.instructions import Site
from quarterdeck.program.form.program import Program

DICE = re.compile(r"(\d*)d(\d+)")


def differences(
    tried: Tried,
    expect: Mapping[str, Any],
    changes: Mapping[str, Any],
    refused: Mapping[str, Any],
    rosters: Rosters,
) -> list[Problem]:
    """Give everything that is not as expected; only changes and refusals at a rule's head must be named in full."""
    return [
        *_of_results(tried, expect, rosters),
        *_of_changes(tried, changes, rosters),
        *_of_refusals(tried, refused),
    ]


# --- results, rolls, rows, words


def _of_results(tried: Tried, expect: Mapping[str, Any], rosters: Rosters) -> list[Problem]:
    found: list[Problem] = []
    rolls = rolls_of(tried.events, tried.address, tried.before.program)
    for key, wanted in expect.items():
        path = ("expect", key)
        match key.partition("."):
            case ("result", "", _):
                found += _of_result(tried, wanted, rosters)
            case ("rows" | "told", "", _):
                got = [e.address for e in tried.events if isinstance(e, RowUsed)] if key == "rows" else tried.told
                listed = [as_written(item) for item in (wanted if isinstance(wanted, list) else [wanted])]
                if got != listed:
                    found.append(_differs("the rows" if key == "rows" else "what is told", listed, got, path))
            case ("asked", ".", label):
                count = sum(is_called(q.site, label) for q in tried.asked)
                if count != wanted:
                    found.append(_differs(f"how often `{label}` is asked", wanted, count, path))
            case ("hidden_from" | "seen_by" as sight, ".", side):
                found += _of_sight(tried, side, wanted, sight == "seen_by", path)
            case _ if key.endswith(".success") and f"{key}es" in rolls:
                (successes,) = rolls[f"{key}es"]
                if _plain(wanted) != _plain(successes > 0):
                    found.append(_differs(f"`{key}`", wanted, successes > 0, path))
            case _ if key not in rolls:
                found.append(Problem(f"nothing is rolled as `{key}`", path))
            case _ if rolls[key] != [decimals.read(one) for one in (wanted if isinstance(wanted, list) else [wanted])]:
                found.append(_differs(f"`{key}`", wanted, rolls[key], path))
    return found


def _of_sight(tried: Tried, side: str, wanted: Any, is_seen: bool, path: tuple[str, ...]) -> list[Problem]:
    """Tell which fields a side sees, or does not, against what is expected; they must hold something to see."""
    program, things, state = tried.before.program, tried.before.things, tried.after.state
    if program.layout.arrays["Side"].kind != program.layout.kind_at(things.get(side, 0)):
        return [Problem(f"there is no side here `{side}`", path)]
    view = view_of(tried.after, state, things[side], tried.revealed)
    found = []
    for key in wanted if isinstance(wanted, list) else [wanted]:
        name, known, field = thing_and_field(tried.before, str(key))
        name = known[0] if len(known) == 1 else name
        address = f"{program.layout.kind_at(things[name])}.{field}" if len(known) == 1 else ""
        if address not in program.layout.offsets:
            found.append(Problem(f"there is no `{as_written(key)}` here", path))
        elif (
            held(program, view.state, things[name], address) == held(program, state, things[name], address)
        ) != is_seen:
            found.append(Problem(f"`{side}` {'does not see' if is_seen else 'sees'} `{key}`", path))
    return found


def _differs(what: str, wanted: Any, got: Any, path: tuple[str, ...], data: Plain = None) -> Problem:
    """Give what differs; `data` is what was found as plain data, where `got` has only its words."""
    expected, found = _given(wanted), _plain(got)
    verb = "are" if what.startswith("the rows") else "is"
    data = as_data(got) if data is None else data
    return Problem(f"{what} {verb} {found}, not {expected.text}", path, expected, ComparedValue(data, found))


def as_data(value: Any) -> Plain:
    """Give what an example says, or what was found in place of it, as JSON can hold it."""
    if isinstance(value, Mapping):
        return {str(key): as_data(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(one) for one in value]
    if isinstance(value, Fraction):
        return plain_number(value)
    return value if isinstance(value, int | str) or value is None else str(value)


def _given(wanted: Any) -> ComparedValue:
    return ComparedValue(as_data(wanted), _plain(wanted))


def _plain(value: Any) -> str:
    return ", ".join(map(as_written, value)) or "none" if isinstance(value, list | tuple) else as_written(value)


def _of_result(tried: Tried, wanted: Any, rosters: Rosters) -> list[Problem]:
    program, path, kind = tried.before.program, ("expect", "result"), tried.result_type
    if kind is None:
        return [Problem(f"`{tried.address}` has no result", path)]
    stored = stored_value(tried.before, rosters, kind, wanted)
    if stored is None:
        return [Problem(f"`{_plain(wanted)}` does not fit the result, which is {kind}", path)]
    if tried.given is None and tried.problems:
        return []
    got = normal(kind, tried.given)
    if got == stored:
        return []
    data = plain_value(program, tried.before.known_as, kind, got)
    return [_differs("the result", wanted, shown(tried.before, kind, got), path, data)]


def stored_value(situation: Situation, rosters: Rosters, kind: Type, wanted: Any) -> Any:
    """Give plain data as it would be stored; nothing where it does not fit."""
    if isinstance(kind, types.DiceType):
        thrown = DICE.fullmatch(str(wanted))
        return (int(thrown[1] or 1), int(thrown[2])) if thrown else None
    findings = Findings()
    anywhere = replace(situation, boards=(0, 0))  # what left the board is somewhere too
    building = Building(anywhere, rosters, findings)
    if isinstance(kind, types.ListType) and not isinstance(wanted, list):
        return None
    found = building.taken(kind, wanted, ())
    return None if findings else found


def is_called(site: Site, label: str) -> bool:
    """Tell whether a label is the end of an address that a site has or had."""
    return any(f".{address}".endswith(f".{label}") for address in site.addresses)


def rolls_of(
    events: Sequence[Happening], asked: str, program: Program | None = None
) -> dict[str, list[Fraction | int]]:
    """Give totals, natural faces and, for checks, successes of all rolls, by label, in order.

    With a program there are also the labels that rolls had before they were renamed.
    """
    found: dict[str, list[Fraction | int]] = {}
    counts: dict[str, int] = {}
    for event in events:
        if isinstance(event, Called):
            counts[event.address] = event.time
        elif isinstance(event, Rolled):
            home = event.address.rpartition(".")[0]
            count, names = counts.get(home, 1), list[str]()
            for address in program.site_at[event.address].addresses if program is not None else (event.address,):
                routine, _, roll = address.rpartition(".")
                bare = routine.rsplit(".", 1)[-1]
                names += [f"{bare}.{count}.{roll}", f"{bare}.{roll}", *([roll] if home == asked else [])]
            for name in dict.fromkeys(names):
                found.setdefault(name, []).append(event.total)
                found.setdefault(f"{name}.natural", []).append(event.natural)
                if event.success is not None:
                    sum_so_far = found.setdefault(f"{name}.successes", [0])
                    sum_so_far[0] += int(event.success)
    return found


# --- changes


@dataclass(frozen=True)
class ChangedField:
    """A field of a thing that is not what it was; `field` is empty where the thing came into play or left it."""

    thing: int
    field: str
    was: Any
    now: Any


def changes_of(tried: Tried) -> dict[str, ChangedField]:
    """Give all that changed, by `thing.field`; of things that came or went, only that they did, with all they hold.

    Where one thing has come into the place of another, both are told, each by its name.
    """
    program = tried.before.program
    layout, was, now = program.layout, tried.before.state, tried.after.state
    came = {event.comes_into_play for event in tried.events}
    found: dict[str, ChangedField] = {}
    for array in layout.arrays.values():
        if was[array.base : array.end] == now[array.base : array.end] and came.isdisjoint(layout.things(array.kind)):
            continue
        for thing in layout.things(array.kind):
            if was[thing : thing + array.stride] == now[thing : thing + array.stride] and thing not in came:
                continue
            name = thing_name(tried.before, thing)
            if was[thing] != now[thing]:
                found[name] = ChangedField(thing, "", was[thing], now[thing])
            elif now[thing] and thing in came:
                found[name] = ChangedField(thing, "", was[thing], 0)
                found[thing_name(tried.after, thing)] = ChangedField(thing, "", 0, now[thing])
            elif now[thing]:
                for address in fields_of(program, array.kind):
                    old, new = held(program, was, thing, address), held(program, now, thing, address)
                    if old != new:
                        found[f"{name}.{address.partition('.')[2]}"] = ChangedField(thing, address, old, new)
    return found


def with_newcomers(tried: Tried) -> Situation:
    """Give the situation in the end, in which what has come into play can be named as well."""
    came = {event.comes_into_play for event in tried.events}
    there = {thing_name(tried.after, thing): thing for thing in came if thing >= 0 and tried.after.state[thing]}
    return replace(tried.after, things=there | tried.after.things)


def _of_changes(tried: Tried, wanted: Mapping[str, Any], rosters: Rosters) -> list[Problem]:
    got = changes_of(tried)
    found: list[Problem] = []
    keys = {key: as_known(tried.before, key) for key in wanted}
    for written, value in wanted.items():
        key, path = keys[written], ("changes", written)
        if key in got and not got[key].field:
            found += _of_thing(tried, got[key], key, value, rosters)
        elif key in got:
            found += _of_field(tried, got[key], f"`{key}`", value, path, rosters)
        else:
            found += _of_nothing(tried, written, value, path)
    for key, changed in got.items():
        if key not in keys.values():
            message = f"{told_change(tried, key, changed)}, which is not expected"
            found.append(Problem(message, ("changes", key), None, _now(tried, changed)))
    return found


def as_known(situation: Situation, key: str) -> str:
    """Give what changes by the name that its thing is known by; nothing where several may be meant."""
    whole = situation.called(key)
    _, known, field = (key, whole, "") if whole else thing_and_field(situation, key)
    if len(known) > 1:
        return ""
    return key if not known else known[0] + f".{field}" * bool(field)


def _of_field(
    tried: Tried, changed: ChangedField, name: str, wanted: Any, path: tuple[str, ...], rosters: Rosters
) -> list[Problem]:
    program = tried.before.program
    kind = program.layout.types[changed.field]
    stored = stored_value(with_newcomers(tried), rosters, kind, wanted)
    if stored is None:
        return [Problem(f"`{_plain(wanted)}` does not fit {name}, which is {kind}", path)]
    if stored == changed.now:
        return []
    data = plain_value(program, tried.after.known_as, kind, changed.now)
    return [_differs(name, wanted, shown(tried.after, kind, changed.now), path, data)]


def _of_thing(tried: Tried, changed: ChangedField, key: str, wanted: Any, rosters: Rosters) -> list[Problem]:
    """Compare a thing that came into play, or that left it."""
    program, path = tried.before.program, ("changes", key)
    if not changed.now:
        return (
            []
            if wanted == "gone"
            else [Problem(f"`{key}` is gone", path, _given(wanted), ComparedValue("gone", "gone"))]
        )
    if not isinstance(wanted, Mapping):
        return [Problem(f"`{key}` is new", path, _given(wanted), ComparedValue("new", "new"))]
    kind = program.layout.kind_at(changed.thing)
    found: list[Problem] = []
    for name, value in wanted.items():
        address = f"{kind}.{name}"
        if address not in program.layout.offsets:
            found.append(Problem(f"a {program.world.kinds[kind].one} has no `{name}`", (*path, name)))
            continue
        now = ChangedField(changed.thing, address, None, held(program, tried.after.state, changed.thing, address))
        found += _of_field(tried, now, f"`{key}.{name}`", value, (*path, name), rosters)
    return found


def _of_nothing(tried: Tried, key: str, wanted: Any, path: tuple[str, ...]) -> list[Problem]:
    """Say why something that is expected to change did not."""
    program, whole = tried.before.program, tried.before.called(key)
    if len(whole) == 1:
        return [Problem(f"`{key}` neither came nor went", path, is_unchanged=True)]
    name, known, field = (key, whole, "") if whole else thing_and_field(tried.before, key)
    if len(known) > 1:
        return [Problem(". ".join(choices_between(name, map(tried.before.kind_of, known))), path)]
    thing = tried.before.things[known[0]] if known else None
    if thing is None:
        what = "no such thing came into play" if not name or isinstance(wanted, Mapping) else "unknown name"
        return [Problem(f"`{key}`: {what}", path)]
    address = f"{program.layout.kind_at(thing)}.{field}"
    if address not in program.layout.offsets:
        return [Problem(f"`{name}` has no `{field}`", path)]
    kind = program.layout.types[address]
    before = held(program, tried.before.state, thing, address)
    value, data = shown(tried.before, kind, before), plain_value(program, tried.before.known_as, kind, before)
    message = f"`{key}` did not change: it is {value} as before"
    return [Problem(message, path, _given(wanted), ComparedValue(data, value), is_unchanged=True)]


def _now(tried: Tried, changed: ChangedField) -> ComparedValue:
    """Return the new value of a changed field as an example would write it."""
    if not changed.field:
        return ComparedValue({}, "new") if changed.now else ComparedValue("gone", "gone")
    kind = tried.after.program.layout.types[changed.field]
    data = plain_value(tried.after.program, tried.after.known_as, kind, changed.now)
    return ComparedValue(data, shown(tried.after, kind, changed.now))


def told_change(tried: Tried, key: str, changed: ChangedField) -> str:
    """Say what changed, and how."""
    program = tried.before.program
    if changed.field:
        kind = program.layout.worded(changed.field)
        was, now = shown(tried.before, kind, changed.was), shown(tried.after, kind, changed.now)
        return f"`{key}` changed from {was} to {now}"
    if not changed.now:
        return f"`{key}` is gone"
    kind_of = program.layout.kind_at(changed.thing)
    values = {
        address.partition(".")[2]: shown(
            tried.after, program.layout.types[address], held(program, tried.after.state, changed.thing, address)
        )
        for address in fields_of(program, kind_of)
    }
    return f"`{key}` is new ({', '.join(f'{name}: {value}' for name, value in values.items())})"


# --- refusals


def _of_refusals(tried: Tried, wanted: Mapping[str, Any]) -> list[Problem]:
    found: list[Problem] = []
    heads = [event.address for event in tried.events if isinstance(event, Refused)]
    for label, said in wanted.items():
        if isinstance(said, Mapping):
            found += _of_options(tried, label, said)
            continue
        for requirement in said if isinstance(said, list) else [said]:
            address = next((head for head in heads if f".{head}".endswith(f".{label}.{requirement}")), None)
            if address is None:
                found.append(Problem(f"`{label}` is not refused by `{as_written(requirement)}`", ("refused", label)))
            else:
                heads.remove(address)
    found += [Problem(f"`{head}` does not hold, which is not expected", ("refused",)) for head in heads]
    return found


def _of_options(tried: Tried, label: str, wanted: Mapping[str, Any]) -> list[Problem]:
    """Compare the refused options of the questions at one choice."""
    asked = [question for question in tried.asked if is_called(question.site, label)]
    if not asked:
        return [Problem(f"`{label}` was not asked", ("refused", label))]
    found = []
    for option, requirement in wanted.items():
        reasons = [
            question.site.requirements[number]
            for question in asked
            for refused, number in question.refused
            if is_meant(question, refused, option) or is_meant(question, refused, _number(option))
        ]
        if requirement not in reasons:
            got = ", ".join(dict.fromkeys(reasons)) or "nothing"
            path = ("refused", label, option)
            found.append(_differs(f"what forbids `{option}` at `{label}`", requirement, got, path))
    return found


def _number(text: Any) -> Any:
    return int(text) if isinstance(text, str) and text.lstrip("-").isdecimal() else text
