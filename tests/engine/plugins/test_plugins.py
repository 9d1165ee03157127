"""A plugin takes part only where it is named, says in print what it does, and is counted like any rule."""

from __future__ import annotations

import re
import shutil
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.api import Facts, Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.plugins import calling
from quarterdeck.engine.plugins.reading import PluginFaultError
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.language.meaning.fingerprint import played_by
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.pipeline.folders import TwoOfOneNameError
from quarterdeck.workspace.ruleset.rule_question import RuleQuestion, asked

BASE = str(Path(__file__).parents[2] / "language" / "base")
SNOWBALLS = str(Path(__file__).parents[2] / "games" / "snowballs")

HEAD = """
from quarterdeck.hooks import *

class Offers:
    @hookimpl
    def quarterdeck_about(self):
        return About("Numb fingers", "Whoever is wet throws worse.")
"""
NUMB = (
    HEAD
    + """
    @hookimpl
    def quarterdeck_modifiers(self):
        def amount(roll):
            return -2 if roll.child.wet >= 3 else 0
        return [Modifier("throwing.throw.aim", "numb", "-2 when three levels wet", amount, ("Child.wet",))]
"""
)


def put(game: str, wet: int) -> RuleQuestion:
    findings = Findings()
    things = {
        "kim": {"kind": "Child", "place": [3, 3], "facing": "south", "wet": wet},
        "lee": {"kind": "Child", "place": [3, 5], "facing": "north"},
    }
    facts = Facts({"child": "kim", "target": "lee"}, things, {}, {})
    found = asked(Ruleset.open(game), "throwing.throw", facts, findings)
    assert found is not None, as_text(findings)
    return found


def aim(game: str, wet: int) -> Odds:
    question = put(game, wet)
    return question.asking.ask_each(question.address, question.arguments, question.situation)[0]


# --- naming


def test_a_plugin_that_is_installed_and_not_named_is_not_even_imported(install):
    install("numb", "raise RuntimeError('imported')")
    assert as_text(Ruleset.open(BASE).findings) == ""
    assert "numb_module" not in sys.modules


def test_a_plugin_that_is_named_is_in_the_hash_with_its_version_and_text(install):
    bare = played_by(Ruleset.open(BASE).declared)
    install("numb", NUMB)
    first = played_by(Ruleset.open(f"{BASE}+numb").declared)
    install("chill", NUMB.replace("three levels", "3 levels"))
    second = played_by(Ruleset.open(f"{BASE}+chill").declared)
    assert bare != first != second != bare
    assert Ruleset.open(f"{BASE}+numb").declared.plugins[0].version == "1.0"


def test_a_variant_and_a_plugin_of_the_same_name_are_told_apart_by_the_path_of_the_variant(install):
    install("thaw", "raise RuntimeError('imported')")
    with pytest.raises(TwoOfOneNameError, match="a variant and a plugin are called thaw"):
        Ruleset.open(f"{SNOWBALLS}+thaw")
    ruleset = Ruleset.open(f"{SNOWBALLS}+{Path(SNOWBALLS) / 'variants' / 'thaw'}")
    assert ruleset.declared.variants == ("thaw",)
    assert ruleset.declared.plugins == ()


def test_a_name_that_is_neither_is_a_usage_error_and_near_names_are_told(install, capsys):
    install("numb", NUMB)
    assert main(["check", f"{BASE}+num"]) == 2
    assert "did you mean numb?" in capsys.readouterr().err


# --- what it does


def test_a_modifier_counts_in_exact_odds(install):
    install("numb", NUMB)
    game = f"{BASE}+numb"
    assert {row[0]: Fraction(weight, odds.below) for odds in [aim(game, 0)] for row, weight in odds.rows} == {
        str(face): Fraction(1, 6) for face in range(1, 7)
    }
    assert sorted(int(row[0]) for row, _ in aim(game, 3).rows) == [-1, 0, 1, 2, 3, 4]


def test_a_modifier_counts_in_play_and_is_told_in_the_trace(install):
    install("numb", NUMB)
    question = put(f"{BASE}+numb", 3)
    from quarterdeck.engine.run.happenings import Rolled
    from quarterdeck.engine.run.trace import TracedContext

    dice = SeededDice(1, [site.address for site in question.built.program.sites])
    context = TracedContext(question.built.program, question.situation, dice, {})
    state = list(question.situation.state)
    question.built.module(trace=True).routine("throwing.throw")(context, state, state, *question.arguments)
    (rolled,) = [event for event in context.events if isinstance(event, Rolled)]
    told = {change.address: (change.by, change.applied) for change in rolled.modifiers}
    assert told["throwing.throw.aim.numb"] == (-2, True)
    assert rolled.total == rolled.natural - 2


def test_its_text_is_printed_with_the_roll(install):
    install("numb", NUMB)
    writer = EnglishWriter(Ruleset.open(f"{BASE}+numb").checked)
    assert "-2 when three levels wet" in writer.said("throwing.throw")


