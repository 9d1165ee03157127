"""Draw what numbers do to an outcome: two bars for each number, or the outcome of each value that was tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quarterdeck.analysis.tuning.report import Tuned
from quarterdeck.analysis.tuning.sensitivity import NumberMoved, Sensitivity
from quarterdeck.apps.cli.battle_chart import COLOURS, WIDTH
from quarterdeck.apps.cli.chart import axis_of, charts, write_chart

SHOWN, LINE = 30, 60


def draw_sensitivity(found: Sensitivity, path: Path) -> None:
    """Write a chart of the numbers that move an outcome, what does most first.

    Raises:
        UsageError: the extra `plots` is not installed, or the file is of another sort.
    """
    alt = charts(path)
    shown = [one for one in found.numbers if one.most][:SHOWN]
    rows = [
        {"number": label_of(one), "step": said, "shift": float(step.shift)}
        for one in shown
        for said, step in (("a step less", one.down), ("a step more", one.up))
        if step.shift is not None
    ]
    order = [label_of(one) for one in shown]
    labels = alt.Axis(labelLimit=420, labelExpr="split(datum.label, '\\n')")
    axis = alt.Axis(format="+.1%") if found.is_share else alt.Axis()
    drawn = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            alt.Y("number:N", sort=order, title=None, axis=labels),
            alt.YOffset("step:N"),
            alt.X("shift:Q", title=f"how far {found.outcome} moves", axis=axis),
            alt.Color("step:N", title=None, scale=alt.Scale(range=list(COLOURS)), legend=alt.Legend(orient="bottom")),
        )
        .properties(width=WIDTH, title=f"{found.of}: {found.outcome}")
    )
    write_chart(drawn, path, f"{found.of}: {found.outcome}")


def label_of(one: NumberMoved) -> str:
    """Give the name of a number, and on a second line how its line in the source begins."""
    line = one.line.strip()
    return f"{one.name}\n{line if len(line) <= LINE else f'{line[: LINE - 1]}…'}"


def draw_tuned(found: Tuned, path: Path) -> None:
    """Write a chart of the values that were tried, with the goal, and with the interval of each in battles.

    Raises:
        UsageError: the extra `plots` is not installed, or the file is of another sort.
    """
    alt = charts(path)
    chosen = found.chosen.value if found.chosen is not None else None
    rows: list[dict[str, Any]] = []
    for one in found.tried:
        if one.outcome is not None:
            band = one.interval
            low, high = (band.low, band.high) if band is not None else (one.outcome, one.outcome)
            is_what = "found" if one.value == chosen else "today" if one.value == found.today.value else "tried"
            row = {"value": one.value, "outcome": one.outcome, "low": low, "high": high}
            rows.append({**{key: float(number) for key, number in row.items()}, "is": is_what})
    outcome = found.goal.rpartition("=")[0].rstrip(" <>=")
    values = sorted({row["value"] for row in rows})
    axis = axis_of(alt, values)
    shares = alt.Axis(format=".0%") if found.is_share else alt.Axis()
    scale = alt.Scale(domain=[0, 1]) if found.is_share else alt.Scale(zero=False)
    base = alt.Chart(alt.Data(values=rows)).encode(
        alt.X("value:Q", title=found.number, axis=axis, scale=alt.Scale(zero=False, padding=10))
    )
    height = alt.Y("outcome:Q", title=outcome, axis=shares, scale=scale)
    band = base.mark_area(opacity=0.2, color=COLOURS[0]).encode(alt.Y("low:Q", scale=scale), alt.Y2("high:Q"))
    line = base.mark_line(color=COLOURS[0]).encode(height)
    points = base.mark_point(filled=True, size=90, opacity=1).encode(
        height,
        alt.Color(
            "is:N",
            title=None,
            scale=alt.Scale(domain=["tried", "today", "found"], range=[COLOURS[0], "#222222", COLOURS[1]]),
            legend=alt.Legend(orient="bottom"),
        ),
    )
    goal = alt.Chart(alt.Data(values=[{"goal": float(found.target)}])).mark_rule(color="#666", strokeDash=[6, 4])
    drawn = (band + line + goal.encode(alt.Y("goal:Q", scale=scale)) + points).properties(
        width=WIDTH, height=260, title=f"{found.of}: {found.goal}"
    )
    write_chart(drawn, path, f"{found.of}: {found.goal}")
