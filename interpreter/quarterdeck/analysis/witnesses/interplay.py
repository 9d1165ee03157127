"""Whether two variants bear on each other: where what they change meets, and a situation in which that shows.

In: four rulesets: without both, with one, with the other, with both. Out: an `InterplayShown` with its situation, or
none found in so many, or that nothing which one changes comes to what the other does, which the flow of data tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from quarterdeck.analysis.diff.impact import ProgramParts, TwoPrograms
from quarterdeck.analysis.witnesses.agreement import Disagreement, disagreements
from quarterdeck.analysis.witnesses.asking_again import facts_text, said, try_command
from quarterdeck.analysis.witnesses.boundaries import Interest, interest_of
from quarterdeck.analysis.witnesses.observing import Observed, Observer, Sort, plain_of, with_answers
from quarterdeck.analysis.witnesses.search import Bounds, Found, Search
from quarterdeck.analysis.witnesses.starts import StartingFacts, starts_for, starts_for_several
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import Limit
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CalledPart, CallGraph, Name, called, parts_in
from quarterdeck.workspace.ruleset.ruleset import Ruleset

MOST_MEETINGS = 8
"""At so many places where two variants meet a situation is looked for, and behind so many pairs of rules."""
BOUNDS = Bounds(situations=160, shrinking=80, ways=3, starts=5)
Progress = Callable[[str], None]


@dataclass(frozen=True)
class PointOfInterplay:
    """A value at which two variants interact, in four rulesets, with its words.

    They are without both, with one, with the other, with both. The part is a modifier, or an option of a choice.
    """

    sort: Annotated[Sort, Limit("enum", ("gives", "adds", "permits", "refuses", "comes to"))]
    of: str
    time: int
    part: str
    values: tuple[Plain, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class InterplayShown:
    """A situation in which two variants interact: the rules that run, and the facts.

    `ask` are the commands that carry them out in each of the four rulesets.
    """

    of: tuple[str, ...]
    start: str
    facts: str
    points: tuple[PointOfInterplay, ...]
    ask: tuple[str, ...]


@dataclass(frozen=True)
class MeetingLooked:
    """What came of a search: at which meetings, in how many situations, and the interplay that was found, if one was.

    With no meeting, the flow of data says that nothing which one changes comes to what the other does.
    """

    meetings: tuple[tuple[str, ...], ...]
    looked: int
    interplay: InterplayShown | None = None


@dataclass
class Meeting:
    """Two variants over one game: what each changes, and where that meets."""

    rulesets: tuple[Ruleset, Ruleset, Ruleset, Ruleset]
    bounds: Bounds = BOUNDS

    @cached_property
    def parts(self) -> tuple[ProgramParts, ...]:
        """Give the programs of the four."""
        findings = Findings()
        return tuple(ProgramParts(ruleset.built(findings).program) for ruleset in self.rulesets)

    @cached_property
    def of_one(self) -> TwoPrograms:
        """Give what the one variant changes by itself."""
        return TwoPrograms(self.parts[0], self.parts[1])

    @cached_property
    def of_other(self) -> TwoPrograms:
        """Give what the other variant changes by itself."""
        return TwoPrograms(self.parts[0], self.parts[2])

    @cached_property
    def graphs(self) -> tuple[CallGraph, ...]:
        """Give who calls whom in each of the four."""
        return tuple(CallGraph(parts.program) for parts in self.parts)

    def meetings(self) -> list[tuple[str, ...]]:
        """Give the rules, tables, phases and steps in which both meet, the innermost first, then pairs of rules.

        A rule in which they meet only since it comes to another in which they do is left out. Of a pair the first
        writes a field that the second reads, one of each variant.
        """
        alone = self.meeting_rules()
        found = [(address,) for address in alone][:MOST_MEETINGS]
        return [*found, *self.pairs()[:MOST_MEETINGS]]

    def meeting_rules(self) -> list[str]:
        """Give the addresses at which what both change meets."""
        parts = self.parts[3]
        ones, others = (written(programs.differing) for programs in (self.of_one, self.of_other))
        down = {name: parts.reached_from([name]) for name in parts.own}
        met = [n for n in written(parts.own) if not down[n].isdisjoint(ones) and not down[n].isdisjoint(others)]
        ordered = sorted(met, key=lambda name: (len(down[name]), str(name)))
        kept: list[CalledPart] = []
        for name in ordered:
            if name.address in parts.program.turn.nodes and name not in {*ones, *others}:
                continue  # what its rules leave to one another is looked for in pairs of them
            below = [other for other in met if other != name and other in down[name] and name not in down[other]]
            past = parts.reached_from([name], without=frozenset(below))
            if not past.isdisjoint(ones) and not past.isdisjoint(others):
                kept.append(name)
        return [part.address for part in kept if self.can_be_tried(part.address)]

    def can_be_tried(self, address: str) -> bool:
        """Tell whether all four have a rule, table, phase or step of an address, and no advice."""
        for ruleset, parts in zip(self.rulesets, self.parts, strict=True):
            rule = ruleset.declared.rules.get(address)
            is_there = rule is not None or address in ruleset.declared.tables or address in parts.program.turn.nodes
            if not is_there or (rule is not None and rule.sort == "advice"):
                return False
        return True

    def pairs(self) -> list[tuple[str, str]]:
        """Give pairs of rules of which the first writes by the one variant what the second reads by the other."""
        found: dict[tuple[str, str], None] = {}
        for first, second, mine, its in (
            (self.of_one, self.of_other, 1, 2),
            (self.of_other, self.of_one, 2, 1),
        ):
            written, read = self.touched(first, mine), self.touched(second, its)
            for one, (writes, _) in sorted(written.items()):
                for other, (_, reads) in sorted(read.items()):
                    fields = {field for field in writes & reads if not field.startswith("roll ")}
                    if fields and one != other:
                        found[one, other] = None
        return [pair for pair in found if all(map(self.can_be_tried, pair))]

    def touched(self, programs: TwoPrograms, at: int) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        """Give the rules that a variant changes, each with the fields that what is new or gone in it writes and reads.

        What a row of a table does is done by those who use the table.
        """
        found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        for name in sorted(parts_in(programs.differing), key=str):
            if name.sort == "table":
                continue
            address = self.carried_out_as(name.address)
            writes, reads = set[str](), set[str]()
            for graph, (_, new) in zip((self.graphs[0], self.graphs[at]), programs.nodes_of(name), strict=True):
                for node in new:
                    if isinstance(node, val.Value):
                        reads |= graph.read_by(node)
                    elif isinstance(node, WRITING):
                        writes |= graph.written_by((node,))
                        reads |= graph.read_by(node)
            before = found.get(address, (frozenset(), frozenset()))
            found[address] = (before[0] | writes, before[1] | reads)
        return found

    def carried_out_as(self, address: str) -> str:
        """Give by which address a routine is carried out: a cell by that of its table, what was there by what is."""
        for parts in self.parts:
            for name, table in parts.program.acting_tables.items():
                if address in table.cells.values():
                    return name
        return address.partition("~")[0]

    def look(self, progress: Progress | None = None) -> MeetingLooked:
        """Look for a situation in which the two bear on each other, at one meeting after another."""
        observers = tuple(Observer(ruleset) for ruleset in self.rulesets)
        meetings, looked = self.meetings(), 0
        for addresses in meetings:
            if progress is not None:
                progress(", then ".join(addresses))
            search = Search(observers, addresses, of_four, self.bounds)
            found = search.run(self.starts(addresses), self.interest(addresses))
            looked += search.looked
            if found is not None:
                return MeetingLooked(tuple(meetings), looked, self.shown(addresses, found))
        return MeetingLooked(tuple(meetings), looked)

    def shown(self, addresses: tuple[str, ...], found: Found[tuple[Disagreement, ...]]) -> InterplayShown:
        """Give an interplay from what a search found."""
        commands = (
            try_command(ruleset.name, addresses, with_answers(found.facts, seen))
            for ruleset, seen in zip(self.rulesets, found.seen, strict=True)
        )
        return InterplayShown(
            addresses, found.start, facts_text(found.facts), tuple(map(point_of, found.shown)), tuple(commands)
        )

    def starts(self, addresses: tuple[str, ...]) -> Iterator[StartingFacts]:
        """Give situations to begin with."""
        order = (self.rulesets[3], self.rulesets[0])
        if len(addresses) == 1:
            return starts_for(order, addresses[0])
        return starts_for_several(order, addresses)

    def interest(self, addresses: Iterable[str]) -> Interest:
        """Give what is worth trying: what either variant changed in what the rules come to."""
        names = [part for address in addresses for part in (called(address), CalledPart("table", address))]
        reached = frozenset().union(*(parts.reached_from(names) for parts in self.parts))
        found = interest_of(self.of_one, reached)
        found.join(interest_of(self.of_other, reached))
        return found


WRITING = (op.Store, op.Adjust, op.Push, op.Create, op.Remove, op.Call, op.CallRow)


def written(parts: Iterable[Name]) -> list[Name]:
    """Give the parts that somebody wrote, without what an amendment keeps of what was there."""
    return [part for part in parts if "~" not in str(part)]


def of_four(seen: Sequence[Observed]) -> tuple[Disagreement, ...] | None:
    """Give the points at which four rulesets do not go together; nothing where they do."""
    return disagreements(seen) or None


def point_of(found: Disagreement) -> PointOfInterplay:
    """Give a point at which four rulesets do not go together as plain data."""
    texts = tuple(said(found.point, one) for one in found.values)
    return PointOfInterplay(*found.point, tuple(map(plain_of, found.values)), texts)
