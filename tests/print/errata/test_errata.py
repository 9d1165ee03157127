"""Errata say what to do to one book so that it is another, at its numbers and in its words.

`make test` follows those of one variant of each game but the largest, and of twenty games that chance has changed;
`make soak` those of all other variants, and of twenty games more.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.print.errata.errata_output import as_text, in_quotes, print_errata, report_of, sentences_of
from quarterdeck.print.errata.making import BookEdit, Errata, errata, errata_between
from quarterdeck.print.errata.printed_tables import PrintedTable, table_edits
from quarterdeck.print.markdown_marks import marked
from quarterdeck.print.report.html import as_html
from quarterdeck.print.report.markdown import as_markdown
from tests.print.errata.following import book_lines, every_edit, followed, plain_book, read
from tests.print.errata.seeded import changed_game

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"
STARTER = Path(__file__).parents[3] / "starter"
LARGEST = "fear_god"
SHIPPED = [f"{path.parents[1].name}+{path.name}" for path in sorted(STARTER.parent.glob("rulesets/*/variants/*"))]


@cache
def made(*variants: str) -> Errata:
    return errata(Ruleset.open(str(SNOWBALLS)), Ruleset.open("+".join([str(SNOWBALLS), *variants])))


def edits(found: Errata) -> list[BookEdit]:
    return every_edit(found)


def written(folder: Path, name: str, rules: str, game: str = "snowballs", **documents: str) -> str:
    """Write a variant, and return its path."""
    made_here = folder / name
    made_here.mkdir()
    (made_here / "variant.yaml").write_text(
        HEAD.format(name=name, game=game, document="notes" if game == "starter" else "notebook")
    )
    (made_here / f"{name}.rules").write_text(rules)
    for file, content in documents.items():
        (made_here / f"{file}.yaml").write_text(content)
    return str(made_here)


HEAD = """variant: {name}
extends: {game}
title: Of our own
source: {{document: {document}, place: page twelve, kind: house}}
"""


def own(folder: Path, rules: str, **documents: str) -> Errata:
    """Make the errata of a variant of the game of snowballs."""
    return made(written(folder, "own", rules, **documents))


def of_starter(folder: Path, name: str, rules: str) -> str:
    """Make the errata of a variant of the starting game, as text without its head."""
    variant = written(folder, name, rules, "starter")
    found = errata(Ruleset.open(str(STARTER)), Ruleset.open(f"{STARTER}+{variant}"))
    return as_text(found).partition("\n\n")[2]


def check_followed(one: str, other: str) -> Errata:
    """Check that whoever writes the errata into the first book has the second; return the errata."""
    found = errata_between(plain_book(one), plain_book(other))
    assert followed(book_lines(one), found) == list(map(read, book_lines(other)))
    return found


# --- whoever follows the errata has the other book


@pytest.mark.parametrize("variants", ["thaw+league", "frosty", "little_ones"])
def test_errata_make_one_book_of_the_other(variants):
    check_followed(str(SNOWBALLS), f"{SNOWBALLS}+{variants}")


@pytest.mark.parametrize("variants", ["thaw+league", "frosty"])
def test_errata_go_back_as_well(variants):
    check_followed(f"{SNOWBALLS}+{variants}", str(SNOWBALLS))


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    [
        variant
        if variant.partition("+")[0] not in (before.partition("+")[0], LARGEST)
        else pytest.param(variant, marks=pytest.mark.soak)
        for before, variant in pairwise(["", *SHIPPED])
    ],
)
def test_errata_of_shipped_variants_make_one_book_of_the_other(variant):
    game = variant.partition("+")[0]
    check_followed(game, variant)


@pytest.mark.parametrize("seed", [*range(20), *(pytest.param(one, marks=pytest.mark.soak) for one in range(20, 40))])
def test_errata_of_seeded_changes_make_one_book_of_the_other(seed, tmp_path):
    found = check_followed(str(STARTER), str(changed_game(STARTER, tmp_path / "changed", Random(seed))))
    assert edits(found)


# --- what is said


def test_equal_books_need_no_errata():
    found = made()
    assert found.chapters == ()
    assert as_text(found).endswith("Nothing in the book changes.")


def test_each_edit_has_the_number_and_the_words_of_the_book():
    lines = {(line.place, line.text) for line in book_lines(str(SNOWBALLS))}
    found = made("thaw", "league")
    assert {(edit.place, edit.before) for edit in edits(found)} <= lines
    after = {(line.place, line.text) for line in book_lines(f"{SNOWBALLS}+thaw+league")}
    assert {(line.place, line.text) for edit in edits(found) for line in edit.added} <= after


def test_errata_are_in_the_order_of_the_first_book():
    lines = [(line.place, line.text) for line in book_lines(str(SNOWBALLS))]
    at = [lines.index((edit.place, edit.before)) for edit in edits(made("thaw", "league"))]
    assert at == sorted(at)


def test_errata_name_the_variants_that_bring_them():
    (entry,) = [
        entry
        for chapter in made("thaw", "league").chapters
        for entry in chapter.entries
        if entry.section == "6.3 Somebody may have won"
    ]
    assert entry.variants == ("league",)


def test_a_reason_is_in_the_words_of_the_variant_and_names_the_games():
    (reason,) = made("frosty").reasons
    assert reason.note == "What changes on days on which the snow squeaks."
    assert reason.applies == "the degrees of frost are at least 3"


def test_a_statement_in_a_loop_or_branch_is_told_from_one_after_it(tmp_path):
    said = {
        name: of_starter(tmp_path, name, rules)
        for name, rules in {
            "in_loop": 'add statement after movement.move.place\n    announce "first"\n',
            "after_loop": 'add statement after movement.move.repeat\n    announce "first"\n',
            "in_branch": 'add statement after gunnery.attack.damage\n    announce "second"\n',
            "after_branch": 'add statement after gunnery.attack.when\n    announce "second"\n',
        }.items()
    }
    assert "2.1.1 d: “Announce: first.”" in said["in_loop"]
    assert "2.1.2: “Announce: first.”" in said["after_loop"]
    assert "3.2.3 c: “Announce: second.”" in said["in_branch"]
    assert "3.2.4: “Announce: second.”" in said["after_branch"]


def test_several_additions_at_one_place_are_in_their_order(tmp_path):
    floor = "add modifier gunnery.attack.force.floor: at least 2\n"
    half = 'add modifier gunnery.attack.force.half: halved rounded up when ship.speed > 3 "from a fast ship"\n'
    one, other = (of_starter(tmp_path, name, rules) for name, rules in (("ek", floor + half), ("ek2", half + floor)))
    assert one.index("a total below 2 counts as 2") < one.index("halve the total")
    assert other.index("halve the total") < other.index("a total below 2 counts as 2")


IN_RANGE = "amend require gunnery.fire.target.in_range: distance(ship.place, target.place) <= longest_range"
DRAW = "amend statement turn.victory.draw\n    draw"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ('amend modifier gunnery.attack.hit.close: -1 when range <= 2 "at pistol range"', "at pistol range"),
        (
            f'{IN_RANGE} else "{{target}} lies too far off"',
            "(otherwise the target lies too far off)",
        ),
        ('amend phase turn.gunnery "Cannonade", effects at the end', "1.2, the title: replace “Gunnery” with"),
        (
            f'{DRAW} because "all are at the bottom of the sea" when every(ship.sunk for ship in ships)',
            "1.4.1: replace “If every ship has sunk, the game is drawn: no ship is left afloat.” with",
        ),
    ],
)
def test_other_words_are_errata_too(rules, words, tmp_path):
    assert words in " ".join(of_starter(tmp_path, "worded", f"{rules}\n").split())


def test_a_new_scenario_is_printed_with_its_content(tmp_path):
    scenario = (STARTER / "scenarios" / "first_meeting.yaml").read_text().replace("first_meeting", "second_meeting")
    variant = written(tmp_path, "again", "", "starter")
    (tmp_path / "again" / "second.yaml").write_text(scenario.replace("First meeting", "Second meeting"))
    found = check_followed(str(STARTER), f"{STARTER}+{variant}")
    assert "Second meeting" in as_text(found)
    assert "Bison: [12" in as_text(found)


def test_no_letter_of_a_game_is_a_mark_of_the_page():
    assert marked("2*d6 [a_b]") == r"2\*d6 \[a\_b\]"
    found = made("thaw", "league")
    assert "<script" not in as_html(report_of(found)).replace("<style>", "")
    assert as_markdown(report_of(found)).startswith("# Errata to ")


@pytest.mark.parametrize(("ending", "begins"), [(".md", b"# Errata"), (".html", b"<!doctype"), (".pdf", b"%PDF")])
def test_errata_are_printed_by_the_ending_of_the_file(tmp_path, ending, begins):
    path = tmp_path / f"errata{ending}"
    print_errata(made("frosty"), path)
    assert path.read_bytes().startswith(begins)


def test_a_file_that_ends_otherwise_is_refused(capsys):
    assert main(["errata", str(SNOWBALLS), f"{SNOWBALLS}+frosty", "--to", "errata.odt"]) == 2
    assert ".pdf" in capsys.readouterr().err


def test_errata_on_paper_without_what_prints_them_are_refused(capsys, monkeypatch):
    monkeypatch.setattr("quarterdeck.apps.cli.open_ruleset.find_spec", lambda name: None)
    assert main(["errata", str(SNOWBALLS), f"{SNOWBALLS}+frosty", "--to", "errata.pdf"]) == 2
    assert "pip install 'quarterdeck[docs]'" in capsys.readouterr().err


# --- what was lost when the errata were followed

SLIDES = """table: slides
title: How far one slides
source: {document: notebook, place: page six}
key: {slope: 0..9 tenths}
gives: 0..9 paces
words: {slope: the slope}
"""


def told(found: Errata) -> str:
    """Return all instructions as they are printed."""
    return " ".join(as_text(found).split())


def test_what_an_amended_definition_still_makes_use_of_is_not_struck_out(tmp_path):
    rules = "amend define throwing.dice_of(child: Child) -> 1..3 =\n    1 if child.wet > 8\n    original otherwise\n"
    variant = written(tmp_path, "own", rules)
    assert "Before the change" in as_text(check_followed(str(SNOWBALLS), f"{SNOWBALLS}+{variant}"))


def test_cells_rows_and_columns_are_named_by_their_heads(tmp_path):
    rules = """amend cell reaches.calm. 4+ = 4

