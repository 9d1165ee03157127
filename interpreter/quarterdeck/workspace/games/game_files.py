"""Where the things lie that a journal names: its ruleset and variants, scripts at its seats, a file of faces.

In: names as somebody typed them, and the path of a journal. Out: the same names as they are from the folder that one
works in now. A journal holds the way from its own folder to the one where the game was begun, so that both may be moved
together, and be played on from anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.engine.run.journal import JournalHeader
from quarterdeck.workspace.pipeline.folders import NotFoundError, find, is_layer, parts_of


@dataclass(frozen=True)
class Whereabouts:
    """The folders from which the names of a journal may be meant, the likeliest first."""

    folders: tuple[Path, ...] = (Path(),)
    is_told: bool = False

    @classmethod
    def of(cls, journal: Path | None, header: JournalHeader) -> Whereabouts:
        """Give where the names of a journal are looked for; of one that is not a file from here.

        A journal that does not say where its game was begun lies in that folder, or in one inside it.
        """
        if journal is None:
            return cls()
        if header.folder:
            return cls((journal.parent / header.folder, Path()), is_told=True)
        return cls((Path(), journal.parent, journal.parent / ".."))

    def game(self, name: str) -> str:
        """Give `ruleset+variant+variant` as it is named from here; what is not a folder keeps its name."""
        if not self.is_told and is_known_game(name):
            return name
        return "+".join(self.first(part, is_layer) for part in parts_of(name, self.folders))

    def file(self, name: str) -> str:
        """Give the path of a file from here; what is no file keeps its name."""
        return self.first(name, Path.is_file)

    def first(self, name: str, is_meant: Callable[[Path], bool]) -> str:
        """Give the first path that a name means and that is what is meant; else the name."""
        for folder in self.folders:
            if name and is_meant(folder / name):
                return name if folder == Path() else os.path.relpath(folder / name)
        return name


def is_known_game(game: str) -> bool:
    """Tell whether a game is found from here under a name."""
    try:
        return bool(find(game))
    except NotFoundError:
        return False


def is_same_game(one: str, other: str) -> bool:
    """Tell whether two names mean the same ruleset with the same variants, both from here."""

    def places(name: str) -> list[object]:
        return [Path(part).resolve() if is_layer(Path(part)) else part for part in parts_of(name)]

    return places(one) == places(other)


def is_same_file(one: str, other: str) -> bool:
    """Tell whether two names mean the same file, or are the same word."""
    return one == other or Path(one).resolve() == Path(other).resolve()


def way_to_begin(journal: Path, game: str, files: Iterable[str]) -> str:
    """Give the way from the folder of a journal to the one that one works in now.

    Nothing, where no name that the journal holds depends on it.
    """
    layers = [part for part in parts_of(game) if is_layer(Path(part))]
    names = [*layers, *(name for name in files if Path(name).is_file())]
    if all(Path(name).is_absolute() for name in names):
        return ""
    return way(journal.parent, Path())


def way_moved(header: JournalHeader, journal: Path, other: Path) -> str:
    """Give the way that another copy of a journal holds to where the game was begun."""
    return way(other.parent, journal.parent / header.folder) if header.folder else ""


def way(start: Path, end: Path) -> str:
    """Give the way from a folder to another, with `/` between its parts; nothing where there is none."""
    try:
        return Path(os.path.relpath(end, start)).as_posix()
    except ValueError:  # on two drives
        return ""
