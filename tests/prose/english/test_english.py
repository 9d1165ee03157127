"""The English of the rules: samples of a snowball fight and of games, and what holds for every sentence.

The samples stand in `english.md`.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.printer import as_text
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.declarations.builtins import BY_NAME, OF_DECKS
from quarterdeck.language.syntax import nodes
from quarterdeck.prose.english import words
from quarterdeck.prose.english.duties import missing_words
from quarterdeck.prose.english.english_writer import EnglishWriter, said
from quarterdeck.prose.english.phrases import PATTERNS
from quarterdeck.prose.english.pronouns import with_pronouns
from quarterdeck.prose.text.blocks import Section
from quarterdeck.prose.text.runs import CODE, Run, filled, plain
from quarterdeck.workspace.pipeline.stages import load
from tests.readback.tables import stretch

PAGE = Path(__file__).parent / "english.md"
SNOWBALLS = str(Path(__file__).parent / "snowballs")
GAMES = (SNOWBALLS, "easyships")
ABSTRACT = {"Node", "Expression", "Statement", "ModifierChange", "PlainType", "Note", "Definition", "Amendment"}


@cache
def writer(game: str) -> EnglishWriter:
    checked = load(game).checked
    assert checked is not None
    return EnglishWriter(checked)


@pytest.fixture(params=GAMES, ids=("snowballs", "easyships"))
def english(request: pytest.FixtureRequest) -> EnglishWriter:
    return writer(request.param)


# --- golden sentences


BLOCK = re.compile(r"^```text (\S+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(PAGE.read_text("utf-8"))


@pytest.mark.parametrize(("game", "address", "text"), BLOCKS, ids=[f"{game}-{address}" for game, address, _ in BLOCKS])
def test_the_page_shows_what_is_said(game: str, address: str, text: str, request: pytest.FixtureRequest) -> None:
    """What the page of samples shows is what the rules say; `--record` writes it anew."""
    told = writer(SNOWBALLS if game == "snowballs" else game).said(address) + "\n"
    if request.config.getoption("--record"):
        opening = f"```text {game} {address}\n"
        page = PAGE.read_text("utf-8").replace(f"{opening}{text}```", f"{opening}{told}```")
        PAGE.write_text(page, "utf-8")
    else:
        assert told == text


# --- what holds for every sentence


def parts_said(game: str) -> set[str]:
    """Give the classes of all nodes in the rules of a game."""
    declared = writer(game).checked.declared
    units: list[nodes.Node] = [unit for module in declared.modules.values() for unit in module.units]
    units += [module.header for module in declared.modules.values() if module.header]
    for table in declared.tables.values():
        for row in table.rows:
            for cell in row.cells:
                units += [*cell.statements, *([cell.value] if cell.value else [])]
    return {type(part).__name__ for unit in units for part in unit.walk()}


def test_every_part_of_the_language_occurs_in_the_small_games() -> None:
    """What is not in the rulesets of these tests is not known to be said; decks are typed in YAML alone."""
    games = Path(__file__).parents[2] / "games"
    found = parts_said(SNOWBALLS) | parts_said(str(games / "snowballs")) | parts_said(str(games / "regatta"))
    found.add("DeckOfType")
    every = {
        name
        for name, kind in vars(nodes).items()
        if isinstance(kind, type) and issubclass(kind, nodes.Node) and not issubclass(kind, nodes.Amendment)
    }
    # where a part is put and what a row is given, which house rules alone say; what something was called before
    never_said = {"WherePut", "RowBlock", "RowCell", "RowCells", "RowValue", "Formerly"}
    assert every - found - ABSTRACT - never_said == set()


def test_nothing_is_shown_as_code(english: EnglishWriter) -> None:
    """A missing word is a finding, and neither game has one."""
    assert as_text(missing_words(english.checked)) == ""
    runs = [run for section in english.all_sections() for text in section.texts() for run in text]
    assert [run.words for run in runs if run.style == CODE] == []


def test_no_name_of_the_code_is_left(english: EnglishWriter) -> None:
    """Names with underscores, addresses and braces are for authors, not for players."""
    faults = [
        plain(text)
        for section in english.all_sections()
        for text in section.texts()
        if re.search(r"\w_\w|[{}]|~", plain(text))
    ]
    assert faults == []


def test_no_word_stands_twice(english: EnglishWriter) -> None:
    """Articles and verbs are not doubled where phrases meet, and no blank is doubled or lost."""
    faults = [
        plain(text)
        for section in english.all_sections()
        for text in section.texts()
        if re.search(r"\b(\w+) \1\b(?! action)|  | [,.;:)]|\( |\b(the|a|an) (the|a|an|its|their)\b", plain(text))
    ]
    assert faults == []


def test_articles_fit_their_nouns(english: EnglishWriter) -> None:
    """`a` and `an` go by the sound of the word behind them."""
    texts = [plain(text) for section in english.all_sections() for text in section.texts()]
    pairs = [found.groups() for text in texts for found in re.finditer(r"\b(an?) (\w[\w-]*)", text)]
    faults = [(article, noun) for article, noun in pairs if article != words.article(noun)]
    assert faults == []


def test_sentences_are_whole(english: EnglishWriter) -> None:
    """A step begins with a capital or a figure and ends with a stop, or with a colon and points below it."""
    faults = []
    for section in english.all_sections():
        for point in section.points:
            for inner in point.walk():
                shown = plain(inner.text)
                if inner.kind in ("modifier", "requirement", "case", "question", "answer", "reason") or not shown:
                    continue
                ends = shown.endswith(":") if inner.points and not inner.after else shown.endswith((".", ":", "?"))
                if not ends or not (shown[0].isupper() or shown[0].isdigit() or shown[0] in "(−"):
                    faults.append(shown)
    assert faults == []


def test_every_reference_leads_somewhere(english: EnglishWriter) -> None:
    """What a text points to is an element of the ruleset that the book tells."""
    known = english.elements
    targets = {run.to for section in english.all_sections() for text in section.texts() for run in text if run.to}
    assert {target for target in targets if target not in known} == set()
    assert {target for target in targets if english.section(target) is None} == set()


def test_every_rule_is_told(english: EnglishWriter) -> None:
    """Each rule, option, table and phase is a section of some chapter, with words of its own."""
    told = {section.address for chapter in english.chapters() for section in chapter.walk()}
    told |= {section.address for section in english.loose_tables()}
    sorts = {"define", "procedure", "effect", "advice", "option", "table", "turn", "phase"}
    wanted = {address for address, element in english.elements.items() if element.sort in sorts}
    assert wanted - told == set()
    assert [address for address in wanted if len(english.said(address)) < 12] == []


def test_every_named_part_can_be_said(english: EnglishWriter) -> None:
    """Modifiers, requirements, cases, rows, cells and fields have English of their own: differences show it."""
    sorts = {"modifier", "require", "case", "choice", "roll", "row", "cell", "field", "step", "ruling", "constant"}
    asked = [address for address, element in english.elements.items() if element.sort in sorts]
    assert [address for address in asked if not english.said(address)] == []
    assert all(english.name_of(address) for address in asked)


def test_said_gives_the_same_as_the_writer() -> None:
    """The one function that other parts call."""
    known = writer(SNOWBALLS)
    assert said(known.checked, "throwing.reach") == known.said("throwing.reach")
    assert said(known.checked, "throwing.nothing_there") == ""


def test_a_missing_phrase_is_a_finding(tmp_path: Path) -> None:
    """A rule without words is told by its name, and reported."""
    (tmp_path / "ruleset.yaml").write_text("ruleset: small\ntitle: Small\n", "utf-8")
    (tmp_path / "rules").mkdir()
    text = 'rules small "Small"\n\ndefine most -> 0..9 = 3\n\nprocedure shout() "all shout"\n    announce "{most}"\n'
    (tmp_path / "rules" / "small.rules").write_text(text, "utf-8")
    checked = load(str(tmp_path)).checked
    assert checked is not None
    assert [finding.message for finding in missing_words(checked)] == ["the book has no words for `most`"]
    assert (main(["check", str(tmp_path)]), main(["check", str(tmp_path), "--release"])) == (0, 1)


@pytest.mark.parametrize(
    ("cap", "told"),
    [("3", "up to 3 in all."), ("shots / 2 rounded down", "(rounded down) in all, though always the first.")],
)
def test_a_number_of_tries_that_may_be_none_is_told_with_the_first(cap: str, told: str, tmp_path: Path) -> None:
    """Whoever rolls has one try, whatever half of one is."""
    (tmp_path / "ruleset.yaml").write_text("ruleset: small\ntitle: Small\ndice: [d20]\n", "utf-8")
    (tmp_path / "rules").mkdir()
    text = (
        'rules small "Small"\n\nprocedure shoot(shots: 1..9) "all shoot"\n    check hit on d20 "a hit"\n'
        f"        success when total <= shots\n        natural 1: success, then again, up to {cap}\n"
    )
    (tmp_path / "rules" / "small.rules").write_text(text, "utf-8")
    checked = load(str(tmp_path)).checked
    assert checked is not None
    assert told in said(checked, "small.shoot")


def test_marks_tell_where_a_rule_comes_from() -> None:
    """Sources, rulings and the options that a rule asks about are at hand for the margin."""
    section = writer(SNOWBALLS).section("throwing.throw")
    assert isinstance(section, Section)
    assert section.marks.cites == ("page one",)
    assert section.marks.options == ("throwing.best_throw", "throwing.slush_counts")
    reach = writer(SNOWBALLS).section("throwing.reach")
    assert reach is not None
    assert reach.marks.rulings == ("S1",)


def test_elements_are_found_once() -> None:
    """The writer's addresses are those of the ruleset."""
    assert writer(SNOWBALLS).elements.keys() == elements(writer(SNOWBALLS).checked.declared).keys()


