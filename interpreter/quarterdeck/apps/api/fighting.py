"""Fight a scenario many times over without anybody at a terminal, and compare two ways of it on the same dice.

In: a ruleset, a scenario, who decides, how many. Out: a `BattleSeries`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from quarterdeck.analysis.battles import executors
from quarterdeck.analysis.battles.executors import Workers
from quarterdeck.analysis.battles.fighting import Progress
from quarterdeck.analysis.battles.series import BattleSeries, SeriesWanted, fight_series
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import BOT


def battles(
    ruleset: Ruleset,
    scenario: str,
    *,
    sides: Sequence[str] = (BOT,),
    count: int = 1000,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    against: Ruleset | None = None,
    vary: Mapping[str, str] | None = None,
    save: Path | None = None,
    workers: int | Workers = 1,
    scheduler: str = "",
    progress: Progress | None = None,
) -> BattleSeries:
    """Fight a scenario so many times, and give who won how often, what was lost and by which rules.

    `sides` are seats that are no people, one for all or one each ("bot", "random", a script). With `against`, another
    ruleset, or `vary`, options, constants or cells of tables by name that are something else, there is a second contest
    on the same dice, and how the two differ. `save` names a file that keeps every battle; what it holds already is not
    fought again. `workers` are processes of this machine, or any executor of `concurrent.futures`; more than one
    process needs the caller's module to be importable without fighting, as `if __name__ == "__main__"` sees to.
    `scheduler` is the address of a Dask scheduler. The same is given however many work. `progress` is told how many
    battles there are, and how many there are to be.

    Raises:
        OpeningError: the scenario, a setting or the sides do not fit.
        RefusedError: a ruleset or the scenario has findings, or a script speaks of no choice that there is.
        StoreFaultError: the file keeps other battles, or cannot be used.
        StoreWriteError: what was fought cannot be written, as on a full disk.
        WorkersError: there are no workers, or one has died.
        OtherRulesError: a worker has other rules.
    """
    wanted = SeriesWanted(scenario, tuple(sides), count, seed, options or {}, vary or {}, save)
    return fight_series(ruleset, wanted, against, called_workers(workers, scheduler), progress=progress)


def called_workers(workers: int | Workers, scheduler: str) -> AbstractContextManager[Workers] | None:
    """Give who fights besides this process, if anybody does."""
    if scheduler:
        return executors.scheduler(scheduler)
    if isinstance(workers, Workers):
        return nullcontext(workers)
    return executors.processes(workers) if workers > 1 else None
