"""What two rulesets differ in is told at the smallest address, and what it does to odds exactly."""

from __future__ import annotations

import errno
import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.analysis.diff.chances import shift_between
from quarterdeck.analysis.diff.differences import Differences, differences
from quarterdeck.analysis.diff.text_diff import lines_between
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.engine.odds.odds_questions import Odds

GAME = Path(__file__).parents[2] / "language" / "base"
GAMES = Path(__file__).parents[2] / "games"
SOURCE = "source: {document: notebook, place: page nine}"
QUESTIONS = """
questions:
  - question: throw
    title: A throw at a dry child
    of: throwing.throw
    things:
      kim: {kind: Child, place: [3, 3], facing: south}
      lee: {kind: Child, place: [3, 5], facing: north}
    given: {child: kim, target: lee}
    show: [lee.wet]
  - question: merry
    title: A throw by a merry child of a keen gang
    of: throwing.throw
    things:
      kim: {kind: Child, place: [3, 3], facing: south, mood: merry}
      lee: {kind: Child, place: [3, 5], facing: north}
    given: {child: kim, target: lee, one.keenness: 6}
    show: [lee.wet, lee.mood]
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "snowballs"
    shutil.copytree(GAME, folder)
    (folder / "questions.yaml").write_text(QUESTIONS, "utf-8")
    table = folder / "tables" / "splash.yaml"
    table.write_text(table.read_text("utf-8").replace("-6..6", "-9..9"), "utf-8")
    return folder


def with_variant(game: Path, rules: str, more: str = "") -> str:
    folder = game / "variants" / "other"
    folder.mkdir(parents=True)
    head = f"variant: other\nextends: snowballs\ntitle: Another way\n{SOURCE}\n{more}"
    (folder / "variant.yaml").write_text(head, "utf-8")
    (folder / "other.rules").write_text(rules, "utf-8")
    return f"{game}+other"


def found(game: Path, rules: str, more: str = "") -> Differences:
    one, other = Ruleset.open(str(game)), Ruleset.open(with_variant(game, rules, more))
    assert list(other.findings) == []
    return differences(one, other)


def told(result: Differences) -> list[tuple[str, str]]:
    return [(change.deed, change.address) for change in result.changes]


def test_a_ruleset_does_not_differ_from_itself(game):
    ruleset = Ruleset.open(str(game))
    assert differences(ruleset, ruleset) == Differences((), (), (), (), ())


def test_a_new_modifier_is_told_as_itself_and_not_as_a_change_of_what_holds_it(game):
    result = found(
        game, 'add modifier throwing.throw.aim.close: +1 when distance(child.place, target.place) < 4 "near"\n'
    )
    assert told(result) == [("added", "throwing.throw.aim.close")]


def test_a_removed_modifier_is_told(game):
    assert told(found(game, "remove modifier throwing.throw.aim.merry\n")) == [("removed", "throwing.throw.aim.merry")]


def test_both_texts_of_a_change_are_given(game):
    (change,) = found(game, "amend modifier throwing.throw.aim.known: +2\n").changes
    assert (change.deed, change.address) == ("changed", "throwing.throw.aim.known")
    assert "+1" in change.before
    assert "+2" in change.after


def test_a_changed_option_is_told_and_concerns_what_reads_it(game):
    result = found(game, "", "options: {slush_counts: no}\n")
    assert told(result) == [("changed", "throwing.slush_counts")]
    assert {each.question for each in result.compared} == {"throw", "merry"}


def test_new_words_are_told_apart(game):
    path = game / "rules" / "throwing.rules"
    other = game.parent / "other"
    shutil.copytree(game, other)
    (other / "rules" / "throwing.rules").write_text(
        path.read_text("utf-8").replace('"at the same child again"', '"at whom it threw before"'), "utf-8"
    )
    result = differences(Ruleset.open(str(game)), Ruleset.open(str(other)))
    assert told(result) == [("words", "throwing.throw.aim.known")]
    assert result.compared == ()


def test_a_chapter_that_has_another_title_is_told(game):
    other = game.parent / "other"
    shutil.copytree(game, other)
    path = other / "rules" / "throwing.rules"
    path.write_text(re.sub(r'^rules throwing ".*?"', 'rules throwing "Snow"', path.read_text("utf-8")), "utf-8")
    (change,) = differences(Ruleset.open(str(game)), Ruleset.open(str(other))).changes
    assert (change.deed, change.address) == ("words", "chapters.throwing")
    assert 'rules throwing "Snow"' in change.after


@pytest.fixture
def snowballs(tmp_path: Path) -> Path:
    folder = tmp_path / "snowballs"
    shutil.copytree(GAMES / "snowballs", folder)
    return folder


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("amend row splashes.1-2.2\n    do soak(target, 1)\n", []),
        ("amend row splashes.1-2.2\n    do soak(target, 2)\n", [("changed", "splashes.1-2.2")]),
        ("amend row splashes.8+. 3+\n    do soak(target, 3)\n", [("changed", "splashes.8+.3+")]),
        ("amend cell cold_dice.4+ = 2d6\n", []),
        ("amend cell cold_dice.4+ = 2d4\n", [("changed", "cold_dice.4+")]),
    ],
)
def test_of_a_row_that_was_amended_only_a_cell_that_means_something_else_is_told(snowballs, rules, expected):
    assert told(found(snowballs, rules)) == expected


def in_a_table(game: Path, old: str, new: str) -> Differences:
    """Give what differs where the table of splashes says one thing for another."""
    other = game.parent / "other"
    shutil.copytree(game, other)
    path = other / "tables" / "splashes.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return differences(Ruleset.open(str(game)), Ruleset.open(str(other)))


def test_another_source_of_a_row_is_told_there_and_that_of_a_table_only_at_the_table(snowballs):
    result = in_a_table(snowballs, "place: page six", "place: page five")
    assert told(result) == [("words", "splashes.8+")]
    assert [(part.path, part.before, part.after) for part in result.changes[0].parts] == [
        (("source", "place"), "page six", "page five")
    ]
    shutil.rmtree(snowballs.parent / "other")
    assert told(in_a_table(snowballs, "place: page five", "place: page six")) == [("words", "splashes")]


def test_of_a_table_that_a_variant_replaces_it_is_told_what_differs(snowballs):
    table = (snowballs / "tables" / "cold_dice.yaml").read_text("utf-8")
    variant = with_variant(snowballs, "")
    titled = re.sub("title: .*", "title: Dice of a cold child", table)
    (snowballs / "variants" / "other" / "cold_dice.yaml").write_text(f"{titled}\nreplaces: yes\n", "utf-8")
    (change,) = differences(Ruleset.open(str(snowballs)), Ruleset.open(variant)).changes
    assert (change.deed, [part.path for part in change.parts]) == ("words", [("title",)])


def test_odds_shift_exactly_and_the_largest_shift_comes_first(game):
    result = found(game, "amend modifier throwing.throw.aim.merry: +3\n")
    assert [each.question for each in result.compared] == ["merry", "throw"]
    merry, throw = result.compared
    assert throw.distance == 0
    assert merry.distance == Fraction(1, 3)
    shift = next(shift for shift in merry.shows if shift.columns[0]["title"] == "lee.wet")
    assert {o.text: (o.before, o.after) for o in shift.outcomes} == {
        ("0",): (Fraction(1, 6), Fraction(0)),
        ("1",): (Fraction(1, 3), Fraction(1, 6)),
        ("2",): (Fraction(1, 2), Fraction(5, 6)),
    }


def test_a_procedure_that_rolls_and_is_not_asked_about_is_named(game):
    (game / "questions.yaml").unlink()
    assert found(game, "remove modifier throwing.throw.aim.merry\n").not_asked == ("throwing.throw",)


def test_a_requirement_concerns_what_only_asks_whether_it_is_met(tmp_path):
    rulesets = []
    for least in (0, 1):
        folder = Path(shutil.copytree(GAMES / "regatta", tmp_path / str(least) / "regatta"))
        path = folder / "rules" / "racing.rules"
        text = path.read_text("utf-8").replace(
            "troubled: size(boat.troubles) > 0", f"troubled: size(boat.troubles) > {least}"
        )
        path.write_text(f"{text}\ndefine worn(boat: Boat) -> boolean =\n    allowed(mend(boat))\n", "utf-8")
        rulesets.append(Ruleset.open(str(folder)))
    assert differences(rulesets[0], rulesets[1]).concerned == ("racing.mend", "racing.worn", "turn.mending")


def test_a_question_that_does_not_fit_says_why(game):
    path = game / "questions.yaml"
    path.write_text(path.read_text("utf-8").replace("given: {child: kim, target: lee}", "given: {child: kim}"), "utf-8")
    result = found(game, "amend modifier throwing.throw.aim.known: +2\n")
    assert "`target` is not given" in str(next(e.unanswered for e in result.compared if e.question == "throw"))


def test_the_distance_is_the_part_of_cases_that_turn_out_otherwise():
    before = Odds("", ("x",), ((("a",), 1), (("b",), 1)), 2, 1, values=(("a",), ("b",)), kinds=(None,))
    after = Odds("", ("x",), ((("a",), 1), (("c",), 3)), 4, 1, values=(("a",), ("c",)), kinds=(None,))
    shift = shift_between(before, after)
    assert shift.distance == Fraction(3, 4)
    assert [outcome.text for outcome in shift.outcomes] == [("c",), ("b",), ("a",)]


def test_the_command_shows_both_sides_in_english_and_the_odds(game, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    other = with_variant(game, "amend modifier throwing.throw.aim.merry: +3\n")
    assert main(["diff", str(game), other]) == 0
    said = capsys.readouterr().out
    assert "throwing.throw.aim.merry" in said
    assert "33.33%" in said
    assert "same odds in both:\n  A throw at a dry child" in said


def test_the_command_gives_exact_fractions_as_json(game, capsys):
    other = with_variant(game, "amend modifier throwing.throw.aim.merry: +3\n")
    assert main(["diff", str(game), other, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [change["address"] for change in data["changes"]] == ["throwing.throw.aim.merry"]
    assert data["odds"][0]["distance"] == {"numerator": 1, "denominator": 3}


def test_the_command_prints_a_page_and_a_paper(game, tmp_path, capsys):
    other = with_variant(game, "amend modifier throwing.throw.aim.merry: +3\n")
    page, paper, twin = tmp_path / "d.html", tmp_path / "d.pdf", tmp_path / "e.pdf"
    for path in (page, paper, twin):
        assert main(["diff", str(game), other, "--to", str(path)]) == 0
        assert capsys.readouterr().out == f"{path}\n"
    shown = page.read_text("utf-8")
    assert "throwing.throw.aim.merry" in shown
    assert "<del>" in shown
    assert "<ins>" in shown
    assert '<td class="number">+33.33%</td>' in shown
    assert "<li>A throw at a dry child</li>" in shown
    assert paper.read_bytes().startswith(b"%PDF")
    assert paper.read_bytes() == twin.read_bytes()
    assert main(["diff", str(game), other, "--to", "d.txt"]) == 2
    assert "ends in .html or .pdf, and not d.txt" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_said_and_leaves_what_was_there(game, tmp_path, capsys, monkeypatch):
    other = with_variant(game, "amend modifier throwing.throw.aim.merry: +3\n")
    line = ["diff", str(game), other, "--no-odds", "--to"]
    assert main([*line, str(tmp_path / "nowhere" / "d.html")]) == 2
    assert "no such file or directory" in capsys.readouterr().err
    page = tmp_path / "d.html"
    page.write_text("an earlier one", "utf-8")
    write = Path.write_bytes

    def full(target, content):
        write(target, content)
        raise OSError(errno.ENOSPC, "No space left on device", str(target))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert main([*line, str(page)]) == 2
    assert "no space left on device" in capsys.readouterr().err
    assert [path.read_text("utf-8") for path in tmp_path.glob("d.html*")] == ["an earlier one"]


def test_a_paper_without_what_prints_it_is_said_before_anything_is_counted(game, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("quarterdeck.apps.cli.open_ruleset.find_spec", lambda name: None)
    assert main(["diff", str(game), str(game), "--to", str(tmp_path / "d.pdf")]) == 2
    assert "pip install 'quarterdeck[docs]'" in capsys.readouterr().err


def test_a_worked_example_can_be_asked_about(game, capsys):
    (game / "example.yaml").write_text(
        "example: a_throw\nof: throwing.throw\nsource: {document: notebook, place: page one}\n"
        "things:\n  kim: {kind: Child, place: [3, 3], facing: south}\n"
        "  lee: {kind: Child, place: [3, 5], facing: north}\n"
        "given: {child: kim, target: lee}\ndice: {aim: 3}\nexpect: {aim: 3}\nchanges: {}\n",
        "utf-8",
    )
    other = with_variant(game, "amend modifier throwing.throw.aim.merry: +3\n")
    assert main(["diff", str(game), other, "--of", "a_throw"]) == 0
    assert "same odds in both:\n  a_throw" in capsys.readouterr().out
    assert main(["diff", str(game), other, "--of", "nothing_of_the_kind"]) == 2


@pytest.mark.parametrize("name", ["known", "merry"])
def test_of_one_modifier_that_goes_nothing_else_is_told(game, name):
    assert told(found(game, f"remove modifier throwing.throw.aim.{name}\n")) == [
        ("removed", f"throwing.throw.aim.{name}")
    ]


def changed_below(game: Path, old: str, new: str) -> list[tuple[str, str]]:
    """Give what is told where the rules say one thing for another."""
    other = game.parent / "other"
    shutil.copytree(game, other)
    path = other / "rules" / "throwing.rules"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return told(differences(Ruleset.open(str(game)), Ruleset.open(str(other))))


def test_a_local_that_has_another_name_is_new_words_and_no_more(game):
    assert changed_below(game, "amount", "drops") == [("words", "throwing.wet")]


def test_what_speaks_of_a_local_is_not_told_besides_what_sets_it(game):
    path = game / "rules" / "throwing.rules"
    text = path.read_text("utf-8").replace("    roll aim on", "    let cold = game.frost > 3\n    roll aim on")
    path.write_text(text.replace("when child.mood is merry and", "when cold and child.mood is merry and"), "utf-8")
    assert changed_below(game, "let cold = game.frost > 3", "let cold = game.frost > 4") == [
        ("changed", "throwing.throw")
    ]


def test_the_dice_of_a_roll_are_told_at_the_roll_alone(game):
    assert changed_below(game, "roll aim on d6", "roll aim on d4") == [("changed", "throwing.throw.aim")]


# --- what reaches a question


def with_text(game: Path, file: str, old: str, new: str) -> Differences:
    """Compare a game with a copy in which a file says something else."""
    other = game.parent / "other"
    shutil.copytree(game, other)
    path = other / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return differences(Ruleset.open(str(game)), Ruleset.open(str(other)))


def test_a_constant_is_followed_to_the_questions_that_its_number_was_folded_into(game):
    path = game / "rules" / "throwing.rules"
    text = path.read_text("utf-8").replace("when child.mood is merry", "when game.frost > 3 and child.mood is merry")
    path.write_text(text, "utf-8")
    components = (game / "components.yaml").read_text("utf-8")
    start = next(line for line in components.splitlines() if "frost:" in line)
    result = with_text(game, "components.yaml", start, start.replace('"2"', '"5"'))
    assert told(result) == [("changed", "Game.frost")]
    assert {each.question: bool(each.distance) for each in result.compared} == {"throw": False, "merry": True}


def test_a_question_that_no_change_can_reach_is_named_and_not_asked(game):
    result = with_text(game, "rules/throwing.rules", "9 - game.frost", "8 - game.frost")
    assert told(result) == [("changed", "throwing.reach")]
    assert [question.question for question in result.untouched] == ["throw", "merry"]
    assert result.compared == ()
    assert result.not_asked == ("throwing.fight",)


def test_a_rule_that_one_side_alone_has_is_counted_against_nothing(game):
    rules = 'procedure slide(child: Child) "{child} slides" cites "page nine"\n'
    rules += "    roll way on d6\n    do wet(child, 1) when way > 3\n"
    with_variant(game, rules)
    (game / "variants" / "other" / "questions.yaml").write_text(
        "questions:\n  - question: slide\n    title: A child slides\n    of: other.slide\n"
        "    things:\n      kim: {kind: Child, place: [3, 3], facing: south}\n"
        "    given: {child: kim}\n    show: [kim.wet]\n",
        "utf-8",
    )
    one, other = Ruleset.open(str(game)), Ruleset.open(f"{game}+other")
    assert list(other.findings) == []
    [slide] = differences(one, other).compared
    assert {o.text: (o.before, o.after) for o in slide.shows[0].outcomes} == {
        ("there is no such rule",): (Fraction(1), Fraction(0)),
        ("0",): (Fraction(0), Fraction(1, 2)),
        ("1",): (Fraction(0), Fraction(1, 2)),
    }


def test_what_was_formerly_called_otherwise_is_told_as_renamed_and_its_callers_are_not_told(game):
    path = game / "rules" / "throwing.rules"
    other = game.parent / "other"
    shutil.copytree(game, other)
    text = path.read_text("utf-8").replace("side_is_keen", "gang_is_keen")
    text = text.replace('{not} keen" =', '{not} keen" formerly side_is_keen =')
    (other / "rules" / "throwing.rules").write_text(text, "utf-8")
    result = differences(Ruleset.open(str(game)), Ruleset.open(str(other)))
    [renamed] = [change for change in result.changes if change.deed != "words"]
    assert (renamed.deed, renamed.address) == ("renamed", "throwing.gang_is_keen")
    assert renamed.formerly == "throwing.side_is_keen"
    assert result.compared == ()


# --- how it is said


def test_only_the_lines_and_words_that_differ_are_shown():
    lines = lines_between("As it was.\nAdd 1 for each foe.", "As it was.\nAdd 2 for each near foe.")
    assert [f"{line.sign} {line.plain}" for line in lines] == [
        "- Add [-1-] for each foe.",
        "+ Add {+2+} for each {+near +}foe.",
    ]


def test_two_sentences_that_have_little_in_common_are_shown_whole():
    lines = lines_between("Snow melts by noon.", "Nobody throws at a friend who carries a sledge.")
    assert [line.plain for line in lines] == ["Snow melts by noon.", "Nobody throws at a friend who carries a sledge."]


def test_an_address_is_never_broken_however_narrow_the_terminal(game, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    other = with_variant(game, "amend modifier throwing.throw.aim.merry: +3\n")
    assert main(["diff", str(game), other, "--no-odds"]) == 0
    assert "throwing.throw.aim.merry  modifier" in capsys.readouterr().out


def test_fractions_are_shown_on_request(game, capsys):
    other = with_variant(game, "amend modifier throwing.throw.aim.merry: +3\n")
    assert main(["diff", str(game), other]) == 0
    assert "1/3" not in capsys.readouterr().out
    assert main(["diff", str(game), other, "--exact"]) == 0
    assert "1/3" in capsys.readouterr().out
