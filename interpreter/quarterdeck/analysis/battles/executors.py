"""Where battles are fought: in this process, in others on this machine, or where a scheduler sends them.

Out: `Workers`, an executor of `concurrent.futures` with how many tasks it can do at once. Processes are spawned, so
that they inherit nothing; they pay no attention to Ctrl-C, which is for the one who hands out tasks, and end when that
one does, however it ends.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, ParamSpec, TypeVar, cast

from quarterdeck.base.errors import UserError

P = ParamSpec("P")
R = TypeVar("R")
PATIENCE = "20s"
"""So long a scheduler may take to answer."""


class WorkersError(UserError):
    """There are no workers, one has died, or one has other rules; the argument is the message."""

    sort = "battles"


@dataclass(frozen=True)
class Workers:
    """An executor for tasks, and how many it runs at once."""

    executor: Executor
    slots: int


class HereExecutor(Executor):
    """Does what is asked for at once, in this process."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Do it; give a future that is done."""
        done: Future[R] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result is given it
            done.set_exception(error)
        return done


def here() -> Workers:
    """Give this process as the only worker."""
    return Workers(HereExecutor(), 1)


@contextmanager
def processes(count: int) -> Iterator[Workers]:
    """Start processes on this machine; at the end they do no further task."""
    pool = ProcessPoolExecutor(count, get_context("spawn"), _live_as_long_as_the_other)
    try:
        yield Workers(pool, count)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _live_as_long_as_the_other() -> None:
    """Pay no attention to Ctrl-C, and end when the process that started this one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_other, daemon=True).start()


def _end_with_the_other() -> None:
    other = parent_process()
    if other is not None:
        other.join()
        os._exit(1)


@contextmanager
def scheduler(address: str) -> Iterator[Workers]:
    """Hand tasks to a Dask scheduler; its workers need this interpreter, and the rulesets under the same names.

    Raises:
        WorkersError: the extra `cluster` is not installed, or no scheduler with workers answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise WorkersError("a scheduler needs the extra `cluster`: pip install 'quarterdeck[cluster]'") from None
    try:
        client: Any = cast("Any", Client)(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersError(f"no scheduler answers at {address} ({error})") from None
    try:
        slots = sum(client.nthreads().values())
        if not slots:
            raise WorkersError(f"the scheduler at {address} has no workers")
        with client.get_executor(pure=False) as executor:
            yield Workers(executor, slots)
    finally:
        client.close()
