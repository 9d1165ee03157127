"""Find words that a book spells the British way beside words that it spells the American way.

In: a ruleset without other findings. Out: a finding for each word in the rarer spelling, with the place of a word in
the other one. The book's own words decide which spelling it has; words that both spell alike say nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import Span
from quarterdeck.prose.overrides.override_writer import BookWriter, book_writer
from quarterdeck.prose.overrides.rule_overrides import tales_of
from quarterdeck.prose.text.blocks import Section
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset

CODE = "QD712"
SPELLINGS = (
    # endings and stems, each British and American
    ("armour", "armor"),
    ("behaviour", "behavior"),
    ("colour", "color"),
    ("endeavour", "endeavor"),
    ("favour", "favor"),
    ("harbour", "harbor"),
    ("honour", "honor"),
    ("labour", "labor"),
    ("neighbour", "neighbor"),
    ("rigour", "rigor"),
    ("rumour", "rumor"),
    ("splendour", "splendor"),
    ("valour", "valor"),
    ("vapour", "vapor"),
    ("vigour", "vigor"),
    ("calibre", "caliber"),
    ("centre", "center"),
    ("centring", "centering"),
    ("fibre", "fiber"),
    ("litre", "liter"),
    ("metre", "meter"),
    ("sabre", "saber"),
    ("sombre", "somber"),
    ("spectre", "specter"),
    ("theatre", "theater"),
    ("manoeuvre", "maneuver"),
    ("manoeuvring", "maneuvering"),
    ("defence", "defense"),
    ("offence", "offense"),
    ("pretence", "pretense"),
    ("grey", "gray"),
    ("plough", "plow"),
    ("mould", "mold"),
    ("smoulder", "smolder"),
    ("fuelled", "fueled"),
    ("fuelling", "fueling"),
    ("cancelled", "canceled"),
    ("cancelling", "canceling"),
    ("levelled", "leveled"),
    ("modelled", "modeled"),
    ("signalled", "signaled"),
    ("signalling", "signaling"),
    ("travelled", "traveled"),
    ("travelling", "traveling"),
    ("organis", "organiz"),
    ("recognis", "recogniz"),
    ("realis", "realiz"),
    ("aeroplane", "airplane"),
    ("skilful", "skillful"),
)
WAYS = ("British", "American")
_PREFIX = "(?:un|dis|re|centi|deci|kilo|milli|peri|para|dia|thermo)?"
_WORDS = re.compile(
    rf"\b{_PREFIX}(?:"
    + "|".join(f"(?P<british_{at}>{one})|(?P<american_{at}>{other})" for at, (one, other) in enumerate(SPELLINGS))
    + r")(?:s|d|r|rs|ed|er|ers|es|ing|ings|ation|ations|y|ies|able|ful|less|ly|ist|ists|ize|ise)?\b",
    re.IGNORECASE,
)


def spellings_in(text: str) -> Iterator[tuple[str, int, str]]:
    """Find the words that are spelled in one of two ways: each with its way, and as the other way has it.

    >>> list(spellings_in("The harbour, and parameters of its armored centre."))
    [('harbour', 0, 'harbor'), ('armored', 1, 'armoured'), ('centre', 0, 'center')]
    """
    for found in _WORDS.finditer(text):
        word = found[0].lower()
        if word.startswith(("parameter", "perimeter", "diameter", "thermometer")):
            continue  # alike in both
        way, at = (found.lastgroup or "").split("_")
        british, american = SPELLINGS[int(at)]
        is_american = way == "american"
        one, other = (american, british) if is_american else (british, american)
        yield word, int(is_american), word.replace(one, other, 1)


def mixed_spelling(ruleset: Ruleset) -> Findings:
    """Find each word in the spelling that the book uses less, at the first place that has it."""
    writer = book_writer(ruleset)
    counts: Counter[int] = Counter()
    first: dict[tuple[int, str], tuple[Span, str]] = {}
    for section in (inner for outer in writer.all_sections() for inner in outer.walk()):
        place = _place(writer, section)
        for text in section.texts():
            for word, way, other in spellings_in(plain(text)):
                counts[way] += 1
                if place is not None:
                    first.setdefault((way, word), (place, other))
    findings = Findings()
    if len(counts) < len(WAYS):
        return findings
    usual = int(counts[1] >= counts[0])
    known = next(((word, span) for (way, word), (span, _) in first.items() if way == usual), None)
    for (way, word), (span, other) in first.items():
        if way != usual:
            message = f"`{word}` is {WAYS[way]} spelling in a book that is {WAYS[usual]} elsewhere"
            labels = [Label(known[1], f"`{known[0]}` here")] if known is not None else []
            findings.add(CODE, message, span, hint=f"write `{other}`", labels=labels)
    return findings


def _place(writer: BookWriter, section: Section) -> Span | None:
    """Give where the text of a section is written; nothing where it has no address."""
    told = tales_of(writer.checked.declared).get(section.address)
    if told is not None and section.is_told:
        return told.span()
    element = writer.elements.get(section.address)
    return element.span if element is not None else None
