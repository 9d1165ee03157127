"""Programs, kept by content: what is built under the same settings again is neither lowered nor shortened again.

In: a ruleset that the cache knows, and settings. Out: its program as it was lowered, and after all passes. Of both only
what is not in the ruleset itself is written. Python is printed from them anew each time: nothing in the cache runs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from quarterdeck.pipeline.kept import entry, read_entry, write_entry
from quarterdeck.pipeline.loaded import Loaded
from quarterdeck.program.layout import lay_out
from quarterdeck.program.program import Program, Settings

DIGEST = 10


@dataclass(frozen=True)
class Programs:
    """A program as it was lowered, and the same after all passes."""

    lowered: Program
    shortened: Program


@dataclass(frozen=True)
class Shelf:
    """Where the programs of a ruleset under some settings are kept."""

    loaded: Loaded
    settings: Settings

    @property
    def path(self) -> Path:
        """Give the file in which they are."""
        told = repr(sorted(self.settings.items())).encode()
        return entry(self.loaded.key, f"program-{blake2b(told, digest_size=DIGEST).hexdigest()}")

    def read(self) -> Programs | None:
        """Give the programs, if they are kept; the functions of plugins are still to be put into them."""
        assert self.loaded.declared is not None
        layout = lay_out(self.loaded.declared)
        found = read_entry(self.path, (self.loaded.declared, layout, *self.loaded.files))
        return Programs(*found) if isinstance(found, tuple) and len(found) == 2 else None

    def write(self, found: Programs) -> None:
        """Keep programs, without the functions of plugins."""
        lowered, shortened = (replace(one, hooked=[]) for one in (found.lowered, found.shortened))
        shared = (self.loaded.declared, lowered.layout, *self.loaded.files)
        write_entry(self.path, (lowered, shortened), shared)


def shelf_for(loaded: Loaded, settings: Settings) -> Shelf | None:
    """Give where the programs of a ruleset are kept; nothing where the cache does not know it."""
    return Shelf(loaded, settings) if loaded.key else None