split column reaches.2-3 into 2, 3

split row splashes.5-7 into 5, 6-7
"""
    variant = written(tmp_path, "own", rules)
    said = told(check_followed(str(SNOWBALLS), f"{SNOWBALLS}+{variant}"))
    assert "in the row “Calm”, column “Frost, 4+”, replace “5” with “4”." in said
    assert "delete the row “5–7”." in said
    assert "add after the row “3–4” the row “5: " in said
    assert "delete the column “Frost, 2–3”." in said
    assert "the column “Frost, 2”, with “4” in the row “Glum”; “6” in the row “Calm”; “7” in the row “Merry”." in said


def test_worked_examples_come_after_the_rules_and_others_are_told_in_a_line(tmp_path):
    rules = "amend cell reaches.calm. 4+ = 4\n\nsplit row splashes.5-7 into 5, 6-7\n"
    found = check_followed(str(SNOWBALLS), f"{SNOWBALLS}+{written(tmp_path, 'own', rules)}")
    said, examples = as_text(found).split("\nWorked examples\n")
    assert "replace “5” with “4”" in said
    assert found.examples
    for entry in found.examples:
        assert all(edit.kind == "example" or "Example: " in edit.place or edit.added for edit in entry.edits)
        assert f"\n{entry.section}\n" in f"\n{examples}"
    other = [one for entry in found.examples for one in entry.edits if one.kind == "example" and one.sort == "replace"]
    assert other
    lines = " ".join(examples.split())
    for one in other:
        assert f"- The second book tells “{one.after}” in place of “{one.before}”." in lines


def test_an_example_of_a_changed_rule_is_printed_with_its_new_figures(tmp_path):
    rules = 'amend modifier gunnery.attack.hit.far: +2 when range > 5 "at long range"\n'
    said = of_starter(tmp_path, "far", rules)
    change, example = (said.index(words) for words in ("replace “+1 at long range", "A d6 shows 3, plus 2 at long"))
    assert change < said.index("Worked examples") < example


def test_a_heading_across_a_table_is_printed_once_and_a_long_line_in_few_words(tmp_path):
    heading = PrintedTable(("Ship", "Armor", "Guns"), (("Cruisers",) * 3, ("Ajax", "3", "8"), ("1", "1", "1")))
    assert heading.text == "(Ship; Armor; Guns) Cruisers; Ajax: 3, 8; 1: 1, 1"
    more = PrintedTable(
        ("Ship", "Armor", "Turns", "Guns"), (("Cruisers",) * 4, ("Ajax", "3", "", "8"), ("1", "1", "", "1"))
    )
    (edit,) = table_edits(heading, more)
    found = BookEdit("table", "8.1", "table", heading.text, table=(edit,))
    (said,) = map(in_quotes, sentences_of(found, "8.1"))
    assert said == "Add after the column “Armor” the column “Turns”, with “–” in all rows."


def test_what_is_moved_is_moved(tmp_path):
    rules = """move phase turn.snow before turn.throwing

