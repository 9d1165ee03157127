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

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.config import ENUM
from sphinx.environment.adapters.indexentries import IndexEntries
from sphinx.errors import NoUri, SphinxError
from sphinx.locale import _, __
from sphinx.util import logging
from sphinx.util.display import progress_message
from sphinx.util.nodes import inline_all_toctrees
from sphinx.util.osutil import make_filename_from_project

from quarterdeck.rulebook.form_pages import write_form_template
from quarterdeck.rulebook.page_nodes import copied
from quarterdeck.rulebook.typst_writer import TypstTranslator, flag, markup, string, strings

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

logger = logging.getLogger(__name__)

TEMPLATE = Path(__file__).with_name("typst_template.typ")
TYPESETTER = Path(__file__).with_name("typesetting.py")
# The first day that a zip file can tell, as good as any; a build must not depend on the day it is made.
_FIXED_TIME = 315532800
# What Sphinx calls the author of a project that names none.
_NOBODY = ("unknown", "Author name not set")
# How Typst begins to say that places of things hang on each other in a circle.
_UNSETTLED = "did not converge"
# Of a page below the text, in points: four lines.
_MUCH_ROOM = 56.0
_MOST_TIMES = 1
"""So often is a book laid out again so that fewer pages are empty at their foot: a second time gains nothing."""
_PART_PAGES, _PIECES = "part-page", "pieces"
"""Under these labels the template says what the builder asks."""
_HEADS = "heads.txt"
# With fewer headings than this a list of them helps nobody.
_WORTH_A_CONTENTS_PAGE = 3


@dataclass(frozen=True)
class PlacedPiece:
    """Where something that stands in one piece was due, and where it is: pages, and points below their upper edge."""

    due: tuple[int, float]
    place: tuple[int, float]
    foot: float

    @property
    def leaves_room(self) -> bool:
        """Tell whether it has gone over to the next page and left much of one empty."""
        return self.place[0] > self.due[0] and self.foot - self.due[1] > _MUCH_ROOM

    @property
    def is_on_its_page(self) -> bool:
        """Tell whether it stands on the page where it is due."""
        return self.place[0] == self.due[0]


def _pieces(found: Iterable[Iterable[Any]]) -> dict[str, PlacedPiece]:
    return {
        name: PlacedPiece((due["page"], due["y"]), (place["page"], place["y"]), foot)
        for one in found
        for name, due, place, foot in one
    }


class TypesettingError(SphinxError):
    """Typst refused the text, most likely a `raw` block of the project."""

    category = "Typst error"


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
        self.pieces: dict[str, PlacedPiece] = {}  # by the name that the writer gave each
        self._inputs: dict[str, str] = {}  # what the template is told besides
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
            self._write_heads(())
            self._typeset(source)

    def _typeset(self, source: Path) -> None:
        settled, warnings = self._compiled(source)
        if not settled:
            # A page number that is left out on its own page can push its link onto another, and so for ever.
            # Then all are printed.
            self._inputs = {"pages": "all"}
            settled, warnings = self._compiled(source)
        if settled:
            warnings = self._run_on(source, warnings)
        for warning in warnings:
            logger.warning("%s", warning, type="typst", subtype="typeset")

    def _run_on(self, source: Path, warnings: list[str]) -> list[str]:
        """Let text run on where a table or picture goes over to the next page and leaves much of a page empty.

        Each time some go to the head of a page, the pages behind them are others: so it is done again, and what no
        longer needs to go comes back to its place once.
        """
        heads: set[str] = set()
        came_back: set[str] = set()
        for _time in range(_MOST_TIMES):
            over = {name for name, piece in self.pieces.items() if piece.leaves_room}
            here = {name for name in heads if self.pieces[name].is_on_its_page} - came_back
            if not over - heads and not here:
                break
            heads = (heads | over) - here
            came_back |= here
            self._write_heads(heads)
            settled, now = self._compiled(source)
            if not settled:
                self._write_heads(())
                return self._compiled(source)[1]
            warnings = now
        return warnings

    def _write_heads(self, names: Iterable[str]) -> None:
        """Write down what stands at the head of a page: a file of its own, so that Typst lays out no more than that."""
        (self.outdir / _HEADS).write_text(" ".join(sorted(names, key=int)), "utf-8")

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
            "heads": f"read({string(_HEADS)})",
            "contents": f"[{markup(_('Contents'))}]" if sections > _WORTH_A_CONTENTS_PAGE else "none",
        }
        return "#let settings = (\n" + "".join(f"  {name}: {value},\n" for name, value in settings.items()) + ")"

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

    def _compiled(self, source: Path) -> tuple[bool, list[str]]:
        """Write the PDF, and give whether Typst came to an end with the places of things, and what it warned of."""
        asked = {
            "source": str(source),
            "root": str(self.outdir),
            "inputs": self._inputs,
            "timestamp": timestamp(),
            "pdf": str(source.with_suffix(".pdf")),
            "labels": [_PART_PAGES, _PIECES],
        }
        command = [sys.executable, "-I", str(TYPESETTER)]
        done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise TypesettingError(done.stderr.strip() or f"it ended with {done.returncode}")
        told = json.loads(done.stdout)
        if "error" in told:
            raise TypesettingError("\n".join(told["error"].values()))
        self.part_pages = [int(page) for page in told["said"][_PART_PAGES]]
        self.pieces = _pieces(told["said"][_PIECES])
        settled = not any(_UNSETTLED in warning["message"] for warning in told["warnings"])
        return settled, [warning["diagnostic"].strip() for warning in told["warnings"]]


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
