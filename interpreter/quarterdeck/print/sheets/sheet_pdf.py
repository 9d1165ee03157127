"""Print sheets: one PDF, set by Typst from a plan; needs the extra `docs`, and no network.

In: a `Plan`. Out: a file and the number of its pages. How things look stands in `static/sheets.typ` and, for what is
written on, in `static/forms.typ` of the forms. A warning of
Typst is an error, and so are words over words and words cut off, unless it is a draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.book.overlaps import has_overlaps, refuse_overlaps
from quarterdeck.print.book.pdf_words import page_count
from quarterdeck.print.forms.form_parts import FORMS
from quarterdeck.print.sheets.planning import Plan
from quarterdeck.print.typst import LayoutError, pdf_of

TEMPLATE = Path(__file__).with_name("static") / "sheets.typ"


def print_plan(plan: Plan, path: Path, *, forgiving: bool = False) -> int:
    """Print a plan as PDF, and give how many pages it has.

    Where words overlap or are cut off it is not printed, unless one is `forgiving`: then every page is marked.

    Raises:
        BookError: Typst is not there, or complains of what it is given.
        RefusedError: words cannot be read.
    """
    if find_spec("typst") is None:
        raise BookError("sheets need typst: pip install 'quarterdeck[docs]'")
    pdf = _set(plan, plan.data)
    if has_overlaps(pdf):
        # Broad tables at the foot of a page may leave less of it than what may not be broken needs.
        plan = replace(plan, data={**plan.data, "broad_behind": True})
        pdf = _set(plan, plan.data)
    if not forgiving:
        refuse_overlaps(pdf, path.name, repr((plan.data, plan.drawings)))
    elif not plan.data["draft"] and has_overlaps(pdf):
        pdf = _set(plan, {**plan.data, "draft": True})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pdf)
    return page_count(pdf)


def _set(plan: Plan, data: Mapping[str, Any]) -> bytes:
    """Lay out data beside the drawings of a plan."""
    drawings = {f"{name}.svg": drawing for name, drawing in plan.drawings.items()}
    try:
        return pdf_of(TEMPLATE, {**data, "words": plan.words}, {FORMS.name: FORMS.read_text("utf-8"), **drawings})
    except LayoutError as error:
        raise BookError(str(error)) from error
