"""Pages of rules with what the interpreter says to them: `*.md` beside this file, in the form that follows.

A block of code is a case: ```rules (a file of rules), or ```statement, ```cell, ```expression, ```type, each line one
of them. What is found is noted at the end of its line, `# ! QD115 the message`, and left out before the interpreter
sees the line; a line with several findings has several notes. Where hints and places matter too, the block is followed
by ```output, the findings as they are shown. A block of rules may be followed by ```formatted, what `fmt` makes of it.
The word `piece` behind ```rules says that the missing header is no fault. `pytest tests/language --record` writes
notes, output and formatted text anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.syntax.faults import tables
from quarterdeck.language.syntax.from_text import (
    Offsets,
    parse_cell,
    parse_expression,
    parse_file,
    parse_type,
    parse_unit,
)
from quarterdeck.language.syntax.printer import format_file

FAULTS = resources.grammar_folder() / "faults.yaml"
PAGES = sorted(Path(__file__).parent.glob("*.md"))
NOTE = re.compile(r"\s*# ! (QD\d{3}.*)$")
FENCE = re.compile(r"```(\w+)(?: (.*))?$")
CASES = ("rules", "statement", "cell", "expression", "type")
AROUND = "procedure p\n    "


@dataclass
class Block:
    """A block of code on a page, with the blocks of results that follow it; `first` counts the page's lines from 0."""

    sort: str
    about: str
    first: int
    lines: list[str]
    heading: str
    results: list[Block] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(NOTE.sub("", line) + "\n" for line in self.lines)

    @property
    def noted(self) -> list[tuple[int, str]]:
        """Give the notes with the numbers of their lines."""
        return [
            (number, _plain(note))
            for number, line in enumerate(self.lines, 1)
            if (match := NOTE.search(line))
            for note in match[1].split(" # ! ")
        ]

    def result(self, sort: str) -> Block | None:
        return next((block for block in self.results if block.sort == sort), None)


def blocks(page: Path) -> list[Block]:
    """Give the cases of a page."""
    found: list[Block] = []
    heading = ""
    open_block: Block | None = None
    for number, line in enumerate(page.read_text("utf-8").splitlines()):
        if open_block is not None:
            if line == "```":
                open_block = None
            else:
                open_block.lines.append(line)
        elif line.startswith("#"):
            heading = line.lstrip("# ")
        elif match := FENCE.match(line):
            open_block = Block(match[1], match[2] or "", number + 1, [], heading)
            if open_block.sort in CASES:
                found.append(open_block)
            else:
                assert open_block.sort in ("output", "formatted"), f"{page.name}:{number + 1} is no block of ours"
                found[-1].results.append(open_block)
    return found


def _plain(said: str) -> str:
    return said.replace("`", "").strip()


def findings_in(block: Block) -> Findings:
    """Read a block as what it says it is."""
    findings = Findings()
    file = SourceFile("a.rules", block.text)
    if block.sort == "rules":
        parse_file(file, findings)
    else:
        parse = {"statement": parse_statement, "cell": parse_cell, "expression": parse_expression, "type": parse_type}
        for number, start in enumerate(file.line_starts[:-1], 1):
            parse[block.sort](file.line(number), file, lambda offset, start=start: start + offset, findings)  # type: ignore[misc]
    if block.about == "piece":
        findings.gathered = [finding for finding in findings.gathered if finding.code != "QD107"]
    return findings


def parse_statement(text: str, file: SourceFile, offsets: Offsets, findings: Findings) -> None:
    """Parse a statement as the only one of a procedure."""
    inside = Findings()
    around = SourceFile(file.path, f"{AROUND}{text}\n")
    parse_unit(around, 0, len(around.text), inside)
    for finding in inside:
        start, end = (offsets(max(0, place - len(AROUND))) for place in (finding.span.start, finding.span.end))
        findings.add(finding.code, finding.message, Span(file, start, end), hint=finding.hint)


def results(block: Block) -> dict[str, str]:
    """Give what the interpreter says now, by sort of result."""
    findings = findings_in(block)
    makers: dict[str, Callable[[], str]] = {
        "output": lambda: "\n".join(line.rstrip() for line in as_text(findings).strip().splitlines()),
        "formatted": lambda: format_file(SourceFile("a.rules", block.text)).rstrip("\n"),
    }
    return {result.sort: makers[result.sort]() for result in block.results}


def found_in(block: Block) -> list[tuple[int, str]]:
    return [(finding.span.line, _plain(f"{finding.code} {finding.message}")) for finding in findings_in(block)]


def record(page: Path) -> None:
    """Write what the interpreter says now into a page, the last block first so that the places of the others stay."""
    lines = page.read_text("utf-8").splitlines()
    for block in reversed(blocks(page)):
        now = results(block)
        for result in reversed(block.results):
            lines[result.first : result.first + len(result.lines)] = now[result.sort].splitlines()
        if block.result("output") is None:
            noted = block.text.splitlines()
            for finding in findings_in(block):
                noted[finding.span.line - 1] += f"  # ! {finding.code} {finding.message}"
            lines[block.first : block.first + len(block.lines)] = noted
    page.write_text("\n".join(lines) + "\n", "utf-8")


def cases() -> list[object]:
    return [
        pytest.param(page, index, id=f"{page.stem}:{block.first}-{block.heading}".replace(" ", "_"))
        for page in PAGES
        for index, block in enumerate(blocks(page))
    ]


@pytest.mark.parametrize(("page", "index"), cases())
def test_a_block_gives_what_its_page_says(page, index, request):
    if request.config.getoption("--record"):
        record(page)
    block = blocks(page)[index]
    if block.result("output") is None:
        assert found_in(block) == block.noted
    for sort, now in results(block).items():
        result = block.result(sort)
        assert result is not None
        assert now.splitlines() == result.lines


def codes_on_pages() -> set[str]:
    return {code for page in PAGES for code in re.findall(r"QD1\d\d", page.read_text("utf-8"))}


def test_every_code_of_the_syntax_has_a_case():
    sources = Path(parse_file.__code__.co_filename).parent
    codes = {
        code for path in [*sources.glob("*.py"), FAULTS] for code in re.findall(r"QD1\d\d", path.read_text("utf-8"))
    }
    assert codes == codes_on_pages()


def test_every_fault_that_has_a_name_has_a_case():
    said = {message for page in PAGES for block in blocks(page) for _, message in found_in(block)}
    for code, message, _ in [*(one.said for one in tables().written), *(one for one, _ in tables().meant)]:
        pattern = re.sub(r"\\{\d\\}", ".+", re.escape(_plain(f"{code} {message}")))
        assert any(re.fullmatch(pattern, known) for known in said), f"{code} {message}"
    for _, message, _ in tables().signs:
        assert any(
            re.fullmatch(re.escape(f"QD121 {_plain(message)}").replace("\\{0\\}", "."), known) for known in said
        ), message
    for first in tables().needs:
        assert any(re.search(f" {first} needs | between {first} and ", known) for known in said), first
