"""Print errata: as plain text, as Markdown, as a page for a screen, or on paper.

In: `Errata`. Out: text, or a file, by way of a `Report`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from quarterdeck.print.errata.making import AddedLine, BookEdit, Errata, Erratum
from quarterdeck.print.errata.printed_lines import EXAMPLE
from quarterdeck.print.errata.printed_tables import TableEdit
from quarterdeck.print.files import write_all
from quarterdeck.print.pictures.curves import said_points
from quarterdeck.print.report.document import Report, listing, prose, said, section
from quarterdeck.print.report.file import print_report
from quarterdeck.prose.text.blocks import Prose, Section, Steps
from quarterdeck.prose.text.runs import Text, capital, filled, joined

WIDTH = 100
MOST_WORDS = 16
"""A line of more words is named by its beginning and its end."""
NOTHING = "Nothing in the book changes."
EXAMPLES = "Worked examples"
NUMBERS = "Numbers are those of the first book; what is added has its number in the second."
PATTERNS = {
    "replace": "replace {before} with {after}",
    "delete": "delete {before}",
    "cell": "in the row {row}, column {column}, {cell}",
    "add row": "add {behind} the row {after}",
    "delete row": "delete the row {row}",
    "add column": "add {behind} the column {column}, with {cells}",
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
    elif edit.sort == "replace" and edit.kind == "picture":
        yield capital(
            joined([start, *(changed_curves(edit) or ("draw it so that it shows ", said(edit.after, "quoted")))])
        )
    elif edit.sort != "add":
        yield capital(joined([start, instruction(edit)]))
    elif not edit.place:
        yield said("At the beginning, add:")
    else:
        yield joined(["After ", f"{place}, " if place else "", said(in_few_words(edit.before), "quoted"), ", add:"])
    yield from added_lines(edit.added, section)


def changed_curves(edit: BookEdit) -> list[Text | str]:
    """Return what to do to each changed curve of a picture; nothing if it changes in another way."""
    (rest, before), (other_rest, after) = said_points(edit.before), said_points(edit.after)
    names = list(dict.fromkeys(name for name, _ in (*before, *after)))
    edits: list[Text | str] = []
    for name in names if rest == other_rest else ():
        points = [key for one, key in dict.fromkeys((*before, *after)) if one == name]
        differ = [(key, before.get((name, key)), after.get((name, key))) for key in points]
        words = [point_edit(*one) for one in differ if one[1] != one[2]]
        if words:
            where = joined(["in the curve ", said(name, "quoted"), ", "]) if name else ""
            edits += ["; " if edits else "", where, ", ".join(words)]
    return edits


def point_edit(key: str, before: str | None, after: str | None) -> str:
    """Return what to do to a point of a curve.

    >>> point_edit("3", "40", "45"), point_edit("3", None, "45"), point_edit("3", "40", None)
    ('move the point at 3 from 40 to 45', 'add a point at 3 with 45', 'delete the point at 3')
    """
    if after is None:
        return f"delete the point at {key}"
    return (
        f"add a point at {key} with {after}" if before is None else f"move the point at {key} from {before} to {after}"
    )


def in_few_words(text: str) -> str:
    """Return the beginning and the end of a long line, by which a reader finds it.

    >>> in_few_words("It may be from 1 to 99.")
    'It may be from 1 to 99.'
    >>> in_few_words(" ".join(map(str, range(40))))
    '0 1 2 3 4 5 … 36 37 38 39'
    """
    parts = text.split(" ")
    return text if len(parts) <= MOST_WORDS else " ".join([*parts[:6], "\N{HORIZONTAL ELLIPSIS}", *parts[-4:]])


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
        parts["cells"] = new_cells(edit) if edit.sort == "add column" else ()
        deed = (
            PATTERNS["replace"] if edit.before and edit.after else "write {after}" if edit.after else "delete {before}"
        )
        parts["cell"] = filled(deed, **parts)
    return filled(PATTERNS[edit.sort], **parts)


def new_cells(edit: TableEdit) -> Text:
    """Return what an added column holds: each cell by its row, but what most of them hold once."""
    held = [(row, cell or "\N{EN DASH}") for row, cell in zip(edit.rows, edit.cells, strict=True) if row != cell]
    counts = Counter(cell for _, cell in held)
    usual, times = counts.most_common(1)[0] if counts else ("", 0)
    if times < 2:
        usual = ""
    told = [joined([said(cell, "quoted"), " in the row ", said(row, "quoted")]) for row, cell in held if cell != usual]
    told += [joined([said(usual, "quoted"), " in all other rows" if told else " in all rows"])] if usual else []
    return joined(told, "; ")


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
    if found.examples:
        sections.append(
            section(EXAMPLES, sections=[entry_section(found, one, "", other_examples(one)) for one in found.examples])
        )
    why = [(*said(title, "strong"), *said(f": {words}")) for title, words in reasons_said(found)]
    return Report(
        said(f"Errata to {found.title}{edition}"),
        (*sections, *([section("Why", [listing(why)])] if why and sections else [])),
        lead,
        blocks=(prose(NUMBERS if sections else NOTHING),),
        columns=2,
    )


def entry_section(found: Errata, entry: Erratum, chapter: str, in_short: Text = ()) -> Section:
    """Return what to do in one section, or that `in_short`, with the titles of the variants that bring it."""
    titles = {reason.variant: reason.title for reason in found.reasons}
    by = ", ".join(titles[name] for name in entry.variants)
    edits = listing([in_short] if in_short else (s for one in entry.edits for s in sentences_of(one, entry.section)))
    return section(
        entry.section if entry.section != chapter else "", [edits, *([prose(f"({by})", "aside")] if by else [])]
    )


def other_examples(entry: Erratum) -> Text:
    """Say in one line that another example is told in a section; nothing where it is the same one."""
    gone = [edit.before for edit in entry.edits if edit.kind == EXAMPLE and edit.sort in ("delete", "replace")]
    new = [edit.after for edit in entry.edits if edit.kind == EXAMPLE and edit.sort == "replace"]
    new += [line.text for edit in entry.edits for line in edit.added if line.kind == EXAMPLE]
    if not gone and not new:
        return ()
    before, after = (joined([said(one, "quoted") for one in names], ", ") for names in (gone, new))
    if not gone:
        return joined(["Here the second book also tells ", after, "."])
    if not new:
        return joined(["The second book leaves out ", before, "."])
    return joined(["The second book tells ", after, " in place of ", before, "."])


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
