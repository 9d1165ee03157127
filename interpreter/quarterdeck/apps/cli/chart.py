"""Draw charts: chances as bars, and whatever else a command has drawn, into a file; needs the extra `plots`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from quarterdeck.apps.cli.grid import YES, chances_of, outcomes_of
from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.base.plain_data import as_written
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.language.declarations import types
from quarterdeck.print.page import html_page
from quarterdeck.workspace.ruleset.grids import Case

SHOWN = 24
COLOUR = "#2f5d8a"
ENDINGS = (".svg", ".png", ".html")


def charts(path: Path) -> Any:
    """Give the library that makes charts, if one can be written to a file of this name.

    Raises:
        ModuleNotFoundError: the extra `plots` is not installed.
        UsageError: the file is of another sort.
    """
    import altair as alt
    import vl_convert  # noqa: F401 - what writes them; both or none

    if path.suffix not in ENDINGS:
        raise UsageError(f"a chart is written as .svg, .png or .html, not {path.suffix or 'without an ending'}")
    return alt


def write_chart(chart: Any, path: Path, title: str) -> None:
    """Write a chart; a page of HTML holds all that draws it, and needs no network."""
    import vl_convert

    spec = chart.configure_view(stroke=None).configure_axis(grid=False).to_json()
    if path.suffix == ".png":
        path.write_bytes(vl_convert.vegalite_to_png(spec, scale=2))
    elif path.suffix == ".html":
        path.write_text(chart_page(spec, title), "utf-8")
    else:
        path.write_text(vl_convert.vegalite_to_svg(spec), "utf-8")


STYLE = """
body { margin: 0; font: 16px/1.5 sans-serif; }
main { padding: 0 16px 16px; }
h1 { font-size: 22px; font-weight: normal; overflow-wrap: break-word; }
.wide { overflow-x: auto; }
"""


def chart_page(spec: str, title: str) -> str:
    """Make a page with a chart that tells its numbers to a pointer."""
    import vl_convert

    shown = spec.replace("</", "<\\/")  # inside of words alone: a script would end there
    script = vl_convert.javascript_bundle(
        f'vegaEmbed("#chart", {{...{shown}, description: document.title}}, {{renderer: "svg", actions: false}});'
    )
    main = (
        f"<h1>{escape(title)}</h1>\n"
        f'<div class="wide" tabindex="0" role="region" aria-label="Chart"><div id="chart"></div></div>'
    )
    return html_page(title, main, STYLE, after=f'<script type="module">{script}</script>')


def draw(found: Sequence[tuple[Case, Odds]], path: Path) -> None:
    """Write one chart with a panel for each distribution, its likeliest outcomes first; of a grid, lines over it.

    Raises:
        ModuleNotFoundError: the extra `plots` is not installed.
        UsageError: the file is of another sort.
    """
    alt = charts(path)
    if found and found[0][0]:
        write_chart(alt.vconcat(*lines_over(alt, found)).resolve_scale(color="independent"), path, "Chances")
        return
    panels = []
    for _, one in found:
        rows = [
            {"outcome": " · ".join(words), "chance": float(Fraction(weight, one.below)), "place": place}
            for place, (words, weight) in enumerate(one.rows[:SHOWN])
        ]
        base = alt.Chart({"values": rows}).encode(
            alt.Y("outcome:N", sort=alt.EncodingSortField("place"), title=None, axis=alt.Axis(labelLimit=360)),
            alt.X("chance:Q", title="chance", axis=alt.Axis(format=".0%"), scale=alt.Scale(zero=True)),
        )
        bars = base.mark_bar(color=COLOUR)
        labels = base.mark_text(align="left", dx=4, color="#333").encode(alt.Text("chance:Q", format=".2%"))
        panels.append((bars + labels).properties(width=420, title=f"{one.address}: {', '.join(one.titles)}"))
    write_chart(alt.vconcat(*panels), path, "Chances")


MOST_LINES = 10
"""So many lines fit into one picture; each combination of a grid has a panel beside where there are more."""


def lines_over(alt: Any, found: Sequence[tuple[Case, Odds]]) -> list[Any]:
    """Draw how chances run over the first value of a grid.

    Everything that is yes or no is in one picture, with a line for each combination of the other values. Of anything
    else each outcome has a line, and each combination of the other values a panel beside.
    """
    titles = dict.fromkeys(one.titles[0] for _, one in found)
    truths = [one for one in found if isinstance(one[1].kinds[0], types.Boolean)]
    rows = list(of_truths(truths, several=len({one.titles[0] for _, one in truths}) > 1))
    lines = list(dict.fromkeys(row["outcome"] for row in rows))
    if len(lines) > MOST_LINES:
        truths, rows = [], []
    drawn = list(dict.fromkeys(one.titles[0] for _, one in truths))
    panels = [line_panel(alt, found[0][0], rows, lines, drawn[0] if len(drawn) == 1 else "")] if rows else []
    for title in titles:
        if title in drawn:
            continue
        counted = [(case, one) for case, one in found if one.titles[0] == title]
        outcomes = outcomes_of([one for _, one in counted])
        outcomes = [YES] if isinstance(counted[0][1].kinds[0], types.Boolean) else outcomes
        rows = [
            {"at": at(case), "beside": beside(case), "outcome": outcome, "chance": float(chances.get(outcome, 0))}
            for case, chances in [(case, chances_of(one)) for case, one in counted]
            for outcome in outcomes
        ]
        panels.append(line_panel(alt, found[0][0], rows, outcomes, title))
    return panels


def of_truths(truths: Sequence[tuple[Case, Odds]], *, several: bool) -> Iterator[dict[str, Any]]:
    """Give a point of a line for each condition in each case: the chance that it holds."""
    for case, one in truths:
        words = [one.titles[0]] if several or len(case) == 1 else []
        line = ", ".join(filter(None, [*words, beside(case)]))
        yield {"at": at(case), "beside": "", "outcome": line, "chance": float(chances_of(one).get(YES, 0))}


def at(case: Case) -> float | str:
    """Give the place of a case on the axis below: the first value of the grid."""
    value = next(iter(case.values()))
    return float(value) if isinstance(value, int) else as_written(value)


def beside(case: Case) -> str:
    """Name the other values of a case."""
    return ", ".join(f"{name} {as_written(value)}" for name, value in list(case.items())[1:])


def axis_of(alt: Any, values: Sequence[float]) -> Any:
    """Make an axis of numbers, with a tick at each value, or at whole numbers where there are too many values."""
    return alt.Axis(format="~g", **({"values": values} if len(values) <= SHOWN else {"tickMinStep": 1}))


def line_panel(alt: Any, case: Case, rows: list[dict[str, Any]], lines: Sequence[str], title: str) -> Any:
    """Draw lines over the first value of a grid, in panels of what is beside; whole numbers have no ticks between."""
    is_number = all(isinstance(row["at"], float) for row in rows)
    values = sorted({row["at"] for row in rows}) if is_number else []
    axis = axis_of(alt, values)
    is_seen = any(row["chance"] for row in rows)
    has_legend = len(lines) > 1
    one_line = ", ".join(dict.fromkeys([title, *(line for line in lines if line != YES)]))
    drawn = alt.Chart(alt.Data(values=rows)).mark_line(point=True, strokeWidth=2)
    drawn = drawn.encode(
        alt.X(
            "at",
            type="quantitative" if is_number else "ordinal",
            title=next(iter(case)),
            sort=None,
            scale=alt.Scale(zero=False),
            axis=axis if is_number else alt.Axis(),
        ),
        alt.Y(
            "chance:Q",
            title="chance" if has_legend else f"chance: {one_line}",
            axis=alt.Axis(format=".0%"),
            scale=alt.Scale(zero=True) if is_seen else alt.Scale(domain=[0, 1]),
        ),
        alt.Color(
            "outcome:N",
            sort=list(lines),
            scale=alt.Scale(scheme="tableau10"),
            legend=alt.Legend(title=title or None, labelLimit=360) if has_legend else None,
        ),
    ).properties(width=420, height=240)
    return drawn.facet(alt.Column("beside:N", title=None)) if any(row["beside"] for row in rows) else drawn
