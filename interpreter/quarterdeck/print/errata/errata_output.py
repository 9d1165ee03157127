"""Print errata: as plain text, as Markdown, as a page for a screen, or on paper.

In: `Errata`. Out: text, or a file, by way of a `Report`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from quarterdeck.print.errata.books import BookEdit
from quarterdeck.print.errata.making import Errata, Erratum
from quarterdeck.print.files import write_all
from quarterdeck.print.report.document import Report, listing, prose, said, section
from quarterdeck.print.report.file import print_report
from quarterdeck.prose.text.blocks import Prose, Section
from quarterdeck.prose.text.runs import Text, filled, joined

WIDTH = 100
NOTHING = "Nothing that players read changes."
PATTERNS = {
    "replace": "Replace {before} by {after}",
    "delete": "Delete {before}",
    "read": "Read it anew: {after}",
    "begin": "Begin with {after}",
    "add": "Add {after}",
    "line": "Add {after}",
    "move": "Move {before} to the front",
}
BEHIND = {
    "add": "Add after {behind}: {after}",
    "line": "Behind {behind} add {after}",
    "move": "Move {before} behind {behind}",
}
"""The same for what has a place behind something; a `line` is a row or a column that is added."""


def heading(found: Errata) -> str:
    """Give what the errata are called."""
    edition = f", edition {found.edition}" if found.edition else ""
    return f"Errata to {found.title}{edition}"


def sentence_of(one: BookEdit) -> Text:
    """Return one instruction as a sentence, in which words of the book are quoted."""
    is_line = bool(one.row) != bool(one.column)
    name = "line" if one.sort == "add" and is_line else one.sort
    pattern = BEHIND.get(name, PATTERNS[name]) if one.behind else PATTERNS[name]
    if one.row and one.column:
        pattern = f"In the row {{row}}, column {{column}}, {pattern[0].lower()}{pattern[1:]}"
    parts = {name: said(getattr(one, name), "quoted") for name in ("before", "after", "behind", "row", "column")}
    if is_line:
        what = filled("the row {row}", **parts) if one.row else filled("the column {column}", **parts)
        parts |= {"before": what, "after": filled("{0}: {after}", what, **parts)}
    last = one.behind if one.sort == "move" else one.after or one.before
    return filled(pattern if last.endswith((".", ":", "?")) else f"{pattern}.", **parts)


def in_quotes(words: Text) -> str:
    """Return text with words of the book between quotation marks."""
    first, last = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
    return "".join(f"{first}{run.words}{last}" if run.style == "quoted" else run.words for run in words)


def place_said(entry: Erratum) -> str:
    """Give the number and the title of a place; what is new there comes behind it."""
    place = f"{entry.number} {entry.title}".strip()
    return f"Behind {place}" if entry.comes_behind and entry.number else place


def titles_of(found: Errata, entry: Erratum) -> str:
    """Give what the variants are called that bring an erratum."""
    titles = {reason.variant: reason.title for reason in found.reasons}
    return ", ".join(titles[name] for name in entry.variants)


def reasons_said(found: Errata) -> Iterator[tuple[str, str]]:
    """Give why there are changes, each with the title of what brings it."""
    for reason in found.reasons:
        games = f"In games in which {reason.applies}." if reason.applies else ""
        words = " ".join(part for part in (reason.note, games) if part)
        if words:
            yield reason.title, words


def left_out(found: Errata) -> str:
    """Say what is not told."""
    told = (
        (found.only_worded_otherwise, "only worded otherwise"),
        (found.advice_to_programs, "in advice to programs"),
    )
    parts = [f"{count} {words}" for count, words in told if count]
    return f"Not told here: {' and '.join(parts)}." if parts else ""


def as_text(found: Errata) -> str:
    """Give errata as plain text."""
    lines = [heading(found), f"({found.before} becomes {found.after})"]
    for chapter in found.chapters:
        lines += ["", f"{chapter.number} {chapter.title}".strip()]
        for entry in chapter.entries:
            lines += ["", f"{place_said(entry)}."]
            for one in entry.instructions:
                lines.append(fill(in_quotes(sentence_of(one)), WIDTH, initial_indent="  ", subsequent_indent="    "))
            lines += [f"  ({titles_of(found, entry)})"] if entry.variants else []
    why = [fill(f"{title}: {words}", WIDTH, subsequent_indent="  ") for title, words in reasons_said(found)]
    lines += ["", "Why", "", *why] if why else []
    lines += ["", left_out(found)] if left_out(found) else []
    return "\n".join(lines) if found.chapters else f"{lines[0]}\n{lines[1]}\n\n{NOTHING}"


def report_of(found: Errata) -> Report:
    """Return errata as a report."""
    lead = (*said(found.before, "code"), *said(" becomes "), *said(found.after, "code"), *said("."))
    why = [(*said(title, "strong"), *said(f": {words}")) for title, words in reasons_said(found)]
    left = [prose(left_out(found), "aside")] if left_out(found) else []
    return Report(
        said(heading(found)),
        (
            *(
                section(
                    f"{chapter.number} {chapter.title}".strip(), (entry_said(found, one) for one in chapter.entries)
                )
                for chapter in found.chapters
            ),
            *([section("Why", [listing(why), *left])] if why else [Section((), tuple(left))]),
        ),
        lead,
        blocks=() if found.chapters else (prose(NOTHING),),
        columns=2,
    )


def entry_said(found: Errata, entry: Erratum) -> Prose:
    """Return what is told of one place."""
    told = joined(map(sentence_of, entry.instructions), " ")
    by = (*said(" "), *said(f"({titles_of(found, entry)})", "aside")) if entry.variants else ()
    return Prose((*said(f"{place_said(entry)}.", "strong"), *said(" "), *told, *by))


def print_errata(found: Errata, path: Path) -> None:
    """Print errata into a file: as PDF, as a page, as Markdown or as text, by the ending of its name.

    Raises:
        RefusedError: words in the PDF cannot be read.
    """
    if path.suffix == ".txt":
        write_all({path: f"{as_text(found)}\n".encode()})
    else:
        print_report(report_of(found), path)
