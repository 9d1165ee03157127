"""Print errata: as plain text, as Markdown, as a page for a screen, or on paper.

In: `Errata`. Out: text, or a file, by way of a `Report`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from quarterdeck.print.errata.making import AddedLine, BookEdit, Errata, Erratum
from quarterdeck.print.errata.printed_tables import TableEdit
from quarterdeck.print.files import write_all
from quarterdeck.print.report.document import Report, listing, prose, said, section
from quarterdeck.print.report.file import print_report
from quarterdeck.prose.text.blocks import Prose, Section, Steps
from quarterdeck.prose.text.runs import Text, capital, filled, joined

WIDTH = 100
NOTHING = "Nothing in the book changes."
NUMBERS = "Numbers are those of the first book; what is added has its number in the second."
PATTERNS = {
    "replace": "replace {before} with {after}",
    "delete": "delete {before}",
    "cell": "in the row {row}, column {column}, {cell}",
    "add row": "add {behind} the row {after}",
    "delete row": "delete the row {row}",
    "add column": "add {behind} the column {column}, with the cells {cells}",
    "delete column": "delete the column {column}",
    "read anew": "replace the table with {after}",
}
"""What to do to a line, and to a table."""
UNNAMED = ("paragraph", "step", "title", "chapter", "table")
"""Kinds of lines that show what they are."""


def sentences_of(edit: BookEdit, section: str) -> Iterator[Text]:
    """Return an edit as sentences, in which words of the book are quoted; the section stands above them."""
    place = edit.place.removeprefix(section).removeprefix(", ")
    place += ", the title" if edit.kind == "title" and edit.sort == "replace" else ""
    place += f" (such line no. {edit.which})" if edit.which else ""
    start = f"{place}: " if place else ""
    if edit.sort == "table":
        yield from (capital(joined([start, instruction(one), "."])) for one in edit.table)
    elif edit.sort != "add":
        yield capital(joined([start, instruction(edit)]))
    elif not edit.place:
        yield said("At the beginning, add:")
    else:
        yield joined(["After ", f"{place}, " if place else "", said(edit.before, "quoted"), ", add:"])
    yield from added_lines(edit.added, section)


def added_lines(lines: tuple[AddedLine, ...], section: str) -> Iterator[Text]:
    """Return lines that are added, each after its place in the second book; moved ones that follow are one."""
    runs: list[list[AddedLine]] = []
    for line in lines:
        if runs and line.stays_next:
            runs[-1].append(line)
        else:
            runs.append([line])
    for first, *others in runs:
        place = first.place.removeprefix(section).removeprefix(", ")
        at = ", ".join(filter(None, (place, how_set(first))))
        to = f" to {others[-1].moved_from}, {len(others) + 1} lines" if others else ""
        moved = f", moved here from {first.moved_from}{to}." if first.moved_from else ""
        yield joined([f"{at}: " if at else "", said(first.text, "quoted"), moved])


def how_set(line: AddedLine) -> str:
    """Describe how an added line is set where its number does not tell."""
    if line.kind == "point":
        return "as a point" + (" below it" if line.deeper > 0 else " of the outer list" if line.deeper < 0 else "")
    return "" if line.kind in UNNAMED else f"as {'an' if line.kind[0] in 'aeiou' else 'a'} {line.kind}"


def instruction(edit: BookEdit | TableEdit) -> Text:
    """Return what to do to a line or a table, as a part of a sentence."""
    parts = {name: said(words, "quoted") for name, words in vars(edit).items() if isinstance(words, str)}
    if isinstance(edit, TableEdit):
        what = edit.sort.rpartition(" ")[2]
        parts["behind"] = joined([f"after the {what} ", parts["behind"]]) if edit.behind else said(f"as first {what}")
        parts["cells"] = said("; ".join(edit.cells), "quoted")
        deed = (
            PATTERNS["replace"] if edit.before and edit.after else "write {after}" if edit.after else "delete {before}"
        )
        parts["cell"] = filled(deed, **parts)
    return filled(PATTERNS[edit.sort], **parts)


def report_of(found: Errata) -> Report:
    """Return errata as a report."""
    lead = (*said(found.before, "code"), *said(" becomes "), *said(found.after, "code"), *said("."))
    edition = f", edition {found.edition}" if found.edition else ""
    sections = [
        section(
            f"{chapter.title} (new)" if chapter.is_new else chapter.title,
            sections=[entry_section(found, entry, chapter.title) for entry in chapter.entries],
        )
        for chapter in found.chapters
    ]
    why = [(*said(title, "strong"), *said(f": {words}")) for title, words in reasons_said(found)]
    return Report(
        said(f"Errata to {found.title}{edition}"),
        (*sections, *([section("Why", [listing(why)])] if why and sections else [])),
        lead,
        blocks=(prose(NUMBERS if sections else NOTHING),),
        columns=2,
    )


def entry_section(found: Errata, entry: Erratum, chapter: str) -> Section:
    """Return what to do in one section, with the titles of the variants that bring it."""
    titles = {reason.variant: reason.title for reason in found.reasons}
    by = ", ".join(titles[name] for name in entry.variants)
    edits = listing(one for edit in entry.edits for one in sentences_of(edit, entry.section))
    return section(
        entry.section if entry.section != chapter else "", [edits, *([prose(f"({by})", "aside")] if by else [])]
    )


def reasons_said(found: Errata) -> Iterator[tuple[str, str]]:
    """Return why there are changes, each with the title of what brings it."""
    for reason in found.reasons:
        games = f"In games in which {reason.applies}." if reason.applies else ""
        words = " ".join(part for part in (reason.note, games) if part)
        if words:
            yield reason.title, words


def as_text(found: Errata) -> str:
    """Return errata as plain text."""
    report = report_of(found)
    return "\n".join(
        [in_quotes(report.title), in_quotes(report.lead), *text_lines(Section((), report.blocks, report.sections))]
    )


def text_lines(part: Section) -> Iterator[str]:
    """Return the lines of a section, an empty one above it."""
    yield from ("", in_quotes(part.title)) if part.title else ()
    for block in part.blocks:
        match block:
            case Steps():
                for point in block.points:
                    yield fill(in_quotes(point.text), WIDTH, initial_indent="- ", subsequent_indent="  ")
            case Prose():
                yield from ("", in_quotes(block.text)) if not block.style else (f"  {in_quotes(block.text)}",)
    for inner in part.sections:
        yield from text_lines(inner)


def in_quotes(words: Text) -> str:
    """Return text with words of the book between quotation marks."""
    first, last = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
    return "".join(f"{first}{run.words}{last}" if run.style == "quoted" else run.words for run in words)


def print_errata(found: Errata, path: Path) -> None:
    """Print errata into a file: as PDF, as a page, as Markdown or as text, by the ending of its name.

    Raises:
        RefusedError: words in the PDF cannot be read.
    """
    if path.suffix == ".txt":
        write_all({path: f"{as_text(found)}\n".encode()})
    else:
        print_report(report_of(found), path)
