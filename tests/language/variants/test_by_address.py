"""Anything can be changed by address: phases, steps, statements, rows, columns and whole things of YAML."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.analysis.trial.cases import cases_of, void_cases
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.printer import as_text
from quarterdeck.language.checks.logs import log_of
from quarterdeck.language.declarations.statement_addresses import statements_in
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.printer import print_expression, print_unit
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.stages import load

SOURCE = "source: {document: notebook, place: page nine}"
UNFINISHED = {"QD421", "QD425"}


def laid(game: Path, more: str = "", **variants: str) -> Loaded:
    """Lay variants over the game, each given by its rules; `more` is what the last says in `variant.yaml`."""
    for name, rules in variants.items():
        folder = game / "variants" / name
        folder.mkdir(parents=True, exist_ok=True)
        says = more if name == list(variants)[-1] else ""
        head = f"variant: {name}\nextends: snowballs\ntitle: Variant {name}\n{SOURCE}\n{says}\n"
        (folder / "variant.yaml").write_text(head, "utf-8")
        (folder / f"{name}.rules").write_text(rules, "utf-8")
    return load("+".join([str(game), *variants]))


def sound(game: Path, rules: str) -> Declared:
    """Give what comes of a variant that has no faults."""
    loaded = laid(game, one=rules)
    assert not {finding.code for finding in loaded.findings} - UNFINISHED, as_text(loaded.findings)
    assert loaded.declared is not None
    return loaded.declared


def only_finding(loaded: Loaded) -> tuple[str, int, str, str]:
    """Give code, line, message and hint of the only finding, which stands in a variant."""
    (finding,) = [finding for finding in loaded.findings if finding.code not in UNFINISHED]
    assert finding.span.file.path.endswith(".rules")
    assert "/rules/" not in finding.span.file.path
    return finding.code, finding.span.line, finding.message, finding.hint


def phases(declared: Declared) -> list[str]:
    assert declared.turn is not None
    return [phase.name.text for phase in declared.turn.phases]


def steps(declared: Declared, phase: str) -> list[str]:
    assert declared.turn is not None
    (found,) = [one for one in declared.turn.phases if one.name.text == phase]
    return [step.name.text for step in found.block if isinstance(step, nodes.Step)]


def body(declared: Declared, rule: str) -> list[str]:
    """Give the first words of the statements of a rule."""
    node = declared.rules[rule].node
    assert isinstance(node, nodes.Procedure | nodes.Effect)
    assert node.body is not None
    return [print_unit(statement).split("\n")[0] for statement in node.body.statements]


# --- phases and steps


def test_what_is_put_behind_one_place_stands_in_the_order_of_the_text(game):
    rules = "".join(f'add phase {name} after turn.snow "x"\n    announce "x"\n\n' for name in ("one", "two", "three"))
    assert phases(sound(game, rules))[-5:] == ["snow", "one", "two", "three", "supper"]


def test_what_is_put_before_one_place_stands_in_the_order_of_the_text(game):
    rules = "".join(f'add phase {name} before turn.snow "x"\n    announce "x"\n\n' for name in ("one", "two"))
    assert phases(sound(game, rules))[-4:] == ["one", "two", "snow", "supper"]


def test_a_phase_moves_with_all_that_is_in_it(game):
    declared = sound(game, "move phase turn.snow before turn.plans\n")
    assert phases(declared) == ["snow", "plans", "start", "running", "throwing", "supper"]
    assert steps(declared, "snow") == ["packing", "cold"]


def test_a_step_that_moves_to_another_phase_is_found_by_its_old_address(game):
    rules = 'move step turn.snow.packing after turn.throwing.volley\namend step turn.snow.packing "x"\n'
    declared = sound(game, 'remove phase turn.throwing\nadd phase throwing before turn.snow "x"\n'
                     '    step volley "x"\n        announce "x"\n\n' + rules)  # fmt: skip
    assert steps(declared, "throwing") == ["volley", "packing"]
    assert steps(declared, "snow") == ["cold"]


def test_an_amended_phase_keeps_what_is_not_said(game):
    declared = sound(game, 'amend phase turn.running "Running about"\n')
    assert declared.turn is not None
    (running,) = [phase for phase in declared.turn.phases if phase.name.text == "running"]
    assert print_unit(running).startswith('phase running "Running about" cites "page three", for each side in order\n')


def test_the_original_of_a_phase_is_what_was_in_it(game):
    declared = sound(game, 'amend phase turn.supper\n    announce "a"\n    do original\n    announce "b"\n')
    assert declared.turn is not None
    said = [print_unit(statement).strip() for statement in declared.turn.phases[-1].block]
    assert said == ['announce "a"', "do call_home()", "do judge()", 'announce "b"']


def test_a_removed_phase_can_be_written_anew_by_the_same_variant(game):
    declared = sound(game, 'remove phase turn.supper\n\nadd phase supper after turn.start "x"\n    do judge\n')
    assert phases(declared) == ["plans", "start", "supper", "running", "throwing", "snow"]
    assert [(a.deed, a.address) for a in declared.amended if a.deed != "lean"] == [("amend", "turn.supper")]


@pytest.mark.parametrize(
    ("rules", "code", "said"),
    [
        ("move phase turn.snow after turn.snow\n", "QD502", "into itself"),
        ("move phase turn.snow after turn.snow.cold\n", "QD502", "`turn.snow.cold` is not a phase but a step"),
        ("move statement snow.shiver.when after snow.pack.builders\n", "QD502", "is not a statement of `snow.shiver`"),
        ("remove statement snow.shiver.sadden\nremove statement snow.shiver.cold\n", "QD502", "nothing would be left"),
        ('add step x after turn.nowhere "x"\n    announce "x"\n', "QD501", "there is no step `turn.nowhere`"),
        ("remove statement running.run.trail\n", "QD510", "several statements are called"),
        ("remove statement running.run.nothing\n", "QD501", "there is no statement"),
        ("amend statement snow.pack.builders\n    original\n", "QD127", "does not begin a statement"),
        ('amend phase turn.supper\n    announce "{original}"\n    let a = original\n', "QD507", "has no value"),
    ],
)
def test_what_cannot_be_moved_or_taken_is_said_at_its_own_line(game, rules, code, said):
    found = [finding for finding in laid(game, one=rules).findings if finding.code not in UNFINISHED]
    assert [(finding.code, said in finding.message) for finding in found] == [(code, True)], as_text(found)
    assert found[0].span.file.path == "one/one.rules"


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ('amend phase turn.supper "Supper"\n', ["Soup is hot."]),
        ("amend phase turn.supper\n    do original\n    stop\n", ["Soup is hot."]),
        ('amend phase turn.supper\n    "Cold soup."\n    do original\n', ["Cold soup."]),
        ('amend phase turn.supper\n    announce "x"\n', []),
    ],
)
def test_the_words_at_the_head_of_a_phase_go_with_what_is_done_in_it(game, rules, kept):
    path = game / "rules" / "turn.rules"
    supper = '    phase supper "Supper" cites "page eight"\n'
    path.write_text(path.read_text("utf-8").replace(supper, f'{supper}        "Soup is hot."\n'), "utf-8")
    declared = laid(game, one=rules).declared
    assert declared is not None
    assert declared.turn is not None
    assert [word.text for word in declared.turn.phases[-1].docs] == kept


def test_what_is_added_to_the_turn_has_words_at_its_head(game):
    rules = (
        'add phase tea after turn.supper "Tea"\n    "Tea is hot."\n    announce "tea"\n\n'
        'add step milk after turn.snow.cold "Milk"\n    "Milk is cold."\n    announce "milk"\n'
    )
    declared = sound(game, rules)
    assert declared.turn is not None
    assert [word.text for word in declared.turn.phases[-1].docs] == ["Tea is hot."]
    (milk,) = [one for one in declared.turn.walk() if isinstance(one, nodes.Step) and one.name.text == "milk"]
    assert [word.text for word in milk.docs] == ["Milk is cold."]


# --- statements


def test_statements_are_named_by_what_they_do(game):
    loaded = load(str(game))
    assert loaded.declared is not None
    names = [element.name for element in statements_in(loaded.declared) if element.parent == "snow.feel_the_cold"]
    assert names == ["child.1", "shiver", "child.2", "dry", "wall.1", "wall.2", "end_minute"]


def test_statements_are_put_moved_and_taken_away(game):
    declared = sound(
        game,
        'add statement after running.run.ran\n    announce "a"\n\n'
        'add statement after running.run.ran\n    announce "b"\n\n'
        "remove statement running.run.trail.1\nmove statement running.run.steps before running.run.ran\n",
    )
    assert [line.split(" = ")[0] for line in body(declared, "running.run")] == [
        "tally steps: 0..6 paces", "set child.ran to yes", 'announce "a"', 'announce "b"',
        "finish when child.mood is glum", "repeat up to stride(child) times",
    ]  # fmt: skip


def test_a_number_counts_the_statements_of_the_ruleset_below(game):
    rules = "remove statement snow.feel_the_cold.child.1\nremove statement snow.feel_the_cold.child.2\n"
    assert len(body(sound(game, rules), "snow.feel_the_cold")) == 2


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            "    do original\n    do original when game.frost > 3\n",
            ["do end_minute()", "do end_minute() when game.frost > 3"],
        ),
        ("    do original unless game.frost > 3\n", ["do end_minute() unless game.frost > 3"]),
    ],
)
def test_the_original_of_a_statement_is_the_statement(game, rules, said):
    declared = sound(game, f"amend statement snow.feel_the_cold.end_minute\n{rules}")
    assert body(declared, "snow.feel_the_cold")[-len(said) :] == said


def test_a_condition_behind_the_original_holds_for_all_of_it(game):
    declared = sound(game, "amend phase turn.supper\n    do original unless game.turn = 1\n")
    assert declared.turn is not None
    (when,) = declared.turn.phases[-1].block
    assert print_unit(when).split() == "when not (game.turn = 1) do call_home() do judge()".split()


# --- rows and columns


def labels(declared: Declared, table: str) -> list[str]:
    return [row.label for row in declared.tables[table].rows]


def values(declared: Declared, table: str) -> list[list[str]]:
    return [[print_expression(c.value) for c in row.cells if c.value] for row in declared.tables[table].rows]


def test_rows_stand_by_what_they_count_for(game):
    declared = sound(game, "remove row cold_dice.2-3\nadd row cold_dice.3 = 2d4\nadd row cold_dice.2 = d4\n")
    assert labels(declared, "cold_dice") == ["..1", "2", "3", "4+"]
    assert values(declared, "cold_dice") == [["d4"], ["d4"], ["2d4"], ["2d6"]]


def test_the_parts_of_a_split_row_say_what_it_said(game):
    declared = sound(game, "split row cold_dice.4+ into 4, 5+\namend cell cold_dice.4 = 2d4\n")
    assert labels(declared, "cold_dice") == ["..1", "2-3", "4", "5+"]
    assert values(declared, "cold_dice")[2:] == [["2d4"], ["2d6"]]


def test_columns_are_split_added_and_taken_away(game):
    declared = sound(
        game,
        "split column reaches.4+ into 4, 5\namend cell reaches.merry.5 = 5\nremove column reaches.2-3\n"
        "add column reaches.2-3\n    cell merry = 7\n    cell glum = 4\n    cell calm = 6\n",
    )
    assert [label for label, _, _ in declared.tables["reaches"].columns] == ["..1", "2-3", "4", "5"]
    assert values(declared, "reaches") == [["5", "4", "3", "3"], ["6", "6", "5", "5"], ["8", "7", "6", "5"]]


@pytest.mark.parametrize(
    ("rules", "code", "line"),
    [
        ("remove row cold_dice.4+\n", "QD401", 1),
        ("add row cold_dice.5 = d4\n", "QD402", 1),
        ("split row cold_dice.4+ into 4, 6\n", "QD515", 1),
        ("split row cold_dice.2-3 into 2-3\n", "QD515", 1),
        ("add row cold_dice.x = d4\n", "QD212", 1),
        ("add row cold_dices.6 = d4\n", "QD501", 1),
        ("add row cold_dice.6\n    announce \"x\"\n", "QD502", 2),
        ("add column cold_dice.6 = 3\n", "QD502", 1),
        ("\nadd column reaches.6\n    cell glum = 1\n", "QD214", 2),
        ("add column reaches.6\n    cell gloom = 1\n    cell glum = 1\n    cell calm = 2\n", "QD501", 2),
        ("remove column reaches.6\n", "QD501", 1),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_row_is_said_at_the_amendment(game, rules, code, line):
    found = [finding for finding in laid(game, one=rules).findings if finding.code not in UNFINISHED]
    assert (code, line, "one/one.rules") in [(f.code, f.span.line, f.span.file.path) for f in found], as_text(found)


def test_a_row_over_one_that_is_there_hints_how_to_divide_that(game):
    found = laid(game, one="add row cold_dice.5 = d4\n").findings
    (hint,) = (one.hint for one in found if one.code == "QD402")
    assert hint.endswith("write `split row cold_dice.LABEL into LABEL, LABEL`")


# --- whole things


def test_what_replaces_stands_where_it_stood_and_is_no_second(game):
    folder = game / "variants" / "one"
    folder.mkdir(parents=True)
    table = "title: x\nsource: {document: notebook}\nkey: {frost: 0..5}\ngives: dice\nrows: {0-5: d4}\n"
    (folder / "cold.yaml").write_text(f"table: cold_dice\n{table}", "utf-8")
    (finding,) = laid(game, one="# nothing\n").findings
    assert (finding.code, "replaces: yes" in finding.hint) == ("QD301", True)
    (folder / "cold.yaml").write_text(f"table: cold_dice\nreplaces: yes\n{table}", "utf-8")
    declared = sound(game, "# nothing\n")
    assert labels(declared, "cold_dice") == ["0-5"]
    assert list(declared.tables) == [*(load(str(game)).declared or declared).tables]


def test_rows_go_with_the_members_of_an_enum_that_is_replaced(game):
    folder = game / "variants" / "one"
    folder.mkdir(parents=True)
    enums = "enums:\n  Mood: {ladder: [calm, merry], many: moods, replaces: yes}\n"
    (folder / "more.yaml").write_text(f"components: one\n{enums}", "utf-8")
    loaded = laid(game, one="# nothing\n")
    assert loaded.declared is not None
    assert [(row.label, row.low) for row in loaded.declared.tables["reaches"].rows] == [("calm", 0), ("merry", 1)]
    assert {finding.span.file.path for finding in loaded.findings} == {"one/more.yaml"}


def with_components(game: Path, said: str) -> Loaded:
    (game / "variants" / "one").mkdir(parents=True)
    (game / "variants" / "one" / "more.yaml").write_text(f"components: one\n{said}", "utf-8")
    rules = "add row reaches.furious = [9, 9, 9]\n" if "[furious]" in said else "# nothing\n"
    return laid(game, one=rules)


def test_members_that_are_added_follow_those_below(game):
    loaded = with_components(game, "enums:\n  Mood: {ladder: [furious], adds: yes}\n")
    assert loaded.declared is not None
    assert not {finding.code for finding in loaded.findings} - UNFINISHED, as_text(loaded.findings)
    assert loaded.base is not None
    below = loaded.base.enums["Mood"]
    assert loaded.declared.enums["Mood"].members == (*below.members, "furious")
    assert loaded.declared.enums["Mood"].many == below.many
    assert labels(loaded.declared, "reaches") == [*labels(loaded.base, "reaches"), "furious"]
    assert [(a.deed, a.address) for a in loaded.declared.amended][:1] == [("add", "Mood.furious")]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("enums:\n  Mood: {ladder: [spiteful], adds: yes}\n", "QD401"),
        ("enums:\n  Mood: {ladder: [merry], adds: yes}\n", "QD508"),
        ("enums:\n  Mood: {members: [furious], adds: yes}\n", "QD208"),
        ("enums:\n  Moods: {ladder: [furious], adds: yes}\n", "QD501"),
        ("enums:\n  Mood: {ladder: [furious]}\n", "QD508"),
    ],
)
def test_what_cannot_be_added_is_said_where_it_stands(game, said, code):
    """A table keyed by the enum has to say something of a new member."""
    findings = with_components(game, said).findings
    assert (code, "one/more.yaml") in [(finding.code, finding.span.file.path) for finding in findings], as_text(
        findings
    )


def test_a_constant_is_replaced(game):
    loaded = with_components(game, 'constants:\n  frost: {type: 0..5, words: frost, start: "3", replaces: yes}\n')
    assert not loaded.findings, as_text(loaded.findings)
    assert loaded.declared is not None
    start = loaded.declared.constants["frost"].start
    assert start is not None
    assert print_expression(start) == "3"


def test_only_a_variant_replaces(game):
    path = game / "tables" / "cold_dice.yaml"
    path.write_text(path.read_text("utf-8").replace("title:", "replaces: yes\ntitle:"), "utf-8")
    assert "QD307" in {finding.code for finding in load(str(game)).findings}


# --- what is void


def test_what_speaks_of_a_rule_that_is_gone_is_void_and_no_fault(game, capsys):
    rules = "remove procedure snow.pack\nremove step turn.snow.packing\nremove procedure snow.build\n"
    loaded = laid(game, one=rules)
    assert as_text(loaded.findings) == ""
    ruleset = Ruleset(loaded)
    assert "walls_and_snowballs" not in {case.name.partition("[")[0] for case in cases_of(ruleset.declared)}
    assert [note.rule for note in void_cases(ruleset.declared)] == ["walls_and_snowballs"]
    assert main(["check", f"{game}+one"]) == 0
    said = capsys.readouterr().out
    assert said.count("QD516: void under `one`") >= 4
    for file in ("ledger.yaml", "examples/packing.yaml", "questions.yaml"):
        assert file in said
    assert main(["test", f"{game}+one"]) == 0
    assert "1 of the ruleset below void" in capsys.readouterr().out


def test_what_a_variant_says_itself_of_what_it_takes_away_is_a_fault(game):
    folder = game / "variants" / "one"
    folder.mkdir(parents=True)
    example = "example: own\nof: snow.pack\nsituation: playground\ngiven: {side: caps}\nexpect: {}\n"
    (folder / "own.yaml").write_text(example, "utf-8")
    laid(game, one="remove procedure snow.pack\nremove step turn.snow.packing\n")
    assert main(["check", f"{game}+one"]) == 1


def test_scenarios_and_logs_do_without_an_option_and_a_field_that_are_gone(game, capsys):
    rules = (
        "remove option high_walls\nremove require throwing.take_aim.target.in_the_open\n"
        "remove define throwing.is_hidden\nremove field Child.captain\nremove require muster.line_up.one_captain\n"
        "remove case throwing.take_aim.target.captain\n"
    )
    rules += "\namend row splashes.8+. 3+\n    do soak(target, 2)\n"
    declared = sound(game, rules)
    assert declared.scenarios["playground"].shape.options == {}
    assert declared.scenarios["cousins"].document in declared.documents
    assert main(["check", f"{game}+one"]) == 0
    said = capsys.readouterr().out
    assert "void under `one`: there is no field of Child or of its parts `captain`, snowballs/components.yaml:" in said
    log = log_of(declared, "Child")
    assert log is not None
    assert "mood" in (fields := [line.field for line in log.lines])
    assert "captain" not in fields


# --- the order of variants

COLD = 'snow.shiver.cold\n    announce "brr"\n'
BEHIND_SNOW = 'add phase {0} after turn.snow "x"\n    announce "{0}"\n'


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (BEHIND_SNOW.format("a"), BEHIND_SNOW.format("b")),
        (BEHIND_SNOW.format("a"), "move phase turn.start after turn.snow\n"),
        (BEHIND_SNOW.format("a"), "move phase turn.snow after turn.start\n"),
        ("move phase turn.snow after turn.start\n", "move phase turn.snow after turn.running\n"),
        (f"add statement after {COLD}", f"add statement after {COLD}"),
        (f"add statement after {COLD}", "remove statement snow.shiver.cold\n"),
        ("amend cell reaches.glum.4+ = 2\n", "split column reaches.4+ into 4, 5\n"),
        ("amend cell cold_dice.4+ = d6\n", "split row cold_dice.4+ into 4, 5\n"),
        ('amend procedure winning.judge\n    draw because "x"\n', "remove statement winning.judge.side\n"),
    ],
)  # fmt: skip
def test_an_undeclared_order_is_a_finding_and_a_declared_one_is_none(game, one, two):
    code, _, _, hint = only_finding(laid(game, one=one, two=two))
    assert (code, hint) == ("QD503", "declare the order in one of them: `after: [one]` or `after: [two]`")
    codes = {finding.code for finding in laid(game, "after: [one]", one=one, two=two).findings}
    assert "QD503" not in codes


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (BEHIND_SNOW.format("a"), 'add phase b before turn.supper "x"\n    announce "b"\n'),
        ('amend phase turn.snow "Snow"\n', "move phase turn.snow before turn.plans\n"),
        (f"add statement after {COLD}", f"add statement before {COLD}"),
        ("remove statement running.run.trail.1\n", 'add statement after running.run.trail.2\n    announce "a"\n'),
    ],
)  # fmt: skip
def test_what_does_not_hang_on_the_order_is_no_conflict(game, one, two):
    """Laid the other way round, by other names, it comes to the same."""
    first, second = laid(game, a=one, b=two), laid(game, a=two, b=one)
    for loaded in (first, second):
        assert not {finding.code for finding in loaded.findings} - UNFINISHED, as_text(loaded.findings)
    assert first.declared is not None
    assert second.declared is not None
    assert first.declared.turn is not None
    assert second.declared.turn is not None
    assert print_unit(first.declared.turn) == print_unit(second.declared.turn)
    assert [print_unit(rule.node) for rule in first.declared.rules.values()] == [
        print_unit(rule.node) for rule in second.declared.rules.values()
    ]


def test_a_variant_may_come_behind_one_that_is_not_in_use(game):
    loaded = laid(game, "after: [one]", one=BEHIND_SNOW.format("a"), two=BEHIND_SNOW.format("b"))
    assert not {finding.code for finding in loaded.findings} - UNFINISHED
    assert not {finding.code for finding in load(f"{game}+two").findings} - UNFINISHED


# --- locks


def test_who_changes_a_statement_leans_on_the_rule(game, capsys):
    own = 'add phase b after turn.snow "x"\n    announce "b"\n\namend phase turn.b "y"\n'
    laid(game, one=f"remove statement snow.feel_the_cold.end_minute\n\n{own}")
    assert main(["accept", f"{game}+one"]) == 0
    assert "snow.feel_the_cold" in capsys.readouterr().out
    assert "QD512" not in {finding.code for finding in load(f"{game}+one").findings}
    path = game / "rules" / "snow.rules"
    path.write_text(path.read_text("utf-8").replace("do dry(child)", "do shiver(child)"), "utf-8")
    assert "QD511" in {finding.code for finding in load(f"{game}+one").findings}
