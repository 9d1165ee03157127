"""How numbers, scales and counts of a comparison are said, in terminals, on pages and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.apps.comparison.report import (
    AnswerMeasured,
    BattleCompared,
    BattleLoss,
    BattleOfGame,
    BattleShare,
    LossCause,
    MeasureCompared,
    NumberMeasured,
    NumberOfMeasure,
    ScaleOfGame,
    TopicOfGame,
)
from quarterdeck.base import decimals
from quarterdeck.base.text import many

MOST_TOLD = 12
"""So many losses and causes of a battle are told; the data have all."""
OURS = ("house", "reconstructed")
"""Sources of this project, and not of a game's own text."""


def number_said(told: NumberMeasured, of: NumberOfMeasure) -> str:
    """Give a number rounded, with where it lies if it was sampled; a dash where there is none."""
    later_than = "" if told.later_than is None else f"later than {value_said(told.later_than, of)}"
    if told.value is None and not later_than:
        return "–"
    said = later_than if told.value is None else value_said(told.value, of)
    high = later_than if told.high is None else value_said(told.high, of)
    return f"{said} ({value_said(told.low, of)} to {high})" if told.low is not None and high else said


@dataclass(frozen=True)
class MeasureColumn:
    """A column of numbers in a table: its title, and the numbers that stand in a cell, each in a line of its own."""

    title: str
    places: tuple[int, ...]


def columns_of(measure: MeasureCompared) -> list[MeasureColumn]:
    """Give the columns in which the numbers of a measure stand: of turns all times together, and what came of them."""
    if measure.until is None:
        return [MeasureColumn(number.title, (place,)) for place, number in enumerate(measure.numbers)]
    times = tuple(place for place, number in enumerate(measure.numbers) if number.gives == "time")
    parts = tuple(place for place, number in enumerate(measure.numbers) if number.where is not None)
    alone = [place for place in range(len(measure.numbers)) if place not in (*times, *parts)]
    units = {measure.numbers[place].unit for place in times} - {None}
    return [
        *(MeasureColumn(measure.numbers[place].title, (place,)) for place in alone),
        *([MeasureColumn(f"time, {', '.join(map(str, units))}" if units else "time", times)] if times else []),
        *([MeasureColumn("of these", parts)] if parts else []),
    ]


def cell_said(answer: AnswerMeasured, measure: MeasureCompared, column: MeasureColumn) -> str:
    """Give the numbers of a cell, with their titles where there are several; what a game does not show is left out."""
    said = [
        (measure.numbers[place], number_said(answer.numbers[place], measure.numbers[place])) for place in column.places
    ]
    if len(said) == 1:
        return said[0][1]
    return "\n".join(f"{number.title} {words}" for number, words in said if words != "–") or "–"


def value_said(value: Fraction, of: NumberOfMeasure) -> str:
    """Give a chance in percent, and any other number to three digits with its unit.

    >>> (
    ...     value_said(Fraction(7, 20), NumberOfMeasure("", "", None)),
    ...     value_said(Fraction(1, 3), NumberOfMeasure("", "", "%")),
    ... )
    ('35.0 %', '0.333 %')
    """
    if of.unit is None:
        return decimals.in_percent(value, 1).replace("%", " %")
    said = decimals.rounded(value, 3)
    return f"{said} %" if of.unit == "%" else said


def scale_said(scale: ScaleOfGame) -> str:
    """Say what a unit stands for: `a hex is 1000 yards`."""
    if scale.one == scale.unit.removesuffix("s") and scale.stands_for == 1:
        return f"measured in {scale.unit}"
    amount = decimals.rounded(scale.stands_for, 4)
    return f"{with_article(scale.one)} is {amount} {scale.unit}"


def with_article(noun: str) -> str:
    """Give a noun with its article.

    >>> with_article("inch"), with_article("hex")
    ('an inch', 'a hex')
    """
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def source_said(scale: ScaleOfGame) -> str:
    """Say where a scale comes from."""
    from_where = "our choice" if scale.kind in OURS else f"{scale.kind}, {scale.place}" if scale.place else scale.kind
    return f"{from_where}: {scale.note}" if scale.note else from_where


def size_said(told: TopicOfGame) -> str:
    """Say how much a game has about a topic; a dash where that is nothing."""
    parts = [
        many(count, one)
        for count, one in (
            (told.rules, "rule"),
            (len(told.tables), "table"),
            (len(told.rolls), "roll"),
            (told.decisions, "decision"),
            (told.phases if told.phases and not told.rules else 0, "phase"),
        )
        if count
    ]
    return ", ".join(parts) or "–"


def answering(measure: MeasureCompared) -> tuple[list[str], dict[str, str]]:
    """Give the games that answer a measure for some pair, and those that answer it for none, each with the reason."""
    able = [
        game.game
        for place in range(len(measure.pairs[0].games) if measure.pairs else 0)
        for game in [next((p.games[place] for p in measure.pairs if p.games[place].answers), None)]
        if game is not None
    ]
    first = measure.pairs[0].games if measure.pairs else ()
    return able, {game.game: game.cannot or "" for game in first if game.game not in able}


def rows_of_battle(battle: BattleCompared) -> list[tuple[str, list[str]]]:
    """Give what came of a battle, a row for each thing that is told, with a cell for each game."""
    games = battle.games
    return [
        ("", [game.cannot or f"{many(game.fought, 'battle')} of {game.scenario}" for game in games]),
        ("who wins", ["\n".join(share_said(one.title, one) for one in game.wins) for game in games]),
        ("how long", [length_said(game) for game in games]),
        (
            "what is lost, and when half of these",
            ["\n".join(loss_said(one, game.minutes) for one in game.losses[:MOST_TOLD]) for game in games],
        ),
        ("what led to it", ["\n".join(map(cause_said, game.causes[:MOST_TOLD])) for game in games]),
    ]


def share_said(title: str, share: BattleShare | BattleLoss) -> str:
    """Say how often something came up, with the interval."""
    low, high = (decimals.in_percent(end, 0) for end in (share.low, share.high))
    return f"{title} {decimals.in_percent(share.share, 0)} ({low} to {high})"


def length_said(game: BattleOfGame) -> str:
    """Say how long battles took; nothing where none was fought."""
    length = game.length
    if length is None:
        return ""
    half = f"half of them {length.lower} to {length.upper}"
    return f"median {time_said(length.median, game.minutes)}, {half}"


def loss_said(loss: BattleLoss, minutes: Fraction | None) -> str:
    """Say how often a thing was lost, and when half of these losses had come."""
    return f"{share_said(loss.thing, loss)}, by {time_said(loss.turn, minutes)}"


def time_said(turn: int, minutes: Fraction | None) -> str:
    """Name a turn, with the minutes that have gone by its end, where a turn stands for some.

    >>> time_said(21, Fraction(3)), time_said(2, None)
    ('turn 21 (63 minutes)', 'turn 2')
    """
    return f"turn {turn}" if minutes is None else f"turn {turn} ({decimals.rounded(turn * minutes, 3)} minutes)"


def cause_said(told: LossCause) -> str:
    """Say by what things were lost."""
    return f"{decimals.in_percent(told.share, 0)} {told.words} ({told.rule})"