move step turn.snow.cold before turn.snow.packing

remove step turn.throwing.volley
"""
    variant = written(tmp_path, "own", rules)
    said = told(check_followed(str(SNOWBALLS), f"{SNOWBALLS}+{variant}"))
    assert "1.4: “Snow and cold”, moved here from 1.5." in said
    assert "1.4.1: “Cold and wet" in said


def test_a_new_table_is_printed_with_its_rows(tmp_path):
    slide = """add step sliding after turn.snow.cold "Sliding" cites "page twelve"
    for each child in children
        let slope = (child.wet / 2) rounded down to tenths
        announce "{child} slides {slides[least(9, slope)]}"
"""
    said = told(own(tmp_path, slide, slides=SLIDES + "rows: {..1: 1, 1.1+: 3}\n"))
    assert "Up to 1: 1; 1.1+: 3" in said


def test_a_changed_chart_is_told_by_its_changed_points():
    """Nobody finds one changed number in a list of all of them."""
    before = "Chances by range. (Chances. bow: 1 gives 40, 2 gives 25; stern: 1 gives 12.5.)"
    edit = BookEdit("replace", "3.2, picture 4", "picture", before, before.replace("2 gives 25", "2 gives 30"))
    (line,) = sentences_of(edit, "")
    assert in_quotes(line) == "3.2, picture 4: in the curve “bow”, move the point at 2 from 25 to 30"
    other = before.replace("12.5", "10").replace("1 gives 40, ", "").replace("25;", "25, 3 gives 8;")
    (line,) = sentences_of(BookEdit("replace", "", "picture", before, other), "")
    assert in_quotes(line) == (
        "In the curve “bow”, delete the point at 1, add a point at 3 with 8; "
        "in the curve “stern”, move the point at 1 from 12.5 to 10"
    )
    (line,) = sentences_of(BookEdit("replace", "", "picture", before, f"New. {before}"), "")
    assert in_quotes(line).startswith("Draw it so that it shows “New. Chances by range.")
