"""A ruleset as one object: its findings, its scenarios, its examples, its odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings
from quarterdeck.graph.settings import settings_from
from quarterdeck.names.declared import Declared, Scenario
from quarterdeck.odds.count import Counter
from quarterdeck.odds.question import Asking
from quarterdeck.pipeline.build import Built, build
from quarterdeck.pipeline.kept import load_kept
from quarterdeck.pipeline.stages import Loaded
from quarterdeck.run.rosters import RosterBook
from quarterdeck.run.setup import set_up
from quarterdeck.run.situation import Place, Situation, nowhere


@dataclass
class Ruleset:
    """A ruleset with its variants, loaded once; what is built from it is kept by its settings."""

    loaded: Loaded
    builds: dict[tuple[tuple[str, int], ...], Built] = field(default_factory=dict)
    books: dict[int, RosterBook] = field(default_factory=dict)
    asked: dict[int, Asking] = field(default_factory=dict)

    @classmethod
    def open(cls, game: str) -> Ruleset:
        """Open `name`, `name+variant+variant` or a folder.

        Raises:
            NotFoundError: there is no such ruleset or variant.
        """
        return cls(load_kept(game))

    @property
    def name(self) -> str:
        """Give the name as it was asked for."""
        return self.loaded.game

    @property
    def findings(self) -> Findings:
        """Give what is wrong with the ruleset."""
        return self.loaded.findings

    @property
    def declared(self) -> Declared:
        """Give what it declares; only where it could be read."""
        assert self.loaded.declared is not None
        return self.loaded.declared

    @property
    def checked(self) -> Checked:
        """Give it checked; only where it could be read."""
        assert self.loaded.checked is not None
        return self.loaded.checked

    def built(
        self,
        findings: Findings,
        options: Mapping[str, Any] | None = None,
        constants: Mapping[str, Any] | None = None,
        board: Mapping[str, int] | None = None,
        place: Place = nowhere,
    ) -> Built:
        """Build it under options and constants given as plain data; what does not fit is a finding."""
        settings = settings_from(self.declared, options or {}, constants or {}, board or {}, findings, place)
        key = tuple(sorted(settings.items()))
        if key not in self.builds:
            self.builds[key] = build(self.checked, settings)
        return self.builds[key]

    def rosters(self, built: Built) -> RosterBook:
        """Give the things of all rosters, worked out under a build's settings."""
        if id(built) not in self.books:
            self.books[id(built)] = RosterBook(built.graph, built.roster_functions, built.files, self.findings)
        return self.books[id(built)]

    def scenario(
        self, name: str, findings: Findings, options: Mapping[str, Any] | None = None
    ) -> tuple[Built, Situation]:
        """Set a scenario up; further options go before its own. With findings, it must not be played."""
        scenario = self.declared.scenarios[name]
        built = self.built_for(scenario, findings, options)
        return built, set_up(built.graph, scenario, self.rosters(built), findings)

    def built_for(self, scenario: Scenario, findings: Findings, options: Mapping[str, Any] | None = None) -> Built:
        """Build it for a scenario."""
        shape, places = scenario.shape, scenario.document.places
        return self.built(findings, {**shape.options, **(options or {})}, shape.constants, shape.board, places.value)

    def asking(self, built: Built) -> Asking:
        """Give the one who counts over a build."""
        if id(built) not in self.asked:
            self.asked[id(built)] = Asking(self.checked, built.graph, Counter(built.graph), built.functions)
        return self.asked[id(built)]
