"""`try`: what may be asked of one rule, and that whatever was not done says why."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from quarterdeck.api import RefusedError, Ruleset, facts, try_rule
from quarterdeck.apps.api.schemas import schema_of
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.happenings import Called
from tests.analysis.trial.test_examples import write
from tests.language.checks.test_before_play import found_in

ANNA = "{kind: Child, gang: one, place: [3, 3]}"
BEN, DORA = ("{kind: Child, gang: two, place: [3, %d]}" % row for row in (4, 9))  # noqa: UP031 - braces are YAML's here
THINGS = f"things: {{Anna: {ANNA}, Ben: {BEN}, Dora: {DORA}}}"


SCHEMA = schema_of("try")
SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture
def asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Ask `try` in the fight of snowballs; give the exit code and what was printed."""
    game = write(tmp_path)

    def ask(*arguments: str) -> tuple[int, str]:
        code = main(["try", game, *arguments])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    ask.game = game  # type: ignore[attr-defined]
    return ask


def given(facts: str) -> tuple[str, str]:
    return "--given", f"{{{THINGS}, given: {{{facts}}}}}"


def test_without_an_answer_it_says_what_may_be_chosen_and_what_not(asked):
    code, told = asked("throw", *given("child: Anna"), "--choices", "Dora", "--dice", "any")
    assert code == 1
    assert "`Dora` may not be chosen at fight.throw(Anna).target: Dora is too far away" in told
    assert "allowed: Ben, none; refused: Dora (Dora is too far away)" in told


def test_what_was_not_asked_for_says_why(asked):
    code, told = asked("throw", *given("child: Anna"), "--choices", "{target: Ben, other: Ben}", "--dice", "any")
    assert code == 1
    assert "`other` is given and was not asked for; what is asked: fight.throw.target" in told
    code, told = asked("throw", *given("child: Anna"), "--choices", "{target: [Ben, Ben]}", "--dice", "any")
    assert code == 1
    assert "`target` is given and was not asked for: it was asked 1 time" in told


def test_dice_that_are_not_given_fall_from_the_seed(asked):
    first, again = (
        asked("throw", *given("child: Anna"), "--choices", "Ben", "--dice", "aim: 6", "--seed", "3") for _ in "12"
    )
    assert first == again
    assert first[0] == 0
    assert "fight.throw.aim: rolled 6" in first[1]
    assert "fight.hit.splash: rolled" in first[1]
    others = {asked("hit", *given("target: Ben"), "--seed", str(seed))[1] for seed in range(12)}
    assert len(others) > 1


def test_then_goes_on_from_the_state_that_was_reached(asked):
    code, told = asked(
        "soak",
        *given("target: Ben, amount: 3, child: Ben"),
        "--then",
        "soak",
        "dry",
        "--show",
        "child.wet",
        "child.balls * 2",
    )
    assert code == 0, told
    assert "Ben.wet changed from 0 to 3" in told
    assert "child.wet: 3" in told
    assert "child.balls * 2: 6" in told


def test_rolls_are_shown_by_their_labels(asked):
    code, told = asked(
        "throw", *given("child: Anna"), "--choices", "Ben", "--dice", "6, 6", "--show", "aim", "hit.splash"
    )
    assert code == 0
    assert "aim: 7" in told
    assert "hit.splash: 6" in told


def test_how_the_game_ends_can_be_shown(asked):
    code, told = asked("dry", *given("child: Ben"), "--show", "game.over", "game.winner", "not game.over")
    assert code == 0, told
    assert "game.over: no\n" in told
    assert "game.winner: none\n" in told
    assert "not game.over: yes\n" in told


def test_what_cannot_be_shown_is_a_finding(asked):
    code, told = asked("dry", *given("child: Ben"), "--show", "child.wetness")
    assert code == 1
    assert "--show:1:" in told


