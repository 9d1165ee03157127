"""Draw the picture of the README: one rule, the sentences it prints, and the odds it gives.

Everything in it comes from the program. `python docs/pictures/rule.py` writes `rule.svg` beside this file, with its
panels side by side, and `rule-narrow.svg` for phones; a test sees that the files are what the program says now.
"""

from __future__ import annotations

import re
from fractions import Fraction
from html import escape
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from quarterdeck.api import Facts, Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.ruleset.rule_question import asked

GAME, RULE = "easyships", "gunnery.pierce"
GIVEN = {"calibre": 11, "target": "Wichita", "range": 7}
SHOWN = ("target.fires", "target.flooding", "target.moves", "target.sunk")
WORDS = re.compile(
    r'("[^"]*")|\b(procedure|do|when|roll|modifier|apply|plus|on|and|cites|ruling|cause|minus)\b|\b(d\d+|\d+)\b'
)
COLOURS = ("#8a5a00", "#1f4e8c", "#7a2b25")
INK, MUTED, RULE_LINE, PAPER, BAR = "#1c2733", "#66727f", "#d5dbe1", "#ffffff", "#2f5d8a"
MONO, SERIF = "ui-monospace,Menlo,Consolas,monospace", "Georgia,'Times New Roman',serif"
LINE = 17


def main(is_narrow: bool = False) -> str:
    """Give the picture as SVG; a narrow one has its panels below each other."""
    ruleset, findings = Ruleset.open(GAME), Findings()
    code = text_of(elements(ruleset.declared)[RULE]).split("\n")
    prose = said(ruleset.checked, RULE).split("\n")
    panels = [("one rule, as it is written", written(code, 50 if is_narrow else 76))]
    panels.append(("the English that it generates", printed(prose, 54 if is_narrow else 62)))
    panels.append(("the odds, counted exactly", counted(ruleset, findings)))
    return stacked(panels) if is_narrow else page(panels)


def written(lines: list[str], most: int) -> list[str]:
    """Give rules text in lines that fit, with coloured words."""
    drawn = []
    for line in lines:
        colours = [INK] * len(line)
        for match in WORDS.finditer(line):
            colour = COLOURS[next(i for i, group in enumerate(match.groups()) if group)]
            colours[match.start() : match.end()] = [colour] * len(match[0])
        at, margin = 0, " " * (len(line) - len(line.lstrip()) + 8)
        for place, row in enumerate(wrap(line, most, subsequent_indent=margin)):
            lead = margin if place else ""
            start = line.index(row[len(lead) :], at)
            at = start + len(row) - len(lead)
            pieces = [(escape(sign), colours[start + i]) for i, sign in enumerate(row[len(lead) :])]
            runs = [("".join(s for s, _ in run), colour) for colour, run in groupby(pieces, key=lambda piece: piece[1])]
            spans = "".join(f'<tspan fill="{colour}">{text}</tspan>' for text, colour in runs)
            drawn.append(f'<text xml:space="preserve" font-family="{MONO}" font-size="11">{lead}{spans}</text>')
    return drawn


def printed(lines: list[str], most: int) -> list[str]:
    """Give the book's sentences in lines that fit."""
    drawn = []
    for number, line in enumerate(lines):
        lead = len(line) - len(line.lstrip())
        style = 'font-weight="bold"' if number == 0 else 'font-style="italic"' if number == 1 else ""
        hanging = 3 if re.match(r"\s*(\d+\.|-)\s", line) else 0
        for place, row in enumerate(wrap(line.strip().replace("- ", "– ", 1) if lead else line, most - lead)):
            across = 5 * lead + (5 * hanging if place else 0)
            drawn.append(
                f'<text dx="{across}" font-family="{SERIF}" font-size="13" fill="{INK}" {style}>{escape(row)}</text>'
            )
    return drawn


def counted(ruleset: Ruleset, findings: Findings) -> list[str]:
    """Give bars of what may come."""
    question = asked(ruleset, RULE, Facts(GIVEN, {}, {}, {}), findings)
    assert question is not None
    drawn = []
    for text in SHOWN:
        shown = question.asking.shown(RULE, text, question.arguments, question.situation, findings)
        assert shown is not None
        odds = question.asking.ask(RULE, question.arguments, question.situation, [shown])
        drawn.append(
            f'<text font-family="{MONO}" font-size="11.5" fill="{MUTED}">{escape(text.partition(".")[2])}</text>'
        )
        for (value,), weight in odds.rows[:4]:
            share = Fraction(weight, odds.below)
            width = max(1, round(150 * share))
            drawn.append(
                f'<g><text font-family="{SERIF}" font-size="13" fill="{INK}" x="34" text-anchor="end">{value}</text>'
                f'<rect x="44" y="-10" width="{width}" height="11" fill="{BAR}"/>'
                f'<text font-family="{SERIF}" font-size="12" fill="{INK}" x="{50 + width}">{float(share):.1%}</text>'
                f'<text font-family="{MONO}" font-size="10" fill="{MUTED}" x="320" text-anchor="end">{share}</text></g>'
            )
    return drawn


def panel(title: str, lines: list[str], across: int, down: int, width: int) -> list[str]:
    """Put one panel at a place: its title, a line, and what it shows."""
    looks = f'font-family="{SERIF}" font-size="14" fill="{MUTED}"'
    return [
        f'<text x="{across}" y="{down + 30}" {looks}>{escape(title)}</text>',
        f'<line x1="{across}" x2="{across + width - 20}" y1="{down + 40}" y2="{down + 40}" stroke="{RULE_LINE}"/>',
        *(f'<g transform="translate({across},{down + 62 + LINE * row})">{line}</g>' for row, line in enumerate(lines)),
    ]


def page(panels: list[tuple[str, list[str]]]) -> str:
    """Put the panels side by side."""
    height = 62 + LINE * max(len(lines) for _, lines in panels) + 16
    across, body = 24, list[str]()
    for (title, lines), width in zip(panels, (530, 400, 330), strict=True):
        body += panel(title, lines, across, 0, width)
        across += width + 12
    return drawing(across, height, body)


def stacked(panels: list[tuple[str, list[str]]]) -> str:
    """Put the panels below each other."""
    down, body = 0, list[str]()
    for title, lines in panels:
        body += panel(title, lines, 12, down, 380)
        down += 62 + LINE * len(lines)
    return drawing(384, down + 8, body)


def drawing(width: int, height: int, body: list[str]) -> str:
    """Give a picture of a size."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{GAME}: {RULE} as written, as printed, and as counted</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def files() -> dict[str, str]:
    """Give the pictures by the names of their files."""
    return {"rule.svg": main(), "rule-narrow.svg": main(is_narrow=True)}


if __name__ == "__main__":
    for name, drawn in files().items():
        (Path(__file__).parent / name).write_text(drawn, "utf-8")
