"""A book is for players first: what they need stands in front, what only the curious want behind a page of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.print.book.build import build
from quarterdeck.print.book.index_words import NUMBER, entry_of, index_of
from quarterdeck.print.book.plan import Planned, plan
from quarterdeck.print.book.print_options import PARTS, PageLook, WantedParts
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.text.blocks import Block, Box, Drawing, Entries, Grid, LinkTarget, Page, Prose, Section, Steps
from quarterdeck.prose.text.runs import plain, text

REGATTA = Path(__file__).parents[2] / "games" / "regatta"
SMALL = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture(scope="module")
def planned() -> Planned:
    return plan(Ruleset.open(str(SMALL)))


def test_a_book_says_of_rights_what_its_ruleset_says_and_nothing_else(tmp_path):
    game = tmp_path / "snowballs"
    copytree(SMALL, game)
    head = game / "ruleset.yaml"
    lines = head.read_text("utf-8").splitlines(keepends=True)
    head.write_text("".join(line for line in lines if not line.startswith("rights:")), "utf-8")
    reading = next(page.section for page in plan(Ruleset.open(str(game))).book.pages if page.name == "reading")
    assert "Rights" not in [plain(one.title) for one in reading.sections]
    head.write_text(f"{head.read_text('utf-8')}rights: It is ours, and free to copy.\n", "utf-8")
    reading = next(page.section for page in plan(Ruleset.open(str(game))).book.pages if page.name == "reading")
    (said,) = next(one for one in reading.sections if plain(one.title) == "Rights").blocks
    assert isinstance(said, Prose)
    assert plain(said.text) == "It is ours, and free to copy."


def sections(planned: Planned, *, appendices: bool) -> Iterator[Section]:
    waiting = [page.section for page in planned.book.pages if (page.part == "appendix") == appendices]
    while waiting:
        section = waiting.pop(0)
        yield section
        waiting += section.sections


def answers(section: Section) -> list[list[str]]:
    """Give the paragraphs of each ruling of a list."""
    every = [entry for block in section.blocks if isinstance(block, Entries) for entry in block.entries]
    return [[plain(block.text) for block in entry.blocks if isinstance(block, Prose)] for entry in every]


def test_appendices_stand_last_behind_a_page_that_names_them(planned):
    parts = [page.part for page in planned.book.pages]
    first = parts.index("appendix")
    assert set(parts[first:]) == {"appendix"}
    cover = planned.book.pages[first].section
    assert cover.opens_page
    named = [plain(point.text) for block in cover.blocks for point in getattr(block, "points", ())]
    assert named == [plain(page.section.title) for page in planned.book.pages[first + 1 :]]


def test_advice_to_programs_is_for_the_curious(planned):
    advised = [rule.module for rule in planned.arranger.declared.rules.values() if rule.sort == "advice"]
    assert advised
    shown = {section.place.address for section in sections(planned, appendices=False) if section.place}
    advice = {rule.site_address for rule in planned.arranger.declared.rules.values() if rule.sort == "advice"}
    assert not shown & advice


def test_a_number_with_a_name_stands_in_its_sentence_and_in_a_list(planned):
    numbers = planned.arranger.selection.numbers
    assert numbers
    listed = next(page for page in planned.book.pages if page.name == "numbers")
    grid = listed.section.blocks[-1]
    assert [row.address for row in grid.rows] == list(numbers)
    for section in sections(planned, appendices=False):
        assert section.place is None or section.place.address not in numbers


def test_an_arc_of_which_a_rule_speaks_stands_in_the_glossary(planned):
    glossary = next(page for page in planned.book.pages if page.name == "glossary")
    lines = [plain(point.text) for block in glossary.section.blocks for point in getattr(block, "points", ())]
    assert "To the side: from 60° to 120° off straight ahead, on either side." in lines
    assert all(": " in line for line in lines)  # each says what it means


def test_an_entry_of_the_index_keeps_the_word_that_makes_it_the_contrary():
    assert entry_of("no snow in June") == "No snow in June"
    assert entry_of("the number of balls") == "Balls"


def indexed(planned: Planned, said: list[str]) -> dict[str, list[str]]:
    """Give the entries of the index by the paragraphs that they lead to, among others that say nothing."""
    blocks = tuple(
        Prose(text(words), number=str(at)) for at, words in enumerate([*said, *"abcdefghijklmnopqrstuvwxyz"])
    )
    index = index_of([Page("a", Section(text("A"), blocks))], planned.arranger.declared)
    return {target.removeprefix(NUMBER): list(words) for target, words in index.items()}


HEADINGS = "north, northeast, southeast, south, southwest or northwest"


def test_the_index_leads_a_word_to_no_paragraph_that_only_lists_it(planned):
    lies = [f"To the {heading} snow lies." for heading in ("north", "northeast", "southeast", "south")]
    index = indexed(planned, [f"Turn to the {HEADINGS}.", *lies])
    assert "North" in index["1"]
    assert "Southeast" in index["3"]
    assert "0" not in index


def test_the_index_has_no_member_of_a_list_of_whose_others_nothing_is_said(planned):
    """A rule that names the north as an example does not explain what headings there are."""
    assert "1" not in indexed(planned, [f"Turn to the {HEADINGS}.", "To the north snow lies."])


def test_the_index_leads_to_the_section_before_the_chapter_that_is_named_for_it_among_others(planned):
    melting = Section(text("Melting"), place=LinkTarget("thaw.melt", "define", "Melting"))
    chapter = Section(text("Wind and melting"), place=LinkTarget("thaw", "chapter", "Thaw"), sections=(melting,))
    index = index_of([Page("a", chapter)], planned.arranger.declared)
    assert index == {"thaw": ("Wind and melting", "Wind"), "thaw.melt": ("Melting",)}


def test_the_index_has_one_entry_for_one_and_several_of_a_thing(planned):
    chapter = Section(text("Batteries"), place=LinkTarget("guns", "chapter", "Guns"))
    battery = Section(text("Battery"), place=LinkTarget("guns.one", "define", "Battery"))
    index = index_of([Page("a", chapter), Page("b", battery)], planned.arranger.declared)
    assert index == {"guns": ("Batteries",)}


def test_a_clock_says_how_many_beats_it_lasts(planned):
    clocks = [one for one in planned.arranger.writer.things() if one.sort == "clock"]
    said = {plain(point.text) for section in clocks for point in section.points}
    assert said == {"One minute is one turn.", "One spell lasts three turns."}


def test_how_the_book_is_read_says_how_long_a_clock_is_that_is_no_turn(planned):
    """A rule says that something is due in two spells; a minute is a turn of this game."""
    reading = next(page.section for page in planned.book.pages if page.name == "reading")
    signs = [plain(point.text) for block in reading.blocks if isinstance(block, Steps) for point in block.points]
    assert [sign for sign in signs if sign.startswith("One ")] == ["One spell lasts three turns."]


def test_the_book_says_what_is_hidden_and_from_whom():
    written = EnglishWriter(Ruleset.open(str(REGATTA)).checked).hidden()
    assert [plain(point.text) for point in written] == [
        "Keep secret from the other sides, until a rule reveals it: what is in a side’s hand of tricks.",
        "Nobody knows, until a rule reveals it: what is in the trick deck.",
    ]


def test_how_the_book_is_read_says_what_a_side_alone_knows(planned):
    reading = next(page.section for page in planned.book.pages if page.name == "reading")
    signs = [plain(point.text) for block in reading.blocks if isinstance(block, Steps) for point in block.points]
    hidden = (
        "Keep secret from the other sides, until a rule reveals it: a side’s plan and a side’s hunch of its captain."
    )
    assert hidden in signs


def test_the_glossary_says_which_way_a_ladder_goes_that_rules_go_along(planned):
    glossary = next(page.section for page in planned.book.pages if page.name == "glossary")
    terms = [plain(point.text) for block in glossary.blocks if isinstance(block, Steps) for point in block.points]
    ladders = [term for term in terms if term.startswith("Moods")]
    assert ladders == ["Moods: From gloomier to happier: glum, calm and merry. A step beyond either end leads nowhere."]


def test_what_differs_in_a_clock_is_told_as_it_is_declared(planned):
    declared = planned.arranger.declared
    assert text_of(elements(declared)["clocks.spell"]) == "spell: 3 turn"
    assert text_of(elements(declared)["clocks.minute"]) == "minute: turn"


def test_a_rule_has_one_example_beside_it_and_its_others_behind(planned):
    for section in sections(planned, appendices=False):
        boxes = [block for block in section.blocks if isinstance(block, Box) and block.sort == "example"]
        assert len(boxes) <= 1
    behind = next(page for page in planned.book.pages if page.name == "examples")
    assert all(isinstance(block, Box) for block in behind.section.blocks)


@pytest.mark.parametrize(
    ("only", "kept"), [("player", {"front", "rules", "back", "appendix"}), ("appendices", {"appendix"})]
)
def test_one_part_can_be_printed_alone(only, kept, tmp_path):
    planned = plan(Ruleset.open(str(SMALL)), wanted=WantedParts((only,)))
    assert {page.part for page in planned.book.pages} == kept
    printed = build(planned, "snowballs", tmp_path, ["html"])
    assert printed.paths["html"].is_file()


def test_players_have_the_rulings_too_without_what_speaks_for_them(planned):
    """Margins speak of rulings: so a player's book says what each is, and is no longer than that needs."""
    pages = plan(Ruleset.open(str(SMALL)), wanted=WantedParts(("player",))).book.pages
    (short,) = (page.section for page in pages if page.name == "rulings")
    forms, *others = (page for page in pages if page.part == "appendix")
    assert [forms.name, *(page.name for page in others)] == ["forms", "rulings", "missing"]
    assert forms.section.begins_part
    assert not forms.section.opens_page, "what leads to the forms finds room on a page that is there"
    (long,) = (page.section for page in planned.book.pages if page.name == "rulings")
    said, whole = answers(short), answers(long)
    assert len(said) == len(whole) > 2
    for words, (question, answer, *_) in zip(said, whole, strict=True):
        assert words[0].startswith(question)
        assert answer.startswith(words[0].removeprefix(question).strip())
        assert len(words[0]) < len(question) + len(answer)


