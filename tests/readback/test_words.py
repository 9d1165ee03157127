"""The English of the books is spelt and put together rightly: lints, and every word is the ruleset's own or known.

`words.txt` has the words that the catalogue puts in, each once looked up in a dictionary; `inflected.txt` those that
no ruleset writes and no catalogue has: plurals and forms of verbs that were made of a ruleset's words, each read once.
`pytest tests/readback/test_words.py -m "soak or not soak" --record` writes both anew: read the difference, keep it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.english.phrases import PATTERNS
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.readback.books import SHIPPED, SMALL, opened
from tests.readback.lints import Lints

FOLDER = Path(__file__).parent
CATALOGUE, INFLECTED = FOLDER / "words.txt", FOLDER / "inflected.txt"
WORD = re.compile(r"[A-Za-z]+")
ALLOWED = (
    "only levels above it have",
    "the fires aboard it are",
    "Four beside it are",
    "Those beside it are",
    "each the other where there is none",
    "Each that still can fires",
    "the aspect that that ship shows",
    "Size A overwhelmed",
    "each ship in action that can lowers its boats",
    "Size Class A or",
    "Size Class A and",
)
"""What is right although it looks wrong."""


@cache
def texts(game: str, whole: bool = False) -> tuple[str, ...]:
    """Give what a book says, from its nodes and as it is told; of its examples only where the whole is wanted."""
    ruleset = opened(game)
    writer, teller = EnglishWriter(ruleset.checked), book_writer(ruleset)
    groups = [writer.chapters(), writer.loose_tables(), writer.things(), writer.rulings(), writer.scenarios()]
    groups += [writer.missing(), tuple(filter(None, map(teller.section, teller.tales)))]
    groups += [writer.examples()] if whole else []
    sections = (inner for group in groups for section in group for inner in section.walk())
    return tuple(dict.fromkeys(plain(text) for section in sections for text in section.texts()))


def several(ruleset: Ruleset) -> dict[str, str]:
    """Give the words of a ruleset for one of its things, with those for several."""
    kinds = ruleset.declared.kinds.values()
    found = {kind.one.replace("_", " "): kind.many.replace("_", " ") for kind in kinds if kind.one and kind.many}
    return {one: many for one, many in found.items() if inflect.is_plural(many.split(" ")[-1])}


def faults(game: str, whole: bool) -> list[str]:
    """Give all that is wrong with the English of a game."""
    lints = Lints(several(opened(game)), ALLOWED)
    known = words_of_the_catalogue() | own_words(game) | set(INFLECTED.read_text("utf-8").split())
    return [
        *(fault for text in texts(game, whole) for fault in lints.faults(text)),
        *(f"not in the list: {word}" for word in sorted(made_words(game, whole) - known)),
    ]


@pytest.mark.parametrize("game", [*SMALL, *SHIPPED])
def test_the_english_of_a_game_is_put_together_and_spelt_rightly(game: str) -> None:
    assert faults(game, whole=False) == []


@pytest.mark.soak
@pytest.mark.parametrize("game", [*SMALL, *SHIPPED])
def test_the_english_of_all_examples_is_put_together_and_spelt_rightly(game: str) -> None:
    assert faults(game, whole=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "The the child throws.",
        "A apple is thrown.",
        "Roll a d6 , and add 1.",
        "The reach (at most 9 is 4.",
        "A child may throws.",
        "It have gone home.",
        "Do this for two child.",
        "Each children throws.",
        "It is done..",
    ],
)
def test_what_is_put_together_wrongly_is_seen(text: str) -> None:
    assert list(Lints({"child": "children"}).faults(text)) != []


# --- spelling


def words_in(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text.replace("\N{RIGHT SINGLE QUOTATION MARK}s", " "))}


@cache
def own_words(game: str) -> frozenset[str]:
    """Give every word that stands in the files of a ruleset."""
    found: set[str] = set()
    for file in (*opened(game).loaded.files, *opened(game).declared.files_of_figures.values()):
        found |= words_in(file.text.replace("_", " ").replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"))
        found |= words_in(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", file.text))
    return frozenset(found)


def words_of_the_catalogue() -> set[str]:
    """Give the words that the engine puts into books."""
    patterns = (re.sub(r"\{\w*\}", " ", pattern) for pattern in PATTERNS.values())
    numbers = [*inflect.NUMBER_WORDS, *inflect.ORDINALS.values(), *map(inflect.times_word, (1, 2, 3))]
    verbs = [form for verb, forms in inflect.AUXILIARIES.items() for form in (verb, *forms)]
    return {word for text in (*patterns, *numbers, *verbs) for word in words_in(text)}


def made_words(game: str, whole: bool) -> set[str]:
    """Give the words of a book that neither the ruleset nor the catalogue has."""
    found = {word for text in texts(game, whole) for word in words_in(text)}
    return found - own_words(game) - words_of_the_catalogue()


def test_every_word_of_the_catalogue_is_spelt_as_in_the_list(request: pytest.FixtureRequest) -> None:
    found = sorted(words_of_the_catalogue())
    if request.config.getoption("--record"):
        CATALOGUE.write_text("\n".join(found) + "\n", "utf-8")
    assert found == CATALOGUE.read_text("utf-8").split()


@pytest.mark.soak
def test_no_word_is_in_the_list_that_no_book_has(request: pytest.FixtureRequest) -> None:
    found = sorted(set().union(*(made_words(game, whole=True) for game in (*SMALL, *SHIPPED))))
    if request.config.getoption("--record"):
        INFLECTED.write_text("\n".join(found) + "\n", "utf-8")
    assert found == INFLECTED.read_text("utf-8").split()