def test_its_modifier_is_a_difference_with_an_address(install, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    install("numb", NUMB)
    assert main(["diff", BASE, f"{BASE}+numb"]) == 0
    said = capsys.readouterr().out
    assert "throwing.throw.aim.numb" in said
    assert "  throwing.throw\n" in said
    assert "no odds were counted: neither ruleset has questions" in said


def test_a_look_up_counts_with_other_keys(install):
    code = """
    @hookimpl
    def quarterdeck_look_ups(self):
        return [LookUp("splash", "dry", "No splash is more than small", lambda key: (min(key.margin, 1),))]
"""
    install("dry", HEAD + code)
    question = put(f"{BASE}+dry", 0)
    odds = question.asking.ask_each(question.address, question.arguments, question.situation)
    wet = next(one for one in odds if one.titles == ("Child.wet",))
    assert not any("-> 2" in row[0] for row, _ in wet.rows)
    assert any("-> 1" in row[0] for row, _ in wet.rows)


def test_phases_can_be_entered_and_left_with_a_change(install):
    code = """
    @hookimpl
    def quarterdeck_phases(self):
        def shiver(table):
            for side in table.things("Side"):
                side.keenness = 6
        def note(table):
            assert all(side.keenness == 6 for side in table.things("Side"))
        return [
            BeforePhase("turn.throwing", "shiver", "All gangs are keen", shiver, (), ("Side.keenness",)),
            AfterPhase("turn.throwing", "note", "They stay so", note, ("Side.keenness",)),
        ]
"""
    install("keen", HEAD + code)
    ruleset, findings = Ruleset.open(f"{SNOWBALLS}+keen"), Findings()
    assert as_text(ruleset.findings) == ""
    built, situation = ruleset.scenario("playground", findings)
    sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
    deciders = {side: RandomDecider(place) for place, side in enumerate(sides)}
    dice = SeededDice(1, [site.address for site in built.program.sites])
    result = play(built.module(), Context(built.program, situation, dice, deciders))
    assert result.turn >= 1


def test_a_plugin_may_check_the_ruleset_and_bring_pages(install):
    code = """
    @hookimpl
    def quarterdeck_check(self, checked, findings):
        rule = checked.declared.rules["throwing.reach"]
        findings.add("strict", "children reach too far", rule.node.span, hint="freeze them")

    @hookimpl
    def quarterdeck_pages(self):
        return [Page("On fingers", "Keep them warm.")]
"""
    install("strict", HEAD + code)
    ruleset = Ruleset.open(f"{BASE}+strict")
    assert [finding.code for finding in ruleset.findings] == ["strict"]
    assert ruleset.declared.plugins[0].pages[0].title == "On fingers"


# --- what it may not


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"-2 when three levels wet"', '""', "does not say so in print"),
        ("throwing.throw.aim", "throwing.throw.aims", "did it mean throwing.throw.aim?"),
        ('"numb"', '"merry"', "throwing.throw.aim.merry, which is there already"),
        ('("Child.wet",)', '("Child.wett",)', "did it mean Child.wet?"),
        ("quarterdeck_modifiers", "quarterdeck_modifier", "cannot be registered"),
        ("quarterdeck_about", "_about", "does not say what it is"),
        ("class Offers", "import nothing_of_the_kind\nclass Offers", "cannot be registered"),
        ('return [Modifier("throwing', 'return ["throwing', "cannot be registered"),
        ('return About("Numb fingers", "Whoever is wet throws worse.")', "return 3", "must say what it is"),
    ],
)
def test_a_plugin_that_is_not_sound_is_refused_by_its_name(install, capsys, old, new, said):
    assert old in NUMB
    install("numb", NUMB.replace(old, new))
    assert main(["check", f"{BASE}+numb"]) == 1
    found = " ".join(capsys.readouterr().out.split())
    assert "QD521" in found
    assert "the plugin numb" in found
    assert said in found


