"""Entries of the cache: files that hold one value each, found again by their path.

In: a path below the cache folder, and a value. Out: the value again, as long as its file is there and as it was
written. Each folder of entries has a bound; the longest unused go first.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from quarterdeck.base.cache.packed import BrokenError, UnkeepableError, pack, unpack

MOST_BYTES = 64 * 2**20
"""So much is kept in one folder; the longest unused goes first."""
UNSEEN_SHARE = 16
"""This part of it a process may write before it looks again at how much is kept."""
_written_unseen: dict[str, int] = {}


def read_entry(path: Path, shared: Sequence[object] = ()) -> Any:
    """Give an entry that was written with as much `shared`; nothing where it is not there, or not as it was written."""
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    with suppress(BrokenError), without_collecting():
        return unpack(data, shared)
    return None


@contextmanager
def without_collecting() -> Iterator[None]:
    """Collect no garbage while many objects are made: it would take long and free little."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def write_entry(path: Path, value: object, shared: Sequence[object] = ()) -> None:
    """Write an entry whole or not at all; where nothing can be written, nothing is kept."""
    with suppress(OSError, UnkeepableError):
        data = pack(value, shared)
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(data)
        Path(file.name).replace(path)
        _make_room(str(path.parent), len(data))


def _make_room(folder: str, written: int) -> None:
    """Drop what is too much, at a process's first writing and whenever it has written enough since."""
    most_unseen = MOST_BYTES // UNSEEN_SHARE
    unseen = _written_unseen.get(folder, most_unseen) + written
    if unseen >= most_unseen:
        _drop_what_is_too_much(folder, MOST_BYTES - most_unseen)
        unseen = 0
    _written_unseen[folder] = unseen


def _drop_what_is_too_much(folder: str, most: int) -> None:
    with os.scandir(folder) as found:
        entries = [(one.stat(), one.path) for one in found]
    total = sum(known.st_size for known, _ in entries)
    for known, path in sorted(entries, key=lambda one: one[0].st_mtime_ns):
        if total <= most:
            break
        Path(path).unlink(missing_ok=True)
        total -= known.st_size
