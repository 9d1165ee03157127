"""A comparison on paper: one PDF, set by Typst from the data and the drawings; needs the extra `docs`.

In: a `GamesCompared` and its charts. Out: a file. What is laid out how stands in `static/paper.typ`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from quarterdeck.apps.comparison.charts import COLOURS, DrawnPair, as_svg
from quarterdeck.apps.comparison.report import GamesCompared
from quarterdeck.apps.comparison.turns import aligned
from quarterdeck.apps.comparison.wording import (
    answering,
    cell_said,
    columns_of,
    rows_of_battle,
    scale_said,
    size_said,
    source_said,
    turn_said,
)
from quarterdeck.base import decimals
from quarterdeck.print.typst import pdf_of

TEMPLATE = Path(__file__).with_name("static") / "paper.typ"
NARROW, WIDE = 19, 52
"""Millimetres of a column with one number in a cell, and with several."""
AT_MOST = 6
"""So many distances stand in a row of the tables on paper; the page has all of them."""


def print_paper(found: GamesCompared, charts: Sequence[DrawnPair]) -> bytes:
    """Return a comparison as PDF."""
    drawings = {f"{chart.name}.svg": as_svg(chart.spec) for chart in charts}
    return pdf_of(TEMPLATE, told_on_paper(found), drawings)


def told_on_paper(found: GamesCompared) -> dict[str, Any]:
    """Give all that is set, in words."""
    about = {topic.topic: topic.title for topic in found.topics}
    return {
        "games": [
            {
                "title": game.title,
                "colour": COLOURS[place % len(COLOURS)],
                "edition": ", ".join(part for part in (game.edition, game.era) if part),
                "scales": [f"{scale_said(one).capitalize()}; {source_said(one)}" for one in game.scales],
            }
            for place, game in enumerate(found.games)
        ],
        "turns": [
            {"about": about.get(row.topic or "", ""), "stages": ["\n".join(stages) for stages in row.stages]}
            for row in aligned(found.turns)
        ],
        "topics": [
            {
                "title": topic.title,
                "about": topic.about,
                "games": [
                    {
                        "size": size_said(game),
                        "words": game.words,
                        "dice": list(dict.fromkeys(roll.dice for roll in game.rolls)),
                        "tables": "; ".join(table.title for table in game.tables),
                        "core": [asdict(rule) for rule in game.core],
                    }
                    for game in topic.games
                ],
                "modifiers": [
                    {
                        "subject": found.subjects.get(subject, "other"),
                        "cells": [
                            [one.text for one in game.modifiers if one.subject == subject] for game in topic.games
                        ],
                    }
                    for subject in dict.fromkeys(one.subject for game in topic.games for one in game.modifiers)
                ],
            }
            for topic in found.topics
        ],
        "battles": [
            {
                "title": battle.title,
                "happened": battle.happened,
                "rows": [[words, *cells] for words, cells in rows_of_battle(battle)],
                "asks": [game.command for game in battle.games if game.command],
            }
            for battle in found.battles
        ],
        "measures": [measure_on_paper(found, place) for place in range(len(found.measures))],
    }


def measure_on_paper(found: GamesCompared, place: int) -> dict[str, Any]:
    """Give what was asked of all games, with some of the distances."""
    measure = found.measures[place]
    pairs = []
    able, unable = answering(measure)
    columns = columns_of(measure)
    titles = {game.game: game.title for game in found.games}
    for pair in measure.pairs:
        rows = []
        for game, known in zip(pair.games, found.games, strict=True):
            step = -(-len(game.answers) // AT_MOST) or 1
            for answer in game.answers[::step]:
                at = "" if answer.at is None else f"{answer.at:,}"
                here = "" if answer.here is None else decimals.shown(answer.here)
                numbers = [cell_said(answer, measure, column) for column in columns]
                rows.append({"game": known.title, "at": at, "here": here, "numbers": numbers, "ask": answer.command})
        notes = [
            f"{known.title} has no answer: {game.cannot}"
            for game, known in zip(pair.games, found.games, strict=True)
            if game.cannot is not None and game.game not in unable
        ]
        name = f"{measure.measure}-{pair.pair}.svg"
        asks = [row.pop("ask") for row in rows] if measure.until is not None else []
        pairs.append({"title": pair.title, "chart": name, "rows": rows, "asks": asks, "notes": notes})
    means = [
        {"game": known.title, "column": column.column, "means": column.means or f"not shown: {column.lacks}"}
        for pair in measure.pairs[:1]
        for game, known in zip(pair.games, found.games, strict=True)
        for column in game.columns
    ]
    means += [
        {"game": known.title, "column": "a turn", "means": turn_said(game)}
        for pair in measure.pairs[:1]
        for game, known in zip(pair.games, found.games, strict=True)
        if game.each_turn
    ]
    along = f"{measure.along}, {measure.unit}" if measure.along else ""
    return {
        "title": measure.title,
        "about": measure.about,
        "along": along,
        "answering": [place for place, game in enumerate(found.games) if game.game in able],
        "notes": [f"{titles[game]} has no answer: {why}" for game, why in unable.items()],
        "numbers": [column.title for column in columns],
        "widths": [WIDE if len(column.places) > 1 else NARROW for column in columns],
        "pairs": pairs,
        "means": means,
    }
