"""Rules told by an author: printed in the place of what is planned, as long as they mean what they meant."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.print.book.form_references import faults_of_called
from quarterdeck.print.book.plan import Planned, plan
from quarterdeck.prose.overrides.markdown import Interpolated, Link, passages
from quarterdeck.prose.overrides.override_faults import faults_of_tellings
from quarterdeck.prose.overrides.override_writer import book_writer, side_by_side
from quarterdeck.prose.text.blocks import Entries, Grid, Narrow, Prose, Section, Steps
from quarterdeck.prose.text.outline import written
from quarterdeck.prose.text.runs import plain

SMALL = Path(__file__).parents[2] / "games" / "snowballs"
RULE = "throwing.throw"
TOLD = f"""told: snowballs
rules:
  {RULE}:
    title: Throwing
    text: |
      Roll for a **hit** as [far as it goes](throwing.reach), and apply:
      - {{throwing.throw.aim.*}}
  throwing.reach:
    term: range of {{child}}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Give the small game, in which a rule is told and accepted."""
    folder = tmp_path / "snowballs"
    shutil.copytree(SMALL, folder)
    (folder / "told.yaml").write_text(TOLD, "utf-8")
    assert main(["accept", str(folder)]) == 0
    return folder


def change(game: Path, before: str, after: str, file: str = "rules/throwing.rules") -> None:
    text = (game / file).read_text("utf-8")
    assert before in text
    (game / file).write_text(text.replace(before, after), "utf-8")


def sections(planned: Planned) -> Iterator[Section]:
    waiting = [page.section for page in planned.book.pages]
    while waiting:
        section = waiting.pop(0)
        yield section
        waiting += section.sections


def told(game: Path) -> str:
    section = book_writer(Ruleset.open(str(game))).section(RULE)
    assert section is not None
    return written(section)


def test_what_is_told_is_printed_with_what_it_takes_from_the_rule(game):
    lines = told(game).splitlines()
    assert lines[0] == "Throwing"
    assert any(line.startswith("Roll for a hit as far as it goes, and apply:") for line in lines)
    assert any("halve the total" in line or "+1" in line for line in lines)


def test_a_short_name_is_said_wherever_its_rule_is(game):
    writer = book_writer(Ruleset.open(str(game)))
    assert writer.said("throwing.reach").startswith("The range of a child is")


def test_what_means_something_else_is_printed_from_its_nodes_and_marked(game):
    change(game, "title: Throwing", "title: Throwing snow", "told.yaml")
    assert told(game).startswith("Throwing snow")
    change(game, "success when total >= 5", "success when total >= 4")
    ruleset = Ruleset.open(str(game))
    assert book_writer(ruleset).untold == {RULE}
    assert "Roll for a hit" not in told(game)
    planned = plan(ruleset)
    section = next(one for one in sections(planned) if one.place and one.place.address == RULE)
    assert "\N{DOUBLE DAGGER}" in section.marks.cites
    doubts = next(page for page in planned.book.pages if page.name == "untold")
    assert doubts.part == "appendix"
    assert main(["check", str(game)]) == 0
    assert main(["check", str(game), "--release"]) == 1


def test_a_modifier_more_is_printed_and_changes_nothing_that_is_told(game):
    variant = game / "variants" / "windy"
    (variant / "rules").mkdir(parents=True)
    head = "variant: windy\nextends: snowballs\ntitle: Wind\n"
    (variant / "variant.yaml").write_text(head, "utf-8")
    rules = 'rules windy "Wind" topic wind\n"It blows."\n\nadd modifier throwing.throw.aim.wind: -1 "in the wind"\n'
    (variant / "rules" / "windy.rules").write_text(rules, "utf-8")
    ruleset = Ruleset.open(f"{game}+windy")
    writer = book_writer(ruleset)
    assert writer.untold == frozenset()
    section = writer.section(RULE)
    assert section is not None
    assert "in the wind" in written(section)
    assert "Roll for a hit" in written(section)


def test_an_arc_is_told_with_its_degrees(game):
    change(game, "and apply:", "to whoever is {arcs.beside}, and apply:", "told.yaml")
    assert "to whoever is to the side (from 60° to 120° off straight ahead, on either side), and" in told(game)


def test_the_glossary_leaves_out_an_arc_that_one_of_its_words_tells(game):
    prose = "  throwing.is_hidden:\n    title: Cover\n    text: A wall hides nobody {arcs.beside}.\n"
    (game / "told.yaml").write_text(TOLD + prose, "utf-8")
    assert main(["accept", str(game)]) == 0
    glossary = next(page for page in plan(Ruleset.open(str(game))).book.pages if page.name == "glossary")
    lines = [plain(point.text) for block in glossary.section.blocks for point in getattr(block, "points", ())]
    assert [line for line in lines if "60° to 120°" in line] == [
        "Cover: A wall hides nobody to the side (from 60° to 120° off straight ahead, on either side)."
    ]


def test_a_glossary_entry_that_leaves_something_out_says_so(game):
    prose = "  throwing.is_hidden:\n    title: Cover\n    text: |\n      A wall hides.\n\n      A bush does not.\n"
    (game / "told.yaml").write_text(TOLD + prose, "utf-8")
    assert main(["accept", str(game)]) == 0
    glossary = next(page for page in plan(Ruleset.open(str(game))).book.pages if page.name == "glossary")
    lines = [plain(point.text) for block in glossary.section.blocks for point in getattr(block, "points", ())]
    assert "Cover: A wall hides. \N{HORIZONTAL ELLIPSIS}" in lines


def test_a_told_phase_says_itself_when_its_effects_count_and_a_name_begins_a_sentence_large(game):
    prose = "They throw. {reaches} tells how far.\n\n      - {reaches} does."
    text = f"told: snowballs\nrules:\n  turn.throwing:\n    text: |\n      {prose}\n"
    (game / "told.yaml").write_text(text, "utf-8")
    phase = book_writer(Ruleset.open(str(game))).section("turn.throwing")
    assert phase is not None
    assert not phase.prose("note")
    assert [plain(point.text) for passage in phase.steps for point in passage.points] == [
        "They throw. The table How far children throw tells how far.",
        "The table How far children throw does.",
    ]


CELLS = """
  cold_dice: {head: What is rolled, cells: {..1: one small die}}
  throwing.frozen_hands: {title: Cold hands, text: The players may agree on 0 in the place of -1.}
