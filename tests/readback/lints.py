"""Faults of English that can be seen without knowing what a text is about: lints for what is put together by rule.

In: a text as it is printed, and the words of a ruleset for one and for several of its things. Out: the faults.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from quarterdeck.prose.english import words as inflect

_NUMBERS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"

PATTERNS: Mapping[str, str] = {
    "a word occurs twice": r"\b([A-Za-z]+) \1\b",
    "two articles": r"\b(?:the|an?|its|their|no|each|every) (?:the|an?|its|their|no|each|every)\b",
    "a blank too many": r"  |\s[,.;:)?!]|[(] ",
    "a blank too few": r"[a-z][,;:?!][A-Za-z]|[a-z]\.[A-Z]|\)[A-Za-z]|[a-z]\(",
    "two stops": r"(?<!\.)\.\.(?!\.)|[,;:][,;:.]|\.[,;:]",
    "a bracket with nothing in it": r"\(\s*\)",
    "a word for authors": r"[{}]|\w_\w",
    "one and many": r"\b(?:it|he|she) (?:are|have|do|were)\b|\b(?:they|we|you) (?:is|has|does|was)\b",
    "each and many": r"\b(?:everybody|nobody|everything|nothing) (?:are|have|do|were)\b",
    "a helping verb before a verb in -s": (
        r"\b(?:may|can|cannot|must|will|would|should|could|do not|does not|did not)"
        r" (?!always\b|perhaps\b|thus\b|otherwise\b)(?:not )?(?:is|has|does|goes|[a-z]+[^su\W]s)\b"
    ),
    "words that do not meet": (
        r"\bif (?:if|unless|when)\b|\b(?:and|or) (?:and|or)\b|\bto to\b|\bof of\b|\b(?:more|less|fewer) than than\b"
    ),
}
ANYWHERE = ("a word occurs twice", "two articles", "one and many", "each and many")
"""What is a fault at the beginning of a sentence as well."""
_SEVERAL = rf"\b(?:{_NUMBERS}|\d*[02-9]|several)"
_ARTICLE = re.compile(r"\b([Aa]n?) ([\w\N{MINUS SIGN}][\w-]*)")
_PAIRS = {"(": ")", "\N{LEFT DOUBLE QUOTATION MARK}": "\N{RIGHT DOUBLE QUOTATION MARK}", "[": "]"}


@dataclass(frozen=True)
class Lints:
    """Lints for one ruleset: its words for one thing and for several, and what is right although it looks wrong."""

    several: Mapping[str, str] = field(default_factory=dict)
    allowed: Collection[str] = ()

    def faults(self, text: str) -> Iterator[str]:
        """Give the faults of a text."""
        for phrase in self.allowed:
            text = text.replace(phrase, "this")
        for fault, pattern in PATTERNS.items():
            for found in re.finditer(pattern, text, re.IGNORECASE if fault in ANYWHERE else 0):
                yield f"{fault}: {found[0]!r} in {text!r}"
        for article, following in _ARTICLE.findall(text):
            if article.lower() != inflect.article(following):
                yield f"the article: {article} {following!r} in {text!r}"
        yield from (f"{fault} in {text!r}" for fault in _open(text))
        for one, many in self.several.items():
            for found in re.finditer(
                rf"\b(?:{_NUMBERS}|\d*[02-9]|all|several) {re.escape(one)}\b(?= *[,.;:)]|$)", text
            ):
                yield f"several, and a word for one: {found[0]!r} in {text!r}"
            for found in re.finditer(rf"\b(?:an?|one|each|every|another) {re.escape(many)}\b", text, re.IGNORECASE):
                yield f"one, and a word for several: {found[0]!r} in {text!r}"


def _open(text: str) -> Iterator[str]:
    """Give the brackets and quotation marks that are not closed, or not opened."""
    waiting: list[str] = []
    for sign in text:
        if sign in _PAIRS:
            waiting.append(_PAIRS[sign])
        elif sign in _PAIRS.values() and (not waiting or waiting.pop() != sign):
            yield f"{sign} is not opened"
    yield from (f"{sign} is missing" for sign in waiting)
