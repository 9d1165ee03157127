"""Let a process beside do a share of the work: forked off, so that it knows what is known here."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path


def can_share() -> bool:
    """Tell whether this machine has a second core, and processes that are forked off."""
    return (os.cpu_count() or 1) > 1 and "fork" in get_all_start_methods()


@contextmanager
def process_beside() -> Iterator[ProcessPoolExecutor]:
    """Give a process that takes work; what it has not begun when this ends is dropped."""
    pool = ProcessPoolExecutor(1, get_context("fork"), _in_silence)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_silence() -> None:
    """Pay no attention to Ctrl-C and write nothing: both are for the process that asks, and shows how far it is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process lives
