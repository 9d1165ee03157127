"""A book for e-readers: whole, well-formed, its links lead somewhere, and it is the same each time."""

import posixpath
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZIP_STORED, ZipFile

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.print.book.build import finish_epub
from quarterdeck.print.book.build_fault import BookError

SNOWBALLS = str(Path(__file__).parents[2] / "games" / "snowballs")
OPF = "{http://www.idpf.org/2007/opf}"


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> ZipFile:
    folder = tmp_path_factory.mktemp("books")
    for name in ("one", "other"):
        assert main(["book", SNOWBALLS, "--format", "epub", "--folder", str(folder / name)]) == 0
    one, other = (folder / name / "snowballs.epub" for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()
    assert [path.name for path in (folder / "one").iterdir()] == ["snowballs.epub"]
    return ZipFile(one)


def test_it_begins_as_readers_want_it_and_lists_all_that_it_holds(book):
    first = book.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
    assert book.read("mimetype").strip() == b"application/epub+zip"
    manifest = ET.fromstring(book.read("content.opf"))
    listed = {item.get("href"): item for item in manifest.iter(f"{OPF}item")}
    assert {*listed, "mimetype", "META-INF/container.xml", "content.opf"} == {*book.namelist()}
    drawn = {name for name in book.namelist() if name.endswith(".xhtml") and b"<svg" in book.read(name)}
    assert drawn == {name for name, item in listed.items() if item.get("properties") == "svg"}
    assert len(drawn) > 1
    ids = {item.get("id") for item in listed.values()}
    assert {item.get("idref") for item in manifest.iter(f"{OPF}itemref")} <= ids


def test_every_link_leads_somewhere(book):
    pages = {name: ET.fromstring(book.read(name)) for name in book.namelist() if name.endswith(".xhtml")}
    places = {name: {one.get("id") for one in page.iter()} for name, page in pages.items()}
    links = [(name, one.get("href") or one.get("src")) for name, page in pages.items() for one in page.iter()]
    led = 0
    for name, link in links:
        if link is None:
            continue
        path, _, place = link.partition("#")
        there = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        assert there in book.namelist(), (name, link)
        assert not place or place in places[there], (name, link)
        led += 1
    assert led > 100


def test_a_page_that_is_not_well_formed_is_no_book(tmp_path, book):
    made = tmp_path / "made.epub"
    with ZipFile(made, "w") as written:
        for name in book.namelist():
            written.writestr(name, book.read(name).replace(b"</body>", b""))
    with pytest.raises(BookError, match=r"\.xhtml of the EPUB is not well-formed"):
        finish_epub(made, tmp_path / "whole.epub")
