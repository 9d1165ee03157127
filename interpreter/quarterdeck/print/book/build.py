"""Build a rulebook: run Sphinx over a planned book for a screen, and print it through Typst for paper.

In: a plan. Out: a folder of HTML that needs no network, one PDF, one EPUB. The documents that Sphinx reads are written
into a folder that is gone afterwards; each asks the extension for one chapter. A warning is an error, and so are words
over words and words cut off in the PDF, unless it is a draft. The same ruleset gives the same bytes.
"""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal, cast
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from quarterdeck.base.cache.entries import without_collecting
from quarterdeck.base.plain_data import Count
from quarterdeck.print.book.book_pdf import FIXED_TIME, PrintedFormat, print_pdf
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.book.markdown_book import markdown_of
from quarterdeck.print.book.overlaps import has_overlaps, refuse_overlaps
from quarterdeck.print.book.plan import Planned
from quarterdeck.print.book.print_options import LIKE_A_BOOK, PageLook
from quarterdeck.print.book.terms import script_of, terms_of
from quarterdeck.print.book.worker_process import can_share, process_beside
from quarterdeck.prose.overrides.override_writer import OverrideCounts
from quarterdeck.prose.text.blocks import Book

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from quarterdeck.print.book.domain import RulesDomain

DOMAIN = "rules"
NEEDED = {"html": ("sphinx", "furo", "typst"), "pdf": ("typst",), "epub": ("sphinx", "furo", "typst")}
"""What each format is printed with; Markdown needs nothing."""
PARTS = ("front", "rules", "back", "appendix")
STATIC = Path(__file__).with_name("static")
STYLES = ("rulebook.css", "ereader.css")
SCRIPT, TERMS = "rulebook.js", "terms.js"
"""What the pages do, and what their words mean: for screens alone."""
SETTINGS_OF_PAGES = {"html_static_path": ["static", "screen"], "html_js_files": [TERMS, SCRIPT]}
# What Sphinx leaves in a folder of HTML, so that a folder of somebody else's is never emptied.
_OURS = ".buildinfo"
ENOUGH_TO_SPREAD = 500
"""A book of so many places is printed on two cores; a shorter one is done before another process has begun."""


BookFormat = Literal["html", "pdf", "epub", "md"]


class ContentCounts(OverrideCounts):
    """How many chapters there are, and places to which something leads."""

    chapters: Count
    places: Count


class BookCounts(ContentCounts, total=False):
    """How much is in a book: of pages, those for a screen, and in a PDF those for players and those of appendices."""

    pages: Count
    pages_for_players: Count
    pages_of_appendices: Count


@dataclass(frozen=True)
class Printed:
    """The files of a printed book, and the amount of its content."""

    paths: dict[BookFormat, Path]
    counts: BookCounts


