"""The critic finds the choice at which the advice loses games, and none where the advice is right."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.analysis.battles.contest import Contest, Terms
from quarterdeck.analysis.battles.critic import CriticWanted, Critique, NoValueError, criticise
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from tests.apps.cli.as_data.material import write

FOLLOWS = "advice race.run.rests(runner: Side, rests: boolean) =\n    {rests} if rests\n    0 otherwise\n"
RACE = {
    "ruleset.yaml": "ruleset: race\ntitle: A race\ndocuments: {slip: {title: A race, by: us}}\nchapters: [race]\n",
    "components.yaml": """
components: race
kinds:
  Side:
    one: side
    many: sides
    fields:
      way: {type: 0..99, words: way, start: "0"}
""",
    "rules/race.rules": """
rules race "The race" cites "the slip"

turn "A turn" cites "the slip"
    phase running "Running", for each side
        do run(side)
    phase end "The end"
        do judge

procedure run(runner: Side) "{runner} runs" cites "the slip"
    choose rests by runner from [no, yes], default no "Does {runner} rest?"
    roll pace on d6 "the pace"
    add pace to runner.way, to no more than 99 unless rests

procedure judge "the race is judged" cites "the slip"
    when game.turn = 2
        for each side in sides
            win for side because "{side} is ahead" when is_ahead(side)
        draw because "nobody is ahead"

define is_ahead(side: Side) -> boolean "{side} is {not} ahead" cites "the slip" =
    every(side.way > other.way for other in sides where other is not side)

ADVICE
""",
    "scenarios/field.yaml": """
scenario: field
title: A field
source: {document: slip}
turn_limit: 2
sides: {red: {title: Red}, blue: {title: Blue}}
""",
}


def race(folder: Path, worth_of_a_rest: int) -> Path:
    rules = RACE["rules/race.rules"].replace("ADVICE", FOLLOWS.format(rests=worth_of_a_rest))
    write(folder, RACE | {"rules/race.rules": rules})
    return folder


def critique(folder: Path, seed: int = 1) -> Critique:
    contest = Contest.open(Terms(str(folder), "field", seed=seed), Ruleset.open(str(folder)))
    return criticise(contest, CriticWanted(battles=4, decisions=12, pairs=12), lambda _done, _whole: None)


def test_advice_that_loses_is_found(tmp_path):
    (found,) = critique(race(tmp_path, worth_of_a_rest=1)).answers
    assert (found.of, found.instead) == ("race.run.rests", "no")
    assert (found.decisions, found.pairs) == (12, 144)
    assert (found.advised, found.other, found.gain) == (Fraction(1, 2), Fraction(1), Fraction(1, 2))
    assert found.loses


def test_advice_that_is_right_is_not_blamed(tmp_path):
    (found,) = critique(race(tmp_path, worth_of_a_rest=-1)).answers
    assert found.instead == "yes"
    assert found.gain < 0
    assert not found.loses


def test_a_critique_depends_on_its_seed_alone(tmp_path):
    folder = race(tmp_path, worth_of_a_rest=1)
    assert critique(folder) == critique(folder)
    assert critique(folder) != critique(folder, seed=2)


def test_both_games_of_a_pair_have_the_same_dice(tmp_path):
    """Where the answer changes nothing, no pair differs."""
    write(tmp_path, RACE)
    rules = RACE["rules/race.rules"].replace("unless rests", '\n    announce "a rest" when rests')
    write(tmp_path, {"rules/race.rules": rules.replace("ADVICE", FOLLOWS.format(rests=1))})
    (found,) = critique(tmp_path).answers
    assert found.advised == found.other
    assert found.interval.low == found.interval.high == 0


def test_short_games_are_judged_by_the_value_of_the_position(tmp_path):
    folder = race(tmp_path, worth_of_a_rest=1)
    contest = Contest.open(Terms(str(folder), "field"), Ruleset.open(str(folder)))
    short = CriticWanted(battles=4, decisions=12, pairs=6, turns=1)
    with pytest.raises(NoValueError):
        criticise(contest, short, lambda _done, _whole: None)
    value = 'advice value(side: Side) "what the position is worth to {side}" =\n    side.way\n'
    path = folder / "rules" / "race.rules"
    path.write_text(path.read_text() + value)
    assert not Ruleset.open(str(folder)).findings, "nothing needs to use it"
    contest = Contest.open(Terms(str(folder), "field"), Ruleset.open(str(folder)))
    (found,) = criticise(contest, short, lambda _done, _whole: None).answers
    assert (found.advised, found.other) == (Fraction(1, 2), Fraction(1)), "who alone has run has all of the value"


def test_a_table_is_printed_and_bad_numbers_are_refused(tmp_path, capsys):
    folder = race(tmp_path, worth_of_a_rest=1)
    asked = ["critic", str(folder), "field", "--battles", "2", "--decisions", "6", "--pairs", "8"]
    assert main(asked) == 0
    assert "loses" in capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decisions"] == 6
    assert main([*asked, "--sides", "random"]) == 0
    assert "no bot followed advice" in capsys.readouterr().out


@pytest.mark.parametrize("flag", ["--battles", "--decisions", "--pairs"])
def test_a_number_below_one_is_refused(flag, capsys):
    assert main(["critic", "nowhere", "field", flag, "0"]) == 2
    assert flag in capsys.readouterr().err
