"""Draw what came of a series of battles: who wins, how long it takes, what is lost and by which rules.

Of two contests each has its bars, in a colour of its own; a line over a bar is its interval of 95 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from quarterdeck.analysis.battles.series import BattleSeries, ContestFought
from quarterdeck.analysis.battles.summary import ShareOfBattles
from quarterdeck.apps.cli.battle_tables import way
from quarterdeck.apps.cli.chart import charts, write_chart

COLOURS = ("#2f5d8a", "#c47a2c")
SHOWN = 12
WIDTH = 460
Row = dict[str, Any]


def draw(series: BattleSeries, path: Path) -> None:
    """Write one chart with a panel for each question that a series answers.

    Raises:
        UsageError: the extra `plots` is not installed, or the file is of another sort.
    """
    alt = charts(path)
    names = [called(series, place) for place in range(len(series.contests))]
    questions = (("Who wins", wins), ("What is lost", losses), ("By which rules things are lost", causes))
    panels = [with_turns(alt, series, names)]
    for title, rows_of in questions:
        rows = [
            {**row, "contest": name, "place": place}
            for name, contest in zip(names, series.contests, strict=True)
            for place, row in enumerate(rows_of(contest))
        ]
        if rows:
            panels.append(bars(alt, title, rows, names))
    panels[0], panels[1] = panels[1], panels[0]
    what = f"{series.scenario}: {series.count:,} battles" + (" of each on the same dice" if len(names) > 1 else "")
    what = f"{what}, seed {series.seed}"
    write_chart(alt.vconcat(*panels).properties(title=what), path, what)


def called(series: BattleSeries, place: int) -> str:
    """Give the name of a contest in the legend."""
    contest = series.contests[place]
    said = [f"{name}={value}" for name, value in {**contest.options, **contest.vary}.items()]
    name = ", ".join([contest.game, *said])
    others = [one.game for one in series.contests[:place] if (one.game, one.vary) == (contest.game, contest.vary)]
    return f"{name} ({len(others) + 1})" if others else name


def wins(contest: ContestFought) -> Iterator[Row]:
    """Give a bar for each side that won."""
    return (row_of(one.title, one.won) for one in contest.came.wins if one.won.battles or one.side is not None)


def losses(contest: ContestFought) -> Iterator[Row]:
    """Give a bar for each thing that was lost."""
    return (row_of(one.thing, one.lost) for one in contest.came.losses)


def causes(contest: ContestFought) -> Iterator[Row]:
    """Give a bar for each way in which things were lost."""
    losses = sum(one.losses for one in contest.came.causes)
    ways = Counter[str]()
    for one in contest.came.causes:
        ways[way(one.by)] += one.losses
    for said, count in ways.most_common():
        share = count / losses
        yield {"what": said, "share": share, "low": share, "high": share}


def row_of(what: str, share: ShareOfBattles) -> Row:
    """Give a bar with its interval."""
    low, high = share.interval.low, share.interval.high
    return {"what": what, "share": float(share.share), "low": float(low), "high": float(high)}


def bars(alt: Any, title: str, rows: Sequence[Row], names: Sequence[str]) -> Any:
    """Give a panel of bars with their intervals."""
    order = list(dict.fromkeys(row["what"] for row in sorted(rows, key=lambda row: row["place"])))[:SHOWN]
    shown = [row for row in rows if row["what"] in order]
    base = alt.Chart({"values": shown}).encode(
        alt.Y("what:N", sort=order, title=None, axis=alt.Axis(labelLimit=520)),
        alt.YOffset("contest:N", sort=list(names)),
    )
    share = alt.X("share:Q", title="share", axis=alt.Axis(format=".0%"), scale=alt.Scale(domain=[0, 1]))
    drawn = base.mark_bar(opacity=0.85).encode(share, colour(alt, names))
    within = base.mark_rule(color="#222", strokeWidth=1.5).encode(alt.X("low:Q"), alt.X2("high:Q"))
    return (drawn + within).properties(width=WIDTH, title=title)


def with_turns(alt: Any, series: BattleSeries, names: Sequence[str]) -> Any:
    """Give the panel of how long battles take: from the least to the most, the middle half as a box, the median."""
    rows = [
        {"contest": name, **{key: getattr(came, key) for key in ("least", "lower", "median", "upper", "most")}}
        | {"mean": float(Fraction(came.mean))}
        for name, contest in zip(names, series.contests, strict=True)
        if (came := contest.came.turns) is not None
    ]
    base = alt.Chart({"values": rows}).encode(alt.Y("contest:N", sort=list(names), title=None))
    title = "turns: all, the middle half, the median"
    whole = base.mark_rule(color="#222").encode(
        alt.X("least:Q", title=title, scale=alt.Scale(zero=True)), alt.X2("most:Q")
    )
    half = base.mark_bar(opacity=0.85, height=14).encode(alt.X("lower:Q"), alt.X2("upper:Q"), colour(alt, names))
    median = base.mark_tick(color="#222", thickness=3, height=20).encode(alt.X("median:Q"))
    return (whole + half + median).properties(width=WIDTH, title="How long it takes")


def colour(alt: Any, names: Sequence[str]) -> Any:
    """Give each contest its colour; one alone needs no legend."""
    scale = alt.Scale(domain=list(names), range=list(COLOURS[: len(names)]))
    return alt.Color(
        "contest:N", scale=scale, legend=alt.Legend(title=None, orient="bottom") if len(names) > 1 else None
    )
