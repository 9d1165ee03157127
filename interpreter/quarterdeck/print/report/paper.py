"""Print a report as PDF, with Typst; needs the extra `docs`.

In: a `Report`. Out: the PDF. How each block looks is in `static/report.typ`, which reads the report itself as data.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.print.book.overlaps import refuse_overlaps
from quarterdeck.print.report.document import Report
from quarterdeck.print.typst import as_data, pdf_of

TEMPLATE = Path(__file__).with_name("static") / "report.typ"


def as_pdf(report: Report, name: str) -> bytes:
    """Return a report as PDF, to be called so.

    Raises:
        LayoutError: Typst refuses it.
        RefusedError: words in it cannot be read.
    """
    pdf = pdf_of(TEMPLATE, {**as_data(report), "called": report.called})
    refuse_overlaps(pdf, name)
    return pdf
