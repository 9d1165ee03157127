"""Print what two rulesets differ in as a page that needs no other file, or on paper.

In: `DifferenceTold`. Out: a file, by the ending of its name; what is laid out how on paper stands in
`static/difference.typ`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from quarterdeck.analysis.diff.text_diff import MarkedLine
from quarterdeck.apps.cli.difference_text import NUMBERS, ChangeTold, DifferenceTold, LaidTable, WitnessTold
from quarterdeck.print.page import html_page
from quarterdeck.print.typst import pdf_of

STATIC = Path(__file__).with_name("static")
TEMPLATE = STATIC / "difference.typ"


def print_difference(told: DifferenceTold, path: Path) -> None:
    """Print a difference into a file, as PDF or as a page, by the ending of its name; what was there stays till then.

    Raises:
        OSError: the file cannot be written, or the disk is full.
    """
    with TemporaryDirectory(prefix="difference-") as temporary:
        work = Path(temporary)
        printed = work / f"printed{path.suffix}"
        if path.suffix == ".pdf":
            print_paper(told, printed)
        else:
            printed.write_text(as_html(told), "utf-8")
        half = path.with_name(f"{path.name}.part")
        try:
            shutil.copyfile(printed, half)
            half.replace(path)
        except OSError:
            if half.is_file():
                half.unlink()
            raise


def print_paper(told: DifferenceTold, path: Path) -> None:
    """Print a difference as PDF.

    Raises:
        RefusedError: words in it cannot be read.
    """
    from quarterdeck.print.book.overlaps import refuse_overlaps

    pdf = pdf_of(TEMPLATE, asdict(told))
    refuse_overlaps(pdf, path.name)
    path.write_bytes(pdf)


def as_html(told: DifferenceTold) -> str:
    """Give a difference as a page for a screen that needs no other file."""
    style = (STATIC / "difference.css").read_text("utf-8")
    return html_page(told.title, "\n".join((f"<h1>{escape(told.title)}</h1>", *body(told))), style)


def body(told: DifferenceTold) -> Iterator[str]:
    """Give what stands below the title."""
    if told.said:
        yield f"<p>{escape(told.said)}</p>"
    for group in told.groups:
        yield f"<h2>{escape(group.title)}</h2>"
        for change in group.changes:
            yield from change_shown(change)
    if told.odds:
        yield "<h2>what it does to the odds</h2>"
    for question in told.odds:
        yield f"<section><h3>{escape(question.title)}</h3>\n<p><small>{escape(question.said)}</small></p>"
        yield from (table_shown(one, numbers=NUMBERS) for one in question.tables)
        yield "</section>"
    if told.witnesses:
        yield "<h2>in the smallest situation found</h2>"
    for witness in told.witnesses:
        yield from witness_shown(witness)
    for title, lines in told.lists:
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        yield f"<h2>{escape(title)}</h2>\n<ul>{items}</ul>"


def change_shown(change: ChangeTold) -> Iterator[str]:
    """Give a change under its address."""
    yield f"<section><h3><code>{escape(change.address)}</code> <small>{escape(change.sort)}</small></h3>"
    yield from (line_shown(line) for line in change.lines)
    if change.table is not None:
        yield table_shown(change.table)
    yield "</section>"


def line_shown(line: MarkedLine) -> str:
    """Give a line that is gone or new, with its words that differ set off."""
    mark, sort = ("del", "gone") if line.sign == "-" else ("ins", "new")
    words = "".join(
        f"<{mark}>{escape(piece.text)}</{mark}>" if piece.differs else escape(piece.text) for piece in line.pieces
    )
    return f'<p class="{sort}"><span>{"−" if line.sign == "-" else "+"}</span> {words}</p>'


def table_shown(table: LaidTable, numbers: int = 0) -> str:
    """Give a table, whose last columns may be numbers."""
    first = len(table.heads) - numbers
    looks = ["" if at < first else ' class="number"' for at in range(len(table.heads))]
    heads = "".join(f"<th{look}>{escape(head)}</th>" for head, look in zip(table.heads, looks, strict=True))
    rows = "\n".join(
        "<tr>" + "".join(f"<td{look}>{said(cell)}</td>" for cell, look in zip(row, looks, strict=True)) + "</tr>"
        for row in table.rows
    )
    return f'<div class="wide"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>'


def said(cell: str) -> str:
    """Give the words of a cell, its lines below each other."""
    return "<br>".join(map(escape, cell.splitlines()))


def witness_shown(witness: WitnessTold) -> Iterator[str]:
    """Give a situation with what comes of it on both sides."""
    yield f"<section><h3><code>{escape(witness.of)}</code></h3>\n<p><small>given: {escape(witness.given)}</small></p>"
    for before, after in witness.points:
        yield f'<p class="gone"><span>−</span> {escape(before)}</p>\n<p class="new"><span>+</span> {escape(after)}</p>'
    asks = "\n".join(f"$ {escape(ask)}" for ask in witness.asks)
    yield f"<pre>{asks}</pre></section>"
