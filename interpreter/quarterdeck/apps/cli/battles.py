"""`quarterdeck battles`: a scenario fought by the hundred, and what came of it; or two ways of it on the same dice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Annotated, Self

from cyclopts import Parameter

from quarterdeck.analysis.battles import executors
from quarterdeck.analysis.battles.advice_profile import AdviceProfile
from quarterdeck.analysis.battles.executors import Workers, WorkersError
from quarterdeck.analysis.battles.fighting import GamesKept
from quarterdeck.analysis.battles.series import BattleSeries, SeriesWanted, fight_series
from quarterdeck.analysis.battles.store import StoreWriteError
from quarterdeck.apps.cli.game_choices import by_name, listed, options_of, scenario_of
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import (
    NoAnswerError,
    UsageError,
    complain,
    open_ruleset,
    refuse_chart,
    refuse_number,
)
from quarterdeck.base.bounds import MOST_BATTLES, MOST_WORKERS
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import BOT


def battles(
    game: str,
    scenario: str = "",
    *,
    sides: str = BOT,
    option: Annotated[list[str] | None, Parameter(name="--option", negative=())] = None,
    count: int = 1000,
    seed: int = 1,
    against: str = "",
    vary: Annotated[list[str] | None, Parameter(name="--vary", negative=())] = None,
    workers: int | None = None,
    scheduler: str = "",
    save: Path | None = None,
    database: str = "",
    chart: Path | None = None,
    profile: Annotated[bool, Parameter(name="--profile", negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Play a scenario many times, and count how often each side wins, what is lost, and by which rules.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        scenario: the name of a scenario, as `show GAME scenarios` lists it.
        sides: the decider of each side, in order, with commas: `bot`, `random`, a script, or an installed plugin that
            decides; also `NAME=random`.
        option: an option of the ruleset, `NAME=VALUE`; repeatable.
        count: the number of battles.
        seed: the seed of the series; each battle has its own seed, made from this one and its number.
        against: a second ruleset, or the same one with variants, to play on the same dice and compare.
        vary: a change in the second series, `NAME=VALUE`: an option, a constant, or a cell of a table as
            `chart[3, dry]=7`; repeatable.
        workers: the number of processes; by default all cores, if it takes more than a moment.
        scheduler: the address of a Dask scheduler whose workers play instead (needs the extra `cluster`).
        save: store every battle in this SQLite file, and skip battles that it already has.
        database: save every battle as a game in this database, with its turns: an SQLite file, or
            `postgresql://USER@HOST/NAME`.
        chart: draw the results into this file (.svg, .png or .html; needs the extra `plots`).
        profile: also say what each piece of advice costs; all battles are played in one process.
        json: print JSON, with exact fractions.
    """
    refuse_number("--count", count, 1, MOST_BATTLES)
    if profile and any((against, vary, save, scheduler, workers, json)):
        raise UsageError("--profile is for one series alone, played here and printed as text")
    refuse_chart(chart)
    ruleset = open_ruleset(game)
    other = open_ruleset(against) if against else None
    wanted = SeriesWanted(
        scenario_of(ruleset, game, scenario, "fight"),
        listed(sides),
        count,
        seed,
        options_of(ruleset, by_name("--option", option or [])),
        by_name("--vary", vary or []),
        save,
    )
    called = None if profile else workers_wanted(workers, scheduler)
    costs = AdviceProfile() if profile else None
    with _games(database) as games:
        found = _fought(ruleset, wanted, other, called, games, costs, at_once=bool(workers or scheduler))
    return _show(found, chart, costs, json=json)


def _show(found: BattleSeries, chart: Path | None, costs: AdviceProfile | None, *, json: bool) -> int:
    """Draw what came of it, if that is wanted, and print it, with what advice costs; give the exit code."""
    if chart is not None:
        from quarterdeck.apps.cli.battle_chart import draw

        draw(found, chart)
    if json:
        print_json(found)
    else:
        from quarterdeck.apps.cli.battle_tables import print_series

        print_series(found)
    if costs is not None:
        from quarterdeck.apps.cli.battle_tables import print_costs

        print_costs(costs)
    return 1 if found.failed else 0


def _fought(
    ruleset: Ruleset,
    wanted: SeriesWanted,
    against: Ruleset | None,
    workers: AbstractContextManager[Workers] | None,
    games: GamesKept | None,
    costs: AdviceProfile | None,
    *,
    at_once: bool,
) -> BattleSeries:
    """Fight, and show how far it is; what cannot be is said as commands say it."""
    with showing_battles(wanted.save) as shown:
        return fight_series(
            ruleset, wanted, against, workers, at_once=at_once, progress=shown, games=games, profile=costs
        )


@contextmanager
def _games(database: str) -> Iterator[GamesKept | None]:
    """Give what keeps battles as games, where a database is named."""
    if not database:
        yield None
        return
    from quarterdeck.workspace.database.battle_games import BattleGames
    from quarterdeck.workspace.database.game_database import GameDatabase

    with GameDatabase.open(database) as opened:
        yield BattleGames(opened)


@contextmanager
def showing_battles(save: Path | None) -> Iterator[BattlesProgress]:
    """Show how far battles are; what cannot be fought is said as commands say it, with what is kept."""
    shown = BattlesProgress()
    try:
        with shown:
            yield shown
    except (StoreWriteError, WorkersError) as error:
        raise NoAnswerError("battles", f"{error}; {shown.kept(save)}") from None
    except KeyboardInterrupt:
        complain(f"interrupted; {shown.kept(save)}")
        raise


def workers_wanted(workers: int | None, scheduler: str) -> AbstractContextManager[Workers] | None:
    """Give who fights besides this process.

    Raises:
        UsageError: there cannot be so many, or both are asked for.
    """
    if scheduler:
        if workers is not None:
            raise UsageError("--workers are processes of this machine; a scheduler has its own")
        return executors.scheduler(scheduler)
    if workers is None:
        workers = min(os.cpu_count() or 1, MOST_WORKERS)
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"--workers {workers}: there may be 1 to {MOST_WORKERS}")
    return executors.processes(workers) if workers > 1 else None


class BattlesProgress:
    """Shows how far a series is, with the time that is left, on the standard error, where that is a terminal."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        self.bar = Progress(
            TextColumn("battles"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self.task = self.bar.add_task("", total=None)
        self.done = self.whole = 0

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(self, sort: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.bar.stop()

    def __call__(self, done: int, whole: int) -> None:
        """Learn how many battles there are, of how many."""
        self.done, self.whole = done, whole
        self.bar.update(self.task, completed=done, total=whole)

    def kept(self, path: Path | None) -> str:
        """Say what is kept, and how to go on."""
        if path is None:
            return "nothing is saved (--save FILE saves every battle, and continues a series)"
        return f"{self.done:,} of {self.whole:,} battles are saved in {path}, and the same command continues"
