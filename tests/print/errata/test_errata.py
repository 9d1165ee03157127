"""Errata say what to do to one book so that it is another, at its numbers and in its words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from quarterdeck.analysis.diff.changes import WITHOUT_MEANING, changes_between
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.print.errata.books import BookEdit, BookOfRules
from quarterdeck.print.errata.errata_output import as_text, print_errata, report_of, sentence_of
from quarterdeck.print.errata.making import Errata, Erratum, errata
from quarterdeck.print.report.html import as_html
from quarterdeck.print.report.markdown import as_markdown, marked

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


@cache
def made(*variants: str) -> Errata:
    return errata(Ruleset.open(str(SNOWBALLS)), Ruleset.open("+".join([str(SNOWBALLS), *variants])))


def entries(found: Errata) -> list[Erratum]:
    return [entry for chapter in found.chapters for entry in chapter.entries]


def at(found: Errata, address: str) -> Erratum:
    """Give the erratum at an address, or that into which it was taken since it is at the same place."""
    return next(entry for entry in entries(found) if entry.address == address)


def test_what_means_the_same_needs_no_errata():
    found = made()
    assert found.chapters == ()
    assert as_text(found).endswith("Nothing that players read changes.")


def test_a_modifier_is_replaced_at_the_number_of_its_roll():
    entry = at(made("thaw", "league"), "throwing.throw.aim.far")
    assert entry.number.count(".") >= 1
    assert entry.variants == ("thaw",)
    (replaced,) = [one for one in entry.instructions if one.sort == "replace"]
    assert "more than 4" in replaced.before
    assert "more than 5" in replaced.after


def test_what_is_added_stands_behind_its_like():
    added = [
        one for entry in entries(made("thaw", "league")) for one in entry.instructions if "with slush" in one.after
    ]
    (one,) = added
    assert one.sort == "add"
    assert one.behind


def test_what_is_taken_away_is_deleted():
    deleted = [one for entry in entries(made("thaw", "league")) for one in entry.instructions if one.sort == "delete"]
    assert any("is powder snow" in one.before for one in deleted)


def test_errata_stand_in_the_order_of_the_first_book():
    found = made("thaw", "league")
    numbers = [[int(part) for part in entry.number.split(".")] for entry in entries(found) if entry.number]
    assert numbers == sorted(numbers)
    assert len({chapter.title for chapter in found.chapters}) == len(found.chapters)


@pytest.mark.parametrize("variants", [("thaw", "league"), ("frosty",)])
def test_no_change_that_players_read_is_left_out(variants):
    found = made(*variants)
    one, other = (Ruleset.open(name).declared for name in (found.before, found.after))
    changes = [c for c in changes_between(one, other) if c.deed not in WITHOUT_MEANING]
    told = sum(len(entry.instructions) for entry in entries(found))
    meant = [change for change in changes if not change.is_advice and change.sort != "question"]
    assert told >= len(meant)
    assert found.advice_to_programs == sum(change.is_advice for change in changes)


def test_a_reason_is_in_the_words_of_the_variant_and_says_for_which_games():
    (reason,) = made("frosty").reasons
    assert reason.note == "What changes on days on which the snow squeaks."
    assert reason.applies == "the degrees of frost are at least 3"


def sentence(one: BookEdit) -> str:
    return "".join(f"<{run.words}>" if run.style == "quoted" else run.words for run in sentence_of(one))


def test_instructions_are_sentences():
    instructions = [
        BookEdit("replace", "a.", "b"),
        BookEdit("delete", "a."),
        BookEdit("add", after="b", behind="c"),
        BookEdit("add", after="b"),
        BookEdit("begin", after="b"),
        BookEdit("read", after="b"),
        BookEdit("move", "a", behind="b"),
        BookEdit("move", "a"),
        BookEdit("replace", "a", "b", row="r", column="c"),
        BookEdit("add", after="b", row="r", column="c"),
        BookEdit("add", after="b", behind="q", row="r"),
        BookEdit("begin", after="b", row="r"),
        BookEdit("add", after="b", behind="q", column="c"),
        BookEdit("delete", row="r"),
    ]
    said = [sentence(one) for one in instructions]
    assert said == [
        "Replace <a.> by <b>.",
        "Delete <a.>",
        "Add after <c>: <b>.",
        "Add <b>.",
        "Begin with <b>.",
        "Read it anew: <b>.",
        "Move <a> behind <b>.",
        "Move <a> to the front.",
        "In the row <r>, column <c>, replace <a> by <b>.",
        "In the row <r>, column <c>, add <b>.",
        "Behind <q> add the row <r>: <b>.",
        "Begin with the row <r>: <b>.",
        "Behind <q> add the column <c>: <b>.",
        "Delete the row <r>.",
    ]


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


def written(folder: Path, name: str, rules: str, **documents: str) -> str:
    """Write a variant, and give what it goes by."""
    made_here = folder / name
    made_here.mkdir()
    (made_here / "variant.yaml").write_text(HEAD.format(name=name))
    (made_here / f"{name}.rules").write_text(rules)
    for document, content in documents.items():
        (made_here / f"{document}.yaml").write_text(content)
    return str(made_here)


def own(folder: Path, rules: str, **documents: str) -> Errata:
    """Make the errata of a variant that somebody writes."""
    return made(written(folder, "own", rules, **documents))


HEAD = """variant: {name}
extends: snowballs
title: Of our own
source: {{document: notebook, place: page twelve, kind: house}}
"""
SLIDES = """table: slides
title: How far one slides
source: {document: notebook, place: page six}
key: {slope: 0..9 tenths}
gives: 0..9 paces
words: {slope: the slope}
"""


def told(found: Errata) -> str:
    """Give all instructions as they are printed."""
    instructions = [one for entry in entries(found) for one in entry.instructions]
    return " ".join(sentence(one) for one in instructions)


def test_what_an_amended_definition_still_makes_use_of_is_not_struck_out(tmp_path):
    """The book of the variant has the usual value below "Before the change": so has the one that was mended."""
    rules = "amend define throwing.dice_of(child: Child) -> 1..3 =\n    1 if child.wet > 8\n    original otherwise\n"
    found = own(tmp_path, rules)
    (one,) = at(found, "throwing.dice_of").instructions
    assert one.sort == "add"
    assert "Its usual value otherwise; Before the change: " in one.after
    book, now = BookOfRules(Ruleset.open(str(SNOWBALLS))), BookOfRules(Ruleset.open(f"{SNOWBALLS}+{tmp_path}/own"))
    lines = book.lines("throwing.dice_of")
    assert now.lines("throwing.dice_of")[-len(lines) + 1 :] == lines[1:]


def test_cells_rows_and_columns_are_named_as_they_stand_at_the_head_of_them(tmp_path):
    rules = """amend cell reaches.calm. 4+ = 4

