"""Print a report into a file, by the ending of its name: as a page, as Markdown, or on paper.

In: a `Report`. Out: a file.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.print.files import write_all
from quarterdeck.print.report.document import Report
from quarterdeck.print.report.html import as_html
from quarterdeck.print.report.markdown import as_markdown
from quarterdeck.print.typst import as_data, pdf_of

TEMPLATE = Path(__file__).with_name("static") / "report.typ"
"""How each block looks on paper; it reads the report itself as data."""


def print_report(report: Report, path: Path) -> None:
    """Print a report into a file; what was there before remains until it is complete.

    Raises:
        OSError: the file cannot be written, or the disk is full.
        RefusedError: words in the PDF cannot be read.
    """
    if path.suffix == ".pdf":
        from quarterdeck.print.book.overlaps import refuse_overlaps

        pdf = as_pdf(report)
        refuse_overlaps(pdf, path.name, repr(report))
        write_all({path: pdf})
    else:
        write_all({path: (as_markdown(report) if path.suffix == ".md" else as_html(report)).encode()})


def as_pdf(report: Report) -> bytes:
    """Return a report as PDF.

    Raises:
        LayoutError: Typst refuses it.
    """
    return pdf_of(TEMPLATE, {**as_data(report), "called": report.called})