"""


def test_cells_of_a_table_and_an_option_are_told_until_they_mean_something_else(game):
    (game / "told.yaml").write_text(f"{TOLD}{CELLS}", "utf-8")
    assert main(["accept", str(game)]) == 0
    writer = book_writer(Ruleset.open(str(game)))
    table, option = writer.section("cold_dice"), writer.section("throwing.frozen_hands")
    assert table is not None
    assert table.grid is not None
    assert option is not None
    assert [plain(words) for words in table.grid.heads] == ["Frost", "What is rolled"]
    assert [plain(row.cells[1].text) for row in table.grid.rows] == ["one small die", "d6", "2d6"]
    assert [plain(option.title), *(plain(point.text) for point in option.points)] == [
        "Cold hands",
        "The players may agree on 0 in the place of -1.",
    ]
    whole, row = (side_by_side(Ruleset.open(str(game)), address) for address in ("cold_dice", "cold_dice...1"))
    assert [line for line in whole.splitlines() if line.startswith("Up to 1")] == [
        "Up to 1 | one small die",
        "Up to 1 | d4",
    ]
    assert row == "Prose override:\n\nUp to 1 | one small die\n\nGenerated:\n\nUp to 1 | d4"
    change(game, "..1: d4", "..1: d3", "tables/cold_dice.yaml")
    writer = book_writer(Ruleset.open(str(game)))
    section = writer.section("cold_dice")
    assert writer.untold == {"cold_dice"}
    assert writer.count()["untold"] == 1  # a table, which is no rule
    assert section is not None
    assert section.grid is not None
    assert plain(section.grid.rows[0].cells[1].text) == "d3"


@pytest.mark.parametrize(
    ("before", "after", "code", "place"),
    [
        ("..1: one", "..2: one", "QD702", ""),
        ("one small die", "17 small dice", "QD703", "17 small dice"),
        ("one small die", "d6", "QD703", "d6"),  # which is in the cell below
        ("one small die", "7H of snow", "QD703", "7H of snow"),
        ("one small die", "1-7", "QD703", "1-7"),
    ],
)
def test_what_is_wrong_with_a_told_cell_is_found(game, before, after, code, place):
    (game / "told.yaml").write_text(f"{TOLD}{CELLS}".replace(before, after), "utf-8")
    found = faults_of_tellings(Ruleset.open(str(game)).checked)
    assert [finding.code for finding in found] == [code]
    assert next(iter(found)).span.text.strip('"') == place or not place


def test_what_the_prose_says_is_left_out_of_all_below_and_stays_pinned(game):
    said = "    says: [aim.known]\n    text: |"
    change(game, "    text: |", said, "told.yaml")
    assert main(["accept", str(game)]) == 0
    assert "at the same child again" not in told(game)
    assert "at a far target" in told(game)
    change(game, "modifier known: +1", "modifier known: +2")
    assert book_writer(Ruleset.open(str(game))).untold == {RULE}


def test_what_is_told_holds_with_an_option_and_without_it(game):
    change(game, "option high_walls: boolean = no", "option high_walls: boolean = yes")
    assert book_writer(Ruleset.open(str(game))).untold == set()


def test_untold_prints_every_rule_from_its_nodes(game):
    planned = plan(Ruleset.open(str(game)), told=False)
    assert planned.arranger.writer.count()["told"] == 0
    assert all("Roll for a" not in plain(section.title) for section in sections(planned))


def test_both_are_shown_side_by_side(game, capsys):
    shown = side_by_side(Ruleset.open(str(game)), RULE)
    assert shown.index("Prose override") < shown.index("Generated")
    assert main(["show", str(game), RULE, "--stage", "english"]) == 0
    assert "Generated" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("throwing.throw:", "throwing.thraw:", "QD702"),
        ("(throwing.reach)", "(throwing.reech)", "QD702"),
        ("{child}", "{boy}", "QD702"),
        ("    title: Throwing", "    says: [aim.fog]\n    title: Throwing", "QD702"),
        ("Roll for a", "Roll 17 dice for a", "QD703"),
        ("Roll for a", "Roll eleven dice for a", "QD703"),
    ],
)
def test_what_is_wrong_with_a_telling_is_found_with_its_place(game, before, after, code):
    change(game, before, after, "told.yaml")
    found = list(faults_of_tellings(Ruleset.open(str(game)).checked))
    assert [finding.code for finding in found] == [code]
    assert found[0].span.file.path.endswith("told.yaml")


def test_a_figure_in_the_words_of_what_a_rule_names_may_be_told(game):
    """Whose words have a figure may be told with it, and with no other."""
    change(game, "gather: gathering snow", "gather: gathering 77-fold", "components.yaml")
    telling = "  throwing.take_aim:\n    text: One that is to gather 77-fold is cheered, not 88-fold.\n"
    change(game, "  throwing.reach:\n", f"{telling}  throwing.reach:\n", "told.yaml")
    found = faults_of_tellings(Ruleset.open(str(game)).checked)
    assert [one.message for one in found] == ["`88` does not occur in the described rules"]


def test_every_part_of_a_told_rule_can_be_led_to(game):
    planned = plan(Ruleset.open(str(game)))
    declared = planned.arranger.declared
    assert declared.tables
    section = next(one for one in sections(planned) if one.place and one.place.address == RULE)
    points = [point for block in section.blocks for point in getattr(block, "points", ())]
    known = {one.address for top in points for point in top.walk() for one in (point, *point.within)}
    parts = {one for one in planned.arranger.writer.elements if one.startswith(f"{RULE}.")}
    assert parts
    assert parts <= known


def test_prose_is_paragraphs_lists_and_steps():
    read = passages("It is so:\n- one [word](a.b)\n  goes on\n- {a.c.*}\n\nThen\n\n1. this\n   - deep\n2. that\n")
    assert [(one.sort, len(one.items)) for one in read] == [("prose", 1), ("prose", 1), ("steps", 2)]
    below = read[0].items[0].below[0]
    assert [one.sort for one in read[0].items[0].below] == ["list"]
    assert Link("word", "a.b") in below.items[0].pieces
    assert below.items[1].pieces == (Interpolated("a.c", below=True),)
    assert read[2].items[0].below[0].sort == "list"


def test_a_chapter_begins_with_what_is_told_of_it(game):
    more = 'chapters: {throwing: {title: Snow flies, text: "One.\\n\\nTwo\\nlines."}}\n'
    (game / "told.yaml").write_text(f"{TOLD}{more}", "utf-8")
    chapter = book_writer(Ruleset.open(str(game))).chapter("throwing")
    assert (plain(chapter.title), [plain(words) for words in chapter.prose("lead")]) == (
        "Snow flies",
        ["One.", "Two lines."],
    )


def test_a_variant_tells_a_chapter_before_the_ruleset_below_does(game):
    (game / "told.yaml").write_text(f"{TOLD}chapters: {{snow: {{title: Snow}}}}\n", "utf-8")
    titles = [plain(book_writer(Ruleset.open(name)).chapter("snow").title) for name in (str(game), f"{game}+frosty")]
    assert titles == ["Snow", "Snow on frosty days"]


@pytest.mark.parametrize(
    ("told", "code"), [("flying: {title: Snow flies}", "QD702"), ("throwing: {text: There are 3 of them.}", "QD703")]
)
def test_a_chapter_that_is_not_there_and_a_figure_are_found(game, told, code):
    (game / "told.yaml").write_text(f"{TOLD}chapters: {{{told}}}\n", "utf-8")
    assert [finding.code for finding in faults_of_tellings(Ruleset.open(str(game)).checked)] == [code]


def test_a_scenario_is_told_in_the_place_of_the_facts_that_its_prose_names(game):
    more = (
        'scenarios: {playground: {text: "Frost {frost}, for {turn_limit} turns; {prize} decides. No *gang* is out."}}\n'
    )
    (game / "told.yaml").write_text(f"{TOLD}{more}", "utf-8")
    writer = book_writer(Ruleset.open(str(game)))
    told = next(one for one in writer.scenarios() if one.address == "scenarios.playground")
    prose, rest = told.steps
    assert plain(prose.points[0].text) == "Frost 2, for 12 turns; the last gang outdoors wins decides. No gang is out."
    assert [plain(point.text).partition(":")[0] for point in rest.points] == [
        "The board has 14 columns and 14 rows of hexes, counted from 0.",
        "The snow of the day",
        "The option High walls is not in use.",
        "A name followed by “as Fritz” or the like has the figures of the one named there.",
        "Before the first turn",
    ]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("meadow: {text: There is one.}", "QD702"),
        ("playground: {text: 'The frost is {forst}.'}", "QD702"),
        ("playground: {text: 'Frost [bites](snow.bite).'}", "QD702"),
        ("playground: {text: It lasts 12 turns.}", "QD703"),
    ],
)
def test_a_scenario_or_fact_that_is_not_there_and_a_figure_are_found(game, told, code):
    (game / "told.yaml").write_text(f"{TOLD}scenarios: {{{told}}}\n", "utf-8")
    assert [finding.code for finding in faults_of_tellings(Ruleset.open(str(game)).checked)] == [code]


def reference(planned: Planned) -> list[str]:
    """Give what the quick reference says, a line each."""
    page = next(page for page in planned.book.pages if page.name == "reference")
    found: list[str] = []
    waiting: list[object] = [*page.section.blocks]
    while waiting:
        match waiting.pop(0):
            case Narrow(blocks=inner):
                waiting[:0] = inner
            case Prose(text=words):
                found.append(plain(words))
            case Steps(points=points):
                found += [plain(point.text) for top in points for point in top.walk()]
            case Grid(caption=caption, notes=notes):
                found += map(plain, (caption, *notes))
    return found


def test_the_quick_reference_says_a_roll_as_the_book_does(game):
    lines = reference(plan(Ruleset.open(str(game))))
    at = len(lines) - lines[::-1].index("Throwing") - 1
    assert lines[at + 1] == "Roll for a hit as far as it goes, and apply:"
    assert any(line.startswith("−1 at a far target") for line in lines[at + 2 : at + 9])


def test_the_quick_reference_has_a_told_roll_without_modifiers_and_the_notes_of_tables():
    """Whoever plays from the sheet needs the roll, and what a table does not say itself."""
    lines = reference(plan(Ruleset.open("ships_and_sails")))
    assert lines[lines.index("Rolling to hit") + 1].startswith("Roll a d10.")
    assert any("before the broadsides" in line for line in lines[lines.index("Critical hits") :])


@pytest.mark.parametrize(("marks", "bulleted"), [(("- ", "- "), True), (("1. ", "2. "), False)])
def test_a_list_with_which_a_definition_begins_keeps_its_marks(game, marks, bulleted):
    text = "".join(
        f"      {mark}{words}\n" for mark, words in zip(marks, ("Mind the wind.", "Throw far."), strict=True)
    )
    (game / "told.yaml").write_text(f"{TOLD}    title: Reach\n    text: |\n{text}", "utf-8")
    planned = plan(Ruleset.open(str(game)))
    lists = [block for section in sections(planned) for block in section.blocks if isinstance(block, Entries)]
    entry = next(one for block in lists for one in block.entries if one.place and one.place.address == "throwing.reach")
    assert not entry.text
    steps = entry.blocks[0]
    assert isinstance(steps, Steps)
    assert steps.bulleted is bulleted
    assert [plain(point.text) for point in steps.points] == ["Mind the wind.", "Throw far."]


OF_A_VARIANT = """variant: easy
extends: snowballs
title: Easy
source: {document: notebook, place: page fifteen}
"""
EASY = """rules easy "Easy" cites "page fifteen" topic wind
"It is easy."

