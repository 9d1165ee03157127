"""Sheets of spreadsheets: XLSX and ODS.

In: the bytes of a file. Out: its sheets. Such a file is a ZIP archive of XML from a stranger. Its parts are unpacked to
a limit, documents with a DOCTYPE are refused, and cells are read one after another into a bounded grid. A sheet that
holds two cells at opposite corners takes no room for those between them.
"""

from __future__ import annotations

import re
import zlib
from decimal import Decimal, InvalidOperation
from io import BytesIO
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from quarterdeck.analysis.imports.file_grids import FileGrid, GridBuilder, ImportRefusedError
from quarterdeck.base.bounds import MOST_BYTES_UNPACKED, MOST_CELLS

DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
"""Numbers of the formats of dates and times that XLSX does not spell out."""
NOT_A_PATTERN = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
A_DATE = "the spreadsheet made a date of this cell; format it as text and type it again"
Attributes = dict[str, str]


class ArchiveParts:
    """The parts of a spreadsheet, unpacked when they are asked for."""

    def __init__(self, data: bytes) -> None:
        self.archive = ZipFile(BytesIO(data))
        self.names = set(self.archive.namelist())
        self.room = MOST_BYTES_UNPACKED

    def part(self, name: str) -> bytes:
        """Unpack a part; one that is not there is empty.

        Raises:
            ImportRefusedError: it is too large, is encrypted, or is packed in an unusual way.
        """
        if name not in self.names:
            return b""
        known = self.archive.getinfo(name)
        if known.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or known.flag_bits & 1:
            raise ImportRefusedError("it is encrypted, or packed in an unusual way; save it without a password")
        with self.archive.open(known) as file:
            data = file.read(self.room + 1)
        self.room -= len(data)
        if self.room < 0:
            raise ImportRefusedError(f"it is larger than {MOST_BYTES_UNPACKED:,} bytes when it is unpacked")
        return data


class XmlReader:
    """Walks through a document; derived classes say what its elements mean.

    `begin` is called with the name of an element without its namespace, `end` with the text directly in it.
    """

    def __init__(self) -> None:
        self.texts: list[list[str]] = []

    def read(self, data: bytes) -> None:
        """Read a document; an empty one has no elements.

        Raises:
            ET.ParseError: it is not well-formed XML.
        """
        if data:
            # The target sees each element as it comes; no tree is built, and a DOCTYPE is refused before it is used.
            parser = ET.XMLParser(target=self)  # noqa: S314
            parser.feed(data)
            parser.close()

    def doctype(self, _name: str, _public: str | None, _system: str | None) -> None:
        raise ImportRefusedError("it holds a DOCTYPE, which no spreadsheet needs")

    def start(self, tag: str, attributes: Attributes) -> None:
        self.texts.append([])
        self.begin(_local(tag), {_local(key): value for key, value in attributes.items()})

    def end(self, tag: str) -> None:
        self.finish(_local(tag), "".join(self.texts.pop()))

    def data(self, text: str) -> None:
        self.texts[-1].append(text)

    def close(self) -> None:
        """Give nothing: what was read is in the reader."""

    def begin(self, name: str, attributes: Attributes) -> None:
        """Begin an element."""

    def finish(self, name: str, text: str) -> None:
        """End an element."""


def in_spreadsheet(data: bytes) -> list[FileGrid]:
    """Read the sheets of a spreadsheet that are not empty.

    Raises:
        ImportRefusedError: it is not a spreadsheet in XLSX or ODS, is broken, or is too large.
    """
    try:
        parts = ArchiveParts(data)
        if "content.xml" in parts.names:
            return in_ods(parts)
        if "xl/workbook.xml" in parts.names:
            return in_xlsx(parts)
    except (BadZipFile, ET.ParseError, zlib.error, EOFError, OSError, ValueError, NotImplementedError):
        raise ImportRefusedError("it is broken: its parts cannot be unpacked or are not XML") from None
    raise ImportRefusedError("it is not a spreadsheet in XLSX or ODS; save it in one of these, or as CSV")


