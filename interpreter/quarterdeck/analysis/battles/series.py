"""A series of battles from beginning to end: open the contests, fight what is missing, say what came of it.

In: rulesets, a scenario, and `SeriesWanted`. Out: a `BattleSeries`. Where the same is wanted, the same comes of it,
whoever fights, in whatever order, and however often it was broken off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from quarterdeck.analysis.battles.advice_profile import AdviceProfile
from quarterdeck.analysis.battles.comparison import Comparison, compared
from quarterdeck.analysis.battles.contest import Contest, Terms
from quarterdeck.analysis.battles.executors import Workers
from quarterdeck.analysis.battles.fighting import GamesKept, Progress, fight_missing
from quarterdeck.analysis.battles.store import BattleStore
from quarterdeck.analysis.battles.summary import SeriesSummary, summed_up
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.plain_data import DataRecord, FromOne
from quarterdeck.language.declarations.symbol_table import Constant, Declared, Option
from quarterdeck.language.meaning.canonical_form import data_form, hashed
from quarterdeck.program.form.settings import stored_setting, what_it_may_be
from quarterdeck.workspace.ruleset.cell_names import is_cell
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError, scenario_called
from quarterdeck.workspace.ruleset.seating import BOT

NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class SeriesWanted:
    """What is to be fought: so many battles of a scenario, with options, seats and a seed, kept in a file or not.

    `vary` are options, constants and cells of tables by name that are something else in the second contest, with which
    the first is compared.
    """

    scenario: str
    sides: Sequence[str] = (BOT,)
    count: int = 1000
    seed: int = 1
    options: Mapping[str, str] = field(default_factory=dict)
    vary: Mapping[str, str] = field(default_factory=dict)
    save: Path | None = None


@dataclass(frozen=True)
class SideSeated:
    """A side: its name in the scenario, its title, and its decider."""

    side: str
    title: str
    seat: str


@dataclass(frozen=True)
class ContestFought:
    """One of the contests: its ruleset, its settings, and the results of its battles."""

    game: str
    options: Mapping[str, str]
    vary: Mapping[str, str]
    came: SeriesSummary


@dataclass(frozen=True)
class BattleSeries(DataRecord):
    """The results of many battles of a scenario, or of two versions of it.

    `kept` is the file that holds every battle (none: nothing is kept).
    """

    scenario: str
    seed: int
    count: FromOne
    sides: tuple[SideSeated, ...]
    kept: Path | None
    contests: tuple[ContestFought, ...]
    compared: Comparison | None

    @property
    def failed(self) -> int:
        """Give how many battles could not be fought to their end."""
        return sum(len(contest.came.failed) for contest in self.contests)


def fight_series(
    ruleset: Ruleset,
    wanted: SeriesWanted,
    against: Ruleset | None = None,
    workers: AbstractContextManager[Workers] | None = None,
    *,
    at_once: bool = True,
    progress: Progress | None = None,
    games: GamesKept | None = None,
    profile: AdviceProfile | None = None,
) -> BattleSeries:
    """Fight a series, or go on with one; `workers` are used `at_once`, or when it takes this process alone too long.

    `games` keeps each battle that is fought as a game, with its record; `profile` learns what advice costs, if all are
    fought in this process.

    Raises:
        OpeningError: the scenario, a setting or the sides do not fit, or there is nothing to be fought.
        RefusedError: a ruleset or the scenario has findings, or a setting does not fit.
        StoreFaultError: the file has other battles, or cannot be used.
        StoreWriteError: what was fought cannot be kept.
        WorkersError: there are no workers, or one has died.
        OtherRulesError: a worker has other rules.
        SetUpFaultError: the set-up cannot be carried out.
    """
    if wanted.count < 1:
        raise OpeningError(f"{wanted.count} battles: at least 1 is needed")
    contests = {0: opened(ruleset, wanted, {})}
    if against is not None or wanted.vary:
        contests[1] = opened(against or ruleset, wanted, wanted.vary)
        if list(contests[0].sides) != list(contests[1].sides):
            raise OpeningError(
                f"{wanted.scenario} has other sides in {contests[1].terms.game}; they cannot be compared"
            )
    store = BattleStore(wanted.save)
    store.refuse_places(0, 1)
    try:
        for place, contest in contests.items():
            store.take(place, contest)
            if games is not None:
                contest.journal_header(1)
                about = {"ruleset": contest.terms.game, "scenario": wanted.scenario, "seed": str(wanted.seed)}
                games.take(place, hashed(data_form(asdict(contest.identity))), about)
        if profile is not None:
            profile.watch(contests[0])
        fight_missing(contests, store, wanted.count, workers, at_once=at_once, progress=progress, games=games)
        return summed(contests, store, wanted)
    finally:
        store.close()


def opened(
    ruleset: Ruleset, wanted: SeriesWanted, vary: Mapping[str, str], numbers: Mapping[str, str] = NOTHING
) -> Contest:
    """Open a contest, with the hashes that whoever else opens it must find; `numbers` of its rules may be others.

    Raises:
        OpeningError: there is no such scenario or setting, or the sides do not fit.
        NoSuchNumberError: there is no such number.
        ValueRefusedError: a number cannot have its value.
        RefusedError: the ruleset or the scenario has findings.
    """
    ruleset.refuse_faults()
    scenario_called(ruleset.declared, wanted.scenario)
    for name, value in vary.items():
        if (why := why_not_varied(ruleset.declared, name, value)) is not None:
            raise OpeningError(why)
    settings = (tuple(wanted.options.items()), tuple(vary.items()), tuple(wanted.sides))
    terms = Terms(ruleset.name, wanted.scenario, *settings, wanted.seed, numbers=tuple(numbers.items()))
    contest = Contest.open(terms, ruleset)
    contest.terms = replace(contest.terms, rules=contest.identity.rules, start=contest.identity.start)
    return contest


def why_not_varied(declared: Declared, name: str, value: str) -> str | None:
    """Say why something cannot be varied, or not to a value; nothing where it can, or where a cell is to say so."""
    known: dict[str, Option | Constant] = {**declared.options, **declared.constants}
    if is_cell(name):
        return None
    if name in known:
        kind = known[name].type
        fits = stored_setting(declared, kind, value) is not None
        return None if fits else f"{name}={value}: {what_it_may_be(declared, kind, value)}"
    hint = did_you_mean(name, known, "name an option, a constant, or a cell as `chart[3, dry]`", mark="")
    return f"{name} cannot be varied; {hint} (for other changes, use a variant with --against)"


def summed(contests: Mapping[int, Contest], store: BattleStore, wanted: SeriesWanted) -> BattleSeries:
    """Sum up what a store holds of a series."""
    first = contests[0]
    outcomes = {place: store.outcomes(place, wanted.count, one.sides) for place, one in contests.items()}
    return BattleSeries(
        wanted.scenario,
        wanted.seed,
        wanted.count,
        tuple(SideSeated(side, first.titles[side], seat) for side, seat in first.seats.items()),
        wanted.save,
        tuple(
            ContestFought(
                contest.terms.game,
                dict(contest.terms.options),
                dict(contest.terms.vary),
                summed_up(outcomes[place], contest.titles, words_of_fields(contest)),
            )
            for place, contest in contests.items()
        ),
        compared(outcomes[0], outcomes[1], first.titles) if len(contests) > 1 else None,
    )


def words_of_fields(contest: Contest) -> dict[str, str]:
    """Give the words of every field of a contest's ruleset."""
    kinds = contest.game.built.checked.declared.kinds.values()
    return {known.address: known.words for kind in kinds for known in kind.fields.values()}
