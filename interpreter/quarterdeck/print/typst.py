"""Lay out a text with Typst: the only module that calls it. Needs the extra `docs`, and no network.

In: the text, and the files that it reads, by name. Out: a PDF or an SVG. All of it happens in memory, with no fonts but
those in the `typst` wheel, so that the same text gives the same bytes on every machine.

A book is laid out again and again in a process of its own, so that what Typst remembers of one layout is given back at
its end. This module is that process too, when it is run as a file: it imports nothing of the program. It reads a line
of JSON for each request: first `source`, the file of the text, and the folder `root` that it reads from; then a label
to `query`, as often as files below `root` have changed; at last `pdf`, the file to write, with its `timestamp` in
seconds since 1970. It writes a line of JSON for each request but the first: what the text says of itself under that
label; `warnings`; or an `error`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typst import PDFStandard

MAIN = "main.typ"
ACCESSIBLE: PDFStandard = "ua-1"
ARCHIVE: PDFStandard = "a-2a"
"""The standards that Typst holds a PDF to: tags, titles and alternative texts; fonts, colours and a date in it."""


class LayoutError(Exception):
    """Typst cannot lay out a text; the argument says what is wrong, and where."""


class TypstCompiler:
    """Lays out one text: a file below a folder, or texts in memory, the first of which is called `main.typ`."""

    def __init__(self, source: str | Mapping[str, bytes], root: str | None = None) -> None:
        import typst

        given: Any = source
        self.make = partial(typst.Compiler, given, root=root, ignore_system_fonts=True)
        self.compiler = self.make()

    def query(self, label: str) -> Any:
        """Return what the text says of itself under a label.

        Raises:
            LayoutError: the text cannot be laid out.
        """
        with complaints():
            try:
                return json.loads(self.compiler.query(f"<{label}>", field="value"))
            except RuntimeError:
                self.compiler.compile()  # says what is wrong, and where
                raise

    def pdf(self, timestamp: int | None = None) -> tuple[bytes, list[str]]:
        """Return the PDF, and what Typst warns of; one with a date can be archived as well (PDF/A).

        A character that no font has breaks both standards. The PDF is then made without them, and a later check reports
        the character.

        Raises:
            LayoutError: the text cannot be laid out.
        """
        standards = [ACCESSIBLE] if timestamp is None else [ACCESSIBLE, ARCHIVE]
        try:
            return self._pdf(timestamp or 0, standards)
        except LayoutError as error:
            if not str(error).startswith("PDF/"):
                raise
            self.compiler = self.make()  # one that has failed has lost the texts that are held in memory
            return self._pdf(timestamp or 0, [])

    def _pdf(self, timestamp: int, standards: list[PDFStandard]) -> tuple[bytes, list[str]]:
        with complaints():
            made, warnings = self.compiler.compile_with_warnings(
                format="pdf", timestamp=timestamp, pdf_standards=standards
            )
        assert isinstance(made, bytes)
        return made, [warning.diagnostic.strip() for warning in warnings]

    def svg(self) -> str:
        """Return the only page as SVG.

        Raises:
            LayoutError: the text cannot be laid out.
        """
        with complaints():
            made = self.compiler.compile(format="svg")
        assert isinstance(made, bytes)
        return made.decode()


@contextmanager
def complaints() -> Iterator[None]:
    """Raise what Typst complains of as a `LayoutError`."""
    import typst

    try:
        yield
    except typst.TypstError as error:
        raise LayoutError(f"{error.message}\n{error.diagnostic}") from error


def compiler_of(text: str, files: Mapping[str, str]) -> TypstCompiler:
    """Return what lays out a text that reads files of these names."""
    return TypstCompiler({name: words.encode() for name, words in {MAIN: text, **files}.items()})


def pdf_of(template: Path, data: Any, files: Mapping[str, str] | None = None) -> bytes:
    """Lay out a template that reads `data.json`, and perhaps further files, as PDF; a warning is an error.

    Raises:
        LayoutError: Typst refuses the text, or warns of it.
    """
    read = {"data.json": json.dumps(data, ensure_ascii=False), **(files or {})}
    pdf, warnings = compiler_of(template.read_text("utf-8"), read).pdf()
    if warnings:
        raise LayoutError("\n".join(warnings))
    return pdf


def as_data(value: Any) -> Any:
    """Return a record as data that a template can read, with the name of its class as its sort."""
    if is_dataclass(value):
        parts = {one.name: as_data(getattr(value, one.name)) for one in fields(value)}
        return {"sort": type(value).__name__, **parts}
    return [as_data(one) for one in value] if isinstance(value, tuple) else value


def answer(compiler: TypstCompiler, request: Mapping[str, Any]) -> Any:
    """Answer one request to the process."""
    try:
        if "query" in request:
            return compiler.query(request["query"])
        pdf, warnings = compiler.pdf(request["timestamp"])
    except LayoutError as error:
        return {"error": str(error)}
    Path(request["pdf"]).write_bytes(pdf)
    return {"warnings": warnings}


def main() -> None:
    """Answer until there is no further request."""
    begun = json.loads(sys.stdin.readline())
    compiler = TypstCompiler(begun["source"], begun["root"])
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(answer(compiler, json.loads(line)))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
