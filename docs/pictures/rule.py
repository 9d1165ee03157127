"""Draw the picture of the README: one rule, the sentences it prints, and the odds it gives.

Everything in it comes from the program. `python docs/pictures/rule.py` writes `rule.svg` beside this file; a test sees
that the file is what the program says now.
"""

from __future__ import annotations

import re
from fractions import Fraction
from html import escape
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from quarterdeck.api import Facts, Ruleset, asked
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.prose.english.english_writer import said

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


def main() -> str:
    """Give the picture as SVG."""
    ruleset, findings = Ruleset.open(GAME), Findings()
    code = text_of(elements(ruleset.declared)[RULE]).split("\n")
    prose = said(ruleset.checked, RULE).split("\n")
    panels = [("one rule, as it is written", written(code)), ("the English that it generates", printed(prose))]
    panels.append(("the odds, counted exactly", counted(ruleset, findings)))
    return page(panels)


def written(lines: list[str]) -> list[str]:
    """Give rules text in lines that fit, with coloured words."""
    drawn = []
    for line in lines:
        colours = [INK] * len(line)
        for match in WORDS.finditer(line):
            colour = COLOURS[next(i for i, group in enumerate(match.groups()) if group)]
            colours[match.start() : match.end()] = [colour] * len(match[0])
        at, margin = 0, " " * (len(line) - len(line.lstrip()) + 8)
        for place, row in enumerate(wrap(line, 76, subsequent_indent=margin)):
            lead = margin if place else ""
            start = line.index(row[len(lead) :], at)
            at = start + len(row) - len(lead)
            pieces = [(escape(sign), colours[start + i]) for i, sign in enumerate(row[len(lead) :])]
            runs = [("".join(s for s, _ in run), colour) for colour, run in groupby(pieces, key=lambda piece: piece[1])]
            spans = "".join(f'<tspan fill="{colour}">{text}</tspan>' for text, colour in runs)
            drawn.append(f'<text xml:space="preserve" font-family="{MONO}" font-size="11">{lead}{spans}</text>')
    return drawn


def printed(lines: list[str]) -> list[str]:
    """Give the book's sentences in lines that fit."""
    drawn = []
    for number, line in enumerate(lines):
        lead = len(line) - len(line.lstrip())
        style = 'font-weight="bold"' if number == 0 else 'font-style="italic"' if number == 1 else ""
        hanging = 3 if re.match(r"\s*(\d+\.|-)\s", line) else 0
        for place, row in enumerate(wrap(line.strip().replace("- ", "– ", 1) if lead else line, 62 - lead)):
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


def page(panels: list[tuple[str, list[str]]]) -> str:
    """Put the panels side by side."""
    widths = (530, 400, 330)
    height = 62 + LINE * max(len(lines) for _, lines in panels) + 16
    across, body = 24, []
    for (title, lines), width in zip(panels, widths, strict=True):
        body.append(
            f'<text x="{across}" y="30" font-family="{SERIF}" font-size="14" fill="{MUTED}">{escape(title)}</text>'
            f'<line x1="{across}" x2="{across + width - 20}" y1="40" y2="40" stroke="{RULE_LINE}"/>'
        )
        body += [f'<g transform="translate({across},{62 + LINE * row})">{line}</g>' for row, line in enumerate(lines)]
        across += width + 12
    size = f'width="{across}" height="{height}" viewBox="0 0 {across} {height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{GAME}: {RULE} as written, as printed, and as counted</title>",
            f'<rect width="{across}" height="{height}" fill="{PAPER}"/>',
            *body,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    (Path(__file__).parent / "rule.svg").write_text(main(), "utf-8")
