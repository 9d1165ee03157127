"""A book ends in blank forms to copy: each has a line or a box for all that may be written on it, and nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from sphinx.addnodes import pending_xref

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.print.book.book_links import BookLinks
from quarterdeck.print.book.build import build
from quarterdeck.print.book.form_pages import data_of, svg_of
from quarterdeck.print.book.pages import Maker
from quarterdeck.print.book.pdf_words import words_in
from quarterdeck.print.book.plan import plan
from quarterdeck.print.book.print_options import WantedParts
from quarterdeck.print.forms.blank_forms import BlankForm, blank_forms
from quarterdeck.prose.text.blocks import LinkTarget, Prose, Section
from quarterdeck.prose.text.runs import text

GAME = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture(scope="module")
def forms() -> tuple[BlankForm, ...]:
    return blank_forms(Ruleset.open(str(GAME)))


def group(form: BlankForm, sort: str):
    assert form.form is not None
    return next(one for one in form.form.groups if one.sort == sort)


def test_there_is_a_form_for_each_kind_with_a_log_and_a_pad_for_what_is_secret(forms):
    assert [(one.address, one.title) for one in forms] == [
        ("forms.Child", "Card of a child"),
        ("forms.pad.1", "Pad: Plans"),
    ]
    assert forms[1].pad.heads == ("Intent",)


def test_a_game_says_which_columns_a_pad_has(tmp_path):
    """What is chosen for each part of a thing takes as many columns as there are parts."""
    game = shutil.copytree(GAME, tmp_path / "game")
    words = (game / "components.yaml").read_text("utf-8")
    heads = "    heads: {PROCEDURE: [Left pocket, Right pocket]}\n    lines:\n"
    said = words.replace("    lines:\n", heads, 1)
    (game / "components.yaml").write_text(said.replace("PROCEDURE", "plan"), "utf-8")
    _card, plans = blank_forms(Ruleset.open(str(game)))
    assert plans.pad is not None
    assert plans.pad.heads == ("Left pocket", "Right pocket")
    (game / "components.yaml").write_text(said.replace("PROCEDURE", "plan_ahead"), "utf-8")
    assert [one.code for one in Ruleset.open(str(game)).findings] == ["QD310"]


SIGNAL = """
procedure NAME(child: Child) "{child} NAMEs" cites "page two"
    choose mood by child.side from moods, default glum, in secret "What does {child} look like?"
    set child.mood to mood
