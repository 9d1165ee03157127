"""Why the turn does not lead to a rule for the things it was given.

In: a rule with its arguments in a situation. Out: conditions that stand in the way, for every way from the turn to the
rule. Only what nothing in play can change is judged: options, constants, fixed fields and what no rule writes; whatever
else a condition asks may be so when the turn gets there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quarterdeck.analysis.trial.guards import Guard, RuleInPlace, asked_of, guards_of, value_in
from quarterdeck.engine.run.partly_known import PartlyKnownState
from quarterdeck.language.checks.calls import Home, homes_of
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.program.form.dataflow import CallGraph

Known = Mapping[str, tuple[Type, Any]]


@dataclass(frozen=True)
class Obstacle:
    """A condition on the way from the turn to a rule that cannot hold: where it stands, and what is wanted of it."""

    home: str
    guard: Guard

    def __str__(self) -> str:
        """Say it in words."""
        return f"`{self.guard.text}` is {'no' if self.guard.wanted else 'yes'} ({self.home})"


@dataclass(frozen=True)
class CallSite:
    """A place where a rule is carried out: its home, the nodes around it, and what it is given."""

    home: Home
    path: tuple[nodes.Node, ...]
    arguments: tuple[nodes.Expression, ...]


@dataclass(frozen=True)
class Reaching:
    """The ways from the turn to the rules of one program."""

    place: RuleInPlace

    @cached_property
    def calls(self) -> CallGraph:
        """Give who reads and writes what."""
        return CallGraph(self.place.expressions.program)

    @cached_property
    def written(self) -> frozenset[str]:
        """Give all fields that anything in play writes."""
        found: set[str] = set()
        for fields in self.calls.writes.values():
            found |= fields
        return frozenset(found)

    @cached_property
    def homes(self) -> tuple[Home, ...]:
        """Give all places that something may be carried out from."""
        return tuple(homes_of(self.place.expressions.checked))

    def obstacles(self) -> list[Obstacle]:
        """Give what stands in the way; nothing where a way is open, or where the turn knows no way at all."""
        found = self.to(self.place.address, self.place.inputs, frozenset())
        return [] if found is None else found

    def to(self, address: str, known: Known, seen: frozenset[str]) -> list[Obstacle] | None:
        """Give the obstacles on all ways to a rule; nothing where one is open."""
        found: list[Obstacle] = []
        for site in self.sites(address):
            names = self.bound(address, site, known)
            blocked = next(self.closed(site, names), None)
            if blocked is not None:
                found.append(blocked)
                continue
            home = site.home.address
            if site.home.sort in ("phase", "setup") or home in seen or site.home.rule is None:
                return None
            inputs = {p.name: names[p.name] for p in site.home.rule.parameters if p.name in names}
            before = self.to(home, inputs, seen | {address})
            if not before:
                return None
            found += before
        return found

    def sites(self, address: str) -> Iterator[CallSite]:
        """Give all places where a rule is carried out."""
        meant = self.place.expressions.checked.meanings
        for home in self.homes:
            for part in home.parts:
                for path in (*part.paths_to(nodes.Do), *part.paths_to(nodes.LetResult)):
                    meaning = meant.get(path[-1].call)  # type: ignore[attr-defined]
                    if isinstance(meaning, meanings.RuleCall) and meaning.rule.address == address:
                        yield CallSite(home, path, meaning.arguments)

    def bound(self, address: str, site: CallSite, known: Known) -> dict[str, tuple[Type, Any]]:
        """Give the names of the caller that stand for something known: those that are handed on as they are."""
        parameters = self.place.expressions.program.world.rules[address].parameters
        pairs = zip(parameters, site.arguments, strict=False)
        return {
            given.word.text: known[p.name] for p, given in pairs if isinstance(given, nodes.Name) and p.name in known
        }

    def closed(self, site: CallSite, names: Known) -> Iterator[Obstacle]:
        """Give the conditions around a place that cannot hold."""
        module = site.home.rule.module if site.home.rule else ""
        for guard in guards_of(site.path):
            asked = asked_of(self.place.expressions, guard.text, names, module, site.home.address)
            if asked is None or not self.calls.read_by(asked.lowered).isdisjoint(self.written):
                continue
            state = PartlyKnownState(self.place.situation.state, self.place.situation.ungiven)
            value = value_in(asked, state)
            if value is not None and bool(value) is not guard.wanted and not state.met:
                yield Obstacle(site.home.address, guard)
