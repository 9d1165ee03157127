"""Choose what stands in the player's book, and what in the appendices behind it.

In: the English of a ruleset. Out: addresses. A player needs what the turn does, what nothing else does (setting up,
say), and whatever the sentences on these lead to. The rest is for the curious: what only a program needs since an
author tells it otherwise, advice to programs, and numbers that have a name, which stand in the sentences themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quarterdeck.language.declarations.symbol_table import Declared, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.prose.overrides.override_writer import BookWriter
from quarterdeck.prose.overrides.rule_overrides import asked_by, asked_in, is_taken


@dataclass
class Selection:
    """What of one ruleset is for its players."""

    writer: BookWriter

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.writer.checked.declared

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Give the addresses of the definitions that are one number each."""
        rules = self.declared.rules.values()
        return tuple(one.address for one in rules if one.sort == "define" and one.stands_alone and self._is_number(one))

    def _is_number(self, rule: Rule) -> bool:
        has_docs = isinstance(rule.node, nodes.Define) and isinstance(
            nodes.base_of(rule.node.cases), nodes.SeveralCases
        )
        return not has_docs and bool(self.writer.number(rule))

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """Give what players read, what the book begins with among it, and the addresses to which each leads."""
        found: dict[str, tuple[str, ...]] = {}
        waiting = list(self.roots())
        while waiting:
            address = waiting.pop()
            if address not in found:
                found[address] = tuple(self.leads_to(address))
                waiting += found[address]
        return found

    def roots(self) -> Iterator[str]:
        """Give what stands in the book by itself: the turn, what no rule calls, tables that players alone look into."""
        if self.declared.turn is not None:
            yield "turn"
        called = self._called
        for rule in self.declared.rules.values():
            if rule.sort != "advice" and rule.stands_alone and rule.address not in called:
                yield rule.site_address
        yield from (table.name for table in self.declared.tables.values() if table.apart)

    @cached_property
    def _called(self) -> frozenset[str]:
        declared = self.declared
        bodies: list[nodes.Node] = [rule.node for rule in declared.rules.values()]
        bodies += [declared.turn] if declared.turn is not None else []
        for table in declared.tables.values():
            for row in table.rows:
                for cell in row.cells:
                    bodies += [*cell.statements, *([cell.value] if cell.value is not None else [])]
        meant = (self.writer.checked.meanings.get(part) for body in bodies for part in body.walk())
        return frozenset(one.rule.address for one in meant if isinstance(one, meanings.RuleCall))

    def leads_to(self, address: str) -> Iterator[str]:
        """Give the addresses to which an element leads: all that it asks, or where it is told what its prose speaks of.

        Sentences that are planned may speak of a rule with a bare verb, which leads nowhere: so its nodes are asked.
        A phrase that says all that players need leads nowhere.
        """
        if address in self.writer.plain:
            return
        checked = self.writer.checked
        section = self.writer.section(address)
        for inner in section.sections if section is not None and section.sort == "turn" else ():
            yield from self.leads_to(inner.address)
        if section is not None and section.sort == "turn":
            return
        if section is None or not section.is_told:
            for asked in asked_by(checked, address):
                yield asked
                rule = self.declared.rules.get(asked)
                if rule is not None and rule.speaks_as and asked != address:
                    yield from self.leads_to(asked)  # what is left of a rule that makes use of its original
            return
        yield from (self._holder(run.to) for text in section.texts() for run in text if run.to)
        taken = self.writer.tales[address].taken
        for part in self._parts.get(address, ()) if taken else ():
            thing = self.writer.elements[part].thing
            if is_taken(part, taken) and isinstance(thing, nodes.Node):
                yield from asked_in(checked, thing)

    @cached_property
    def _parts(self) -> dict[str, list[str]]:
        """Give the addresses of all that is below an address that is told, by that address."""
        found: dict[str, list[str]] = {address: [] for address in self.writer.tales}
        for part in self.writer.elements:
            above = part
            while above:
                if above in found:
                    found[above].append(part)
                above = above.rpartition(".")[0]
        return found

    def _holder(self, address: str) -> str:
        """Give the address of the rule or table that holds what a link leads to."""
        address = address.removeprefix("tables.")
        while address and address not in self.declared.rules and address not in self.declared.tables:
            address = address.rpartition(".")[0]
        return address

    def is_for_players(self, address: str) -> bool:
        """Tell whether an element of a chapter stands in the player's book."""
        rule = self.declared.rules.get(address)
        if rule is not None and rule.sort == "advice":
            return False
        if address.startswith("advice.") or address in self.numbers or address in self.writer.plain:
            return False
        return address in self.ways if rule is not None or address in self.declared.tables else True

    @cached_property
    def workings(self) -> tuple[str, ...]:
        """Give the addresses of the rules and tables that players do not need, but for numbers."""
        known = [
            rule.site_address for rule in self.declared.rules.values() if rule.sort != "advice" and rule.stands_alone
        ]
        everything = (one for one in (*known, *self.declared.tables) if one not in self.numbers)
        return tuple(one for one in everything if one not in self.ways or one in self.writer.plain)

    def in_order(self) -> dict[str, list[str]]:
        """Give for each chapter what players need of it, in order; a table stands behind what first leads to it."""
        placed: set[str] = set()
        found: dict[str, list[str]] = {}
        for name, addresses in self.writer.order.items():
            found[name] = []
            for address in addresses:
                if address in self.declared.tables or not self.is_for_players(address):
                    continue
                found[name].append(address)
                for one in self.ways.get(address) or self.leads_to(address):
                    if one in self.declared.tables and one not in placed:
                        placed.add(one)
                        found[name].append(one)
        return found
