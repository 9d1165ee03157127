"""What may be asked beside a rule's outcome: steps, cells set for one question, what it names, what nobody gave."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from shutil import copytree

import jsonschema
import pytest

from quarterdeck.analysis.trial.standard_questions import check_questions
from quarterdeck.api import NotOneRuleError, RefusedError, Ruleset, UndecidedError, count, diff, facts, try_rule
from quarterdeck.apps.cli import facts as typed_facts
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from tests.analysis.trial.test_examples import RULES, write
from tests.analysis.trial.test_trying import SCHEMA, THINGS

SNOWBALLS = str(Path(__file__).parents[2] / "games" / "snowballs")
STEPS = """
    phase chores "Chores", effects at the end
        let most = 2
        step sweeping "Sweeping", for each side
            for each child in children where child.gang is side
                do soak(child, most)
    phase duels "Duels", for each side
        let own = driest(side)
        step duel "The duel"
            announce "{own} steps forward"
            do soak(own, 1) when own is not none
            announce "{own}: {own.wet}" when own is not none
"""
LETS = """
procedure weigh(child: Child) "{child} weighs its snowballs"
    let share = 50 % of child.balls rounded up
    tally all: 0..999 = 0
    for each other in children
        let wet = other.wet
        add wet + 1 to all, to no more than 999
    roll luck on d6 "the luck"
        modifier merry: +1 when child.mood is merry "with spirit"
        modifier glum: -1 when child.mood is glum "without"
    do soak(child, 1) when luck > 6
    announce "{share}, {all}"

define aim(child: Child) -> 0..9 "the aim of {child}" =
    wet: 1 if child.wet > 5
    child.balls otherwise
    modifier merry: doubled when child.mood is merry "as {child} is merry"
    modifier slow: -1 when child.mood is glum
    modifier least: at least 0
    modifier most: at most 9
"""
CHART = """
table: chart
title: How wet a throw is
key: {force: 1..6, mood: Mood}
gives: 0..9
rows:
  1-3: ["1", "2"]
  4-6: ["3", "4"]
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    """Write a fight with steps, with a rule that names much, and with a chart."""
    rules = RULES.replace('    phase supper "Supper"\n', STEPS[1:] + '    phase supper "Supper"\n')
    more = {
        "rules/fight.rules": rules,
        "rules/lets.rules": f'rules lets "Weighing"\n{LETS}',
        "rules/charts.rules": 'rules charts "Charts"\n\n'
        'define wetting(force: 1..6, mood: Mood) -> 0..18 "how wet" = chart[force, mood] * 2\n\n'
        'effect splash(target: Child) "{target} is splashed"\n'
        '    roll force on d6 "the force"\n'
        "    add chart[force, target.mood] to target.wet, to no more than 9\n",
        "tables/chart.yaml": CHART,
    }
    folder = Path(write(tmp_path))
    for name, text in more.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return str(folder)


@pytest.fixture
def ask(game, capsys):
    """Ask a command about that fight; give the exit code and what was printed."""

    def asked(command: str, *arguments: str) -> tuple[int, str]:
        code = main([command, game, *arguments])
        printed = capsys.readouterr()
        return code, printed.out or printed.err

    return asked


def given(text: str = "", more: str = "") -> tuple[str, str]:
    return "--given", f"{{{THINGS}, given: {{{text}}}{more}}}"


# --- steps and phases


@pytest.mark.parametrize("address", ["turn.chores.sweeping", "chores/sweeping", "sweeping"])
def test_a_step_is_carried_out_as_the_turn_would(ask, address):
    code, told = ask("try", address, *given("most: 2"))
    assert code == 0, told
    assert told.splitlines()[0] == "turn.chores.sweeping"
    assert "Ben.wet changed from 0 to 2" in told
    assert "turn.chores.sweeping (" not in told  # it is a step of the turn, and no call


