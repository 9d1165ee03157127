"""A line that cannot be read hides itself and what is below it, and nothing else of its definition."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.language.syntax.recovery import without_line_at
from quarterdeck.workspace.pipeline.stages import load

GAMES = Path(__file__).parents[2] / "games"
HEAD = 'rules more "More" cites "page three"\n\nprocedure stumble(child: Child) "{child} stumbles"\n'


def found_in(tmp_path, rules):
    game = shutil.copytree(GAMES.parent / "language" / "base", tmp_path / "game")
    (game / "rules" / "more.rules").write_text(HEAD + rules, "utf-8")
    findings = [one for one in load(str(game)).findings if one.is_fault]
    assert {one.span.file.path.rpartition("/")[2] for one in findings} <= {"more.rules"}
    return [f"{one.code} {one.span.line - HEAD.count(chr(10))}" for one in findings]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("set child.wett to 1", "roll force onn d6", "set child.wet to force.total"), ["QD310 1", "QD133 2"]),
        (
            ("chek hit on d6", "    success when total >= 4", "do wet(child, hit)", "do dry(child)"),
            ["QD127 1", "QD310 4"],
        ),
        (("when child.wet > 2", "    stopp", "do dry(child)"), ["QD127 2", "QD310 3"]),
        (("whenn child.wet > 2", "    stop", "otherwise", "    stop", "do dry(child)"), ["QD127 1", "QD310 5"]),
        (
            ("do wet(child, 1) iff yes", "for eech n from 1 to 2", "    do wet(child, n)", "do dry(child)"),
            ["QD139 1", "QD123 2", "QD310 4"],
        ),
        (("do wet(child,", "do dry(child)"), ["QD105 1"]),
    ],
)
def test_every_other_line_is_looked_at(tmp_path, lines, found):
    assert found_in(tmp_path, "".join(f"    {line}\n" for line in lines)) == found


def test_a_definition_of_which_a_case_is_lost_has_no_gap(tmp_path):
    rules = "    finish\n\ndefine slow(child: Child) -> 0..3 =\n    1 iff child.wet > 2\n    nobody if child.wet <= 1\n"
    assert found_in(tmp_path, rules) == ["QD127 4", "QD310 5"]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("let a = child.wet = 3", "    or child.wet = 4"), ["QD106 2"]),
        (("let a = child.wet +", "    child.wet"), ["QD106 1"]),
        (("let a = child.wet", "    + child.wet"), ["QD106 2"]),
        (("let a = (child.wet", "    + child.wett)"), ["QD310 2"]),
    ],
)
def test_a_value_goes_on_in_the_next_line_within_brackets_alone(tmp_path, lines, found):
    assert found_in(tmp_path, "".join(f"    {line}\n" for line in lines)) == found


def test_the_only_line_of_a_definition_leaves_nothing_to_look_at(tmp_path):
    rules = '    finish\n\ndefine long(child: Child) -> 0..30 "long" =\n    child.wet +\n        child.wet\n'
    assert found_in(tmp_path, rules) == ["QD106 4"]


def test_the_rest_of_a_text_stays_where_it_is():
    text = "procedure a\n    set b too 1\n        and more\n    stop\n"
    rest = without_line_at(text, text.index("too"))
    assert rest is not None
    assert len(rest.text) == len(text)
    assert rest.text.split() == ["procedure", "a", "stop"]
    assert rest.text.index("stop") == text.index("stop")
    assert "b" in rest.lost


def test_no_line_of_the_shipped_rules_hides_another(tmp_path):
    """One broken word is one finding, wherever it is: what else is said would follow from what was left out."""
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    for path in sorted((game / "rules").glob("*.rules"))[:3]:
        text = path.read_text("utf-8")
        lines = text.split("\n")
        for at in [at for at, line in enumerate(lines) if line.startswith("    ") and line.strip()[0].isalpha()][::6]:
            broken = [*lines[:at], lines[at] + " !", *lines[at + 1 :]]
            path.write_text("\n".join(broken), "utf-8")
            assert {one.span.line for one in load(str(game)).findings if one.is_fault} == {at + 1}
        path.write_text(text, "utf-8")


def test_no_line_of_an_amendment_hides_another_or_makes_more_of_it(tmp_path):
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    kinds = ("amend", "add phase", "add step", "add statement")
    for path in sorted((game / "variants").rglob("*.rules"))[:6]:
        text = path.read_text("utf-8")
        lines, head, within = text.split("\n"), "", list[int]()
        for at, line in enumerate(lines):
            head = line if line and not line[0].isspace() else head
            within += [at] if head.startswith(kinds) and line.strip()[:1].isalpha() and line != head else []
        for at in within[::2]:
            path.write_text("\n".join([*lines[:at], lines[at] + " !", *lines[at + 1 :]]), "utf-8")
            variant = path.relative_to(game / "variants").parts[0]
            found = [one for one in load(f"{game}+{variant}").findings if one.is_fault]
            assert [one.span.line for one in found] == [at + 1], path.name
        path.write_text(text, "utf-8")
