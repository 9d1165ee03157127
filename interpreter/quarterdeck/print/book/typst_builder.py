"""Print a documentation project as one PDF, through Typst.

Comes in: a Sphinx project. Goes out: `<project>.typ`, its pictures in `images/`, and `<project>.pdf`. All documents
reachable from the root's toctrees become one book: the root's title is the book's, the sections below it are chapters.
How nodes are written is left to `typst_writer`, how pages look to `typst_template.typ`.

The same project gives the same bytes: the time comes from SOURCE_DATE_EPOCH or is fixed, and only the fonts within the
`typst` wheel are used. Nothing is fetched; a picture at a web address is refused with a warning.

What a project may set in its `conf.py`:

- `typst_title` (the project), `typst_subtitle`, `typst_edition` (the release), `typst_note`: the title page; an empty
  line in the note begins a paragraph;
- `typst_paper`: `a4`, `a5` or `us-letter`; `typst_accent`: the one colour, as `#rrggbb`;
- `typst_large`: large print; `typst_mark`: a word that lies across every page, such as `Draft`;
- `typst_chapter_pages`: whether a chapter begins a page;
- `typst_number_depth`: how deep sections are numbered when no toctree of the project is `:numbered:`;
- `typst_page_references`: whether page numbers follow references to other sections;
- `typst_index`: whether there is an index.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.config import ENUM
from sphinx.environment.adapters.indexentries import IndexEntries
from sphinx.errors import NoUri
from sphinx.locale import _, __
from sphinx.util import logging
from sphinx.util.display import progress_message
from sphinx.util.nodes import inline_all_toctrees
from sphinx.util.osutil import make_filename_from_project

from quarterdeck.print.book.form_pages import write_form_template
from quarterdeck.print.book.page_nodes import copied
from quarterdeck.print.book.typst_rounds import KNOWN_FILE, TypesettingError, typeset
from quarterdeck.print.book.typst_writer import TypstTranslator, flag, markup, string, strings

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

logger = logging.getLogger(__name__)

TEMPLATE = Path(__file__).with_name("typst_template.typ")
# The first day that a zip file can tell, as good as any; a build must not depend on the day it is made.
_FIXED_TIME = 315532800
# What Sphinx calls the author of a project that names none.
_NOBODY = ("unknown", "Author name not set")
# With fewer headings than this a list of them helps nobody.
_WORTH_A_CONTENTS_PAGE = 3


def timestamp() -> int:
    """Give the time that the PDF says it was made, in seconds since 1970."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or _FIXED_TIME)


class TypstBuilder(Builder):
    """Builds one PDF from all documents."""

    name = "typst"
    format = "typst"
    epilog = __("The book is in %(outdir)s.")
    default_translator_class = TypstTranslator
    # In order of preference: drawings stay drawings.
    supported_image_types: ClassVar[list[str]] = [
        "image/svg+xml",
        "application/pdf",
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
    ]
    # Otherwise Sphinx itself would fetch them.
    supported_remote_images = True

    def init(self) -> None:
        self.part_pages: list[int] = []  # where parts begin that open a page, and the last page of all
        self.imagedir = "images"
        self.imgpath = "images"

    def get_outdated_docs(self) -> str:
        return "all documents"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        # Documents outside the book too: the reference then shows their title, and the writer says what is missing.
        if docname in self.env.all_docs or (docname == "genindex" and self.config.typst_index):
            return f"%{docname}"
        raise NoUri(docname, typ)

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        return self.get_target_uri(to, typ)

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        with progress_message(__("assembling the book"), nonl=False):
            doctree = self._assembled()
            self.post_process_images(doctree)
        with progress_message(__("writing")):
            source = self.outdir / f"{make_filename_from_project(self.config.project)}.typ"
            source.write_text(self._text(doctree), encoding="utf-8")
        self._copy_images()
        if next(doctree.findall(copied), None) is not None:
            write_form_template(self.outdir, self.config.typst_paper, large=self.config.typst_large)
        with progress_message(__("typesetting")):
            done = typeset(source, source.with_suffix(".pdf"), timestamp())
            self.part_pages = list(done.parts)
            for warning in done.warnings:
                logger.warning("%s", warning, type="typst", subtype="typeset")

    def _assembled(self) -> nodes.document:
        root = self.config.root_doc
        tree = self.env.get_doctree(root)
        for toctree in tree.findall(addnodes.toctree):
            # The index may stand in a toctree, and is no document.
            toctree["includefiles"] = [name for name in toctree["includefiles"] if name in self.env.all_docs]
        tree = inline_all_toctrees(self, set(), root, tree, lambda text: text, [root])
        tree["docname"] = root
        self.env.resolve_references(tree, root, self)
        return tree

    def _text(self, doctree: nodes.document) -> str:
        translator = cast("TypstTranslator", self.create_translator(doctree, self))
        body = translator.text_of(doctree)
        index = ""
        if self.config.typst_index:
            index = translator.index(IndexEntries(self.env).create_index(self))
        return f"{self._settings(doctree)}\n\n{TEMPLATE.read_text(encoding='utf-8')}\n{body}\n{index}"

    def _settings(self, doctree: nodes.document) -> str:
        config = self.config
        sections = sum(1 for _section in doctree.findall(nodes.section))
        note = [paragraph for paragraph in config.typst_note.split("\n\n") if paragraph.strip()]
        settings = {
            "title": string(config.typst_title),
            "subtitle": string(config.typst_subtitle),
            "edition": string(config.typst_edition),
            "author": string("" if config.author in _NOBODY else config.author),
            "note": strings(" ".join(paragraph.split()) for paragraph in note),
            "paper": string(config.typst_paper),
            "accent": f"rgb({string(config.typst_accent)})",
            "large": flag(config.typst_large) or "false",
            "mark": string(config.typst_mark),
            "language": strings(self._language()),
            "chapter-pages": flag(config.typst_chapter_pages) or "false",
            "contents": f"[{markup(_('Contents'))}]" if sections > _WORTH_A_CONTENTS_PAGE else "none",
        }
        # What is known stands apart: where it changes, all that is made of it is laid out anew.
        lines = "".join(f"  {name}: {value},\n" for name, value in settings.items())
        return f"#let settings = (\n{lines})\n#let known = json({string(KNOWN_FILE)})"

    def _language(self) -> tuple[str, str]:
        language, _bar, region = self.config.language.partition("_")
        return language, region

    def _copy_images(self) -> None:
        for source, name in self.images.items():
            target = self.outdir / self.imagedir / name
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                shutil.copyfile(self.srcdir / source, target)
            except OSError as error:
                raise TypesettingError(__("cannot copy image file %r: %s") % (source, error)) from error


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the builder and what a project may set for it."""
    text = frozenset({str})
    truth = frozenset({bool})
    app.add_builder(TypstBuilder)
    app.add_config_value("typst_title", lambda config: config.project, "", text)
    app.add_config_value("typst_subtitle", "", "", text)
    app.add_config_value("typst_edition", lambda config: config.release, "", text)
    app.add_config_value("typst_note", "", "", text)
    app.add_config_value("typst_paper", "a4", "", ENUM("a4", "a5", "us-letter"))
    app.add_config_value("typst_large", False, "", truth)
    app.add_config_value("typst_mark", "", "", text)
    app.add_config_value("typst_accent", "#7a2b25", "", text)
    app.add_config_value("typst_chapter_pages", True, "", truth)
    app.add_config_value("typst_number_depth", 2, "", frozenset({int}))
    app.add_config_value("typst_page_references", True, "", truth)
    app.add_config_value("typst_index", True, "", truth)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
