"""Numbers as they are printed, read back: figures, words, `half`, `twice`."""

from __future__ import annotations

import re
from fractions import Fraction

FIGURE = re.compile(r"(?<![\w.,])([\N{MINUS SIGN}+-]?\d+(?:\.\d+)?(?:/\d+)?)(?!\d)")
WORDS = (
    "zero|no|none|nobody|nothing one|once|a|an|first|any two|twice|both|second|double|doubled|squared three|third "
    "four|fourth five|fifth six|sixth seven|seventh eight|eighth nine|ninth ten|tenth eleven twelve"
)
NUMBER_WORDS = {word: number for number, words in enumerate(WORDS.split()) for word in words.split("|")}
SHARES = {"half": 2, "halve": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "cubed": 3}
SHARES |= {"thirds": 3, "quarters": 4, "halves": 2, "tenths": 10, "hundredth": 100, "hundredths": 100}
ROOTS = {"square root": Fraction(1, 2), "cube root": Fraction(1, 3)}


def number(words: str) -> Fraction:
    """Give the number that figures say.

    >>> number("\N{MINUS SIGN}2.5"), number("+1"), number("5/3")
    (Fraction(-5, 2), Fraction(1, 1), Fraction(5, 3))
    """
    return Fraction(words.replace("\N{MINUS SIGN}", "-").replace("+", ""))


def figures_in(words: str) -> list[Fraction]:
    """Give the numbers that stand in figures, without their signs.

    >>> figures_in("Roll 2d6: \N{MINUS SIGN}1 in rows 3\N{EN DASH}4, 2.5 above.")
    [Fraction(2, 1), Fraction(6, 1), Fraction(1, 1), Fraction(3, 1), Fraction(4, 1), Fraction(5, 2)]
    """
    apart = re.sub(r"(?<=\d)d(?=\d)|(?<=\d)\N{EN DASH}(?=\d)|\bd(?=\d)", " ", words)
    return [abs(number(found)) for found in FIGURE.findall(apart)]


def numbers_in(words: str) -> set[Fraction]:
    """Give every number that words say, in whatever way."""
    found = set(figures_in(words))
    low = words.lower()
    for word in re.findall(r"[a-z]+", low):
        if word in NUMBER_WORDS:
            found.add(Fraction(NUMBER_WORDS[word]))
        if word in SHARES:
            found |= {Fraction(SHARES[word]), Fraction(1, SHARES[word])}
    found |= {power for root, power in ROOTS.items() if root in low}
    return found