def test_an_example_gives_facts_dice_and_choices(asked, tmp_path):
    example = Path(asked.game) / "examples.yaml"
    example.write_text(
        f"example: at_ben\nof: throw\n{THINGS}\ngiven: {{child: Anna}}\nchoices: {{target: Ben}}\n"
        "dice: {aim: 6, hit.splash: 6}\nchanges: {Anna.balls: 2, Ben.wet: 2, Ben.mood: glum}\n",
        "utf-8",
    )
    code, told = asked("--of", "at_ben")
    assert code == 0, told
    assert "Ben.wet changed from 0 to 2" in told
    code, told = asked("--of", "at_ben", "--dice", "aim: 1")
    assert code == 0, told
    assert "Ben.wet" not in told
    code, told = asked("throw", "--given", str(example))
    assert code == 0, told
    assert "Ben.wet changed from 0 to 2" in told


def test_an_example_that_is_no_part_of_the_ruleset_goes_by_its_file(asked, tmp_path):
    file = tmp_path / "situations.yaml"
    file.write_text(
        f"examples:\n  - example: near\n    of: throw\n    {THINGS}\n"
        "    given: {child: Anna}\n    choices: {target: Ben}\n"
        "    cases: [{name: a miss, dice: {aim: 1}}, {name: a hit, dice: {aim: 6, hit.splash: 6}}]\n",
        "utf-8",
    )
    code, told = asked("--of", f"{file}/near/a hit")
    assert code == 0, told
    assert "Ben.wet changed from 0 to 2" in told
    assert asked("--of", f"{file}/far") == (2, "quarterdeck: there is no example far\n")
    assert asked("--of", f"{tmp_path}/none.yaml/near") == (2, f"quarterdeck: there is no file {tmp_path}/none.yaml\n")
    file.write_text("examples:\n  - exampel: near\n", "utf-8")
    code, told = asked("--of", f"{file}/near")
    assert code == 1
    assert "situations.yaml:2:5" in told


def test_a_name_of_several_is_told_with_all_of_them(asked):
    rules = Path(asked.game) / "rules" / "more.rules"
    rules.write_text(
        'rules more "More"\n\ndefine half(amount: 0..9) -> 0..5 "half of {amount}" = amount / 2 rounded up\n'
    )
    code, told = asked("half", "--given", "amount: 5")
    assert code != 0
    assert "several are called `half`: fight.half, more.half" in told


def test_the_answer_is_data(asked):
    code, told = asked(
        "throw", *given("child: Anna"), "--choices", "Ben", "--dice", "6, 6", "--show", "child.balls", "--json"
    )
    assert code == 0
    found = json.loads(told)
    jsonschema.validate(found, SCHEMA)
    assert found["address"] == "fight.throw"
    assert [(step["address"], step["given"]) for step in found["steps"]] == [("fight.throw", {"child": "Anna"})]
    assert found["changes"]["Ben.wet"] == {"before": 0, "after": 2, "text": "Ben.wet changed from 0 to 2"}
    assert found["shown"] == {"child.balls": 2}
    (question,) = found["questions"]
    assert question["options"] == ["Ben"]
    assert question["refused"] == [{"option": "Dora", "requirement": "near", "reason": "Dora is too far away"}]
    assert (question["answer"], question["may_decline"], question["by"]) == ("Ben", True, "one")
    rolled = next(one for one in found["happened"] if one["happened"] == "rolled")
    assert (rolled["of"], rolled["natural"], rolled["total"], rolled["success"]) == ("fight.throw.aim", 6, 7, True)
    assert rolled["modifiers"] == [{"of": "fight.throw.aim.close", "by": 1, "applied": True}]
    changed = next(one for one in found["happened"] if one["happened"] == "changed")
    assert (changed["thing"], changed["field"], changed["before"], changed["after"]) == ("Anna", "balls", 3, 2)


