"""Every fenced block of the handbook is run, and every table of syntax is tried row by row.

A new block or table fails here until it has a way to be run: a page that is a session runs its blocks itself
(`test_sessions`), pieces of the language are laid over a small game (`test_language_page`), and all others have a way
below. A table that teaches nothing that could be written stands under `TELLS_ONLY`, by its first heading.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from inspect import signature
from pathlib import Path
from typing import get_args

import pytest

from quarterdeck.analysis.trial.comparison_data import faults_of_comparison
from quarterdeck.apps.api.asking import DecidesCounted
from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.records import types_of
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.plugins import offers, registry
from quarterdeck.engine.plugins.specifications import Specifications
from quarterdeck.language.declarations.builtins import FUNCTIONS, functions_on
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.print.pictures.gallery import faults_of_pictures
from quarterdeck.prose.overrides.markdown import Interpolated, passages
from quarterdeck.workspace.pipeline.folders import ruleset_names
from quarterdeck.workspace.pipeline.ruleset_cache import load_kept
from quarterdeck.workspace.pipeline.stages import load
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.handbook.test_language_page import BLOCK as PIECE
from tests.handbook.test_language_page import UNUSED
from tests.handbook.test_sessions import FILE
from tests.handbook.test_sessions import PAGES as SESSIONS
from tests.plugged import install_plugin

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BASE = ROOT / "tests" / "language" / "base"
SNOWBALLS = ROOT / "tests" / "games" / "snowballs"
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md"), *DOCS.glob("decisions/*.md")])
FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"^\| (?P<head>[^\n]*) \|\n\|[- :|]+\|\n(?P<rows>(?:\|[^\n]*\|\n)+)", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced block: its page, the word behind its fence, its text, and the line above it."""

    page: Path
    language: str
    text: str
    above: str

    def __str__(self) -> str:
        return f"{self.page.stem}: {self.text[:40].splitlines()[0] if self.text.strip() else self.language}"


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    found = []
    for match in FENCED.finditer(text):
        above = text[: match.start()].rstrip().splitlines()
        found.append(Block(page, match[1].strip(), match[2], above[-1] if above else ""))
    return found


# --- blocks that no session runs


def of_the_readme(block: Block, folder: Path) -> None:
    """Write the two files of the house rule, lay them over the game, and see that its commands are there."""
    named = {match[1]: block.text for block in blocks(block.page) if (match := FILE.search(block.above))}
    for name, text in named.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    assert not load(f"easyships+{folder / 'eager_gunners'}").findings
    for line in re.findall(r"^    quarterdeck (.*)$", block.page.read_text("utf-8"), re.MULTILINE):
        assert shlex.split(line, comments=True)[0] in COMMANDS, line


FOLDERS_OF_TESTS = ("tests/", "languages/")


def of_contributing(block: Block, folder: Path) -> None:
    """See that each command runs tests that are there, with options that they know."""
    for line in block.text.splitlines():
        words = shlex.split(re.split(r"  +", line)[0])
        assert words[:3] == [".venv/bin/python", "-m", "pytest"], line
        assert [word for word in words[3:] if word.startswith(FOLDERS_OF_TESTS)], line
        assert all((ROOT / word).exists() for word in words[3:] if word.startswith(FOLDERS_OF_TESTS)), line


def as_an_example(block: Block, folder: Path) -> None:
    """Run a worked example on the small game of the page about the language."""
    game = shutil.copytree(BASE, folder / "game")
    (game / "examples").mkdir()
    (game / "examples" / "piece.yaml").write_text(block.text, "utf-8")
    assert main(["test", str(game)]) == 0