def test_a_step_takes_what_the_phase_around_it_has_named(ask):
    code, told = ask("try", "duel", *given("own: Ben"))
    assert code == 0, told
    assert "told: Ben steps forward" in told
    assert "told: Ben: 1" in told
    code, told = ask("try", "duel", *given("most: 2"))
    assert code == 1
    assert "`own` is not given" in told


def test_a_step_whose_effects_wait_reads_the_state_before(ask):
    code, told = ask("try", "sweeping", *given("most: 2"), "--json")
    found = json.loads(told)
    jsonschema.validate(found, SCHEMA)
    assert [(step["address"], step["given"]) for step in found["steps"]] == [("turn.chores.sweeping", {"most": 2})]
    assert found["changes"]["Dora.wet"]["after"] == 2
    assert code == 0


def test_a_phase_of_a_shipped_game_needs_no_scenario(capsys):
    things = "things: {Ann: {like: Anna, side: north, place: [1, 1]}}"
    assert main(["try", SNOWBALLS, "snow/cold", "--given", things, "--dice", "any"]) == 0
    assert "turn.snow.cold" in capsys.readouterr().out


def test_the_odds_of_a_step_are_those_of_what_it_does(ask, game):
    code, told = ask("odds", "sweeping", *given("most: 2"), "--show", "Ben.wet", "--json")
    assert code == 0, told
    (row,) = json.loads(told)["odds"][0]["rows"]
    assert (row["values"], row["chance"]) == ([2], {"numerator": 1, "denominator": 1})
    with pytest.raises(NotOneRuleError, match="a complete turn cannot be counted"):
        count(Ruleset.open(game), "turn")


# --- cells for one question


def test_a_cell_is_something_else_for_one_question(ask, game):
    assert "result: 6" in ask("try", "wetting", "--given", "force: 5, mood: glum")[1]
    for cell in ("chart[5, glum] = 7", "chart[4-6, glum]: 7", "chart[6,glum]: force + 2"):
        code, told = ask("try", "wetting", "--given", f"force: 5, mood: glum, {cell}", "--show", "chart[force, mood]")
        assert code == 0, told
        assert "result: 14" in told
        assert "chart[force, mood]: 7" in told
    assert "result: 8" in ask("try", "wetting", "--given", "force: 5, mood: merry, chart[5, glum] = 7")[1]
    assert (Path(game) / "tables" / "chart.yaml").read_text("utf-8") == CHART
    answer = try_rule(Ruleset.open(game), "wetting", facts({"force": 5, "mood": "glum", "chart[5, glum]": 7}))
    assert answer.steps[-1].result_text == "14"


def test_a_cell_counts_in_the_odds_and_in_facts_of_files(ask, tmp_path):
    code, told = ask("odds", "splash", *given("target: Ben, chart[5, merry] = 9"), "--show", "Ben.wet", "--json")
    assert code == 0, told
    rows = json.loads(told)["odds"][0]["rows"]
    assert {row["values"][0]: row["weight"] for row in rows} == {2: 1, 9: 1}
    file = tmp_path / "facts.yaml"
    file.write_text(f"{THINGS}\ngiven:\n  target: Ben\n  chart[1-3, merry]: 4\n", "utf-8")
    code, told = ask("odds", "splash", "--given", str(file), "--show", "Ben.wet", "--json")
    assert [row["values"] for row in json.loads(told)["odds"][0]["rows"]] == [[4]]


def test_a_cell_that_acts_may_do_something_else(ask):
    code, told = ask("try", "splashes", *given("target: Ben, force: 2, splashes[1-2] = 'do soak(target, 3)'"))
    assert code == 0, told
    assert "Ben.wet changed from 0 to 3" in told


