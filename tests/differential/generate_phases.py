"""Random procedures, and random phases of a turn with their steps."""

from __future__ import annotations

from dataclasses import replace

from tests.differential import syntax as s
from tests.differential.generate import Known
from tests.differential.generate_places import Place
from tests.differential.generate_rules import Rules


def make_procedure(
    rules: Rules, name: str, inputs: tuple[s.Input, ...], *, held_back: bool, size: int = 2
) -> s.Procedure:
    """Make a procedure; one that is held back may be carried out in a span."""
    place = Place(rules.of_inputs(inputs, before=True), held_back=held_back)
    requirement = None
    if rules.features.requirements and rules.chance(2):
        requirement = rules.condition(place.known, 1)
    body = rules.block(place, size, rules.random.choice((size, size + 1, size + 1, size + 2)))
    return s.Procedure(name, inputs, body or (s.Announce(("told",)),), requirement=requirement)


def make_phase(rules: Rules, name: str) -> s.Phase:
    """Make a phase, mostly with effects at its end; sometimes of steps, or gone through by each side."""
    if not rules.chance(3):
        return s.Phase(name, *part_of_turn(rules, at_the_end=rules.chance(7), each_side=rules.chance(2)))
    at_the_end = rules.chance(3)
    steps: list[s.Statement] = []
    for _ in range(rules.random.choice((1, 2, 2, 3))):
        own = not at_the_end and rules.chance(5)
        body, ends, close, sides = part_of_turn(
            rules, at_the_end=own, each_side=rules.chance(2), held_back=at_the_end, size=2
        )
        steps.append(s.Step(rules.name("step"), body, ends, close, sides))
    close = the_close(rules, Known(before=True)) if at_the_end and rules.chance(5) else ()
    return s.Phase(name, tuple(steps), at_the_end, close)


def part_of_turn(
    rules: Rules, *, at_the_end: bool, each_side: bool, held_back: bool = False, size: int = 3
) -> tuple[s.Block, bool, s.Block, bool]:
    """Make what a phase or step holds: some statements, mostly a loop over pawns, and perhaps a close."""
    known = Known(before=True)
    if each_side:
        known.things["Side"] = [s.Local("side")]
    place = Place(known, rounds=2 if each_side else 1, held_back=at_the_end or held_back, top=True)
    body: list[s.Statement] = []
    for _ in range(rules.random.choice((0, 0, 1, 2))):
        body += rules.statement(place, 0)
    pawn = rules.name("pawn")
    inner = known.with_thing("Pawn", pawn)
    where = rules.condition(inner, 1) if rules.chance(3) else None
    if each_side and rules.chance(7):
        where = s.Comparison("is", s.FieldOf(s.Local(pawn), "side"), s.Local("side"))
    within = place.within(inner, rounds=3, loop=True)
    loop = s.ForEach(pawn, s.Things("Pawn"), rules.block(within, 1, size), where)
    body += [loop] if loop.body else []
    if rules.chance(2):
        body += rules.statement(place, 0)
    close: s.Block = ()
    if at_the_end and rules.chance(6):
        close = the_close(rules, Known(before=True) if each_side else known)
    return tuple(body) or (s.Announce(("told",)),), at_the_end, close, each_side


def the_close(rules: Rules, known: Known) -> s.Block:
    """Make what stands at the close of a phase or step."""
    place = Place(known, closing=True)
    body = rules.statement(place, 0) if rules.chance(3) else []
    pawn = rules.name("pawn")
    within = replace(place.within(known.with_thing("Pawn", pawn), rounds=3, loop=True), top=False)
    loop = s.ForEach(pawn, s.Things("Pawn"), rules.block(within, 1, 2))
    return (*body, loop) if loop.body else tuple(body)