"""


def test_no_two_pads_have_one_title(tmp_path):
    """They say for what things they are; where these have two of them, what is decided there."""
    game = shutil.copytree(GAME, tmp_path / "game")
    with (game / "rules" / "plans.rules").open("a", encoding="utf-8") as file:
        file.write(SIGNAL.replace("NAME", "smile") + SIGNAL.replace("NAME", "frown_back"))
    components = game / "components.yaml"
    words = components.read_text("utf-8")
    components.write_text(words.replace("[cheer, sadden]", "[cheer, sadden, smile, frown_back]"), "utf-8")
    turn = game / "rules" / "turn.rules"
    loop = "        for each child in children where child.side is side\n            do smile(child)\n"
    words = turn.read_text("utf-8")
    turn.write_text(words.replace("        do plan(side)\n", f"        do plan(side)\n{loop}"), "utf-8")
    pads = [one for one in blank_forms(Ruleset.open(str(game))) if one.pad is not None]
    assert [one.title for one in pads] == ["Pad: Plans", "Pad: Plans: Child"]
    assert [one.pad.title for one in pads if one.pad] == ["Plans", "Plans: Child"]
    turn.write_text(
        turn.read_text("utf-8").replace("do smile(child)\n", "do smile(child)\n            do frown_back(child)\n")
    )
    words = components.read_text("utf-8")
    components.write_text(words.replace("    lines:\n", "    orders: {smile: {mood: glum}}\n    lines:\n", 1), "utf-8")
    titles = [one.title for one in blank_forms(Ruleset.open(str(game))) if one.pad is not None]
    assert titles == ["Pad: Plans", "Pad: Plans: Child: Smile", "Pad: Plans: Child: Frown back"]


def test_a_figure_is_a_line_and_a_truth_a_box_to_tick(forms):
    figures = group(forms[0], "figures").figures
    assert [(one.head, one.words, len(one.room)) for one in figures] == [
        ("Strength of arm", "", 1),
        ("Farthest throw", "", 1),
    ]
    assert [one.head for one in group(forms[0], "ticks").figures] == ["Is the captain"]


def test_there_are_as_many_parts_and_boxes_as_any_thing_has(forms):
    """Greta has two pockets, and at most six snowballs in one; the left pocket and the right one have their rows."""
    parts = group(forms[0], "parts")
    assert [row[0].words for row in parts.rows] == ["left", "right"]
    assert [[words[0] for words in row[-1].boxes.rows[0]] for row in parts.rows] == [list("123456")] * 2


def test_what_only_a_thing_can_say_is_left_open(forms):
    """Comfort hangs on who is wet: the boxes that it fills are empty, and columns have their numbers alone."""
    boxes = group(forms[0], "boxes").boxes
    assert {words for row in boxes.rows for words in row} == {("",)}
    numbers, comfort = group(forms[0], "columns").rows
    assert [cell.words for cell in numbers] == ["", "1", "2", "3", "4"]
    assert [cell.words for cell in comfort] == ["Comfort", "", "", "", ""]


def test_things_whose_forms_have_other_lines_have_their_own(tmp_path):
    game = shutil.copytree(GAME, tmp_path / "game")
    for path, there, new in (
        ("components.yaml", "      - {field: mood}\n", "      - {field: mood, only: {mood: glum}}\n"),
        ("scenarios/cousins.yaml", "{like: Hugo, ", "{like: Hugo, mood: glum, "),
    ):
        words = (game / path).read_text("utf-8")
        assert there in words
        (game / path).write_text(words.replace(there, new, 1), "utf-8")
    usual, glum, _pad = blank_forms(Ruleset.open(str(game)))
    assert (glum.address, glum.title) == ("forms.Child.2", "Card of a child: glum")
    assert group(glum, "room").head == "Mood"
    with pytest.raises(StopIteration):
        group(usual, "room")


def test_the_words_that_rules_have_for_a_form_lead_to_it_once_in_a_section():
    made = Maker(BookLinks(called={"": {"log": "forms.Ship"}})).runs(
        text("Fill in a log, and a second log; a catalogue is none.")
    )
    assert [one.get("reftarget", "") if hasattr(one, "get") else "" for one in made] == ["", "forms.Ship", ""]


def test_what_is_chosen_in_secret_leads_to_its_pad_where_it_is_chosen():
    planned = plan(Ruleset.open(str(GAME)))
    secret = {"in secret": "forms.pad.1", "In secret": "forms.pad.1"}
    assert planned.called == {"": {"comfort": "forms.Child"}, "turn.plans": secret, "plans.plan": secret}
    place = LinkTarget("turn.plans", "phase", "Plans")
    made = Maker(BookLinks(called=planned.called)).section(
        Section(text("Plans"), (Prose(text("Each side, in secret, plans.")),), place=place)
    )
    assert [one["reftarget"] for one in made.findall(pending_xref)] == ["forms.pad.1"]


def test_a_form_is_drawn_alone_for_a_screen(forms):
    made = ET.fromstring(svg_of(data_of(forms[0]), "child"))
    ids = [name for one in made.iter() if (name := one.get("id"))]
    assert ids
    assert all(name.startswith("child-") for name in ids)
    led = {value for one in made.iter() for key, value in one.attrib.items() if key.endswith("href")}
    assert led <= {f"#{name}" for name in ids}


def test_the_part_is_printed_alone_with_as_many_forms_as_fit(tmp_path):
    planned = plan(Ruleset.open(str(GAME)), wanted=WantedParts(("forms",)))
    assert [page.name for page in planned.book.pages] == ["forms"]
    printed = build(planned, "forms", tmp_path, ["html", "pdf", "epub"])
    said = " ".join(one.words for one in words_in(printed.paths["pdf"].read_bytes()))
    assert said.count("Is the captain") == 4
    page = (tmp_path / "html" / "forms.html").read_text("utf-8")
    assert re.findall(r'aria-label="A blank form\. ([^.]+)\.', page) == ["Card of a child", "Pad: Plans"]


def test_a_game_that_keeps_nothing_on_paper_has_no_such_part(tmp_path, capsys):
    assert main(["book", str(GAME.parent / "marbles"), "--only", "forms", "--folder", str(tmp_path)]) == 1
    assert "nothing of forms" in capsys.readouterr().err