@pytest.mark.parametrize(
    ("year", "sort", "code"), [(1900, "destroyer", 1), (1940, "battleship", 1), (1940, "destroyer", 0)]
)
def test_what_the_turn_does_not_lead_to_says_so(year, sort, code, capsys):
    ajax = f"{{kind: Ship, type: {sort}, bow: [3, 3]}}"
    facts = f"things: {{Ajax: {ajax}}}, constants: {{year: {year}}}, given: {{ship: Ajax}}"
    question = ["try", "easyships", "drop_depth_charges", "--given", facts]
    assert main(question) == code
    told = capsys.readouterr().out
    assert ("`carries_depth_charges(ship)` is no" in told) is bool(code)
    assert main([*question, "--anyway"]) == 0


@pytest.mark.parametrize(
    "question",
    [
        ("soak", *given("target: Ben, amount: 3"), "--show", "target.wet", "target.place", "target"),
        ("half", "--given", "amount: 5"),
        ("shovel", *given("child: Anna")),
        ("praise", *given("gang: one")),
        ("throw", *given("child: Anna, Anna.balls: 0"), "--choices", "Ben", "--dice", "any"),
        ("turn", *given(""), "--dice", "any", "--choices", "[none, none, none]"),
        ("splashes", *given("target: Ben, force: 6"), "--show", "target.wet + force"),
        ("turn", *given("Anna.balls: 0, Ben.balls: 0, Dora.balls: 0"), "--show", "Anna.balls", "--choices", "x: y"),
        ("hits_on", *given("child: Anna"), "--show", "child.gang", "distance(child.place, child.place)"),
    ],
)
def test_every_answer_fits_the_schema(asked, question):
    _, told = asked(*question, "--json")
    jsonschema.validate(json.loads(told), SCHEMA)


def test_the_schema_of_the_answer_is_one(asked):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    _, told = asked("half", "--given", "amount: 5", "--json")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**json.loads(told), "result": 2.5}, SCHEMA)


def test_a_constant_that_is_taken_for_a_field_has_a_hint(capsys):
    facts = "things: {Ajax: {kind: Ship, type: destroyer}}, given: {ship: Ajax, game.year: 1940}"
    assert main(["try", "easyships", "drop_depth_charges", "--given", facts]) == 1
    assert "write it next to `given`, as `constants: {year: ...}`" in capsys.readouterr().err


# --- fields that nobody gave

NOWHERE = "things: {Anna: {kind: Child, gang: one}, Ben: {kind: Child, gang: two, place: [3, 3]}}"


def test_a_field_without_a_start_that_is_read_is_asked_for(asked):
    facts = f"{{{NOWHERE}, given: {{child: Anna}}, choices: {{target: Ben}}}}"
    code, told = asked("throw", "--given", facts, "--dice", "any")
    assert code == 1
    assert "QD610: `Anna.place` (a hex: its column and its row) is read here and was not given" in told
    assert "as `Anna.place: [0, 0]`" in told
    for more in (("--show", "Ben.wet"), ("--show", "Ben.wet", "--sample", "20"), ()):
        assert main(["odds", asked.game, "throw", "--given", facts, *more]) == 1


def test_a_value_that_every_thing_has_is_given_once(asked):
    facts = f"{NOWHERE}, given: {{child: Anna}}, choices: {{target: Ben}}"
    code, told = asked("throw", "--given", f"{{every: {{Child: {{place: [3, 2]}}}}, {facts}}}", "--dice", "any")
    assert code == 0, told
    code, told = asked("throw", "--given", f"{{every: {{Child: 3}}, {facts}}}", "--dice", "any")
    assert (code, "`every` is written as `Kind: {field: value}`" in told) == (1, True)


def test_a_field_without_a_start_that_is_not_read_is_not_asked_for(asked):
    facts = f"{{{NOWHERE}, given: {{target: Anna, amount: 2}}}}"
    code, told = asked("soak", "--given", facts, "--show", "target.wet")
    assert code == 0, told
    code, told = asked("soak", "--given", facts, "--show", "target.place")
    assert code == 1
    assert "`Anna.place`" in told
    assert main(["odds", asked.game, "hit", "--given", f"{{{NOWHERE}, given: {{target: Anna}}}}"]) == 0