split column reaches.2-3 into 2, 3

split row splashes.5-7 into 5, 6-7
"""
    said = told(own(tmp_path, rules))
    assert "In the row <Calm>, column <4+>, replace <5> by <4>." in said
    assert "Delete the row <5–7>." in said
    assert "Behind <3–4> add the row <5>: <Up to 1: " in said
    assert "Behind <5> add the row <6–7>: <Up to 1: " in said
    assert "Delete the column <2–3>." in said
    assert "add the column <2>: <Glum: 4; Calm: 6; Merry: 7>." in said
    assert said.count("the column <3>") == 1


def test_a_name_of_a_row_with_a_point_in_it_is_told_whole(tmp_path):
    slide = """add step sliding after turn.snow.cold "Sliding" cites "page twelve"
    for each child in children
        let slope = (child.wet / 2) rounded down to tenths
        announce "{child} slides {slides[least(9, slope), dry]}"
"""
    rows = "rows: {0-2.4: [1, 2], 2.5-3: [3, 4], 3.1+: [5, 6]}\n"
    enums = "components: slippery\nenums: {Ground: {members: {dry: dry, wet: wet}}}\n"
    table = SLIDES.replace("tenths}", "tenths, ground: Ground}")
    slippery = written(tmp_path, "slippery", slide, slides=f"{table}{rows}", components=enums)
    steep = written(tmp_path, "steep", "split row slides.2.5-3 into 2.5-2.7, 2.8-3\n")
    before, after = (Ruleset.open("+".join([str(SNOWBALLS), *these])) for these in ([slippery], [slippery, steep]))
    said = told(errata(before, after))
    assert said == (
        "Delete the row <2.5–3>. Behind <Up to 2.4> add the row <2.5–2.7>: <Dry: 3; Wet: 4>. "
        "Behind <2.5–2.7> add the row <2.8–3>: <Dry: 3; Wet: 4>."
    )


def test_what_is_moved_is_moved_and_nothing_is_told_twice(tmp_path):
    rules = """move phase turn.snow before turn.throwing

move step turn.snow.cold before turn.snow.packing

remove step turn.throwing.volley
"""
    said = told(own(tmp_path, rules))
    assert "Move <1.5 Snow and cold> behind <1.3 Running>." in said
    assert "Move <1.5.2 Cold and wet> to the front." in said
    assert said.count("The volley") == 1


def test_a_new_table_is_told_with_its_rows(tmp_path):
    slide = """add step sliding after turn.snow.cold "Sliding" cites "page twelve"
    for each child in children
        let slope = (child.wet / 2) rounded down to tenths
        announce "{child} slides {slides[least(9, slope)]}"
"""
    said = told(own(tmp_path, slide, slides=SLIDES + "rows: {..1: 1, 1.1+: 3}\n"))
    assert "Add <How far one slides (The slope, Result): Up to 1: 1; 1.1+: 3>." in said
