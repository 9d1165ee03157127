"""Errata say what to do to one book so that it is another, at its numbers and in its words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.command import main
from quarterdeck.compare.changes import WITHOUT_MEANING, changes_between
from quarterdeck.rulebook.errata.making import BookEdit, Errata, Erratum, errata
from quarterdeck.rulebook.errata.printing import as_html, as_markdown, as_text, marked, print_errata, sentence_of

SNOWBALLS = Path(__file__).parent.parent / "games" / "snowballs"


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


def test_instructions_are_sentences():
    instructions = [
        BookEdit("replace", "a.", "b"),
        BookEdit("delete", "a."),
        BookEdit("add", after="b", behind="c"),
        BookEdit("add", after="b"),
        BookEdit("begin", after="b"),
        BookEdit("read", after="b"),
    ]
    said = [sentence_of(one, lambda words: f"<{words}>") for one in instructions]
    assert said == [
        "Replace <a.> by <b>.",
        "Delete <a.>",
        "Add after <c>: <b>.",
        "Add <b>.",
        "Begin with <b>.",
        "Read it anew: <b>.",
    ]


def test_no_letter_of_a_game_is_a_mark_of_the_page():
    assert marked("2*d6 [a_b]") == r"2\*d6 \[a\_b\]"
    found = made("thaw", "league")
    assert "<script" not in as_html(found).replace("<style>", "")
    assert as_markdown(found).startswith("# Errata to ")


@pytest.mark.parametrize(("ending", "begins"), [(".md", b"# Errata"), (".html", b"<!doctype"), (".pdf", b"%PDF")])
def test_errata_are_printed_by_the_ending_of_the_file(tmp_path, ending, begins):
    path = tmp_path / f"errata{ending}"
    print_errata(made("frosty"), path)
    assert path.read_bytes().startswith(begins)


def test_a_file_that_ends_otherwise_is_refused(capsys):
    assert main(["errata", str(SNOWBALLS), f"{SNOWBALLS}+frosty", "--to", "errata.odt"]) == 2
    assert ".pdf" in capsys.readouterr().err