def test_an_example_may_set_a_cell(ask, game):
    Path(game, "examples.yaml").write_text(
        "example: wetter\nof: wetting\ngiven: {force: 5, mood: glum, 'chart[5, glum]': 7}\nexpect: {result: 14}\n",
        "utf-8",
    )
    code, told = ask("test")
    assert code == 0, told
    assert "result: 18" in ask("try", "--of", "wetter", "--given", "chart[5, glum] = 9")[1]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("chrt[5, glum] = 7", "there is no table `chrt`"),
        ("chart[7, glum] = 7", "`chart` has no row for `7`"),
        ("chart[5, sad] = 7", "`chart` has no column for `sad`"),
        ("chart[5] = 7", "a cell of `chart` is found by `force` and `mood`"),
        ("chart[5, glum] = 12", "QD"),
        ("chart[5, glum] = blue", "blue"),
    ],
)
def test_what_is_no_cell_is_a_finding(ask, cell, said):
    code, told = ask("try", "wetting", "--given", f"force: 5, mood: glum, {cell}")
    assert code == 1
    assert said in told
    assert "internal error" not in told


# --- what a rule names, and how it was worked out


def test_what_a_rule_names_on_the_way_is_shown(ask):
    shown = ("--show", "share", "all", "wet", "luck", "luck.natural + share", "50 % of child.balls rounded up")
    code, told = ask("try", "weigh", *given("child: Anna, Ben.wet: 4"), "--dice", "3", *shown)
    assert code == 0, told
    assert "share: 2\n  child.balls: 3 (Child.balls)" in told
    assert "all: 0, 1, 6, 7" in told
    assert "wet: 0, 4, 0" in told
    assert "luck: 4\n  lets.weigh.luck: 3 on the dice\n    +1 lets.weigh.luck.merry" in told
    assert "lets.weigh.luck.glum does not apply" in told
    assert "luck.natural + share: 5" in told
    assert "50 % of child.balls rounded up: 2" in told


def test_the_working_of_a_definition_is_shown_with_the_case_that_counted(ask):
    code, told = ask("try", "dry", *given("child: Anna, Anna.mood: glum"), "--show", "hits_on(child)", "--json")
    assert code == 0, told
    found = json.loads(told)
    jsonschema.validate(found, SCHEMA)
    (part,) = found["workings"]["hits_on(child)"]["values"]
    assert (part["of"], part["case"], part["value"]) == ("fight.hits_on", "fight.hits_on.glum", 5)
    assert {one["written"]: one["value"] for one in part["values"]} == {"gloves": False, "child.mood": "glum"}


def test_the_working_of_a_definition_lists_the_modifiers_that_changed_it(ask):
    code, told = ask("try", "weigh", *given("child: Anna"), "--dice", "3", "--show", "aim(child)", "--json")
    assert code == 0, told
    (part,) = json.loads(told)["workings"]["aim(child)"]["values"]
    shown = [(one["written"], one["of"], one["text"], one["value"]) for one in part["values"]]
    assert (part["value"], shown[:1], shown[2:]) == (
        6,
        [("child.balls", "Child.balls", "child.balls", 3)],
        [("merry", "lets.aim.merry", "as Anna is merry", 3)],
    )
    assert part["values"][2]["values"][0]["of"] == "Child.mood"


def test_a_roll_is_shown_as_data_with_every_modifier(ask):
    code, told = ask("try", "weigh", *given("child: Anna"), "--dice", "3", "--show", "luck", "share", "--json")
    assert code == 0
    found = json.loads(told)
    jsonschema.validate(found, SCHEMA)
    (roll,) = found["workings"]["luck"]["rolls"]
    assert (roll["natural"], roll["total"], roll["added"]) == (3, 4, 0)
    assert roll["modifiers"] == [
        {"of": "lets.weigh.luck.merry", "by": 1, "applied": True},
        {"of": "lets.weigh.luck.glum", "by": 0, "applied": False},
    ]
    assert found["workings"]["share"]["values"][0]["of"] == "Child.balls"


def test_a_name_in_a_part_that_was_not_reached_was_not_worked_out(ask):
    code, told = ask("try", "weigh", "--given", "{things: {Anna: {kind: Child}}, given: {child: Anna}}", "--dice", "3")
    assert code == 0, told
    code, told = ask("try", "praise", *given("gang: one"), "--show", "nothing_so")
    assert code == 1
    assert "nothing_so" in told


