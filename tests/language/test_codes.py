"""Each code has a page, each page's bad piece raises its code, and its good piece raises nothing."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from quarterdeck.diagnostics import codes
from quarterdeck.diagnostics.printer import as_text
from quarterdeck.pipeline.stages import Loaded, load

BASE = Path(__file__).parent / "base"
SOURCES = Path(codes.__file__).resolve().parents[1]
PAGE = re.compile(
    r"\A# (QD\d{3}): (?P<title>\S.*)\n\n(?P<text>.+?)\n## Bad\n(?P<bad>.+)\n## Good\n(?P<good>.+)\n## Instead\n\n(?P<instead>\S.*)\n\Z",
    re.DOTALL,
)
BLOCK = re.compile(r"^```(rules|yaml|csv)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
UNUSED = "QD421"  # what a piece declares is used by nobody


def raised_in_sources() -> set[str]:
    return {code for path in SOURCES.rglob("*.py") for code in re.findall(r"\bQD\d{3}\b", path.read_text("utf-8"))}


def lay_over(folder: Path, blocks: str) -> Path:
    """Copy the base ruleset, and put the pieces of a page into it."""
    game = folder / "game"
    shutil.copytree(BASE, game)
    pieces = BLOCK.findall(blocks)
    assert pieces, "the section has no piece of rules"
    for sort, name, text in pieces:
        path = game / (name or "rules/piece.rules")
        assert name or sort == "rules", "a piece of YAML needs a file name"
        if sort == "rules" and not name and not text.startswith("rules"):
            text = f'rules piece "Piece" cites "page three"\n{text}'
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return game


def codes_of(loaded: Loaded) -> set[str]:
    return {finding.code for finding in loaded.findings}


@pytest.fixture(params=sorted(path.stem for path in codes.PAGES.glob("*.md")))
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_base_ruleset_has_no_findings():
    assert as_text(load(str(BASE)).findings) == ""


def test_every_code_has_a_page_and_every_page_a_code():
    assert sorted(codes.titles()) == sorted(raised_in_sources())


def test_codes_without_a_page_are_unknown():
    with pytest.raises(KeyError):
        codes.page("QD999x")


def test_the_bad_piece_of_a_page_raises_its_code_and_no_other(code, tmp_path):
    match = PAGE.match(codes.page(code))
    assert match, "the page has not the form of a page"
    loaded = load(str(lay_over(tmp_path, match["bad"])))
    assert code in codes_of(loaded), as_text(loaded.findings) or "nothing is found"
    assert codes_of(loaded) <= {code, UNUSED}, as_text(loaded.findings)


def test_the_good_piece_of_a_page_raises_nothing(code, tmp_path):
    match = PAGE.match(codes.page(code))
    assert match, "the page has not the form of a page"
    loaded = load(str(lay_over(tmp_path, match["good"])))
    assert codes_of(loaded) <= ({UNUSED} - {code}), as_text(loaded.findings)
