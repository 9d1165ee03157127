"""The situations of the handbook come out as their data say, and page and data tell of the same ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import Case, cases_in, cases_of
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.text import read
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.workspace.pipeline.folders import ruleset_names
from quarterdeck.workspace.ruleset.ruleset import Ruleset

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "situations.md").read_text("utf-8")
SITUATIONS = {game: DOCS / "situations" / f"{game}.yaml" for game in ruleset_names()}
NUMBERED = re.compile(r"^\*\*([A-Z]+\d+)\.\*\*", re.MULTILINE)
FOR_EACH_GAME = 15


def cases(game: str) -> list[Case]:
    findings = Findings()
    path = SITUATIONS[game]
    document = parse_document(read(path, path.name), findings)
    assert document is not None, as_text(findings)
    assert not findings, as_text(findings)
    return list(cases_in([document]))


def situation(case: Case) -> str:
    """Give the situation that a case belongs to: `ES5` for `ES5_higher` and `ES5[a case of it]`."""
    return re.split(r"[_\[]", case.name)[0]


def test_page_and_data_tell_of_the_same_situations_in_the_same_order():
    found = {game: list(dict.fromkeys(map(situation, cases(game)))) for game in SITUATIONS}
    assert {game: len(names) for game, names in found.items()} == dict.fromkeys(SITUATIONS, FOR_EACH_GAME)
    chapters = [NUMBERED.findall(chapter) for chapter in PAGE.split("\n## ")[1:]]
    assert sorted(chapters) == sorted(found.values())


@pytest.mark.parametrize("game", SITUATIONS)
def test_each_situation_comes_out_as_its_data_say(game):
    ruleset = Ruleset.open(game)
    bench = ExampleRunner(ruleset)
    outcomes = [bench.run(case) for case in cases(game)]
    wrong = {one.case.name: [as_text(one.findings), *one.problems] for one in outcomes if not one.is_good}
    assert not wrong


@pytest.mark.parametrize("game", SITUATIONS)
def test_no_situation_stands_in_the_book_with_its_answer(game):
    """An example is printed with what came of it: a situation must not be one of them under another name."""

    def figures(case: Case) -> str:
        return repr((case.of.rpartition(".")[2], case.given, case.things, case.dice, case.choices))

    assert not {figures(case) for case in cases_of(Ruleset.open(game).declared)} & {figures(c) for c in cases(game)}
