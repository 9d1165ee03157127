"""What can never happen, or must fail, is found before play: cases, branches, names, choices, spans, units."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from quarterdeck.base.findings.printer import as_text, show_other_first
from quarterdeck.base.text import Span
from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[2] / "language" / "base"
UNFINISHED = {"QD421", "QD425"}
TURN = (
    'turn "A turn"\n'
    '    phase snow "Snow", effects at the end\n'
    "        for each child in children\n"
    "            do act(child)\n"
)


def found_in(folder: Path, rules: str, more: str = "", turn: str = "", table: str = "") -> list[tuple[str, str]]:
    """Give the code and the source text of everything that is found in rules laid over the base."""
    game = shutil.copytree(BASE, folder / "game")
    (game / "rules" / "piece.rules").write_text(f'rules piece "Piece" cites "page three"\n{rules}', "utf-8")
    if turn:
        (game / "rules" / "turn.rules").write_text(f'rules turn "The turn" cites "page one"\n{turn}', "utf-8")
    if more:
        (game / "more.yaml").write_text(f"components: more\n{more}", "utf-8")
    if table:
        (game / "chill.yaml").write_text(table, "utf-8")
    return [(one.code, line_of(one.span)) for one in load(str(game)).findings if one.code not in UNFINISHED]


def line_of(span: Span) -> str:
    return span.file.line(span.line).strip()


def define(*cases: str, takes: str = "y: 0..9, z: 0..9, sure: boolean, child: Child", gives: str = "0..9") -> str:
    return f'define f({takes}) -> {gives} "x" apart "x" =\n' + "".join(f"    {case}\n" for case in cases)


def procedure(*lines: str) -> str:
    return 'procedure p(child: Child, y: 0..9, z: 0..9, sure: boolean) "x" apart "x"\n' + "".join(
        f"    {line}\n" for line in lines
    )


@pytest.mark.parametrize(
    ("cases", "line"),
    [
        (["1 if y > 3", "0 if y > 3", "2 otherwise"], "0 if y > 3"),
        (["1 if y > 3", "0 if y > 5 and sure", "2 otherwise"], "0 if y > 5 and sure"),
        (["1 if y > 3", "0 if y <= 3", "2 otherwise"], "2 otherwise"),
        (["1 if y > 3", "0 if 4 <= y", "2 otherwise"], "0 if 4 <= y"),
        (["1 if y > z", "0 if z < y", "2 otherwise"], "0 if z < y"),
        (["1 if y > z", "2 if y = z", "0 if z > y", "3 otherwise"], "3 otherwise"),
        (["1 if y + 1 > 4", "0 if y > 3", "2 otherwise"], "0 if y > 3"),
        (["1 if sure", "0 if not sure", "2 otherwise"], "2 otherwise"),
        (["1 if child.mood is merry", "2 if child.mood in [glum, calm]", "0 otherwise"], "0 otherwise"),
        (["1 if child.mood > glum", "0 if child.mood is merry", "2 otherwise"], "0 if child.mood is merry"),
        (["1 if child.target is none", "2 if child.target is not none", "0 otherwise"], "0 otherwise"),
        (["1 if slush_counts", "2 if not slush_counts", "0 otherwise"], "0 otherwise"),
        (["1 if big(y)", "0 if y > 7", "2 otherwise"], "0 if y > 7"),
        (["1 if y < 4 or y > 6", "2 if y in [4, 5, 6]", "0 otherwise"], "0 otherwise"),
        (
            ["1 if reach(child) > 4", "0 if throwing.reach(child) >= 5", "2 otherwise"],
            "0 if throwing.reach(child) >= 5",
        ),
    ],
)
def test_a_case_that_never_applies_is_found(cases, line, tmp_path):
    big = 'define big(y: 0..9) -> boolean "{y} is {not} big" apart "x" = y > 3\n'
    assert found_in(tmp_path, define(*cases) + big) == [("QD413", line)]


@pytest.mark.parametrize(
    "cases",
    [
        ["1 if y > 5", "2 if y > 3", "0 otherwise"],
        ["1 if y > 3", "0 if y <= 3"],
        ["1 if y > z", "0 if y <= z"],
        ["1 if y < z", "2 if y = z", "0 if y > z"],
        ["1 if child.mood is glum", "2 if child.mood is calm", "0 if child.mood is merry"],
        ["1 if sure", "0 if not sure"],
        ["1 if y > 3 and sure", "2 if y > 3", "0 otherwise"],
        ["1 if y = 0", "2 otherwise if z = 0", "0 otherwise"],
        ["1 if y = 0", "1 if z = 0", "0 otherwise"],
        ["1 if any(one in children where one.wet > y)", "2 if any(one in children where one.wet > z)", "0 otherwise"],
    ],
)
def test_cases_that_share_out_all_situations_are_fine(cases, tmp_path):
    assert found_in(tmp_path, define(*cases)) == []


@pytest.mark.parametrize(
    ("cases", "where"),
    [
        (["1 if y = 2", "1 if y = 3"], "y = 0"),
        (["1 if y < 5", "0 if y > 5"], "y = 5"),
        (["1 if child.mood is glum", "0 if child.mood is merry"], "child.mood is calm"),
        (["1 if sure and y > 3", "0 if not sure"], "sure, y = 0"),
        (["1 if y > z", "0 if y < z"], "y - z = 0"),
    ],
)
def test_a_gap_is_found_with_a_situation(cases, where, tmp_path):
    assert found_in(tmp_path, define(*cases)) == [("QD320", cases[-1])]
    assert f"for example where {where}\n" in as_text(load(str(tmp_path / "game")).findings)


@pytest.mark.parametrize(
    ("cases", "where"),
    [
        (["0 if y = 0", "1 if z = 0", "2 otherwise"], "y = 0, z = 0"),
        (["0 if child.mood is merry", "1 if child.wet > 3", "2 otherwise"], "child.mood is merry, child.wet = 4"),
        (["0 if y < 5", "1 if y > 3", "2 otherwise"], "y = 4"),
        (["0 if sure", "1 if child.target is none", "2 otherwise"], "sure, child.target is none"),
    ],
)
def test_cases_that_compete_are_found_with_a_situation(cases, where, tmp_path):
    if cases[1] == "1 if y > 3":  # together they leave nothing
        cases = cases[:-1]
    assert found_in(tmp_path, define(*cases)) == [("QD428", cases[1])]
    assert f"apply where {where}\n" in as_text(load(str(tmp_path / "game")).findings)


@pytest.mark.parametrize("on_its_line", [True, False])
def test_a_definition_counts_wherever_its_value_is_written(on_its_line, tmp_path):
    below = "" if on_its_line else '\n    "Half of nine, and more."\n   '
    big = f'define big(y: 0..9) -> boolean "{{y}} is {{not}} big" apart "x" ={below} y > 3\n'
    rules = define("1 if big(y)", "0 if y > 7", "2 otherwise") + big
    assert found_in(tmp_path, rules) == [("QD413", "0 if y > 7")]


@pytest.mark.parametrize(("value", "is_found"), [("9", False), ("0", False), ("8", True)])
def test_a_bound_at_an_end_of_its_range_decides_nothing(value, is_found, tmp_path):
    rules = (
        f'define sight -> 0..9 "the range of sight" apart "x" = {value}\n'
        'define seen(y: 0..9) -> boolean "{y} is {not} seen" apart "x" =\n    y <= sight\n'
    ) + procedure("finish when y > 7", "do wet(child, 1) when seen(y)")
    found = [code for code, _ in found_in(tmp_path, rules) if code == "QD414"]
    assert found == (["QD414"] if is_found else [])


def test_one_condition_that_always_holds_is_found_once(tmp_path):
    assert found_in(tmp_path, define("1 if y >= 0", "0 if y >= 0")) == [("QD414", "1 if y >= 0")]


def test_a_case_that_contradicts_itself_is_found(tmp_path):
    assert found_in(tmp_path, define("5 if y > 3 and y < 3", "0 otherwise")) == [("QD414", "5 if y > 3 and y < 3")]


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        (["when y > 3", "    do wet(child, 1)", "otherwise when y > 3", "    do wet(child, 2)"], "QD413",
         "otherwise when y > 3"),
        (["when y > 3", "    do wet(child, 1)", "otherwise when y < 4", "    do wet(child, 2)", "otherwise",
          "    do wet(child, 1)"], "QD413", "otherwise"),
        (["when y > 3", "    when y > 2", "        do wet(child, 1)"], "QD414", "when y > 2"),
        (["when y > 3", "    do wet(child, 1) when y < 2"], "QD414", "do wet(child, 1) when y < 2"),
        (["finish when y > 3", "do wet(child, 1) when y > 4"], "QD414", "do wet(child, 1) when y > 4"),
        (["require dry: y < 3 else \"no\"", "do wet(child, 1) when y > 4"], "QD414", "do wet(child, 1) when y > 4"),
        (["repeat 3 times", "    stop when sure", "    do wet(child, 1) when sure"], "QD414",
         "do wet(child, 1) when sure"),
        (["for each one in children where one.wet > 3", "    do wet(child, 1) when y > 9"], "QD414",
         "do wet(child, 1) when y > 9"),
    ],
)  # fmt: skip
def test_a_branch_that_never_applies_is_found(lines, code, line, tmp_path):
    assert found_in(tmp_path, procedure(*lines)) == [(code, line)]


@pytest.mark.parametrize(
    "lines",
    [
        ["when child.wet > 3", "    do wet(child, 1)", "    do wet(child, 1) when child.wet > 3"],
        ["finish when child.wet > 3", "do wet(child, 1)", "do wet(child, 1) when child.wet > 3"],
        ["repeat 3 times", "    do wet(child, 1) when child.wet < 3", "    do wet(child, 2) when child.wet < 2"],
        ["when y > 3", "    roll luck on d6 \"luck\"", "    do wet(child, 1) when luck > y"],
    ],
)  # fmt: skip
def test_what_a_statement_may_have_changed_is_not_known(lines, tmp_path):
    assert found_in(tmp_path, procedure(*lines)) == []


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["roll luck on d6 \"luck\"", "do wet(child, 1)"], "roll luck on d6 \"luck\""),
        (["let waste = child.wet * 2", "do wet(child, 1)"], "let waste = child.wet * 2"),
        (["tally count_of: 0..9 = 0", "set count_of to 3"], "tally count_of: 0..9 = 0"),
        (["choose other by child.side from children, or none \"?\"", "do wet(child, 1)"],
         "choose other by child.side from children, or none \"?\""),
        (["when sure", "    let more = y", "    do wet(child, 1)", "otherwise", "    let more = z",
          "    do wet(child, 1) when more > 3"], "let more = y"),
    ],
)  # fmt: skip
def test_a_name_that_nothing_reads_is_found(lines, line, tmp_path):
    rules = procedure(*lines).replace(' apart "x"', "")
    assert found_in(tmp_path, rules) == [("QD429", line)]


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["choose one by child.side from targets(child) \"?\"", "do wet(one, 1)"], 0),
        (["choose one by child.side from children where one.wet > 3 \"?\"", "do wet(one, 1)"], 0),
        (["choose n by child.side from 2 to child.wet \"?\"", "do wet(child, 1) when n > 3"], 0),
        (["choose one by child.side from targets(child), or none \"?\"", "do wet(child, 1) when one is none"], None),
        (["when any(one in targets(child))", "    choose one by child.side from targets(child) \"?\"",
          "    do wet(one, 1)"], None),
        (["finish when count(targets(child)) = 0", "choose one by child.side from targets(child) \"?\"",
          "do wet(one, 1)"], None),
        (["choose n by child.side from 0 to child.wet \"?\"", "do wet(child, 1) when n > 3"], None),
        (["choose mood by child.side from moods \"?\"", "do cheer(child, mood)"], None),
    ],
)  # fmt: skip
def test_a_choice_from_nothing_is_found(lines, line, tmp_path):
    assert found_in(tmp_path, procedure(*lines)) == ([("QD430", lines[line])] if line is not None else [])


OFFERED = """
define wet_ones(side: Side) -> list of Child "the wet children of {side}" =
    all(one in children where one.side is side and one.wet > 3)