def test_what_is_for_the_curious_is_printed_where_it_is_asked_for(tmp_path):
    """A book is for players unless somebody asks for more."""
    for name, asked in (("usual", []), ("whole", ["--only", "all"])):
        assert main(["book", str(SMALL), "--format", "html", "--folder", str(tmp_path / name), *asked]) == 0
    usual, whole = ({path.name for path in (tmp_path / name / "html").glob("*.html")} for name in ("usual", "whole"))
    assert {"rules.throwing.html", "rulings.html", "missing.html"} <= usual
    assert {"advice.doctrine.html", "things.html", "examples.html", "numbers.html"} <= whole - usual
    assert usual < whole
    assert WantedParts(("all",)).is_whole


def test_chapters_are_printed_by_name_and_one_scenario_alone(tmp_path):
    planned = plan(Ruleset.open(str(SMALL)), wanted=WantedParts(("rules", "scenarios"), "cousins"))
    assert {page.name for page in planned.book.pages if page.part != "rules"} == {"scenarios"}
    assert any(page.part == "rules" for page in planned.book.pages)
    (one,) = planned.book.pages[-1].section.sections
    assert plain(one.title) == "A visit of cousins"
    usual = build(planned, "usual", tmp_path, ["pdf"]).counts["pages_for_players"]
    large = build(planned, "large", tmp_path, ["pdf"], look=PageLook("a5", large=True, draft=True))
    assert large.counts["pages_for_players"] > 3 * usual // 2


