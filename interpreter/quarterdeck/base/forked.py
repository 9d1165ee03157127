"""Work something out for many items on several cores.

The processes are forked off with the work and its items, so that only places and answers are sent.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_shared: list[Callable[[int], Any]] = []


@contextmanager
def on_cores(
    work: Callable[[Item], Answer], items: Sequence[Item], enough: int, chunk: int
) -> Iterator[Iterable[Answer]]:
    """Give the answers to items in order, worked out in several processes where there are enough items that it pays.

    A process is given so many items at once.
    """
    count = os.cpu_count() or 1
    if count == 1 or len(items) < enough or "fork" not in multiprocessing.get_all_start_methods():
        yield map(work, items)
        return
    _shared.append(lambda at: work(items[at]))
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("fork"), _heed_no_interrupt)
    try:
        yield pool.map(_answer_at, range(len(items)), chunksize=chunk)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        _shared.pop()


def _answer_at(at: int) -> Any:
    return _shared[-1](at)


def _heed_no_interrupt() -> None:
    """Pay no attention to Ctrl-C, which is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
