"""Compares what the program makes of a rule with what the evaluator makes of it."""

from __future__ import annotations

import contextlib
import random as chance
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.differential import bridge
from tests.differential import syntax as s
from tests.differential.catalogue import ENUMS, first_pile
from tests.differential.evaluator import (
    Machine,
    Outcome,
    OutOfDiceError,
    TooManyPathsError,
    definition_value,
    distribution,
    every_path,
    play,
)
from tests.differential.generate_places import MOST_PATHS
from tests.differential.printed import expression
from tests.differential.rulesets import Situation, Unit, assemble
from tests.differential.values import GAME, Fault, Names, Scene, Silence, State, Value, value_of, words

TRIED = 4  # paths of a rule that are tried one by one; all of them are counted
WORKED = 8  # paths of a rule that are tried as worked examples
SAMPLED = 12  # plays of a rule at random


@dataclass(frozen=True)
class Difference:
    """One thing that the program and the evaluator see differently; `how` is what was compared."""

    how: str
    unit: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.unit}, {self.how}\n    by the handbook: {self.expected}\n    by the program:  {self.found}"


@dataclass(frozen=True)
class Case:
    """A unit of a ruleset that lies in a folder, in one of its situations."""

    unit: Unit
    situation: Situation
    ruleset: s.Ruleset
    folder: Path

    @property
    def address(self) -> str:
        return f"turn.{self.unit.name}" if self.unit.sort == "phase" else f"probe.{self.unit.name}"

    @property
    def state(self) -> State:
        return self.situation.state

    @property
    def names(self) -> Names:
        return {thing.name: thing for thing in self.state.fields}

    @property
    def inputs(self) -> tuple[Value, ...]:
        scene = Scene(self.ruleset, self.state)
        return tuple(value_of(one, scene, self.names) for one in self.situation.given)

    @property
    def named_inputs(self) -> dict[str, s.Expression]:
        return {one.name: value for one, value in zip(self.unit.inputs, self.situation.given, strict=True)}

    @property
    def given(self) -> str:
        return bridge.given(self.ruleset, self.state, self.named_inputs)

    def rule(self, machine: Machine) -> None:
        """Carry the unit's procedure or phase out."""
        if self.unit.phase is not None:
            machine.go_through(self.unit.phase)
            return
        with machine.spanning() if self.unit.sort == "spanned" else contextlib.nullcontext():
            machine.carry_out(self.unit.name, self.inputs)

    def differs(self, how: str, expected: object, found: object) -> Difference:
        return Difference(how, self.unit.name, str(expected), str(found))


def differences(case: Case, tried: int = TRIED, *, count: bool = True) -> list[Difference]:
    """Compare all that can be compared of a case."""
    try:
        if case.unit.sort == "definition":
            return definition_differences(case)
        return rule_differences(case, tried, count=count)
    except Silence:
        return []
    except Fault as fault:
        return [case.differs("fault", f"no meaning: {fault}", "accepted by check")]
    except bridge.Crash as crash:
        return [case.differs("crash", "no crash", str(crash).strip())]


def definition_differences(case: Case) -> list[Difference]:
    value = words(definition_value(case.ruleset, case.state, case.unit.name, case.inputs)) or "none"
    found = bridge.try_rule(case.folder, case.address, case.given, ())
    return [] if found.result == value else [case.differs("value", value, found.result)]


def rule_differences(case: Case, tried: int, *, count: bool) -> list[Difference]:
    """Compare paths of the dice one by one, and their chances."""
    try:
        outcomes = every_path(case.ruleset, case.state, case.rule, MOST_PATHS * 4)
        counted = count and case.unit.sort != "phase" and any(outcome.sides for outcome in outcomes)
        counted = counted and not any(outcome.forbidden for outcome in outcomes)
    except TooManyPathsError:
        outcomes = [at_random(case, seed) for seed in range(tried)]
        counted = False
    picked = outcomes if len(outcomes) <= tried else chance.Random(case.unit.name).sample(outcomes, tried)
    found = [one for outcome in picked for one in path_differences(case, outcome)]
    return found[:3] + (chance_differences(case, outcomes) if counted else [])


