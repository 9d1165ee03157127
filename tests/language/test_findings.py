"""Each finding that few meet says what is wrong, where, and what to do: the pages in `findings/`.

A section of a page is a ruleset: its blocks are laid over the one in `base/`, as `test_codes.lay_over` does. What is
found on a line is noted at its end, `# ! QD310 the message -> the hint`, and left out before the interpreter sees it; a
line with several findings has several notes. Nothing else may be found, and nothing may be found elsewhere. What an
editor offers as a repair is made.
`pytest tests/language/test_findings.py --record` writes the notes anew.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Finding, Findings
from tests.apps.lsp.repairing import check_repairs
from tests.language.test_codes import UNUSED, WORDLESS, found_in, lay_over

PAGES = sorted((Path(__file__).parent / "findings").glob("*.md"))
SECTION = re.compile(r"^## ", re.MULTILINE)
NOTES = re.compile(r" +# ! QD\d{3} .*$", re.MULTILINE)

Place = tuple[str, int]
"""A file and a line of it, counted from 1; a block without a file name is put behind a header of one line."""


def sections(page: Path) -> dict[str, str]:
    """Give the sections of a page by their headings."""
    parts = (part.partition("\n") for part in SECTION.split(page.read_text("utf-8"))[1:])
    return {heading: text for heading, _, text in parts}


def with_places(section: str) -> Iterator[tuple[str, Place | None]]:
    """Give the lines of a section, and where those in blocks are found."""
    place: Place | None = None
    for line in section.splitlines():
        if line.startswith("```"):
            name = line.partition(" ")[2]
            place = None if place else (name or "rules/piece.rules", 0 if name else 1)
            yield line, None
        else:
            place = (place[0], place[1] + 1) if place else None
            yield line, place


def notes_in(section: str) -> dict[Place, str]:
    """Give what is noted in a section."""
    return {place: match[0].strip() for line, place in with_places(section) if place and (match := NOTES.search(line))}


def noted(section: str, notes: dict[Place, str]) -> str:
    """Give a section with other notes."""
    lines = with_places(NOTES.sub("", section))
    return "".join(f"{line}  {notes[place]}\n" if place in notes else f"{line}\n" for line, place in lines)


def found_on_lines(game: Path, findings: Findings) -> dict[Place, str]:
    """Give what is found in a section now, as it is noted."""
    said: dict[Place, list[str]] = defaultdict(list)
    for finding in findings:
        if finding.code not in {*UNUSED, WORDLESS}:
            path = Path(finding.span.file.path)
            name = str(path.relative_to(game.name)) if path.parts[0] == game.name else f"variants/{path}"
            said[name, finding.span.line].append(note_of(finding))
    return {place: " ".join(notes) for place, notes in said.items()}


def note_of(finding: Finding) -> str:
    return f"# ! {finding.code} {finding.message}" + (f" -> {finding.hint}" if finding.hint else "")


CASES = [pytest.param(page, heading, id=f"{page.stem}: {heading}") for page in PAGES for heading in sections(page)]


@pytest.mark.parametrize(("page", "heading"), CASES)
def test_what_is_found_is_what_the_page_notes(page, heading, tmp_path, request):
    section = sections(page)[heading]
    game = lay_over(tmp_path, NOTES.sub("", section))
    findings = found_in(game)
    found = found_on_lines(game, findings)
    if request.config.getoption("--record"):
        text = page.read_text("utf-8")
        page.write_text(text.replace(f"{heading}\n{section}", f"{heading}\n{noted(section, found)}"), "utf-8")
    else:
        assert found == notes_in(section)
        check_repairs(game, findings, found_in)
