"""Which values of a number are tried: those that somebody asks for, or those around what it is today.

In: a number, and a range as a grid has it (`1..9`, `0.5..3 by 0.5`, `[1, 2, 5]`). Out: values in their order, and why
there are no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from quarterdeck.base import decimals
from quarterdeck.base.bounds import MOST_VALUES_TRIED
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import NOWHERE, Span
from quarterdeck.workspace.alterations.numbers import WrittenNumber
from quarterdeck.workspace.ruleset.grids import cases_over
from quarterdeck.workspace.ruleset.rule_question import flow

AROUND = 20
"""So many steps to both sides of today's value are tried where nothing else is said."""


@dataclass(frozen=True)
class Candidates:
    """Values of a number in their order, and why there are none below the first and above the last."""

    values: tuple[Fraction, ...]
    below: str
    above: str


def candidates_for(number: WrittenNumber, said: str) -> Candidates:
    """Give the values of a number that are tried.

    Raises:
        RefusedError: what is said is no range, holds no number, or more than are tried at once.
    """
    return asked_for(number, said) if said else around(number)


def asked_for(number: WrittenNumber, said: str) -> Candidates:
    """Give the values of a range.

    Raises:
        RefusedError: it is none.
    """
    findings = Findings()
    data, places = flow("--number", f"{{values: {said}}}", findings)
    place = places.value("values") if isinstance(data, dict) else NOWHERE
    cases = cases_over({number.name: data["values"]}, findings, partial(same_place, place)) if not findings else []
    values = [decimals.read(value) for case in cases for value in case.values()]
    if not findings and None in values:
        findings.add("QD207", f"`{number.name}` is a number, and this is not", place, hint="as `1..9` or `[1, 2, 5]`")
    if not findings and len(values) > MOST_VALUES_TRIED:
        message = f"these are {len(values):,} values, and {MOST_VALUES_TRIED} is the limit"
        findings.add("QD207", message, place, hint="leave some out, as `0..1000 by 20`")
    findings.refuse()
    found = tuple(sorted({value for value in values if value is not None}))
    return Candidates(
        found, *(f"{decimals.shown(end)} is the last that was asked for" for end in (found[0], found[-1]))
    )


def same_place(place: Span, *_path: str | int) -> Span:
    """Give the place of a range, whatever part of it is meant."""
    return place


def around(number: WrittenNumber) -> Candidates:
    """Give the values of an option's or constant's type, or those around what a number is today."""
    low, high = number.value - AROUND * number.step, number.value + AROUND * number.step
    if number.least is not None and number.most is not None:
        if (number.most - number.least) / number.step < MOST_VALUES_TRIED:
            low, high = number.least, number.most
        low, high = max(low, number.least), min(high, number.most)
    count = int((high - low) / number.step) + 1
    values = tuple(low + at * number.step for at in range(count))
    return Candidates(values, end_of(number, low, number.least), end_of(number, high, number.most))


def end_of(number: WrittenNumber, end: Fraction, of_type: Fraction | None) -> str:
    """Say why there is no value behind an end."""
    said = decimals.shown(end)
    if end == of_type:
        return f"{number.name} ends at {said}"
    return f"{said} is the last tried value (for others, write --number '{number.name}=LOW..HIGH')"


def between(values: Sequence[Fraction], one: Fraction, other: Fraction) -> bool:
    """Tell whether one of some values lies between two."""
    return any(min(one, other) < value < max(one, other) for value in values)
