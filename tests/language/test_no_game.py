"""The interpreter knows no game: no naval word, and no name that a shipped ruleset declares, stands in its files.

Every identifier, terminal, string and comment under `interpreter/` and `grammar/` is split into words; whole names are
compared with those of the rulesets, but for general words, each with the reason why it is one.
"""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.workspace.pipeline import stages
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.ruleset_cache import load_kept

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).resolve().parents[2]
RULESETS = sorted(path.parent.name for path in ROOT.glob("rulesets/*/ruleset.yaml"))

NAVAL = frozenset(
    """
    admiral admirals aft ahoy airstrike amidships anchor armada armor armour ashore battlecruiser battlecruisers
    battleship battleships beam bearings berth bilge boat boats bombardment bow bows bowsprit bridge broadside
    broadsides bulkhead bulkheads cannon cannons capsize capsized carrier carriers commodore convoy corvette
    corvettes cruiser cruisers deck decks destroyer destroyers dreadnought dreadnoughts fathom fathoms flagship
    fleet fleets flooding flotilla flotillas foremast frigate frigates funnel funnels galleon gun gunboat
    gunfire gunner gunnery guns harbor harbour helm helmsman hull hulls jib keel knot knots larboard leeward
    mast masts mizzen naval navies navy ocean pennant periscope plank port quarterdecks raider rigging rudder
    sail sailing sailor sailors sails salvo salvos sea seaman seas ship ships shipyard shoal sink sinking sinks
    sloop sonar squadron squadrons starboard stern submarine submarines sunk tonnage torpedo torpedoed torpedoes
    turret turrets vessel vessels warship warships waterline windward yacht
    """.split()
)

NAVAL_BUT = {
    "armor": "one of the words that are spelt in two ways",
    "armour": "the same, as the British spell it",
    "harbor": "one of the words that are spelt in two ways",
    "harbour": "the same, as the British spell it",
    "port": "at which a server listens",
    "anchor": "where a link leads to, in SVG, HTML and Typst",
    "sunk": "one of the irregular verbs of English",
    "bridge": "Sphinx calls its highlighter so",
    "deck": "what is drawn from without putting back: cards, chits, counters",
    "decks": "the same, several of them",
}
"""Naval words that may stand here as words of something else, with what they mean."""

GENERAL = {
    "american": "one of two spellings of English",
    "british": "one of two spellings of English",
    "calibre": "one of the words that are spelt in two ways",
    "chain": "a function of the standard library that puts lists one behind another",
    "clear": "a method of lists and mappings",
    "conditions": "what must hold, one thing after another",
    "counter": "who counts odds; and in the standard library",
    "course": "how a turn goes on from phase to phase",
    "critical": "the highest level of a log, in the standard library",
    "deck": "what is drawn from without putting back, in the language",
    "defense": "one of the words that are spelt in two ways",
    "depth": "how far one thing stands inside another",
    "drop": "leaves dice of a pool out, in the language",
    "escape": "a function of the standard library that takes signs literally",
    "face": "what a die shows",
    "Game": "the built-in kind of the game itself",
    "feed": "a method of parsers of the standard library",
    "german": "a language of books",
    "heading": "a direction in degrees on a plane; and the head of a table",
    "hex": "a type of the language: one hex of the board",
    "hold": "what a host does with games",
    "largest": "a superlative of English",
    "lay": "what variants are: laid over a ruleset",
    "length": "how many things stand in a row",
    "long": "how far something goes on a drawing, and how many signs it has",
    "lots": "what is drawn, where it is said how many there are of each sort",
    "maker": "what makes pages",
    "modifiers": "what changes a roll, in the language",
    "move": "what a house rule does with a phase, a step or a statement, in the language",
    "moves": "the same, said of a house rule",
    "north": "where every map has its upper edge",
    "number": "a type of the language, and how many",
    "place": "where something stands: on the board, in a file, in a list",
    "planes": "boards without hexes",
    "points": "a measure of printers; and places on a drawing",
    "port": "at which a server listens",
    "primary": "a key of a table in SQL",
    "range": "from where to where a number goes; and a function of Python",
    "rank": "the place of a side in the order of sides",
    "reach": "how far a drawing goes",
    "screen": "what one looks at",
    "sector": "a part of a circle",
    "sent": "what has gone to a seat",
    "side": "one of those who play against each other",
    "Side": "the built-in kind of those who play against each other",
    "sight": "what is sent to a seat: all that it may see",
    "size": "how large a font or a change is",
    "smallest": "a superlative of English",
    "sort": "which of several things something is; and a method of lists",
    "stores": "what keep the bytes of journals",
    "surface": "what a board is drawn on",
    "target": "what an assignment or a link leads to",
    "targets": "what links lead to",
    "type": "what a value may be; and a word of Python",
    "wake": "what a host does with a game that is kept",
    "weight": "how often something comes up, in counting",
    "wish": "what a person asks the others to agree to",
    "work": "the folder in which a book is built",
    "year": "when a document was printed",
}
"""Names of rulesets that are general words, each with the reason why the interpreter may use it."""


