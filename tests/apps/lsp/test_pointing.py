"""What stands at a place: words about it, where it is declared, where it is spoken of, what a file holds."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from quarterdeck.apps.lsp.mention import FUNCTION
from quarterdeck.apps.lsp.open_games import OpenGames
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.declarations.builtins import GATHERINGS
from quarterdeck.language.syntax.grammar import reserved_words
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.ruleset.ruleset import Ruleset

GAMES = Path(__file__).parents[2] / "games"
THROWING = "snowballs/rules/throwing.rules"
ARMS = "long_arms/arms.rules"
HOVER, DEFINITION, REFERENCES = "textDocument/hover", "textDocument/definition", "textDocument/references"


@pytest.fixture
def pointing(editor):
    editor.open(THROWING)
    yield editor
    editor.close(THROWING)


def hover(editor, words, inside=0, path=THROWING):
    found = editor.ask(HOVER, **editor.at(path, words, inside=inside))
    return found and found["contents"]["value"]


def places(found, editor):
    """Give places as paths with the words that stand there."""
    told = []
    for one in found:
        path = one["uri"].removeprefix(editor.folder.resolve().as_uri() + "/")
        start, end = one["range"]["start"], one["range"]["end"]
        line = editor.text(path).split("\n")[start["line"]]
        told.append((path, start["line"] + 1, line[start["character"] : end["character"]]))
    return told


NAME = r"[A-Za-z_]\w*"
PASSED_OVER = r'"[^"]*"|#.*|\b(?:topic|formerly) [\w.]+'


# --- words


def test_the_name_of_a_rule_says_its_text_and_the_printed_sentence(pointing):
    words = hover(pointing, "reach(child) else")
    assert words.startswith("**throwing.reach**, define")
    assert 'define reach(child: Child) -> paces "the reach of {child}"' in words
    printed = said(Ruleset.open(str(GAMES / "snowballs")).checked, "throwing.reach").split("\n")[0]
    assert printed.split("(")[0] in words.replace("\\", "")


def test_a_roll_says_its_dice_and_its_odds_in_a_question(pointing):
    words = hover(pointing, "check aim", inside=7)
    assert "| 6 | 16.67% |" in words
    assert "`aim.successes` in the question `soaked`" in words
    assert "| 1 | 50.00% |" in words


def test_a_roll_of_a_rule_that_others_call_says_its_odds_there(pointing):
    words = hover(pointing, "roll splash", inside=6)
    assert "`hit.splash` in the question `soaked`" in words
    assert "| not rolled | 50.00% |" in words


def test_dice_say_their_totals(pointing):
    words = hover(pointing, "on d6", inside=4)
    assert "on average 3.5" in words
    assert words.count("16.67%") == 6


@pytest.mark.parametrize(
    ("words", "inside", "told"),
    [
        ("child.mood", 7, "**Child.mood**, field: `Mood`"),
        ("child: Child", 0, "**throwing.take_aim.child**, input: `Child`"),
        ("is gather", 4, "**Plan.gather**, member of Plan: `Plan`\n\ngathering snow"),
        ("greatest(", 0, "a function of the language"),
        ("frozen_hands when", 2, "**throwing.frozen_hands**, option"),
        ("splashes[", 1, "**splashes**, table"),
        ("let taken", 5, "local value: `0..6`"),
        ("ruling S3", 8, "**rulings.S3**, ruling"),
        ("game.frost", 6, "**Game.frost**, constant: `0..5`"),
    ],
)
def test_a_name_says_what_it_is(pointing, words, inside, told):
    assert told in hover(pointing, words, inside)


def test_where_there_is_no_name_nothing_is_said(pointing):
    assert hover(pointing, "announce ") is None
    for line, character in ((10**6, 0), (0, 10**6), (2**31 - 1, 2**31 - 1), (1, 3)):
        where = {"textDocument": {"uri": pointing.uri(THROWING)}, "position": {"line": line, "character": character}}
        for method in (HOVER, DEFINITION, "textDocument/documentHighlight"):
            assert not pointing.ask(method, **where)
        assert not pointing.ask(REFERENCES, context={"includeDeclaration": True}, **where)


def test_what_the_book_prints_is_said_also_while_something_is_wrong(pointing):
    text = pointing.text(THROWING)
    pointing.change(THROWING, text.replace("ammunition(child) = 0", "amunition(child) = 0", 1))
    words = hover(pointing, "define reach", inside=8)
    assert "The reach of a child" in words
    pointing.change(THROWING, text)


def test_a_file_that_no_game_has_knows_nothing(editor):
    editor.open("alone.rules", "rules alone\n\noption a: 0..9 = 1\n")
    where = {"textDocument": {"uri": editor.uri("alone.rules")}, "position": {"line": 2, "character": 8}}
    assert editor.ask(HOVER, **where) is None
    assert editor.ask(DEFINITION, **where) == []
    editor.close("alone.rules")


# --- places


def test_a_name_leads_to_where_it_is_declared(pointing):
    def declared(words, inside=0):
        (found,) = places(pointing.ask(DEFINITION, **pointing.at(THROWING, words, inside=inside)), pointing)
        return found[0], found[2]

    assert declared("rivals(child.side)") == ("snowballs/rules/turn.rules", "rivals")
    assert declared("child.mood", 7) == ("snowballs/components.yaml", "mood")
    assert declared("child: Child", 8) == ("snowballs/components.yaml", "Child")
    assert declared("splashes[") == ("snowballs/tables/splashes.yaml", "splashes")
    assert declared("is gather", 4) == ("snowballs/components.yaml", "gather")
    assert declared("ruling S3", 8) == ("snowballs/rulings.yaml", "S3")
    assert declared("set child.target to target", 20)[0] == THROWING


def test_references_are_found_in_rules_documents_and_words_of_rules(pointing):
    found = pointing.ask(
        REFERENCES, context={"includeDeclaration": True}, **pointing.at(THROWING, "check aim", inside=6)
    )
    told = Counter(path for path, _, words in places(found, pointing) if words == "aim")
    assert told[THROWING] == 2
    assert told["snowballs/examples/throwing.yaml"] == 6
    without = pointing.ask(
        REFERENCES, context={"includeDeclaration": False}, **pointing.at(THROWING, "check aim", inside=6)
    )
    assert len(without) == len(found) - 1


def test_an_amendment_leads_to_what_it_amends(editor):
    editor.open(ARMS)
    (found,) = places(editor.ask(DEFINITION, **editor.at(ARMS, "aim.far", inside=5)), editor)
    assert found[2] == "far"
    editor.close(ARMS)


def test_a_local_name_is_marked_in_its_own_rule_alone(pointing):
    found = pointing.ask("textDocument/documentHighlight", **pointing.at(THROWING, "let taken", inside=5))
    assert [one["kind"] for one in found] == [3, 2, 2]


def test_a_file_lists_what_it_holds_part_below_whole(pointing):
    found = pointing.ask("textDocument/documentSymbol", textDocument={"uri": pointing.uri(THROWING)})
    names = [one["name"] for one in found]
    assert names[:4] == ["high_walls", "frozen_hands", "take_aim", "throw"]
    (throw,) = [one for one in found if one["name"] == "throw"]
    (aim,) = throw["children"]
    assert (aim["name"], aim["detail"]) == ("aim", "roll")
    assert [one["name"] for one in aim["children"]][:2] == ["far", "known"]


# --- the whole of a game


@pytest.mark.parametrize("game", ["snowballs", "marbles", "regatta", "tiles", "harbours"])
def test_every_name_in_the_rules_of_a_game_leads_somewhere(game):
    """A name that the checks understand and the index does not is one that the index forgets."""
    workshop = OpenGames()
    path = next((GAMES / game / "rules").glob("*.rules"))
    seen = workshop.seen(path)
    assert seen is not None
    assert seen.ruleset is not None
    words = reserved_words() | set(GATHERINGS) | {"total", "natural", "successes", "success", "side", "turn"}
    own = {element.name for element in elements(seen.ruleset.declared).values()}
    lost = []
    for file, mentions in seen.mentions.by_file.items():
        if not file.path.endswith(".rules"):
            continue
        covered = {one.span.start for one in mentions}
        for line in re.finditer(r"^ .*$", file.text, re.MULTILINE):
            code = re.sub(PASSED_OVER, lambda found: " " * len(found[0]), line[0])
            lost += [
                f"{file.path}: {word[0]} in {line[0].strip()}"
                for word in re.finditer(NAME, code)
                if word[0] in own - words and line.start() + word.start() not in covered
            ]
    assert lost == []
    undeclared = {
        address
        for address in seen.mentions.by_address
        if not address.startswith(FUNCTION) and seen.mentions.declared(address) is None
    }
    assert undeclared == set()
