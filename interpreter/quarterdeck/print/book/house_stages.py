"""The ruleset of a book as its variants make it, one after another, to tell what each of them changes by itself.

In: a ruleset with variants. Out: for each of them what tells the ruleset below it and with it, which is made only where
another one changes the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from quarterdeck.analysis.diff.rosters import said_again
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.typing.whole_ruleset import check_types
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.pipeline.stages import with_figures
from quarterdeck.workspace.pipeline.variants import lay_all
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass
class VariantStages:
    """A ruleset below its variants, and with as many of them as were laid before one."""

    ruleset: Ruleset
    made: dict[str, EnglishWriter | None] = field(default_factory=dict)

    @cached_property
    def alone(self) -> Ruleset:
        """Give the ruleset without its variants."""
        return Ruleset.open(self.ruleset.name.split("+", 1)[0])

    @cached_property
    def below_all(self) -> EnglishWriter | None:
        """Give what tells the ruleset without its variants; nothing where that alone has findings."""
        return EnglishWriter(self.alone.checked) if not self.alone.faults else None

    def up_to(self, variant: str) -> EnglishWriter | None:
        """Give what tells the ruleset with a variant and all below it; nothing where that has findings."""
        if variant not in self.made:
            loaded, order = self.ruleset.loaded, self.ruleset.declared.variants
            laid = {name: loaded.variants[name] for name in order[: order.index(variant) + 1]}
            findings = Findings()
            assert loaded.base is not None
            checked = check_types(with_figures(lay_all(loaded.base, laid, findings), loaded.layers), findings)
            self.made[variant] = None if findings else EnglishWriter(checked, merges=True)
        return self.made[variant]

    def below(self, variant: str) -> EnglishWriter | None:
        """Give what tells the ruleset with all that were laid before a variant."""
        order = self.ruleset.declared.variants
        at = order.index(variant)
        return self.up_to(order[at - 1]) if at else self.below_all

    def says_nothing_new(self, variant: str) -> frozenset[str]:
        """Give the addresses of the figures that a variant says as the ruleset alone has them."""
        folder = self.ruleset.declared.variant_heads[variant].file.path.rpartition("/")[0]
        rosters = self.ruleset.declared.rosters.values()
        own = [one for one in rosters if one.shape.amends and one.document.file.path.startswith(f"{folder}/")]
        return frozenset(
            f"rosters.{roster.shape.amends}.{thing}.{name}"
            for roster in own
            for thing, name in said_again(self.alone, roster)
        )
