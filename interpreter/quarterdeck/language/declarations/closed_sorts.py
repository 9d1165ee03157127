"""The sorts that declarations come in, and who sees a field: values of which there are a few."""

from __future__ import annotations

from typing import Literal

from quarterdeck.base.records import EqualRecord

KEPT_IN_CACHE = True
EnumSort = Literal["plain", "circle", "ladder"]
RuleSort = Literal["define", "procedure", "effect", "advice"]
HookSort = Literal["roll", "look_up", "before", "after", "refusal", "ordering", "function"]
Knower = Literal["owner", "nobody"]
"""Who knows a field that not all may see."""


class SeenBy(EqualRecord):
    """Who sees a field. With an option, everybody sees it where the option is off."""

    who: Knower | Literal["all"]
    option: str = ""

    @classmethod
    def parsed(cls, text: str) -> SeenBy | None:
        """Read `owner` or `nobody when OPTION`; give None for anything else."""
        match text.split():
            case ["all" | "owner" | "nobody" as who]:
                return cls(who)
            case ["owner" | "nobody" as who, "when", option]:
                return cls(who, option)
        return None

    @property
    def hides(self) -> bool:
        """Tell whether some may not see the field, perhaps under the option only."""
        return self.who != "all"

    def __str__(self) -> str:
        return f"{self.who} when {self.option}" if self.option else self.who
