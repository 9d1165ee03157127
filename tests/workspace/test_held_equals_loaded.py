"""A ruleset that is held while it is edited is at every moment what it would be if it were loaded anew.

Copies of the games are edited at random, one edit after another: numbers, words and ranges are changed, definitions
taken out, doubled under another name and moved, comments and empty lines put in; now and then a file becomes again what
it was. Behind each edit all that is found out by the store is compared with what is found out without it: findings, the
type and the meaning of every node, what timers and choices are known, and where nothing is wrong the program and all
sections of the book.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations.symbol_table import Arc, Constant, Enum, Field, Kind, Option, Rule, Table
from quarterdeck.language.declarations.tracked_reads import said
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import chunks
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.whole_ruleset import definitions
from quarterdeck.program.form.as_json import program_as_json
from quarterdeck.program.lower.ruleset import lower
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.pipeline import stages, variants
from quarterdeck.workspace.pipeline.incremental import IncrementalRuleset
from quarterdeck.workspace.pipeline.load_result import Loaded

pytestmark = pytest.mark.no_cover

GAMES = Path(__file__).parents[1] / "games"
FEWER, FEW, LOT = 1, 8, 300
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
RANGE = re.compile(r"(?<![\w.])\d+\.\.\d+(?![\w.])")
WORD = re.compile(r"[a-z_]{4,}")
DECLARED = Arc | Constant | Enum | Field | Kind | Option | Rule | Table


# --- edits: each takes a text and gives another


def change_number(text: str, chance: random.Random) -> str:
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    at = chance.choice(found)
    return text[: at.start()] + str(max(0, int(at[0]) + chance.choice([-1, 1, 1, 2]))) + text[at.end() :]


def widen_range(text: str, chance: random.Random) -> str:
    found = list(RANGE.finditer(text))
    if not found:
        return text
    at = chance.choice(found)
    low, high = at[0].split("..")
    return f"{text[: at.start()]}{low}..{int(high) + chance.choice([1, 2, 10])}{text[at.end() :]}"


def change_word(text: str, chance: random.Random) -> str:
    found = list(WORD.finditer(text))
    at, other = chance.choice(found), chance.choice(found)
    return text[: at.start()] + chance.choice([other[0], f"{at[0]}s"]) + text[at.end() :]


def rename_everywhere(text: str, chance: random.Random) -> str:
    word = chance.choice(WORD.findall(text))
    return re.sub(rf"\b{word}\b", f"{word}_too", text)


def put_in_a_comment(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(["# a remark", "", "\n# two\n# lines"]))
    return "\n".join(lines)


def of_definitions(change: Callable[[list[str], random.Random], None]) -> Callable[[str, random.Random], str]:
    """Give an edit of the definitions of a file, the header left aside."""

    def edit(text: str, chance: random.Random) -> str:
        places = chunks(text)
        if len(places) < 3:
            return text
        head, rest = text[: places[1][0]], [text[start:end] for start, end in places[1:]]
        change(rest, chance)
        return head + "".join(rest)

    return edit


def take_out(parts: list[str], chance: random.Random) -> None:
    del parts[chance.randrange(len(parts))]


def put_in_another(parts: list[str], chance: random.Random) -> None:
    part = chance.choice(parts)
    parts.append("\n" + re.sub(r"^(define|procedure|effect) (\w+)", r"\1 \2_again", part))


def move(parts: list[str], chance: random.Random) -> None:
    part = parts.pop(chance.randrange(len(parts)))
    parts.insert(chance.randrange(len(parts) + 1), part)


EDITS: tuple[Callable[[str, random.Random], str], ...] = (
    change_number,
    change_number,
    change_number,
    widen_range,
    change_word,
    rename_everywhere,
    put_in_a_comment,
    of_definitions(take_out),
    of_definitions(put_in_another),
    of_definitions(move),
)


def edits(folder: Path, chance: random.Random) -> Iterator[str]:
    """Edit one file after another; give each time what was done."""
    files = sorted(
        path for path in folder.rglob("*") if path.suffix in (".rules", ".yaml") and "examples" not in path.parts
    )
    texts = {path: path.read_text("utf-8") for path in files}
    changed: list[Path] = []
    while True:
        if changed and chance.random() < 0.5:
            path = changed.pop(chance.randrange(len(changed)))
            path.write_text(texts[path], "utf-8")
            yield f"{path.name} as it was"
            continue
        rules = [file for file in files if file.suffix == ".rules"]
        path = chance.choice(rules if chance.random() < 0.8 else files)
        edit = chance.choice(EDITS if path.suffix == ".rules" else EDITS[:6])
        path.write_text(edit(path.read_text("utf-8"), chance), "utf-8")
        if path not in changed:
            changed.append(path)
        yield f"{path.name}: {getattr(edit, '__name__', 'edit')}"


# --- what is compared


def meant(part: Any) -> Any:
    """Give what a node means, with nodes by their places and declared things by what they say."""
    match part:
        case nodes.Node():
            return part.span
        case Rule() | Table() | Field() | Kind() | Enum() | Option() | Constant() | Arc():
            return said(part), part.span if not isinstance(part, Rule | Table | Option) else None
        case tuple():
            return tuple(map(meant, part))
    return part


def known_of(checked: Checked) -> list[Any]:
    """Give what is known of every node of every definition, in order."""
    found: list[Any] = []
    for definition in definitions(checked.declared):
        waiting = [node for root in definition.roots for node in root.walk()]
        while waiting:
            node = waiting.pop(0)
            meaning = checked.meanings.get(node)
            names: tuple[str, ...] = type(meaning).__match_args__ if meaning else ()
            parts = [getattr(meaning, name) for name in names]
            found.append((node.span, checked.types.get(node), type(meaning).__name__, [meant(part) for part in parts]))
            for part in checked.phrases.get(node, ()):
                found.append(part if isinstance(part, str) else part.span)
                waiting += part.walk() if isinstance(part, nodes.Node) else ()
    return found


def assert_is_as_loaded_anew(held: Loaded, anew: Loaded, deed: str) -> None:
    assert [f.as_json() for f in held.findings] == [f.as_json() for f in anew.findings], deed
    assert (held.checked is None) == (anew.checked is None), deed
    if held.checked is None or anew.checked is None:
        return
    assert len(held.checked.types) == len(anew.checked.types), deed
    assert len(held.checked.meanings) == len(anew.checked.meanings), deed
    assert known_of(held.checked) == known_of(anew.checked), deed
    assert held.checked.timers == anew.checked.timers, deed
    assert held.checked.choices == anew.checked.choices, deed
    if not held.findings:
        told = list(EnglishWriter(held.checked, held.store).all_sections())
        assert told == list(EnglishWriter(anew.checked).all_sections()), deed
        assert program_as_json(lower(held.checked, store=held.store)) == program_as_json(lower(anew.checked)), deed


@pytest.fixture
def documents_once():
    """Let a YAML file be read once, held or not: reading them takes most of a test's time."""
    known: dict[SourceFile, tuple[Any, list[Any]]] = {}

    def parsed(file: SourceFile, findings: Findings) -> Any:
        if file not in known:
            found = Findings()
            known[file] = parse_document(file, found), found.gathered
        findings.extend(known[file][1])
        return known[file][0]

    with mock.patch.object(variants, "parse_document", parsed):
        yield


