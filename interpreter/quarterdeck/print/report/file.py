"""Print a report into a file, by the ending of its name: as a page, as Markdown, or on paper.

In: a `Report`. Out: a file.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.print.files import write_all
from quarterdeck.print.report.document import Report
from quarterdeck.print.report.html import as_html
from quarterdeck.print.report.markdown import as_markdown


def print_report(report: Report, path: Path) -> None:
    """Print a report into a file; what was there before remains until it is complete.

    Raises:
        OSError: the file cannot be written, or the disk is full.
        RefusedError: words in the PDF cannot be read.
    """
    if path.suffix == ".pdf":
        from quarterdeck.print.book.overlaps import refuse_overlaps
        from quarterdeck.print.report.paper import as_pdf

        pdf = as_pdf(report)
        refuse_overlaps(pdf, path.name)
        write_all({path: pdf})
    else:
        write_all({path: (as_markdown(report) if path.suffix == ".md" else as_html(report)).encode()})
