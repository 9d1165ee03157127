"""Print a report as Markdown.

In: a `Report` of paragraphs and lists. Out: text.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.print.markdown_marks import marked
from quarterdeck.print.report.document import Report
from quarterdeck.prose.text.blocks import Block, Prose, Section, Steps
from quarterdeck.prose.text.runs import Run, Text

MARKS = {"strong": ("**", "**"), "aside": ("*", "*"), "quoted": ("“", "”")}


def as_markdown(report: Report) -> str:
    """Return a report as Markdown."""
    lines = [f"# {words(report.title)}", *(["", words(report.lead)] if report.lead else [])]
    lines += [line for one in report.blocks for line in block(one)]
    lines += [line for one in report.sections for line in section(one, 2)]
    return "\n".join(lines) + "\n"


def section(part: Section, level: int) -> Iterator[str]:
    """Yield the lines of a section, a blank one before each of its blocks."""
    yield from ("", f"{'#' * level} {words(part.title)}") if part.title else ()
    for one in part.blocks:
        yield from block(one)
    for inner in part.sections:
        yield from section(inner, level + 1)


def block(one: Block) -> Iterator[str]:
    """Yield the lines of a block."""
    yield ""
    match one:
        case Prose():
            yield words(one.text)
        case Steps():
            yield from (f"- {words(point.text)}" for point in one.points)
        case _:
            raise TypeError(f"no Markdown shows {type(one).__name__}")


def words(text: Text) -> str:
    """Return text with its marks."""
    return "".join(map(run_in_marks, text))


def run_in_marks(run: Run) -> str:
    """Return a run between the marks of its style."""
    if run.style == "code":
        return f"`{run.words}`"
    first, last = MARKS.get(run.style, ("", ""))
    return f"{first}{marked(run.words)}{last}"
