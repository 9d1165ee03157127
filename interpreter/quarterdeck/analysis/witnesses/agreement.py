"""When two variants go together at one point, and when they do not.

In: what one point came to in four rulesets: without both, with either, with both. Out: whether the effect of one with
the other is its effect without it. Effects that add up to one total go together, as far as the type of the total lets
them add up; so do two that pull the same way and of which the further one counts, or that come to the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from quarterdeck.analysis.witnesses.observing import NotedValue, Observed, Point, Sort

INFINITE = Fraction(10**18)
NOTHING: dict[Sort, NotedValue] = {
    "adds": NotedValue(0, "0", Fraction(0)),
    "permits": NotedValue(value=False, words="no"),
    "refuses": NotedValue(value=False, words="no"),
}
"""What stands for a point that a ruleset does not have: a modifier that is not there adds nothing, and so on."""


@dataclass(frozen=True)
class Disagreement:
    """A point at which the effect of one variant with the other is not its effect without it.

    `values` are what it came to without both, with one, with the other, and with both; nothing where there is none.
    """

    point: Point
    values: tuple[NotedValue | None, NotedValue | None, NotedValue | None, NotedValue | None]


def disagreements(seen: Sequence[Observed]) -> tuple[Disagreement, ...]:
    """Give the points at which four rulesets do not go together under the same dice.

    They are rulesets without both variants, with one, with the other, with both. A throw is followed no further: what a
    variant does to a roll is to add to its total, or to let it be made more often, and where the four throw otherwise,
    only what modifiers add is compared, to rolls that all make, up to the first that comes to something else.
    Where they answer a choice otherwise, it is only compared what they could choose from.
    """
    alike, until = same_throws(seen)
    points = list(dict.fromkeys(point for one in seen for point in one.points))
    if not alike:
        points = [point for point in points if point[0] == "adds" and (point[1], point[2]) in until]
    made = set.intersection(*({(p[1], p[2]) for p in one.points if p[0] == "total"} for one in seen))
    points = [p for p in points if p[0] != "total" and (p[0] != "adds" or (p[1], p[2]) in made)]
    others = first_other_answer(seen)
    if others is not None:
        label, time = others
        points = [p for p in points if p[0] == "permits" and f".{p[1]}".endswith(f".{label}") and p[2] <= time]
    found = []
    for point in points:
        values = tuple(at_point(seen, one, point) for one in seen)
        if not goes_together(values):
            found.append(Disagreement(point, (values[0], values[1], values[2], values[3])))
    return tuple(found)


def same_throws(seen: Sequence[Observed]) -> tuple[bool, frozenset[tuple[str, int]]]:
    """Tell whether the four throw alike, and which rolls come before the first that differs, itself among them.

    A roll that not all of them have is one that a variant brings with it; it must come alike where it comes.
    """
    rolls = [
        {(point[1], point[2]): noted.number for point, noted in one.points.items() if point[0] == "total"}
        for one in seen
    ]
    until: list[tuple[str, int]] = []
    own = {address for address, _ in rolls[0]}
    for key in dict.fromkeys(key for one in rolls for key in one):
        until.append(key)
        there = [one.get(key) for one in rolls]
        known = {number for number in there if number is not None}
        if len(known) > 1 or (key[0] in own and None in there):
            return False, frozenset(until)
    return True, frozenset(until)


def first_other_answer(seen: Sequence[Observed]) -> tuple[str, int] | None:
    """Give the first choice that the four do not answer alike, and for which time; nothing where they answer alike."""
    for label in dict.fromkeys(label for one in seen for label in one.choices):
        given = [one.choices.get(label, []) for one in seen]
        for time, answers in enumerate(zip_longest(*given), 1):
            if any(answer != answers[0] for answer in answers):
                return label, time
    return None


def at_point(seen: Sequence[Observed], one: Observed, point: Point) -> NotedValue | None:
    """Give what a ruleset has at a point: of a field that nothing was done to, what it was."""
    there = one.points.get(point)
    if there is not None:
        return there
    if point[0] == "comes to":
        return next((other.before[point] for other in seen if point in other.before), None)
    return NOTHING.get(point[0])


def goes_together(values: Sequence[NotedValue | None]) -> bool:
    """Tell whether what a point comes to with both follows from what it comes to with either."""
    none, one, other, both = [None if noted is None else noted.value for noted in values]
    if (one == none and both == other) or (other == none and both == one) or one == other == both:
        return True
    known = [noted for noted in values if noted is not None]
    found = [noted.number for noted in known if noted.number is not None]
    if len(found) < len(values):
        return False
    numbers = (found[0], found[1], found[2], found[3])
    low = min((noted.low for noted in known if noted.low is not None), default=-INFINITE)
    high = max((noted.high for noted in known if noted.high is not None), default=INFINITE)
    return pull_together(numbers) or add_up(numbers, low, high)


Four = tuple[Fraction, Fraction, Fraction, Fraction]
"""A number without both variants, with one, with the other, and with both."""


def pull_together(numbers: Four) -> bool:
    """Tell whether two pull the same way, and together at least as far as either and no further than both added up.

    >>> pull_together((Fraction(99), Fraction(8), Fraction(5), Fraction(5)))
    True
    >>> pull_together((Fraction(3), Fraction(6), Fraction(4), Fraction(8)))
    False
    """
    none, one, other, both = numbers
    apart = (one - none, other - none, both - none)
    if apart[0] * apart[1] <= 0:
        return False
    sizes = [abs(each) for each in apart]
    return apart[2] * apart[0] > 0 and max(sizes[:2]) <= sizes[2] <= sizes[0] + sizes[1]


def add_up(numbers: Four, low: Fraction, high: Fraction) -> bool:
    """Tell whether two may be additions to one number that goes from `low` to `high` and stops there.

    >>> add_up((Fraction(8), Fraction(8), Fraction(6), Fraction(7)), Fraction(0), Fraction(8))
    True
    >>> add_up((Fraction(3), Fraction(3), Fraction(4), Fraction(3)), Fraction(0), Fraction(8))
    False
    """
    none, one, other, both = numbers
    least, most = Fraction(0), Fraction(0)
    for each in (one, other):
        least += -INFINITE if each <= low else each - none
        most += INFINITE if each >= high else each - none
    return max(low, min(high, none + least)) <= both <= max(low, min(high, none + most))
