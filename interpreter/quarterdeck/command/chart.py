"""Draw chances as bars; needs the extra `plots`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from quarterdeck.command.opening import UsageError
from quarterdeck.odds.question import Odds

SHOWN = 24


def draw(found: Sequence[Odds], path: Path) -> None:
    """Write one chart with a panel for each distribution, its likeliest outcomes first, as SVG or PNG.

    Raises:
        UsageError: the extra `plots` is not installed, or the file is of another sort.
    """
    try:
        import altair as alt
        import vl_convert
    except ImportError:
        raise UsageError("charts need the extra `plots`: pip install 'quarterdeck[plots]'") from None
    if path.suffix not in (".svg", ".png"):
        raise UsageError(f"a chart is written as .svg or .png, not {path.suffix or 'without an ending'}")
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
        bars = base.mark_bar(color="#2f5d8a")
        labels = base.mark_text(align="left", dx=4, color="#333").encode(alt.Text("chance:Q", format=".2%"))
        panels.append((bars + labels).properties(width=420, title=f"{one.address}: {', '.join(one.titles)}"))
    chart = alt.vconcat(*panels).configure_view(stroke=None).configure_axis(grid=False)
    spec = chart.to_json()
    if path.suffix == ".svg":
        path.write_text(vl_convert.vegalite_to_svg(spec), "utf-8")
    else:
        path.write_bytes(vl_convert.vegalite_to_png(spec, scale=2))
