"""A ruleset that is held while it is edited: loaded again and again, where only what an edit reaches is done again.

In: the name of a ruleset with its variants. Out: what `stages.load` gives, each time as the files are now. The ruleset
alone and the result with its variants have a store each: most definitions are the same in both, and are kept twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from quarterdeck.pipeline.folders import asked_for
from quarterdeck.pipeline.loaded import Loaded, Stores
from quarterdeck.pipeline.stages import load

WATCHED = frozenset([".yaml", ".yml", ".rules", ".csv", ".lock"])


@dataclass
class Held:
    """One ruleset over time, with what is known of it."""

    game: str
    stores: Stores = field(default_factory=Stores)

    def load(self) -> Loaded:
        """Give the ruleset as its files are now.

        Raises:
            NotFoundError: there is no ruleset or variant of that name.
        """
        self.stores.begin()
        return load(self.game, self.stores)

    def stamp(self) -> frozenset[tuple[str, int, int]]:
        """Give the paths of the files below its folders with their sizes and times of change.

        Raises:
            NotFoundError: there is no ruleset or variant of that name.
        """
        found = set()
        for folder in asked_for(self.game)[0]:
            for path in Path(folder).rglob("*"):
                if path.suffix in WATCHED and path.is_file():
                    known = path.stat()
                    found.add((str(path), known.st_size, known.st_mtime_ns))
        return frozenset(found)