def build(
    planned: Planned,
    name: str,
    folder: Path,
    formats: Sequence[str] = ("html", "pdf"),
    progress: Callable[[str], None] = lambda _words: None,
    look: PageLook = LIKE_A_BOOK,
) -> Printed:
    """Build a book into a folder: `html/` with its pages, `NAME.pdf`, `NAME.epub`, `NAME.md`.

    Raises:
        BookError: Sphinx or Typst had something to complain of, or the folder holds something else.
        RefusedError: words in the PDF cannot be read.
    """
    needed = dict.fromkeys(module for one, modules in NEEDED.items() if one in formats for module in modules)
    missing = [module for module in needed if find_spec(module) is None]
    if missing:
        raise BookError(f"a book needs {', '.join(missing)}: pip install 'quarterdeck[docs]'")
    html, page = folder / "html", folder / f"{name}.md"
    if "html" in formats and html.exists() and any(html.iterdir()) and not (html / _OURS).is_file():
        raise BookError(f"{html} has other files; name another folder with --folder, or empty it")
    paths, part_pages = dict[BookFormat, Path](), tuple[int, ...]()
    with TemporaryDirectory(prefix="book-") as temporary:
        work = Path(temporary)
        source = work / "source"
        write_source(planned, source)
        if "html" in formats:
            write_scripts(planned, source)
        jobs = [PrintJob(planned, name, source, work, one, look) for one in NEEDED if one in formats]
        folder.mkdir(parents=True, exist_ok=True)
        with _all_printed(jobs, progress) as made:
            for job, printed in zip(jobs, made, strict=True):
                if job.wanted == "html":
                    shutil.rmtree(html, ignore_errors=True)
                    shutil.copytree(job.out, html)
                    paths["html"] = html / "index.html"
                elif job.wanted == "epub":
                    paths["epub"] = folder / f"{name}.epub"
                    finish_epub(next(job.out.glob("*.epub")), paths["epub"])
                else:
                    paths["pdf"] = folder / f"{name}.pdf"
                    shutil.copyfile(next(job.out.glob("*.pdf")), paths["pdf"])
                    part_pages = printed.part_pages
    objects = max((printed.places for printed in made), default=len(planned.places))
    if "md" in formats:
        page.write_text(markdown_of(planned), "utf-8")
        paths["md"] = page
    rules = planned.arranger.writer.count()
    counts: BookCounts = {
        "chapters": len(planned.book.pages),
        "places": objects,
        "told": rules["told"],
        "untold": rules["untold"],
        "planned": rules["planned"],
    }
    if "html" in paths:
        counts["pages"] = sum(1 for _page in html.glob("*.html"))
    if "pdf" in paths:
        counts["pages_for_players"], counts["pages_of_appendices"] = _pages_of_parts(part_pages)
    return Printed(paths, counts)


@dataclass(frozen=True)
class PrintJob:
    """One format to print, into a folder of its own below `work`."""

    planned: Planned
    name: str
    source: Path
    work: Path
    wanted: str
    look: PageLook

    @property
    def out(self) -> Path:
        """Give the folder that it is printed into."""
        return self.work / self.wanted

    @without_collecting()  # which would take a sixth of the time
    def print(self) -> PrintedFormat:
        """Print it, and refuse a PDF in which words cannot be read; a forgiving one is marked as a draft.

        Raises:
            BookError: Sphinx or Typst had something to complain of.
            RefusedError: words in the PDF cannot be read.
        """
        found = self.run(self.look)
        if self.wanted == "pdf":
            made = next(self.out.glob("*.pdf")).read_bytes()
            if not self.look.forgiving:
                source = "".join(one.read_text("utf-8") for one in sorted(self.out.glob("*.typ")))
                refuse_overlaps(made, f"{self.name}.pdf", source)
            elif not self.look.draft and has_overlaps(made):
                found = self.run(replace(self.look, draft=True))
        return found

    def run(self, look: PageLook) -> PrintedFormat:
        """Print it once."""
        if self.wanted == "pdf":
            return print_pdf(self.planned, look, self.out, self.name)
        doctrees = self.work / f"{self.wanted}-doctrees"
        app = _run(self.planned, self.name, self.source, doctrees, self.out, self.wanted, look)
        return PrintedFormat(len(cast("RulesDomain", app.env.get_domain(DOMAIN)).objects))


_beside: list[PrintJob] = []
"""What the process prints that is forked off with it, so that nothing need be sent there."""


@contextmanager
def _all_printed(jobs: Sequence[PrintJob], progress: Callable[[str], None]) -> Iterator[list[PrintedFormat]]:
    """Print all formats, the last of them here and the others in a process beside it where that pays."""
    if not jobs:
        yield []
        return
    *others, last = jobs
    if not (others and can_share()) or len(last.planned.places) < ENOUGH_TO_SPREAD:
        found = []
        for job in jobs:
            progress(f"printing {job.wanted.upper()}")
            found.append(job.print())
        yield found
        return
    progress(f"printing {' and '.join(job.wanted.upper() for job in jobs)}")
    _beside[:] = others
    try:
        with process_beside() as pool:
            waiting = [pool.submit(_print_beside, place) for place in range(len(others))]
            here = last.print()
            yield [*(one.result() for one in waiting), here]
    finally:
        _beside.clear()


