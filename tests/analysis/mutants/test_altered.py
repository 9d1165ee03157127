"""A change to a rule changes the tree, is typed and lowered like anything else, and leaves all other rules alone."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.analysis.mutants.mutants import Mutant, mutants_of
from quarterdeck.analysis.mutants.mutate import mutated
from quarterdeck.analysis.mutants.mutations import OtherStart, ShorterStart, Visit
from quarterdeck.api import Ruleset
from quarterdeck.backends.python.play import play_module
from quarterdeck.backends.python.reprinting import PatchPrinter
from quarterdeck.base.findings.finding import Findings
from quarterdeck.program.form.program import Program

COMPONENTS = """
components: small
enums:
  Mood: {members: [glum, merry, wild], many: moods}
kinds:
  Side: {one: gang, many: gangs, capacity: 2, fields: {ready: {type: boolean, words: readiness}}}
"""

RULES = """
rules small "Small"

option far_away: boolean = no "all is far away"

turn "A turn"
    phase going "Going"
        for each gang in sides where gang.ready
            do go(gang, 2)

procedure go(gang: Side, steps: 1..6) "{gang} goes {steps} steps"
    require near: steps <= 3 else "too far"
    roll strength on d6 "the strength"
        modifier tired: -1/2 when steps > 2 "tired"
    announce "{gang} has the strength of {strength}"

define may_go(gang: Side, steps: 1..6) -> boolean "whether {gang} may go {steps} steps" = allowed(go(gang, steps))

define mood(steps: 1..6) -> Mood "the mood after {steps} steps" =
    glum if steps > 4
    wild if far_away
    merry otherwise

define share(steps: 1..6) -> 0..1 ratio "the share of {steps}" = steps / 6

define slope(rise: 0..1 tenths) -> -9..19 halves "the slope" = slopes[rise]

