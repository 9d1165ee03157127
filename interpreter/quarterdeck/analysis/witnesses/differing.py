"""The smallest situation in which a rule brings another outcome in two rulesets.

In: two rulesets, and a rule that a change lies next to. Out: a `RuleWitnessed` with both outcomes, or how many
situations were looked at. An outcome is the exact distribution where that can be counted within a small budget, else
what the given dice bring. A rule of which both count the same is not shown, whatever single dice did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from quarterdeck.analysis.diff.chances import ShownMoved, shifts_between
from quarterdeck.analysis.diff.impact import KnownPrograms, TwoPrograms
from quarterdeck.analysis.witnesses.asking_again import facts_text, odds_command, said, try_command
from quarterdeck.analysis.witnesses.boundaries import interest_of
from quarterdeck.analysis.witnesses.observing import Observed, Observer, Sort, plain_of, with_answers
from quarterdeck.analysis.witnesses.search import Bounds, Found, Search
from quarterdeck.analysis.witnesses.starts import starts_for
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import Limit
from quarterdeck.engine.odds.answers import chosen
from quarterdeck.engine.odds.choices import UndecidedError
from quarterdeck.engine.odds.count import BudgetError
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.program.form.dataflow import CalledPart, called, parts_in
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.workspace.ruleset.rule_question import UngivenRefusalError, asked
from quarterdeck.workspace.ruleset.ruleset import Ruleset

BUDGET = 100_000
"""So much work may be done to count the outcome of a witness on each side: about half a second."""


@dataclass(frozen=True)
class WitnessedSide:
    """A situation in one ruleset: the facts with dice and answers for `--given`, and the command to run it.

    `ask` and `odds` are commands; `odds` is empty where the outcome was not counted.
    """

    facts: str
    ask: str
    odds: str


@dataclass(frozen=True)
class PointWitnessed:
    """A result that differs: a rule, roll, choice or `thing.field`, its occurrence, and a part.

    The part is an option of a choice. A side that has no such point is nothing.
    """

    sort: Annotated[Sort, Limit("enum", ("gives", "total", "permits", "refuses", "comes to"))]
    of: str
    time: int
    part: str
    before: Plain
    after: Plain
    before_text: str
    after_text: str


@dataclass(frozen=True)
class RuleWitnessed:
    """A rule in the smallest situation found that shows a change.

    `start` names the question, example or scenario that the search began from, `looked` is how many situations it
    looked at. `shifts` are the exact chances of what shifts, where they could be counted.
    """

    of: str
    start: str
    looked: int
    facts: str
    before: WitnessedSide
    after: WitnessedSide
    moved: tuple[PointWitnessed, ...]
    shifts: tuple[ShownMoved, ...]


@dataclass(frozen=True)
class RuleNotWitnessed:
    """A rule without a situation that shows a change, and the number of situations tried."""

    of: str
    looked: int


@dataclass
class WitnessSearch:
    """Searches over two rulesets, each rule by itself; what is opened and built for one serves the next."""

    one: Ruleset
    other: Ruleset
    bounds: Bounds = field(default_factory=Bounds)
    counts: bool = True
    known: KnownPrograms = field(default_factory=KnownPrograms)

    def __post_init__(self) -> None:
        """Make those who carry rules out."""
        self.observers = (Observer(self.one), Observer(self.other))

    @property
    def programs(self) -> TwoPrograms:
        """Give the programs of both under the settings by default."""
        findings = Findings()
        return self.known.two(*(ruleset.built(findings).program for ruleset in (self.one, self.other)))

    def addresses(self) -> list[str]:
        """Give the rules next to what differs: those that differ themselves, and those that use a table that does."""
        programs, found = self.programs, dict[str, None]()
        for part in sorted(parts_in(programs.differing), key=str):
            if part.sort == "table":
                found |= dict.fromkeys(self.using(part))
            elif self.is_rule(part.address):
                found[part.address] = None
        return [address for address in found if self.is_shared(address)]

    def using(self, table: CalledPart) -> Iterator[str]:
        """Give a table and the rules that use it."""
        yield table.address
        for side in (self.programs.one, self.programs.other):
            for part, used in side.uses.items():
                if table in used and part.sort == "call" and self.is_rule(part.address):
                    yield part.address

    def is_rule(self, address: str) -> bool:
        """Tell whether an address is that of a rule which is no advice."""
        rules = [ruleset.declared.rules.get(address) for ruleset in (self.one, self.other)]
        return any(rule is not None and rule.sort != "advice" for rule in rules)

    def is_shared(self, address: str) -> bool:
        """Tell whether both rulesets have a rule or table of an address."""
        return all(address in r.declared.rules or address in r.declared.tables for r in (self.one, self.other))

    def of(self, address: str) -> RuleWitnessed | RuleNotWitnessed:
        """Look for a situation in which a rule or table brings another outcome."""
        reached = frozenset().union(
            *(
                side.reached_from([called(address), CalledPart("table", address)])
                for side in (self.programs.one, self.programs.other)
            )
        )
        search = Search(self.observers, (address,), moved_between, self.bounds)
        starts = starts_for((self.other, self.one), address)
        found = search.run(starts, interest_of(self.programs, reached))
        if found is None:
            return RuleNotWitnessed(address, search.looked)
        shifts = self.counted(address, found)
        if shifts is not None and not any(shift.distance for shift in shifts):
            return RuleNotWitnessed(address, search.looked)
        kept = tuple(
            replace(shift, outcomes=tuple(one for one in shift.outcomes if one.difference))
            for shift in shifts or ()
            if shift.distance
        )
        sides = []
        for ruleset, seen in zip((self.one, self.other), found.seen, strict=True):
            facts = with_answers(found.facts, seen)
            ask, odds = try_command(ruleset.name, (address,), facts), odds_command(ruleset.name, address, facts)
            sides.append(WitnessedSide(facts_text(facts), ask, odds if kept else ""))
        return RuleWitnessed(
            address, found.start, search.looked, facts_text(found.facts), sides[0], sides[1], found.shown, kept
        )

    def counted(self, address: str, found: Found[tuple[PointWitnessed, ...]]) -> list[ShownMoved] | None:
        """Count the outcome on both sides; nothing where that cannot be done within the budget."""
        if not self.counts or not any(seen.dice for seen in found.seen):
            return None
        both: list[list[Odds]] = []
        for observer, seen in zip(self.observers, found.seen, strict=True):
            facts = replace(found.facts, choices={label: list(answers) for label, answers in seen.choices.items()})
            put = asked(observer.ruleset, address, facts, Findings())
            if put is None or address in put.built.checked.declared.tables:
                return None
            answer = chosen({label: answers[0] for label, answers in seen.choices.items()}, put.situation)
            try:
                both.append(put.count((), answer=answer, budget=BUDGET))
            except (BudgetError, NotCountedError, UndecidedError, UngivenRefusalError, RulesFaultError):
                return None
        return shifts_between(both[0], both[1], "nothing changes")


def moved_between(seen: Sequence[Observed]) -> tuple[PointWitnessed, ...] | None:
    """Give what came of a rule otherwise on two sides; nothing where all is the same.

    What a modifier adds shows in the total of its roll. A roll that one side alone makes is no outcome by itself.
    """
    before, after = seen
    found = []
    for point in dict.fromkeys((*before.points, *after.points)):
        was, now = before.points.get(point), after.points.get(point)
        if point[0] == "adds" or (point[0] == "total" and (was is None or now is None)):
            continue
        if point[0] == "comes to":
            was, now = was or after.before.get(point), now or before.before.get(point)
        if was is None or now is None or was.value != now.value:
            texts = (said(point, was), said(point, now))
            found.append(PointWitnessed(*point, plain_of(was), plain_of(now), *texts))
    return tuple(found) or None
