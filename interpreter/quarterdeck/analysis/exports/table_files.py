"""Rows as files that spreadsheets read: CSV in UTF-8, and XLSX.

In: headings and rows. Out: bytes, always the same for the same rows.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

Sheet = tuple[Sequence[str], Sequence[Sequence[Any]]]
"""Headings and rows."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that a spreadsheet takes for a formula."""
NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")
LONGEST_NAME = 31
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OPEN = "http://schemas.openxmlformats.org"
MAIN = f'xmlns="{OPEN}/spreadsheetml/2006/main"'
BOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
RELATIONS = "application/vnd.openxmlformats-package.relationships+xml"


def as_csv(sheet: Sheet) -> bytes:
    """Write rows as CSV; text that a spreadsheet would take for a formula has an apostrophe in front."""
    found = StringIO()
    writer = csv.writer(found, lineterminator="\n")
    heads, rows = sheet
    writer.writerow(heads)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return found.getvalue().encode()


def _harmless(cell: Any) -> Any:
    is_formula = isinstance(cell, str) and cell.startswith(FORMULA) and not NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell


def as_xlsx(sheets: Mapping[str, Sheet]) -> bytes:
    """Write sheets by their names as a spreadsheet."""
    names = list(_sheet_names(sheets))
    parts = {
        "[Content_Types].xml": _content_types(len(names)),
        "_rels/.rels": _relationships([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _workbook(names),
        "xl/_rels/workbook.xml.rels": _relationships(
            [("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(names) + 1)]
        ),
    }
    for number, sheet in enumerate(sheets.values(), 1):
        parts[f"xl/worksheets/sheet{number}.xml"] = _worksheet(sheet)
    found = BytesIO()
    with ZipFile(found, "w") as archive:
        for name, text in parts.items():
            known = ZipInfo(name)
            known.compress_type = ZIP_DEFLATED
            archive.writestr(known, XML + text)
    return found.getvalue()


def _sheet_names(sheets: Mapping[str, Sheet]) -> Iterator[str]:
    taken: set[str] = set()
    for name in sheets:
        short = re.sub(r"[\[\]:*?/\\']", " ", name)[:LONGEST_NAME] or "Sheet"
        number = 2
        while short.lower() in taken:
            short, number = f"{short[: LONGEST_NAME - 4]} {number}", number + 1
        taken.add(short.lower())
        yield short


def _content_types(count: int) -> str:
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{SHEET}"/>'
        for number in range(1, count + 1)
    )
    return (
        f'<Types xmlns="{OPEN}/package/2006/content-types"><Default Extension="rels" ContentType="{RELATIONS}"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{BOOK}"/>{sheets}</Types>'
    )


def _relationships(targets: Sequence[tuple[str, str]]) -> str:
    links = "".join(
        f'<Relationship Id="r{number}" Type="{OPEN}/officeDocument/2006/relationships/{sort}" Target="{target}"/>'
        for number, (sort, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{OPEN}/package/2006/relationships">{links}</Relationships>'


def _workbook(names: Sequence[str]) -> str:
    sheets = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="r{number}"/>' for number, name in enumerate(names, 1)
    )
    relations = f'xmlns:r="{OPEN}/officeDocument/2006/relationships"'
    return f"<workbook {MAIN} {relations}><sheets>{sheets}</sheets></workbook>"


def _worksheet(sheet: Sheet) -> str:
    heads, rows = sheet
    lines = "".join(
        f'<row r="{number}">{"".join(_cell(number, column, cell) for column, cell in enumerate(row))}</row>'
        for number, row in enumerate((heads, *rows), 1)
    )
    return f"<worksheet {MAIN}><sheetData>{lines}</sheetData></worksheet>"


def _cell(row: int, column: int, value: Any) -> str:
    place, text = f"{_letters(column)}{row}", str(value)
    if not text:
        return ""
    if NUMBER.fullmatch(text):
        return f'<c r="{place}"><v>{text}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def _letters(column: int) -> str:
    """Return what a spreadsheet calls a column.

    >>> _letters(0), _letters(25), _letters(26), _letters(701), _letters(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    found = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(ord("A") + rest) + found
    return found
