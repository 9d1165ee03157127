"""What an edit concerns: the definitions that were typed again, and all that comes to them.

In: a ruleset that is held, as it is checked now, with the store that knows what was done again. Out: addresses of
rules, tables, phases, setups and rosters. What else was typed again (a field, an option, a constant) is read where no
call leads, and concerns everything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from quarterdeck.base.leading import steps_to
from quarterdeck.language.checks.calls import Calls, called_in, calls_of
from quarterdeck.language.declarations.definition_key import DefinitionKey, DefinitionSort
from quarterdeck.language.typing.meanings import Checked

FOLLOWED: Collection[DefinitionSort] = ("rule", "table", "phase", "scenario", "roster")
"""Definitions whose readers are found by their calls."""


@dataclass(frozen=True)
class Concerned:
    """What an edit concerns, by how many calls lie between; `everything` where that cannot be told apart.

    `set_up` tells whether what things begin with may be another.
    """

    addresses: Mapping[str, int]
    set_up: bool
    everything: bool = False

    def concerns(self, address: str) -> bool:
        """Tell whether a rule, table, phase or step is concerned, or what it is a part of."""
        return self.everything or any(part in self.addresses for part in (address, *around(address)))

    def nearness(self, address: str) -> int:
        """Give how many calls lie between what was edited and a rule, table, phase or step."""
        return min((self.addresses[part] for part in (address, *around(address)) if part in self.addresses), default=99)


def around(address: str) -> Iterator[str]:
    """Give the addresses of what something is a part of; of a phase also the turn."""
    while "." in address:
        address = address.rpartition(".")[0]
        yield address


def concerned_by(checked: Checked, typed: Iterable[DefinitionKey]) -> Concerned:
    """Give what comes to definitions that were typed again."""
    begins = list(typed)
    if any(key.sort not in FOLLOWED for key in begins):
        return Concerned({}, set_up=True, everything=True)
    calls = calls_of(checked)
    callers: dict[str, set[str]] = {}
    for caller, called in calls_in(calls):
        callers.setdefault(called.rstrip("?"), set()).add(caller.rstrip("?"))
    found = steps_to((key.element for key in begins), callers.get)
    reached = [(home, found[home.address]) for home in calls.homes if home.address in found]
    phases = [steps for home, steps in reached if home.sort == "phase"]
    set_up = any(home.sort in ("setup", "roster") for home, _ in reached)
    return Concerned(found | ({"turn": min(phases)} if phases else {}), set_up)


def calls_in(calls: Calls) -> Iterator[tuple[str, str]]:
    """Give who calls whom, each phase by itself."""
    for made in (calls.made, calls.said):
        for caller, called in made.items():
            yield from ((caller, element) for _, element in called if caller != "turn")
    for home in calls.homes:
        if home.sort == "phase":
            yield from ((home.address, element) for part in home.parts for _, element in called_in(calls.checked, part))