def as_a_map(block: Block, folder: Path) -> None:
    """Declare the areas of a board, in a ruleset without rules."""
    head = "ruleset: piece\nlanguage: 1\ntitle: Piece\nboard: {shape: areas, areas: Water}\n"
    (folder / "ruleset.yaml").write_text(head, "utf-8")
    (folder / "components.yaml").write_text(f"components: piece\n{block.text}", "utf-8")
    loaded = load(str(folder))
    assert [finding for finding in loaded.findings if finding.code not in UNUSED] == [], as_text(loaded.findings)
    assert loaded.checked is not None
    assert all(loaded.checked.declared.enums["Water"].links[:3])


def as_a_comparison(block: Block, folder: Path) -> None:
    """Lay how a ruleset is compared over the small game of the page about the language."""
    game = shutil.copytree(BASE, folder / "game")
    (game / "comparison.yaml").write_text(block.text, "utf-8")
    found = faults_of_comparison(Ruleset.open(str(game)))
    assert not found, as_text(found)


def as_pictures(block: Block, folder: Path) -> None:
    """Lay pictures over the small game, and draw them."""
    game = shutil.copytree(SNOWBALLS, folder / "game")
    (game / "pictures.yaml").write_text(block.text, "utf-8")
    ruleset = Ruleset.open(str(game))
    found = [*ruleset.findings, *faults_of_pictures(ruleset)]
    assert not found, as_text(found)


def as_rulings(block: Block, folder: Path) -> None:
    """Put rulings, or what a document says besides, into the small game."""
    game = shutil.copytree(BASE, folder / "game")
    (game / "more.yaml").write_text(block.text, "utf-8")
    loaded = load(str(game))
    assert not [finding for finding in loaded.findings if finding.code not in UNUSED], as_text(loaded.findings)


PLUGINS = ROOT / "plugins"


def of_the_plugins(block: Block, folder: Path) -> None:
    """See that a plugin of the project has the entry points that the page shows."""
    said = tomllib.loads(block.text)["project"]["entry-points"]
    known = [tomllib.loads(path.read_text("utf-8")) for path in PLUGINS.glob("*/pyproject.toml")]
    assert any(said.items() <= one["project"]["entry-points"].items() for one in known)


def of_a_plugin(block: Block, folder: Path) -> None:
    """See that a file of the page has a name, under which the commands of the page find it."""
    assert FILE.search(block.above), block.text


def with_the_plugins(block: Block, folder: Path) -> None:
    """Run the commands with the small game and the plugins of the page, where its distributions are not needed."""
    commands = block.text.splitlines()
    if commands[0].startswith("pip install "):
        assert (ROOT / commands[0].removeprefix("pip install ")).is_dir()
        assert all(line.split()[1] in COMMANDS for line in commands[1:])
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path])
        patch.chdir(folder)
        assert main(["new", "game", "pond"]) == 0
        for one in blocks(block.page):
            if (match := FILE.search(one.above)) and one.language == "python":
                commanded = re.search(r"Command\(\"(\w+)\"", one.text)
                install_plugin(
                    folder / "site", Path(match[1]).stem, one.text, commands=commanded[1] if commanded else ""
                )
            elif match:
                Path(match[1]).parent.mkdir(parents=True, exist_ok=True)
                Path(match[1]).write_text(one.text, "utf-8")
        registry.manager_of.cache_clear()
        try:
            assert [line for line in commands if main(shlex.split(line)[1:]) != 0] == []
        finally:
            registry.manager_of.cache_clear()


