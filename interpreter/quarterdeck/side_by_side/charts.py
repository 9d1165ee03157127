"""Charts of a comparison: for each pair the numbers of all games, along a range or as bars; needs the extra `plots`.

In: a `GamesCompared`. Out: specifications of Vega-Lite, which a page draws and answers the pointer with, or drawings of
them as SVG. Only here are numbers binary fractions: for drawing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.side_by_side.report import AnswersOfGame, GamesCompared, MeasureCompared, NumberOfMeasure, PairMeasured
from quarterdeck.side_by_side.wording import value_said

COLOURS = ("#1f4e79", "#c0562b", "#3f7d4e", "#7a4d8c", "#8a7a1f", "#2b8a8a", "#8c3d55", "#555555")
"""A colour for each game, in their order."""
WIDTH, HEIGHT = 300, 190
BAR = 22
SNIPPET = "window.vegaEmbed = vegaEmbed;"
"""What of the libraries that draw a page calls."""
FONT = "Georgia, 'Iowan Old Style', 'Libertinus Serif', serif"
Row = dict[str, Any]


@dataclass(frozen=True)
class DrawnPair:
    """The chart of a pair: what it is called, and its specification."""

    measure: str
    pair: str
    spec: dict[str, Any]

    @property
    def name(self) -> str:
        """Give a name that tells it from all others of the comparison."""
        return f"{self.measure}-{self.pair}"


def charts_of(found: GamesCompared) -> list[DrawnPair]:
    """Give the chart of every pair of every measure."""
    titles = {game.game: game.title for game in found.games}
    return [
        DrawnPair(measure.measure, pair.pair, chart(measure, pair, titles))
        for measure in found.measures
        for pair in measure.pairs
    ]


def chart(measure: MeasureCompared, pair: PairMeasured, titles: dict[str, str]) -> dict[str, Any]:
    """Give the chart of a pair: a panel for each number, drawn along what it was asked along, or as bars."""
    import altair as alt

    games = [(titles[game.game], game) for game in pair.games]
    colour = alt.Color(
        "game:N",
        scale=alt.Scale(domain=[title for title, _ in games], range=list(COLOURS[: len(games)])),
        legend=None,
    )
    panels = []
    for place, number in enumerate(measure.numbers):
        rows = [row for title, game in games for row in rows_of(title, game, place, number)]
        if rows:
            draw = lines if measure.along is not None else bars
            panels.append(draw(alt, measure, number, rows, colour))
    spec = (
        alt.hconcat(*panels, spacing=28)
        .configure_view(stroke=None)
        .configure(font=FONT, background="transparent")
        .configure_axis(
            gridColor="#e4e0d6", domainColor="#8a8577", tickColor="#8a8577", labelColor="#444", titleColor="#444"
        )
        .configure_title(anchor="start", fontSize=13, fontWeight="normal", color="#222")
    )
    drawn: dict[str, Any] = json.loads(spec.to_json())
    return drawn


def rows_of(title: str, game: AnswersOfGame, place: int, number: NumberOfMeasure) -> list[Row]:
    """Give what a panel draws of a game, with the words for whoever points at it."""
    found = []
    for answer in game.answers:
        told = answer.numbers[place]
        if told.value is not None:
            row: Row = {
                "game": title,
                "at": answer.at,
                "value": float(told.value),
                "said": value_said(told.value, number),
                "ask": answer.command,
            }
            if told.low is not None and told.high is not None:
                row |= {"low": float(told.low), "high": float(told.high)}
            found.append(row)
    return found


def told_to_the_pointer(alt: Any, measure: MeasureCompared) -> list[Any]:
    """Give what is said of a point: the game, how far, the number, and the command that asks again."""
    along = [alt.Tooltip("at:Q", title=f"{measure.along}, {measure.unit}")] if measure.along is not None else []
    return [
        alt.Tooltip("game:N", title="game"),
        *along,
        alt.Tooltip("said:N", title="number"),
        alt.Tooltip("ask:N", title="ask again"),
    ]


def value_axis(alt: Any, number: NumberOfMeasure) -> Any:
    """Give the axis of a number: chances in percent."""
    return alt.Axis(format=".0%" if number.unit is None else "~r", title=None, tickCount=5)


def lines(alt: Any, measure: MeasureCompared, number: NumberOfMeasure, rows: Sequence[Row], colour: Any) -> Any:
    """Give a panel of lines with a point for each answer."""
    base = alt.Chart({"values": list(rows)}).encode(
        alt.X("at:Q", title=f"{measure.along}, {measure.unit}", axis=alt.Axis(grid=False, tickCount=5)),
        alt.Y("value:Q", axis=value_axis(alt, number), scale=alt.Scale(zero=True)),
        colour,
    )
    drawn = base.mark_line(strokeWidth=2, strokeJoin="round", opacity=0.9)
    points = base.mark_circle(size=34, opacity=1).encode(tooltip=told_to_the_pointer(alt, measure))
    layers = drawn + points
    if any("low" in row for row in rows):
        layers += base.mark_rule(opacity=0.6).encode(alt.Y("low:Q"), alt.Y2("high:Q"))
    return layers.properties(width=WIDTH, height=HEIGHT, title=titled(number))


def bars(alt: Any, measure: MeasureCompared, number: NumberOfMeasure, rows: Sequence[Row], colour: Any) -> Any:
    """Give a panel of bars, a game each, with its number behind it."""
    base = alt.Chart({"values": list(rows)}).encode(
        alt.Y("game:N", title=None, sort=None, axis=alt.Axis(labels=False, ticks=False, domain=False)),
        alt.X("value:Q", axis=value_axis(alt, number), scale=alt.Scale(zero=True)),
    )
    drawn = base.mark_bar(height=BAR - 6).encode(colour, tooltip=told_to_the_pointer(alt, measure))
    words = base.mark_text(align="left", dx=5, fontSize=12, color="#222").encode(alt.Text("said:N"))
    layers = drawn + words
    if any("low" in row for row in rows):
        layers += base.mark_rule(color="#222", opacity=0.7).encode(alt.X("low:Q"), alt.X2("high:Q"))
    return layers.properties(width=WIDTH - 40, height=alt.Step(BAR), title=titled(number))


def titled(number: NumberOfMeasure) -> str:
    """Give the title of a panel, with its unit."""
    return f"{number.title}, {number.unit}" if number.unit else number.title


def as_svg(spec: dict[str, Any]) -> str:
    """Draw a chart."""
    import vl_convert

    drawn: str = vl_convert.vegalite_to_svg(spec)
    return drawn


def drawing_library() -> str:
    """Give the script that draws charts in a page without any network."""
    import vl_convert

    found: str = vl_convert.javascript_bundle(SNIPPET)
    return found