def _print_beside(place: int) -> PrintedFormat:
    return _beside[place].print()


def _pages_of_parts(marks: Sequence[int]) -> tuple[int, int]:
    """Give the pages of the player's book and of the appendices, from where the second begins and the last page.

    >>> _pages_of_parts([41, 90]), _pages_of_parts([12])
    ((40, 50), (12, 0))
    """
    *begun, last = marks
    first = begun[0] if begun else last + 1
    return first - 1, last - first + 1


def write_source(planned: Planned, folder: Path) -> None:
    """Write the documents that Sphinx reads: one for each chapter, and the first page."""
    book, framed = planned.book, planned.framed
    static = folder / "static"
    static.mkdir(parents=True)
    for style in STYLES:
        shutil.copyfile(STATIC / style, static / style)
    for page in book.pages:
        (folder / f"{page.name}.rst").write_text(f".. rules:chapter:: {page.name}\n", "utf-8")
    parts = {part: [page.name for page in book.pages if page.part == part] for part in PARTS}
    title = _line(book.title)
    rule = "=" * 2 * len(title)  # a Chinese character is as wide as two
    lines = [rule, title, rule, "", ".. only:: html", ""]
    for style, words in (("subtitle", book.subtitle), ("edition", book.edition), ("author", book.author)):
        if words:
            lines += [f"   .. rst-class:: book-{style}", "", f"   {_line(words)}", ""]
    for words in book.note:
        lines += ["   .. rst-class:: book-note", "", f"   {_line(words)}", ""]
    lines += _toctree(parts["front"])
    lines += _toctree(parts["rules"], framed("Rules"), numbered=True)
    lines += _toctree(parts["back"], framed("Scenarios and charts"))
    lines += _toctree([*parts["appendix"], "genindex"], framed("Appendices"))
    (folder / "index.rst").write_text("\n".join(lines), "utf-8")


def write_scripts(planned: Planned, folder: Path) -> None:
    """Write what only pages for a screen have beside them: their script, and what words mean that lead somewhere."""
    screen = folder / "screen"
    screen.mkdir()
    shutil.copyfile(STATIC / SCRIPT, screen / SCRIPT)
    led_to = {planned.aliases.get(address, address) for address in planned.places}
    terms = terms_of(planned.arranger.writer, planned.places, led_to)
    (screen / TERMS).write_text(script_of(terms), "utf-8")


def _line(words: str) -> str:
    """Give words as reStructuredText that says no more than they do."""
    return re.sub(r"(^.|[\\*`|_:\[\]<>])", r"\\\1", " ".join(words.split()))


def _toctree(names: Sequence[str], caption: str = "", numbered: bool = False) -> list[str]:
    if not names:
        return []
    lines = [".. toctree::", "   :maxdepth: 2" if numbered else "   :maxdepth: 1"]
    lines += [f"   :caption: {caption}"] if caption else []
    lines += ["   :numbered: 2"] if numbered else []
    return [*lines, "", *(f"   {name}" for name in names), ""]


def settings(planned: Planned, look: PageLook = LIKE_A_BOOK) -> dict[str, Any]:
    """Give the settings of Sphinx for a book."""
    book, framed = planned.book, planned.framed
    options: dict[str, Any] = {"top_of_page_buttons": []}
    if look.draft:
        options["announcement"] = framed("Draft: these rules are not finished.")
    return {
        "project": book.title,
        "author": book.author,
        "copyright": "",
        "extensions": ["quarterdeck.print.book.domain"],
        "root_doc": "index",
        "language": book.language,
        "html_theme": "furo",
        "html_title": book.title,
        "html_static_path": ["static"],
        "html_css_files": ["rulebook.css"],
        "html_show_sphinx": False,
        "html_show_copyright": False,
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_theme_options": options,
        "html_scaled_image_link": False,
        "html_permalinks_icon": "§",
        **settings_of_epub(book),
        "rules_game": "planned",
    }


