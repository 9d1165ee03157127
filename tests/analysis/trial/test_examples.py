"""Worked examples: they run, their failures say where and why, and coverage finds what they leave untested."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.analysis.mutants import survivors
from quarterdeck.analysis.mutants.mutants import Mutant, mutants_of
from quarterdeck.analysis.mutants.mutate import mutated
from quarterdeck.analysis.mutants.mutations import Exchange, OtherStart, ShorterStart, Visit
from quarterdeck.analysis.mutants.survivors import Coverage, measure
from quarterdeck.analysis.trial.bench import CaseOutcome, ExampleRunner
from quarterdeck.analysis.trial.cases import cases_in, cases_of
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.base.text import read
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax import nodes

RULESET = """
ruleset: fight
title: A snowball fight
board: {shape: hex, directions: Direction}
dice: [d6]
"""

COMPONENTS = """
components: fight
enums:
  Direction: {circle: [north, northeast, southeast, south, southwest, northwest], many: directions}
  Mood: {members: [glum, merry], many: moods}
kinds:
  Side: {one: gang, many: gangs}
  Child:
    one: child
    many: children
    capacity: 6
    owner: gang
    fields:
      gang: {type: Side, words: gang, fixed: yes}
      place: {type: hex, words: place}
      wet: {type: 0..9, words: wetness, start: "0"}
      balls: {type: 0..5, words: snowballs, start: "3", mark: yes}
      mood: {type: Mood, words: mood, start: merry}
  Heap:
    one: heap
    many: heaps
    capacity: 4
    fields:
      place: {type: hex, words: place}
      height: {type: 1..4, words: height, start: "1"}
"""

RULES = """
rules fight "The fight"

option gloves: boolean = no "everybody wears gloves"

turn "A turn"
    phase throwing "Throwing", effects at the end
        for each child in children
            do throw(child)
    phase work "Work"
        for each child in children
            do shovel(child)
            do dry(child)
        for each gang in sides
            do praise(gang)
        do melt()
    phase supper "Supper"
        announce "everybody goes home"

procedure throw(child: Child) "{child} throws"
    choose target by child.gang from children where target is not child, or none "At whom does {child} throw?"
        require armed: child.balls > 0 else "{child} has no snowball"
        require near: distance(child.place, target.place) <= 4 else "{target} is too far away"
    when target is not none
        take 1 from child.balls, to no less than 0
        check aim on d6 "a hit"
            success when total >= hits_on(child)
            modifier close: +1 when distance(child.place, target.place) = 1 "from near by"
            natural 6: success
        when aim.success
            do hit(target)

effect hit(target: Child) "{target} is hit"
    roll splash on d6 "the splash"
    apply splashes[splash](target)

effect soak(target: Child, amount: 1..3) "{target} is soaked by {amount}"
    add amount to target.wet, to no more than 9

procedure shovel(child: Child) "{child} shovels a heap"
    create heap in heaps with place: child.place, height: 2 unless any(heap in heaps where heap.place is child.place)

procedure melt() "heaps melt"
    for each heap in heaps where heap.height = 1
        remove heap

procedure dry(child: Child) "{child} dries"
    take half(child.wet) from child.wet, to no less than 0

procedure praise(gang: Side) "the driest child of {gang} is praised"
    let child = driest(gang)
    announce "{child} is dry" when child is not none

define hits_on(child: Child) -> 1..6 "the least die with which {child} hits" =
    gloved: 5 if gloves
    glum: 5 if child.mood is glum
    4 otherwise

define driest(gang: Side) -> Child or none "the driest child of {gang}" =
    first(child in children where child.gang is gang, lowest child.wet first)

define half(amount: 0..9) -> 0..5 "half of {amount}" = amount / 2 rounded up
"""

TABLE = """
table: splashes
title: Splashes
given: {target: Child}
key: {force: 1..6}
rows:
  1-2: "-"
  3-5: do soak(target, 1)
  6:
    - do soak(target, 2)
    - set target.mood to glum
"""

THINGS = """
    things:
      Anna: {kind: Child, gang: caps, place: [3, 3]}
      Ben: {kind: Child, gang: scarves, place: [3, 4]}
