"""Tables in text: separated values in any common encoding, Markdown, and HTML.

In: the bytes of a file. Out: its text, and the tables in it.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from html.parser import HTMLParser
from io import StringIO

from quarterdeck.analysis.imports.file_grids import FileGrid, GridBuilder, ImportRefusedError
from quarterdeck.base.text import NO_SIGN, with_unix_ends

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""What a file begins with that says its encoding; the longer marks first."""
SAMPLE = 200
"""Rows that are read to find out the separator."""
RULE = re.compile(r"\s*\|?(\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")
"""The line of Markdown between the header of a table and its rows."""
HEADING = re.compile(r"\s*#{1,6}\s+(.*?)\s*#*\s*")
CELL_END = re.compile(r"(?<!\\)\|")
EMPHASIS = re.compile(r"<br\s*/?>|\*\*|__|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
MOST_SPANNED = 1_000
"""Rows or columns that a cell of HTML may span; HTML itself says so of columns."""


def decoded(data: bytes, encoding: str = "") -> tuple[str, str]:
    """Return the text of a file and the encoding in which it was read.

    Raises:
        ImportRefusedError: the bytes are not text in the encoding, or in any common one.
    """
    found = encoding or next((name for mark, name in MARKS.items() if data.startswith(mark)), "")
    if not found and data[:200].count(0) > len(data[:200]) // 4:
        found = "utf-16-le" if data[1:200:2].count(0) > data[:200:2].count(0) else "utf-16-be"
    for name in [found] if found else ["utf-8", "cp1252"]:
        try:
            text = with_unix_ends(data.decode(name)).removeprefix("\ufeff")
        except (LookupError, UnicodeError):
            continue
        if NO_SIGN.search(text) is None:
            return text, name
    words = f"it is not text in {found}" if found else "it is not text in UTF-8, UTF-16 or Windows-1252"
    raise ImportRefusedError(f"{words}; name its encoding with --encoding, such as latin-1 or mac-roman")


def separated(text: str, separator: str = "") -> FileGrid:
    """Read separated values; without a separator, take the one that gives the most rows of equal length.

    Raises:
        ImportRefusedError: a quotation mark is not closed.
    """
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=;"):
        separator, text, skipped = separator or first.strip()[-1], rest, 1
    separator = separator or most_regular(text)
    builder, begun = GridBuilder(), 1
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            for column, cell in enumerate(cells):
                builder.put(begun + skipped, column, cell)
            begun = reader.line_num + 1
    except csv.Error:
        raise ImportRefusedError(f"row {begun + skipped}: a quotation mark does not close its cell") from None
    return builder.finish(has_decimal_comma=separator == ";")


def most_regular(text: str) -> str:
    """Return the separator that gives the most rows of equal length, the longest of them where several do."""

    def regularity(separator: str) -> tuple[int, int]:
        sample = StringIO("".join(text.splitlines(keepends=True)[:SAMPLE]), newline="")
        try:
            widths = Counter(len(cells) for cells in csv.reader(sample, delimiter=separator) if len(cells) > 1)
        except csv.Error:
            return (0, 0)
        return max(((count, width) for width, count in widths.items()), default=(0, 0))

    return max(SEPARATORS.values(), key=regularity)


def in_markdown(text: str) -> list[FileGrid]:
    """Read the tables of a Markdown page, each with the heading above it."""
    found: list[FileGrid] = []
    name, lines, at = "", text.split("\n"), 0
    while at < len(lines):
        if heading := HEADING.fullmatch(lines[at]):
            name = EMPHASIS.sub("", heading[1])
        elif "|" in lines[at] and at + 1 < len(lines) and "-" in lines[at + 1] and RULE.fullmatch(lines[at + 1]):
            builder = GridBuilder(name)
            for number in (at, *range(at + 2, len(lines))):
                if "|" not in lines[number]:
                    break
                inner = lines[number].strip().removeprefix("|")
                for column, cell in enumerate(CELL_END.split(inner)):
                    builder.put(number + 1, column, EMPHASIS.sub(" ", cell).replace("\\|", "|"))
                at = max(at, number)
            found.append(builder.finish())
        at += 1
    return found


def in_html(text: str) -> list[FileGrid]:
    """Read the tables of an HTML page, each with its caption or the heading above it."""
    reader = TablesOfPage()
    reader.feed(text)
    reader.close()
    for table in reader.open:  # which the page does not close
        table.end_cell()
    return [builder.finish() for builder in reader.tables if builder.cells]


class OpenTable:
    """A table of HTML while it is read: the place of the next cell, and the cell that is open."""

    def __init__(self, builder: GridBuilder) -> None:
        self.builder = builder
        self.row, self.column = 0, 0
        self.span = (1, 1)
        self.words: list[str] | None = None
        self.taken: dict[int, int] = {}
        """Up to which row each column is taken by a cell that began above."""

    def end_cell(self) -> None:
        """Put the cell that is open where it belongs."""
        if self.words is None:
            return
        while self.taken.get(self.column, 0) >= self.row:
            self.column += 1
        rows, columns = self.span
        self.builder.put(self.row, self.column, "".join(self.words), rows, columns)
        for across in range(self.column, self.column + columns):
            self.taken[across] = self.row + rows - 1
        self.column += columns
        self.words = None

    def begin_row(self) -> None:
        """Begin the next row; rows are counted from 1."""
        self.end_cell()
        self.row, self.column = self.row + 1, 0


class TablesOfPage(HTMLParser):
    """Collects the tables of a page, also those inside others."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[GridBuilder] = []
        self.open: list[OpenTable] = []
        self.heading: list[str] | None = None
        self.title = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append(GridBuilder(self.title))
            self.open.append(OpenTable(self.tables[-1]))
        elif re.fullmatch("h[1-6]|caption", tag):
            self.heading = []
        elif self.open and tag == "tr":
            self.open[-1].begin_row()
        elif self.open and tag in ("td", "th"):
            self.open[-1].end_cell()
            self.open[-1].row = max(self.open[-1].row, 1)  # the first row may begin without being announced
            spans = dict(attrs)
            self.open[-1].span = (_span(spans.get("rowspan")), _span(spans.get("colspan")))
            self.open[-1].words = []
        elif tag in ("br", "p", "li", "div"):
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if re.fullmatch("h[1-6]|caption", tag) and self.heading is not None:
            title, self.heading = " ".join("".join(self.heading).split()), None
            if tag == "caption" and self.open:
                self.open[-1].builder.name = title
            else:
                self.title = title
        elif self.open and tag in ("td", "th", "tr"):
            self.open[-1].end_cell()
        elif self.open and tag == "table":
            self.open.pop().end_cell()

    def handle_data(self, data: str) -> None:
        if self.heading is not None:
            self.heading.append(data)
        elif self.open and self.open[-1].words is not None:
            self.open[-1].words.append(data)


def _span(text: str | None) -> int:
    return min(max(int(text), 1), MOST_SPANNED) if text and re.fullmatch(r"\d{1,6}", text) else 1
