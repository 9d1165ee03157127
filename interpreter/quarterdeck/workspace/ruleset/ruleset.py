"""A ruleset as one object: its findings, its builds, its scenarios, its odds.

What builds, sets up and counts is imported when it is asked for: much that opens a ruleset only looks at it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from quarterdeck.base.findings.finding import Finding, Findings, RefusedError
from quarterdeck.base.text import NOWHERE, Span
from quarterdeck.language.declarations.symbol_table import Declared, Scenario
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.ruleset_cache import load_kept
from quarterdeck.workspace.ruleset.scenario_names import scenario_called

if TYPE_CHECKING:
    from quarterdeck.engine.odds.odds_questions import OddsQuestions
    from quarterdeck.engine.run.rosters import RosterBook
    from quarterdeck.engine.run.situation import Place, Situation
    from quarterdeck.program.lower.pieces import KnownPieces
    from quarterdeck.workspace.pipeline.build import Built
    from quarterdeck.workspace.pipeline.work_cache import WorkCache


def _nowhere(*path: str | int) -> Span:
    return NOWHERE


@dataclass
class Ruleset:
    """A ruleset with its variants, loaded once; its builds are cached by their settings.

    If parts are `wanted`, builds contain only these and what they use. With `only_sets_up`, builds can set things
    up and run nothing.
    """

    loaded: Loaded
    builds: dict[tuple[tuple[str, int], ...], Built] = field(default_factory=dict)
    set_up_builds: dict[tuple[tuple[str, int], ...], Built] = field(default_factory=dict)
    pieces: KnownPieces = field(default_factory=dict)
    books: dict[tuple[frozenset[tuple[str, int]], str], RosterBook] = field(default_factory=dict)
    asked: dict[int, OddsQuestions] = field(default_factory=dict)
    for_questions: dict[tuple[int, str], Built] = field(default_factory=dict)
    """Builds for single questions, by the build that each differs from, and in what."""
    wanted: frozenset[str] = frozenset()
    narrow: dict[int, Built] = field(default_factory=dict)
    """Builds that hold only what is wanted, by the complete build that each is a part of."""
    only_sets_up: bool = False

    @classmethod
    def open(cls, game: str) -> Ruleset:
        """Open `name`, `name+variant+variant` or a folder.

        Raises:
            NotFoundError: there is no such ruleset or variant.
        """
        return cls(load_kept(game))

    def only(self, wanted: Collection[str]) -> Self:
        """Return the ruleset with builds of only some rules and the rules they use; builds are shared.

        To optimise, print and compile all of a large ruleset takes longer than a few questions need.
        """
        return replace(self, wanted=frozenset(wanted), narrow={}, asked={}, for_questions={})

    def to_set_up(self) -> Self:
        """Return the ruleset with builds for the set-up only."""
        return replace(self, only_sets_up=True, asked={}, for_questions={})

    @property
    def name(self) -> str:
        """The name as given."""
        return self.loaded.game

    @property
    def findings(self) -> Findings:
        """The problems of the ruleset."""
        return self.loaded.findings

    @cached_property
    def faults(self) -> list[Finding]:
        """Give what is so wrong that nothing can be carried out, played or counted; what is unfinished is not in it."""
        return [finding for finding in self.findings if finding.is_fault]

    def refuse_faults(self, *, finished: bool = False) -> None:
        """Raise the errors of the ruleset, and with `finished` also unfinished parts.

        Raises:
            RefusedError: it has findings that forbid that.
        """
        if self.faults or (finished and self.findings):
            raise RefusedError(self.findings)

    def without_faults_of_data(self) -> Ruleset:
        """Return the ruleset without the data that could not be read."""
        return Ruleset(replace(self.loaded, findings=Findings([one for one in self.findings if not one.is_in_data])))

    @property
    def declared(self) -> Declared:
        """The declarations.

        Raises:
            RefusedError: it could not be read.
        """
        if self.loaded.declared is None:
            raise RefusedError(self.findings)
        return self.loaded.declared

    @property
    def checked(self) -> Checked:
        """The checked ruleset.

        Raises:
            RefusedError: it could not be read.
        """
        if self.loaded.checked is None:
            raise RefusedError(self.findings)
        return self.loaded.checked

    def built(
        self,
        findings: Findings,
        options: Mapping[str, Any] | None = None,
        constants: Mapping[str, Any] | None = None,
        board: Mapping[str, int] | None = None,
        place: Place = _nowhere,
    ) -> Built:
        """Build the ruleset for options and constants given as plain data.

        Raises:
            RefusedError: its rules have faults; whatever is carried out, played or counted is built here.
        """
        self.refuse_faults()
        build = self.build_to_set_up if self.only_sets_up else self.whole_build
        built = build(findings, options or {}, constants or {}, board or {}, place)
        if not self.wanted:
            return built
        if id(built) not in self.narrow:
            self.narrow[id(built)] = built.only(self.wanted)
        return self.narrow[id(built)]

    def whole_build(
        self,
        findings: Findings,
        options: Mapping[str, Any],
        constants: Mapping[str, Any],
        board: Mapping[str, int],
        place: Place,
    ) -> Built:
        """Build the complete ruleset; values that do not fit are diagnostics.

        The first build is kept by content, or taken from there. Who builds it a second time is likely to do so many
        times, under settings of every sort, which would take room from others.
        """
        from quarterdeck.program.form.settings import settings_from
        from quarterdeck.workspace.pipeline.build import build
        from quarterdeck.workspace.pipeline.program_cache import shelf_for

        settings = settings_from(self.declared, options, constants, board, findings, place)
        key = tuple(sorted(settings.items()))
        if key not in self.builds:
            shelf = shelf_for(self.loaded, settings) if not self.builds else None
            self.builds[key] = build(self.checked, settings, self.loaded.store, shelf, self.pieces)
        return self.builds[key]

    @cached_property
    def kept(self) -> WorkCache:
        """Give what was worked out of parts of it, now or before."""
        from quarterdeck.workspace.pipeline.work_cache import WorkCache

        return WorkCache(self.loaded, self.checked)

    @cached_property
    def played_by(self) -> dict[str, str]:
        """Give the hash of every rule, table, kind and the like that a record of a game depends on."""
        from quarterdeck.language.meaning.fingerprint import played_by

        return played_by(self.declared)

    @cached_property
    def read_to_set_up(self) -> frozenset[str]:
        """Give the settings on which it depends what things are set up."""
        from quarterdeck.language.checks.setup_settings import read_to_set_up

        return read_to_set_up(self.checked)

    def build_to_set_up(
        self,
        findings: Findings,
        options: Mapping[str, Any],
        constants: Mapping[str, Any],
        board: Mapping[str, int],
        place: Place,
    ) -> Built:
        """Build the ruleset for the set-up.

        Its routines are those of the settings by default, unless what is set up depends on settings that are others.
        """
        from quarterdeck.program.form.settings import settings_from

        settings = settings_from(self.declared, options, constants, board, findings, place)
        if self.read_to_set_up & {name.split(".", 1)[0] for name in settings}:
            return self.whole_build(Findings(), options, constants, board, place)
        key = tuple(sorted(settings.items()))
        if key not in self.set_up_builds:
            plain = self.whole_build(Findings(), {}, {}, {}, place)
            program = replace(plain.program, settings={**plain.program.settings, **settings})
            self.set_up_builds[key] = set_up = plain.altered(program, change="set up")
            self.books[set_up.key] = self.rosters(plain)
        return self.set_up_builds[key]

    def rosters(self, built: Built) -> RosterBook:
        """Return the things of all rosters for the settings of a build."""
        from quarterdeck.engine.run.rosters import RosterBook

        if built.key not in self.books:
            whole = built.whole or built
            self.books[built.key] = RosterBook(
                whole.program, whole.checked.declared.rosters, whole.roster_module, whole.files, Findings()
            )
        return self.books[built.key]

    def faults_of_rosters(self) -> Findings:
        """Put every thing of a roster into a situation of its own, and return the files and values that do not fit.

        Raises:
            RefusedError: its rules have faults.
        """
        from quarterdeck.engine.run.rosters import check_things

        findings = Findings()
        built = self.built(findings)
        book = self.rosters(built)
        findings.extend(book.findings)
        check_things(built.program, book, findings)
        return findings

    def faults_of_scenarios(self) -> Findings:
        """Set up every scenario, and return what does not fit.

        Raises:
            RefusedError: its rules have faults.
        """
        from quarterdeck.engine.run.setup import set_up

        findings, setting_up = Findings(), self.to_set_up()
        for scenario in self.declared.scenarios.values():
            stand = setting_up.built_for(scenario, findings)
            set_up(stand.program, scenario, setting_up.rosters(stand), findings)
        return findings

    def refuse_faults_of_data(self) -> None:
        """Refuse to use a ruleset with a thing of a roster, or a scenario, that does not fit its rules.

        Raises:
            RefusedError: there is one, or its rules have faults.
        """
        if self.faults_of_data:
            raise RefusedError(self.faults_of_data)

    @cached_property
    def faults_of_data(self) -> Findings:
        """What does not fit in rosters and scenarios; what a variant makes void is left out.

        Raises:
            RefusedError: its rules have faults.
        """
        return self.of_the_result(Findings([*self.faults_of_rosters(), *self.faults_of_scenarios()]))[0]

    def of_the_result(self, findings: Findings) -> tuple[Findings, list[Finding]]:
        """Divide findings about data into those that stand, and those that a variant makes void in the data below."""
        if not self.loaded.variants:
            return findings, []
        from quarterdeck.workspace.pipeline.variants import of_the_result  # with it comes what parses

        seen, voids = of_the_result(findings, (), self.loaded.layers[0], self.declared)
        return Findings(seen), list(voids)

    @property
    def scenarios(self) -> dict[str, str]:
        """The titles of the scenarios by their names.

        Raises:
            RefusedError: it could not be read.
        """
        return {name: one.shape.title for name, one in self.declared.scenarios.items()}

    def scenario(
        self, name: str, findings: Findings, options: Mapping[str, Any] | None = None
    ) -> tuple[Built, Situation]:
        """Set up a scenario; the given options have priority. Do not play it if there are diagnostics.

        With findings, it must not be played.

        Raises:
            RefusedError: the rules have faults.
            OpeningError: there is no such scenario.
        """
        from quarterdeck.engine.run.setup import set_up

        self.refuse_faults()
        scenario = self.declared.scenarios[scenario_called(self.declared, name)]
        built = self.built_for(scenario, findings, options)
        return built, set_up(built.program, scenario, self.rosters(built), findings)

    def built_for(
        self,
        scenario: Scenario,
        findings: Findings,
        options: Mapping[str, Any] | None = None,
        constants: Mapping[str, Any] | None = None,
    ) -> Built:
        """Build the ruleset for a scenario; the given options and constants have priority."""
        shape, place = scenario.shape, scenario.document.places.value
        settings = ({**shape.options, **(options or {})}, {**shape.constants, **(constants or {})}, shape.board)
        return self.built(findings, *settings, place)

    def asking(self, built: Built) -> OddsQuestions:
        """Return the counter of odds for a build."""
        from quarterdeck.engine.odds.count import Counter
        from quarterdeck.engine.odds.odds_questions import OddsQuestions

        if id(built) not in self.asked:
            self.asked[id(built)] = OddsQuestions(built.checked, built.program, Counter(built.program), built.module())
        return self.asked[id(built)]
