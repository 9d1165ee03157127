"""Charts of a comparison: for each pair the numbers of all games, along a range or as bars; needs the extra `plots`.

In: a `GamesCompared`. Out: specifications of Vega-Lite, which a page draws and answers the pointer with, or drawings of
them as SVG. Only here are numbers binary fractions: for drawing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.apps.comparison.report import (
    AnswerMeasured,
    AnswersOfGame,
    GamesCompared,
    MeasureCompared,
    NumberOfMeasure,
    PairMeasured,
)
from quarterdeck.apps.comparison.wording import number_said, value_said
from quarterdeck.base.decimals import in_percent

COLOURS = ("#1f4e79", "#c0562b", "#3f7d4e", "#7a4d8c", "#8a7a1f", "#2b8a8a", "#8c3d55", "#555555")
"""A colour for each game, in their order."""
WIDTH, HEIGHT = 300, 190
BAR = 22
ENDS = ("#b5452c", "#2f6f9f", "#9a7400", "#6b6b6b", "#5b8c5a", "#7a4d8c", "#2b8a8a", "#8c3d55")
"""A colour for each way in which turns may end, in the order in which they are asked about."""
UNENDED, NOT_OVER = "#8f8977", "none of these in time"
QUARTILES = (1, 2, 3)
MEDIAN = 2
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
    """Give the chart of a pair: a panel for each number, drawn along what it was asked along, or as bars.

    Of turns that were carried out there are the times and how they ended.
    """
    import altair as alt

    if measure.until is not None:
        return styled(turns_drawn(alt, measure, pair, titles))
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
    return styled(alt.hconcat(*panels, spacing=28))


def styled(spec: Any) -> dict[str, Any]:
    """Give a specification with the looks of the page."""
    spec = (
        spec.configure_view(stroke=None)
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
    drawn = base.mark_line(strokeWidth=2, strokeJoin="round")
    points = base.mark_circle(size=34, opacity=1).encode(tooltip=told_to_the_pointer(alt, measure))
    layers = drawn + points
    if any("low" in row for row in rows):
        layers += base.mark_rule().encode(alt.Y("low:Q"), alt.Y2("high:Q"))
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


# --- turns that were carried out


def turns_drawn(alt: Any, measure: MeasureCompared, pair: PairMeasured, titles: dict[str, str]) -> Any:
    """Give two panels with a row for each answer: the quartiles of the times, and what the plays came to."""
    rows = [
        row for game in pair.games for answer in game.answers for row in rows_of_turns(titles, measure, game, answer)
    ]
    ends = [
        row for game in pair.games for answer in game.answers for row in rows_of_ends(titles, measure, game, answer)
    ]
    order, step = list(dict.fromkeys(row["row"] for row in rows)), alt.Step(BAR)
    times = times_drawn(alt, measure, rows, order, titles).properties(height=step)
    shares = ends_drawn(alt, measure, ends, order).properties(height=step)
    return alt.hconcat(times, shares, spacing=18).resolve_scale(color="independent")


def times_drawn(
    alt: Any, measure: MeasureCompared, rows: Sequence[Row], order: Sequence[str], titles: dict[str, str]
) -> Any:
    """Give the panel of the quartiles, with an interval around the median."""
    place = alt.Y("row:N", title=None, sort=order, axis=alt.Axis(ticks=False, domain=False, labelLimit=260))
    of_game = alt.Scale(domain=list(titles.values()), range=list(COLOURS[: len(titles)]))
    colour, edge = (kind("game:N", scale=of_game, legend=None) for kind in (alt.Color, alt.Stroke))
    scale = alt.Scale(domain=[0, measure.until], nice=False)
    told = [
        alt.Tooltip("row:N", title="game"),
        alt.Tooltip("said:N", title="time"),
        alt.Tooltip("ask:N", title="ask again"),
    ]
    base = alt.Chart({"values": list(rows)}).encode(place)
    box = base.mark_bar(height=BAR - 10, fillOpacity=0.45, strokeWidth=1).encode(
        alt.X("lower:Q", title="minutes", scale=scale, axis=alt.Axis(tickCount=6)),
        alt.X2("upper:Q"),
        colour,
        edge,
        tooltip=told,
    )
    middle = base.mark_tick(thickness=3, size=BAR - 8).encode(alt.X("median:Q", title="minutes"), colour, tooltip=told)
    around = base.mark_rule(color="#222", opacity=0.7).encode(alt.X("low:Q", title="minutes"), alt.X2("high:Q"))
    half = next((number.title for number in measure.numbers if number.quarters == MEDIAN), "")
    return (box + around + middle).properties(width=WIDTH + 20, title=f"{half}, and quartiles")


def ends_drawn(alt: Any, measure: MeasureCompared, ends: Sequence[Row], order: Sequence[str]) -> Any:
    """Give the panel of what the plays came to, as parts of all of them."""
    words = [*(number.title for number in measure.numbers if number.where is not None), NOT_OVER]
    return (
        alt.Chart({"values": list(ends)})
        .mark_bar(height=BAR - 10)
        .encode(
            alt.Y("row:N", title=None, sort=order, axis=alt.Axis(labels=False, ticks=False, domain=False)),
            alt.X(
                "share:Q",
                title="of all plays",
                stack="zero",
                scale=alt.Scale(domain=[0, 1]),
                axis=alt.Axis(format=".0%", tickCount=5),
            ),
            alt.Color(
                "end:N",
                sort=words,
                scale=alt.Scale(domain=words, range=[*ENDS[: len(words) - 1], UNENDED]),
                legend=alt.Legend(title=None, orient="right", symbolType="square"),
            ),
            order=alt.Order("rank:Q"),
            tooltip=[
                alt.Tooltip("row:N", title="game"),
                alt.Tooltip("end:N", title="end"),
                alt.Tooltip("said:N", title="share"),
            ],
        )
        .properties(width=WIDTH - 60, title="how it ends")
    )


def row_of(titles: dict[str, str], game: AnswersOfGame, answer: AnswerMeasured, measure: MeasureCompared) -> str:
    """Give the label of an answer's row: the game, and how far."""
    where = "" if answer.at is None else f", {answer.at:,} {measure.unit}"
    return f"{titles[game.game]}{where}"


