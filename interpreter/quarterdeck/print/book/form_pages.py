"""The forms at the end of a book: blank logs and pads to copy, drawn as `quarterdeck sheet` draws them.

In: a ruleset. Out: a `blocks.Section` with a page for each form, and on request the SVG of one for a screen. What a
form has on it is made in `forms`, how it is drawn stands in its template.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path

from quarterdeck.language.checks.logs import log_of
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.forms.blank_forms import BlankForm, blank_forms
from quarterdeck.print.forms.form_parts import FORMS
from quarterdeck.print.typst import LayoutError, compiler_of
from quarterdeck.prose.text.blocks import CopyForm, LinkTarget, Point, Prose, Section, Steps
from quarterdeck.prose.text.runs import Run, text
from quarterdeck.workspace.ruleset.ruleset import Ruleset

ADDRESS = "forms"
TITLE = "Forms to copy"
FILLED_IN = "The program Quarterdeck, with which this book was made, also prints them filled in, for any scenario."
SECRET = ("in secret", "In secret")
"""How books say that nobody else may see it."""
_IDS = re.compile(r'(?<=\bid=")|(?<=href="#)|(?<=url\(#)')


def forms_to_copy(ruleset: Ruleset) -> Section | None:
    """Give the part with all blank forms; nothing where nothing is written down on paper."""
    forms = blank_forms(ruleset)
    if not forms:
        return None
    lead = "These blank forms may be copied."
    listed = Steps(tuple(Point((Run(one.title, to=one.address),)) for one in forms), bulleted=True)
    pages = (
        CopyForm(
            one.title,
            words_of(one),
            data_of(one),
            LinkTarget(one.address, "form", one.title),
            one.pad.about if one.pad else (),
        )
        for one in forms
    )
    return Section(
        text(TITLE),
        (Prose(text(lead), "lead"), Prose(text(FILLED_IN)), listed, *pages),
        place=LinkTarget(ADDRESS, "form", TITLE),
    )


def called_in_rules(declared: Declared, forms: Section) -> dict[str, dict[str, str]]:
    """Give the words that lead to forms, each with the address of the form: anywhere, or in what has an address.

    Wherever they stand, words lead to a log that are `called` so; where something is chosen for a pad, `in secret`
    leads there.
    """
    logs = ((kind, log_of(declared, kind)) for kind in declared.kinds)
    found = {"": {words: f"{ADDRESS}.{kind}" for kind, log in logs if log is not None for words in log.called}}
    for one in forms.blocks:
        if isinstance(one, CopyForm) and one.place is not None:
            for about in one.about:
                found.setdefault(about, dict.fromkeys(SECRET, one.place.address))
    return found


def data_of(form: BlankForm) -> str:
    """Give a form as the template reads it, as JSON."""
    return json.dumps(asdict(form), ensure_ascii=False)


def words_of(form: BlankForm) -> str:
    """Say what stands on a form, to those who cannot see it.

    >>> from quarterdeck.print.forms.orders import OrderPad
    >>> words_of(BlankForm("forms.pad.1", "Pad: Plans", pad=OrderPad("Plans", "", ("Intent", "Target"), ())))
    'A blank form. Pad: Plans. It has room for: Intent, Target.'
    """
    return f"A blank form. {form.title}. It has room for: {', '.join(dict.fromkeys(_heads(form)))}."


def _heads(form: BlankForm) -> Iterator[str]:
    if form.pad is not None:
        yield from form.pad.heads
    for group in form.form.groups if form.form is not None else ():
        heads = (group.head, *group.heads, *(figure.head for figure in group.figures))
        yield from (head for head in heads if head)


@cache
def svg_of(data: str, name: str) -> str:
    """Give one form as SVG; what has an id in it is called after `name`, so that a page may hold several.

    Raises:
        BookError: Typst cannot set it.
    """
    files = {FORMS.name: FORMS.read_text("utf-8"), "data.json": paper_data("a4", large=False), "form.json": data}
    try:
        made = compiler_of('#import "forms.typ": form-alone\n#form-alone(json("form.json"))\n', files).svg()
    except LayoutError as error:
        raise BookError(str(error)) from error
    return _IDS.sub(f"{name}-", made)


def write_form_template(folder: Path, paper: str, *, large: bool) -> None:
    """Put the template of forms into a folder, with what it reads of the paper."""
    shutil.copyfile(FORMS, folder / FORMS.name)
    (folder / "data.json").write_text(paper_data(paper, large=large), "utf-8")


def paper_data(paper: str, *, large: bool) -> str:
    """Return what the template of forms reads of the paper, as JSON."""
    return json.dumps({"paper": paper, "large": large})
