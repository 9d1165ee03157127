"""Numbers as they are written in rules, in YAML and in files of figures, and as they are shown: exact both ways."""

from __future__ import annotations

import re
from fractions import Fraction

MOST_DIGITS = 60
"""So many digits may stand on either side of a number's point: far more than any game has a use for."""
_WRITTEN = re.compile(r"([+-]?)(\d+(?:_\d+)*)?(?:\.(\d+(?:_\d+)*)?)?(?:[eE]([+-]?\d{1,9}))?")
_SHARE = re.compile(r"[+-]?\d{1,60}/\d{1,60}")


def exact(text: str) -> Fraction:
    """Give the number that a text says: `12`, `0.5`, `1_000`, `2.1E-9`, `5/3`.

    Raises:
        ValueError: it is no number, or one with more digits than anything can need.
    """
    text = text.strip()
    if _SHARE.fullmatch(text) and int(text.split("/")[1]):
        return Fraction(text)
    match = _WRITTEN.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        raise ValueError(f"{text} is no number")
    exponent = int(match[4] or 0)
    above, below = len((match[2] or "").replace("_", "")), len((match[3] or "").replace("_", ""))
    if max(above + exponent, below - exponent, above, below) > MOST_DIGITS:
        raise ValueError(f"{text} has too many digits")
    return Fraction(text)


def shown(value: Fraction | int) -> str:
    """Give a number in figures without losing any: a decimal where it ends, else a fraction, `5/3`."""
    number = Fraction(value)
    rest, twos, fives = number.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return f"{number.numerator}/{number.denominator}"
    places = max(twos, fives)
    digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