def files() -> list[Path]:
    """Give the text files of the interpreter and the grammar that belong to the project."""
    listed = subprocess.run(
        ["git", "ls-files", "interpreter", "grammar"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\n")
    paths = [ROOT / name for name in listed if name] or [
        path for folder in ("interpreter", "grammar") for path in (ROOT / folder).rglob("*") if path.is_file()
    ]
    return [path for path in paths if path.is_file() and path.suffix not in (".pyc", ".png", ".woff2", ".ttf")]


def words_of(text: str) -> Iterator[str]:
    """Split text into words: at blanks, signs, underscores and capitals."""
    return (word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def files_by_room() -> dict[str, list[Path]]:
    """Give the files by the room they are in: a test for each file takes longer to begin than to look at it."""
    found: dict[str, list[Path]] = {}
    for path in files():
        found.setdefault("/".join(Path(shown(path)).parent.parts[:4]), []).append(path)
    return found


@pytest.mark.parametrize("room", files_by_room())
def test_no_naval_word_stands_in_the_interpreter(room):
    found = []
    for path in files_by_room()[room]:
        text = path.read_text("utf-8")
        wrong = (NAVAL - NAVAL_BUT.keys()).intersection(words_of(text))
        found += [
            f"{shown(path)}:{number}: {word}"
            for number, line in enumerate(text.split("\n") if wrong else (), 1)
            for word in wrong.intersection(words_of(line))
        ]
    assert found == []


def declared_in(game: str) -> Declared:
    """Give what a ruleset with its variants declares; whether that is sound is for other tests."""
    loaded = Loaded(game, [], Findings(), below=load_kept(game.partition("+")[0]).below)
    for stage in (stages.read, stages.parse, stages.declare, stages.read_variants_of, stages.lay_variants):
        assert stage(loaded)
    assert loaded.declared is not None
    return loaded.declared


@cache
def names_of_rulesets() -> dict[str, str]:
    """Give every name that a shipped ruleset declares, with what it names."""
    found: dict[str, str] = {}
    for ruleset in RULESETS:
        variants = sorted(path.parent.name for path in ROOT.glob(f"rulesets/{ruleset}/variants/*/variant.yaml"))
        for game in dict.fromkeys((ruleset, "+".join([ruleset, *variants]))):
            declared = declared_in(game)
            for kind in declared.kinds.values():
                found.setdefault(kind.name, f"kind of {ruleset}")
                found |= {name: f"field of {kind.name}" for name in kind.fields if name not in found}
            for enum in declared.enums.values():
                found |= {name: f"member of {enum.name}" for name in enum.members if name not in found}
            found |= {name: "table" for name in declared.tables if name not in found}
            rules = [rule for rule in declared.rules.values() if rule.sort != "advice"]  # it is named by what it is on
            found |= {rule.name: f"rule {rule.address}" for rule in rules if rule.name not in found}
    return found


@cache
def names_in(path: Path) -> tuple[tuple[int, str], ...]:
    """Give identifiers and whole strings of Python, and names and strings of the grammar, with their lines."""
    return tuple(dict.fromkeys(_names_in(path)))


def _names_in(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                yield token.start[0], token.string
            elif token.type == tokenize.STRING:
                yield token.start[0], token.string.strip("\"'frbFRB")
    elif path.suffix == ".lark":
        for number, line in enumerate(text.split("\n"), 1):
            for match in re.finditer(r'"([^"]*)"|\b([A-Za-z_]\w*)\b', line.split("//")[0]):
                yield number, match[1] or match[2]


@pytest.mark.slow
@pytest.mark.parametrize("room", files_by_room())
def test_no_name_of_a_ruleset_stands_in_the_interpreter(room):
    names = names_of_rulesets()
    found = [
        f"{shown(path)}:{number}: {name} ({names[name]})"
        for path in files_by_room()[room]
        for number, name in names_in(path)
        if name in names and name not in GENERAL
    ]
    assert found == []


def test_every_general_word_is_still_needed():
    used = {name for path in files() if path.suffix in (".py", ".lark") for _, name in names_in(path)}
    assert sorted(name for name in GENERAL if name not in names_of_rulesets() or name not in used) == []


def test_the_list_is_long_enough():
    assert len(NAVAL) >= 100