def test_a_roll_is_told_with_the_face_of_each_die(tmp_path: Path):
    """A number tells how many dice and decisions had come in by then, through all rules that follow."""
    folder = Path(write(tmp_path))
    rules = (
        'rules casting "Casting"\n\neffect cast(child: Child) "{child} casts"\n'
        '    roll heap on highest of 3d6 "the heap"\n    roll pile on 2d6 "the pile"\n'
        '    announce "{child}: {heap}, {pile}"\n'
    )
    (folder / "rules" / "casting.rules").write_text(rules, "utf-8")
    known = facts({"child": "Anna"}, things={"Anna": {"kind": "Child", "gang": "one"}}, dice=[3, 5, 2, 6, 1] * 2)
    found = try_rule(Ruleset.open(str(folder)), "cast", known, then=["cast"], show=["pile"]).as_data()
    jsonschema.validate(found, SCHEMA)
    rolls = [event for event in found["happened"] if event["happened"] == "rolled"]
    assert [(event["faces"], event["natural"]) for event in rolls] == [([3, 5, 2], 5), ([6, 1], 7)] * 2
    assert [event["number"] for event in rolls] == [3, 5, 8, 10]
    assert [roll["faces"] for roll in found["workings"]["pile"]["rolls"]] == [[6, 1], [6, 1]]


def test_what_comes_into_play_is_traced_without_what_lay_at_its_place_before(tmp_path: Path, capsys):
    folder = shutil.copytree(Path(__file__).parents[2] / "language" / "base", tmp_path / "game")
    rules = (
        'rules twins "Twins" cites "page one"\n\nprocedure double(child: Child) "{child} is two"\n'
        "    create child in children with side: child.side, place: child.place\n"
        "    take 1 from child.snowballs, to no less than 0\n"
    )
    (folder / "rules" / "twins.rules").write_text(rules, "utf-8")
    ada = "{things: {ada: {kind: Child, place: [1, 1]}}, given: {child: ada}}"
    assert main(["try", str(folder), "double", "--given", ada]) == 0
    traced = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "child 2.side: one" in traced
    assert "child 2.place: [1, 1]" in traced
    assert "ada.snowballs: 3 -> 2" in traced


WALK = """rules more "More"

procedure walk(child: Child) "{child} walks"
    for each other in children
        choose paces by child.gang from 1 to 4, default 1 "How far?"
        announce "{paces}"
"""
WALKS = """
questions:
  - {question: far, title: Far, of: more.walk, %s, given: {child: Anna}, choices: {paces: 3}, show: [paces]}
  - {question: fits, title: What fits, of: more.walk, %s, given: {child: Anna}, choices: {paces: [9, 2]}, show: [paces]}
"""