def test_every_part_that_can_be_wanted_is_there(planned):
    """Only what the small game has nothing of is missing: no variant changes it, and nothing is told."""
    names = {page.name for page in planned.book.pages} | {"player", "all", "appendices", "rules"}
    assert set(PARTS) - names <= {"changes", "untold", "workings"}


def test_the_pages_of_both_parts_are_counted(planned, tmp_path):
    counts = build(planned, "snowballs", tmp_path, ["pdf"]).counts
    assert counts["pages_for_players"] > 3
    assert counts["pages_of_appendices"] > 1


def test_nothing_that_the_turn_does_is_lost(planned):
    """A sentence may speak of a rule with a bare verb; the rule is in the player's book all the same."""
    shown = {section.place.address for section in sections(planned, appendices=False) if section.place}
    declared = planned.arranger.declared
    done = {rule.site_address for rule in declared.rules.values() if rule.sort in ("procedure", "effect")}
    assert done - shown == set()


def test_every_paragraph_of_a_section_with_several_is_numbered_behind_it(planned):
    chapters = [page.section for page in planned.book.pages if page.part == "rules"]
    for place, chapter in enumerate(chapters, 1):
        for inner, section in enumerate(chapter.sections, 1):
            said = [number for block in section.blocks for number in numbers_in(block)]
            assert said == [f"{place}.{inner}.{one}" for one in range(1, len(said) + 1)]
            assert section.place is None or planned.numbers[section.place.address] == f"{place}.{inner}"
    assert any(number.count(".") == 2 for number in planned.numbers.values())


