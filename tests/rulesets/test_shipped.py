"""What every ruleset that is shipped keeps to."""

from pathlib import Path

import pytest

from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.api import Ruleset, questions_of
from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.text import read
from quarterdeck.language.syntax.printer import format_file
from quarterdeck.prose.overrides.override_faults import examples_not_for_release, faults_of_tellings, not_for_release
from quarterdeck.workspace.pipeline.folders import ruleset_names, variant_names
from quarterdeck.workspace.pipeline.ruleset_cache import load_kept
from quarterdeck.workspace.ruleset.grids import cases_over, question_in
from quarterdeck.workspace.ruleset.rule_question import asked, facts_of
from tests import golden

FOLDER = resources.rulesets_folder()
GAMES = ruleset_names()
VARIANTS = [f"{game}+{name}" for game in GAMES for name in variant_names(FOLDER / game)]


def out_of_date(ruleset: Ruleset) -> str:
    """Give what `check --release` says of the rules that are told; examples take longer and are tried in a soak."""
    checked = ruleset.checked
    return as_text(faults_of_tellings(checked)) + as_text(not_for_release(checked, ruleset.loaded.layers))


@pytest.mark.parametrize("game", GAMES)
def test_it_has_no_findings(game):
    assert as_text(load_kept(game).findings) == ""


@pytest.mark.parametrize("game", VARIANTS)
def test_a_variant_has_no_findings_and_its_own_examples_come_out_as_written(game):
    ruleset = Ruleset.open(game)
    assert as_text(ruleset.findings) == ""
    assert out_of_date(ruleset) == ""
    own, bench = {*ruleset.loaded.layers[1].documents}, ExampleRunner(ruleset)  # behind it come those that it extends
    outcomes = [bench.run(case) for case in cases_of(ruleset.declared) if case.places.file in own]
    assert outcomes
    assert [(one.case.title, one.problems, as_text(one.findings)) for one in outcomes if not one.is_good] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_it_tells_rules_as_they_are_and_its_worked_examples_come_out_as_written_and_as_they_did(game):
    ruleset = Ruleset.open(game)
    assert out_of_date(ruleset) == ""
    bench, hashes = ExampleRunner(ruleset), {}
    for number, case in enumerate(cases_of(ruleset.declared)):
        outcome = bench.run(case)
        assert outcome.is_good, (case.title, outcome.problems, as_text(outcome.findings))
        hashes[f"example {number} {case.name}"] = golden.example_hash(outcome)
    assert golden.differing_examples(game, hashes) == []


def _tried_at_once(game: str) -> bool:
    """Tell whether all told examples of a game take no more than a second or two."""
    return game.startswith("ships_and_sails+")


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=[] if _tried_at_once(one) else pytest.mark.soak) for one in [*GAMES, *VARIANTS]]
)
def test_what_its_book_tells_of_examples_is_what_happens_in_them(game):
    assert as_text(examples_not_for_release(Ruleset.open(game))) == ""


LONG_COUNTED = ("torpedo_at_kaiser",)
"""Counted for a third of a minute; `tests/engine/odds` compare the same chances with a model."""


@pytest.mark.parametrize("game", GAMES)
def test_its_standard_questions_fit_their_rules_and_have_the_odds_that_they_had(game):
    ruleset, findings, hashes = Ruleset.open(game), Findings(), {}
    for asked_over, place in questions_of(ruleset.declared):
        case = next(iter(cases_over(asked_over.over, findings, place)))
        question = question_in(asked_over, ruleset.declared, case)
        put = asked(ruleset, question.of, facts_of(ruleset.declared, question, place), findings)
        assert put is not None, as_text(findings)
        for title, text in question.columns:
            put.asking.shown(put.address, text, put.arguments, put.situation, findings, title)
        if asked_over.question not in LONG_COUNTED:
            hashes[f"{game} question {asked_over.question}"] = golden.count(ruleset, asked_over, place)
    assert as_text(findings) == ""
    assert golden.differing(hashes) == []


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_its_standard_questions_have_the_odds_that_they_had(game):
    assert golden.differing(dict(golden.questions(game)), f"{game} question ") == []


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.rules")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_its_rules_are_written_as_fmt_writes_them(path: Path):
    file = read(path, path.name)
    assert format_file(file) == file.text, f"run `quarterdeck fmt {path.relative_to(FOLDER.parent)}`"
