"""Work on parts of a ruleset, kept by what it rests on: after an edit only what that reaches is done again.

In: a ruleset that the cache knows; the key of a piece of work (`cache_keys`), and the work. Out: what comes of it,
taken from the cache where it was done before. All of one ruleset is in one file, which is read when something is first
asked for and written by `save`. Beside what was asked for since, as much of what was kept before stays in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, cast

from quarterdeck.base.cache.entries import read_entry, write_entry
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.ruleset_cache import entry
from quarterdeck.workspace.pipeline.work_keys import WorkKeys

Made = TypeVar("Made")
PART = "work"
DIGEST = 10


@dataclass
class WorkCache:
    """What came of work on one ruleset, by what it was and what it rests on."""

    loaded: Loaded
    checked: Checked
    asked: dict[str, Any] = field(default_factory=dict)
    is_new: bool = False

    @cached_property
    def cache_keys(self) -> WorkKeys:
        """Give what tells on what work rests."""
        return WorkKeys(self.loaded, self.checked)

    @cached_property
    def known(self) -> dict[str, Any]:
        """Give what was kept before."""
        found = read_entry(self.path) if self.loaded.key else None
        return found if isinstance(found, dict) else {}

    @property
    def path(self) -> Path:
        """Give the file in which all is; what lies there is found by its keys, whoever wrote it."""
        told = blake2b(self.loaded.game.encode("utf-8", "surrogatepass"), digest_size=DIGEST)
        return entry(told.hexdigest(), PART)

    def knows(self, what: str, key: str) -> bool:
        """Tell whether it is known what comes of some work."""
        return f"{what} {key}" in self.asked or f"{what} {key}" in self.known

    def once(self, what: str, key: str, work: Callable[[], Made]) -> Made:
        """Give what comes of work, by what it is and what it rests on; it must be such as the cache can hold."""
        name = f"{what} {key}"
        if name in self.asked:
            return cast("Made", self.asked[name])
        if name in self.known:
            made = self.known[name]
        else:
            made, self.is_new = work(), True
        self.asked[name] = made
        return cast("Made", made)

    def save(self) -> None:
        """Write what was asked for, where any of it is new, and of what was kept before as much again."""
        if self.is_new and self.loaded.key:
            others = ((name, made) for name, made in self.known.items() if name not in self.asked)
            write_entry(self.path, {**self.asked, **dict(islice(others, len(self.asked)))})
            self.is_new = False
