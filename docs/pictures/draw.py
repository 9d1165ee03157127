"""Draw the pictures of the README from the program's own output: `make pictures`.

`rule.py` draws the first one. Here are the others: a page of a printed book, ship cards with a map, a board in a
browser, an explained hit and a comparison of battles. A screenshot or a page of a PDF is not the same bytes on every
machine, so `sources.json` keeps a hash of what each of them was made from, and a test compares the hashes.
"""

from __future__ import annotations

import json
import runpy
import shutil
import sys
from collections.abc import Callable
from hashlib import sha256
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import typst
from rich.console import Console
from rich.terminal_theme import TerminalTheme

from quarterdeck.api import Ruleset, open_journal, play, print_book, print_sheets
from quarterdeck.apps import server
from quarterdeck.apps.cli.main import main as quarterdeck
from quarterdeck.apps.cli.why import print_explanation
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.engine.run.journal import played_by
from quarterdeck.language.declarations.addresses import all_elements
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.print import boards
from tests.golden import kept

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "sources.json"
DOTS = 100
"""Dots per inch of pages."""
PAGE = ("easyships", "rules.gunnery", 17)
"""A chapter of a book, and the page of the PDF with it."""
CARDS = ("quickfire", "yalu_river")
BOARD, CLICKS, SIZE = ("quickfire", "tsushima"), 20, {"width": 1280, "height": 800}
HIT = ("easyships", "river_plate", 1, "at a new target")
"""A battle, where its dice begin, and what is said of the first hit to be explained."""
BATTLES = ("easyships", "denmark_strait", "easyships+veteran_crews", 200)
THEME = TerminalTheme(
    (255, 255, 255),
    (28, 39, 51),
    [
        (28, 39, 51),
        (122, 43, 37),
        (31, 110, 70),
        (138, 90, 0),
        (31, 78, 140),
        (110, 50, 120),
        (0, 100, 120),
        (90, 99, 110),
    ],
)
FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {terminal_width} {terminal_height}" role="img">
<title>A hit, explained by the program</title><style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px; }}
{styles}</style><rect width="100%" height="100%" fill="#ffffff"/><g clip-path="url(#{unique_id}-clip-terminal)">
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="100%" height="100%"/></clipPath>{lines}</defs>
<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def rules_of(name: str) -> str:
    """Return the hashes of meaning of a ruleset, and the advice by which bots play it, which no record depends on."""
    declared = Ruleset.open(name).declared
    advice = [text_of(element) for element in all_elements(declared) if element.sort == "advice"]
    return json.dumps([played_by(declared), advice])


def files_of(folder: Path) -> str:
    """Return the text of all files below a folder."""
    return "\0".join(
        path.read_text("utf-8") for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".js", ".css", ".html")
    )


def page_of(pdf: Path, number: int, to: Path) -> None:
    """Draw one page of a PDF as a picture."""
    with TemporaryDirectory() as folder:
        shutil.copy(pdf, Path(folder) / "it.pdf")
        text = f'#set page(width: auto, height: auto, margin: 0pt)\n#image("it.pdf", page: {number})'
        (Path(folder) / "it.typ").write_text(text, "utf-8")
        typst.compile(str(Path(folder) / "it.typ"), output=str(to), format="png", ppi=DOTS)


def draw_page(to: Path) -> None:
    """Draw a page of a printed book."""
    game, _chapter, number = PAGE
    with TemporaryDirectory() as folder:
        page_of(print_book(Ruleset.open(game), Path(folder) / "book", formats=("pdf",))["pdf"], number, to)


def draw_cards(to: Path) -> None:
    """Draw the first page of the cards of a scenario."""
    with TemporaryDirectory() as folder:
        page_of(cards_in(Path(folder)), 1, to)


def cards_in(folder: Path) -> Path:
    """Print the cards of a scenario into a folder."""
    game, scenario = CARDS
    print_sheets(Ruleset.open(game), scenario, folder / "cards.pdf", only=("cards",))
    return folder / "cards.pdf"


def draw_board(to: Path) -> None:
    """Draw a board in a browser after some answers, as the side that is asked sees it."""
    from tests.apps.server.browser import Window, chromium, served

    with chromium() as browser, served(*BOARD, seed=3) as game:
        windows = [Window(browser, game.link(side), SIZE) for side in game.sides]
        for _ in range(CLICKS):
            while not (asked := [window for window in windows if window.is_in("asked")]):
                windows[0].page.wait_for_timeout(20)
            asked[0].answer()
        while not (asked := [window for window in windows if window.is_in("asked")]):
            windows[0].page.wait_for_timeout(20)
        asked[0].page.wait_for_timeout(500)
        asked[0].page.screenshot(path=str(to))


def explained_hit() -> str:
    """Draw why a shell hit."""
    game, scenario, seed, words = HIT
    with TemporaryDirectory() as folder:
        journal = Path(folder) / "battle.jsonl"
        play(Ruleset.open(game), scenario, seed=seed, save=journal)
        saved = open_journal(journal)
        rolls = [line for line in saved.story() if line.sort == "roll" and ": yes (" in line.text]
        number = next(roll.number for roll in rolls if words in roll.text)
        console = Console(record=True, file=StringIO(), width=140, highlight=False, markup=False, force_terminal=True)
        print_explanation(Screen(console), saved.why(number), saved.explaining.wording, 2)
    return console.export_svg(theme=THEME, code_format=FRAME, unique_id="hit")


def draw_battles(to: Path) -> None:
    """Draw a comparison of two series of battles."""
    game, scenario, other, count = BATTLES
    if quarterdeck(["battles", game, scenario, "--against", other, "--count", str(count), "--chart", str(to)]):
        raise SystemExit("the battles failed")


def page_source() -> str:
    """Return the hash of the page's words that the golden hashes keep."""
    game, chapter, _number = PAGE
    return kept()[f"{game} page html/{chapter}.html"]


def cards_source() -> str:
    """Return the PDF of the cards, as a hash."""
    with TemporaryDirectory() as folder:
        return sha256(cards_in(Path(folder)).read_bytes()).hexdigest()


def board_source() -> str:
    """Return the rules, the page and what draws its map."""
    painting = [Path(server.__file__).parent / "static", Path(boards.__file__).parent]
    return "\0".join([rules_of(BOARD[0]), *map(files_of, painting)])


def battles_source() -> str:
    """Return the rules of both series."""
    return rules_of(BATTLES[0]) + rules_of(BATTLES[2])


PICTURES: dict[str, tuple[Callable[[Path], None], Callable[[], str]]] = {
    "page.png": (draw_page, page_source),
    "cards.png": (draw_cards, cards_source),
    "board.png": (draw_board, board_source),
    "battles.svg": (draw_battles, battles_source),
}
"""How to draw each picture, and what it is made from."""


def sources() -> dict[str, str]:
    """Hash what each picture is made from."""
    return {name: sha256(source().encode()).hexdigest() for name, (_, source) in PICTURES.items()}


def main() -> None:
    """Draw all pictures whose sources have changed."""
    for name, drawn in runpy.run_path(str(HERE / "rule.py"))["files"]().items():
        (HERE / name).write_text(drawn, "utf-8")
    (HERE / "hit.svg").write_text(explained_hit(), "utf-8")
    before = json.loads(SOURCES.read_text("utf-8")) if SOURCES.exists() else {}
    now = sources()
    for name, (draw, _) in PICTURES.items():
        if before.get(name) != now[name] or not (HERE / name).exists():
            print(f"drawing {name}", file=sys.stderr)  # noqa: T201  a person waits
            draw(HERE / name)
    SOURCES.write_text(json.dumps(now, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