"""

EXAMPLES = f"""
examples:
  - example: a_hit
    title: Anna hits Ben
    of: fight.throw{THINGS}    given: {{child: Anna}}
    choices: {{target: Ben}}
    cases:
      - name: from near by
        dice: {{aim: 3, hit.splash: 6}}
        expect: {{aim: 4, aim.natural: 3, aim.successes: 1, rows: [splashes.6]}}
        changes: {{Anna.balls: 2, Ben.wet: 2, Ben.mood: glum}}
      - name: from further away
        given: {{Ben.place: [3, 5]}}
        dice: {{aim: 3}}
        expect: {{aim: 3, aim.successes: 0}}
        changes: {{Anna.balls: 2}}
  - example: refusals
    of: fight.throw{THINGS}    given: {{child: Anna}}
    cases:
      - {{given: {{Ben.place: [3, 8]}}, refused: {{target: {{Ben: near}}}}}}
      - {{given: {{Anna.balls: 0}}, refused: {{target: {{Ben: armed}}}}}}
"""


def write(folder: Path, examples: str = EXAMPLES) -> str:
    game = folder / "fight"
    for name, text in {
        "ruleset.yaml": RULESET,
        "components.yaml": COMPONENTS,
        "rules/fight.rules": RULES,
        "tables/splashes.yaml": TABLE,
        "examples/throwing.yaml": examples,
    }.items():
        path = game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), "utf-8")
    return str(game)


def outcomes(folder: Path, examples: str) -> list[CaseOutcome]:
    ruleset = Ruleset.open(write(folder, examples))
    assert [f.message for f in ruleset.findings] == []
    bench = ExampleRunner(ruleset)
    return [bench.run(case) for case in cases_of(ruleset.declared)]


def problems(folder: Path, body: str) -> list[str]:
    """Give what is wrong with one example about a throw of Anna's."""
    text = f"examples:\n  - example: tried\n    of: fight.throw{THINGS}    given: {{child: Anna}}\n{body}"
    (outcome,) = outcomes(folder, text)
    assert [f.message for f in outcome.findings] == []
    return [problem.message for problem in outcome.problems]


def measured(folder: Path, examples: str = EXAMPLES) -> Coverage:
    ruleset = Ruleset.open(write(folder, examples))
    bench = ExampleRunner(ruleset)
    return measure(bench, cases_of(ruleset.declared), lambda items, total, words: items)


# --- running


def test_good_examples_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["test", write(tmp_path)]) == 0
    assert "4 worked examples, all as expected" in capsys.readouterr().out


def test_a_failure_names_its_place_what_was_expected_and_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    game = write(tmp_path, EXAMPLES.replace("aim: 4, aim.natural", "aim: 5, aim.natural"))
    assert main(["test", game]) == 1
    told = capsys.readouterr().out
    line = (
        Path(game, "examples/throwing.yaml")
        .read_text("utf-8")
        .splitlines()
        .index("        expect: {aim: 5, aim.natural: 3, aim.successes: 1, rows: [splashes.6]}")
    )
    assert f"fight/examples/throwing.yaml:{line + 1}:18: `aim` is 4, not 5" in told
    assert "expected: 5" in told
    assert "found:    4" in told
    assert "fight.throw.aim: rolled 3, which counts 4 (close +1): success" in told


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    choices: {target: Ben}\n", "no die is given for `aim`"),
        ("    choices: {target: Ben}\n    dice: {aim: 7}\n", "a d6 cannot show 7 (fight.throw.aim)"),
        ("    dice: {aim: 2}\n", "`aim` is given and was not rolled"),
        ("    choices: {target: [Ben, Ben]}\n    dice: {aim: 1}\n", "`target` is given and was not asked for"),
        ("    choices: {target: Anna}\n", "`Anna` may not be chosen at fight.throw(Anna).target: it is not an option"),
        ("    expect: {aim: 2}\n", "nothing is rolled as `aim`"),
        ("    expect: {aim.success: yes}\n", "nothing is rolled as `aim.success`"),
        (
            "    choices: {target: Ben}\n    dice: {aim: 1}\n    expect: {aim.success: yes}\n",
            "`aim.success` is no, not yes",
        ),
        ("    expect: {result: 2}\n", "`fight.throw` has no result"),
        ("    expect: {rows: [splashes.6]}\n", "the rows are none, not splashes.6"),
        ("    expect: {told: [hello]}\n", "what is told is none, not hello"),
        ("    expect: {asked.target: 2}\n", "how often `target` is asked is 1, not 2"),
        ("    changes: {Anna.balls: 2}\n", "`Anna.balls` did not change: it is 3 as before"),
        ("    changes: {Nobody.balls: 2}\n", "`Nobody.balls`: unknown name"),
        ("    changes: {Anna.hats: 2}\n", "`Anna` has no `hats`"),
        ("    refused: {target: {Ben: near}}\n", "what forbids `Ben` at `target` is nothing, not near"),
        ("    refused: {aim: {Ben: near}}\n", "`aim` was not asked"),
    ],
)
def test_what_does_not_fit_is_said(tmp_path: Path, body: str, message: str):
    assert message in problems(tmp_path, body)