def at_random(case: Case, seed: int) -> Outcome:
    """Carry a rule out with dice that fall at random."""
    faces: list[int] = []
    random = chance.Random(seed)
    while True:
        try:
            return play(case.ruleset, case.state, case.rule, faces)
        except OutOfDiceError as wanted:
            faces.append(random.randint(1, wanted.sides))


def path_differences(case: Case, outcome: Outcome) -> list[Difference]:
    """Compare one path of the dice: changes, words told and rolls."""
    dice = f"dice {','.join(str(face) for face in outcome.faces) or 'none'}"
    tried = bridge.try_rule(case.folder, case.address, case.given, outcome.faces)
    if outcome.forbidden:
        wrong = len(tried.problems) != 1
        return [case.differs(f"fault, {dice}", outcome.forbidden, tried.problems)] if wrong else []
    pairs: list[tuple[str, object, object]] = [
        ("told", outcome.told, tried.told),
        ("changes", bridge.changes(case.state, outcome.state), bridge.said_changes(tried.changes)),
        ("rolls", bridge.rolls(outcome.rolls), bridge.said_rolls(tried.rolls)),
        ("problems", (), tried.problems),
    ]
    return [case.differs(f"{how}, {dice}", one, other) for how, one, other in pairs if one != other]


def shown(case: Case) -> tuple[s.Expression, ...]:
    """Say what is looked at where chances are compared: some fields, and the tokens that are left."""
    random = chance.Random(case.unit.name)
    token = s.Local("token_shown")
    looks: list[s.Expression] = [s.Gathered("all", s.FieldOf(token, "worth"), token.name, s.Things("Token"))]
    text = repr(case.unit.procedures)
    kind = case.ruleset.kind("Pawn")
    changed = [one for one in kind.fields if f"name={one.name!r}" in text] or [kind.field("wet")]
    for thing in case.state.things["Pawn"]:
        looks += [looked_at(s.Local(thing.name), one, random) for one in random.sample(changed, min(2, len(changed)))]
    if "name='pool'" in text:
        looks.append(s.Cards(s.Deck(None, "pool")))
    return tuple(looks)


def looked_at(owner: s.Expression, field: s.FieldType, random: chance.Random) -> s.Expression:
    """Say how a field is looked at: itself, or what a deck holds."""
    if not isinstance(field.type, s.DeckType):
        return s.FieldOf(owner, field.name)
    deck = s.Deck(owner, field.name)
    members = (s.MemberName(field.type.enum, name) for name in ENUMS[field.type.enum].members)
    ways: list[s.Expression] = [
        s.DeckSize(deck),
        s.Cards(deck),
        *(s.Copies(deck, one, pointed=True) for one in members),
    ]
    return random.choice(ways)


def chance_differences(case: Case, outcomes: list[Outcome]) -> list[Difference]:
    """Compare the chances of what is shown, and that plays at random come to something possible."""
    looks = shown(case)

    def look(state: State) -> tuple[str, ...]:
        scene = Scene(case.ruleset, state)
        return tuple(words(value_of(one, scene, case.names)) or "none" for one in looks)

    expected = distribution(outcomes, look)
    texts = tuple(expression(one, case.ruleset) for one in looks)
    counted = bridge.odds(case.folder, case.address, case.given, texts)
    if counted is None:
        return [case.differs("odds", "counted to the end", "given up")]
    if counted.rows != expected:
        return [case.differs(f"odds of {', '.join(texts)}", told_chances(expected), told_chances(counted.rows))]
    sampled = bridge.odds(case.folder, case.address, case.given, texts, SAMPLED)
    assert sampled is not None
    strange = [row for row in sampled.rows if row not in expected]
    return [case.differs(f"plays of {', '.join(texts)}", told_chances(expected), strange)] if strange else []


def told_chances(rows: Mapping[Any, Fraction]) -> str:
    texts = (f"{' | '.join(values) if isinstance(values, tuple) else values}: {part}" for values, part in rows.items())
    return "; ".join(sorted(texts))


