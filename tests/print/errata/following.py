"""Write errata into a printed book, line by line, as a reader does who has nothing but the book and the errata."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from quarterdeck.print.errata.making import BookEdit, Errata, PlainBook
from quarterdeck.print.errata.printed_lines import PrintedLine
from quarterdeck.print.errata.printed_tables import PrintedTable, TableEdit
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass
class Written:
    """A line of the book on which somebody writes, with what is written in after it."""

    line: PrintedLine | None
    after: list[tuple[str, str]]


@lru_cache(maxsize=3)
def plain_book(name: str) -> PlainBook:
    """Return a book in which nothing is marked; what is made of it once, further tests find."""
    return PlainBook(Ruleset.open(name))


def book_lines(name: str) -> list[PrintedLine]:
    """List the lines of a book as they are printed where nothing is marked."""
    return plain_book(name).lines


def read(line: PrintedLine) -> tuple[str, str]:
    """Return what a reader sees of a line, by which books are compared."""
    return line.kind, line.text


def every_edit(found: Errata) -> list[BookEdit]:
    """List all edits, those of worked examples last."""
    entries = [*(entry for chapter in found.chapters for entry in chapter.entries), *found.examples]
    return [edit for entry in entries for edit in entry.edits]


def followed(book: list[PrintedLine], found: Errata) -> list[tuple[str, str]]:
    """Return the lines of a book after errata are written into it."""
    pages = [Written(None, []), *(Written(line, []) for line in book)]
    for edit in every_edit(found):
        for line in edit.added:
            if line.moved_from:
                gone = [page for page in pages if page.line and read(page.line) == (line.kind, line.text)]
                next(page for page in gone if page.line and page.line.place == line.moved_from).line = None
    originals = dict(zip(map(id, pages[1:]), book, strict=True))
    for edit in every_edit(found):
        page = pages[0] if not edit.place else _page(pages[1:], originals, edit)
        if edit.sort == "add":
            page.after += [(line.kind, line.text) for line in edit.added]
            continue
        assert page.line is not None
        if edit.sort == "delete":
            page.line = None
        elif edit.sort == "replace":
            page.line = replace(page.line, text=edit.after)
        else:
            assert page.line.table is not None
            page.line = replace(page.line, text=table_text(page.line.table, edit.table))
    return [line for page in pages for line in ([read(page.line)] if page.line else []) + page.after]


def _page(pages: list[Written], originals: dict[int, PrintedLine], edit: BookEdit) -> Written:
    """Find the line that an edit names by its place and its words."""
    known = [
        page for page in pages if (originals[id(page)].place, originals[id(page)].text) == (edit.place, edit.before)
    ]
    assert len(known) == 1 or edit.which, edit
    return known[max(0, edit.which - 1)]


def table_text(table: PrintedTable, edits: tuple[TableEdit, ...]) -> str:
    """Return the words of a table after edits, each carried out by the words at the head of rows and columns."""
    heads, rows, names = list(table.heads), [list(row) for row in table.rows], list(table.names)
    for edit in edits:
        match edit.sort:
            case "read anew":
                return edit.after
            case "delete column":
                at = heads.index(edit.column)
                for line in (heads, *rows):
                    del line[at]
            case "add column":
                at = heads.index(edit.behind) + 1 if edit.behind else 0
                for line, cell in zip((heads, *rows), (edit.column, *edit.cells), strict=True):
                    line.insert(at, cell)
            case "delete row":
                at = names.index(edit.row)
                del names[at], rows[at]
            case "add row":
                at = names.index(edit.behind) + 1 if edit.behind else 0
                names.insert(at, edit.row)
                rows.insert(at, [*edit.cells])
            case "cell":
                row = rows[names.index(edit.row)]
                assert row[heads.index(edit.column)] == edit.before
                row[heads.index(edit.column)] = edit.after
    return PrintedTable(tuple(heads), tuple(map(tuple, rows)), table.stubs).text
