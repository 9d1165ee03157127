"""Print the parts of a report at a terminal.

In: sections and tables. Out: lines. Words that differ have marks that do without colour: `[-gone-]` and `{+new+}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from rich.console import Console
from rich.containers import Lines
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Styled

from quarterdeck.print.report.document import Commands
from quarterdeck.prose.text.blocks import Block, Cell, Grid, Prose, Section, Steps
from quarterdeck.prose.text.runs import Text, plain

NARROWEST = 40
"""Columns that a text has at least, however narrow the terminal."""
INDENT = 4
MARKS = {"gone": ("-", "[-", "-]", "red"), "new": ("+", "{+", "+}", "green")}
"""For a line that is gone or new its sign, the marks around its words that differ, and their colour."""
IN_TITLES = {"": "bold", "code": "cyan"}


def say(console: Console, text: str | Styled) -> None:
    """Print a line as it is: addresses are not broken in the middle, however narrow the terminal."""
    console.print(text, soft_wrap=True, markup=False)


def print_section(console: Console, part: Section, indent: int = 0) -> None:
    """Print a section below a blank line, and those below it, whose tables go in a little."""
    title = styled(part.title, IN_TITLES)
    console.print(Styled("\n") + title, soft_wrap=any(run.style == "code" for run in part.title))
    for block in part.blocks:
        print_block(console, block, indent)
    for inner in part.sections:
        print_section(console, inner, 2)


def print_list(console: Console, part: Section) -> None:
    """Print a section that is a list, its title as what introduces it."""
    console.print(f"\n{plain(part.title)}:", markup=False)
    for block in part.blocks:
        print_block(console, block, 0)


def print_block(console: Console, block: Block, indent: int) -> None:
    """Print a block."""
    match block:
        case Prose(style="gone" | "new"):
            print_changed(console, block)
        case Prose():
            say(console, f"{' ' * indent}{plain(block.text)}")
        case Steps():
            for point in block.points:
                say(console, f"{' ' * indent}  {plain(point.text)}")
        case Commands():
            for line in block.lines:
                say(console, f"{' ' * indent}{line}")
        case Grid():
            console.print(Padding(table(block), (0, 0, 0, indent)) if indent else table(block))
        case _:
            raise TypeError(f"no terminal shows {type(block).__name__}")


def print_changed(console: Console, line: Prose) -> None:
    """Print a line that is gone or new, broken between words."""
    sign, first, last, colour = MARKS[line.style]
    text = Styled()
    for run in line.text:
        differs = run.style == "differs"
        text.append(f"{first}{run.words}{last}" if differs else run.words, f"bold {colour}" if differs else "")
    for number, part in enumerate(in_lines(text, max(NARROWEST, console.width - INDENT))):
        start = Styled(f"  {sign} ", colour) if number == 0 else Styled(" " * INDENT)
        part.rstrip()
        say(console, start + part)


def in_lines(text: Styled, width: int) -> Lines:
    """Break a text between words; a word that is longer than a line has one of its own."""
    breaks, start = [], 0
    for word in re.finditer(r"\S+", text.plain):
        if word.end() - start > width and word.start() > start:
            start = word.start()
            breaks.append(start)
    return text.divide(breaks)


def table(grid: Grid) -> Table:
    """Lay out a table; one in the style `plain` has no lines, and breaks no number; a `tight` one cuts numbers off."""
    justified: Literal["left", "center"] = "left" if grid.style in ("plain", "left") else "center"
    laid = Table(title=escape(plain(grid.caption)) or None, title_justify=justified)
    is_plain = grid.style == "plain"
    if is_plain:
        laid.box, laid.pad_edge, laid.title_style, laid.header_style = None, False, "bold", "dim"
    for head in grid.head[0].cells:
        is_number = head.align == "right"
        justify: Literal["left", "right"] = "right" if is_number else "left"
        overflow: Literal["ellipsis", "fold"] = "ellipsis" if grid.style == "tight" and is_number else "fold"
        laid.add_column(content(head), overflow=overflow, justify=justify, no_wrap=is_plain and is_number)
    for row in grid.rows:
        laid.add_row(*map(content, row.cells))
    return laid


def content(cell: Cell) -> Styled:
    """Return what is in a cell, its lines below each other."""
    return Styled("\n").join(map(styled, cell.lines or (cell.text,)))


def styled(text: Text, styles: Mapping[str, str] = {"aside": "dim"}) -> Styled:
    """Return text in the styles of a terminal."""
    return Styled.assemble(*((run.words, styles.get(run.style, "")) for run in text))
