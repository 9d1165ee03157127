"""Finish a book for readers of EPUB: the same bytes each time, and a list of contents that says where pictures are.

In: the EPUB that Sphinx made. Out: one whose files bear no time, whose pages are all well-formed, and whose manifest
names the pages with drawings in them, as EPUB 3 asks for.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from quarterdeck.print.book.build_fault import BookError

_ITEM = re.compile(r'<item id="[^"]+" href="([^"]+)" media-type="application/xhtml\+xml"(?= ?/)')
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def finish(made: Path, to: Path) -> None:
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