def number_as_text(text: str) -> str:
    """Write a number of a spreadsheet as a person would: without the digits that binary fractions add.

    >>> number_as_text("0.10000000000000001"), number_as_text("3.0"), number_as_text("1E+2"), number_as_text("x")
    ('0.1', '3', '100', 'x')
    """
    try:
        number = Decimal(repr(float(text)))
    except (ValueError, InvalidOperation):
        return text
    if not number.is_finite() or abs(number.adjusted()) > 18:
        return text
    said = f"{number:f}"
    return said.rstrip("0").rstrip(".") if "." in said else said


# ODS


def in_ods(parts: ArchiveParts) -> list[FileGrid]:
    """Read the sheets of an ODS file."""
    reader = OdsReader()
    reader.read(parts.part("content.xml"))
    return [sheet.finish() for sheet in reader.sheets if sheet.cells]


class OdsReader(XmlReader):
    """Reads the content of an ODS file, in which rows and cells say how often they are repeated."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[GridBuilder] = []
        self.row, self.column, self.rows = 1, 0, 1
        self.cell: Attributes | None = None
        self.words: list[str] = []
        self.asides = 0

    def begin(self, name: str, attributes: Attributes) -> None:
        match name:
            case "table" if "name" in attributes:
                self.sheets.append(GridBuilder(attributes["name"]))
                self.row = 1
            case "table-row":
                self.column, self.rows = 0, _count(attributes.get("number-rows-repeated"))
            case "table-cell" | "covered-table-cell":
                self.cell, self.words = attributes, []
            case "annotation":
                self.asides += 1
            case "s" | "tab" | "line-break" if self.texts[:-1]:
                self.texts[-2].append(" ")

    def finish(self, name: str, text: str) -> None:
        match name:
            case "annotation":
                self.asides -= 1
            case "p" if not self.asides:
                self.words.append(text)
            case "a" | "span" if self.texts:
                self.texts[-1].append(text)
            case "table-cell" | "covered-table-cell" if self.cell is not None and self.sheets:
                self.end_cell(self.cell)
            case "table-row":
                self.row += self.rows

    def end_cell(self, cell: Attributes) -> None:
        """Put a cell into the sheet, as often as it is repeated."""
        columns, kind = _count(cell.get("number-columns-repeated")), cell.get("value-type", "")
        sheet, text = self.sheets[-1], " ".join(self.words)
        spans = _count(cell.get("number-rows-spanned")), _count(cell.get("number-columns-spanned"))
        if kind == "float":
            text = number_as_text(cell.get("value", text))
        elif kind == "boolean":
            text = "yes" if cell.get("boolean-value") == "true" else "no"
        if kind in ("date", "time"):
            sheet.refuse(self.row, self.column, A_DATE)
        elif spans != (1, 1):
            sheet.put(self.row, self.column, text, *spans)
        else:
            sheet.put(self.row, self.column, text, self.rows, columns)
        self.column += columns
        self.cell = None


# XLSX


def in_xlsx(parts: ArchiveParts) -> list[FileGrid]:
    """Read the sheets of an XLSX file."""
    book, links, styles, strings = XlsxBook(), XlsxLinks(), XlsxStyles(), XlsxStrings()
    book.read(parts.part("xl/workbook.xml"))
    links.read(parts.part("xl/_rels/workbook.xml.rels"))
    styles.read(parts.part("xl/styles.xml"))
    strings.read(parts.part("xl/sharedStrings.xml"))
    found = []
    for name, link in book.sheets:
        target = links.targets.get(link, "")
        sheet = XlsxSheet(name, strings.strings, styles.is_date)
        sheet.read(parts.part(target.lstrip("/") if target.startswith("/") else f"xl/{target}"))
        if sheet.grid.cells:
            found.append(sheet.grid.finish())
    return found


class XlsxBook(XmlReader):
    """Reads which sheets there are."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[tuple[str, str]] = []

    def begin(self, name: str, attributes: Attributes) -> None:
        if name == "sheet":
            self.sheets.append((attributes.get("name", ""), attributes.get("id", "")))