def test_a_plugin_adds_nothing_to_a_pool(install, capsys):
    install("numb", NUMB.replace("throwing.throw.aim", "racing.pull_oars.strokes").replace("Child.wet", "Boat.way"))
    regatta = Path(__file__).parents[2] / "games" / "regatta"
    assert main(["check", f"{regatta}+numb"]) == 1
    assert "which is a pool and has no total" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("roll.child.wet", "roll.child.snowballs", "does not declare it"),
        ("roll.child.wet", "roll.kid.wet", "asks for `kid`"),
        ("return -2 if", "return 'two' if", "not a whole number"),
        ("return -2 if", "return 1 // 0 if", "fails: ZeroDivisionError"),
    ],
)
def test_a_plugin_that_fails_in_play_is_named(install, old, new, said):
    install("numb", NUMB.replace(old, new))
    question = put(f"{BASE}+numb", 3)
    with pytest.raises(PluginFaultError, match=said) as error:
        question.asking.ask_each(question.address, question.arguments, question.situation)
    assert "the plugin numb" in str(error.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("True", "True, which is not a whole number"),
        ("10**30", "and 1,000,000,000 is the limit in both directions"),
        ("1.5", "1.5, which is not a whole number"),
        ("exit(0)", "fails: SystemExit: 0"),
        ("again(1)", "fails: RecursionError"),
        ("Loud()", "a Loud, which is not a whole number"),
        ("[0] * 10**6", "…, which is not a whole number"),
        ("fail(Loud())", "fails: ValueError: it does not say why"),
    ],
)
def test_what_a_plugin_adds_is_looked_at_before_it_is_used(install, given, said):
    helpers = """
class Loud:
    def __repr__(self):
        raise ValueError("loud")
def again(number):
    return again(number) + 1
def fail(words):
    raise ValueError(words)
"""
    install("numb", helpers + NUMB.replace("return -2 if roll.child.wet >= 3 else 0", f"return {given}"))
    question = put(f"{BASE}+numb", 3)
    with pytest.raises(PluginFaultError, match=re.escape(said)):
        question.asking.ask_each(question.address, question.arguments, question.situation)


@pytest.mark.parametrize(
    ("field", "given", "fits"),
    [
        ("place", "0", False),
        ("place", "hexes.hex_at(3, 4)", True),
        ("place", "hexes.hex_at(3, 4) + 10**9", False),
        ("place", "True", False),
        ("wet", "10", False),
        ("wet", "True", False),
        ("wet", "Fraction(1, 2)", False),
        ("wet", "Fraction(2)", True),
        ("gone_home", "1", False),
        ("gone_home", "True", True),
        ("mood", "'glum'", True),
        ("mood", "0", False),
        ("target", "table.game", False),
        ("target", "child", True),
        ("target", "None", True),
        ("side", "child", False),
    ],
)
def test_what_a_plugin_sets_must_fit_the_field(install, field, given, fits):
    code = f"""
from fractions import Fraction
from quarterdeck.geometry import hexes
{HEAD}
    @hookimpl
    def quarterdeck_phases(self):
        def act(table):
            for child in table.things("Child"):
                child.{field} = {given}
        return [BeforePhase("turn.throwing", "odd", "Odd", act, (), ("Child.{field}",))]
"""
    install("odd", code)
    built, situation = Ruleset.open(f"{SNOWBALLS}+odd").scenario("playground", Findings())
    program = built.program
    (act,) = calling.functions_of(program, built.checked.declared.plugins)
    if fits:
        act(list(situation.state))
    else:
        with pytest.raises(PluginFaultError, match=f"the plugin odd at turn.throwing sets `Child.{field}` to"):
            act(list(situation.state))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"numb"', "3", "gives Modifier("),
        ('("Child.wet",)', '"Child.wet"', "gives Modifier("),
        ('("Child.wet",)', "(3,)", "gives Modifier("),
        ("amount, (", "3, (", "gives Modifier("),
        ("return [Modifier", "return 3 or [Modifier", "gives 3 for `quarterdeck_modifiers`, which is not a list"),
        ('About("Numb fingers"', "About(3", "must say what it is"),
        ("class Offers", "exit(0)\nclass Offers", "cannot be registered: SystemExit: 0"),
    ],
)
def test_what_a_plugin_offers_is_looked_at_before_it_is_used(install, capsys, old, new, said):
    assert old in NUMB
    install("numb", NUMB.replace(old, new))
    assert main(["check", f"{BASE}+numb"]) == 1
    assert said in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "adding", ['findings.add("x", "y", None)', 'findings.add("x", 3, place)', "findings.gathered.append(3)"]
)
def test_what_a_plugin_finds_must_be_findings(install, capsys, adding):
    code = f"""
    @hookimpl
    def quarterdeck_check(self, checked, findings):
        place = checked.declared.rules["throwing.reach"].node.span
        {adding}
"""
    install("strict", HEAD + code)
    assert main(["check", f"{BASE}+strict"]) == 1
    assert "the plugin strict adds" in capsys.readouterr().out


# --- what is reached


def test_a_field_that_a_plugin_reads_is_reached_and_may_stand_apart_without_it(install, tmp_path):
    game = shutil.copytree(SNOWBALLS, tmp_path / "snowballs")
    components = game / "components.yaml"
    text = components.read_text("utf-8")
    components.write_text(
        text.replace("      ran: {", "      hat: {type: 0..3, words: hats}\n      ran: {", 1), "utf-8"
    )
    install("hats", NUMB.replace("roll.child.wet", "roll.child.hat").replace("Child.wet", "Child.hat"))
    assert {finding.code for finding in Ruleset.open(str(game)).findings} == {"QD421"}
    apart = "      hat: {type: 0..3, words: hats, apart: a plugin reads it}\n      ran: {"
    components.write_text(text.replace("      ran: {", apart, 1), "utf-8")
    assert as_text(Ruleset.open(str(game)).findings) == ""
    assert as_text(Ruleset.open(f"{game}+hats").findings) == ""
