"""One game on an editor's desk: looked at again whenever a text of it is another, saved or not.

In: the name of a game, and the texts that are not saved. Out: what is found, by file; the game as it is checked now,
for whoever wants to know what stands at a place of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from quarterdeck.analysis.watch.watcher import Edited, Look
from quarterdeck.apps.lsp.chances import Chances
from quarterdeck.apps.lsp.references import Mentions, mentions_in
from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations.addresses import Element, told_elements
from quarterdeck.language.syntax import nodes
from quarterdeck.workspace.pipeline.folders import Layer, Unsaved
from quarterdeck.workspace.pipeline.load_result import Loaded, ParsedLayer
from quarterdeck.workspace.ruleset.ruleset import Ruleset

HEADS = ("variant.yaml", "ruleset.yaml")


@dataclass
class SeenGame:
    """A game as it was when it was last looked at; `chances` are those of rolls that somebody has pointed at."""

    loaded: Loaded
    look: Look
    chances: dict[str, tuple[Chances, ...]] = field(default_factory=dict)

    @cached_property
    def ruleset(self) -> Ruleset | None:
        """Give it as a ruleset, if so much of it could be read that it was checked."""
        return Ruleset(self.loaded) if self.loaded.checked is not None else None

    @cached_property
    def elements(self) -> dict[str, Element]:
        """Give everything that has an address; advice on a choice stands behind `advice.`, the choice as is."""
        return told_elements(self.loaded.checked.declared) if self.loaded.checked is not None else {}

    @cached_property
    def is_sound(self) -> bool:
        """Tell whether it can be carried out and told."""
        return self.loaded.checked is not None and not any(finding.is_fault for finding in self.look.findings)

    def dice_at(self, file: SourceFile, offset: int) -> nodes.Dice | None:
        """Give the dice that are written at an offset of a file of rules."""
        every = (unit for layer in self.layers for one in layer.files if one.file == file for unit in one.units)
        unit = next((unit for unit in every if unit.span.start <= offset <= unit.span.end), None)
        dice = (node for node in unit.walk() if isinstance(node, nodes.Dice)) if unit is not None else ()
        return next((one for one in dice if one.span.start <= offset <= one.span.end), None)

    @cached_property
    def paths(self) -> dict[SourceFile, Path]:
        """Give where each of its files lies."""
        return {file: path for layer in self.loaded.layers for file, path in _paths_in(layer)}

    @cached_property
    def files(self) -> dict[Path, SourceFile]:
        """Give its files by their paths."""
        return {path: file for file, path in self.paths.items()}

    @cached_property
    def layers(self) -> list[ParsedLayer]:
        """Give its layers as they were parsed, the ruleset first."""
        return [*([self.loaded.pieces] if self.loaded.pieces else []), *self.loaded.variants.values()]

    @cached_property
    def mentions(self) -> Mentions:
        """Give every place at which something with a name is declared or spoken of."""
        return mentions_in(self.loaded, self.layers)

    def path_of(self, file: SourceFile) -> Path | None:
        """Give where a file lies; what is found about a folder as a whole stands in the file that heads it."""
        if file in self.paths:
            return self.paths[file]
        shared = resources.rulesets_folder() / file.path
        if shared.suffix == ".csv" and shared.is_file():
            return shared
        folders = [layer.folder for layer in reversed(self.loaded.layers) if layer.name == file.path.split("/", 1)[0]]
        heads = (folder.resolve() / name for folder in folders for name in HEADS)
        return next((head for head in heads if head.is_file()), None)

    def found(self) -> dict[Path, list[Finding]]:
        """Give what was found, faults and then notes, by file."""
        found: dict[Path, list[Finding]] = {path: [] for path in self.files}
        for finding in (place for one in (*self.look.findings, *self.look.voids) for place in one.at_each_place):
            path = self.path_of(finding.span.file)
            if path is not None:
                found.setdefault(path, []).append(finding)
        return found


def _paths_in(layer: Layer) -> Iterator[tuple[SourceFile, Path]]:
    folder = layer.folder.resolve()
    files: Iterable[SourceFile] = (*layer.rules, *layer.documents, *layer.data.values())
    for file in files:
        yield file, folder / file.path.partition("/")[2]


@dataclass
class OpenGame:
    """A game while it is written: as it was `seen` last, and when it was last `sound`.

    Raises:
        NotFoundError: there is no such game.
    """

    game: str
    edited: Edited = field(init=False)
    seen: SeenGame | None = None
    sound: SeenGame | None = None
    stamp: object = None

    def __post_init__(self) -> None:
        self.edited = Edited(self.game)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Give the folders of which the game is made, the ruleset first."""
        return tuple(folder.resolve() for folder in self.edited.held.folders)

    def holds(self, path: Path) -> bool:
        """Tell whether a file is one of this game, and not of a variant that lies in it and was not asked for."""
        if self.seen is not None and path in self.seen.files:
            return True
        return any(
            path.is_relative_to(folder) and "variants" not in path.relative_to(folder).parts for folder in self.folders
        )

    def looked(self, texts: Unsaved) -> SeenGame:
        """Give the game as it is with some texts that are not saved; only where something is another it is looked at.

        Raises:
            NotFoundError: it is no longer there.
        """
        mine = {path: text for path, text in texts.items() if self.holds(path) or self.seen is None}
        stamp = (self.edited.held.stamp(), mine)
        if self.seen is None or stamp != self.stamp:
            self.edited.held.memory.unsaved = mine
            look = self.edited.look()
            assert self.edited.loaded is not None
            self.seen, self.stamp = SeenGame(self.edited.loaded, look), stamp
            self.sound = self.seen if self.seen.is_sound else self.sound
        return self.seen
