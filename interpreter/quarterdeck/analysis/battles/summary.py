"""What came of the battles of one contest: who won how often, how long they were, what was lost, by which rules.

In: outcomes. Out: a `SeriesSummary` of counts, exact shares and intervals of 95 %; the order in which battles came in
means nothing. Shares are of the battles that came to an end; those that failed are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from quarterdeck.analysis.battles.battle_record import Doing, LastChange, Loss, Outcome, decisive
from quarterdeck.analysis.battles.intervals import Interval, mean, mean_within, quartile, share_within
from quarterdeck.base.plain_data import Count, FromOne

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class ShareOfBattles:
    """A share of battles: the count, the part of all completed ones, and its interval."""

    battles: Count
    share: Fraction
    interval: Interval


@dataclass(frozen=True)
class SideWins:
    """The number of wins of a side; without a side, of battles that nobody won."""

    side: str | None
    title: str
    won: ShareOfBattles


@dataclass(frozen=True)
class WayItEnded:
    """A way in which battles ended: the winner, the deciding rule (none: the turn limit), and its words."""

    winner: str | None
    rule: str | None
    reason: str
    ended: ShareOfBattles


@dataclass(frozen=True)
class Quartiles:
    """The least, the greatest, the quartiles, each of them an actual value, and the exact mean."""

    least: Count
    lower: Count
    median: Count
    upper: Count
    most: Count
    mean: Fraction
    interval: Interval


@dataclass(frozen=True)
class ThingLost:
    """The number of losses of a thing of a side, and their median turn."""

    side: str
    thing: str
    lost: ShareOfBattles
    turn: Count


@dataclass(frozen=True)
class Cause:
    """The rules by which things were lost, and how many; `by` ends with the rule of the loss.

    `field` is the field that says that a thing is lost, with its words (none: it was removed). `after` is what led to
    it, with the words of the field that was changed (none: nothing that the deciding rule looks at had changed).
    """

    field: str | None
    words: str
    by: Doing
    after: LastChange | None
    after_words: str | None
    losses: FromOne
    share: Fraction


@dataclass(frozen=True)
class Decisive:
    """A loss after which the winner led to the end: the thing, the number of battles, and the median turn."""

    side: str
    thing: str
    rule: str
    decided: ShareOfBattles
    turn: Count


@dataclass(frozen=True)
class PointsOfSide:
    """The points of a side at the end: least, most, and mean; `of` is their definition."""

    side: str
    of: str
    least: Fraction
    most: Fraction
    mean: Fraction
    interval: Interval


@dataclass(frozen=True)
class FailedBattle:
    """A battle that could not be completed: its number, its seed, and the reason."""

    number: FromOne
    seed: Count
    turn: Count
    text: str


@dataclass(frozen=True)
class SeriesSummary:
    """The results of the battles of one contest; `ended` were completed, the others `failed`."""

    battles: FromOne
    ended: Count
    wins: tuple[SideWins, ...]
    endings: tuple[WayItEnded, ...]
    turns: Quartiles | None
    losses: tuple[ThingLost, ...]
    causes: tuple[Cause, ...]
    decisive: tuple[Decisive, ...]
    points: tuple[PointsOfSide, ...]
    failed: tuple[FailedBattle, ...]


def summed_up(outcomes: Sequence[Outcome], titles: Mapping[str, str], words: Mapping[str, str]) -> SeriesSummary:
    """Sum battles up; `titles` are the sides with what players call them, `words` those of fields."""
    ended = [one for one in outcomes if one.result != "failed"]
    return SeriesSummary(
        len(outcomes),
        len(ended),
        tuple(wins(ended, titles)),
        tuple(endings(ended)),
        quartiles_of([one.turn for one in ended]),
        tuple(things_lost(ended, titles)),
        tuple(causes(ended, words)),
        tuple(decisive_losses(ended)),
        tuple(points(ended)),
        tuple(FailedBattle(one.number, one.seed, one.turn, one.fault) for one in outcomes if one.result == "failed"),
    )


def share_of(battles: int, all_battles: int) -> ShareOfBattles:
    """Give a share with its interval; there is at least one battle."""
    return ShareOfBattles(battles, Fraction(battles, all_battles), share_within(battles, all_battles))


def counted(items: Iterable[Key], order: Callable[[Key], object] = str) -> list[tuple[Key, int]]:
    """Give each item with how often it came, the most frequent first, then in an order of their own."""
    return sorted(Counter(items).items(), key=lambda item: (-item[1], order(item[0])))


def wins(ended: Sequence[Outcome], titles: Mapping[str, str]) -> Iterable[SideWins]:
    """Give how often each side won, in the order of the scenario, and nobody."""
    won = Counter(one.winner for one in ended)
    if ended:
        for side, title in titles.items():
            yield SideWins(side, title, share_of(won[side], len(ended)))
        yield SideWins(None, "nobody", share_of(won[None], len(ended)))


def endings(ended: Sequence[Outcome]) -> Iterable[WayItEnded]:
    """Give how battles ended."""
    ways = ((one.winner, one.ending or None, one.reason) for one in ended)
    return (WayItEnded(*way, share_of(count, len(ended))) for way, count in counted(ways))


def quartiles_of(numbers: Sequence[int]) -> Quartiles | None:
    """Give how numbers are spread; nothing where there are none."""
    if not numbers:
        return None
    least, lower, median, upper, most = (quartile(numbers, quarters) for quarters in range(5))
    return Quartiles(least, lower, median, upper, most, mean(numbers), mean_within(numbers))


def things_lost(ended: Sequence[Outcome], titles: Mapping[str, str]) -> Iterable[ThingLost]:
    """Give how often each thing was lost, by side."""
    order = list(titles)
    turns: dict[tuple[str, str], list[int]] = {}
    for one in ended:
        for loss in one.losses:
            turns.setdefault((loss.side, loss.thing), []).append(loss.turn)
    for (side, thing), when in sorted(turns.items(), key=lambda item: (order.index(item[0][0]), -len(item[1]), item)):
        yield ThingLost(side, thing, share_of(len(when), len(ended)), quartile(when, 2))


def causes(ended: Sequence[Outcome], words: Mapping[str, str]) -> Iterable[Cause]:
    """Give by which rules things were lost."""
    found = counted((loss.field or None, loss.by, loss.after) for one in ended for loss in one.losses)
    losses = sum(count for _, count in found)
    for (known, by, after), count in found:
        said = words.get(known, known) if known is not None else "is removed"
        led = words.get(after.field, after.field) if after is not None else None
        yield Cause(known, said, by, after, led, count, Fraction(count, losses))


def decisive_losses(ended: Sequence[Outcome]) -> Iterable[Decisive]:
    """Give the losses that decided battles, of those that were won."""
    won = [one for one in ended if one.winner is not None]
    turns: dict[tuple[str, str, str], list[int]] = {}
    for loss in filter(None, map(decisive, won)):
        turns.setdefault(_way(loss), []).append(loss.turn)
    for (side, thing, rule), when in sorted(turns.items(), key=lambda item: (-len(item[1]), item)):
        yield Decisive(side, thing, rule, share_of(len(when), len(won)), quartile(when, 2))


def _way(loss: Loss) -> tuple[str, str, str]:
    return loss.side, loss.thing, loss.by.rule


def points(ended: Sequence[Outcome]) -> Iterable[PointsOfSide]:
    """Give the points of each side."""
    values: dict[tuple[str, str], list[Fraction]] = {}
    for one in ended:
        for given in one.points:
            values.setdefault((given.side, given.of), []).append(given.value)
    for (side, of), found in values.items():
        yield PointsOfSide(side, of, min(found), max(found), mean(found), mean_within(found))