@pytest.mark.parametrize(
    ("question", "more", "walked"),
    [
        ("far", (), ["3", "3", "3"]),
        ("fits", (), ["2", "2", "2"]),
        ("far", ("--choices", "paces: 4"), ["4", "1", "1"]),
    ],
)
def test_what_a_question_answers_is_given_as_it_is_counted(asked, capsys, question, more, walked):
    game = Path(asked.game)
    (game / "rules" / "more.rules").write_text(WALK, "utf-8")
    (game / "questions.yaml").write_text(WALKS % (THINGS, THINGS), "utf-8")
    code, told = asked("--of", question, *more)
    assert code == 0, told
    assert [line.split()[-1] for line in told.splitlines() if "told: " in line] == walked
    if not more:
        assert main(["odds", asked.game, "--of", question, "--json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)["odds"][0]["rows"]
        assert row["text"] == [", ".join(walked)]


# --- sequences


STEPS = """
of: dry
things: {Ben: {kind: Child, gang: two, place: [3, 4]}}
given: {child: Ben, Ben.wet: 4}
show: [Ben.wet]
then:
  - {of: soak, given: {target: Ben, amount: 3}, show: [Ben.wet]}
  - {of: soak, given: {target: Ben, amount: 1, Ben.wet: 0}, show: [Ben.wet]}
"""


def test_a_file_of_steps_gives_each_its_own_facts_and_shows_in_between(asked, tmp_path):
    file = tmp_path / "steps.yaml"
    file.write_text(STEPS, "utf-8")
    code, told = asked("--given", str(file), "--json")
    assert code == 0, told
    steps = json.loads(told)["steps"]
    assert [step["address"] for step in steps] == ["fight.dry", "fight.soak", "fight.soak"]
    assert [step["given"] for step in steps[1:]] == [{"target": "Ben", "amount": 3}, {"target": "Ben", "amount": 1}]
    dried = steps[0]["shown"]["Ben.wet"]
    assert [step["shown"]["Ben.wet"] for step in steps[1:]] == [dried + 3, 1]
    jsonschema.validate(json.loads(told), SCHEMA)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("{given: {target: Ben}}", "a step names its rule"),
        ("{of: soak, amount: 3}", "`amount` is none of of, note, things, given, dice, choices, show"),
        ("{of: soak, given: {target: Ben, amounts: 1}}", "`fight.soak` has no input `amounts`"),
        ("{of: soak, given: {target: Ben, amount: 1, Ben.wett: 0}}", "no `wett`"),
        ("{of: nothing_of_it}", "there is no rule, table, phase or step `nothing_of_it`"),
        ("{of: soak, given: {target: Ben, amount: 1}, dice: {aim: 3}}", "`aim` is given and was not rolled"),
    ],
)
def test_what_is_wrong_with_a_step_is_told(asked, tmp_path, step, said):
    file = tmp_path / "steps.yaml"
    file.write_text(STEPS.partition("then:")[0] + f"then: [{step}]\n", "utf-8")
    code, told = asked("--given", str(file))
    assert code in (1, 2)
    assert said in told


THROWS = """
of: throw
things: {Anna: {kind: Child, gang: one, place: [3, 3]}, Ben: {kind: Child, gang: two, place: [3, 4]}}
given: {child: Anna}
then:
  - {of: throw, given: {child: Ben}}
  - {of: throw, given: {child: Anna}%s}
"""


@pytest.mark.parametrize("choices", ["Ben, Anna, Ben", "throw(Anna).target: [Ben, Ben], target: Anna"])
def test_typed_dice_and_choices_serve_all_steps_in_order(asked, tmp_path, choices):
    file = tmp_path / "steps.yaml"
    file.write_text(THROWS % "", "utf-8")
    code, told = asked("--given", str(file), "--dice", "1, 1, 2", "--choices", choices, "--json")
    assert code == 0, told
    assert [question["answer"] for question in json.loads(told)["questions"]] == ["Ben", "Anna", "Ben"]
    assert [step["rolls"]["aim"] for step in json.loads(told)["steps"]] == [[2], [2], [3]]


@pytest.mark.parametrize(
    ("part", "typed", "left"), [("dice", "1,1,1,5", "5"), ("choices", "Ben,Anna,Ben,Anna", "Anna")]
)
def test_what_is_left_of_typed_dice_and_choices_is_told_once(asked, tmp_path, part, typed, left):
    file = tmp_path / "steps.yaml"
    file.write_text(THROWS % "", "utf-8")
    given = {"dice": "1,1,1", "choices": "Ben,Anna,Ben", part: typed}
    code, told = asked("--given", str(file), "--dice", given["dice"], "--choices", given["choices"])
    assert code == 1
    assert told.count(f"{part}: `{left}` is given") == 1


@pytest.mark.parametrize(("part", "own", "typed"), [("dice", "[1]", "1,1"), ("choices", "[Ben]", "Ben,Anna")])
def test_typed_dice_and_choices_are_refused_where_a_step_has_its_own(asked, tmp_path, part, own, typed):
    file = tmp_path / "steps.yaml"
    file.write_text(THROWS % f", {part}: {own}", "utf-8")
    code, told = asked("--given", str(file), f"--{part}", typed)
    assert code == 1
    assert f"--{part} applies to all steps, and this step has {part} of its own" in told
    assert "give each step its own in the file" in told
    assert "steps.yaml:7" in told


