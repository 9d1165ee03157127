"""Print a report as PDF, with Typst; needs the extra `docs`.

In: a `Report`. Out: the PDF. How each block looks is in `static/report.typ`, which reads the report itself as data.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from quarterdeck.print.book.overlaps import refuse_overlaps
from quarterdeck.print.report.document import Report
from quarterdeck.print.typst import pdf_of

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


def as_data(value: Any) -> Any:
    """Return a record as data, with the name of its class as its sort."""
    if is_dataclass(value):
        parts = {one.name: as_data(getattr(value, one.name)) for one in fields(value)}
        return {"sort": type(value).__name__, **parts}
    return [as_data(one) for one in value] if isinstance(value, tuple) else value
