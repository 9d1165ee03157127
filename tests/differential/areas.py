"""Maps of named areas, as the handbook says under "Areas": ways are found by extending all of them step by step."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AreaMap:
    """A map whose areas are the members of an enum; `joined` leads both ways, `one_way` only there."""

    areas: str  # an enum
    names: tuple[str, ...]
    joined: tuple[tuple[str, str], ...]
    one_way: tuple[tuple[str, str], ...] = ()
    shape: str = "areas"
    edge: bool = False  # no scenario gives a size
    directions: str = ""

    def leads(self, start: str, goal: str) -> bool:
        """Whether one step leads from an area to another."""
        return (start, goal) in self.joined or (goal, start) in self.joined or (start, goal) in self.one_way

    def neighbours(self, area: str) -> tuple[str, ...]:
        return tuple(one for one in self.names if self.leads(area, one))

    def distance(self, start: str, goal: str) -> int | None:
        """Count the steps of a shortest way; no way is longer than there are areas."""
        reached = {start}
        for steps in range(len(self.names)):
            if goal in reached:
                return steps
            reached |= {one for area in reached for one in self.neighbours(area)}
        return None

    @property
    def is_connected(self) -> bool:
        """Whether each area can be reached from every other, so that a distance is never none."""
        return None not in {self.distance(one, other) for one in self.names for other in self.names}

    @property
    def longest(self) -> int:
        """Give the longest way, where the range of a distance ends."""
        return max(self.distance(one, other) or 0 for one in self.names for other in self.names)
