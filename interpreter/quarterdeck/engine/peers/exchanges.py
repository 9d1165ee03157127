"""What two peers exchange, kept so that a restart goes on with the same exchange.

In: an exchange as it is so far. Out: the same, also after a crash, since it is safe before anything of it is sent.
"""

from __future__ import annotations

import errno
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from quarterdeck.base.text import object_in


@dataclass(frozen=True)
class PeerExchange:
    """What two peers commit to, as text.

    `mine` is the own secret. Without a `salt` it is a draft that nobody has committed to. `theirs` is the commitment of
    the other peer, and `opened` its salt and secret, with a space between.
    """

    key: str
    mine: str
    salt: str
    theirs: str | None = None
    opened: str | None = None


class Exchanges(Protocol):
    """Keeps the exchanges of one game, by their keys."""

    def get(self, key: str) -> PeerExchange | None:
        """Read what was exchanged under a key; nothing where nothing was."""

    def put(self, exchange: PeerExchange) -> None:
        """Make safe what was exchanged so far; this replaces what was there."""


class MemoryExchanges:
    """Exchanges in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, PeerExchange] = {}

    def get(self, key: str) -> PeerExchange | None:
        """Read what was exchanged under a key."""
        return self.kept.get(key)

    def put(self, exchange: PeerExchange) -> None:
        """Keep an exchange while the program runs."""
        self.kept[exchange.key] = exchange


class FileExchanges(MemoryExchanges):
    """Exchanges in a file of JSON lines, of which the last one of a key holds; a torn last line is dropped."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1
        for line in data[:whole].splitlines():
            if (found := object_in(line)) is not None and found.keys() == PeerExchange.__dataclass_fields__.keys():
                super().put(PeerExchange(**found))
        if whole < len(data):
            with path.open("r+b") as file:
                file.truncate(whole)

    def put(self, exchange: PeerExchange) -> None:
        """Write an exchange, and make it safe from a crash of the machine."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            line = f"{json.dumps(asdict(exchange), ensure_ascii=False)}\n".encode()
            if file.write(line) != len(line):
                file.truncate(size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file.fileno())
        super().put(exchange)