def turn_differences(units: list[Unit], folder: Path, seed: int) -> list[Difference]:
    """Compare a turn that is played without a watcher: the dice that fell, and for which rolls; and what is told."""
    state = with_first_piles(units[0].situations[0].state, units)
    names = " ".join(unit.name for unit in units)
    ruleset = assemble(units, dumped=True)
    shutil.rmtree(folder, ignore_errors=True)
    bridge.write(ruleset, folder, bridge.scenario(ruleset, state))
    try:
        played = bridge.play(folder, seed)
    except bridge.Crash as crash:
        return [Difference("play, crash", names, "no crash", str(crash).strip())]

    def turn(machine: Machine) -> None:
        for phase in ruleset.phases:
            machine.go_through(phase)

    try:
        outcome = play(ruleset, state, turn, played.faces)
    except Silence:
        return []
    except (Fault, OutOfDiceError) as fault:
        return [Difference("play", names, f"{type(fault).__name__}: {fault}", str(played.fallen_for[-3:]))]
    if played.stopped or outcome.forbidden:
        both = played.stopped and outcome.forbidden
        told = "stopped" if played.stopped else "played to the end"
        return [] if both else [Difference("play, fault", names, outcome.forbidden or "no fault", told)]
    expected = tuple(zip(outcome.fallen_for, outcome.sides, strict=True))
    pairs = [
        ("play, dice", *apart(expected, played.fallen_for)),
        ("play, told", *apart(tuple(one.strip() for one in outcome.told), tuple(one.strip() for one in played.told))),
        ("replay", "the same", "the same" if played.same else "another"),
    ]
    return [Difference(how, names, one, other) for how, one, other in pairs if one != other]


def with_first_piles(state: State, units: list[Unit]) -> State:
    """Let the game's decks hold what they are declared to hold, as no scenario can say anything else."""
    state = state.copy()
    for one in assemble(units).kind("Game").fields:
        if isinstance(one.type, s.DeckType):
            state.fields[GAME][one.name] = first_pile(one.type)
    return state


def apart(expected: tuple[object, ...], found: tuple[object, ...]) -> tuple[str, str]:
    """Give where two sequences part: the same twice where they do not."""
    for place, (one, other) in enumerate(zip(expected, found, strict=False)):
        if one != other:
            return f"{one} at {place}", f"{other} at {place}"
    return f"{len(expected)} in all", f"{len(found)} in all"


def worked_differences(cases: list[Case], folder: Path, worked: int = WORKED) -> list[Difference]:
    """Compare paths of the dice as worked examples, many for each case, all in one go."""
    examples: list[bridge.Worked] = []
    cases_by_example: dict[str, Case] = {}
    for place, case in enumerate(cases):
        with contextlib.suppress(Fault):
            for made in worked_examples(case, f"case_{place}", worked):
                examples.append(made)
                cases_by_example[made.name] = case
    if not examples:
        return []
    try:
        wrong = bridge.work_examples(folder, examples)
    except bridge.Crash as crash:
        return [Difference("examples, crash", " ".join(case.unit.name for case in cases), "none", str(crash).strip())]
    faces = {one.name: one.faces for one in examples}
    return [
        cases_by_example[name].differs(f"example, dice {faces[name]}", "as expected", messages)
        for name, messages in wrong.items()
    ]


def worked_examples(case: Case, name: str, worked: int) -> list[bridge.Worked]:
    """Make worked examples of some paths of a case.

    Raises:
        Fault: the handbook gives it no meaning.
    """
    situation = bridge.situation(case.ruleset, case.state, case.named_inputs)
    if case.unit.sort == "definition":
        value = definition_value(case.ruleset, case.state, case.unit.name, case.inputs)
        return [bridge.Worked(name, case.address, situation, (), f"result: {bridge.yaml_value(value)}", "")]
    try:
        outcomes = every_path(case.ruleset, case.state, case.rule, MOST_PATHS * 4)
    except TooManyPathsError:
        outcomes = [at_random(case, seed) for seed in range(worked)]
    outcomes = [outcome for outcome in outcomes if not outcome.forbidden]
    if len(outcomes) > worked:
        outcomes = chance.Random(name).sample(outcomes, worked)
    return [
        bridge.Worked(
            f"{name}_{path}",
            case.address,
            situation,
            outcome.faces,
            bridge.expected(outcome, case.unit.name),
            bridge.expected_changes(case.state, outcome.state),
            outcome.refused,
        )
        for path, outcome in enumerate(outcomes)
    ]
