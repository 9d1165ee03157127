"""Draw charts: chances as bars, and whatever else a command has drawn, into a file; needs the extra `plots`."""

from __future__ import annotations

from collections.abc import Sequence
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


def lines_over(alt: Any, found: Sequence[tuple[Case, Odds]]) -> list[Any]:
    """Draw for each thing that is shown how the chances of its outcomes run over the first value of a grid.

    Every combination of the others has a panel beside.
    """
    first, *others = found[0][0]
    panels = []
    for title in dict.fromkeys(one.titles[0] for _, one in found):
        counted = [(case, chances_of(one)) for case, one in found if one.titles[0] == title]
        lines = [one for _, one in found if one.titles[0] == title]
        outcomes = [YES] if isinstance(lines[0].kinds[0], types.Boolean) else outcomes_of(lines)
        rows = [
            {
                "at": float(value) if isinstance(value := case[first], int) else as_written(value),
                "beside": ", ".join(f"{name} {as_written(case[name])}" for name in others),
                "outcome": outcome,
                "chance": float(chances.get(outcome, 0)),
                "place": place,
            }
            for case, chances in counted
            for place, outcome in enumerate(outcomes)
        ]
        sort = "quantitative" if all(isinstance(row["at"], float) for row in rows) else "ordinal"
        drawn = alt.Chart(alt.Data(values=rows)).mark_line(point=True, strokeWidth=2)
        drawn = drawn.encode(
            alt.X("at", type=sort, title=first, sort=None, scale=alt.Scale(zero=False)),
            alt.Y("chance:Q", title="chance", axis=alt.Axis(format=".0%"), scale=alt.Scale(zero=True)),
            alt.Color("outcome:N", title=title, sort=outcomes, scale=alt.Scale(scheme="tableau10")),
        ).properties(width=420, height=240)
        panels.append(drawn.facet(alt.Column("beside:N", title=None)) if others else drawn)
    return panels