@pytest.mark.parametrize(("face", "success"), [(1, "no"), (1, "false"), (6, "yes")])
def test_whether_a_check_succeeds_may_be_expected(tmp_path: Path, face: int, success: str):
    body = f"    choices: {{target: Ben}}\n    dice: [{face}, 1]\n    expect: {{aim.success: {success}}}\n"
    if face == 1:
        body = body.replace("[1, 1]", "[1]")
    assert not [one for one in problems(tmp_path, body) if "aim" in one]


def test_a_change_that_is_not_expected_is_a_failure(tmp_path: Path):
    body = "    choices: {target: Ben}\n    dice: {aim: 1}\n"
    assert problems(tmp_path, body) == ["`Anna.balls` changed from 3 to 2, which is not expected"]


def test_what_every_thing_of_a_kind_is_takes_the_place_of_its_start_and_of_nothing_that_is_said(tmp_path: Path):
    text = """\
every: {Child: {mood: glum}}
examples:
  - example: hard_to_please
    of: fight.hits_on
    things: {Anna: {kind: Child, place: [3, 3]}, Ben: {kind: Child, place: [3, 4], mood: merry}}
    cases:
      - {given: {child: Anna}, expect: {result: 5}}
      - {given: {child: Ben}, expect: {result: 4}}
"""
    assert [outcome.problems for outcome in outcomes(tmp_path, text)] == [[], []]


def test_a_refusal_gives_its_reason(tmp_path: Path):
    far = THINGS.replace("[3, 4]", "[3, 9]")
    rest = "    given: {child: Anna}\n    choices: {target: Ben}\n"
    text = f"examples:\n  - example: far\n    of: fight.throw{far}{rest}"
    (outcome,) = outcomes(tmp_path, text)
    assert [p.message for p in outcome.problems] == [
        "`Ben` may not be chosen at fight.throw(Anna).target: Ben is too far away"
    ]


def test_things_that_come_and_go_are_changes(tmp_path: Path):
    text = """
examples:
  - example: shovelled
    of: fight.shovel
    things: {child: {kind: Child, place: [2, 2]}}
    changes: {heap 1: {place: [2, 2], height: 2}}
  - example: wrong_height
    of: fight.shovel
    things: {child: {kind: Child, place: [2, 2]}}
    changes: {heap 1: {place: [2, 2], height: 3}}
  - example: molten
    of: fight.melt
    things: {low: {kind: Heap, place: [2, 2], height: 1}, high: {kind: Heap, place: [3, 3], height: 2}}
    changes: {low: gone}
"""
    assert [[p.message for p in o.problems] for o in outcomes(tmp_path, text)] == [
        [],
        ["`heap 1.height` is 2, not 3"],
        [],
    ]