def rows_of_turns(
    titles: dict[str, str], measure: MeasureCompared, game: AnswersOfGame, answer: AnswerMeasured
) -> Iterator[Row]:
    """Give the quartiles of an answer; what lies behind the last turn is drawn to its end."""
    last = measure.until
    quartiles = {
        number.quarters: told
        for number, told in zip(measure.numbers, answer.numbers, strict=True)
        if number.gives == "time"
    }
    if set(quartiles) >= set(QUARTILES):
        lower, median, upper = (quartiles[quarters] for quarters in QUARTILES)
        place = next(at for at, number in enumerate(measure.numbers) if number.quarters == MEDIAN)
        yield {
            "row": row_of(titles, game, answer, measure),
            "game": titles[game.game],
            "lower": last if lower.value is None else float(lower.value),
            "median": None if median.value is None else float(median.value),
            "upper": last if upper.value is None else float(upper.value),
            "low": last if median.low is None else float(median.low),
            "high": last if median.high is None else float(median.high),
            "said": number_said(median, measure.numbers[place]),
            "ask": answer.command,
        }


def rows_of_ends(
    titles: dict[str, str], measure: MeasureCompared, game: AnswersOfGame, answer: AnswerMeasured
) -> Iterator[Row]:
    """Give what the plays of an answer came to, as parts of all of them; those that did not end come last."""
    numbers = list(zip(measure.numbers, answer.numbers, strict=True))
    over = next((told.value for number, told in numbers if number.gives == "chance" and number.where is None), None)
    row = {"row": row_of(titles, game, answer, measure)}
    if over is not None:
        for rank, (number, told) in enumerate(numbers):
            if number.where is not None and told.value is not None:
                share = told.value * over
                yield row | {"end": number.title, "rank": rank, "share": float(share), "said": in_percent(share, 0)}
        yield row | {"end": NOT_OVER, "rank": len(numbers), "share": float(1 - over), "said": in_percent(1 - over, 0)}


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
