"""The one thread in which all games of a host are played: live games may not change threads.

In: calls of the host. Out: what they return, for the thread that serves sockets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class GameThread:
    """Runs one call after another."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="games")

    async def run(self, call: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """Return what a call returns, or raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(call, *arguments, **named))

    def wait_for(self, call: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """Return what a call returns, outside an event loop."""
        return self._thread.submit(call, *arguments, **named).result()

    def close(self) -> None:
        """End the thread when its calls are done."""
        self._thread.shutdown()