def test_definitions_tables_phases_and_the_turn_can_be_tried(tmp_path: Path):
    text = f"""
examples:
  - example: defined
    of: half
    cases: [{{given: {{amount: 3}}, expect: {{result: 2}}}}, {{given: {{amount: 4}}, expect: {{result: 2}}}}]
  - example: picked
    of: driest{THINGS}    given: {{gang: caps}}
    expect: {{result: Anna}}
  - example: a_row
    of: splashes
    things: {{target: {{kind: Child}}}}
    given: {{force: 6}}
    expect: {{rows: [splashes.6]}}
    changes: {{target.wet: 2, target.mood: glum}}
  - example: a_phase
    of: turn.throwing{THINGS}    choices: {{target: [Ben, none]}}
    dice: {{throw.aim: 6, hit.splash: 1}}
    changes: {{Anna.balls: 2}}
  - example: a_turn
    of: turn
    expect: {{told: [everybody goes home]}}
"""
    assert [[p.message for p in o.problems] for o in outcomes(tmp_path, text)] == [[], [], [], [], [], []]


def test_options_count_for_one_case(tmp_path: Path):
    text = """
examples:
  - example: aims
    of: hits_on
    things: {child: {kind: Child}}
    cases:
      - {expect: {result: 4}}
      - {options: {gloves: yes}, expect: {result: 5}}
"""
    assert all(outcome.is_good for outcome in outcomes(tmp_path, text))


def test_a_faulty_example_is_a_finding_with_its_place(tmp_path: Path):
    text = "examples:\n  - {example: odd, of: fight.thro}\n"
    (outcome,) = outcomes(tmp_path, text)
    (finding,) = outcome.findings
    assert (finding.code, finding.hint, finding.span.text) == ("QD601", "did you mean `fight.throw`?", "fight.thro")


def test_examples_may_stand_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    other = tmp_path / "other.yaml"
    other.write_text("example: three\nof: half\ngiven: {amount: 3}\nexpect: {result: 1}\n", "utf-8")
    assert main(["test", write(tmp_path), "--examples", str(other)]) == 1
    assert "the result is 2, not 1" in capsys.readouterr().out


