"""Print sheets: one PDF, set by Typst from a plan; needs the extra `docs`, and no network.

In: a `Plan`. Out: a file and the number of its pages. How things look stands in `static/sheets.typ` and, for what is
written on, in `static/forms.typ` of the forms. A warning of
Typst is an error, and so are words over words and words cut off, unless it is a draft.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.book.overlaps import has_overlaps, refuse_overlaps
from quarterdeck.print.forms.form_parts import FORMS
from quarterdeck.print.sheets.planning import Plan

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
    with TemporaryDirectory(prefix="sheets-") as temporary:
        work = Path(temporary)
        for template in (TEMPLATE, FORMS):
            shutil.copyfile(template, work / template.name)
        for name, drawing in plan.drawings.items():
            (work / f"{name}.svg").write_text(drawing, "utf-8")
        pdf, pages = _set(plan.data, work)
        if has_overlaps(pdf):
            # Broad tables at the foot of a page may leave less of it than what may not be broken needs.
            plan = replace(plan, data={**plan.data, "broad_behind": True})
            pdf, pages = _set(plan.data, work)
        if not forgiving:
            refuse_overlaps(pdf, path.name)
        elif not plan.data["draft"] and has_overlaps(pdf):
            pdf, pages = _set({**plan.data, "draft": True}, work)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pdf)
    return pages


def _set(data: dict[str, Any], work: Path) -> tuple[bytes, int]:
    """Set the data of a plan beside its drawings; give the PDF and the number of its pages."""
    import typst

    (work / "data.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    try:
        compiler = typst.Compiler(str(work / TEMPLATE.name), root=str(work), ignore_system_fonts=True)
        pdf, warnings = compiler.compile_with_warnings(format="pdf", timestamp=0)
        pages = json.loads(compiler.query("<last-page>", field="value"))
    except typst.TypstError as error:
        raise BookError(f"{error.message}\n{error.diagnostic}") from error
    if warnings:
        raise BookError("\n".join(warning.diagnostic.strip() for warning in warnings))
    assert isinstance(pdf, bytes)
    return pdf, int(pages[-1])
