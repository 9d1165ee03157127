"""A ledger knows every paragraph of a source: what became of it, and whether it still reads as it did."""

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.resources import rulesets_folder
from quarterdeck.language.checks.source_coverage import SourceParagraph
from quarterdeck.language.documents.ledger import FRONT, hash_of, passages

GAME = Path(__file__).parents[1] / "games" / "snowballs"
NOTEBOOK = Path(__file__).parent / "notebook.txt"
SHIPPED = rulesets_folder()
SECTIONS = {"one": "1. Throwing", "two": "2. Running"}


@pytest.fixture
def game(tmp_path):
    return shutil.copytree(GAME, tmp_path / "game")


@pytest.fixture
def changed(game):
    """Give a function that changes the copied game's ledger, and gives the gaps that are then found, by their sort."""

    def change(old: str, new: str) -> None:
        path = game / "ledger.yaml"
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


def gaps(capsys, *arguments):
    code = main(["coverage", *map(str, arguments), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert code == (1 if found["gaps"] else 0)
    return [(gap["sort"], said(gap)) for gap in found["gaps"]]


def said(gap):
    """Give the address of a rule, or the words for a paragraph."""
    return gap["address"] or str(SourceParagraph(**gap["paragraph"]))


# --- paragraphs


def test_a_paragraph_ends_at_an_empty_line_a_heading_and_an_item():
    text = "Title\n\n1. THROWING\nAim,\nthen throw:\n- high\n- low\n\nNever at noses.\n2. Running.\nRun.\n"
    found = [(one.at, one.number, one.text, one.line) for one in passages(text, SECTIONS)]
    assert found == [
        (FRONT, 1, "Title", 1),
        ("one", 1, "Aim, then throw:", 4),
        ("one", 2, "- high", 6),
        ("one", 3, "- low", 7),
        ("one", 4, "Never at noses.", 9),
        ("two", 1, "Run.", 11),
    ]


def test_a_text_that_runs_on_is_cut_at_lines_that_end_a_sentence():
    text = (
        "1. Throwing\nAim, then throw\nhigh. Then\nrun. \nNever at noses:\nthey hurt.\n| one | two |\n| |\n| three |\n"
    )
    found = [one.text for one in passages(text, SECTIONS, run_on=True)]
    assert found == ["Aim, then throw high. Then run.", "Never at noses: they hurt.", "| one | two | | |", "| three |"]


def test_a_heading_may_begin_the_line_of_its_first_paragraph():
    text = (
        "1. Throwing. Children throw\nsnowballs.\n\n"
        "They aim. 2. Running: no heading.\n"
        "2. Running: on the ice\nthey fall."
    )
    found = [(one.at, one.text) for one in passages(text, SECTIONS)]
    assert found == [
        ("one", "Children throw snowballs."),
        ("one", "They aim. 2. Running: no heading."),
        ("two", "on the ice they fall."),
    ]


def test_a_line_of_a_table_of_contents_opens_no_section():
    text = "1. Throwing.\t3\n2. Running: 4\n\n1. Throwing\n\nChildren throw."
    assert [one.at for one in passages(text, SECTIONS)] == ["front matter", "front matter", "one"]


def test_a_heading_that_comes_again_goes_on_with_its_section():
    text = "1. Throwing\n\nAim.\n\n2. Running\n\nRun.\n\n1. Throwing\n\nThrow.\n"
    assert [(one.at, one.number) for one in passages(text, SECTIONS)] == [("one", 1), ("two", 1), ("one", 2)]


def test_what_has_no_letter_or_digit_is_no_paragraph():
    assert passages("***\n\n:\n\n\f\n", SECTIONS) == []


@pytest.mark.parametrize("other", ["A child’s  throw", "a CHILD'S\nthrow", "a child's throw\r\n"])
def test_spaces_line_ends_capitals_and_quotation_marks_do_not_count(other):
    assert hash_of(other) == hash_of("a child's throw")


@pytest.mark.parametrize("other", ["a child's throws", "a child's throw.", "- a child's throw"])
def test_words_and_signs_count(other):
    assert hash_of(other) != hash_of("a child's throw")


# --- both ways


def test_the_snowball_fight_is_accounted_for(capsys):
    assert main(["coverage", str(GAME), "--text", str(NOTEBOOK)]) == 0
    assert "every paragraph is accounted for, every rule is named by one" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("ledger", sorted(SHIPPED.glob("*/ledger.yaml")), ids=lambda path: path.parent.name)
def test_shipped_rulesets_are_accounted_for(ledger, capsys):
    assert main(["coverage", str(ledger.parent)]) == 0, capsys.readouterr().out


def test_a_paragraph_that_nothing_implements_is_found(game, changed, capsys):
    changed(", by: [plans.plan]", "")
    assert gaps(capsys, game) == [("unfulfilled", "page two, paragraph 1"), ("unlisted", "plans.plan")]


def test_a_paragraph_may_be_out_of_scope_in_part(game, changed, capsys):
    changed("by: [plans.plan]", "by: [plans.plan], out_of_scope: whispering is no rule")
    assert main(["coverage", str(game)]) == 0
    assert "2 out of scope and 1 in part" in capsys.readouterr().out


def test_a_rule_is_named_by_any_part_of_it(game, changed, capsys):
    changed("throwing.take_aim,", "throwing.take_aim.target,")
    assert gaps(capsys, game) == []


def test_a_place_that_no_ledger_has_is_found(game, capsys):
    rules = game / "rules" / "plans.rules"
    rules.write_text(rules.read_text("utf-8").replace('"page two"', '"page twelve"'), "utf-8")
    found = gaps(capsys, game)
    assert {sort for sort, _ in found} == {"unplaced"}
    assert ("unplaced", "plans.plan") in found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("There are snowmen as well.", "There are no snowmen.", [("changed", "page nine, paragraph 1")]),
        ("There are snowmen as well.", "", [("missing", "page nine, paragraph 1")]),
        ("It is cold,", "Hats are worn.\n\nIt is cold,", [("new", "page one, paragraph 2")]),
        ("It is cold, and", "It  is\nCOLD, and", []),
    ],
)
def test_the_text_is_compared_with_the_ledger(old, new, expected, tmp_path, capsys):
    """A paragraph put in between does not make those behind it look changed."""
    text = NOTEBOOK.read_text("utf-8")
    assert old in text
    other = tmp_path / "other.txt"
    other.write_text(text.replace(old, new), "utf-8")
    assert gaps(capsys, GAME, "--text", other) == expected