remove modifier throwing.throw.aim.known

amend case throwing.dice_of.strong: 2 if child.arm >= 3
"""


def easy(game: Path, below: str = "", own: str = "") -> str:
    """Give the game under a house rule; `below` is told by the game, `own` by the house rule."""
    (game / "told.yaml").write_text(f"told: snowballs\n{below}", "utf-8")
    (game / "told.lock").unlink()
    assert "rules:" not in below or main(["accept", str(game)]) == 0
    variant = game / "variants" / "easy"
    variant.mkdir()
    (variant / "variant.yaml").write_text(OF_A_VARIANT, "utf-8")
    (variant / "easy.rules").write_text(EASY, "utf-8")
    (variant / "told.yaml").write_text(f"told: easy\n{own}", "utf-8")
    return f"{game}+easy"


def test_what_a_house_rule_makes_otherwise_is_printed_from_its_nodes_and_is_no_fault(game):
    below = """rules:
  throwing.throw: {text: "Roll for a hit, and apply {throwing.throw.aim.known}."}
  throwing.dice_of: {text: "Two with an arm of 3.5 or more, else 1."}
  throwing.reach: {text: "Far, as [arms](throwing.bonus) go. Not [at the same child](throwing.throw.aim.known)."}
"""
    ruleset = Ruleset.open(easy(game, below))
    assert not faults_of_tellings(ruleset.checked)
    assert book_writer(ruleset).untold == {"throwing.throw", "throwing.dice_of", "throwing.reach"}
    assert any(page.name == "untold" for page in plan(ruleset).book.pages)


@pytest.mark.parametrize(
    "own",
    [
        "rules: {throwing.thraw: {title: Throwing}}",
        "rules: {throwing.throw: {says: [aim.known]}}",
        "rules: {throwing.throw: {text: 'See {throwing.throw.aim.known}.'}}",
        "rules: {cold_dice: {cells: {..2: one}}}",
        "chapters: {flying: {title: Flight}}",
        "scenarios: {meadow: {text: There is one.}}",
        "examples: {a_god_throw: {omit: yes}}",
    ],
)
def test_a_name_in_a_variants_own_file_that_means_nothing_is_found_there(game, own):
    found = list(faults_of_tellings(Ruleset.open(easy(game, own=own)).checked))
    assert [(one.code, one.span.file.path) for one in found] == [("QD702", "easy/told.yaml")]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("1. Go to line\n300. All do.\n", ["300."]),
        ("2. Go.\n", ["2."]),
        ("- Go.\n1. Stay.\n", ["1."]),
        ("It is line\n300. All go.\n\n1. Go to line\n   300. All do.\n1. Stay.\n", []),
    ],
)
def test_a_line_that_is_read_as_a_step_and_is_none_is_found(game, text, marks):
    lines = "".join(f"      {line}\n" for line in text.splitlines())
    (game / "told.yaml").write_text(f"told: snowballs\nrules:\n  {RULE}:\n    text: |\n{lines}", "utf-8")
    found = [one for one in faults_of_tellings(Ruleset.open(str(game)).checked) if one.code != "QD703"]
    assert [(one.code, one.span.text) for one in found] == [("QD711", mark) for mark in marks]


def test_a_scenario_says_what_is_done_first_only_where_somebody_does_something(game):
    change(game, "    for each child in outdoors(side)\n        do make_snowball(child)\n", "", "rules/muster.rules")
    lines = [plain(one.text) for told in book_writer(Ruleset.open(str(game))).scenarios() for one in told.points]
    assert lines
    assert not [line for line in lines if line.startswith("Before the first turn")]


def test_a_word_for_a_form_that_no_rule_says_is_found(game):
    change(game, "called: [comfort]", "called: [comfort, comfrot]", "components.yaml")
    found = list(faults_of_called(Ruleset.open(str(game))))
    assert [(one.code, one.span.text, one.hint) for one in found] == [("QD449", "comfrot", "did you mean `comfort`?")]
    assert main(["check", str(game)]) == 1


def test_a_scenario_that_lost_a_fact_under_a_variant_is_told_as_it_is(game):
    told = "scenarios: {playground: {text: 'Frost {frost}, and high walls: {high_walls}.'}}\n"
    name = easy(game, told)
    words = (game / "scenarios" / "playground.yaml").read_text("utf-8").replace("options: {high_walls: no}\n", "")
    (game / "variants" / "easy" / "playground.yaml").write_text(f"{words}replaces: yes\n", "utf-8")
    ruleset = Ruleset.open(name)
    assert not faults_of_tellings(ruleset.checked)
    scenario = next(one for one in book_writer(ruleset).scenarios() if one.address == "scenarios.playground")
    assert not scenario.is_told


def test_what_stands_in_a_cell_of_a_table_is_said_at_its_address(game):
    """Of a row with several cells its name is said, as the book prints it; also where a row has no end."""
    text = "A calm child throws {reaches.calm.4+} far, or {reaches.calm...1}; see {splashes.8+}, {cold_dice.4+}."
    prose = f"{text} [The last](splashes.8+)."
    (game / "told.yaml").write_text(f'told: snowballs\nrules:\n  {RULE}:\n    text: "{prose}"\n')
    ruleset = Ruleset.open(str(game))
    assert not faults_of_tellings(ruleset.checked)
    assert main(["accept", str(game)]) == 0
    said = told(game)
    assert "throws 5 far, or 6; see What a snowball does: 8+, 2d6. The last." in said
    (game / "told.yaml").write_text(f'told: snowballs\nrules:\n  {RULE}:\n    text: "See {{reaches.calm.5+}}."\n')
    assert [one.code for one in faults_of_tellings(Ruleset.open(str(game)).checked)] == ["QD702"]
