"""Where a picture belongs that nobody placed: at the first rule for players that makes use of what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.overrides.selection import Selection


class Homes:
    """Finds the rule at which a picture stands."""

    def __init__(self, checked: Checked, selection: Selection) -> None:
        self.checked = checked
        self.selection = selection

    @cached_property
    def bodies(self) -> dict[str, nodes.Node]:
        """Give the nodes of every rule that is no advice, and of every phase, by address."""
        declared = self.checked.declared
        turn = declared.turn
        found: dict[str, nodes.Node] = {f"turn.{phase.name.text}": phase for phase in turn.phases} if turn else {}
        rules = (rule for rule in declared.rules.values() if rule.sort != "advice")
        return found | {rule.address: rule.node for rule in rules}

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """Give for each rule those that call it."""
        found: dict[str, list[str]] = {}
        for address, body in self.bodies.items():
            for part in body.walk():
                meaning = self.checked.meanings.get(part)
                if isinstance(meaning, meanings.RuleCall):
                    found.setdefault(meaning.rule.address, []).append(address)
        return found

    @cached_property
    def in_order(self) -> dict[str, int]:
        """Give the place in the book of each thing that players read."""
        listed = self.selection.in_order()
        addresses = [address for name in listed for address in listed[name]]
        return {address: number for number, address in enumerate(addresses)}

    def nearest(self, addresses: Iterable[str]) -> str:
        """Give the first place in the book at which players read one of several rules; nothing if they read none."""
        found = filter(None, map(self.home, dict.fromkeys(addresses)))
        return min(found, key=self.in_order.__getitem__, default="")

    def home(self, address: str) -> str:
        """Give a rule itself where players read it, or else the first that calls it; nothing where none does."""
        tried: dict[str, bool] = {}
        waiting = [address]
        while waiting:
            printed = [one for one in waiting if one in self.in_order]
            if printed:
                return min(printed, key=self.in_order.__getitem__)
            tried |= dict.fromkeys(waiting, True)
            further = [user for one in waiting for user in self.users.get(one, ())]
            waiting = [user for user in dict.fromkeys(further) if user not in tried]
        return ""

    def using(self, is_meant: Callable[[meanings.Meaning], bool]) -> Iterator[str]:
        """Give the rules that speak of something."""
        for address, body in self.bodies.items():
            meant = (self.checked.meanings.get(part) for part in body.walk())
            if any(meaning is not None and is_meant(meaning) for meaning in meant):
                yield address
