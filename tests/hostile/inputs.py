"""What is sent through a door: a folder of files, commands that read it, and what is typed meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

Command = Sequence[str]


@dataclass(frozen=True)
class Input:
    """Commands that are run one after another in the folder for which they were made.

    `typed` is what stands at the standard input, `environment` what is set beside the usual; `plugins` is a folder
    with distributions that are installed for this input alone. `saved` is what is written into files of the folder
    while a `watch` goes on; behind it the watch is broken off.
    """

    commands: Sequence[Command]
    typed: bytes = b""
    environment: dict[str, str] = field(default_factory=dict)
    plugins: Path | None = None
    saved: dict[Path, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Door:
    """A way in: `make` fills a folder at random and gives the commands; of a hundred inputs so many come this way."""

    name: str
    share: int
    make: Callable[[random.Random, Path], Input]
