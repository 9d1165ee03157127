"""Print what came of a series of battles as tables: of one contest all of it, of two how they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from time import process_time

from rich.console import Console

from quarterdeck.analysis.battles.advice_profile import AdviceProfile
from quarterdeck.analysis.battles.battle_record import Doing, LastChange
from quarterdeck.analysis.battles.comparison import Comparison, MeansCompared, SharesCompared
from quarterdeck.analysis.battles.intervals import Interval
from quarterdeck.analysis.battles.series import BattleSeries
from quarterdeck.analysis.battles.summary import Cause, SeriesSummary, ShareOfBattles
from quarterdeck.base import decimals
from quarterdeck.base.decimals import in_percent
from quarterdeck.print.report import terminal
from quarterdeck.print.report.document import table

ROWS = 12
"""So many rows of a table are printed; --json has all."""


def print_series(series: BattleSeries) -> None:
    """Print a series."""
    console = Console(highlight=False)
    seats = ", ".join(f"{one.title}: {one.seat}" for one in series.sides)
    if series.compared is None:
        (contest,) = series.contests
        said = "".join(f", {name}={value}" for name, value in contest.options.items())
        console.print(f"{contest.game} {series.scenario}{said}: {many(contest.came.battles)}, seed {series.seed}")
        console.print(seats, style="dim")
        print_summary(console, contest.came)
    else:
        console.print(f"{series.scenario}, {many(series.count)} of each on the same dice, seed {series.seed}")
        for name, contest in zip(("before:", "after: "), series.contests, strict=True):
            settings = "".join(f", {key}={value}" for key, value in {**contest.options, **contest.vary}.items())
            console.print(f"{name} {contest.game}{settings}")
        console.print(seats, style="dim")
        print_comparison(console, series.compared)
    for contest in series.contests:
        for failed in contest.came.failed[:3]:
            where = f"battle {failed.number} of {contest.game} (seed {failed.seed}), turn {failed.turn}"
            console.print(f"{where} could not be fought to its end: {failed.text}", style="red")
        if len(contest.came.failed) > 3:
            console.print(f"and {len(contest.came.failed) - 3:,} more (--json)", style="red")
        if contest.came.battles < series.count:
            console.print(
                f"no more than {many(contest.came.battles)} of {series.count:,} played: all fail in the same way",
                style="red",
            )
    if series.kept is not None:
        console.print(f"every battle is saved in {series.kept}", style="dim")


def print_costs(costs: AdviceProfile) -> None:
    """Print what advice costs: calls, seconds, share of all time, and how often `expected(...)` had to be counted."""
    whole = process_time() - costs.begun
    rows = [
        (one.address, f"{one.calls:,}", f"{one.seconds:.2f}", f"{one.seconds / whole:.1%}", f"{one.counted:,}")
        for one in costs.dearest()[:ROWS]
    ]
    heads = ("advice", "calls", "seconds", "share", "counted")
    laid = table(heads, rows, right=range(1, 5), style="tight", caption=f"What advice costs, of {whole:.1f} seconds")
    Console(highlight=False).print()
    Console(highlight=False).print(terminal.table(laid))


def print_summary(console: Console, came: SeriesSummary) -> None:
    """Print what came of one contest."""
    print_outcomes(console, came)
    print_losses(console, came)
    show(
        console,
        "Points at the end",
        ("side", "by", "least", "mean", "95 %", "most"),
        [
            (
                one.side,
                one.of,
                decimals.shown(one.least),
                f"{float(one.mean):.2f}",
                of_numbers(one.interval),
                decimals.shown(one.most),
            )
            for one in came.points
        ],
    )


def print_outcomes(console: Console, came: SeriesSummary) -> None:
    """Print who wins, after how many turns, and how."""
    show(
        console,
        "Who wins",
        ("side", "battles", "share", "95 %"),
        [(one.title, *of_share(one.won)) for one in came.wins],
    )
    if came.turns is not None:
        turns, within = came.turns, of_numbers(came.turns.interval)
        half = f"half of them {turns.lower} to {turns.upper}"
        mean = f"mean {float(turns.mean):.2f} ({within}, 95 %)"
        console.print(f"turns: {turns.least} to {turns.most}, {half}, median {turns.median}, {mean}\n")
    titles = {one.side: one.title for one in came.wins}
    show(
        console,
        "How it ends",
        ("winner", "words", "by", "battles", "share", "95 %"),
        [
            (titles[one.winner], one.reason if one.rule else "the turns are over", one.rule or "", *of_share(one.ended))
            for one in came.endings
        ],
    )


def print_losses(console: Console, came: SeriesSummary) -> None:
    """Print what is lost, by which rules, and which losses decide."""
    show(
        console,
        "What is lost",
        ("side", "thing", "battles", "share", "95 %", "turn"),
        [(one.side, one.thing, *of_share(one.lost), str(one.turn)) for one in came.losses],
    )
    losses = sum(one.losses for one in came.causes)
    show(
        console,
        "By which rules",
        ("losses", "share", "what", "by", "after"),
        [
            (f"{count:,}", in_percent(Fraction(count, losses), 1), *cells)
            for cells, count in said_alike(came.causes).most_common()
        ],
    )
    show(
        console,
        "What decides",
        ("the loss of", "of", "by", "battles", "share", "95 %", "turn"),
        [(one.thing, one.side, one.rule, *of_share(one.decided), str(one.turn)) for one in came.decisive],
    )


def print_comparison(console: Console, found: Comparison) -> None:
    """Print how two contests differ."""
    headings = ("before", "after", "difference", "95 %", "apart")
    rows = [(one.title, *of_difference(one.won)) for one in found.wins]
    show(console, "Who wins", ("side", *headings), rows)
    if found.turns is not None:
        show(console, "How long it takes", ("", *headings), [("turns, mean", *of_means(found.turns))])
    lost = [one for one in found.losses if one.lost.first_alone or one.lost.second_alone]
    show(
        console,
        "What is lost, where that differs",
        ("side", "thing", *headings),
        [(one.side, one.thing, *of_difference(one.lost)) for one in lost],
    )
    console.print(
        f"{found.pairs:,} pairs, of which {found.same:,} ended alike; `apart` is the interval of the difference"
    )
    console.print("for the same shares in independent battles")


def show(console: Console, title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, if it has any rows; numbers stand to the right."""
    if not rows:
        return
    columns = range(len(headings))
    right = [at for at in columns if all(row[at][:1] in "+-0123456789−" for row in rows if row[at])]
    console.print(terminal.table(table(headings, rows[:ROWS], right=right, style="plain", caption=title)))
    console.print(f"and {len(rows) - ROWS:,} more (--json)\n" if len(rows) > ROWS else "")