@pytest.mark.parametrize("decider", ["first", "default", "random", "bot"])
def test_a_decider_makes_the_choices_that_are_not_given_and_is_named(asked, decider):
    two = "{things: {Anna: {kind: Child, gang: one, place: [3, 3]}, Ben: {kind: Child, gang: two, place: [3, 4]}}, "
    facts = ("--given", f"{two}every: {{Child: {{wet: 0}}}}, given: {{game.turn: 1, game.turn_limit: 4}}}}")
    code, told = asked("turn", *facts, "--dice", "any", "--decider", decider)
    assert code == 0, told
    assert f"decided by {decider}:" in told
    code, told = asked("turn", *facts, "--dice", "any", "--decider", decider, "--json")
    found = json.loads(told)
    jsonschema.validate(found, SCHEMA)
    questions = found["questions"]
    assert {question["decided_by"] for question in questions} <= {decider, None}
    for question in questions:
        answers = len(question["options"]) + question["may_stop"] + question["may_decline"]
        assert (question["decided_by"] == decider) is (answers > 1)
    first = next(question for question in questions if question["decided_by"])
    answer = "none" if first["answer"] is None else str(first["answer"])
    choices = f"{first['label']}: {answer}"
    code, told = asked("turn", *facts, "--dice", "any", "--decider", decider, "--choices", choices, "--json")
    assert next(one for one in json.loads(told)["questions"] if one["label"] == first["label"])["decided_by"] is None


@pytest.mark.parametrize(
    ("first", "then", "set_up"),
    [("turn", ["turn"], 1), ("turn.plans", ["turn.running"], 1), ("winning.judge", ["turn"], 0), ("meet", ["turn"], 0)],
)
def test_a_turn_from_a_scenario_comes_after_its_set_up_which_is_carried_out_once(first, then, set_up):
    snowballs = Ruleset.open(str(SNOWBALLS))
    known = facts(situation="cousins")
    answer = try_rule(snowballs, first, known, then=then, seed=1, decider="bot")
    assert answer.is_good, answer.problems
    called = [event.address for event in answer.happened if isinstance(event, Called)]
    assert called.count("scenario cousins") == set_up
    assert called.count("muster.meet") == set_up + (first == "meet")
    first_of_all = called[0] == "scenario cousins"
    assert first_of_all is (set_up == 1)


def test_turns_count_on_and_the_last_one_ends_the_game(asked):
    limit = "game.turn: 7, game.turn_limit: 8"
    code, told = asked(
        "turn", *given(limit), "--dice", "any", "--choices", "[]", "--then", "turn", "--show", "game.turn"
    )
    assert "game.turn: 8" in told, told
    assert "the game is over: turn 8 was the last" in told
    assert code == 0


@pytest.mark.parametrize(
    ("order", "turns"),
    [
        ("a b c a b c", [1, 1, 2, 2, 2, 3]),
        ("a b a b c", [1, 1, 1, 1, 2]),
        ("c b a", [1] * 3),
        ("a a b c", [1, 1, 1, 2]),
    ],
)
def test_all_phases_of_a_turn_in_their_order_count_it_on(order, turns):
    snowballs = Ruleset.open(str(SNOWBALLS))
    phases = [phase.address for phase in snowballs.built(Findings()).program.turn.phases]
    whole = {"a": phases[:1], "b": phases[1:-1], "c": phases[-1:]}
    steps = [whole[part] for part in order.split()]
    first, *then = (address for step in steps for address in step)
    known = facts(situation="cousins")
    answer = try_rule(snowballs, first, known, then=then, seed=1, decider="bot", show=["game.turn"])
    shown = iter([one[0].value for one in answer.showings])
    assert [[next(shown) for _ in step][-1] for step in steps] == turns


