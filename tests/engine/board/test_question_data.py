"""A question as data: an answer can be taken from it, by a list, a field for a number or a map, and it stays short."""

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import jsonschema
import pytest

from quarterdeck.api import schema_of
from quarterdeck.engine.run.questions import Question
from tests.engine.board.seeing import GAMES, Seeing, game_of, seen_in


def numbers_in(runs: Sequence[Any]) -> list[Fraction]:
    found = []
    for run in runs:
        low, high, step = (Fraction(str(run[key])) for key in ("low", "high", "step"))
        found += [low + step * number for number in range(int((high - low) / step) + 1)]
    return found


def answers_of(question: Question) -> tuple[list[Any], list[Any], list[Any]]:
    """Give what the question itself says: options, refused options with reasons, all as the record writes them."""
    refused = [(question.written(option), question.reason(option, number)) for option, number in question.refused]
    return [question.written(one) for one in question.options], refused, question.beside_options()


@cache
def played(name: str, scenario: str) -> Seeing:
    return seen_in(game_of(name, scenario), answers_of)


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_the_data_hold_just_the_answers_that_the_question_has(name, scenario):
    validator = jsonschema.Draft202012Validator(schema_of("question"))
    seeing = played(name, scenario)
    assert len(seeing.seen) > 5
    for asked, _, answer, (options, refused, beside) in seeing.seen:
        assert json.loads(json.dumps(asked)) == asked
        assert not list(validator.iter_errors(asked))
        if asked["sort"] in ("number", "heading"):
            assert numbers_in(asked["numbers"]) == [Fraction(str(one)) for one in options]
            assert asked["options"] == []
        else:
            assert [one["value"] for one in asked["options"]] == options
            assert asked["numbers"] == []
        given = [(one["value"], group["reason"]) for group in asked["refused"] for one in group["options"]]
        given_numbers = [number for group in asked["refused"] for number in numbers_in(group["numbers"])]
        assert len(given) + len(given_numbers) == len(refused)
        assert all(one in refused for one in given)
        assert asked["may_stop"] + asked["may_decline"] == len(beside)
        every = [*options, *(["stop"] if asked["may_stop"] else []), *(["none"] if asked["may_decline"] else [])]
        assert answer in every
        assert asked["default"] in (None, *every)
        assert asked["advised"] is None or asked["advised"]["value"] in every


def test_what_is_asked_is_what_the_record_says():
    """What is given back as the value of an option is what the record holds, and who was asked, and where."""
    game = game_of("easyships", "denmark_strait", options={"hidden_damage": "yes"})
    seeing = seen_in(game, lambda question: question.number)
    assert {asked["may_stop"] for asked, *_ in seeing.seen} == {True, False}
    for asked, _, answer, number in seeing.seen:
        entry = seeing.record[number]
        assert (entry["choice"], entry["by"], entry["at"]) == (answer, asked["by"], asked["at"])
        assert asked["asked"]
        assert all(group["requirement"] and group["reason"] for group in asked["refused"])


def test_thousands_of_numbers_are_a_few_runs():
    longest = max(played("quickfire", "coronel").seen, key=lambda seen: len(seen[3][0]))
    assert len(longest[3][0]) > 300
    assert len(json.dumps(longest[0])) < 1500


def test_an_answer_leads_to_its_place_on_the_map():
    """Directions lead to the hex next to the subject, things to where they are, and neither has told of another."""
    sorts = set()
    for asked, board, _, _ in played("easyships", "denmark_strait").seen:
        data: Any = asked
        places = {piece["thing"]: piece.get("place") for piece in board["pieces"]}
        for option in [*data["options"], *(one for group in data["refused"] for one in group["options"])]:
            if data["sort"] == "thing":
                assert option["place"] == places[option["thing"]]
                assert option["words"].split()[0] in {piece["code"] for piece in board["pieces"]}
            elif data["sort"] == "direction":
                (column, row), (x, y) = option["place"], data["subject"]["place"]
                assert max(abs(column - x), abs(row - y)) == 1
                assert f"[{column}, {row}]" in option.get("told", f"[{column}, {row}]")
            else:
                assert "place" not in option
        sorts.add(asked["sort"])
    assert {"thing", "direction", "member", "truth"} <= sorts


def test_what_the_ruleset_declares_of_answers_is_told():
    aims = [asked for asked, *_ in played("fear_god", "coronel").seen if asked["at"] == "sailing.give_orders.target"]
    assert aims
    for option in aims[0]["options"]:
        assert "range " in option["told"]
        assert "d100 to hit up to " in option["told"]


def test_the_subject_of_a_question_is_known_without_a_board():
    about = {asked["subject"]["thing"] for asked, *_ in played("fear_god", "coronel").seen if asked["subject"]}
    assert {"Good Hope", "Scharnhorst"} <= about
