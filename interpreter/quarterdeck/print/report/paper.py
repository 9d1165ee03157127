"""Print a report as PDF, with Typst; needs the extra `docs`.

In: a `Report`. Out: the PDF. How each block looks is in `static/report.typ`, which reads the report itself as data.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.print.report.document import Report
from quarterdeck.print.typst import as_data, pdf_of

TEMPLATE = Path(__file__).with_name("static") / "report.typ"


def as_pdf(report: Report) -> bytes:
    """Return a report as PDF.

    Raises:
        LayoutError: Typst refuses it.
    """
    return pdf_of(TEMPLATE, {**as_data(report), "called": report.called})