def test_what_a_rule_that_follows_lacks_is_told_of_that_rule(asked):
    limit = "game.turn: 1, game.turn_limit: 8"
    code, told = asked("turn", *given(limit), "--dice", "any", "--decider", "first", "--then", "soak")
    assert code == 1
    assert "`target`, `amount` are not given" in told
    assert "hint: `fight.soak` needs target, amount; for example `target: Anna`" in told


def test_what_follows_the_end_of_the_game_is_told_and_fails(asked):
    limit = "game.turn: 8, game.turn_limit: 8"
    code, told = asked("turn", *given(limit), "--dice", "any", "--choices", "[]", "--then", "turn", "soak")
    assert "the game is over: turn 8 was the last; turn, fight.soak are not run" in told
    assert code == 1


def test_an_answer_carries_a_state_to_go_on_from(tmp_path):
    ruleset = Ruleset.open(write(tmp_path))
    ben = {"Ben": {"kind": "Child", "gang": "two", "place": [3, 4]}}
    first = try_rule(ruleset, "soak", facts({"target": "Ben", "amount": 3}, things=ben))
    second = try_rule(ruleset, "soak", facts({"target": "Ben", "amount": 2}), after=first, show=["target.wet"])
    third = try_rule(ruleset, "soak", facts({"target": "Ben", "amount": 2, "Ben.wet": 1}), after=second)
    assert second.as_data()["shown"] == {"target.wet": 5}
    assert third.as_data()["changes"]["Ben.wet"]["after"] == 3
    assert first.as_data()["changes"]["Ben.wet"] == {"before": 0, "after": 3, "text": "Ben.wet changed from 0 to 3"}


def test_no_turn_follows_an_answer_in_which_the_game_has_ended(tmp_path):
    ruleset = Ruleset.open(write(tmp_path))
    ben = {"Ben": {"kind": "Child", "gang": "two", "place": [3, 4]}}
    known = facts({"game.turn": 8, "game.turn_limit": 8}, things=ben)
    last = try_rule(ruleset, "turn", known, seed=1, decider="first")
    assert last.as_data()["ended"] == "the game is over: turn 8 was the last"
    over = try_rule(ruleset, "turn", after=last, seed=1, decider="first")
    assert not over.is_good
    assert [one.message for one in over.problems] == ["the game is over: turn 8 was the last; turn is not run"]
    assert over.happened == []
    longer = try_rule(ruleset, "turn", facts({"game.turn_limit": 9}), after=last, seed=1, decider="first")
    assert longer.is_good
    assert longer.as_data()["ended"] is None


def test_settings_cannot_change_in_between(tmp_path):
    ruleset = Ruleset.open(write(tmp_path))
    ben = {"Ben": {"kind": "Child", "gang": "two", "place": [3, 4]}}
    first = try_rule(ruleset, "soak", facts({"target": "Ben", "amount": 3}, things=ben))
    with pytest.raises(RefusedError, match="is settled before the first rule"):
        try_rule(ruleset, "dry", facts({"child": "Ben"}, options={"slush": True}), after=first)


# --- what is asked of whom


TWO = "game.turn: 1, game.turn_limit: 8"


def test_answers_and_dice_go_by_the_thing_that_is_asked(asked):
    code, told = asked(
        "throw",
        *given("child: Ben"),
        "--choices",
        "{throw(Anna).target: Dora, throw(Ben).target: Anna}",
        "--dice",
        "{throw(Ben).aim: 6, hit(Anna).splash: 2, hit(Dora).splash: 3}",
    )
    assert "fight.throw.target: two chooses Anna" in told
    assert "fight.throw.aim: rolled 6" in told
    assert "fight.hit.splash: rolled 2" in told
    assert "`throw(Anna).target` is given and was not asked for" in told
    assert "`hit(Dora).splash` is given and was not rolled" in told
    assert code == 1


def test_who_is_asked_is_told_where_an_answer_does_not_fit(asked):
    _, told = asked("throw", *given("child: Anna"), "--choices", "Nobody", "--dice", "6")
    assert "`Nobody` may not be chosen at fight.throw(Anna).target" in told


