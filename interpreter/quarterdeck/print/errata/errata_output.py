"""Print errata: as plain text, as Markdown, as a page for a screen, or on paper.

In: `Errata`. Out: text, or a file; what is laid out how on paper stands in `static/errata.typ`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from textwrap import fill
from typing import Any, assert_never

from quarterdeck.print.book.overlaps import refuse_overlaps
from quarterdeck.print.errata.books import BookEdit
from quarterdeck.print.errata.making import Errata, Erratum
from quarterdeck.print.page import html_page
from quarterdeck.print.typst import pdf_of

WIDTH = 100
TEMPLATE = Path(__file__).parent.parent / "static" / "errata.typ"
STYLE = """
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: #222; }
h1, h2, b { color: #7a2b25; }
h2 { border-bottom: 1px solid #ccc; }
q { font-style: italic; }
small { color: #555; }
"""


def heading(found: Errata) -> str:
    """Give what the errata are called."""
    edition = f", edition {found.edition}" if found.edition else ""
    return f"Errata to {found.title}{edition}"


def sentence_of(one: BookEdit, quoted: Callable[[str], str]) -> str:
    """Give one instruction as a sentence; `quoted` puts words of the book between marks."""
    if one.row and one.column:
        told = sentence_of(replace(one, row="", column=""), quoted)
        return f"In the row {quoted(one.row)}, column {quoted(one.column)}, {told[0].lower()}{told[1:]}"
    before, after, behind = (quoted(words) for words in (one.before, one.after, one.behind))
    if one.row or one.column:
        what = f"the row {quoted(one.row)}" if one.row else f"the column {quoted(one.column)}"
        before, after = what, f"{what}: {after}"
    match one.sort:
        case "replace":
            told = f"Replace {before} by {after}"
        case "delete":
            told = f"Delete {before}"
        case "read":
            told = f"Read it anew: {after}"
        case "begin":
            told = f"Begin with {after}"
        case "add" if one.row or one.column:
            told = f"Behind {behind} add {after}" if one.behind else f"Add {after}"
        case "add":
            told = f"Add after {behind}: {after}" if one.behind else f"Add {after}"
        case "move":
            told = f"Move {before} behind {behind}" if one.behind else f"Move {before} to the front"
        case _:
            assert_never(one.sort)
    last = one.behind if one.sort == "move" else one.after or one.before
    return told if last.endswith((".", ":", "?")) else f"{told}."


def in_quotes(words: str) -> str:
    """Put words of the book between quotation marks."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{words}\N{RIGHT DOUBLE QUOTATION MARK}"


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
                lines.append(fill(sentence_of(one, in_quotes), WIDTH, initial_indent="  ", subsequent_indent="    "))
            lines += [f"  ({titles_of(found, entry)})"] if entry.variants else []
    why = [fill(f"{title}: {words}", WIDTH, subsequent_indent="  ") for title, words in reasons_said(found)]
    lines += ["", "Why", "", *why] if why else []
    lines += ["", left_out(found)] if left_out(found) else []
    return "\n".join(lines) if found.chapters else f"{lines[0]}\n{lines[1]}\n\nNothing that players read changes."


def as_markdown(found: Errata) -> str:
    """Give errata as Markdown."""
    lines = [f"# {heading(found)}", "", f"`{found.before}` becomes `{found.after}`."]
    for chapter in found.chapters:
        lines += ["", f"## {f'{chapter.number} {chapter.title}'.strip()}"]
        for entry in chapter.entries:
            by = f" *({titles_of(found, entry)})*" if entry.variants else ""
            told = " ".join(sentence_of(one, lambda words: in_quotes(marked(words))) for one in entry.instructions)
            lines += ["", f"**{marked(place_said(entry))}.** {told}{by}"]
    why = [f"- **{title}**: {marked(words)}" for title, words in reasons_said(found)]
    lines += ["", "## Why", "", *why] if why else []
    lines += ["", left_out(found)] if left_out(found) else []
    return "\n".join(lines) + "\n"


def marked(words: str) -> str:
    """Give words in which no letter is a mark of Markdown."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#" else letter for letter in words)


def as_html(found: Errata) -> str:
    """Give errata as a page for a screen that needs no other file."""
    body = [f"<p><small>{escape(found.before)} becomes {escape(found.after)}.</small></p>"]
    for chapter in found.chapters:
        body.append(f"<h2>{escape(f'{chapter.number} {chapter.title}'.strip())}</h2>")
        for entry in chapter.entries:
            told = " ".join(sentence_of(one, lambda words: f"<q>{escape(words)}</q>") for one in entry.instructions)
            by = f" <small>({escape(titles_of(found, entry))})</small>" if entry.variants else ""
            body.append(f"<p><b>{escape(place_said(entry))}.</b> {told}{by}</p>")
    why = [f"<li><b>{escape(title)}</b>: {escape(words)}</li>" for title, words in reasons_said(found)]
    body += ["<h2>Why</h2>", "<ul>", *why, "</ul>"] if why else []
    body += [f"<p><small>{left_out(found)}</small></p>"] if left_out(found) else []
    title = heading(found)
    return html_page(title, "\n".join((f"<h1>{escape(title)}</h1>", *body)), STYLE)


def told_on_paper(found: Errata) -> Mapping[str, Any]:
    """Give all that is set on paper, in words."""
    return {
        "title": heading(found),
        "becomes": f"{found.before} becomes {found.after}.",
        "chapters": [
            {
                "title": f"{chapter.number} {chapter.title}".strip(),
                "entries": [
                    {
                        "place": place_said(entry),
                        "told": " ".join(sentence_of(one, in_quotes) for one in entry.instructions),
                        "by": titles_of(found, entry),
                    }
                    for entry in chapter.entries
                ],
            }
            for chapter in found.chapters
        ],
        "why": [{"title": title, "words": words} for title, words in reasons_said(found)],
        "left": left_out(found),
    }


WRITERS: Mapping[str, Callable[[Errata], str]] = {".md": as_markdown, ".html": as_html}
"""What writes a file of a name that ends so; any other but one on paper is plain text."""


def print_errata(found: Errata, path: Path) -> None:
    """Print errata into a file: as PDF, as a page, as Markdown or as text, by the ending of its name.

    Raises:
        RefusedError: words in the PDF cannot be read.
    """
    if path.suffix != ".pdf":
        made = WRITERS.get(path.suffix, as_text)(found)
        path.write_text(f"{made.rstrip()}\n", "utf-8")
        return
    pdf = pdf_of(TEMPLATE, told_on_paper(found))
    refuse_overlaps(pdf, path.name)
    path.write_bytes(pdf)
