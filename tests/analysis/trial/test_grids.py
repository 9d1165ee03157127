"""A question asked over a grid: once for every combination, the same as each by itself."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from quarterdeck.api import RefusedError, Ruleset, check, count, count_over, facts
from quarterdeck.apps.cli.main import main
from quarterdeck.base.bounds import MOST_CASES_OF_A_GRID
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.situation import nowhere
from quarterdeck.workspace.ruleset.grids import cases_over, questions_in, words_of

SNOWBALLS = str(Path(__file__).parents[2] / "games" / "snowballs")
THROW = "throwing.throw"
THINGS: dict[str, dict[str, Any]] = {
    "Anna": {"like": "Anna", "side": "caps", "place": [3, 3], "facing": "south"},
    "Dora": {"like": "Dora", "side": "scarves", "place": [3, 6], "facing": "north"},
}
GIVEN: dict[str, Any] = {"child": "Anna", "target": "Dora", "balls": 1, "Anna.left.snowballs": 2}


@pytest.fixture(scope="module")
def snowballs() -> Ruleset:
    return Ruleset.open(SNOWBALLS)


@pytest.mark.parametrize(
    ("over", "cases"),
    [
        ({}, [{}]),
        ({"range": "1..3"}, [{"range": 1}, {"range": 2}, {"range": 3}]),
        ({"range": "1..4 by 2"}, [{"range": 1}, {"range": 3}]),
        ({"range": "0.5..1.5 by 0.5"}, [{"range": "0.5"}, {"range": 1}, {"range": "1.5"}]),
        ({"range": "-1..0"}, [{"range": -1}, {"range": 0}]),
        ({"target": "Dora"}, [{"target": "Dora"}]),
        (
            {"range": [1, 4], "walls": [True, False]},
            [{"range": r, "walls": w} for r in (1, 4) for w in (True, False)],
        ),
    ],
)
def test_a_grid_is_every_combination(over, cases):
    findings = Findings()
    assert cases_over(over, findings, nowhere) == cases
    assert not findings


@pytest.mark.parametrize(
    "over",
    [
        {"range": "3..1"},
        {"range": "1..x"},
        {"range": "1..3 by 0"},
        {"range": "1..3 by -1"},
        {"range": []},
        {"range": [[1]]},
        {"range": {"from": 1}},
        {"range": None},
        {"range": f"0..{MOST_CASES_OF_A_GRID}"},
        {"range": "0..1e50 by 1e-50"},
        {"range": "1..100", "balls": "1..100"},
    ],
)
def test_what_is_no_grid_is_a_finding(over):
    findings = Findings()
    assert cases_over(over, findings, nowhere) == []
    assert [one.code for one in findings] == ["QD207"]
    assert next(iter(findings)).hint


def test_the_largest_grid_is_none_too_many():
    assert len(cases_over({"range": f"1..{MOST_CASES_OF_A_GRID}"}, Findings(), nowhere)) == MOST_CASES_OF_A_GRID


def test_each_case_is_what_the_question_comes_to_by_itself(snowballs):
    known = facts(GIVEN, things=THINGS)
    found = count_over(
        snowballs, THROW, {"range": [1, 6], "frost": [1, 4], "high_walls": [True]}, known, show=["target.wet", "aim"]
    )
    assert [dict(one.values) for one in found] == [
        {"range": r, "frost": f, "high_walls": True} for r in (1, 6) for f in (1, 4)
    ]
    for one in found:
        alone = facts(
            {**GIVEN, "range": one.values["range"]},
            things=THINGS,
            constants={"frost": one.values["frost"]},
            options={"high_walls": True},
        )
        assert list(one.odds) == count(snowballs, THROW, alone, show=["target.wet", "aim"], each=True)
    assert len({one.odds[1].rows for one in found}) > 2, "range and frost both count"


def test_a_value_that_does_not_fit_is_refused_as_it_is_by_itself(snowballs):
    with pytest.raises(RefusedError):
        count_over(snowballs, THROW, {"range": [1, "afar"]}, facts(GIVEN, things=THINGS), show=["target.wet"])


def test_a_standard_question_has_a_case_for_each_combination(snowballs, capsys):
    titles = [one.title for one, _ in questions_in(snowballs.declared)]
    assert "How wet one ball makes a child, range 3, frost 2" in titles
    assert len([title for title in titles if title.startswith("How wet one ball")]) == 6
    assert main(["odds", SNOWBALLS, "--of", "soaked_from_afar", "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)["odds"]
    assert [one["case"] for one in counted] == [{"range": r, "frost": f} for r in (1, 2, 3) for f in (1, 2)]


def test_what_is_given_goes_before_what_stands_over_a_question(snowballs, capsys):
    assert main(["odds", SNOWBALLS, "--of", "soaked_from_afar", "--given", "range: 2", "--json"]) == 0
    assert [one["case"] for one in json.loads(capsys.readouterr().out)["odds"]] == [{"frost": 1}, {"frost": 2}]
    typed = ["odds", SNOWBALLS, "--of", "soaked_from_afar", "--over", "frost: 0..2", "--json"]
    assert main(typed) == 0
    assert len(json.loads(capsys.readouterr().out)["odds"]) == 9


def test_a_line_for_each_case_says_what_it_comes_to(snowballs, capsys):
    shown = ["--show", "target.wet", "target.wet > 1"]
    assert main(["odds", SNOWBALLS, "--of", "soaked_from_afar", *shown]) == 0
    said = capsys.readouterr().out
    known = facts({**GIVEN, "range": 3}, things=THINGS, constants={"frost": 2})
    (wet, very) = count(snowballs, THROW, known, show=["target.wet", "target.wet > 1"], each=True)
    mean = sum(Fraction(value) * chance for value, chance in wet.of_column("target.wet"))
    assert f"{float(mean):.3f}"[:5] in said
    assert f"{float(very.chance('yes')):.2%}" in said
    assert said.count("│     3 │     2 │") == 2


def test_a_grid_without_anything_to_look_at_is_told_so(capsys):
    given = "{given: {child: Anna, target: Dora, balls: 1}, situation: yard}"
    assert main(["odds", SNOWBALLS, THROW, "--given", given, "--over", "range: 1..3"]) == 2
    assert "--show" in capsys.readouterr().err


@pytest.mark.parametrize("over", ["range", "range: 1...3", "[1, 2]", "range: {a: 1}", "range: 1..3, range: 2"])
def test_a_grid_that_cannot_be_read_is_a_finding_at_its_place(over, capsys):
    assert main(["odds", SNOWBALLS, "--of", "soaked_from_afar", "--over", over]) == 1
    said = capsys.readouterr()
    assert "--over:1" in said.out + said.err


def test_a_grid_is_drawn_as_lines(tmp_path):
    chart = tmp_path / "over.svg"
    over = ["--over", "range: 1..4, balls: [1, 2]", "--show", "target.wet", "target.wet > 1"]
    assert main(["odds", SNOWBALLS, "--of", "soaked_from_afar", *over, "--chart", str(chart)]) == 0
    drawn = chart.read_text("utf-8")
    assert all(words in drawn for words in ("range", "frost 2, balls 1", "target.wet"))
    assert ">1.5<" not in drawn


def test_conditions_are_drawn_in_one_picture(tmp_path):
    pytest.importorskip("altair")
    chart = tmp_path / "over.svg"
    over = ["--over", "range: 1..4", "--show", "target.wet > 1", "target.wet > 0"]
    assert main(["odds", SNOWBALLS, "--of", "soaked_from_afar", *over, "--chart", str(chart)]) == 0
    drawn = chart.read_text("utf-8")
    assert drawn.count(">chance<") == 1
    assert all(f"target.wet &gt; {number}" in drawn for number in (0, 1))


def test_a_question_over_what_is_no_grid_is_a_finding_in_its_file(tmp_path):
    folder = shutil.copytree(SNOWBALLS, tmp_path / "snowballs")
    questions = folder / "questions.yaml"
    text = questions.read_text("utf-8")
    for now, code, words in (
        ("{range: 3..1, frost: [1, 2]}", "QD207", "has no values"),
        ("{range: 1..3, frost: [1, 99]}", "QD605", "frost 99"),
    ):
        questions.write_text(text.replace("{range: 1..3, frost: [1, 2]}", now), "utf-8")
        found = [one for one in check(str(folder)).findings if one.code == code]
        assert found
        assert words in found[0].message
        assert found[0].span.text in now
    assert words_of({"range": 3, "walls": True}) == "range 3, walls yes"


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        (["--over", "Dora.wetter: [1, 2]"], "--over:1:"),
        (["--over", "game.frost: [1, 2]"], "--over:1:"),
        (["--given", "Dora.wetter: 3"], "--given:1:"),
        ([], "questions.yaml:"),
    ],
)
def test_what_a_grid_says_wrong_has_its_place(typed, place, capsys, tmp_path):
    game = copytree(SNOWBALLS, tmp_path / "snowballs")
    questions = game / "questions.yaml"
    if not typed:
        questions.write_text(
            questions.read_text("utf-8").replace("{range: 1..3, frost", "{Dora.wetter: 1..3, frost"), "utf-8"
        )
    assert main(["odds", str(game), "--of", "soaked_from_afar", *typed]) == 1
    said = "".join(capsys.readouterr())
    assert f" --> {place}" in said or f"/{place}" in said
    assert "nowhere" not in said
    if "game.frost" in str(typed):
        assert "or `frost` over a grid" in said


def test_what_can_happen_is_not_printed_as_nothing(capsys):
    typed = ["odds", "easyships", "--of", "first_salvo_at_long_range", "--over", "range: 1..2"]
    assert main([*typed, "--show", "to_hit.successes"]) == 0
    printed = capsys.readouterr().out
    assert "under 0.01%" in printed
    assert " 0.00%" not in printed
