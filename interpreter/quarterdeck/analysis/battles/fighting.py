"""Fight the battles of a series that are missing, and keep them as they come.

In: contests, a store, a count, workers. Battles go out in tasks of about half a second, as measured by those that have
come back; which task a battle goes out in changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import AbstractContextManager
from time import perf_counter
from typing import Protocol

from quarterdeck.analysis.battles.contest import Contest, Terms
from quarterdeck.analysis.battles.executors import Workers, WorkersError, here
from quarterdeck.analysis.battles.store import BattleStore
from quarterdeck.analysis.battles.tasks import Fought, Item, Task, carry_out, keep_open
from quarterdeck.workspace.database.snapshots import PlayedBattle

SECONDS = 0.5
"""So long a task should take."""
MOST = 500
"""So many battles one task has at the most."""
FASTER = 4
"""By this factor a task may have more battles than the last that came back."""
SAME_FAULTS = 5
"""Where the first so many battles all fail with the same fault, no more are fought."""
ALONE = 2.0
"""Whoever leaves it open how many work fights alone where this many seconds will do."""
AHEAD = 2
"""So many tasks wait for each worker, one of which is being done."""

Progress = Callable[[int, int], None]
"""Is told how many battles there are, and how many there are to be."""


class GamesKept(Protocol):
    """Keeps battles as games."""

    def take(self, place: int, identity: str, about: Mapping[str, str]) -> None:
        """Learn of the contest of a place: what makes its battles the same ones, its ruleset, scenario and seed."""

    def add(self, played: Iterable[tuple[int, PlayedBattle]]) -> None:
        """Keep battles, each with the place of its contest."""


def fight_missing(
    contests: Mapping[int, Contest],
    store: BattleStore,
    count: int,
    workers: AbstractContextManager[Workers] | None,
    *,
    at_once: bool,
    progress: Progress | None = None,
    games: GamesKept | None = None,
) -> None:
    """Fight what is missing of so many battles of each contest.

    Without `at_once` the workers, if any, are called in when it will take this process alone more than a moment.

    Raises:
        WorkersError: a worker has died, or there is none.
        OtherRulesError: a worker has other rules.
        StoreWriteError: what was fought cannot be kept.
        StoreFaultError: the file is broken.
        DatabaseFaultError: the database cannot be written.
    """
    series = Series(contests, store, count, progress, games)
    keep_open({contest.terms: contest for contest in contests.values()})
    try:
        if workers is None or not at_once:
            series.begin()
            series.hand_out(here(), None if workers is None else ALONE)
        if series.left:
            assert workers is not None
            with workers as found:
                if at_once:
                    series.begin()
                series.hand_out(found)
    except (BrokenExecutor, CancelledError):
        raise WorkersError("a worker has died") from None
    finally:
        keep_open({})


class Series:
    """What is still to be fought, and how long it takes."""

    def __init__(
        self,
        contests: Mapping[int, Contest],
        store: BattleStore,
        count: int,
        progress: Progress | None,
        games: GamesKept | None = None,
    ) -> None:
        self.terms: dict[int, Terms] = {place: contest.terms for place, contest in contests.items()}
        self.left = store.missing(list(contests), count)
        self.whole = count * len(contests)
        self.store = store
        self.progress = progress
        self.games = games
        self.done = self.whole - len(self.left)
        self.size = 1
        self.tell()

    def begin(self) -> None:
        """Fight the first battles here, and no others where all of these fail with the same fault."""
        first, self.left = tuple(self.left[:SAME_FAULTS]), self.left[SAME_FAULTS:]
        if first:
            fought = carry_out(self.task(first))
            self.keep(fought, len(first))
            faults = {one.fault for _, one in fought.outcomes}
            if len(first) == SAME_FAULTS and len(faults) == 1 and faults != {""}:
                self.left = []

    def hand_out(self, workers: Workers, seconds: float | None = None) -> None:
        """Hand out tasks and keep what comes back, until all is fought or so many seconds are over."""
        waiting: dict[Future[Fought], int] = {}
        begun = perf_counter()
        try:
            while self.left or waiting:
                while self.left and len(waiting) < (workers.slots * AHEAD if workers.slots > 1 else 1):
                    items = self.next_task(workers.slots)
                    waiting[workers.executor.submit(carry_out, self.task(items))] = len(items)
                found, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in found:
                    self.keep(future.result(), waiting.pop(future))
                if seconds is not None and perf_counter() - begun > seconds:
                    break
        finally:
            for future in waiting:
                future.cancel()

    def task(self, items: tuple[Item, ...]) -> Task:
        """Give battles with the terms by which they are fought, and no others."""
        places = dict.fromkeys(place for place, _ in items)
        return Task(tuple((place, self.terms[place]) for place in places), items, self.games is not None)

    def next_task(self, slots: int) -> tuple[Item, ...]:
        """Take battles for one task; towards the end so many that all workers have some."""
        size = max(1, min(self.size, -(-len(self.left) // slots)))
        items, self.left = tuple(self.left[:size]), self.left[size:]
        return items

    def keep(self, fought: Fought, count: int) -> None:
        """Keep what has come back, and learn from it how many battles make a task."""
        if self.games is not None:
            self.games.add(fought.played)
        self.store.add(fought.outcomes)
        self.done += count
        fitting = int(SECONDS * count / max(fought.seconds, 1e-6))
        self.size = max(1, min(fitting, count * FASTER, MOST))
        self.tell()

    def tell(self) -> None:
        """Tell how far it is."""
        if self.progress is not None:
            self.progress(self.done, self.whole)