def test_wrong_usage_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["test", write(tmp_path), "--search", "nothing"]) == 2
    assert main(["test", write(tmp_path), "--examples", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("quarterdeck: ") == 2


# --- coverage


def mutants(ruleset: Ruleset) -> list[Mutant]:
    return list(mutants_of(ruleset.checked))


def test_all_that_is_written_down_can_be_changed(tmp_path: Path):
    said = {(a.address, a.says) for a in mutants(Ruleset.open(write(tmp_path)))}
    for wanted in [
        ("fight.gloves", "as a rule the other way"),
        ("turn.throwing", "the phase is left out"),
        ("turn.throwing", "effects come at once"),
        ("turn.supper", '`announce "everybody goes home"` is removed'),
        ("fight.throw.target", "`target is not child` is negated"),
        ("fight.throw.target", "`or none` is removed"),
        ("fight.throw.target.armed", "the requirement is removed"),
        ("fight.throw.target.near", "4 becomes one less"),
        ("fight.throw", "0 becomes one more"),
        ("fight.throw.aim", "d6 has a side less"),
        ("fight.throw.aim.close", "the modifier is removed"),
        ("fight.throw.aim", "`natural 6: success` is removed"),
        ("splashes.6", "`set target.mood to glum` is removed"),
        ("splashes.3-5", "the row begins with 4"),
        ("splashes.1-2", "nothing happens here"),
        ("splashes.3-5", "the row ends with 4"),
        ("fight.shovel", "`height: 2` is removed"),
        ("fight.hits_on.glum", "the case is removed"),
        ("fight.driest", "`lowest child.wet first` is turned round"),
        ("fight.half", "`amount / 2 rounded up` is rounded down"),
        ("Child.balls", "starts one higher"),
        ("Child.mood", "starts with the next"),
    ]:
        assert wanted in said


def test_what_examples_pin_down_is_covered_and_the_rest_survives(tmp_path: Path):
    found = measured(tmp_path)
    left = {(one.address, one.text): one.reached for one in found.survivors}
    assert ("fight.throw.aim.close", "the modifier is removed") not in left
    assert ("fight.throw.target.near", "the requirement is removed") not in left
    assert ("splashes.6", "`set target.mood to glum` is removed") not in left
    assert ("Child.balls", "starts one higher") not in left
    assert left["fight.throw.aim", "`natural 6: success` is removed"]
    assert left["splashes.3-5", "the row begins with 4"]
    assert not left["fight.melt", "`remove heap` is removed"]
    assert not left["fight.half", "2 becomes one more"]


def test_each_value_that_a_list_begins_with_is_told_by_an_example_or_is_left(tmp_path: Path):
    """What Anna wears is summed up by an example, and what is in her pockets by none."""
    example = """
examples:
  - example: warm
    of: warmth
    things: {child: {kind: Child}}
    expect: {result: 7}
"""
    game = Path(write(tmp_path, example))
    components, rules = game / "components.yaml", game / "rules" / "fight.rules"
    begins = 'type: list of 0..9, capacity: 3, start: "[2, 5]"'
    lists = "".join(f"      {name}: {{{begins}}}\n" for name in ("worn", "kept"))
    before, after = components.read_text("utf-8").split("  Heap:\n")
    components.write_text(f"{before}{lists}  Heap:\n{after}", "utf-8")
    warmth = """
define warmth(child: Child) -> 0..27 "how warm {child} is" = sum(layer for layer in child.worn)

define found(child: Child) -> 0..27 "what {child} has in pockets" = sum(thing for thing in child.kept)
"""
    rules.write_text(rules.read_text("utf-8") + warmth, "utf-8")
    ruleset = Ruleset.open(str(game))
    bench = ExampleRunner(ruleset)
    found = measure(bench, cases_of(ruleset.declared), lambda items, total, words: items)
    begun = [one for one in mutants(ruleset) if one.says == "starts without this item"]
    assert [(one.address, one.span.text) for one in begun] == [
        (f"Child.{name}", item) for name in ("worn", "kept") for item in "25"
    ]
    left = [one for one in found.survivors if one.text == "starts without this item"]
    assert [(one.address, one.place.text) for one in left] == [("Child.kept", "2"), ("Child.kept", "5")]


def test_a_survivor_says_what_stood_there_and_what_came_into_its_place(tmp_path: Path):
    found = {(one.address, one.text): record_as_data(one) for one in measured(tmp_path).survivors}

    def change(address: str, says: str) -> tuple[str, str | None]:
        data = found[address, says]
        return data["before"], data["after"]

    assert change("fight.throw.aim", "`natural 6: success` is removed") == ("natural 6: success", "")
    assert change("splashes.3-5", "the row begins with 4") == ("3-5", "4-5")
    assert change("splashes.3-5", "the row ends with 4") == ("3-5", "3-4")
    assert change("fight.half", "2 becomes one more") == ("2", "3")
    assert change("fight.half", "`amount / 2 rounded up` is rounded down") == (
        "amount / 2 rounded up",
        "amount / 2 rounded down",
    )
    assert {after for _, after in (change(*key) for key in found)} >= {None}


def test_rules_that_are_not_changed_are_noticed_by_no_example(tmp_path: Path):
    """What is written anew for a change is otherwise the same as before: no change is noticed for a wrong reason."""
    ruleset = Ruleset.open(write(tmp_path))
    bench = ExampleRunner(ruleset)
    prepared = [one for case in cases_of(ruleset.declared) if (one := bench.prepare(case, Findings()))]
    runs = survivors.Runs(prepared)
    nowhere = nodes.Yes(prepared[0].case.place())
    for mutant in mutants(ruleset):
        if not isinstance(mutant.change, OtherStart | ShorterStart | Visit):
            same = replace(mutant, change=Exchange(nowhere))
            assert not survivors._try(ruleset, runs, same)[0]


def test_a_bound_that_its_type_demands_need_not_be_tested(tmp_path: Path):
    ruleset = Ruleset.open(write(tmp_path))
    changed = [a for a in mutants(ruleset) if isinstance(a.change, Exchange)]
    refused = {(a.address, a.says) for a in changed if mutated(ruleset.checked, a).is_refused}
    assert ("fight.throw", "0 becomes one less") in refused
    assert ("fight.throw.target.near", "4 becomes one less") not in refused


def test_what_is_not_encoded_is_listed_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    game = write(tmp_path)
    with Path(game, "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("not_encoded: [{place: page 9, what: thaw, reason: comes later, elements: [fight.melt]}]\n")
    assert main(["test", game, "--coverage"]) == 1
    told = capsys.readouterr().out
    assert "not counted: fight.melt (comes later)" in told
    assert "`remove heap` is removed" not in told
    assert "`natural 6: success` is removed" in told


def test_coverage_of_everything_exits_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    game = tmp_path / "small"
    (game / "rules").mkdir(parents=True)
    (game / "ruleset.yaml").write_text("ruleset: small\ntitle: A small game\n", "utf-8")
    rules = 'rules small "Small"\n\ndefine reach(arm: 1..6) -> 3..8 "the reach of {arm}" = arm + 2\n'
    (game / "rules/small.rules").write_text(rules, "utf-8")
    (game / "examples.yaml").write_text("example: reaching\nof: reach\ngiven: {arm: 2}\nexpect: {result: 4}\n", "utf-8")
    code = main(["test", str(game), "--coverage", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert code == 0, found
    assert found["coverage"]["survivors"] == []
    assert found["coverage"]["changes"] == 3


# --- try


def test_try_shows_results_changes_and_the_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    given = tmp_path / "given.yaml"
    given.write_text(f"{THINGS.replace('    things', 'things', 1)}given: {{child: Anna}}\n", "utf-8")
    game = write(tmp_path)
    arguments = ["try", game, "throw", "--given", str(given), "--choices", "Ben", "--dice", "6, 6"]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "fight.throw.aim: rolled 6, which counts 7 (close +1): success" in told
    assert "row 6 of splashes" in told
    assert "Ben.wet changed from 0 to 2" in told
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rolls"]["hit.splash"] == [6]
    change = {"before": "merry", "after": "glum", "text": "Ben.mood changed from merry to glum"}
    assert found["changes"]["Ben.mood"] == change


def test_try_works_a_definition_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["try", write(tmp_path), "half", "--given", "amount: 5"]) == 0
    assert "result: 3" in capsys.readouterr().out


def test_try_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    game = write(tmp_path)
    assert main(["try", game, "half"]) == 1
    assert "`amount` is not given" in capsys.readouterr().err
    assert main(["try", game, "half", "--given", "nonsense"]) == 1
    assert "facts are written as `name: value`" in capsys.readouterr().err
    assert main(["try", game, "halve"]) == 2
    assert main(["try", game, "hit", "--given", "{target: Anna, things: no}"]) == 1


def test_steps_of_an_example_are_compared_one_by_one(tmp_path):
    game = write(tmp_path)
    file = tmp_path / "steps.yaml"
    file.write_text(
        """
examples:
  - example: wet_twice
    of: soak
    things: {Ben: {kind: Child, gang: two, place: [3, 4]}}
    given: {target: Ben, amount: 3}
    changes: {Ben.wet: 3}
    then:
      - {of: soak, given: {target: Ben, amount: 2}, changes: {Ben.wet: 5}}
      - {of: soak, given: {amount: 1, Ben.wet: 0}, changes: {Ben.wet: 2}}
""",
        "utf-8",
    )
    findings = Findings()
    document = parse_document(read(file, str(file)), findings)
    ruleset = Ruleset.open(game)
    assert document is not None
    (case,) = cases_in([document])
    outcome = ExampleRunner(ruleset).run(case)
    assert not [*findings, *outcome.findings]
    assert [(problem.path, problem.message) for problem in outcome.problems] == [
        (("then", 1, "changes", "Ben.wet"), "`Ben.wet` is 1, not 2")
    ]
    assert case.place(*outcome.problems[0].path).line == 10


def test_a_turn_after_the_end_of_the_game_is_no_success(tmp_path):
    game, file = write(tmp_path), tmp_path / "steps.yaml"
    file.write_text(
        """
example: too_late
of: soak
things: {Ben: {kind: Child, gang: two, place: [3, 4]}}
given: {target: Ben, amount: 3, game.over: 1}
changes: {Ben.wet: 3}
then: [{of: turn}]
""",
        "utf-8",
    )
    document = parse_document(read(file, str(file)), Findings())
    assert document is not None
    outcome = ExampleRunner(Ruleset.open(game)).run(*cases_in([document]))
    assert [problem.message for problem in outcome.problems] == ["the game is over: nobody wins; turn is not run"]