# --- the odds of what a rule rolls and names

CHECKS = """
rules volleys "Volleys"

effect volley(child: Child) "{child} throws thrice"
    let mark = 2
    for each throw from 1 to 3
        check hit on d6 "a hit"
            success when total <= mark
            modifier merry: -1 when child.mood is merry "with spirit"
            natural 1: success, then again, up to 2
        when hit.success
            do cheer(child)

effect cheer(child: Child) "{child} cheers"
    roll joy on d6 plus 1 "the joy"
    when joy > 3
        let more = joy
        add more to child.wet, to no more than 9
"""


@pytest.fixture
def volleys(game: str) -> str:
    (Path(game) / "rules" / "volleys.rules").write_text(CHECKS, "utf-8")
    return game


def chances(told: str) -> dict[str, Fraction]:
    """Give the chances of the words of each row."""
    (odds,) = json.loads(told)["odds"]
    return {", ".join(row["text"]): Fraction(*row["chance"].values()) for row in odds["rows"]}


def thrown_at_random(game: str, address: str, show: tuple[str, ...], known) -> dict[str, Fraction]:
    """Give what `try` shows of all that the dice of a rule may show, with how likely it is."""
    found: dict[str, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    ruleset = Ruleset.open(game)
    while waiting:
        faces, chance = waiting.pop()
        answer = try_rule(ruleset, address, replace(known, dice=list(faces)), show=show)
        if any("no die" in problem.message for problem in answer.problems):
            waiting += [((*faces, face), chance / 6) for face in range(1, 7)]
            continue
        data = answer.as_data()["shown"]
        text = ", ".join("-" if data[one] is None else str(data[one]) for one in show)
        found[text] = found.get(text, Fraction()) + chance
    return found


@pytest.mark.parametrize(
    "show", [("luck", "luck.natural", "share"), ("luck.natural + share",), ("luck > 3", "Anna.wet")]
)
def test_the_odds_of_what_is_shown_inside_are_what_trying_all_dice_shows(ask, game, show):
    code, told = ask("odds", "weigh", *given("child: Anna"), "--show", ",".join(show), "--json")
    assert code == 0, told
    (odds,) = json.loads(told)["odds"]
    counted = {
        ", ".join(str(value) for value in row["values"]): Fraction(*row["chance"].values()) for row in odds["rows"]
    }
    known = typed_facts.what_is_asked(Ruleset.open(game), "weigh", given("child: Anna")[1], "")[1]
    assert counted == thrown_at_random(game, "weigh", show, known)


def test_the_successes_of_a_check_that_is_made_again_and_again_are_added_up(ask, volleys):
    code, told = ask("odds", "volley", *given("child: Anna, Anna.mood: glum"), "--show", "hit.successes", "--json")
    assert code == 0, told
    one = {0: Fraction(4, 6), 1: Fraction(1, 6) + Fraction(1, 6) * Fraction(4, 6), 2: Fraction(1, 6) * Fraction(2, 6)}
    wanted: dict[str, Fraction] = {}
    for first, second, third in product(one.items(), repeat=3):
        total = str(first[0] + second[0] + third[0])
        wanted[total] = wanted.get(total, Fraction()) + first[1] * second[1] * third[1]
    assert chances(told) == wanted
    assert list(chances(told)) == sorted(wanted)  # numbers are told in their order
    code, told = ask("odds", "volley", *given("child: Anna, Anna.mood: glum"), "--show", "hit.successes > 1", "--json")
    assert chances(told)["yes"] == sum((share for total, share in wanted.items() if int(total) > 1), Fraction())


def test_the_first_throw_of_several_is_shown_by_itself(ask, volleys):
    shown = ("--show", "hit.natural.first", "cheer.joy.first", "--each", "--json")
    code, told = ask("odds", "volley", *given("child: Anna, Anna.mood: glum"), *shown)
    assert code == 0, told
    face, joy = json.loads(told)["odds"]
    assert {row["values"][0]: Fraction(*row["chance"].values()) for row in face["rows"]} == dict.fromkeys(
        range(1, 7), Fraction(1, 6)
    )
    rolled = Fraction(19, 27) / 6
    assert {row["text"][0]: Fraction(*row["chance"].values()) for row in joy["rows"]} == {
        **{str(total): rolled for total in range(2, 8)},
        "not rolled": Fraction(8, 27),
    }
    code, told = ask("odds", "volley", *given("child: Anna, Anna.mood: glum"), *shown[:3], "--sample", "600", "--json")
    sampled = chances(told)
    assert {words.partition(",")[0] for words in sampled} == {"1", "2", "3", "4", "5", "6"}
    code, told = ask("odds", "volley", *given("child: Anna"), "--show", "hit.successes.first")
    assert code != 0


def test_what_is_not_reached_on_some_ways_says_how_likely_that_is(ask, volleys):
    code, told = ask(
        "odds",
        "volley",
        *given("child: Anna, Anna.mood: glum"),
        "--show",
        "cheer.joy",
        "cheer.more",
        "--json",
        "--each",
    )
    assert code == 0, told
    joy, more = json.loads(told)["odds"]
    (none,) = [row for row in joy["rows"] if row["values"] == [None]]
    assert (none["text"], Fraction(*none["chance"].values())) == (["not rolled"], Fraction(8, 27))
    (none,) = [row for row in more["rows"] if row["values"] == [None]]
    assert none["text"] == ["not reached"]
    assert joy["columns"][0]["type"]["is_list"]  # up to three of them
    code, told = ask("odds", "cheer", *given("child: Anna"), "--show", "joy", "more")
    assert code == 0
    assert "more: 4 to 7, 5.5 on average, not reached: 33.3333%" in told
    assert "None" not in told
    assert [line.split()[1] for line in told.splitlines() if line.startswith("│")] == ["2", "3", "4", "5", "6", "7"]


def test_samples_show_the_inside_as_counting_does(ask, volleys):
    shown = ("--show", "hit.successes, cheer.joy", "--json")
    counted = chances(ask("odds", "volley", *given("child: Anna"), *shown)[1])
    sampled = chances(ask("odds", "volley", *given("child: Anna"), *shown, "--sample", "600")[1])
    assert sampled.keys() <= counted.keys()
    for words, share in counted.items():
        assert abs(sampled.get(words, Fraction()) - share) < Fraction(1, 10)


@pytest.mark.parametrize(
    ("show", "hint"),
    [
        ("joy", "did you mean `cheer.joy`?"),
        ("joy.natural", "did you mean `cheer.joy.natural`?"),
        ("cheer.joy + 1", "a roll or name of another rule can only be shown alone: `cheer.joy`"),
        ("hitt.successes", "did you mean `hit`?"),
        (
            "quite_another",
            "what volleys.volley rolls and names: mark, throw, hit, hit.successes, cheer.joy, cheer.more",
        ),
    ],
)
def test_what_cannot_be_shown_hints_at_what_can(ask, volleys, show, hint):
    for command in ("odds", "try"):
        code, told = ask(
            command, "volley", *given("child: Anna"), "--show", show, *(["--dice", "any"] * (command[0] == "t"))
        )
        assert (code, hint in told) == (1, True), told


def found_in_questions(game: str) -> str:
    """Give the hints of what is found in the standard questions, which are checked where a ruleset is finished."""
    ruleset, findings = Ruleset.open(game), Findings()
    check_questions(ruleset, findings)
    return "; ".join(one.hint for one in findings)


def test_standard_questions_and_differences_show_the_inside(ask, volleys):
    things = THINGS.partition("things: ")[2]
    question = (
        "questions:\n  - question: thrice\n    title: Three throws\n    of: volleys.volley\n"
        f"    things: {things}\n    given: {{child: Anna}}\n    show: [SHOWN]\n"
    )
    path = Path(volleys) / "questions.yaml"
    path.write_text(question.replace("SHOWN", "hit.succeses"), "utf-8")
    assert "did you mean `successes`?" in found_in_questions(volleys)
    path.write_text(question.replace("SHOWN", "hit.successes, cheer.joy.natural"), "utf-8")
    assert found_in_questions(volleys) == ""
    code, told = ask("odds", "--of", "thrice")
    assert code == 0
    assert "hit.successes" in told
    before = Ruleset.open(volleys)
    other = Path(volleys).parent / "other"
    copytree(volleys, other)
    (other / "rules" / "volleys.rules").write_text(CHECKS.replace("let mark = 2", "let mark = 4"), "utf-8")
    found = diff(before, Ruleset.open(str(other)))
    (moved,) = [one for one in found.odds if one.question == "thrice"]
    hits = next(shown for shown in moved.shows if shown.columns[0]["title"] == "hit.successes")
    (none,) = [outcome for outcome in hits.outcomes if outcome.values == (0,)]
    assert (none.before, none.after) == (Fraction(1, 8), Fraction(1, 216))


# --- fields that nobody gave


def test_at_a_terminal_fields_are_asked_for_until_all_are_known(game, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n[3, 3]\n"))
    monkeypatch.setattr(typed_facts, "somebody_to_ask", lambda: typed_facts.ask_for_fields)
    for command in ("try_", "odds"):
        monkeypatch.setattr(f"quarterdeck.apps.cli.{command}.somebody_to_ask", lambda: typed_facts.ask_for_fields)
    things = "{things: {Anna: {kind: Child, gang: one}}, given: {child: Anna}}"
    assert main(["try", game, "shovel", "--given", things]) == 0
    printed = capsys.readouterr()
    assert "Anna.place (a hex: its column and its row): " in printed.err
    assert "heap 1 is new (place: [3, 3], height: 2)" in printed.out
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["try", game, "shovel", "--given", things]) == 1
    assert "QD610" in capsys.readouterr().err


def test_a_program_may_be_asked_for_fields(game):
    known = facts({"child": "Anna"}, things={"Anna": {"kind": "Child", "gang": "one"}})
    with pytest.raises(RefusedError) as refused:
        try_rule(Ruleset.open(game), "shovel", known)
    (finding,) = refused.value.findings
    assert finding.code == "QD610"
    asked: list[str] = []

    def answering(fields):
        asked.extend(one.name for one in fields)
        return {one.name: [2, 2] for one in fields}

    answer = try_rule(Ruleset.open(game), "shovel", known, ask=answering)
    assert answer.is_good
    assert asked == ["Anna.place"]


def test_what_a_rule_writes_before_it_reads_need_not_be_given(ask, game):
    Path(game, "rules", "moving.rules").write_text(
        'rules moving "Moving"\n\nprocedure move(child: Child, goal: hex) "{child} moves"\n'
        '    set child.place to goal\n    announce "{child} at {child.place}"\n',
        "utf-8",
    )
    code, told = ask(
        "try", "move", "--given", "{things: {Anna: {kind: Child, gang: one}}, given: {child: Anna, goal: [2, 2]}}"
    )
    assert code == 0, told


UNGIVEN = """
every: {EVERY}
examples:
  - example: one_heap
    of: fight.shovel
    things: {Anna: {kind: Child, gang: one}}
    given: {child: Anna}
    changes: {heap 1: {place: [3, 3], height: 2}}
  - example: another
    of: fight.shovel
    things: {Anna: {kind: Child, gang: one, place: [2, 2]}}
    given: {child: Anna}
    changes: {heap 1: {place: [2, 2], height: 2}}
"""


def test_what_an_example_reads_must_be_given_by_itself_or_by_its_file(ask, game):
    path = Path(game, "examples.yaml")
    path.write_text(UNGIVEN.replace("EVERY", ""), "utf-8")
    code, told = ask("test", "--json")
    assert code == 1
    found = {one["example"]: one for one in json.loads(told)["examples"]}
    first, second = found["one_heap"], found["another"]
    (finding,) = first["findings"]
    assert finding["code"] == "QD610"
    assert "`Anna.place` (a hex: its column and its row) is read here and was not given" in finding["message"]
    assert (finding["line"], second["findings"]) == (7, [])
    assert "`every:`" in finding["hint"]
    path.write_text(UNGIVEN.replace("EVERY", "Child: {place: [3, 3]}"), "utf-8")
    code, told = ask("test")
    assert code == 0, told
    assert ask("try", "--of", "one_heap")[0] == 0  # it counts for whoever asks about the example, too


@pytest.mark.parametrize(
    ("every", "said"),
    [
        ("Chlid: {place: [3, 3]}", "did you mean `Child`?"),
        ("Child: {plaec: [3, 3]}", "a child has no `plaec`"),
        ("Child: {place: 3}", "QD60"),
    ],
)
def test_what_a_file_says_of_all_its_things_is_checked_where_it_stands(ask, game, every, said):
    Path(game, "examples.yaml").write_text(UNGIVEN.replace("EVERY", every), "utf-8")
    code, told = ask("test", "--json")
    assert code == 1
    (finding,) = next(one["findings"] for one in json.loads(told)["examples"] if one["example"] == "one_heap")
    assert said in finding["message"] + finding["hint"] + finding["code"]
    assert finding["line"] == 2


# --- odds with facts on top of an example's, and with choices


def test_facts_go_before_those_of_an_example(ask, game):
    Path(game, "examples.yaml").write_text(
        f"example: at_ben\nof: throw\n{THINGS}\ngiven: {{child: Anna}}\nchoices: {{target: Ben}}\n"
        "dice: {aim: 6, hit.splash: 6}\nchanges: {Anna.balls: 2, Ben.wet: 2, Ben.mood: glum}\n",
        "utf-8",
    )
    chances = {}
    for more in ((), ("--given", "Anna.mood: glum"), ("--given", "{choices: {target: none}}")):
        code, told = ask("odds", "--of", "at_ben", *more, "--show", "Ben.wet", "--json")
        assert code == 0, told
        rows = json.loads(told)["odds"][0]["rows"]
        chances[more] = {row["values"][0]: Fraction(*row["chance"].values()) for row in rows}
    plain, glum, nobody = chances.values()
    assert glum[0] > plain[0]
    assert nobody == {0: 1}


def test_choices_of_facts_are_taken_by_odds_and_samples(ask, game):
    facts_of_choices = given("child: Anna", ", choices: {target: Ben}")
    code, told = ask("odds", "throw", *facts_of_choices, "--show", "Ben.wet", "--json")
    assert code == 0, told
    rows = {row["values"][0]: row["chance"] for row in json.loads(told)["odds"][0]["rows"]}
    known = facts({"child": "Anna"}, things={"Anna": {"kind": "Child", "gang": "one", "place": [3, 3]}})
    with pytest.raises(UndecidedError):
        count(Ruleset.open(game), "throw", known, show=["Anna.wet"])
    code, told = ask("odds", "throw", *facts_of_choices, "--show", "Ben.wet", "--sample", "400", "--json")
    assert code == 0, told
    sampled = {row["values"][0]: row["chance"] for row in json.loads(told)["odds"][0]["rows"]}
    assert sampled.keys() == rows.keys()
    code, told = ask("odds", "throw", *given("child: Anna", ", choices: {targt: Ben}"), "--show", "Ben.wet")
    assert (code, "there is no choice `targt`" in told) == (1, True)
    code, told = ask("odds", "throw", *given("child: Anna", ", choices: [Ben]"), "--show", "Ben.wet")
    assert (code, "choices in order are ambiguous" in told) == (1, True)


def test_what_leaves_nothing_to_chance_is_counted_as_certain(ask, game):
    code, told = ask("odds", "half", "--given", "amount: 5", "--json")
    assert code == 0, told
    (row,) = json.loads(told)["odds"][0]["rows"]
    assert (row["values"], row["chance"]) == ([3], {"numerator": 1, "denominator": 1})
    (found,) = count(
        Ruleset.open(game), "dry", facts({"child": "Anna", "Anna.wet": 4}, things={"Anna": {"kind": "Child"}})
    )
    assert found.rows == ((("Anna wet 4 -> 2",), 1),)


PARTS_SHOWN = """
questions:
  - question: emptied
    title: What is left in a pocket
    of: throwing.throw
    things:
      Anna: {like: Anna, side: caps, place: [3, 3], facing: south}
      Dora: {like: Dora, side: scarves, place: [3, 6], facing: north}
    given: {child: Anna, target: Dora, range: 3, balls: 1, Anna.left.snowballs: 2}
    show: ["Anna.left.snowballs + 0 * target.wet", %s]
"""


def test_a_part_of_a_thing_is_shown_by_its_name(capsys, tmp_path):
    assert main(["try", SNOWBALLS, "--of", "a_good_throw", "--show", "Anna.left.snowballs", "Anna.left", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["shown"]
    assert shown == {"Anna.left.snowballs": 1, "Anna.left": "Anna.left"}
    assert main(["try", SNOWBALLS, "--of", "a_good_throw", "--show", "Anna.left.snowball"]) == 1
    assert "there is no field of Pocket `snowball`" in "".join(capsys.readouterr())
    game = copytree(SNOWBALLS, tmp_path / "snowballs")
    for wrong, code in (("Anna.left.room", 0), ("Anna.left.rooms", 1)):
        (game / "more_questions.yaml").write_text(PARTS_SHOWN % wrong, "utf-8")
        assert main(["check", str(game)]) == code
        assert ("there is no field of Pocket `rooms`" in "".join(capsys.readouterr())) == bool(code)
    (game / "more_questions.yaml").write_text(PARTS_SHOWN % "Anna.left.room", "utf-8")
    assert main(["odds", str(game), "--of", "emptied", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["odds"][0]["rows"]
    assert {row["text"][0] for row in rows} == {"1"}


# --- names that no rule could have


@pytest.mark.parametrize("name", ["Ann Lee", "U-47", "St. Ann", "Åsa", "大和", "7th"])
def test_a_thing_of_any_name_can_be_shown(ask, name):
    facts = f"{{things: {{'{name}': {{kind: Child, gang: caps, wet: 1}}}}, given: {{target: {name}, amount: 2}}}}"
    shown = (f"{name}.wet", f"all(kid in children where kid is {name})", f"count(kid in children where kid is {name})")
    code, told = ask("try", "soak", "--given", facts, "--show", *shown)
    assert code == 0, told
    assert told.splitlines()[-3:] == [f"{name}.wet: 3", f"{shown[1]}: {name}", f"{shown[2]}: 1"]


def test_what_is_wrong_with_such_a_name_says_it_as_it_is(ask):
    facts = "{things: {Ann Lee: {kind: Child, gang: caps, wet: 1}}, given: {target: Ann Lee, amount: 2}}"
    code, told = ask("try", "soak", "--given", facts, "--show", "Ann_Lee.wet", "Ann Lee + 1", "Ann Lee.wett")
    assert code == 1
    assert "did you mean `Ann Lee`?" in told
    assert "did you mean `wet`?" in told
    assert "·" not in told


def test_an_input_that_is_not_given_is_one_of_the_scenario(capsys):
    assert main(["try", SNOWBALLS, "throwing.throw", "--given", "situation: cousins"]) == 1
    assert "; for example `child: Ben, target: Ben`" in capsys.readouterr().err
