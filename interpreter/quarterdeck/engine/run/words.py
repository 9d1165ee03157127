"""The words of a value: the one place that knows how a value of a type is said, and whether somebody meant it.

In: a program, names of its things, a type, a value as it is stored. Out: text. A number is said exactly, whatever its
steps; a ratio comes as a fraction and is said as a decimal where that ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, TypeVar

from quarterdeck.base import decimals
from quarterdeck.base.geometry import plane
from quarterdeck.base.text import for_several
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import PLURAL

T = TypeVar("T")
Declined = Literal["", "none", "stop"]
STOP, NONE = -2, types.NONE
FEW = 4  # numbers that are said one by one


def words_of(
    program: Program,
    names: Mapping[int, str],
    kind: Type | None,
    value: Any,
    *,
    as_written: bool = False,
) -> str:
    """Give a value as its players say it.

    `as_written` gives members of enums by the names that rules and examples write. A list that holds nothing is said as
    `none`; a value of no known type as the number that it is.
    """
    match kind:
        case types.Thing(kind=name) if value != NONE:
            return names.get(value) or f"{program.world.kinds[name].one} {program.layout.ordinal(value) + 1}"
        case types.EnumType(enum=enum) if value != NONE:
            known = program.world.enums[enum]
            member = known.members[int(value)]
            return member if as_written else known.words[member]
        case types.Boolean():
            return "yes" if value else "no"
        case types.DiceType():
            return _dice(*value)
        case _ if isinstance(value, list | tuple):
            item = kind.item if isinstance(kind, types.ListType) else kind
            said = (words_of(program, names, item, one, as_written=as_written) for one in value)
            return ", ".join(said) or "none"
        case types.Number(step=step) if not isinstance(value, Fraction):
            return decimals.shown(Fraction(int(value), step)) if step > 1 else str(int(value))
        case types.OptionalNumber(number=number) if value != types.NO_NUMBER:
            return words_of(program, names, number, value, as_written=as_written)
        case types.Space() if value != NONE:
            column, row = program.world.board.grid.column_row(value)
            return f"[{column}, {row}]"
        case types.Point() if value != NONE:
            return f"[{', '.join(plane.shown(length) for length in plane.coordinates(value))}]"
        case types.Thing() | types.EnumType() | types.Place() | types.Absent() | types.OptionalNumber():
            return "none"
    return decimals.shown(value)


def filled(parts: Iterable[str | T], said: Callable[[T], str]) -> str:
    """Fill a phrase: say each part that is no word, and end a word for several unless the part before it is `1`."""
    words: list[str] = []
    last = ""
    for part in parts:
        if part == PLURAL:
            words[-1:] = [one if last == "1" else for_several(one) for one in words[-1:]]
        elif isinstance(part, str):
            words.append(part)
        else:
            last = said(part)
            words.append(last)
    return " ".join("".join(words).split())


def _dice(count: int, sides: int, plus: int = 0) -> str:
    dice = f"{count if count > 1 else ''}d{sides}" if count else ""
    if not plus:
        return dice or "0"
    return f"{dice} {'+' if plus > 0 else '-'} {abs(plus)}" if dice else str(plus)


def in_runs(numbers: Sequence[int], worded: Callable[[int], str]) -> str:
    """Say many numbers in few words: where they lie at equal distances, the first, the last, and the distance.

    >>> in_runs([1, 2, 3, 4, 7, 8], str), in_runs([5, 10, 15, 20], str), in_runs([3, 9], str)
    ('1 to 4 or 7 to 8', '5 to 20, in steps of 5', '3, 9')
    """
    if len(numbers) < FEW:
        return ", ".join(map(worded, numbers))
    runs, apart = runs_of(numbers)
    said = [f"{worded(low)} to {worded(high)}" if low != high else worded(low) for low, high in runs]
    steps = worded(apart)
    return " or ".join(said) + ("" if steps == "1" else f", in steps of {steps}")


def runs_of(numbers: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
    """Give the first and the last of each run of numbers that lie at the same distance, and that distance.

    >>> runs_of([1, 2, 3, 4, 7, 8]), runs_of([5, 10, 15]), runs_of([3]), runs_of([])
    (([(1, 4), (7, 8)], 1), ([(5, 15)], 5), ([(3, 3)], 1), ([], 1))
    """
    apart = min((after - before for before, after in pairwise(numbers)), default=1)
    ends = [at for at, (before, after) in enumerate(pairwise(numbers), 1) if after - before != apart]
    bounds = pairwise([0, *ends, len(numbers)]) if numbers else ()
    return [(numbers[first], numbers[end - 1]) for first, end in bounds], apart


def is_number(kind: Type | None) -> bool:
    """Tell whether values of a type are said in figures."""
    return isinstance(kind, types.Number)


def is_measured(kind: Type | None) -> bool:
    """Tell whether values of a type are known by their figures: numbers with steps between whole ones, and places."""
    bare = types.without_none(kind) if kind is not None else None
    return isinstance(bare, types.Place) or (isinstance(bare, types.Number) and bare.step > 1)


def is_declined(kind: Type | None, answer: Any) -> bool:
    """Tell whether an answer is to stop or to choose nothing; among numbers below zero nobody can decline."""
    return answer in (STOP, NONE) and not (isinstance(kind, types.Number) and kind.low < 0)


def how_declined(kind: Type | None, answer: Any) -> Declined:
    """Give how an answer declines, as journals and scripts write it; empty where something was chosen."""
    return ("stop" if answer == STOP else "none") if is_declined(kind, answer) else ""


def as_worded(wanted: Any) -> str:
    """Give what an author or a person wrote for a number or a place as `words_of` words it."""
    if isinstance(wanted, Sequence) and not isinstance(wanted, str):
        return f"[{', '.join(as_worded(item) for item in wanted)}]"
    text = str(wanted).strip()
    number = decimals.read(text) if not text.isdigit() else None  # a thing may be called 007
    if number is not None:
        return decimals.shown(number)
    return re.sub(r"\d+\.\d*", lambda found: found[0].rstrip("0").rstrip("."), text)
