"""Programs, kept by content: what is built under the same settings again is neither lowered nor optimised again.

In: a ruleset that the cache knows, and settings. Out: its program as it was lowered, and after all passes. Of both only
what is not in the ruleset itself is written. Python is printed from them anew each time: nothing in the cache runs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path

from quarterdeck.base.cache.entries import read_entry, write_entry
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import Program, Settings
from quarterdeck.program.form.world import World
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.ruleset_cache import entry

DIGEST = 10


class Form(StrEnum):
    """Which program is kept: as it was lowered, or after all passes."""

    LOWERED = "lowered"
    OPTIMISED = "optimised"


@dataclass(frozen=True)
class Shelf:
    """Where the programs of a ruleset under some settings are kept."""

    loaded: Loaded
    settings: Settings

    def path(self, form: Form) -> Path:
        """Give the file in which a program is."""
        told = repr(sorted(self.settings.items())).encode("utf-8", "surrogatepass")
        return entry(self.loaded.key, f"{form}-{blake2b(told, digest_size=DIGEST).hexdigest()}")

    def read(self, form: Form, world: World, layout: Layout) -> Program | None:
        """Give a program with its layout, if it is kept; the functions of plugins are still to be put into it."""
        found = read_entry(self.path(form), self.shared(world, layout))
        return found if isinstance(found, Program) else None

    def write(self, form: Form, program: Program) -> None:
        """Keep a program, without the functions of plugins."""
        write_entry(self.path(form), replace(program, hooked=[]), self.shared(program.world, program.layout))

    def shared(self, world: World, layout: Layout) -> tuple[object, ...]:
        """Give what a program points to and is not written with it."""
        return (world, layout, *self.loaded.files)


def shelf_for(loaded: Loaded, settings: Settings) -> Shelf | None:
    """Give where the programs of a ruleset are kept; nothing where the cache does not know it."""
    return Shelf(loaded, settings) if loaded.key else None