HAILING = """rules hailing "Hailing"

procedure hail(child: Child) "{child} hails"
    finish when mate_of(child) is none
    choose answer by child.gang from wetter(child), or none "Whom does {child} hail?"
    announce "{child} hails {answer}"

define wetter(child: Child) -> list of Child "those wetter than the mate of {child}" =
    all(one in children where one.wet > wetness(mate_of(child)))

define wetness(child: Child) -> 0..9 "the wetness of {child}" = child.wet

define mate_of(child: Child) -> Child or none "the mate of {child}" = first(other in children where other is not child)
"""


def test_a_choice_behind_a_way_out_says_so(asked):
    (Path(asked.game) / "rules" / "hailing.rules").write_text(HAILING, "utf-8")
    code, told = asked(
        "hail", "--given", f"{{things: {{Anna: {ANNA}}}, given: {{child: Anna}}}}", "--choices", "answer: Anna"
    )
    assert "is given and was not asked for: `mate_of(child) is none` is yes here" in told
    assert code == 1


def test_what_broke_off_is_nothing_to_go_on_from(tmp_path):
    ruleset = Ruleset.open(write(tmp_path))
    ben = {"Ben": {"kind": "Child", "gang": "two", "place": [3, 4]}}
    first = try_rule(ruleset, "hit", facts({"target": "Ben"}, things=ben))
    assert not first.is_good
    with pytest.raises(RefusedError, match="did not run to its end"):
        try_rule(ruleset, "soak", facts({"target": "Ben", "amount": 2}), after=first)


@pytest.mark.parametrize("dice", [{"hit": [[1, 2]]}, [[1]], {"hit": None}])
def test_dice_that_are_no_faces_are_refused(dice):
    with pytest.raises(RefusedError, match="dice are faces in order"):
        facts(dice=dice)


def test_an_answer_of_another_ruleset_is_nothing_to_go_on_from(tmp_path):
    ben = {"Ben": {"kind": "Child", "gang": "two", "place": [3, 4]}}
    first = try_rule(Ruleset.open(write(tmp_path / "one")), "soak", facts({"target": "Ben", "amount": 3}, things=ben))
    with pytest.raises(RefusedError, match="is from another ruleset"):
        try_rule(Ruleset.open(write(tmp_path / "two")), "soak", facts({"target": "Ben", "amount": 2}), after=first)


@pytest.mark.parametrize("name", ["ship", "Hood"])
def test_parts_of_an_input_can_be_shown_whatever_the_thing_is_called(name, capsys):
    battery = "{rank: primary, calibre: 8, full_guns: 2, guns: 2}"
    ship = f"{{kind: Ship, side: east, moves: 4, bow: [1, 1], heading: north, batteries: [{battery}]}}"
    facts = f"{{things: {{{name}: {ship}}}, given: {{ship: {name}}}}}"
    shown = ["ship.primary.guns", f"{name}.primary.guns + 1"]
    code = main(["try", "easyships", "gunnery.fire_guns", "--given", facts, "--anyway", "--show", *shown])
    told = capsys.readouterr()
    assert code == 0, told.out + told.err
    assert "ship.primary.guns: 2\n" in told.out
    assert f"{name}.primary.guns + 1: 3\n" in told.out


def test_a_fact_about_an_input_is_asked_for_by_the_name_of_its_thing(asked):
    given = f"{{{THINGS}, given: {{child: Anna, child.balls: 2}}}}"
    code, told = asked("fight.throw", "--given", given)
    assert code == 1
    assert "there is no `child` here" in told
    assert "`child` is an input: name the thing, as in `Anna.balls`" in told


def test_that_a_game_ends_is_printed_as_it_is_shown(tmp_path, capsys):
    rules = 'procedure give_up "they give up" apart "at any time"\n    draw because "it is late"\n'
    assert found_in(tmp_path, rules) == []
    assert main(["try", str(tmp_path / "game"), "give_up", "--show", "game.over"]) == 0
    told = capsys.readouterr().out
    assert "game.over: no -> yes" in told
    assert "game.over: yes" in told
