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
from quarterdeck.workspace.ruleset.scenario_names import scenario_called
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
    """Play a scenario many times, and return wins, lengths, losses and their causes.

    `sides` are deciders, one for all or one each ("bot", "random", a script). `against` is another ruleset, and
    `vary` changes options, constants or cells of tables by name. With either, there is a second contest on the same
    dice, and the differences. `save` is a file for all battles; battles that it already has are not played again.
    `workers` is the number of processes, or any executor of `concurrent.futures`. With more than one process, protect
    the caller's module with `if __name__ == "__main__"`. `scheduler` is the address of a Dask scheduler. The result
    does not depend on the workers. `progress` receives the number of finished battles and of all.

    Raises:
        OpeningError: the scenario, a setting or the sides do not fit.
        RefusedError: a ruleset or the scenario has errors, or a script names an unknown choice.
        StoreFaultError: the file has other battles, or cannot be used or written.
        WorkersError: there are no workers, one has died, or one has other rules.
    """
    ruleset.refuse_faults()
    name = scenario_called(ruleset.declared, scenario)
    wanted = SeriesWanted(name, tuple(sides), count, seed, options or {}, vary or {}, save)
    return fight_series(ruleset, wanted, against, called_workers(workers, scheduler), progress=progress)


def called_workers(workers: int | Workers, scheduler: str) -> AbstractContextManager[Workers] | None:
    """Give who fights besides this process, if anybody does."""
    if scheduler:
        return executors.scheduler(scheduler)
    if isinstance(workers, Workers):
        return nullcontext(workers)
    return executors.processes(workers) if workers > 1 else None
