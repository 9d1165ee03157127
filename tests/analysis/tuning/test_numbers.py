"""A number that is varied in place is what the whole ruleset with it would be: by its address, in types and program."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.analysis.diff.impact import ProgramParts, TwoPrograms
from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.checks.order import run_checks
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.whole_ruleset import check_types
from quarterdeck.program.form.world import world_of
from quarterdeck.program.lower.ruleset import lower
from quarterdeck.workspace.alterations.altered_ruleset import ValueRefusedError, VariedRuleset
from quarterdeck.workspace.alterations.numbers import NoSuchNumberError, WrittenNumber, number_called, numbers_in

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture(scope="session")
def snowballs() -> Ruleset:
    return Ruleset.open(str(GAMES / "snowballs"))


def numbers_of(ruleset: Ruleset) -> list[WrittenNumber]:
    assert ruleset.loaded.base is not None
    return numbers_in(ruleset.declared, ruleset.loaded.base)


def test_every_number_goes_by_a_name_of_its_own(snowballs):
    numbers = numbers_of(snowballs)
    assert [name for name, count in Counter(one.name for one in numbers).items() if count > 1] == []
    assert all(number_called(numbers, one.name) is one for one in numbers)


def test_a_number_has_its_sign_and_its_last_digit(snowballs):
    found = {one.name: one for one in numbers_of(snowballs)}
    assert found["throwing.throw.aim.steady"].value == 1
    assert any(one.value < 0 for name, one in found.items() if name.startswith("throwing.throw.aim.far"))
    assert {one.step for one in found.values()} == {Fraction(1), Fraction(1, 10)}


def literals_in(declared: Declared) -> int:
    """Count the numbers that stand in rules, tables and phases, of whatever sign."""
    roots: list[nodes.Node] = [rule.node for rule in declared.rules.values() if rule.sort != "advice"]
    for table in declared.tables.values():
        for cell in (cell for row in table.rows for cell in row.cells):
            roots += [*([cell.value] if cell.value is not None else []), *cell.statements]
    roots += declared.turn.phases if declared.turn else ()
    every = [node for root in roots for node in root.walk()]
    return sum(isinstance(node, nodes.NumberLiteral | nodes.PercentOf | nodes.Natural) for node in every)


@pytest.mark.parametrize("game", ["snowballs", "marbles", "regatta", "tiles"])
def test_no_number_of_a_rule_is_left_out(game):
    ruleset = Ruleset.open(str(GAMES / game))
    assert sum(not one.is_setting for one in numbers_of(ruleset)) == literals_in(ruleset.declared)


def test_a_number_is_found_by_the_end_of_its_name_or_the_message_helps(snowballs):
    numbers = numbers_of(snowballs)
    assert number_called(numbers, "aim.steady").address == "throwing.throw.aim.steady"
    with pytest.raises(NoSuchNumberError, match=r"did you mean .*throwing\.throw\.aim\.steady"):
        number_called(numbers, "throwing.throw.aim.stedy")
    with pytest.raises(NoSuchNumberError, match=r"has 3 numbers: say which, throwing\.throw\.aim#1 is 5"):
        number_called(numbers, "throwing.throw.aim")
    with pytest.raises(NoSuchNumberError, match="say which"):
        number_called(numbers, "throwing.throw.aim#9")


@pytest.mark.parametrize("game", ["snowballs", "marbles", "regatta", "tiles"])
def test_what_is_lowered_at_one_place_is_what_the_whole_would_be(game):
    """Of every third number: the program of all rules typed and lowered from nothing is the same."""
    ruleset, tried = Ruleset.open(str(GAMES / game)), 0
    for number in numbers_of(ruleset)[::3]:
        for by in (number.step, -number.step):
            try:
                varied = VariedRuleset.of(ruleset, number, number.value + by)
            except ValueRefusedError:
                continue
            findings = Findings()
            checked = check_types(varied.declared, findings)
            assert not findings, number.name
            other = lower(checked)
            here = varied.built(findings).program
            assert TwoPrograms(ProgramParts(here), ProgramParts(other)).differing == frozenset(), number.name
            assert here.settings == other.settings, number.name
            assert ruleset.built(findings).program.world == world_of(ruleset.declared)
            tried += 1
    assert tried > 10


def refusal(ruleset: Ruleset, number: WrittenNumber, value: Fraction) -> ValueRefusedError | None:
    """Give why a number cannot have a value; nothing where it can."""
    try:
        VariedRuleset.of(ruleset, number, value)
    except ValueRefusedError as error:
        return error
    return None


def test_what_the_checks_refuse_of_one_part_the_whole_refuses_too(snowballs):
    refused = 0
    for number in numbers_of(snowballs)[::3]:
        for by in (number.step, -number.step):
            error = refusal(snowballs, number, number.value + by)
            if error is not None and error.declared is not None:
                refused += 1
                findings = Findings()
                run_checks(check_types(error.declared, findings), findings)
                assert str(error).partition(":")[0] in {finding.code for finding in findings}, number.name
    assert refused > 5