"""
SOME = (
    'define bulk(child: Child) -> 0..9 "the bulk of {child}" apart "x" =\n    3 if child.wet > 3\n    0 otherwise\n'
    'define temper(child: Child) -> Mood "the temper of {child}" apart "x" =\n    glum if child.wet > 3\n'
    "    calm otherwise\n"
    'define is_large(child: Child) -> boolean "{child} is {not} large" apart "x" =\n    no if child.wet > 3\n'
    "    no otherwise\n"
    'define twice(child: Child) -> 0..9 "twice" apart "x" =\n    bulk(child) if child.wet > 3\n    5 otherwise\n'
)


@pytest.mark.parametrize(
    ("lines", "is_found"),
    [
        (['choose m by child.side from [glum, calm] "?"', "do cheer(child, m) when m is merry"], True),
        (['choose m by child.side from [glum, calm] "?"', "do cheer(child, m) when m in [glum, calm]"], True),
        (['choose m by child.side from [glum, calm] "?"', "do cheer(child, m) when m is calm"], False),
        (['choose m by child.side from [glum, calm], or none "?"', "do cheer(child, m) when m is merry"], True),
        (['choose m by child.side from [glum, calm], or none "?"', "do cheer(child, m) when m is not none"], False),
        (['choose m by child.side from [glum, calm], default glum "?"', "do cheer(child, m) when m is merry"], True),
        (['choose n by child.side from [1, 4] "?"', "do wet(child, 1) when n = 2"], True),
        (['choose n by child.side from 0 to 6 in steps of 2 "?"', "do wet(child, 1) when n = 3"], True),
        (['choose n by child.side from 0 to 6 in steps of 2 "?"', "do wet(child, 1) when n = 4"], False),
        (['choose n by child.side from [1, 4], up to 2 "?"', "do wet(child, 1) when 2 in n"], False),
        (['choose one by child.side from wet_ones(child.side), or none "?"', "finish when one is none",
          "do wet(one, 1) when one.wet < 2"], True),
        (['choose one by child.side from wet_ones(child.side), default child "?"', "do wet(one, 1) when one.wet < 2"],
         False),
        (['choose one by child.side from wet_ones(child.side), or none "?"', "finish when one is none",
          "do wet(one, 1)", "do wet(one, 1) when one.wet < 5"], False),
        (['choose n by child.side from 0 to 6 "?"', '    require a: n < 3 else "no"', "do wet(child, 1) when n > 4"],
         True),
        (["for each m in [glum, calm]", "    do cheer(child, m) when m is merry"], True),
        (["for each one in wet_ones(child.side)", "    do cheer(one, calm) when one.snowballs > 3 and one.wet < 2"],
         False),
        (["for each one in wet_ones(child.side)", "    announce \"x\" when one.wet < 2"], True),
        (["let more = y + 3", "do wet(child, 1) when more > 5 and y < 2"], True),
        (["let is_wet = y > 3", "when is_wet", "    do wet(child, 1) when y < 2"], True),
        (["tally n: 0..9 = 3", "do wet(child, 1) when n = 2", "set n to 2"], True),
        (["tally n: 0..9 = 3", "set n to y", "do wet(child, 1) when n = 2"], False),
        (["do wet(child, 1) when bulk(child) = 7"], True),
        (["do wet(child, 1) when bulk(child) = 3"], False),
        (["do wet(child, 1) when bulk(child) in [1, 2]"], True),
        (["do wet(child, 1) when bulk(child) + y > 12"], True),
        (["do wet(child, 1) when bulk(child) + y > 11"], False),
        (["do wet(child, 1) when twice(child) = 4"], True),
        (["do wet(child, 1) when twice(child) = 0"], False),
        (["do wet(child, 1) when temper(child) is merry"], True),
        (["do wet(child, 1) when temper(child) is calm"], False),
        (["do wet(child, 1) when is_large(child)"], True),
        (["let size_of = bulk(child)", "do wet(child, 1)", "do wet(child, 1) when size_of = 2"], True),
        (["do wet(child, 1) when chill[y] = 5"], True),
        (["do wet(child, 1) when chill[y] = 8"], False),
    ],
)  # fmt: skip
def test_a_condition_that_no_answer_or_result_meets_is_found(lines, is_found, tmp_path):
    table = (
        "table: chill\ntitle: Chill\nsource: {document: notebook, place: page two}\n"
        "key: {wind: 0..9}\ngives: 0..9\nrows: {..2: 2, 3+: 8}\n"
    )
    found = found_in(tmp_path, OFFERED + SOME + procedure(*lines), table=table)
    wanted = [("QD414", [line.strip() for line in lines if " when " in line][-1])] if is_found else []
    assert [one for one in found if one[0] == "QD414"] == wanted


@pytest.mark.parametrize(
    ("source", "requirement", "is_refused"),
    [
        ("from children where x.wet > 3, or none", "x.wet < 2", True),
        ("from all(one in children where one.wet > 3), or none", "x.wet < 2", True),
        ("from wet_ones(child.side), or none", "x.wet < 2", True),
        ("from wet_ones(child.side), or none", "x.side is not child.side", True),
        ("from wet_ones(child.side) where x.snowballs > 3, or none", "x.wet - x.snowballs > 2", True),
        ("from [calm, merry], or none", "x is glum", True),
        ("from [1, 3], default 1", "x = 2", True),
        ("from 0 to 6 in steps of 2, default 0", "x = 3", True),
        ("from wet_ones(child.side), or none", "x.wet < 5", False),
        ("from wet_ones(child.side), or none", "x.side is not child.target.side", False),
        ("from [1, 3], default 1", "x > child.wet", False),
        ("from 0 to 6 in steps of 2, default 0", "x = 4", False),
    ],
)
def test_requirements_that_refuse_every_option_are_found(source, requirement, is_refused, tmp_path):
    choice = [f'choose x by child.side {source} "?"', f'    require a: {requirement} else "no"']
    found = found_in(tmp_path, OFFERED + procedure(*choice, "do wet(child, 1)"))
    wanted = [("QD414", choice[1].strip())] if is_refused else []
    assert [one for one in found if one[0] == "QD414"] == wanted


SPAN = (
    "kinds:\n  Child:\n    fields:\n"
    '      power: {type: 0..9, start: "5"}\n      list_of: {type: list of 0..9, capacity: 9}\n'
)


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ("take child.power from other.power, to no less than 0", "QD418"),
        ("set other.power to child.wet", "QD417"),
        ("append child.wet to other.list_of", "QD417"),
        ("take 1 from other.power, to no less than 0", None),
        ("set other.power to 3", None),
        ("set child.power to child.wet", None),
        ("set other.power to other.power / 2 rounded down", None),
        ("take child.wet from other.power, to no less than 0", None),
        ("take child.wet from other.power, to no less than 0 when other.power > 2", "QD417"),
        ("take child.wet from other.power, to no less than 0 unless other.power = 2", "QD417"),
        ("when other.power > 2\n        take child.wet from other.power, to no less than 0", "QD417"),
        ('require some: other.power > 2 else "no"\n    take child.wet from other.power, to no less than 0', "QD417"),
        ("finish when other.power < 2\n    take child.wet from other.power, to no less than 0", "QD417"),
        ("let more = other.power * 2\n    take least(child.wet, more) from other.power, to no less than 0", "QD417"),
        ("take weakness(other) from other.power, to no less than 0", "QD417"),
        ("take 1 from other.power, to no less than 0 when other.power > 2", None),
        ("let all_of_it = least(child.wet, other.power)\n    take all_of_it from other.power, to no less than 0", None),
    ],
)
def test_one_effect_that_runs_twice_in_a_span_is_compared_with_itself(effect, code, tmp_path):
    rules = (
        'procedure act(child: Child) "{child} acts"\n'
        '    choose other by child.side from children, or none "Whom?"\n'
        "    do batter(child, other) when other is not none\n"
        f'effect batter(child: Child, other: Child) "{{child}} batters {{other}}"\n    {effect}\n'
        'define weakness(child: Child) -> 1..3 "the weakness of {child}" =\n'
        "    3 if child.power > 4\n    1 otherwise\n"
    )
    found = found_in(tmp_path, rules, SPAN, TURN)
    assert found == ([(code, effect.splitlines()[-1].strip())] if code else [])


UNITS = "units:\n  minutes: {one: minute, range: 0..10}\n"


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (procedure("for each n from reach(child) to late(child)", "    do wet(child, 1) when y > 2"), "QD335"),
        (procedure('choose n by child.side from reach(child) to late(child) "?"', "do wet(child, 1) when n > 3"), "QD335"),  # noqa: E501
        ('define g(child: Child) -> 0..99 "x" apart "x" = least(reach(child), late(child)) as paces\n', "QD335"),
        ('define g(child: Child) -> list of 0..99 "x" apart "x" = [reach(child) to late(child)]\n', "QD335"),
        ('define g(child: Child) -> list of 0..99 paces "x" apart "x" = without([reach(child)], [late(child)])\n',
         "QD367"),
        ('define g(child: Child) -> 0..99 paces "x" apart "x" = late(child)\n', "QD367"),
        ('define g(child: Child) -> boolean "x {not}" apart "x" = reach(child) < late(child)\n', "QD353"),
        ('define g(child: Child) -> 0..999 "x" apart "x" = sum(reach(one) + late(one) for one in children) as paces\n',
         "QD335"),
        ('advice g(child: Child) "x" =\n    reach(child) if child.wet > 3\n    late(child) otherwise\n', "QD335"),
    ],
)  # fmt: skip
def test_values_of_two_units_never_meet(rules, code, tmp_path):
    late = 'define late(child: Child) -> 0..9 minutes "late" apart "x" = 3 as minutes\n'
    assert [found for found, _ in found_in(tmp_path, rules + late, UNITS)] == [code]


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        ('define sum(y: 0..9) -> 0..9 "x" apart "x" = y\n', ""),
        ('define meets(y: 0..9) -> 0..9 "x" apart "x" = y\ndefine g -> 0..9 "z" apart "x" = meets(3)\n', ""),
        ('effect before(child: Child) "x" apart "x"\n    set child.wet to 1\n', ""),
        (procedure("tally d1: 0..9 = 0", "set d1 to y when y > d1", "do wet(child, 1) when d1 > 2"), ""),
        (procedure("let game = y", "do wet(child, 1) when game > 2"), ""),
        ('define g(d6: 0..9) -> 0..9 "x" apart "x" = 3\n', ""),
        ('option d20: boolean = yes "x"\n', ""),
        ("", "units:\n  tenths: {one: tenth, range: 0..9}\n"),
        ("", "enums:\n  hex: [a_one, b_one]\n"),
        ("", "enums:\n  Sort: [d6, other_one]\n"),
        ("", "enums:\n  Sort: {members: [a_one, b_one], many: sides}\n"),
        ("", "constants:\n  turn: {type: 0..9, start: \"1\"}\n"),
        ("", "kinds:\n  Game:\n    fields:\n      turn_limit: 0..9\n"),
        ("", "kinds:\n  Game:\n    fields:\n      over: boolean\n"),
        ("", "constants:\n  winner: {type: 0..9, start: \"1\"}\n"),
        ("", "kinds:\n  Child:\n    fields:\n      d6: 0..9\n"),
        ("", "arcs:\n  d6: {first: 300, last: 60}\n"),
    ],
)  # fmt: skip
def test_a_name_of_the_language_is_refused_once_where_it_is_given(rules, more, tmp_path):
    assert [code for code, _ in found_in(tmp_path, rules, more)] == ["QD305"]


def test_what_is_unused_is_summarised_while_something_else_is_wrong(tmp_path):
    rules = 'define e -> 0..9 "x" = 3\ndefine g -> 0..9 "x" = 3\n' + define("1 if y > 3", "0 if y > 4", "2 otherwise")
    found_in(tmp_path, rules)
    out = StringIO()
    show_other_first(load(str(tmp_path / "game")).findings, Console(file=out, width=200))
    assert "QD413" in out.getvalue()
    assert "QD421" not in out.getvalue()
    assert "parts are still unused, for example" in out.getvalue()
