"""A ruleset that is held while it is edited: loaded again and again, where only what an edit reaches is done again.

In: the name of a ruleset with its variants. Out: what `stages.load` gives, each time as the files are now. The ruleset
alone and the result with its variants have a store each: most definitions are the same in both, and are kept twice.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from quarterdeck.base import resources
from quarterdeck.workspace.pipeline.folders import SUFFIXES, NotFoundError, ending_of
from quarterdeck.workspace.pipeline.load_result import Loaded, Memory
from quarterdeck.workspace.pipeline.ruleset_cache import contributing
from quarterdeck.workspace.pipeline.stages import load


@dataclass
class IncrementalRuleset:
    """One ruleset over time, with what is known of it.

    Raises:
        NotFoundError: there is no ruleset or variant of that name.
    """

    game: str
    memory: Memory = field(default_factory=Memory)
    folders: tuple[Path, ...] = field(init=False)
    """All of which it is made: the ruleset first, then the variants that were asked for, and those that they extend."""
    read: tuple[Path, ...] = ()
    """The folders that were read last: a text that nobody has saved may extend others."""

    def __post_init__(self) -> None:
        self.folders = tuple(contributing(self.game)[0])

    def load(self) -> Loaded:
        """Give the ruleset as its files are now.

        Raises:
            NotFoundError: it is no longer there.
        """
        self.memory.begin()
        loaded = load(self.game, self.memory)
        self.read = tuple(layer.folder for layer in loaded.layers)
        return loaded

    def stamp(self) -> frozenset[tuple[str, int, int]]:
        """Give the paths of its files, and of the figures that rulesets share, with their sizes and times of change."""
        with suppress(NotFoundError):  # it is saved just now
            self.folders = tuple(contributing(self.game)[0])
        folders = dict.fromkeys((*self.folders, *self.read))
        own = (path for folder in folders for path in folder.rglob("*") if ending_of(path.name) in SUFFIXES)
        found = set()
        for path in chain(own, resources.rulesets_folder().rglob("*.csv")):
            with suppress(FileNotFoundError):  # it went while the folder was gone through
                known = path.stat()
                found.add((str(path), known.st_size, known.st_mtime_ns))
        return frozenset(found)
