"""The variants of a game: what each changes and needs, and of any two of them how they go together.

In: the name of a game. Out: `VariantListed`s and `VariantPair`s. Two variants are looked at over what both build upon;
which is the ruleset with the variants that both extend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from quarterdeck.analysis.witnesses.interplay import Interplay, Meeting
from quarterdeck.base.findings.finding import Finding
from quarterdeck.language.variants.variant_order import head_of
from quarterdeck.workspace.pipeline.folders import find, variant_names
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Verdict = Literal["faulty", "built on", "conflict", "interplay", "none found", "apart"]
"""One has faults by itself; one extends the other; both touch one address, or do not fit together; one bears on the
other; they meet, and no situation was found in which it shows; nothing that one changes comes to what the other does.
"""
Progress = Callable[[str], None]


@dataclass(frozen=True)
class VariantListed:
    """A variant that comes with a game: its name, title and note, what it needs, comes behind, changes and adds.

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
class VariantPair:
    """Two variants, and how they go together: the findings of a conflict, or the interplay that was found.

    `games` are the four that are compared: without both, with one, with the other, with both. `looked` is in how many
    situations an interplay was looked for.
    """

    one: str
    other: str
    games: tuple[str, str, str, str]
    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    interplay: Interplay | None = None
    looked: int = 0


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
            NotFoundError: there is no such game or variant.
        """
        game, *more = asked.split("+")
        folders = find(asked)
        names = [folder.resolve().name for folder in folders[1:]] if more else variant_names(folders[0])
        return cls(game, dict(zip(names, more or names, strict=True)))

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
        found: dict[str, None] = {}
        waiting = [name]
        while waiting:
            head = heads.get(waiting.pop())
            below = head_of(head).extends.split("+")[1:] if head is not None else []
            waiting += [one for one in below if one not in found]
            found |= dict.fromkeys(below)
        return tuple(sorted(found))

    def pairs(self, progress: Progress | None = None) -> Iterator[VariantPair]:
        """Give every two of the variants, and how they go together."""
        for one, other in combinations(self.named, 2):
            if progress is not None:
                progress(f"{one} and {other}")
            yield self.pair(one, other)

    def pair(self, one: str, other: str) -> VariantPair:
        """Give how two variants go together."""
        needs = [set(self.needs(name)) for name in (one, other)]
        common = sorted(needs[0] & needs[1])
        games = (common, [one], [other], [one, other])
        called = (self.called(games[0]), self.called(games[1]), self.called(games[2]), self.called(games[3]))
        if one in needs[1] or other in needs[0]:
            return VariantPair(one, other, called, "built on")
        rulesets = (
            self.ruleset(*common),
            self.ruleset(one),
            self.ruleset(other),
            self.ruleset(one, other),
        )
        if any(ruleset.faults for ruleset in rulesets[:3]):
            return VariantPair(one, other, called, "faulty")
        if rulesets[3].faults:
            return VariantPair(one, other, called, "conflict", tuple(rulesets[3].faults))
        met = Meeting(rulesets).look()
        if isinstance(met, Interplay):
            return VariantPair(one, other, called, "interplay", (), met, met.looked)
        return VariantPair(one, other, called, "none found" if met.meetings else "apart", looked=met.looked)