def test_every_function_of_the_language_has_words() -> None:
    """The catalogue words each of them."""
    assert [name for name in BY_NAME if name not in (*PATTERNS, *OF_DECKS)] == []


# --- the pieces


PLURALS = {
    "child": "children",
    "potato": "potatoes",
    "box of matches": "boxes of matches",
    "battery": "batteries",
    "shoe": "shoes",
}


@pytest.mark.parametrize(("one", "many"), PLURALS.items())
def test_plurals_go_both_ways(one: str, many: str) -> None:
    assert words.plural(one) == many
    assert words.singular(many) == one


def test_a_sentence_about_one_thing_has_pronouns() -> None:
    """Later mentions of the one thing become `it` and `its`; of two things none does."""
    child = Run("the child", entity="child", case="plain")
    of_child = Run("the child’s", entity="child", case="owner")
    other = Run("the other child", entity="other", case="plain")
    assert plain(with_pronouns((child, Run(" throws "), of_child, Run(" snowball")))) == "the child throws its snowball"
    assert (
        plain(with_pronouns((child, Run(" throws "), of_child, Run(" snowball at "), other)))
        == "the child throws the child’s snowball at the other child"
    )


def test_patterns_are_filled_by_name_and_place() -> None:
    assert plain(filled("{0} of {who}", "the reach", who="a child")) == "the reach of a child"


def test_rows_from_below_nothing_are_said_with_a_word(tmp_path: Path) -> None:
    """A dash between numbers would stand behind a minus, or before one; the book says so, and it is read back."""
    game = shutil.copytree(SNOWBALLS, tmp_path / "snowballs")
    chills = "table: chills\ntitle: Chills\nkey: {chill: -9..9 tenths}\ngives: 0..9\nrows: {ROWS}\n"
    rows = "..-5.1: 1, -5--2.5: 2, -2.4-1: 3, 1.1-3: 4, 3.1+: 5"
    (game / "tables" / "chills.yaml").write_text(chills.replace("ROWS", rows), "utf-8")
    checked = load(str(game)).checked
    assert checked is not None
    table = checked.declared.tables["chills"]
    english = EnglishWriter(checked).tables
    printed = [plain(english.stretch(table, 0, row.low, row.high)) for row in table.rows]
    minus = "\N{MINUS SIGN}"
    assert printed[1:4] == [f"{minus}5 to {minus}2.5", f"{minus}2.4 to 1", "1.1\N{EN DASH}3"]
    read = [stretch(words, table.keys[0].type, checked.declared) for words in printed]
    assert read == [(row.low, row.high) for row in table.rows]
