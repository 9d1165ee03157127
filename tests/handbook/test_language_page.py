"""Each piece of rules on the page about the language is sound, and prints what the page says.

`pytest tests/handbook --record` writes what is printed anew.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from quarterdeck.base.findings.printer import as_text
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.pipeline.stages import load

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "language.md"
GAMES = ROOT / "tests" / "games"
BASES = {
    "": ROOT / "tests" / "language" / "base",
    " plane": GAMES / "marbles",
    " snowballs": GAMES / "snowballs",
    " squares": GAMES / "tiles",
    " areas": GAMES / "harbours",
}
BLOCK = re.compile(
    r"(?:```yaml table\n(?P<table>.*?)```\n\n)?"
    r"```rules(?P<base>(?: plane| snowballs| squares| areas)?)\n(?P<rules>.*?)```\n"
    r"(?:\n```prints\n(?P<prints>.*?)```\n)?",
    re.DOTALL,
)
TITLE = re.compile(r"^table: (\w+)", re.MULTILINE)
BY_CONDITION = re.compile(r"^table_by_condition: (\w+)", re.MULTILINE)
NAMED = re.compile(r"^(define|procedure|effect|turn|option)\b ?(\w*)", re.MULTILINE)
UNUSED = {"QD421", "QD422", "QD423", "QD425"}


def blocks() -> list[re.Match[str]]:
    return list(BLOCK.finditer(PAGE.read_text("utf-8")))


def printed(rules: str, table: str, base: Path, folder: Path) -> str:
    """Give what the book prints for a table and a piece of rules that are laid over a small game."""
    game = shutil.copytree(base, folder / "game")
    (game / "rules" / "piece.rules").write_text(f'rules piece "Piece" cites "page three"\n\n{rules}', "utf-8")
    if table:
        (game / "tables" / "piece.yaml").write_text(table, "utf-8")
    head = game / "ruleset.yaml"
    head.write_text(re.sub(r"chapters: \[(.*)\]", r"chapters: [\1, piece]", head.read_text("utf-8")), "utf-8")
    loaded = load(str(game))
    faults = [finding for finding in loaded.findings if finding.code not in UNUSED]
    assert not faults, as_text(faults)
    assert loaded.checked is not None
    rules_of_tables = loaded.checked.declared.rules
    addresses = TITLE.findall(table)
    for name in BY_CONDITION.findall(table):
        addresses += [address for address in rules_of_tables if f"{address}.".startswith(f"piece.{name}.")]
    addresses += ["turn" if sort == "turn" else f"piece.{name}" for sort, name in NAMED.findall(rules)]
    return "\n".join(said(loaded.checked, address) for address in addresses) + "\n" if addresses else ""


@pytest.mark.parametrize("index", range(len(blocks())))
def test_a_piece_of_rules_prints_what_the_page_says(index, tmp_path, request):
    block = blocks()[index]
    table = block["table"] or ""
    now = printed(block["rules"], table, BASES[block["base"]], tmp_path)
    if request.config.getoption("--record"):
        text = PAGE.read_text("utf-8")
        prints = f"\n```prints\n{now}```\n" if now else ""
        PAGE.write_text(
            text[: block.start()]
            + (f"```yaml table\n{table}```\n\n" if table else "")
            + f"```rules{block['base']}\n{block['rules']}```\n{prints}"
            + text[block.end() :],
            "utf-8",
        )
    else:
        assert (block["prints"] or "") == now


def test_the_page_speaks_of_every_word_of_the_language():
    """Every keyword of the grammar stands on the page."""
    grammar = "".join(path.read_text("utf-8") for path in sorted((ROOT / "grammar").glob("*.lark")))
    words = set(re.findall(r'"([a-z]{3,})"', re.sub(r"//.*", "", grammar)))
    page = PAGE.read_text("utf-8")
    missing = sorted(word for word in words if not re.search(rf"\b{word}\b", page))
    assert not missing
