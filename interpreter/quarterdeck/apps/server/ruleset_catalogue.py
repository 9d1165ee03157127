"""The rulesets that a host offers to other programs: those that are shipped, and those that it was started with.

In: a name from outside. Out: what opens that ruleset. A name is looked up in lists and never in folders, so that no
name leads to a file that is not offered; plugins cannot be named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from quarterdeck.apps.server.api_records import RulesetOffered
from quarterdeck.apps.server.http_problems import ProblemError
from quarterdeck.base import resources
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.workspace.pipeline.folders import is_layer, parts_of, ruleset_names, short_name, variant_names


@dataclass(frozen=True)
class RulesetCatalogue:
    """The rulesets of a host, by their names."""

    configured: Mapping[str, str] = field(default_factory=dict)
    """What opens a ruleset that is not shipped, or has variants by their paths, by its short name."""

    @classmethod
    def with_games(cls, games: Iterable[str]) -> RulesetCatalogue:
        """Offer the shipped rulesets and those that somebody has opened, by a name or path."""
        return cls({short_name(game): absolute(game) for game in games})

    def offered(self) -> list[RulesetOffered]:
        """List the rulesets with their variants."""
        names = sorted({*ruleset_names(), *self.configured})
        return [RulesetOffered(name, [] if "+" in name else self.variants(name)) for name in names]

    def variants(self, base: str) -> list[str]:
        """List the variants in the folder of a ruleset."""
        return variant_names(Path(self.configured.get(base, resources.rulesets_folder() / base)))

    def resolve(self, name: str) -> str:
        """Give what opens a ruleset.

        Raises:
            ProblemError: it is not offered.
        """
        if name in self.configured:
            return self.configured[name]
        base, *variants = name.split("+")
        known = sorted({*ruleset_names(), *self.configured})
        if base not in known:
            hint = did_you_mean(base, known, f"there are: {', '.join(known)}", mark="")
            raise ProblemError(422, f"this host offers no ruleset {base} ({hint})", "usage")
        there = self.variants(base)
        for variant in variants:
            if variant not in there or variants.count(variant) > 1:
                hint = f"each of these may be named once: {', '.join(there) or 'none'}"
                raise ProblemError(422, f"{base} has no variant {variant} here ({hint})", "usage")
        return "+".join([self.configured.get(base, base), *variants])


def absolute(game: str) -> str:
    """Give a game with the paths of its folders from the root, so that it means the same in every folder."""
    return "+".join(str(Path(part).resolve()) if is_layer(Path(part)) else part for part in parts_of(game))
