"""A ruleset of which only some rules are carried out: its programs hold these and what they lead to.

To print, shorten and compile the whole of a large ruleset takes longer than what an edit concerns.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.analysis.trial.bench import ExampleRunner, TracedBuild
from quarterdeck.engine.run.rosters import RosterBook
from quarterdeck.engine.run.situation import Place, nowhere
from quarterdeck.program.form.pruning import narrowed
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.ruleset import Ruleset

Settings = frozenset[tuple[str, int]]
Books = dict[Settings, RosterBook]
"""The things of all rosters by the settings under which they were worked out."""


@dataclass
class NarrowRuleset(Ruleset):
    """A ruleset whose builds hold only what is `wanted`, and what that leads to; the things of rosters may be known."""

    wanted: frozenset[str] = frozenset()
    whole: dict[int, tuple[Built, Built]] = field(default_factory=dict)
    known: Books = field(default_factory=dict)
    under: dict[Settings, Built] = field(default_factory=dict)

    @classmethod
    def of(cls, ruleset: Ruleset, wanted: Collection[str], known: Books) -> NarrowRuleset:
        """Give a narrow one of a ruleset, with which it shares what is built."""
        return cls(ruleset.loaded, builds=ruleset.builds, pieces=ruleset.pieces, wanted=frozenset(wanted), known=known)

    def built(
        self,
        findings: Any,
        options: Mapping[str, Any] | None = None,
        constants: Mapping[str, Any] | None = None,
        board: Mapping[str, int] | None = None,
        place: Place = nowhere,
    ) -> Built:
        """Build it under options and constants, narrow."""
        built = super().built(findings, options, constants, board, place)
        self.under[settings_of(built)] = built
        if id(built) not in self.whole:
            self.whole[id(built)] = (built, Built(built.checked, narrowed(built.program, self.wanted), built.files))
        return self.whole[id(built)][1]

    def rosters(self, built: Built) -> RosterBook:
        """Give the things of all rosters, worked out by the whole program under a build's settings."""
        key = settings_of(built)
        if key not in self.known:
            self.known[key] = super().rosters(self.under[key])
        return self.known[key]


def settings_of(built: Built) -> Settings:
    """Give the settings of a build as a key."""
    return frozenset(built.program.settings.items())


@dataclass
class NarrowStand(TracedBuild):
    """A stand for a narrow build, which knows of the whole turn what is only reached while effects wait."""

    waiting: frozenset[str] = frozenset()

    @property
    def in_span(self) -> frozenset[str]:
        """Give the addresses that are only ever reached while effects wait."""
        return self.waiting


@dataclass
class NarrowBench(ExampleRunner):
    """A bench for a narrow ruleset."""

    waiting: frozenset[str] = frozenset()

    def stand(self, built: Built) -> TracedBuild:
        """Give the stand for a build."""
        if id(built) not in self.stands:
            self.stands[id(built)] = NarrowStand(built, self.ruleset.rosters(built), self.waiting)
        return self.stands[id(built)]
