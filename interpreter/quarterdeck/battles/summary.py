"""What came of the battles of one contest: who won how often, how long they were, what was lost, by which rules.

In: outcomes. Out: a `Summary` of counts, exact shares and intervals of 95 %; the order in which battles came in means
nothing. Shares are of the battles that came to an end; those that failed are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from quarterdeck.battles.intervals import Interval, mean, mean_within, quartile, share_within
from quarterdeck.battles.outcomes import Loss, Outcome, decisive

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Share:
    """In how many battles something came up: the count, the part of all that ended, and where the true part lies."""

    battles: int
    share: Fraction
    interval: Interval


@dataclass(frozen=True)
class Wins:
    """How often a side won, or with no side how often nobody did."""

    side: str | None
    title: str
    won: Share


@dataclass(frozen=True)
class Ending:
    """How battles ended: who won, the rule that ended them (none: their turns were over), and the words that it said."""

    winner: str | None
    rule: str | None
    reason: str
    ended: Share


@dataclass(frozen=True)
class Spread:
    """Numbers from the least to the most, with the quartiles, each of which is one of them, and the exact mean."""

    least: int
    lower: int
    median: int
    upper: int
    most: int
    mean: Fraction
    interval: Interval


@dataclass(frozen=True)
class ThingLost:
    """How often a thing of a side was lost, and by which turn half of these losses had come."""

    side: str
    thing: str
    lost: Share
    turn: int


@dataclass(frozen=True)
class Cause:
    """By which rules things were lost: how many in all, in the phase, with the rules and rows around the last.

    `field` is the field that says that a thing is lost, with its words (none: it was removed).
    """

    field: str | None
    words: str
    phase: str
    within: tuple[str, ...]
    losses: int
    share: Fraction


@dataclass(frozen=True)
class Decisive:
    """A loss since which the winner led to the end: of what, in how many battles that were won, by which turn in half."""

    side: str
    thing: str
    rule: str
    decided: Share
    turn: int


@dataclass(frozen=True)
class PointsOfSide:
    """The points of a side at the end: least, most, and mean; `of` is the definition that gives them."""

    side: str
    of: str
    least: Fraction
    most: Fraction
    mean: Fraction
    interval: Interval


@dataclass(frozen=True)
class Failure:
    """A battle that could not be fought to its end: its number and seed, and why."""

    number: int
    seed: int
    turn: int
    text: str


@dataclass(frozen=True)
class Summary:
    """What came of the battles of one contest; `ended` came to an end, the others `failed`."""

    battles: int
    ended: int
    wins: tuple[Wins, ...]
    endings: tuple[Ending, ...]
    turns: Spread | None
    losses: tuple[ThingLost, ...]
    causes: tuple[Cause, ...]
    decisive: tuple[Decisive, ...]
    points: tuple[PointsOfSide, ...]
    failed: tuple[Failure, ...]


def summed_up(outcomes: Sequence[Outcome], titles: Mapping[str, str], words: Mapping[str, str]) -> Summary:
    """Sum battles up; `titles` are the sides with what players call them, `words` those of fields."""
    ended = [one for one in outcomes if one.result != "failed"]
    return Summary(
        len(outcomes),
        len(ended),
        tuple(wins(ended, titles)),
        tuple(endings(ended)),
        spread([one.turn for one in ended]),
        tuple(things_lost(ended, titles)),
        tuple(causes(ended, words)),
        tuple(decisive_losses(ended)),
        tuple(points(ended)),
        tuple(Failure(one.number, one.seed, one.turn, one.fault) for one in outcomes if one.result == "failed"),
    )


def share_of(battles: int, all_battles: int) -> Share:
    """Give a share with its interval; there is at least one battle."""
    return Share(battles, Fraction(battles, all_battles), share_within(battles, all_battles))


def counted(items: Iterable[Key], order: Callable[[Key], object] = str) -> list[tuple[Key, int]]:
    """Give each item with how often it came, the most frequent first, then in an order of their own."""
    return sorted(Counter(items).items(), key=lambda item: (-item[1], order(item[0])))


def wins(ended: Sequence[Outcome], titles: Mapping[str, str]) -> Iterable[Wins]:
    """Give how often each side won, in the order of the scenario, and nobody."""
    won = Counter(one.winner for one in ended)
    if ended:
        for side, title in titles.items():
            yield Wins(side, title, share_of(won[side], len(ended)))
        yield Wins(None, "nobody", share_of(won[None], len(ended)))


def endings(ended: Sequence[Outcome]) -> Iterable[Ending]:
    """Give how battles ended."""
    ways = ((one.winner, one.ending or None, one.reason) for one in ended)
    return (Ending(*way, share_of(count, len(ended))) for way, count in counted(ways))


def spread(numbers: Sequence[int]) -> Spread | None:
    """Give how numbers are spread; nothing where there are none."""
    if not numbers:
        return None
    quartiles = (quartile(numbers, quarters) for quarters in range(5))
    return Spread(*quartiles, mean(numbers), mean_within(numbers))


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
    found = counted((loss.field or None, loss.phase, loss.within) for one in ended for loss in one.losses)
    losses = sum(count for _, count in found)
    for (known, phase, within), count in found:
        said = words[known] if known is not None else "is removed"
        yield Cause(known, said, phase, within, count, Fraction(count, losses))


def decisive_losses(ended: Sequence[Outcome]) -> Iterable[Decisive]:
    """Give the losses that decided battles, of those that were won."""
    won = [one for one in ended if one.winner is not None]
    turns: dict[tuple[str, str, str], list[int]] = {}
    for loss in filter(None, map(decisive, won)):
        turns.setdefault(_way(loss), []).append(loss.turn)
    for (side, thing, rule), when in sorted(turns.items(), key=lambda item: (-len(item[1]), item)):
        yield Decisive(side, thing, rule, share_of(len(when), len(won)), quartile(when, 2))


def _way(loss: Loss) -> tuple[str, str, str]:
    return loss.side, loss.thing, loss.rule


def points(ended: Sequence[Outcome]) -> Iterable[PointsOfSide]:
    """Give the points of each side."""
    values: dict[tuple[str, str], list[Fraction]] = {}
    for one in ended:
        for given in one.points:
            values.setdefault((given.side, given.of), []).append(given.value)
    for (side, of), found in values.items():
        yield PointsOfSide(side, of, min(found), max(found), mean(found), mean_within(found))
