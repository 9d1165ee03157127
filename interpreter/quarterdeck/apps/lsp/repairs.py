"""Repairs: what to write so that a diagnostic goes away, where its hint says just that.

In: a finding. Out: repairs, each with the stretch of text that it replaces. A hint that leaves a decision to the author
gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.text import Span

QUOTED = re.compile(r"`([^`]+)`")
MEANT = re.compile(r"did you mean (`[^`]+`(?:(?:, | or )`[^`]+`)*)\?")
OTHER_NAME = re.compile(r"call it `([^`]+)`")
WRITTEN = re.compile(r"write `([^`]+)`(?: (?:here|for|without)\b[^`]*)?|write (-?[\d.]+(?:\.\.-?[\d.]+)?)")
APPENDED = re.compile(r"(?:.*: )?write (`[^`]+`(?:(?:, | or )`[^`]+`)*) behind it")
NAME = re.compile(r"call it `([^`]+)`")
WRITTEN = re.compile(r"write `([^`]+)`(?: here\b.*)?|write (-?[\d.]+(?:\.\.-?[\d.]+)?)")
NAME = re.compile(r"[\w.]+")
PLACEHOLDER = re.compile(r"\.\.\.|\b[A-Z]{3,}\b|:$")
"""What a hint writes for something that the author knows."""


@dataclass(frozen=True)
class Repair:
    """A repair: its title, the stretch of a file, and what to write there."""

    title: str
    span: Span
    text: str


def repairs_of(finding: Finding) -> list[Repair]:
    """Return the repairs that the hint of a finding names, the likeliest first."""
    return list(dict.fromkeys(_repairs(finding)))


def _repairs(finding: Finding) -> Iterator[Repair]:
    hint, span = finding.hint, finding.span
    if meant := MEANT.search(hint):
        for name in QUOTED.findall(meant[1]):
            if word := wrong_word(finding, name):
                yield Repair(f"Change to `{name}`", word, name)
    elif other := OTHER_NAME.search(hint):
        yield Repair(f"Call it `{other[1]}`", span, other[1])
    elif written := WRITTEN.fullmatch(hint):
        text = written[1] or written[2]
        if PLACEHOLDER.search(text) is None and (place := rewritten(finding, text)) is not None:
            comma = ", " if place.text.startswith(", ") and not text.startswith(",") else ""
            yield Repair(f"Write `{text}`", place, comma + text)
    elif appended := APPENDED.fullmatch(hint):
        for text in QUOTED.findall(appended[1]):
            yield Repair(f"Add `{text}`", Span(span.file, span.end, span.end), f" {text}")
    elif hint == "put it in quotes":
        yield Repair("Put it in quotes", span, f'"{span.text}"')


def wrong_word(finding: Finding, name: str) -> Span | None:
    """Return the word that a name is to replace: one that the message quotes, or that is nearly the name."""
    quoted = QUOTED.findall(finding.message)
    words = [match for match in NAME.finditer(finding.span.text) if match[0] in quoted]
    if not words:
        every = {match[0]: match for match in re.finditer(r"\w+", finding.span.text)}
        words = [every[one] for one in get_close_matches(name, every, 1)]
    if len(words) != 1:
        return None
    word = words[0]
    length = len(word[0]) if "." in name else len(word[0].rpartition(".")[2])
    end = finding.span.start + word.end()
    return Span(finding.span.file, end - length, end)


def rewritten(finding: Finding, text: str) -> Span | None:
    """Return what a text is to replace: the word that the message quotes, or all of the span.

    A text that holds the span is something to build around it, which is more than its own stretch.
    """
    span = finding.span
    for quoted in QUOTED.findall(finding.message)[:1]:
        places = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(quoted)}(?!\w)", span.text)]
        if len(places) == 1 and quoted != text:
            return Span(span.file, span.start + places[0], span.start + places[0] + len(quoted))
    return None if span.text in text or "\n" in span.text else span