def many(count: int) -> str:
    """Say how many battles there are."""
    return "1 battle" if count == 1 else f"{count:,} battles"


def said_alike(causes: Sequence[Cause]) -> Counter[tuple[str, str, str]]:
    """Count the losses whose causes are said in the same words."""
    found = Counter[tuple[str, str, str]]()
    for one in causes:
        found[one.words, way(one.by), last_change(one.after, one.after_words)] += one.losses
    return found


def way(doing: Doing) -> str:
    """Say what was being carried out: of many rules the outermost and the last two, of fewer than two the phase too."""
    rules = doing.within if len(doing.within) <= 3 else (doing.within[0], "…", *doing.within[-2:])
    return " › ".join(rules if len(rules) > 1 else (doing.phase, *rules))


def last_change(after: LastChange | None, words: str | None) -> str:
    """Say what led to a loss."""
    return f"{words}: {way(after.by)}" if after is not None else ""


def of_share(share: ShareOfBattles) -> tuple[str, str, str]:
    """Give the cells of a share: the count, the percentage, the interval."""
    within = share.interval
    between = f"{in_percent(within.low, 1)} to {in_percent(within.high, 1)}"
    return f"{share.battles:,}", in_percent(share.share, 1), between


def of_numbers(within: Interval) -> str:
    """Give an interval of numbers in hundredths."""
    return f"{float(within.low):.2f} to {float(within.high):.2f}"


def of_difference(share: SharesCompared) -> tuple[str, ...]:
    """Give the cells of two shares and their difference."""
    cells = (in_percent(share.before, 1), in_percent(share.after, 1), in_percent(share.difference, 1, signed=True))
    ends = ([in_percent(end, 1, signed=True) for end in (one.low, one.high)] for one in (share.interval, share.apart))
    return (*cells, *(f"{low} to {high}" for low, high in ends))


def of_means(means: MeansCompared) -> tuple[str, ...]:
    """Give the cells of two means and their difference."""
    cells = (f"{float(means.before):.2f}", f"{float(means.after):.2f}", f"{float(means.difference):+.2f}")
    return (*cells, *(f"{float(one.low):+.2f} to {float(one.high):+.2f}" for one in (means.interval, means.apart)))
