"""Luck: what the dice of a saved game gave, against their exact expectation.

In: a game and its record. Out: for each roll and side, the sum of all faces with its expectation and variance, and the
successes of all checks with theirs. The chance to do at least as well is exact. Dice know nothing of modifiers, so a
check counts with the faces that would have brought success at its time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import isqrt, prod

from quarterdeck.analysis.why.explanation import Explaining
from quarterdeck.analysis.why.what_if import faces_of_checks
from quarterdeck.base.plain_data import Count, DataRecord, FromOne
from quarterdeck.engine.odds.throws import totals_with_ways
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.views import owner_of
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.walking import instructions_in

MOST_BITS = 500_000_000
"""Digits in base 2 of all numbers that are worked with for an exact chance; beyond them, no chance is given."""
MOST_CHECKS = 1_000
"""Checks of one kind for which the chance of as many successes is worked out."""


@dataclass(frozen=True)
class AgainstExpectation:
    """What came up, what was to be expected, and the chance of at least as much; nothing where that is too large."""

    shown: Count
    expected: Fraction
    variance: Fraction
    at_least: Fraction | None

    @property
    def deviations(self) -> Fraction:
        """Return how many standard deviations it is away from the expectation, to hundredths."""
        if not self.variance:
            return Fraction()
        away = self.shown - self.expected
        hundredths = isqrt(int(away * away / self.variance * 10_000))
        return Fraction(hundredths if away >= 0 else -hundredths, 100)


@dataclass(frozen=True)
class LuckOfRoll:
    """The luck of one side with one roll of the rules: how many dice it threw, and the sum of their faces.

    `checks` is how often success was decided, `successes` how often there was one. Some rolls belong to no side.
    """

    of: str
    side: str | None
    title: str
    dice: FromOne
    faces: AgainstExpectation
    checks: Count
    successes: AgainstExpectation | None


@dataclass(frozen=True)
class LuckOfSide:
    """The luck of one side with all its checks."""

    side: str | None
    title: str
    checks: FromOne
    successes: AgainstExpectation


@dataclass(frozen=True)
class Luck(DataRecord):
    """What the dice of a saved game gave, against their exact expectation."""

    game: str
    scenario: str
    rolls: Sequence[LuckOfRoll]
    sides: Sequence[LuckOfSide]


@dataclass
class _Thrown:
    """What one side threw for one roll: dice by their sides, the sum of faces, and chances with what came of them."""

    dice: Counter[int] = field(default_factory=Counter)
    total: int = 0
    chances: list[Fraction] = field(default_factory=list)
    successes: int = 0


def luck_of(explaining: Explaining) -> Luck:
    """Compare all dice of a saved game with their expectation."""
    thrown: dict[tuple[str, str | None], _Thrown] = {}
    owners = _Owners(explaining)
    for entry in explaining.replayed.record:
        if "die" in entry:
            one = thrown.setdefault((entry["at"], owners.side(entry)), _Thrown())
            one.dice[entry["of"]] += 1
            one.total += entry["die"]
    for entry, chance, success in _checks(explaining):
        one = thrown[entry["at"], owners.side(entry)]
        one.chances.append(chance)
        one.successes += success
    titles = owners.titles
    rolls = [
        LuckOfRoll(at, side, titles.get(side, ""), one.dice.total(), _faces(one), len(one.chances), _successes([one]))
        for (at, side), one in sorted(thrown.items(), key=lambda item: (item[0][0], item[0][1] or ""))
    ]
    sides = []
    for side in dict.fromkeys(side for _, side in sorted(thrown, key=lambda key: key[1] or "")):
        mine = [one for (_, owner), one in thrown.items() if owner == side]
        if (successes := _successes(mine)) is not None:
            sides.append(LuckOfSide(side, titles.get(side, ""), sum(len(one.chances) for one in mine), successes))
    return Luck(explaining.saved.header.game, explaining.saved.header.scenario, rolls, sides)


class _Owners:
    """Knows which side threw a die: the owner of the first thing that the roll is about."""

    def __init__(self, explaining: Explaining) -> None:
        self.program, self.situation = explaining.game.built.program, explaining.replayed.situation
        blocks = (*(one.block for one in self.program.routines.values()), *(p.block for p in self.program.turn.phases))
        draws = [one for one in instructions_in(blocks) if isinstance(one, op.Draw)]
        sites, situation = self.program.sites, self.situation
        things = self.program.layout.things("Side")
        self.titles: dict[str | None, str] = {
            situation.known_as[side]: situation.names.get(side, "") for side in things if side in situation.known_as
        }
        self.about = {sites[one.site].address: [value.type for value in one.about] for one in draws}
        self.picks = {sites[one.site].address: one.chance.pick for one in draws if isinstance(one.chance, val.Dice)}

    def side(self, entry: Entry) -> str | None:
        """Return the side that threw a die; none where the roll is about nothing that a side owns."""
        kinds, layout = self.about.get(entry["at"], []), self.program.layout
        known = [types.Thing("Side")] if not kinds else [types.without_none(kind) for kind in kinds]
        for kind, ordinal in zip(known, entry.get("for", ()), strict=False):
            if isinstance(kind, types.Thing) and 0 <= ordinal < len(layout.things(kind.kind)):
                owner = owner_of(self.program, self.situation.state, layout.things(kind.kind)[ordinal], kind.kind)
                if owner >= 0:
                    return self.situation.known_as.get(owner)
        return None


def _checks(explaining: Explaining) -> Iterator[tuple[Entry, Fraction, bool]]:
    """Yield the first die of each check, its exact chance of success, and whether it succeeded."""
    record = list(explaining.replayed.record)
    succeeds = faces_of_checks(explaining.game, record)
    picks = _Owners(explaining).picks
    for event in explaining.replayed.events:
        if not isinstance(event, hap.Rolled) or event.success is None or not event.faces:
            continue
        first = event.entry - len(event.faces)
        entry = record[first]
        if first in succeeds:
            ways, below = totals_with_ways(len(event.faces), entry["of"], picks.get(event.address, "sum"))
            good = sum(count for face, count in ways if succeeds[first].get(face))
            yield entry, Fraction(good, below), bool(event.success)


def _faces(one: _Thrown) -> AgainstExpectation:
    """Compare the sum of faces with its expectation."""
    expected = sum((Fraction(number * (sides + 1), 2) for sides, number in one.dice.items()), Fraction())
    variance = sum((Fraction(number * (sides**2 - 1), 12) for sides, number in one.dice.items()), Fraction())
    return AgainstExpectation(one.total, expected, variance, _at_least_total(one.dice, one.total))


def _at_least_total(dice: Counter[int], total: int) -> Fraction | None:
    """Return the chance that dice show at least a total together; nothing where that is too much work.

    The numbers of ways are the digits of one large number, so that different dice are added by multiplication.
    """
    below = prod(sides**number for sides, number in dice.items())
    totals, width = sum((sides - 1) * number for sides, number in dice.items()) + 1, below.bit_length() + 1
    if width * totals > (MOST_BITS if len(dice) == 1 else MOST_BITS // 100):
        return None
    least = dice.total()
    if len(dice) == 1:
        ((sides, number),) = dice.items()
        return Fraction(sum(islice(_ways(number, sides), max(0, total - least), totals)), below)
    ways = prod(sum(1 << width * face for face in range(sides)) ** number for sides, number in dice.items())
    good, mask, rest = 0, (1 << width) - 1, ways >> width * max(0, total - least)
    while rest:
        good += rest & mask
        rest >>= width
    return Fraction(good, below)


def _ways(number: int, sides: int) -> Iterator[int]:
    """Yield in how many ways equal dice show each of their totals, the least first.

    Each number follows from three before it: (1 - x)(1 - x^s) p' = n (1 - s x^(s-1) + (s-1) x^s) p, where p is the
    polynomial of the ways.
    """
    known = [1]

    def at(place: int) -> int:
        return known[place - max(0, first)] if place >= 0 else 0

    for place in range(number * (sides - 1) + 1):
        first = place - len(known) + 1
        yield known[-1]
        more = (place + number) * at(place) + (place + 1 - sides - number * sides) * at(place + 1 - sides)
        more += (number * (sides - 1) - place + sides) * at(place - sides)
        known.append(more // (place + 1))
        del known[: -sides - 1]


def _successes(thrown: Sequence[_Thrown]) -> AgainstExpectation | None:
    """Compare successes with their expectation; nothing where no check was made."""
    chances = [chance for one in thrown for chance in one.chances]
    if not chances:
        return None
    expected = sum(chances, Fraction())
    variance = sum((chance * (1 - chance) for chance in chances), Fraction())
    shown = sum(one.successes for one in thrown)
    return AgainstExpectation(shown, expected, variance, _at_least_successes(chances, shown))


def _at_least_successes(chances: Sequence[Fraction], number: int) -> Fraction | None:
    """Return the chance of at least so many successes."""
    if len(chances) > MOST_CHECKS:
        return None
    ways, below = [1], 1
    for chance in chances:
        good, bad = chance.numerator, chance.denominator - chance.numerator
        ways = [
            (ways[place] * bad if place < len(ways) else 0) + (ways[place - 1] * good if place else 0)
            for place in range(len(ways) + 1)
        ]
        below *= chance.denominator
    return Fraction(sum(ways[number:]), below)
