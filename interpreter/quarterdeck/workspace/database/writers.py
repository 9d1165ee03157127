"""Who writes a game: a name for each store, from which another program on this machine sees whether its process lives.

In: nothing. Out: names, and whether the process behind a name has ended. Of a process on another machine nothing is
known, nor where the system has no `/proc`; then the lease says it.
"""

from __future__ import annotations

import os
import secrets
from functools import cache
from pathlib import Path

PROC = Path("/proc")
BETWEEN = ":"
ENDED = "ZX"
"""The states of a process that has ended and that nobody has asked for yet."""


@cache
def machine() -> str:
    """Give a name of this start of this machine, and of the processes that see each other; empty where it has none."""
    try:
        start = (PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{start}/{(PROC / 'self/ns/pid').readlink()}".replace(BETWEEN, "")
    except OSError:
        return ""


def new_writer() -> str:
    """Make a name for whoever writes a game in this process."""
    pid = os.getpid()
    return BETWEEN.join((machine(), str(pid), begun(pid) or "", secrets.token_hex(8)))


def begun(pid: int) -> str | None:
    """Give when a process began, as the system counts it; nothing where it has ended."""
    try:
        state, *rest = (PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except (OSError, ValueError):
        return None
    return None if state in ENDED else rest[18]


def has_ended(writer: str) -> bool:
    """Tell whether the process of a writer is known to have ended."""
    where, *process = writer.split(BETWEEN)
    if not where or where != machine() or len(process) != 3 or not process[0].isdecimal():
        return False
    return begun(int(process[0])) != process[1]
