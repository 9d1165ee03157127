"""The variants of a game: what each changes and needs, and of any two of them how they go together.

In: the name of a game. Out: `VariantListed`s and `PairOfVariants`s. Two variants are looked at over what both build
upon; which is the ruleset with the variants that both extend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Literal

from quarterdeck.analysis.witnesses.interplay import InterplayShown, Meeting
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.leading import steps_to
from quarterdeck.base.plain_data import DataRecord
from quarterdeck.language.variants.variant_order import extended_by, head_of
from quarterdeck.workspace.pipeline.folders import TwoOfOneNameError, asked_for, is_layer, parts_of, variant_names
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Verdict = Literal["faulty", "built on", "conflict", "interplay", "none found", "apart"]
"""One has faults by itself; one extends the other; both touch one address, or do not fit together; one bears on the
other; they meet, and no situation was found in which it shows; they do not meet.
"""
Progress = Callable[[str], None]


@dataclass(frozen=True)
class VariantListed:
    """A variant of a game: its name, title and note, its needs and its changes.

    `findings` are what is wrong with it; `only_when` is the condition under which it applies, if it has one.
    """

    name: str
    title: str
    note: str
    only_when: str
    needs: tuple[str, ...]
    after: tuple[str, ...]
    changes: tuple[str, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class PairOfVariants(DataRecord):
    """Two variants, and how they interact.

    `faulty`: one has errors alone. `built on`: one extends the other. `conflict`: `findings` name the address.
    `interplay`: one affects the other, as the situation shows. `none found`: they meet, but none of the `looked`
    situations shows an effect. `apart`: they do not meet.
    """

    one: str
    other: str
    verdict: Verdict
    games: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    interplay: InterplayShown | None = None
    looked: int = 0


def named_apart(folders: Iterable[tuple[Path, str]]) -> dict[str, str]:
    """Give by the name of each variant what its folder is asked for by.

    Raises:
        TwoOfOneNameError: two folders hold a variant of one name.
    """
    found: dict[str, tuple[Path, str]] = {}
    for path, asked in folders:
        folder = path.resolve()
        known, _ = found.setdefault(folder.name, (folder, asked))
        if known != folder:
            raise TwoOfOneNameError(
                f"two variants are called {folder.name}: {known} and {folder}; give one another name, its folder too"
            )
    return {name: asked for name, (_, asked) in found.items()}


@dataclass
class Variants:
    """Variants of one game; rulesets that were opened for one pair serve the next.

    `named` are their names, each with what it is asked for by: a name, or the path of a folder.
    """

    game: str
    named: Mapping[str, str]
    opened: dict[frozenset[str], Ruleset] = field(default_factory=dict)

    @classmethod
    def of(cls, asked: str) -> Variants:
        """Give the variants that `game+variant+variant` names, or of a game alone all that come with it.

        Raises:
            NotFoundError: there is no such game or variant, or two of the folders hold variants of one name.
        """
        game, *more = parts_of(asked)
        folders, plugins = asked_for(asked)
        with_plugins = "+".join([game, *plugins])
        if len(folders) > 1:
            named = zip(folders[1:], [one for one in more if one not in plugins], strict=True)
            return cls(with_plugins, named_apart(named))
        game = with_plugins
        own = folders[0] / "variants"
        return cls(game, {n: str(own / n) if is_layer(Path(n)) else n for n in variant_names(folders[0])})

    def ruleset(self, *names: str) -> Ruleset:
        """Give the game with some variants."""
        key = frozenset(names)
        if key not in self.opened:
            self.opened[key] = Ruleset.open(self.called(names))
        return self.opened[key]

    def called(self, names: Iterable[str]) -> str:
        """Give the game with some variants as it is asked for."""
        return "+".join([self.game, *(self.named.get(name, name) for name in sorted(names))])

    def listed(self) -> Iterator[VariantListed]:
        """Give every variant, in the order of the alphabet."""
        for name in self.named:
            yield self.one(name)

    def one(self, name: str) -> VariantListed:
        """Give one variant."""
        ruleset = self.ruleset(name)
        declared = ruleset.loaded.declared
        if declared is None or name not in declared.variant_heads:
            return VariantListed(name, name, "", "", (), (), (), tuple(ruleset.findings))
        head = head_of(declared.variant_heads[name])
        changed = dict.fromkeys(
            a.address.partition("~")[0] for a in declared.amended if a.variant == name and a.deed != "lean"
        )
        needs, after = self.needs(name), tuple(head.after)
        return VariantListed(
            name,
            head.title,
            head.note or "",
            head.only_when or "",
            needs,
            after,
            tuple(changed),
            tuple(ruleset.findings),
        )

    def needs(self, name: str) -> tuple[str, ...]:
        """Give the variants that a variant extends, near and far."""
        declared = self.ruleset(name).loaded.declared
        heads = declared.variant_heads if declared is not None else {}
        steps = steps_to([name], lambda one: extended_by(head_of(heads[one])) if one in heads else ())
        return tuple(sorted(one for one, away in steps.items() if away))

    def pairs(self, progress: Progress | None = None) -> Iterator[PairOfVariants]:
        """Give every two of the variants, and how they go together."""
        for one, other in combinations(self.named, 2):
            if progress is not None:
                progress(f"{one} and {other}")
            yield self.pair(one, other)

    def pair(self, one: str, other: str) -> PairOfVariants:
        """Give how two variants go together."""
        needs = [set(self.needs(name)) for name in (one, other)]
        common = sorted(needs[0] & needs[1])
        called = tuple(map(self.called, (common, [one], [other], [one, other])))
        if one in needs[1] or other in needs[0]:
            return PairOfVariants(one, other, "built on", called)
        rulesets = (
            self.ruleset(*common),
            self.ruleset(one),
            self.ruleset(other),
            self.ruleset(one, other),
        )
        if any(ruleset.faults for ruleset in rulesets[:3]):
            return PairOfVariants(one, other, "faulty", called)
        if rulesets[3].faults:
            return PairOfVariants(one, other, "conflict", called, tuple(rulesets[3].faults))
        met = Meeting(rulesets).look()
        verdict: Verdict = "interplay" if met.interplay is not None else "none found" if met.meetings else "apart"
        return PairOfVariants(one, other, verdict, called, (), met.interplay, met.looked)
