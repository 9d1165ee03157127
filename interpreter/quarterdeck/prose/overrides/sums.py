"""Read the sums in an author's prose: what is worked out there, and whether it comes to what stands behind it.

In: prose. Out: `Sum`s, each exact. `20 × 100 / 10 = 200 %`, `(4 + 3) × 2 = 14` and `25 / 3 = 8.33` are sums; words in
brackets say what a number is and are passed over, `4 (calm) - 2 (smoke) = 2`. What is not whole may be rounded, up or
down, to as many digits as are written. A sign of per cent says what is counted, `40 % + 20 % = 60 %`, or that it is
hundredths, `2.5 × 50 % = 1.25`: a sum holds that comes out one way or the other.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_LABEL = re.compile(r"\s*\([^()]*[^\W\d_][^()]*\)")
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-"})
_SIGN = re.compile(r"(?<=[\d)%]) ([×÷*/+−–-]) (?=[\d(])")
_EQUALS = re.compile(r" = (?=[\d−-])")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")
_NUMBER = r"\d+(?:\.\d+)?"
_TERM = rf"[-+(\s]*{_NUMBER}[)\s%°]*"
_SIDE = rf"{_TERM}(?:[-+*/]{_TERM})*"
_SUM = re.compile(rf"(?<![\w.])({_SIDE}(?:=\s*{_SIDE})+)")


@dataclass(frozen=True)
class Sum:
    """Something that prose works out: the words, and the numbers behind its signs of equality."""

    words: str
    results: tuple[str, ...]
    holds: bool


def sums_in(prose: str) -> Iterator[Sum]:
    """Give the sums in a piece of prose.

    >>> [(one.words, one.holds) for one in sums_in("Roll 9: 20 × 100 / 10 = 200 %, and 7 (far) − 2 = 4.")]
    [('20 * 100 / 10 = 200 %', True), ('7 - 2 = 4', False)]
    >>> [one.holds for one in sums_in("25 / 3 = 8.33; 7 / 2 = 3; 7 / 2 = 5; (4 + 3) * 2 = 14 = 15 - 1")]
    [True, True, False, True]
    >>> [one.holds for one in sums_in("2.5 × 50 % = 1.25; 3 × 50 % = 3; 1 / 3 = 33 %; 3 × 50 % = 150 %")]
    [True, False, True, True]
    """
    for found in _SUM.finditer(_LABEL.sub(" ", THOUSANDS.sub("", prose)).translate(_SIGNS)):
        words = " ".join(_PERCENT.sub(r"\1 %", found[1].replace("°", " ")).split())
        sides = words.split("=")
        counted, hundredths = words.replace("%", ""), _PERCENT.sub(r"(\1/100)", words)
        if len(re.findall(_NUMBER, sides[0])) > 1 and None not in map(_worked_out, counted.split("=")):
            results = tuple(number for side in sides[1:] for number in re.findall(_NUMBER, side))
            yield Sum(words, results, _holds(counted, sides) or ("%" in words and _holds(hundredths, sides)))


def kept_together(words: str) -> str:
    """Give words in which a line breaks sums before a sign of equality alone.

    >>> kept_together("it is 9 − 1 − 1 = 7 hexes - or more").replace("\N{NO-BREAK SPACE}", "_")
    'it is 9_−_1_−_1 =_7 hexes - or more'
    """
    return _EQUALS.sub(" =\N{NO-BREAK SPACE}", _SIGN.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", words))


def _holds(sums: str, written: Sequence[str]) -> bool:
    """Tell whether all sides of a sum come to the same, as they are `written`."""
    worked_out = [_worked_out(side) for side in sums.split("=")]
    one = [Fraction(1, 100 if "/100)" in side else 1) for side in sums.split("=")]
    sides = zip(worked_out, written, one, strict=True)
    return all(_is_as(left, right, side, of) for (left, _, _), (right, side, of) in pairwise(sides))


def _is_as(left: Fraction | None, right: Fraction | None, side: str, one: Fraction) -> bool:
    """Tell whether one number is another, or that rounded to the digits that are written, in parts of `one`."""
    if left is None or right is None:
        return False
    digit = one / 10 ** len(side.replace("%", "").strip().partition(".")[2])
    return left == right or (left % digit != 0 and abs(left - right) < digit)


def _worked_out(side: str) -> Fraction | None:
    """Give what one side of a sum comes to; nothing where it is no sum, or divides by nothing."""
    try:
        return _value(ast.parse(side.strip(), mode="eval").body, side.strip())
    except (SyntaxError, ZeroDivisionError, KeyError):
        return None


def _value(node: ast.expr, words: str) -> Fraction:
    match node:
        case ast.BinOp():
            return _OPERATIONS[type(node.op)](_value(node.left, words), _value(node.right, words))
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand, words)
        case ast.UnaryOp(op=ast.UAdd()):
            return _value(node.operand, words)
        case ast.Constant():
            return Fraction(ast.get_source_segment(words, node) or "")
    raise SyntaxError


_OPERATIONS: dict[type, Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
}