class XlsxLinks(XmlReader):
    """Reads in which part of the archive each sheet is."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: dict[str, str] = {}

    def begin(self, name: str, attributes: Attributes) -> None:
        if name == "Relationship":
            self.targets[attributes.get("Id", "")] = attributes.get("Target", "")


class XlsxStyles(XmlReader):
    """Reads which styles of cells show dates."""

    def __init__(self) -> None:
        super().__init__()
        self.date_formats = set(map(str, DATE_FORMATS))
        self.is_date: list[bool] = []
        self.is_in_cells = False

    def begin(self, name: str, attributes: Attributes) -> None:
        match name:
            case "numFmt" if re.search("[ymdhs]", NOT_A_PATTERN.sub("", attributes.get("formatCode", "").lower())):
                self.date_formats.add(attributes.get("numFmtId", ""))
            case "cellXfs":
                self.is_in_cells = True
            case "xf" if self.is_in_cells:
                self.is_date.append(attributes.get("numFmtId", "") in self.date_formats)

    def finish(self, name: str, text: str) -> None:
        if name == "cellXfs":
            self.is_in_cells = False


class XlsxStrings(XmlReader):
    """Reads the texts that cells share; how they are pronounced is passed over."""

    def __init__(self) -> None:
        super().__init__()
        self.strings: list[str] = []
        self.words: list[str] = []
        self.asides = 0

    def begin(self, name: str, attributes: Attributes) -> None:
        self.asides += name == "rPh"
        if name == "si":
            self.words = []

    def finish(self, name: str, text: str) -> None:
        self.asides -= name == "rPh"
        if name == "t" and not self.asides:
            self.words.append(text)
        elif name == "si":
            self.strings.append("".join(self.words))


class XlsxSheet(XmlReader):
    """Reads one sheet."""

    def __init__(self, name: str, strings: list[str], is_date: list[bool]) -> None:
        super().__init__()
        self.grid = GridBuilder(name)
        self.strings, self.is_date = strings, is_date
        self.row, self.column = 0, 0
        self.cell: Attributes = {}
        self.value, self.words = "", [""]

    def begin(self, name: str, attributes: Attributes) -> None:
        match name:
            case "row":
                self.row, self.column = _count(attributes.get("r"), self.row + 1), -1
            case "c":
                at = _place(attributes.get("r", ""))
                self.column = at[1] if at else self.column + 1
                self.cell, self.value, self.words = attributes, "", []
            case "mergeCell":
                self.merge(attributes.get("ref", ""))

    def finish(self, name: str, text: str) -> None:
        match name:
            case "v":
                self.value = text
            case "t":
                self.words.append(text)
            case "c":
                self.end_cell()

    def end_cell(self) -> None:
        """Put a cell into the grid as the text that a person sees, as far as that is known."""
        style, value = self.cell.get("s", ""), self.value
        match self.cell.get("t", "n"):
            case "s":
                place = int(value) if re.fullmatch(r"\d{1,9}", value) else -1
                self.grid.put(self.row, self.column, self.strings[place] if 0 <= place < len(self.strings) else "")
            case "b":
                self.grid.put(self.row, self.column, "yes" if value == "1" else "no" if value else "")
            case "e":
                self.grid.refuse(self.row, self.column, f"the formula of this cell ends in an error, {value[:20]}")
            case "inlineStr":
                self.grid.put(self.row, self.column, "".join(self.words))
            case "str":
                self.grid.put(self.row, self.column, value)
            case "n" if value and style.isdecimal() and int(style) < len(self.is_date) and self.is_date[int(style)]:
                self.grid.refuse(self.row, self.column, A_DATE)
            case "d":
                self.grid.refuse(self.row, self.column, A_DATE)
            case _:
                self.grid.put(self.row, self.column, number_as_text(value))

    def merge(self, reference: str) -> None:
        """Write the text of merged cells into each of them."""
        first, last = map(_place, (*reference.split(":"), "", "")[:2])
        if first and last and first[0] <= last[0] and first[1] <= last[1]:
            text = self.grid.cells.get(first[0], {}).get(first[1], "")
            self.grid.put(*first, text, last[0] - first[0] + 1, last[1] - first[1] + 1)


def _place(reference: str) -> tuple[int, int] | None:
    """Return row, from 1, and column, from 0, of a reference such as `B3`; nothing where there is none."""
    match = re.fullmatch(r"([A-Z]{1,3})(\d{1,7})", reference)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]), column - 1


def _count(text: str | None, otherwise: int = 1) -> int:
    return min(int(text), MOST_CELLS * 10) if text and re.fullmatch(r"\d{1,9}", text) else otherwise


def _local(name: str) -> str:
    return name.rpartition("}")[2]
