"""Print a report as a page of HTML that needs no other file and no network.

In: a `Report`, and the script that draws its charts where it has any. Out: text. Without scripts the drawings are there
all the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from quarterdeck.print.page import html_page
from quarterdeck.print.report.document import (
    MENU,
    BoxedCell,
    Chart,
    ColouredCell,
    Commands,
    Folded,
    Legend,
    Report,
    SideBySide,
    depth_of,
)
from quarterdeck.prose.text.blocks import Block, Cell, Grid, GridRow, Prose, Section, Steps
from quarterdeck.prose.text.runs import Run, Text

STYLE = Path(__file__).with_name("static") / "report.css"
TAGS = {"strong": ("<b>", "</b>"), "aside": ("<small>", "</small>"), "code": ("<code>", "</code>")}
TAGS |= {"quoted": ("<q>", "</q>"), "chip": ('<span class="chip">', "</span>")}
MARKS = {"gone": ("−", "del"), "new": ("+", "ins")}
DRAW = """
for (const [name, spec] of Object.entries(JSON.parse(document.getElementById("charts").textContent))) {
  vegaEmbed(document.getElementById("chart-" + name), spec, {actions: false, renderer: "svg"});
}
"""


def as_html(report: Report, drawing_library: str = "") -> str:
    """Return a report as a page."""
    before = [f"<header><h1>{words(report.title)}</h1>{f'<p>{words(report.lead)}</p>' if report.lead else ''}</header>"]
    if report.is_wide:
        places = [one.place for one in report.sections if one.place is not None and one.place.sort == MENU]
        links = (f'<a href="#{escape(one.address)}">{escape(one.title)}</a>' for one in places)
        before.append(f'<nav aria-label="Parts"><div>{"".join(links)}</div></nav>')
    after = [f"<footer>{words(report.foot)}</footer>"] if report.foot else []
    below = (inner for part in report.sections for inner in part.walk())
    charts = {one.name: one.spec for part in below for one in part.blocks if isinstance(one, Chart)}
    if charts:
        specs = json.dumps(charts, ensure_ascii=False).replace("</", "<\\/")
        library = drawing_library.replace("</script", "<\\/script")
        after.append(f'<script type="application/json" id="charts">{specs}</script>')
        after.append(f"<script>{library}</script>\n<script>{DRAW}</script>")
    width = "1124px" if report.is_wide else "52rem"
    style = f":root {{ --width: {width}; }}\n{STYLE.read_text('utf-8')}"
    main = "\n".join((*blocks(report.blocks, 2), *(line for one in report.sections for line in sections(one, 2))))
    return html_page(report.called, main, style, before="\n".join(before), after="\n".join(after))


def sections(part: Section, level: int) -> Iterator[str]:
    """Yield a section with its heading."""
    place = f' id="{escape(part.place.address)}"' if part.place is not None else ""
    yield f"<section{place}>"
    if part.title:
        yield f"<h{level}>{words(part.title)}</h{level}>"
    yield from blocks(part.blocks, level + 1)
    for inner in part.sections:
        yield from sections(inner, level + 1)
    yield "</section>"


def blocks(found: Iterable[Block], level: int) -> Iterator[str]:
    """Yield blocks below each other; `level` is that of a heading in them."""
    for block in found:
        match block:
            case Prose():
                yield paragraph(block)
            case Steps():
                items = "".join(f"<li>{words(point.text)}</li>" for point in block.points)
                yield f"<ul>{items}</ul>" if block.bulleted else f"<ol>{items}</ol>"
            case Grid():
                yield grid(block)
            case Commands():
                yield f"<pre>{chr(10).join(map(escape, block.lines))}</pre>"
            case Chart():
                label = f'role="group" aria-label="{escape(block.words)}"'
                yield f'<div class="chart" tabindex="0" id="chart-{block.name}" {label}>{block.svg}</div>'
            case Folded():
                yield f"<details><summary>{escape(block.title)}</summary>"
                yield from blocks(block.blocks, level)
                yield "</details>"
            case Legend():
                names = (
                    f'<span class="dot" style="--tone: {tone}"></span>{escape(name)}' for name, tone in block.names
                )
                yield f'<p class="legend">{"".join(f"<span>{name}</span>" for name in names)}</p>'
            case SideBySide():
                yield f'<div class="columns" style="--columns: {len(block.columns)}">'
                for column in block.columns:
                    yield f'<div style="--tone: {column.colour}"><h{level}>{words(column.title)}</h{level}>'
                    yield from blocks(column.blocks, level + 1)
                    yield "</div>"
                yield "</div>"
            case _:
                raise TypeError(f"no page shows {type(block).__name__}")


def paragraph(block: Prose) -> str:
    """Return a paragraph; of a line that is gone or new the words that differ are set off."""
    if block.style == "step":
        depth = depth_of(block)
        return f'<p class="step" style="--depth: {depth}">{words(block.text)}</p>'
    style = f' class="{block.style}"' if block.style else ""
    sign, mark = MARKS.get(block.style, ("", ""))
    shown = f"<span>{sign}</span> " if sign else ""
    return f"<p{style}>{shown}{words(block.text, mark)}</p>"


def grid(block: Grid) -> str:
    """Return a table, in a frame that scrolls by itself where the screen is narrow."""
    columns = len((block.head or block.rows)[0].cells) if block.head or block.rows else 0
    style = f' class="{block.style}" style="--columns: {columns}"' if block.style else ""
    head = "".join(f"<thead><tr>{cells(row, 'th')}</tr></thead>\n" for row in block.head)
    body = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in block.rows)
    reached = ' tabindex="0"' if columns > 2 else ""  # only what scrolls must be reached by keyboard
    return f'<div class="wide"{reached}><table{style}>\n{head}<tbody>\n{body}\n</tbody></table></div>'


def cells(row: GridRow, tag: str) -> str:
    """Return the cells of a row."""
    looks = (' class="number"' if one.align == "right" else "" for one in row.cells)
    shown = [(content(one), look) for one, look in zip(row.cells, looks, strict=True)]
    heads = [tag == "th" and said for said, _ in shown]  # an empty one is the head of nothing
    return "".join(
        f'<th scope="col"{look}>{said}</th>' if is_head else f"<td{look}>{said}</td>"
        for is_head, (said, look) in zip(heads, shown, strict=True)
    )


def content(one: Cell) -> str:
    """Return what is in a cell."""
    if isinstance(one, BoxedCell):
        return "".join(f'<div class="box" style="--tone: {one.colour}">{words(line)}</div>' for line in one.lines)
    shown = "<br>".join(map(words, one.lines)) if one.lines else words(one.text)
    if isinstance(one, ColouredCell) and one.bar:
        return f'{shown}<span class="bar" style="--tone: {one.colour}; width: {one.bar}%"></span>'
    if isinstance(one, ColouredCell) and one.colour:
        return f"{dot(one.colour)}{shown}"
    return shown


def dot(colour: str) -> str:
    """Return a dot of a colour."""
    return f'<span class="dot" style="--tone: {colour}"></span>'


def words(text: Text, differing: str = "") -> str:
    """Return text; `differing` is the tag of words that differ."""
    return "".join(run(one, differing) for one in text)


def run(one: Run, differing: str) -> str:
    """Return a run in its style, with where it leads."""
    first, last = TAGS.get(one.style, ("", ""))
    if one.style == "differs" and differing:
        first, last = f"<{differing}>", f"</{differing}>"
    shown = f"{first}{escape(one.words)}{last}"
    if one.entity:
        shown = f'<span title="{escape(one.entity)}">{shown}</span>'
    return f'<a href="#{escape(one.to)}">{shown}</a>' if one.to else shown
