"""Books as they are built, read by somebody who knows nothing of how they are made: tables, and the words at each rule.

In: pages of HTML, the bytes of a PDF. Out: rows of cells, plain words. What a reader does without thinking is done here
too: a long table that stands in several stretches side by side is one, and a letter in a cell stands for what the key
below the table says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag
from docutils import nodes

from quarterdeck.print.book.book_links import BookLinks
from quarterdeck.print.book.build import build
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.print.book.pages import Maker
from quarterdeck.print.book.pdf_words import words_in
from quarterdeck.print.book.plan import Planned, all_places, plan
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.text.rule_facts import address_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

GAMES = Path(__file__).parents[1] / "games"
SMALL = ("snowballs", "regatta", "marbles", "tiles", "harbours")
SHIPPED = ("easyships", "fear_god", "quickfire", "ships_and_sails")

BESIDE = {"marks", "headerlink", "paragraph-number", "picture-number"}
"""Classes of what stands beside the words of a rule."""


@dataclass(frozen=True)
class PrintedTable:
    """A table as it is printed: what stands above its columns, line by line, and in its rows.

    `stretches` are its lines as they stand on the page: side by side where it is long, with letters for long words.
    """

    address: str
    title: str
    head: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    stretches: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ReadBook:
    """The pages of one book."""

    pages: tuple[BeautifulSoup, ...]

    @classmethod
    def at(cls, folder: Path) -> ReadBook:
        """Read the pages in a folder, without those that list what stands on others."""
        paths = [path for path in sorted(folder.glob("*.html")) if path.stem not in ("genindex", "search")]
        return cls(tuple(BeautifulSoup(path.read_text("utf-8"), "html.parser") for path in paths))

    @cached_property
    def by_id(self) -> dict[str, Tag]:
        """Give what stands under each id; of a table and the frame around it the table."""
        found: dict[str, Tag] = {}
        for page in self.pages:
            for tag in page.find_all(id=True):
                known = found.get(str(tag["id"]))
                if known is None or tag.name == "table":
                    found[str(tag["id"])] = tag
        return found

    # --- tables

    @cached_property
    def tables(self) -> dict[str, PrintedTable]:
        """Give the tables that can be led to, by their addresses."""
        found = {}
        for page in self.pages:
            tables = page.find_all("table")
            for place, table in enumerate(tables):
                if table.get("id"):
                    below = tables[place + 1] if place + 1 < len(tables) else None
                    key = _key(below) if below is not None else {}
                    read = _table(table, key)
                    found[read.address] = read
        return found

    # --- words

    def words_at(self, address: str, apart: Iterable[str] = (), examples: bool = False) -> str:
        """Give the words that stand under an address, without those under others that stand inside it."""
        tag = self.by_id["-".join(address.split())]
        return squeezed("".join(_words(tag, frozenset(apart) - {address}, examples)))

    def words_before(self, address: str) -> str:
        """Give the words that stand on a page, which is a chapter, before what stands under an address."""
        return "".join(reversed(self.by_id["-".join(address.split())].find_all_previous(string=True)))


def squeezed(words: str) -> str:
    """Give words with one blank between any two."""
    return " ".join(words.replace("\N{NO-BREAK SPACE}", " ").split())


_BLOCKS = ("p", "li", "td", "th", "tr", "div", "section", "h1", "h2", "h3", "dt", "dd", "caption", "table", "ul", "ol")


def _words(tag: Tag, apart: frozenset[str], examples: bool) -> Iterator[str]:
    for child in tag.children:
        if isinstance(child, Tag):
            classes = set(child.get_attribute_list("class"))
            is_beside = bool(classes & BESIDE) or child.name in ("figure", "svg")
            is_example = not examples and "example" in classes
            if is_beside or is_example or child.get("id") in apart:
                continue
            yield from _words(child, apart, examples)
            if child.name in _BLOCKS:
                yield "\n"
        elif type(child) is NavigableString:
            yield str(child)


def _table(table: Tag, key: dict[str, str]) -> PrintedTable:
    title = table.find("caption")
    head, body = table.find("thead"), table.find("tbody")
    lines = _lines(head) if head is not None else []
    stretches = _lines(body)
    rows = [[key.get(cell, cell) if place else cell for place, cell in enumerate(row)] for row in stretches]
    if len(lines) == 1:
        lines, rows = _unfolded(lines[0], rows)
    return PrintedTable(
        str(table["id"]),
        words_of(title) if title is not None else "",
        tuple(tuple(line) for line in lines),
        tuple(tuple(row) for row in rows),
        tuple(tuple(row) for row in stretches),
    )


def words_of(tag: Tag) -> str:
    """Give all words of a piece of a page but what stands beside it."""
    return squeezed("".join(_words(tag, frozenset(), examples=True)))


def _lines(part: Tag | None) -> list[list[str]]:
    """Give rows of cells; one that reaches over several columns or rows stands in each of them."""
    found: list[list[str]] = []
    waiting: dict[int, tuple[int, str]] = {}
    for row in part.find_all("tr") if part is not None else ():
        line: list[str] = []
        cells = iter(row.find_all(["td", "th"], recursive=False))
        while True:
            if (more := waiting.get(len(line))) is not None:
                rest, words = more
                waiting.pop(len(line)) if rest == 1 else waiting.update({len(line): (rest - 1, words)})
                line.append(words)
                continue
            cell = next(cells, None)
            if cell is None:
                break
            words = words_of(cell)
            for _ in range(int(str(cell.get("colspan", "1")))):
                if (down := int(str(cell.get("rowspan", "1")))) > 1:
                    waiting[len(line)] = down - 1, words
                line.append(words)
        found.append(line)
    return found


def _unfolded(head: list[str], rows: list[list[str]]) -> tuple[list[list[str]], list[list[str]]]:
    """Give a table that stands in several stretches side by side, with an empty column between two, as one."""
    gaps = [place for place, words in enumerate(head) if not words and not any(row[place] for row in rows)]
    starts, ends = [0, *(gap + 1 for gap in gaps)], [*gaps, len(head)]
    stretches = list(zip(starts, ends, strict=True))
    first = head[: ends[0]]
    if not gaps or any(head[start:end] != first for start, end in stretches):
        return [head], rows
    unfolded = [row[start:end] for start, end in stretches for row in rows]
    return [first], [row for row in unfolded if any(row)]


def _key(table: Tag) -> dict[str, str]:
    """Give what letters stand for where a table is the key of the one before it."""
    if table.get("id") or table.find("thead") is not None or table.find("caption") is not None:
        return {}
    rows = _lines(table.find("tbody"))
    is_key = all(len(row) == 2 and re.fullmatch("[a-z]{1,2}", row[0]) for row in rows)
    return {row[0]: row[1] for row in rows} if is_key else {}


# --- pages before they are typeset


_TAGS: tuple[tuple[type[nodes.Node], str], ...] = (
    (nodes.table, "table"),
    (nodes.title, "caption"),
    (nodes.thead, "thead"),
    (nodes.tbody, "tbody"),
    (nodes.row, "tr"),
    (nodes.entry, "td"),
    (nodes.paragraph, "p"),
    (nodes.list_item, "li"),
)


def as_html(node: nodes.Node) -> str:
    """Give a node of a page as the least HTML that says the same."""
    if isinstance(node, nodes.Text):
        return escape(node.astext())
    inner = "".join(map(as_html, node.children))
    is_beside = isinstance(node, nodes.Element) and "marks" in node["classes"]
    tag = "span" if is_beside else next((tag for kind, tag in _TAGS if isinstance(node, kind)), "")
    if not tag or not isinstance(node, nodes.Element):
        return inner
    given = {"id": " ".join(node["ids"][:1]), "class": "marks" if is_beside else ""}
    given |= {"colspan": str(node.get("morecols", 0) + 1), "rowspan": str(node.get("morerows", 0) + 1)}
    said = "".join(f' {name}="{value}"' for name, value in given.items() if value)
    return f"<{tag}{said}>{inner}</{tag}>"


def tables_of(ruleset: Ruleset, *, told: bool = False) -> tuple[EnglishWriter, dict[str, PrintedTable]]:
    """Give the tables of a ruleset as they are planned, and what has written them; nothing else is made or typeset.

    Cells that an author tells have the author's words if they are to be `told`.
    """
    writer = book_writer(ruleset, told=told)
    arranger = Arranger(Selection(writer), all_places(writer), frozenset())
    sections = [section for table in ruleset.declared.tables if (section := writer.section(table)) is not None]
    maker = Maker(BookLinks(arranger.places))
    html = "".join(map(as_html, maker.made(arranger.parts(sections))))
    return writer, ReadBook((BeautifulSoup(html, "html.parser"),)).tables


# --- books, built once


@dataclass(frozen=True)
class BuiltBook:
    """A book with the ruleset that it is of."""

    ruleset: Ruleset
    planned: Planned
    read: ReadBook
    pdf: bytes

    @property
    def holders(self) -> frozenset[str]:
        """Give the ids under which rules, tables and options stand for themselves."""
        declared = self.ruleset.declared
        found = {address_of(rule) for rule in declared.rules.values()} | {*declared.tables}
        found |= {f"{option.module}.{option.name}" for option in declared.options.values()}
        found |= {f"turn.{phase.name.text}" for phase in declared.turn.phases} if declared.turn else set()
        return frozenset(found)


@cache
def opened(game: str) -> Ruleset:
    """Open a game of these tests or a shipped one."""
    return Ruleset.open(str(GAMES / game) if game in SMALL else game)


def built(game: str) -> BuiltBook:
    """Build the book of a game on screen and on paper, and read it."""
    ruleset = opened(game)
    planned = plan(ruleset)
    with TemporaryDirectory(prefix="readback-") as folder:
        printed = build(planned, game, Path(folder))
        return BuiltBook(ruleset, planned, ReadBook.at(Path(folder) / "html"), printed.paths["pdf"].read_bytes())


def letters(words: str) -> str:
    """Give words without blanks, points of lists, and the strokes at which a line may end.

    Apostrophes and marks of inches are those of print.
    """
    words = re.sub(r'(?<=\d)"', "\N{DOUBLE PRIME}", words.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"))
    return re.sub(r"[\s\N{BULLET}\N{SOFT HYPHEN}\N{HYPHEN}-]", "", words)


def words_on_paper(pdf: bytes) -> str:
    """Give the words of a PDF in the order in which they are printed, as `letters` does."""
    return "".join(letters(one.words) for one in words_in(pdf))
