"""The search itself: from situations that are there to the smallest in which something shows.

In: rulesets to carry a rule out on, what is worth trying, and a predicate on what came of it on all sides. Out:
`Found`, or how many situations were looked at in vain. The search is bounded in situations, and the same every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any, Generic, TypeVar

from quarterdeck.analysis.witnesses.boundaries import Interest, TriedValue, trials_for
from quarterdeck.analysis.witnesses.observing import Observed, Observer, completed
from quarterdeck.analysis.witnesses.starts import StartingFacts
from quarterdeck.base import decimals
from quarterdeck.engine.run.dice import mixed
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.workspace.ruleset.rule_question import Facts

Shown = TypeVar("Shown")
Shows = Callable[[tuple[Observed, ...]], Shown | None]
"""What a search looks for: gives what shows in what came of a rule on all sides; nothing where nothing does."""


TRIED_FOR_EACH = 5
"""So many situations are looked at for each that a search begins with, to find one that fits."""


@dataclass(frozen=True)
class Bounds:
    """How far a search goes: so many situations, and so many to shrink what was found; so many falls of dice in each.

    It begins with so many `starts` that fit.
    """

    situations: int = 240
    shrinking: int = 120
    ways: int = 4
    starts: int = 6


@dataclass(frozen=True)
class Found(Generic[Shown]):
    """A situation in which something shows: the facts, how the dice fall, what came of it on all sides, what shows."""

    facts: Facts
    way: int
    seen: tuple[Observed, ...]
    shown: Shown
    start: str


class Search(Generic[Shown]):
    """One search: counts the situations that it looks at."""

    def __init__(
        self, observers: tuple[Observer, ...], addresses: Sequence[str], shows: Shows[Shown], bounds: Bounds
    ) -> None:
        self.observers = observers
        self.addresses = tuple(addresses)
        self.shows = shows
        self.bounds = bounds
        self.looked = 0

    def run(self, starts: Iterable[StartingFacts], interest: Interest) -> Found[Shown] | None:
        """Look at situations until something shows, and make the first in which it does as small as can be."""
        begun = self.complete(starts)
        for start, facts in begun:
            found = self.look(facts, start.name)
            if found is not None:
                return self.shrunk(found)
        room = max(1, (self.bounds.situations - self.looked) // (2 * max(1, len(begun))))
        known = [(start, facts, self.trials(facts, interest)) for start, facts in begun]
        for start, facts, trials in known:
            for changed in self.singly(facts, trials, room):
                found = self.look(changed, start.name)
                if found is not None:
                    return self.shrunk(found)
        for number in range(self.bounds.situations):
            if self.looked >= self.bounds.situations or not known:
                break
            start, facts, trials = known[number % len(known)]
            found = self.look(mixed_up(facts, trials, number), start.name) if trials else None
            if found is not None:
                return self.shrunk(found)
        return None

    def complete(self, starts: Iterable[StartingFacts]) -> list[tuple[StartingFacts, Facts]]:
        """Give situations that fit all sides, with a value for every field that is read."""
        found: list[tuple[StartingFacts, Facts]] = []
        for start in islice(starts, TRIED_FOR_EACH * self.bounds.starts):
            if len(found) >= self.bounds.starts:
                break
            facts = completed(self.observers, self.addresses, replace(start.facts, dice={}))
            if facts is not None:
                found.append((start, facts))
        return found

    def trials(self, facts: Facts, interest: Interest) -> list[TriedValue]:
        """Give the single facts that are worth trying in a situation, over all sides."""
        found: dict[str, TriedValue] = {}
        for observer in self.observers:
            put = observer.put(self.addresses, facts)
            for one in put[:1]:
                for trial in trials_for(one.situation, self.addresses, interest):
                    found.setdefault(repr((trial.name, trial.value)), trial)
        return list(found.values())

    def singly(self, facts: Facts, trials: Sequence[TriedValue], room: int) -> Iterator[Facts]:
        """Give situations that differ in a single fact: in a key, then in one value of each fact, then in the next."""
        by_name: dict[str, list[TriedValue]] = {}
        keys = [trial for trial in trials if trial.sort == "key"][:room]
        yield from (with_trials(facts, [trial]) for trial in keys)
        for trial in trials:
            if trial.sort != "key":
                by_name.setdefault(trial.name, []).append(trial)
        rounds, given = max(map(len, by_name.values()), default=0), len(keys)
        for at in range(rounds):
            for values in by_name.values():
                if at < len(values) and given < room:
                    given += 1
                    yield with_trials(facts, [values[at]])

    def look(self, facts: Facts, start: str) -> Found[Shown] | None:
        """Look at one situation, under dice that fall in several ways."""
        self.looked += 1
        puts = [observer.put(self.addresses, facts) for observer in self.observers]
        if not all(puts):
            return None
        for way in range(self.bounds.ways):
            seen: list[Observed] = []
            for observer, put in zip(self.observers, puts, strict=True):
                one = observer.of(put, way)
                if one is None or one.ungiven:
                    break
                seen.append(one)
            if len(seen) < len(puts):
                continue
            shown = self.shows(tuple(seen))
            if shown is not None:
                return Found(facts, way, tuple(seen), shown, start)
            if not any(one.dice for one in seen):
                break
        return None

    # --- as small as can be

    def shrunk(self, found: Found[Shown]) -> Found[Shown]:
        """Take away, or make less, whatever is not needed for what shows."""
        left = self.bounds.shrinking
        while True:
            for smaller in smaller_facts(found.facts):
                if left <= 0:
                    return found
                left -= 1
                again = self.look(smaller, found.start)
                if again is not None:
                    found = again
                    break
            else:
                return found


def with_trials(facts: Facts, trials: Sequence[TriedValue]) -> Facts:
    """Give facts with others put in."""
    return replace(facts, given={**facts.given, **{trial.name: trial.value for trial in trials}})


def mixed_up(facts: Facts, trials: Sequence[TriedValue], number: int) -> Facts:
    """Give facts of which several are others, picked by a number: the nearer ones more often."""
    names = list(dict.fromkeys(trial.name for trial in trials))
    by_name: dict[str, list[TriedValue]] = {}
    for trial in trials:
        by_name.setdefault(trial.name, []).append(trial)
    picked = []
    for at, name in enumerate(names):
        key = mixed(number * 1009 + at)
        if key % 100 < (70 if at < 6 else 20):
            values = by_name[name]
            picked.append(values[(key >> 20) % len(values)])
    return with_trials(facts, picked)


def smaller_facts(facts: Facts) -> Iterator[Facts]:
    """Give facts of which one is gone or less: what is given of the state, settings, fields of things, things."""
    for part in ("choices", "options", "constants", "board", "every"):
        held: Any = getattr(facts, part)
        if isinstance(held, Mapping):
            for key in held:
                yield replace(facts, **{part: _without(held, key)})  # type: ignore[arg-type]
        elif held:
            yield replace(facts, **{part: {}})  # type: ignore[arg-type]
    for key in facts.given:
        if "." in str(key):
            yield replace(facts, given=_without(facts.given, key))
    for name, data in facts.things.items():
        if not _is_named(facts, name):
            yield replace(facts, things=_without(facts.things, name))
        for key in data:
            if key not in ("like", "kind"):
                yield replace(facts, things={**facts.things, name: _without(data, key)})
    for key, value in facts.given.items():
        for less in _less(value):
            yield replace(facts, given={**facts.given, key: less})


def _without(held: Mapping[str, Any], key: Any) -> dict[str, Any]:
    return {other: value for other, value in held.items() if other != key}


def _is_named(facts: Facts, name: str) -> bool:
    """Tell whether an input or a fact speaks of a thing."""
    said = [*map(str, facts.given), *(str(value) for value in facts.given.values())]
    return any(text == name or text.startswith(f"{name}.") for text in said)


def _less(value: Plain) -> Iterator[Plain]:
    """Give smaller whole numbers of the same sign."""
    number = None if isinstance(value, bool | list | dict) else decimals.read(value)
    if number is None or number == 0:
        return
    size, sign = abs(number), 1 if number > 0 else -1
    for less in dict.fromkeys((0, 1, 2, int(size // 2), int(size - 1) if size >= 1 else 0)):
        if Fraction(less) < size:
            yield sign * less
