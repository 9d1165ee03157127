"""Numbers exactly: from what somebody wrote, and back into text; no binary float comes between.

In: text, numbers of YAML or JSON, whole numbers of steps, fractions. Out: fractions, whole numbers of steps, text.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

MOST_DIGITS = 60
"""So many digits may stand on either side of a number's point: far more than any game has a use for."""
LEAST_CHANCE = Fraction(1, 10_000)
"""What is less, and can happen all the same, is not printed as nothing."""
_WRITTEN = re.compile(r"([+-]?)(\d+(?:_\d+)*)?(?:\.(\d+(?:_\d+)*)?)?(?:[eE]([+-]?\d{1,9}))?")
_SHARE = re.compile(r"[+-]?\d{1,60}/\d{1,60}")


@lru_cache(maxsize=4096)
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
        raise ValueError(f"{text} is not a number")
    exponent = int(match[4] or 0)
    above, below = len((match[2] or "").replace("_", "")), len((match[3] or "").replace("_", ""))
    if max(above + exponent, below - exponent, above, below) > MOST_DIGITS:
        raise ValueError(f"{text} has too many digits")
    return Fraction(text)


def shown(number: Fraction | int) -> str:
    """Give a number exactly: as a decimal where that ends, else as a fraction.

    >>> shown(Fraction(21, 10**10)), shown(Fraction(-5, 2)), shown(1234567), shown(Fraction(5, 3))
    ('0.0000000021', '-2.5', '1234567', '5/3')
    """
    top, below = Fraction(number).as_integer_ratio()
    if below == 1:
        return str(top)
    places = 0
    while 10**places % below:
        if places > below.bit_length() or places == MOST_DIGITS:  # more could not be read back
            return f"{top}/{below}"
        places += 1
    whole, rest = divmod(abs(top) * 10**places // below, 10**places)
    return f"{'-' if top < 0 else ''}{whole}.{rest:0{places}}"


def rounded(number: Fraction | int, digits: int) -> str:
    """Give a number to so many digits, all before the point at the least; never with an exponent.

    >>> rounded(Fraction(23, 7), 4), rounded(1234567, 4), rounded(Fraction(-1, 300), 2), rounded(Fraction(5, 2), 4)
    ('3.286', '1234567', '-0.0033', '2.5')
    """
    exact, places = Fraction(number), 0
    while exact and abs(exact) * 10**places < 10 ** (digits - 1):
        places += 1
    return shown(Fraction(round(exact * 10**places), 10**places))


def in_percent(share: Fraction | float, digits: int = 2, *, signed: bool = False) -> str:
    """Give a share in percent with so many digits behind the point, halves to the even digit; perhaps with its sign.

    >>> in_percent(Fraction(1, 3)), in_percent(Fraction(1, 32)), in_percent(Fraction(-1, 8), 0, signed=True)
    ('33.33%', '3.12%', '-12%')
    >>> in_percent(Fraction(1, 400), 1, signed=True), in_percent(0, 1, signed=True)
    ('+0.2%', '+0.0%')
    """
    parts = round(Fraction(share) * 100 * 10**digits)
    whole, rest = divmod(abs(parts), 10**digits)
    sign = "-" if parts < 0 else "+" if signed else ""
    return f"{sign}{whole}.{rest:0{digits}}%" if digits else f"{sign}{whole}%"


def percent(chance: Fraction, exact: bool = False) -> str:
    """Give a chance in percent to two digits, with the fraction itself where that is wanted.

    >>> percent(Fraction(1, 8)), percent(Fraction()), percent(Fraction(1, 400_000)), percent(Fraction(1, 3), exact=True)
    ('12.50%', '0.00%', 'under 0.01%', '33.33% (1/3)')
    """
    text = "under 0.01%" if 0 < chance < LEAST_CHANCE else in_percent(chance)
    return f"{text} ({chance})" if exact and 0 < chance < 1 else text


def read(said: Any) -> Fraction | None:
    """Give the number that somebody wrote; nothing where it is none.

    >>> read("2.1E-9"), read(" 1_000 "), read("5/3"), read("5/0"), read(True)
    (Fraction(21, 10000000000), Fraction(1000, 1), Fraction(5, 3), None, None)
    """
    try:
        return exact(str(said))
    except ValueError:
        return None


def steps_in(said: Any, step: int) -> int | None:
    """Give a number that somebody wrote as a whole number of steps of 1/`step`; nothing where it does not lie on one.

    >>> steps_in("2.5", 10), steps_in("2.55", 10), steps_in(3, 1), steps_in("three", 1)
    (25, None, 3, None)
    """
    number = read(said)
    return whole_steps(number, step) if number is not None else None


def whole_steps(number: Fraction | int, step: int) -> int | None:
    """Give a number as a whole number of steps of 1/`step`; nothing where it lies between two."""
    found = Fraction(number) * step
    return int(found) if found.denominator == 1 else None
