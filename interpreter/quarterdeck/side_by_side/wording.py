"""How numbers, scales and counts of a comparison are said, in terminals, on pages and on paper."""

from __future__ import annotations

from fractions import Fraction

from quarterdeck.side_by_side.report import NumberOfMeasure, NumberTold, ScaleTold, StageOfTurn, TopicOfGame
from quarterdeck.source import decimals

OURS = ("house", "reconstructed")
"""Sources of this project, and not of a game's own text."""


def number_said(told: NumberTold, of: NumberOfMeasure) -> str:
    """Give a number rounded, with where it lies if it was sampled; a dash where there is none."""
    if told.value is None:
        return "–"
    said = value_said(told.value, of)
    if told.low is None or told.high is None:
        return said
    return f"{said} ({value_said(told.low, of)} to {value_said(told.high, of)})"


def value_said(value: Fraction, of: NumberOfMeasure) -> str:
    """Give a chance in percent, and any other number to three digits with its unit.

    >>> (
    ...     value_said(Fraction(7, 20), NumberOfMeasure("", "", None)),
    ...     value_said(Fraction(1, 3), NumberOfMeasure("", "", "%")),
    ... )
    ('35.0 %', '0.333 %')
    """
    if of.unit is None:
        return f"{float(value):.1%}".replace("%", " %")
    said = decimals.rounded(value, 3)
    return f"{said} %" if of.unit == "%" else said


def scale_said(scale: ScaleTold) -> str:
    """Say what a unit stands for: `a hex is 1000 yards`."""
    if (scale.one, scale.stands_for) == (scale.unit.removesuffix("s"), 1):
        return f"measured in {scale.unit}"
    amount = decimals.rounded(scale.stands_for, 4)
    return f"{with_article(scale.one)} is {amount} {scale.unit}"


def with_article(noun: str) -> str:
    """Give a noun with its article.

    >>> with_article("inch"), with_article("hex")
    ('an inch', 'a hex')
    """
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def source_said(scale: ScaleTold) -> str:
    """Say where a scale comes from."""
    from_where = "our choice" if scale.kind in OURS else f"{scale.kind}, {scale.place}" if scale.place else scale.kind
    return f"{from_where}: {scale.note}" if scale.note else from_where


def many(count: int, one: str) -> str:
    """Give a number of things.

    >>> many(1, "rule"), many(12, "table")
    ('1 rule', '12 tables')
    """
    return f"{count:,} {one}{'' if count == 1 else 's'}"


def size_said(told: TopicOfGame) -> str:
    """Say how much a game has about a topic; a dash where that is nothing."""
    parts = [
        many(count, one)
        for count, one in (
            (told.rules, "rule"),
            (len(told.tables), "table"),
            (len(told.rolls), "roll"),
            (told.decisions, "decision"),
        )
        if count
    ]
    return ", ".join(parts) or "–"


def stage_said(stage: StageOfTurn) -> str:
    """Name a phase with its steps."""
    steps = ", ".join(step.title for step in stage.steps)
    return f"{stage.title} ({steps})" if steps else stage.title