def copy_of(game: str, folder: Path) -> str:
    name, *laid = game.split("+")
    source = GAMES / name if (GAMES / name).is_dir() else resources.rulesets_folder() / name
    shutil.copytree(source, folder / name)
    return "+".join([str(folder / name), *laid])


def hold_and_edit(game: str, folder: Path, seed: int, times: int) -> None:
    name = copy_of(game, folder)
    held, chance = IncrementalRuleset(name), random.Random(seed)
    held.load()
    deeds = edits(Path(name.split("+", maxsplit=1)[0]), chance)
    for number in range(times):
        deed = f"{game}, seed {seed}, edit {number}: {next(deeds)}"
        assert_is_as_loaded_anew(held.load(), stages.load(name), deed)


SMALL = ["snowballs", "snowballs+thaw", "marbles", "regatta", "tiles", "harbours"]
LARGE = ["easyships+night+weather", "quickfire", "ships_and_sails", "fear_god"]


@pytest.mark.slow
@pytest.mark.usefixtures("documents_once")
@pytest.mark.parametrize("game", SMALL)
def test_a_ruleset_that_is_held_is_what_it_is_when_loaded_anew(game, tmp_path):
    hold_and_edit(game, tmp_path, 1, FEW)


@pytest.mark.slow
@pytest.mark.usefixtures("documents_once")
@pytest.mark.parametrize("game", LARGE[1:3])
def test_a_large_ruleset_that_is_held_is_what_it_is_when_loaded_anew(game, tmp_path):
    hold_and_edit(game, tmp_path, 1, FEWER)


@pytest.mark.soak
@pytest.mark.usefixtures("documents_once")
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("game", [*SMALL, *LARGE])
def test_many_edits(game, seed, tmp_path):
    hold_and_edit(game, tmp_path, seed, LOT)
