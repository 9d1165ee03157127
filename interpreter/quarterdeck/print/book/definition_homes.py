"""Find the rule with which each definition stands: one that uses it.

In: what players read, and to what each of it leads. Out: for each definition the address of the section that holds it.
It stands with a rule of its own chapter that uses it; if none does, with the first in other chapters. One that three
chapters or more use, its own not among them, and one that no rule uses, is a section of its own. In a chapter of
nothing but definitions all stay in the order of its author.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.prose.text.runs import plain

MANY = 3
"""Chapters: what so many use stands apart."""


@dataclass
class DefinitionHomes:
    """Knows the home of every definition.

    `heads` are the addresses of what is done, in the order of the book; `order` are those of all elements; `calls` are
    the definitions that each rule asks.
    """

    selection: Selection
    heads: Sequence[str]
    order: Sequence[str]
    calls: Mapping[str, Sequence[str]]
    found: dict[str, str] = field(default_factory=dict)

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.selection.declared

    @cached_property
    def place(self) -> dict[str, int]:
        """Give the place of each head in the book."""
        return {head: number for number, head in enumerate(self.heads)}

    @cached_property
    def places(self) -> dict[str, int]:
        """Give for each element where it comes among all: what is done before definitions that stand apart."""
        return {address: number for number, address in enumerate(dict.fromkeys((*self.heads, *self.order)))}

    @cached_property
    def with_heads(self) -> frozenset[str]:
        """Give the chapters in which something is done."""
        return frozenset(self.chapter(head) for head in self.heads)

    @cached_property
    def users(self) -> dict[str, tuple[str, ...]]:
        """Give for each address what of the player's book leads to it, phase by phase where the turn does."""
        found: dict[str, dict[str, bool]] = {}
        for user, address in self._ways():
            if user != address:
                found.setdefault(address, {})[user] = True
        return {address: tuple(users) for address, users in found.items()}

    def _ways(self) -> Iterator[tuple[str, str]]:
        for user, led_to in self.selection.ways.items():
            if user == "turn":
                for head in self.heads:
                    if head.startswith("turn."):
                        yield from ((head, one) for one in self.selection.leads_to(head))
            else:
                rule = self.declared.rules.get(user)
                yield from ((rule.site_address if rule is not None else user, one) for one in led_to)
        for address in self.order:
            yield from ((user, address) for user in self._callers(address))

    def _callers(self, address: str) -> Iterator[str]:
        """Give what of its own chapter asks a definition, itself or through what is not printed."""
        waiting, seen = [address], {address}
        while waiting:
            for caller in self._asked_by.get(waiting.pop(), ()):
                if caller in seen or self.chapter(caller) != self.chapter(address):
                    continue
                seen.add(caller)
                if caller in self.places:
                    yield caller
                else:
                    waiting.append(caller)

    @cached_property
    def _asked_by(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for caller, asked in self.calls.items():
            for one in asked:
                found.setdefault(one, []).append(caller)
        return found

    def chapter(self, address: str) -> str:
        """Give the chapter in which a rule or a phase is declared."""
        rule = self.declared.rules.get(address)
        return rule.module if rule is not None else self.declared.turn_module or ""

    def home(self, address: str) -> str:
        """Give the section with which a definition stands: its own address where it stands apart.

        In a chapter of nothing but definitions that is the chapter's name.
        """
        if address in self.place:
            return address
        if address not in self.found:
            self.found[address] = ""  # of a circle of definitions the way back counts for nothing
            self.found[address] = self._home(address)
        return self.found[address]

    def _home(self, address: str) -> str:
        users = self.users.get(address, ())
        if address in self.declared.tables:
            return next(filter(None, map(self.home, users)), "")
        own = self.chapter(address)
        if own not in self.with_heads:
            return own
        homes = {one: True for one in map(self.home, users) if one}
        rules = [one for one in homes if not one.startswith("turn.") or own == self.declared.turn_module]
        if not rules:
            return self._beside_phase(address, [one for one in homes if one in self.place]) or address
        chapters = {self._chapter_of_home(one) for one in rules}
        if own in chapters:
            rules = [one for one in rules if self._chapter_of_home(one) == own]
        elif len(chapters) >= MANY:
            return address
        return self._first(rules)

    def _chapter_of_home(self, home: str) -> str:
        return home if home in self.declared.modules else self.chapter(home)

    def _first(self, homes: Iterable[str]) -> str:
        return min(homes, key=lambda one: self.places.get(one, len(self.places)))

    def _beside_phase(self, address: str, phases: Sequence[str]) -> str:
        """Give the rule of its own chapter to which a phase leads besides; the phase where there is none."""
        for phase in sorted(phases, key=lambda one: self.place[one]):
            led_to = list(self.selection.leads_to(phase))
            at = led_to.index(address) if address in led_to else 0
            own = self.chapter(address)
            for one in (*led_to[at:], *led_to[:at]):
                if one in self.place and self.chapter(one) == own:
                    return one
        return self._first(phases) if phases else ""

    def is_apart(self, address: str) -> bool:
        """Tell whether a definition stands with no rule that uses it."""
        return self.home(address) in (address, self.chapter(address))

    def users_elsewhere(self, address: str) -> list[str]:
        """Give the sections of other chapters that use a definition, in the order of the book."""
        own = self.chapter(address)
        homes = {self.home(user) for user in self.users.get(address, ())}
        found = [one for one in homes if one in self.place and self.chapter(one) != own]
        return sorted(found, key=lambda one: self.place[one])

    def in_order(self, apart: Iterable[str]) -> list[str]:
        """Put definitions that stand apart in order: rules in that of their author, then terms by their names."""
        listed = list(apart)
        terms = [one for one in listed if self.users.get(one)]
        rules = [one for one in listed if one not in terms]
        return [*rules, *sorted(terms, key=self._name)]

    def _name(self, address: str) -> str:
        section = self.selection.writer.section(address)
        return plain(section.title).lower() if section is not None else address
