"""Dice that fall alike wherever a roll has the same address, whatever else is rolled before or beside it.

In: the way in which they fall. Out: faces, by the address of the roll and by how many dice were thrown there before; so
two rulesets throw the same for the same roll, though things lie elsewhere in their states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from quarterdeck.engine.run.dice import LotCounts, hashed, mixed, sort_at
from quarterdeck.program.form.program import Program

LOWEST, HIGHEST = 0, 1
"""Ways to fall in which every die shows its least, or its highest face; every other number is a way of its own."""
MASK = (1 << 64) - 1


@dataclass
class Fall:
    """One way for all dice to fall; `asked` is the rule that is carried out.

    `thrown` is what they showed, as facts give it: faces and what was drawn, by the labels of rolls.
    """

    program: Program
    way: int
    asked: str
    counts: dict[str, int] = field(default_factory=dict)
    thrown: dict[str, list[int | str]] = field(default_factory=dict)

    def new_turn(self, turn: int) -> None:
        """Learn that a turn begins: nothing hangs on it."""

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Give a face."""
        face = self.face(self.program.sites[site].address, sides)
        self.thrown.setdefault(self.label(site), []).append(face)
        return face

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        """Give the place of a sort of which there is a lot."""
        sort = sort_at(self.face(self.program.sites[site].address, sum(lots)), lots)
        self.thrown.setdefault(self.label(site), []).append(names[sort])
        return sort

    def face(self, address: str, sides: int) -> int:
        """Give what falls next at an address."""
        count = self.counts.get(address, 0)
        self.counts[address] = count + 1
        if self.way in (LOWEST, HIGHEST):
            return 1 if self.way == LOWEST else sides
        return mixed((hashed(address) ^ mixed(self.way)) + count & MASK) % sides + 1

    def labels(self) -> dict[str, list[int | str]]:
        """Give what the dice showed, by labels."""
        return {label: list(shown) for label, shown in self.thrown.items()}

    def label(self, site: int) -> str:
        """Give the label of a roll: its own name for a roll of the rule asked about, else with its rule before it."""
        place = self.program.sites[site]
        roll = place.address.rpartition(".")[2]
        return roll if place.routine == self.asked else f"{place.routine.rpartition('.')[2]}.{roll}"