def at_a_terminal(block: Block, folder: Path) -> None:
    """Look for a question in what the game of `new game` asks a person first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["new", "game", "pond"]) == 0
        order = [sys.executable, "-m", "quarterdeck", "play", "pond", "first_meeting", "--sides", "person,bot"]
        asked = subprocess.run(order, input="", capture_output=True, text=True, check=False)
    assert block.text.rstrip("\n") in asked.stdout, asked.stdout + asked.stderr


WAYS: dict[tuple[str, str], Callable[[Block, Path], None]] = {
    ("README.md", "yaml"): of_the_readme,
    ("README.md", ""): of_the_readme,
    ("CONTRIBUTING.md", "console"): of_contributing,
    ("comparing.md", "yaml"): as_a_comparison,
    ("examples.md", "yaml"): as_an_example,
    ("plugins.md", "sh"): with_the_plugins,
    ("plugins.md", "toml"): of_the_plugins,
    ("plugins.md", "python"): of_a_plugin,
    ("plugins.md", "yaml"): of_a_plugin,
    ("plugins.md", "rules"): of_a_plugin,
    ("pictures.md", "yaml"): as_pictures,
    ("ruleset.md", "yaml"): as_a_map,
    ("playing.md", "text"): at_a_terminal,
}
DRAWN = {
    ("architecture.md", ""),
    ("index.md", "{toctree}"),
    *(("index.md", f"{{image}} pictures/{name}.svg") for name in ("rule", "rule-narrow")),
    ("contributing.md", "{include} ../CONTRIBUTING.md"),
    ("changelog.md", "{include} ../CHANGELOG.md"),
}
"""A drawing of the stages, and a page of links, on which `make handbook` fails where one leads nowhere."""


def is_run_elsewhere(block: Block) -> bool:
    """Tell whether a page that is a session, or the test of the language page, runs a block."""
    if block.page.name == "language.md":
        whole = block.page.read_text("utf-8")
        return any(block.text in match[0] for match in PIECE.finditer(whole))
    return block.page in SESSIONS and (block.language == "console" or FILE.search(block.above) is not None)


EVERY = [block for page in PAGES for block in blocks(page)]
OWN = [block for block in EVERY if not is_run_elsewhere(block) and (block.page.name, block.language) not in DRAWN]


def test_every_block_has_a_way_to_be_run():
    assert len(EVERY) > 90
    assert [str(block) for block in OWN if (block.page.name, block.language) not in WAYS] == []
    assert set(WAYS) <= {(block.page.name, block.language) for block in OWN}


@pytest.mark.parametrize("block", OWN, ids=str)
def test_a_block_that_no_session_runs_is_true(block, tmp_path):
    WAYS[(block.page.name, block.language)](block, tmp_path)


# --- tables of syntax


@dataclass(frozen=True)
class Table:
    """A table of a page: its first heading, and for each row what its first cell gives as code."""

    page: str
    head: str
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return f"{self.page}: {self.head}"


def tables() -> Iterator[Table]:
    for page in PAGES:
        for match in TABLE.finditer(FENCED.sub("", page.read_text("utf-8"))):
            rows = [line.strip("| ").replace("\\|", "/") for line in match["rows"].splitlines()]
            codes = tuple(tuple(CODE.findall(re.split(r" \| ", row)[0])) for row in rows)
            yield Table(
                "decisions" if page.parent.name == "decisions" else page.name,
                match["head"].split(" | ")[0].strip(" |"),
                codes,
            )


def types_are_known(table: Table, folder: Path) -> None:
    """Declare an input, or a field where it is a deck, of each type."""
    plane = shutil.copytree(ROOT / "tests" / "games" / "marbles", folder / "plane")
    hexes = shutil.copytree(BASE, folder / "hexes")
    squares = shutil.copytree(ROOT / "tests" / "games" / "tiles", folder / "squares")
    codes = [code for row in table.rows for code in row]
    decks = [code for code in codes if code.startswith("deck")]
    elsewhere = {"point": plane, "square": squares}
    on_hexes = [code for code in codes if code not in (*decks, *elsewhere)]
    for game, own in ((hexes, on_hexes), *((game, [code]) for code, game in elsewhere.items())):
        rules = [f'define piece{i}(value: {code}) -> 0..1 "piece {i}" cites "x" = 1' for i, code in enumerate(own)]
        (game / "rules" / "piece.rules").write_text('rules piece "Piece"\n\n' + "\n".join(rules) + "\n", "utf-8")
        declared = [f"      piece{i}: {{type: {code}, holds: {{nut: 1}}}}" for i, code in enumerate(decks)]
        if game is hexes:
            more = "components: more\nkinds:\n  Game:\n    fields:\n" + "\n".join(declared) + "\n"
            (game / "more.yaml").write_text(more, "utf-8")
        faults = [finding for finding in load(str(game)).findings if finding.code not in (*UNUSED, "QD424")]
        assert not faults, as_text(faults)


BY_CONDITION = """table_by_condition: piece
title: Piece
chapter: throwing
source: {document: notebook, place: page two}
phrase: "the piece"
"""


def lies_over_the_game(document: str, folder: Path) -> bool:
    """Tell whether a document can be laid over the small game without a finding."""
    game = shutil.copytree(BASE, folder)
    (game / "piece.yaml").write_text(document, "utf-8")
    return not [finding for finding in load(str(game)).findings if finding.code not in (*UNUSED, "QD424", "QD425")]


def cells_ask_what_they_say(table: Table, folder: Path) -> None:
    """Write each cell for a key of some type."""
    keys = {"speed": "0..20 tenths", "mood": "Mood", "sure": "boolean", "child": "Child"}
    said = "key: {" + ", ".join(f"{key}: {kind}" for key, kind in keys.items()) + ", other: Child, limit: 1..9}\n"
    for at, code in enumerate(code for row in table.rows for code in row):
        documents = (
            f'{BY_CONDITION}{said}gives: 0..9\ntakes: sum\nrows:\n  a: {{{key}: "{code}", gives: 1}}\n' for key in keys
        )
        if code.startswith("["):
            documents = (one.replace('"[', "[").replace(']"', "]") for one in documents)
        assert any(lies_over_the_game(one, folder / f"{at}_{n}") for n, one in enumerate(documents)), code


def tables_take_what_they_say(table: Table, folder: Path) -> None:
    """Write a table for each word."""
    rows = "rows:\n  a: {speed: ..4, gives: 1}\n  b: {speed: 5+, gives: 2}\n"
    for code in (code for row in table.rows for code in row):
        document = f"{BY_CONDITION}key: {{speed: 0..9}}\ngives: 0..9\ntakes: {code}\n{rows}"
        assert lies_over_the_game(document, folder / code), code


def functions_take_what_they_say(table: Table, folder: Path) -> None:
    """Compare names and the number of the arguments with what the language knows on a board; none may be missing."""
    codes = [code for row in table.rows for code in row]
    starts = {code.partition("(")[0] for code in codes}
    board = "plane" if "bearing" in starts else "square" if "board_squares" in starts else "hex"
    board = "areas" if starts == {"distance", "neighbours"} else board
    known = functions_on(board)
    assert {code.partition("(")[0] for code in codes} == {*known} - {*FUNCTIONS}
    for code in codes:
        node = parse_expression(code.replace("from,", "one,").replace("to,", "other,").replace("to)", "other)"),
                                SourceFile("page", code), lambda offset: offset, Findings())  # fmt: skip
        assert isinstance(node, nodes.Call), code
        assert isinstance(node.callee, nodes.Name), code
        assert len(known[node.callee.word.text].takes) == len(node.arguments), code


def pools_have_these_modifiers(table: Table, folder: Path) -> None:
    """Put all modifiers behind rolls of a pool."""
    game = shutil.copytree(BASE, folder / "game")
    rules = 'rules piece "Piece"\n\ndefine worth(die: 0..60) -> 0..60 "the worth of {die}" cites "x" = die\n'
    for number, code in enumerate(code for row in table.rows for code in row):
        rules += f'\nprocedure piece{number}(child: Child) "piece {number}" cites "x"\n'
        rules += '    roll shots on a pool of 4d6 "the shots"\n'
        rules += f"        modifier one: {code}\n    do wet(child, 1) when any(shot in shots where shot = 1)\n"
    (game / "rules" / "piece.rules").write_text(rules, "utf-8")
    faults = [finding for finding in load(str(game)).findings if finding.code not in (*UNUSED, "QD424")]
    assert not faults, as_text(faults)


AMENDED = {
    "amend modifier": "throwing.throw.aim.far: -2 when range > 5",
    "add modifier": 'throwing.throw.aim.slush: -1 when game.snow is packing "with slush"',
    "remove modifier": "throwing.throw.aim.frozen",
    "amend require": 'throwing.take_aim.target.in_reach: target.wet < 3 else "{target} is too far away"',
    "amend case": "throwing.dice_of.strong: 2 if child.arm >= 3",
    "add case": "throwing.dice_of.wiry before throwing.dice_of.strong: 2 if child.arm >= 3 and child.legs > 3",
    "amend define": "throwing.reach(child: Child) -> paces =\n    least(9, original)",
    "amend procedure": "winning.judge\n    do original",
    "amend effect": "snow.dry(child: Child)\n    do original",
    "amend option": "high_walls = yes",
    "amend cell": "cold_dice.4+ = 2d4",
    "amend row": "splashes.1-2. 3+\n    do soak(target, 1)",
    "add row": "cold_dice.5 = 2d6\nremove row cold_dice.4+\nadd row cold_dice.4 = d6",
    "split row": "cold_dice.4+ into 4, 5",
    "remove row": "cold_dice.4+\nadd row cold_dice.4+ = d6",
    "add column": "reaches.5 = [1, 2, 3]\nremove column reaches.4+\nadd column reaches.4 = [2, 3, 4]",
    "amend column": "reaches.4+ = [2, 4, 5]",
    "split column": "reaches.4+ into 4, 5\namend cell reaches.glum.5 = 1",
    "remove column": "reaches.4+\nadd column reaches.4+\n    cell glum = 1\n    cell calm = 2\n    cell merry = 3",
    "add phase": 'song after supper "A song" cites "page twelve"\n    announce "all sing"',
    "amend phase": 'turn.supper "Supper and a song"\n    do original\n    announce "all sing"',
    "move phase": "turn.supper before turn.plans",
    "remove phase": "turn.supper",
    "add step": 'melting after turn.snow.packing "Melting" cites "page twelve"\n    announce "it melts"',
    "amend step": 'turn.snow.cold "Cold noses"',
    "move step": "turn.snow.cold before turn.snow.packing",
    "remove step": "turn.snow.cold",
    "add statement": 'after running.run.ran\n    announce "{child} runs"',
    "amend statement": "snow.feel_the_cold.end_minute\n    do original when game.turn > 1",
    "move statement": "running.run.trail.1 before running.run.ran",
    "remove statement": "turn.start.gang",
    "remove define": "snow.rounds\namend statement snow.pack.round\n    do make_snowball(child)",
    "remove procedure": "winning.judge\nremove statement turn.supper.judge",
    "remove effect": "snow.dry\nremove statement snow.feel_the_cold.child.2",
    "remove advice": "throwing.take_aim.target",
    "remove option": "frozen_hands\nremove modifier throwing.throw.aim.frozen",
    "remove table": "cold_dice\namend statement snow.shiver.cold\n    roll cold on d6 plus wet_neighbours",
    "remove field": "Side.keenness\nremove statement turn.start.keenness\nremove statement turn.start.keenness.1",
    "remove roster": "guests\nremove scenario cousins",
    "remove scenario": "cousins",
    "remove example": "a_good_throw",
    "remove question": "packing",
    "remove ruling": "S2",
    "remove chapter": "doctrine",
}
"""What each form of the table may stand before, laid over the game of snowballs."""
SAID_ELSEWHERE = (
    "add", "remove", "original", "amends: ROSTER", "replaces: yes", "adds: yes", "only_when: condition",
    "TABLE.ROW.COLUMN", "= none",
)  # fmt: skip
"""What a row says beside its form; files with these keys are laid over a game by tests of variants."""


VARIANTS = 13
"""In so many variants these forms are laid: as few as leave none that speaks of what another takes away."""


def amendments_can_be_made(table: Table, folder: Path) -> None:
    """Lay an amendment of each form over the game of snowballs, some at a time in a variant."""
    forms = [code for row in table.rows for code in row if code not in SAID_ELSEWHERE]
    heads = [" ".join(form.split()[:2]) for form in forms]
    assert set(heads) == set(AMENDED)
    for number, together in enumerate(list(AMENDED)[first::VARIANTS] for first in range(VARIANTS)):
        variant = folder / f"forms_{number}"
        variant.mkdir()
        text = f"variant: {variant.name}\nextends: snowballs\ntitle: x\nsource: {{document: notebook, place: x}}\n"
        (variant / "variant.yaml").write_text(text, "utf-8")
        rules = "\n\n".join(f"{head} {AMENDED[head]}" for head in together)
        (variant / "piece.rules").write_text(f"{rules}\n", "utf-8")
        found = load(f"{SNOWBALLS}+{variant}").findings
        assert {finding.code for finding in found} <= {"QD421", "QD425"}, as_text(found)


def amendments_begin_so(table: Table, folder: Path) -> None:
    """Compare what begins an amendment with the forms that are laid over a game."""
    assert {code for row in table.rows for code in row} == {head.split()[0] for head in AMENDED}


def what_is_no_rule_is_amended_so(table: Table, folder: Path) -> None:
    """Find each amendment among the forms that are laid over a game, and each key in the shape of a document."""
    documents = (shapes.ToldDocument, shapes.Components, shapes.Enum, shapes.VariantHead)
    keys = {key for shape in documents for key in shape.keys}
    for code in (code for row in table.rows for code in row):
        if code.startswith(("amend ", "remove ")):
            assert code in AMENDED or code == "amend advice", code  # tests of advice lay that over a game
        elif ":" in code:
            assert code.partition(":")[0] in keys, code


def as_document(sort: str, text: str) -> bool:
    """Tell whether a document of a sort fits its shape."""
    findings = Findings()
    parse_document(SourceFile("piece.yaml", f"{sort}: piece\n{text}\n"), findings)
    return not findings


def parts_fit_components(table: Table, folder: Path) -> None:
    """Read each form as a part of a file of components: at its head, in a kind, or in a field."""
    kind = "kinds:\n  Piece:\n    {}\n"
    for code in (code for row in table.rows for code in row):
        if ":" not in code:
            continue
        text = f"{code} {{one: one}}" if code.endswith(":") else code
        in_field = "fields: {f: {" + (text if text.startswith("type") else f"type: boolean, {text}") + "}}"
        ways = (text, kind.format(text), kind.format(in_field), f"kinds: {{{text}}}")
        assert any(as_document("components", way) for way in ways), code


def parts_fit_a_roster(table: Table, folder: Path) -> None:
    """Read each form as a key of a roster."""
    for code in (code for row in table.rows for code in row):
        assert as_document("roster", f"kind: Piece\ntitle: x\n{code}"), code


def files_are_found(table: Table, folder: Path) -> None:
    """Find each path in a game that comes with the interpreter, or in a small one of the tests."""
    for code in (code for row in table.rows for code in row):
        pattern = code.replace("NAME/", "*/variant.yaml")
        assert any(list((ROOT / games).glob(f"*/{pattern}")) for games in ("rulesets", "tests/games")), code


def keys_of_an_example(table: Table, folder: Path) -> None:
    """Find each key in the shape of an example, or of the file beside them."""
    for code in (code for row in table.rows for code in row):
        assert code in shapes.Example.keys or code in shapes.Examples.keys, code


def keys_of_a_comparison(table: Table, folder: Path) -> None:
    """Compare the keys with those of the shape of such a document."""
    told = {row[0] for row in table.rows}
    assert told | {"comparison"} == set(shapes.ComparisonDocument.keys)


def keys_of_a_telling(table: Table, folder: Path) -> None:
    """Find each key in the shape of what is told; read what may stand in a text as it is read there."""
    for code in (code for row in table.rows for code in row):
        if code.endswith(":") or code.startswith("plain"):
            assert code.partition(":")[0] in shapes.Telling.keys, code
        else:
            (passage,) = passages(f"- {code}" if code.endswith(".*}") else code)
            assert isinstance(passage.items[0].pieces[0], Interpolated), code


def keys_of_a_told_example(table: Table, folder: Path) -> None:
    """Compare the keys of what is told of an example with its shape."""
    said = {code.partition(":")[0] for row in table.rows for code in row}
    assert said == set(shapes.ExampleTelling.keys)


def keys_of_words(table: Table, folder: Path) -> None:
    """Compare the keys with those of the shape of words in another language."""
    told = {code for row in table.rows for code in row}
    assert told == {f"{key}:" for key in shapes.WordsDocument.keys if key != "words"}


def keys_of_a_picture(table: Table, folder: Path) -> None:
    """Compare the keys with those of the shape of a picture that is placed."""
    assert {code for row in table.rows for code in row} == {f"{key}:" for key in shapes.PictureAsked.keys}


def sorts_of_pictures(table: Table, folder: Path) -> None:
    """Compare the sorts with those that may be asked for."""
    (known,) = re.findall(r"Literal\[(.*)\]", types_of(shapes.PictureAsked)["draws"])
    assert [repr(code) for row in table.rows for code in row] == known.split(", ")


FORMS = {
    "result": r"result",
    "aim": r"(?!result|rows|told)\w+",
    "hit.splash": r"(?!asked|seen_by|hidden_from)\w+\.(?!natural|success)\w+",
    "aim.natural": r"[\w.]+\.natural",
    "aim.success": r"[\w.]+\.success",
    "aim.successes": r"[\w.]+\.successes",
    "rows": r"rows",
    "told": r"told",
    "asked.target": r"asked\.\w+",
    "seen_by.caps": r"seen_by\.\w+",
    "hidden_from.caps": r"hidden_from\.\w+",
}
"""What each form is an instance of."""


def is_expected_somewhere(table: Table, folder: Path) -> None:
    """Find an instance of each form in the worked examples of the games, which `make test` runs."""
    said: set[str] = set()
    for path in [*(ROOT / "rulesets").glob("*/examples/*.yaml"), *(ROOT / "tests" / "games").glob("*/examples/*.yaml")]:
        for expected in re.findall(r"\bexpect: (\{[^\n]*)", path.read_text("utf-8")):
            said.update(re.findall(r"[{ ]([\w.]+):", expected))
    codes = [code for row in table.rows for code in row]
    assert codes == list(FORMS)
    assert [code for code in codes if not any(re.fullmatch(FORMS[code], key) for key in said)] == []


def plugins_are_asked(table: Table, folder: Path) -> None:
    """Compare questions and answers with what the registry asks, and with the fields of what it takes."""
    for row in DOCS.joinpath("plugins.md").read_text("utf-8").splitlines():
        for name, given in re.findall(r"`(quarterdeck_\w+)\(([^)]*)\)`", row):
            asked = list(signature(getattr(Specifications, name)).parameters)[1:]
            assert asked == [word.strip() for word in given.split(",") if word.strip()], name
        for name, given in re.findall(r"`(\w+)\(([^)]*)\)`", row) if row.startswith("| `quarterdeck_") else ():
            if not name.startswith("quarterdeck_"):
                known = [field.name for field in fields(getattr(offers, name))]
                assert known == [word.strip() for word in given.split(",")], name


def deciders_are_those_of_odds(table: Table, folder: Path) -> None:
    """Compare the deciders with those that `odds` takes."""
    assert [name for (name,) in table.rows] == [name for name in get_args(DecidesCounted) if name]


def scenarios_are_fought_sixty_times(table: Table, folder: Path) -> None:
    """Every scenario that is shipped stands there once, with its sides, and with what became of sixty battles."""
    fought = {}
    row = re.compile(r"^\| (\w+) \| (\w+) \| ([\w ,]+ \d+) \| (\d+) \|", re.MULTILINE)
    for game, scenario, won, nobody in row.findall((DOCS / table.page).read_text("utf-8")):
        wins = dict(one.rsplit(" ", 1) for one in won.split(", "))
        assert sum(map(int, wins.values())) + int(nobody) == 60
        fought[game, scenario] = set(wins)
    shipped = (load_kept(game).declared for game in ruleset_names())
    wanted = {
        (declared.name, name): set(scenario.shape.sides)
        for declared in shipped
        if declared is not None
        for name, scenario in declared.scenarios.items()
    }
    assert fought == wanted


TABLES: dict[tuple[str, str], Callable[[Table, Path], None]] = {
    ("language.md", "type"): types_are_known,
    ("language.md", "cell"): cells_ask_what_they_say,
    ("language.md", "takes"): tables_take_what_they_say,
    ("language.md", "function"): functions_take_what_they_say,
    ("language.md", "modifier"): pools_have_these_modifiers,
    ("house-rules.md", "write"): amendments_can_be_made,
    ("house-rules.md", "what"): what_is_no_rule_is_amended_so,
    ("language.md", "begins with"): amendments_begin_so,
    ("ruleset.md", "in `components.yaml`"): parts_fit_components,
    ("ruleset.md", "in a roster that is `derived_from:` a file"): parts_fit_a_roster,
    ("ruleset.md", "path"): files_are_found,
    ("ruleset.md", "decider"): deciders_are_those_of_odds,
    ("ruleset.md", "in `told.yaml`"): keys_of_a_telling,
    ("ruleset.md", "in `words.de.yaml`"): keys_of_words,
    ("comparing.md", "key"): keys_of_a_comparison,
    ("battles.md", "game"): scenarios_are_fought_sixty_times,
    ("examples.md", "key"): keys_of_an_example,
    ("examples.md", "of an example"): keys_of_a_told_example,
    ("examples.md", "in `expect`"): is_expected_somewhere,
    ("pictures.md", "in `pictures.yaml`"): keys_of_a_picture,
    ("pictures.md", "`draws`"): sorts_of_pictures,
    ("plugins.md", "hook"): plugins_are_asked,
}
TELLS_ONLY = {
    "architecture.md": "folders, which `test_what_is_named` looks for",
    "bounds.md": "bounds, which `tests/language/test_bounds.py` compares with the sources",
    "constructs.md": "made of the sources",
    "decisions": "why something is so",
    "files.md": "files and cells, which `tests/analysis/imports` reads",
    "http-interface.md": "operations and errors, which `tests/apps/server/test_http_page.py` compares with the sources",
    "measurements.md": "made by `make bench`",
    "peer-protocol.md": "messages, which `tests/engine/peers/test_protocol_page.py` compares with the sources",
    "sheets.md": "parts, which `test_sheets` compares with what is printed",
    "sources-and-rights.md": "sources",
    "data.md": "schemas, commands and exit codes, which `test_data_page` compares with the sources",
    "playing.md": "what JSON holds, which the schemas of `quarterdeck.api` and their tests say",
    "playing-together.md": "wishes and messages, which `tests/apps/server/test_messages_page.py` reads",
    "programs.md": "what JSON holds, which the schema of `try` says",
    "why-quarterdeck.md": "what other programs do, read in their public sources and manuals",
}


def test_every_table_has_a_way_to_be_tried():
    found = {(table.page, table.head) for table in tables() if table.page not in TELLS_ONLY}
    assert found - set(TABLES) == set()
    assert set(TABLES) - found == set()


@pytest.mark.parametrize("table", [t for t in tables() if (t.page, t.head) in TABLES], ids=str)
def test_a_table_of_syntax_says_what_can_be_written(table, tmp_path):
    TABLES[(table.page, table.head)](table, tmp_path)