define nearest(steps: 1..6) -> Mood or none "nearest" = first(m in moods where m is mood(steps), lowest steps first)
"""

TABLES = """
table: tempers
title: Tempers
key: {steps: 1..6}
gives: Mood or none
rows: {1-2: glum, 3-5: mood(steps), 6: none}
"""

SLOPES = """
table: slopes
title: Slopes
key: {rise: 0..1 tenths}
gives: -9..19 halves
between_rows: straight line, rounded nearest
rows: {0-0.2: "1", 0.6: "-4", 1: "rise * 10 rounded up"}
"""


@pytest.fixture
def ruleset(tmp_path: Path) -> Ruleset:
    folder = tmp_path / "small"
    (folder / "rules").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text("ruleset: small\ntitle: A small game\ndice: [d6]\n", "utf-8")
    (folder / "components.yaml").write_text(COMPONENTS, "utf-8")
    (folder / "rules/small.rules").write_text(RULES, "utf-8")
    (folder / "tables.yaml").write_text(TABLES, "utf-8")
    (folder / "slopes.yaml").write_text(SLOPES, "utf-8")
    return Ruleset.open(str(folder))


def changes_of(ruleset: Ruleset) -> list[Mutant]:
    """Give the changes that are made in a rule, table or phase."""
    return [a for a in mutants_of(ruleset.checked) if not isinstance(a.change, OtherStart | ShorterStart | Visit)]


def different(one: Program, other: Program) -> dict[str, set[str]]:
    """Give what of two programs is not the same: routines, tables, phases."""
    tables, others = ({**p.value_tables, **p.acting_tables} for p in (one, other))
    return {
        "routines": {a for a in other.routines if one.routines.get(a) != other.routines[a]},
        "tables": {name for name in others if tables[name] != others[name]},
        "phases": {a for a in other.turn.nodes if one.turn.nodes.get(a) != other.turn.nodes[a]},
    }


def changed(ruleset: Ruleset, address: str, says: str) -> Mutant:
    """Find a change by what it says."""
    found = [a for a in changes_of(ruleset) if a.address == address and a.says == says]
    assert len(found) == 1, [(a.address, a.says) for a in changes_of(ruleset)]
    return found[0]


def value_after(ruleset: Ruleset, mutant: Mutant, called: str, *given: int) -> object:
    """Give the value of a definition once a change is made, and assert that the rest of the module calls it."""
    program = ruleset.built(Findings()).program
    module = play_module(program, trace=True)
    new, parts = mutated(ruleset.checked, mutant).lowered(program)
    module.functions().update(PatchPrinter.of(program, module, trace=True).functions(new, parts))
    return module.definition(called)([0] * program.layout.size, *given)


@pytest.mark.parametrize("opened", ["first", "again"])
def test_every_change_changes_what_it_says_and_nothing_else(ruleset: Ruleset, opened: str):
    """Also where the checked ruleset comes from the cache, and its words were read by another process."""
    if opened == "again":
        assert ruleset.checked is not None
        ruleset = Ruleset.open(ruleset.loaded.game)
    program = ruleset.built(Findings()).program
    assert len(changes_of(ruleset)) > 20
    for mutant in changes_of(ruleset):
        new, parts = mutated(ruleset.checked, mutant).lowered(program)
        found = different(program, new)
        assert any(found.values()), mutant
        assert found["routines"] <= set(parts.routines), mutant
        assert found["tables"] <= set(parts.tables), mutant
        assert found["phases"] <= set(parts.phases), mutant
        assert different(program, ruleset.built(Findings()).program) == {
            "routines": set(),
            "tables": set(),
            "phases": set(),
        }


def test_a_requirement_that_is_removed_forbids_nothing_any_more(ruleset: Ruleset):
    """Who asks whether something is allowed is answered by the changed rule as well."""
    says = '`require near: steps <= 3 else "too far"` is removed'
    mutant = changed(ruleset, "small.go.near", says)
    assert not value_after(ruleset, changed(ruleset, "small.go.near", "3 becomes one more"), "small.may_go", 0, 5)
    assert value_after(ruleset, mutant, "small.may_go", 0, 5)


@pytest.mark.parametrize(
    ("name", "says", "steps", "result"),
    [
        ("mood", "`glum` becomes the next of its kind", 5, 1),
        ("mood", "`merry` becomes the next of its kind", 2, 2),
        ("mood", "`steps > 4` is negated", 2, 0),
        ("share", "`steps / 6` becomes one more", 3, Fraction(3, 2)),
        ("nearest", "`lowest steps first` is turned round", 2, 1),
    ],
)
def test_a_definition_comes_to_what_its_change_says(ruleset: Ruleset, name: str, says: str, steps: int, result: object):
    mutant = changed(ruleset, f"small.{name}", says)
    assert value_after(ruleset, mutant, f"small.{name}", steps) == result


def test_another_result_of_a_cell_counts_for_its_keys_alone(ruleset: Ruleset):
    program = ruleset.built(Findings()).program
    mutant = changed(ruleset, "tempers.1-2", "`glum` becomes the next of its kind")
    new, _ = mutated(ruleset.checked, mutant).lowered(program)
    was, cells = program.value_tables["tempers"].cells, new.value_tables["tempers"].cells
    assert [cells[key] == was[key] for key in was] == [False, False, True, True, True, True]


def test_a_row_that_ends_sooner_leaves_its_last_key_to_the_next(ruleset: Ruleset):
    program = ruleset.built(Findings()).program
    new, _ = mutated(ruleset.checked, changed(ruleset, "tempers.3-5", "the row ends with 4")).lowered(program)
    rows = new.value_tables["tempers"].rows
    assert [rows[key] for key in rows] == ["tempers.1-2"] * 2 + ["tempers.3-5"] * 2 + ["tempers.6"] * 2


@pytest.mark.parametrize(
    ("address", "says", "values"),
    [
        ("slopes.0-0.2", "1 becomes one more", "2 2 2 0.5 -1 -2.5 -4 -0.5 3 6.5 10"),
        ("slopes.0.6", "`-4` becomes one more", "1 1 1 0 -1 -2 -3 0.5 3.5 7 10"),
        ("slopes.1", "`rise * 10 rounded up` becomes one more", "1 1 1 0 -1.5 -2.5 -4 0 3.5 7.5 11"),
        ("slopes.0-0.2", "the row ends with 0.1", "1 1 0 -1 -2 -3 -4 -0.5 3 6.5 10"),
        ("slopes", "what lies between the rows is rounded down", "1 1 1 -0.5 -1.5 -3 -4 -0.5 3 6.5 10"),
    ],
)
def test_what_lies_between_two_rows_follows_both_of_them(ruleset: Ruleset, address: str, says: str, values: str):
    """On the line from 1 at 0.2 down to -4 at 0.6, and from there up to 10 at 1."""
    mutant = changed(ruleset, address, says)
    found = [value_after(ruleset, mutant, "small.slope", key) for key in range(11)]
    assert found == [Fraction(value) * 2 for value in values.split()]