def numbers_in(block: Block) -> list[str]:
    entries = [entry.number for entry in getattr(block, "entries", ())]
    if isinstance(block, Drawing):  # pictures are numbered through the book
        return []
    return [number for number in (getattr(block, "number", ""), *getattr(block, "numbers", ()), *entries) if number]


def test_an_index_has_no_names_that_only_authors_know(planned):
    words = [words for entries in planned.index.values() for words in entries]
    assert words
    assert not [word for word in words if "_" in word or "{" in word]
    declared = planned.arranger.declared
    done = [rule for rule in declared.rules.values() if rule.sort in ("procedure", "effect")]
    assert not [rule.name for rule in done if rule.name.replace("_", " ") in words]


def test_an_index_leads_to_chapters_and_tables_and_from_each_word_to_one_place(planned):
    words = [words for entries in planned.index.values() for words in entries]
    assert len(words) == len(set(words))
    assert not [word for word in words if word.startswith("Examples")]
    chapters = [page.section for page in planned.book.pages if page.part == "rules" and page.name != "tables"]
    for chapter in chapters:
        assert entry_of(plain(chapter.title)) in planned.index[chapter.place.address]
    for table in planned.arranger.declared.tables.values():
        assert f"Tables; {entry_of(table.title)}" in planned.index[table.name]


def test_a_turn_of_play_stands_behind_the_rules_that_it_follows():
    pages = plan(Ruleset.open("ships_and_sails"), wanted=WantedParts(("rules",))).book.pages
    boxes = {page.name: [block.place for block in page.section.blocks if isinstance(block, Box)] for page in pages}
    assert [place.address for place in boxes["played"] if place] == ["examples.a_turn_at_sea"]
    assert [page.name for page in pages][-1] == "played"
    assert boxes["rules.turn"] == []


def test_a_row_from_elsewhere_than_its_table_is_said_below_it(planned):
    """The table of splashes is printed; a torn page has its last row."""
    grids = [
        block
        for page in planned.book.pages
        for section in page.section.walk()
        for block in section.blocks
        if isinstance(block, Grid) and block.place is not None and block.place.address == "splashes"
    ]
    notes = [plain(note) for grid in grids for note in grid.notes]
    assert [note for note in notes if note.startswith("Source of the row")] == [
        "Source of the row 8+: Rules of the playground, page six (reconstructed); the page is torn."
    ]
