"""A witness is a situation in which two rulesets differ; who asks about it again gets the same on both sides."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.analysis.witnesses.differing import RuleNotWitnessed, RuleWitnessed, WitnessSearch
from quarterdeck.analysis.witnesses.observing import answers_of
from quarterdeck.analysis.witnesses.search import Bounds
from quarterdeck.api import Ruleset, witnesses_between
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.offer import Offer
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import STOP
from quarterdeck.language.declarations.types import Thing
from quarterdeck.workspace.ruleset.rule_question import facts_from

GAME = Path(__file__).parents[2] / "language" / "base"
SOURCE = "source: {document: notebook, place: page nine}"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "snowballs"
    shutil.copytree(GAME, folder)
    table = folder / "tables" / "splash.yaml"
    table.write_text(table.read_text("utf-8").replace("-6..6", "-9..9"), "utf-8")
    (folder / "examples.yaml").write_text(
        "examples:\n  - example: a_throw\n    of: throwing.throw\n    source: {document: notebook, place: page one}\n"
        "    things:\n      kim: {kind: Child, place: [3, 3], facing: south}\n"
        "      lee: {kind: Child, place: [3, 5], facing: north}\n"
        "    given: {child: kim, target: lee}\n    dice: {aim: 3}\n    expect: {aim: 3}\n    changes: {}\n",
        "utf-8",
    )
    return folder


@pytest.fixture(scope="module")
def base(game) -> Ruleset:
    return Ruleset.open(str(game))


def laid(game: Path, name: str, rules: str) -> Ruleset:
    folder = game.parent / name
    folder.mkdir(exist_ok=True)
    head = f"variant: {name}\nextends: snowballs\ntitle: Another way\n{SOURCE}\n"
    (folder / "variant.yaml").write_text(head, "utf-8")
    (folder / "other.rules").write_text(rules, "utf-8")
    ruleset = Ruleset.open(f"{game}+{folder}")
    assert [finding.message for finding in ruleset.faults] == []
    return ruleset


def asked_again(capsys, command: str) -> Any:
    """Run a command as it is given, and give its answer as data."""
    words = shlex.split(command)
    assert words[0] == "quarterdeck"
    assert main([*words[1:], "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_modifier_that_applies_to_the_merry_has_a_merry_witness_and_no_more(base, game, capsys):
    other = laid(game, "bold", "amend modifier throwing.throw.aim.merry: +3\n")
    (witness,), none = witnesses_between(base, other)
    assert none == ()
    assert witness.of == "throwing.throw"
    assert "merry" in witness.facts
    assert [one.of for one in witness.moved if one.sort == "total"] == ["throwing.throw.aim"]
    answers = [asked_again(capsys, side.ask) for side in (witness.before, witness.after)]
    total = next(one for one in witness.moved if one.sort == "total")
    assert [answer["rolls"]["aim"][0] for answer in answers] == [int(str(total.before)), int(str(total.after))]


def test_the_chances_of_a_witness_are_those_that_odds_counts(base, game, capsys):
    other = laid(game, "bolder", "amend modifier throwing.throw.aim.merry: +3\n")
    (witness,), _ = witnesses_between(base, other)
    counted = [asked_again(capsys, side.odds) for side in (witness.before, witness.after)]
    shift = witness.shifts[0]
    for side, answer in zip(("before", "after"), counted, strict=True):
        columns = [one for one in answer["odds"] if one["columns"][0]["title"] == shift.columns[0]["title"]]
        chances = {tuple(row["text"]): row["chance"] for row in columns[0]["rows"]}
        for outcome in shift.outcomes:
            share = getattr(outcome, side)
            told = chances.get(tuple(outcome.text), {"numerator": 0, "denominator": 1})
            assert told == {"numerator": share.numerator, "denominator": share.denominator}


def test_a_definition_is_witnessed_at_the_number_on_which_it_turns(base, game):
    near = "amend define throwing.reach(child: Child) -> paces =\n    wet: 1 if child.wet > 4\n    original otherwise\n"
    other = laid(game, "far", near)
    found = WitnessSearch(base, other).of("throwing.reach")
    assert isinstance(found, RuleWitnessed)
    assert [one.sort for one in found.moved] == ["gives"]
    given = facts_from(found.facts, Findings()).given
    assert given[f"{given.get('child', 'child')}.wet"] == 5


def test_what_never_differs_is_not_found_in_so_many_and_never_called_the_same(base, game, capsys):
    other = laid(
        game, "never", "amend modifier throwing.throw.aim.merry: +1 when side_is_keen(child) and child.mood is merry\n"
    )
    found = WitnessSearch(base, other, Bounds(situations=30)).of("throwing.throw")
    assert found == RuleNotWitnessed("throwing.throw", 30)
    assert main(["diff", base.name, other.name, "--no-odds", "--witness"]) == 0
    assert "no situation found in which these differ:\n  throwing.throw, in 240" in capsys.readouterr().out


def test_a_search_gives_the_same_every_time(base, game):
    other = laid(game, "again", "amend modifier throwing.throw.aim.known: +2\n")
    assert witnesses_between(base, other) == witnesses_between(base, other)


def test_the_command_shows_the_situation_and_how_to_ask_again(base, game, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    other = laid(game, "shown", "amend modifier throwing.throw.aim.merry: +3\n")
    assert main(["diff", base.name, other.name, "--no-odds", "--witness"]) == 0
    said = capsys.readouterr().out
    assert "in the smallest situation found (1)" in said
    assert f"$ quarterdeck try {base.name} throwing.throw --given" in said
    assert main(["diff", base.name, other.name, "--no-odds"]) == 0
    assert "smallest situation" not in capsys.readouterr().out


def test_to_stop_choosing_things_is_an_answer_and_no_thing(base):
    """Of a list of things that ends when somebody says so: `stop` is told as a word, and nobody looks for the thing."""
    situation = Situation(base.built(Findings()).program, [], {})
    stopped = Offer("throwing.throw.prey", 0, Thing("Child"), (), (), True, False, None, {}, STOP)
    assert answers_of(situation, [stopped]) == {"throw.prey": ["stop"]}