def settings_of_epub(book: Book) -> dict[str, Any]:
    """Give the settings for readers of EPUB; a book is known by its title and edition."""
    return {
        "version": book.edition or "1",
        "epub_title": book.title,
        "epub_author": book.author or book.title,
        "epub_contributor": "Quarterdeck",
        "epub_publisher": book.author or book.title,
        "epub_copyright": book.author or book.title,
        "epub_description": book.subtitle or book.title,
        "epub_identifier": f"urn:uuid:{uuid5(NAMESPACE_URL, f'quarterdeck {book.title} {book.edition}')}",
        "epub_scheme": "UUID",
        "epub_uid": "book",
        "epub_css_files": ["ereader.css"],
        "epub_show_urls": "no",
        "epub_tocdepth": 2,
    }


def _run(planned: Planned, name: str, source: Path, doctrees: Path, out: Path, builder: str, look: PageLook) -> Sphinx:
    """Run Sphinx once; give the application that has run."""
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.console import strip_colors
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    warnings = io.StringIO()
    try:
        with _fixed_time(), _own_language(), patch_docutils(), docutils_namespace():
            app = Sphinx(
                source,
                None,
                out,
                doctrees,
                builder,
                confoverrides={**settings(planned, look), **(SETTINGS_OF_PAGES if builder == "html" else {})},
                status=None,
                warning=warnings,
            )
            domain = cast("RulesDomain", app.env.get_domain(DOMAIN))
            domain.plan = planned
            app.build()
    except SphinxError as error:
        raise BookError(f"{name} cannot be printed: {error}") from error
    complaints = strip_colors(warnings.getvalue()).strip()
    if complaints:
        raise BookError(f"printing {name} brought warnings, and warnings are errors:\n{complaints}")
    return app


@contextmanager
def _fixed_time() -> Iterator[None]:
    """Let no page say when it was made."""
    known = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ.setdefault("SOURCE_DATE_EPOCH", FIXED_TIME)
    try:
        yield
    finally:
        if known is None:
            del os.environ["SOURCE_DATE_EPOCH"]


@contextmanager
def _own_language() -> Iterator[None]:
    """Let a book have the words of its own language: Sphinx falls back to those of the book that it printed before."""
    from sphinx.locale import translators

    known = dict(translators)
    translators.clear()
    try:
        yield
    finally:
        translators.clear()
        translators.update(known)


# --- EPUB: the same bytes each time, and a list of contents that says where pictures are


_ITEM = re.compile(r'<item id="[^"]+" href="([^"]+)" media-type="application/xhtml\+xml"(?= ?/)')
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def finish_epub(made: Path, to: Path) -> None:
    """Write an EPUB anew.

    Raises:
        BookError: a page of it is not well-formed.
    """
    with ZipFile(made) as source:
        files = {name: source.read(name) for name in source.namelist()}
    for name, data in files.items():
        if name.endswith((".xhtml", ".opf", ".ncx", ".xml")):
            try:
                ET.fromstring(data)  # noqa: S314 - what we made ourselves
            except ET.ParseError as error:
                raise BookError(f"{name} of the EPUB is not well-formed: {error}") from None
    drawn = {name for name, data in files.items() if name.endswith(".xhtml") and b"<svg" in data}
    files["content.opf"] = with_drawings(files["content.opf"].decode(), drawn).encode()
    with ZipFile(to, "w") as written:
        for name, data in files.items():
            entry = ZipInfo(name, _NO_TIME)
            entry.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            written.writestr(entry, data)


def with_drawings(manifest: str, drawn: set[str]) -> str:
    """Say in a manifest which pages have drawings in them.

    >>> with_drawings('<item id="e1" href="a.xhtml" media-type="application/xhtml+xml" />', {"a.xhtml"})
    '<item id="e1" href="a.xhtml" media-type="application/xhtml+xml" properties="svg" />'
    """
    return _ITEM.sub(lambda found: found[0] + (' properties="svg"' if found[1] in drawn else ""), manifest)
