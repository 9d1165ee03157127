"""Draw what numbers do to an outcome: two bars for each, one for a step less and one for a step more."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.analysis.tuning.sensitivity import Sensitivity
from quarterdeck.apps.cli.battle_chart import COLOURS, WIDTH
from quarterdeck.apps.cli.chart import charts, write_chart

SHOWN = 30


def draw_sensitivity(found: Sensitivity, path: Path) -> None:
    """Write a chart of the numbers that move an outcome, what does most first.

    Raises:
        UsageError: the extra `plots` is not installed, or the file is of another sort.
    """
    alt = charts(path)
    shown = [one for one in found.numbers if one.most][:SHOWN]
    rows = [
        {"number": one.name, "step": said, "shift": float(step.shift)}
        for one in shown
        for said, step in (("a step less", one.down), ("a step more", one.up))
        if step.shift is not None
    ]
    order = [one.name for one in shown]
    axis = alt.Axis(format="+.1%") if found.is_share else alt.Axis()
    drawn = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            alt.Y("number:N", sort=order, title=None, axis=alt.Axis(labelLimit=420)),
            alt.YOffset("step:N"),
            alt.X("shift:Q", title=f"how far {found.outcome} moves", axis=axis),
            alt.Color("step:N", title=None, scale=alt.Scale(range=list(COLOURS)), legend=alt.Legend(orient="bottom")),
        )
        .properties(width=WIDTH, title=f"{found.of}: {found.outcome}")
    )
    write_chart(drawn, path, f"{found.of}: {found.outcome}")
