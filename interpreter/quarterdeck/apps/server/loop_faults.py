"""What a server says where its event loop meets a fault, in place of a traceback.

In: a loop that runs. Out: one line on the standard error; connections that are open go on.
"""

from __future__ import annotations

import asyncio
import errno
import sys
from collections.abc import Mapping
from time import monotonic
from typing import Any

PAUSE = 60.0
"""Seconds in which the same is not said again."""
NO_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


def say_faults_of(loop: asyncio.AbstractEventLoop) -> None:
    """Say faults of a loop in a line each, and none more often than once a minute."""
    said: dict[str, float] = {}

    def say(_: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        line = words_of(context)
        if monotonic() - said.get(line, -PAUSE) >= PAUSE:
            said[line] = monotonic()
            sys.stderr.write(f"{line}\n")

    loop.set_exception_handler(say)


def words_of(context: Mapping[str, Any]) -> str:
    """Word a fault that a loop has met."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in NO_FILES:
        return "no file is free for another connection: new ones wait until others are closed"
    return f"a connection failed: {type(error).__name__ if error is not None else 'unknown'}"