def test_rows_are_drafted_for_what_the_ledger_lacks(tmp_path, capsys):
    other = tmp_path / "other.txt"
    other.write_text(NOTEBOOK.read_text("utf-8") + "\nHats off.\n", "utf-8")
    assert main(["coverage", str(GAME), "--text", str(other), "--rows"]) == 0
    words = hash_of("Hats off.")
    assert capsys.readouterr().out == f'  - {{at: "page eleven", number: 2, words: "{words}"}} # Hats off.\n'


@pytest.mark.slow
def test_what_examples_leave_untested_is_told_by_paragraph(game, capsys):
    examples = game / "examples" / "running.yaml"
    examples.unlink()
    assert main(["coverage", str(game), "--examples", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["gaps"] == []
    assert any(
        one["address"].startswith("running.stride")
        for one in next(
            row["survivors"] for row in found["untested"] if row["paragraph"] == {"at": "page three", "number": 2}
        )
    )


# --- what is invalid


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([f"{GAME}+thaw"], "a ledger belongs to a ruleset without variants"),
        ([GAME, "--rows"], "--text FILE"),
        ([GAME, "--text", "nowhere.txt"], "there is no file nowhere.txt"),
        ([GAME, "--text", NOTEBOOK, "--document", "notebok"], "did you mean notebook?"),
        ([Path(__file__).parents[1] / "language" / "base"], "has no ledger"),
    ],
)
def test_what_cannot_be_meant_is_said_in_one_line(arguments, says, capsys):
    assert main(["coverage", *map(str, arguments)]) == 2
    assert says in capsys.readouterr().err


def test_a_variant_may_take_away_what_the_ledger_names(game, changed):
    """The ledger speaks of the ruleset alone, and the variant `thaw` removes this modifier."""
    changed("throwing.hit,", "throwing.hit, throwing.hit.splash.dusty,")
    assert main(["check", str(game)]) == 0
    assert main(["check", f"{game}+thaw"]) == 0


def test_what_is_wrong_with_a_ledger_is_a_finding(game, changed, capsys):
    changed("plans.plan", "plans.plann")
    assert main(["coverage", str(game)]) == 1
    assert "QD447" in capsys.readouterr().err
