"""What the definitions of a ruleset are known by, in the stores of typing, lowering and sentences, and in calls."""

from __future__ import annotations

from typing import Literal, NamedTuple

DefinitionSort = Literal[
    "option",
    "field",
    "constant",
    "condition",
    "rule",
    "table",
    "roster",
    "scenario",
    "example",
    "rules",
    "turn",
    "phase",
]


class DefinitionKey(NamedTuple):
    """Which piece of a ruleset something is about: its sort, and its name or address among those of the sort."""

    sort: DefinitionSort
    name: str

    @property
    def element(self) -> str:
        """Give the name by which calls, findings and readers of figures know it."""
        match self.sort:
            case "scenario" | "roster":
                return f"{self.sort} {self.name}"
            case "phase":
                return f"turn.{self.name}"
        return self.name
