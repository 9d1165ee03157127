"""Draw charts: chances as bars, and whatever else a command has drawn, into a file; needs the extra `plots`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from quarterdeck.command.opening import UsageError
from quarterdeck.odds.question import Odds

SHOWN = 24
COLOUR = "#2f5d8a"
ENDINGS = (".svg", ".png", ".html")


def charts(path: Path) -> Any:
    """Give the library that makes charts, if one can be written to a file of this name.

    Raises:
        UsageError: the extra `plots` is not installed, or the file is of another sort.
    """
    try:
        import altair as alt
        import vl_convert  # noqa: F401 - what writes them; both or none
    except ImportError:
        raise UsageError("charts need the extra `plots`: pip install 'quarterdeck[plots]'") from None
    if path.suffix not in ENDINGS:
        raise UsageError(f"a chart is written as .svg, .png or .html, not {path.suffix or 'without an ending'}")
    return alt


def write_chart(chart: Any, path: Path) -> None:
    """Write a chart; a page of HTML holds all that draws it, and needs no network."""
    import vl_convert

    spec = chart.configure_view(stroke=None).configure_axis(grid=False).to_json()
    if path.suffix == ".png":
        path.write_bytes(vl_convert.vegalite_to_png(spec, scale=2))
    elif path.suffix == ".html":
        path.write_text(vl_convert.vegalite_to_html(spec, bundle=True), "utf-8")
    else:
        path.write_text(vl_convert.vegalite_to_svg(spec), "utf-8")


def draw(found: Sequence[Odds], path: Path) -> None:
    """Write one chart with a panel for each distribution, its likeliest outcomes first.

    Raises:
        UsageError: the extra `plots` is not installed, or the file is of another sort.
    """
    alt = charts(path)
    panels = []
    for one in found:
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
    write_chart(alt.vconcat(*panels), path)
