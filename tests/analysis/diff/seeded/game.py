"""A shipped game as texts, and what it declares once some of its texts are others.

Only files that an edit touches are parsed anew, and nothing is written to the disk, so that a hundred altered games
take seconds.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.addresses import Element, all_elements, figures_in, told_at
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.language.syntax.rules_file import Parsed
from quarterdeck.workspace.pipeline import stages
from quarterdeck.workspace.pipeline.load_result import Loaded, ParsedLayer


@dataclass(frozen=True)
class Edit:
    """A stretch of a file that becomes another text."""

    path: str
    start: int
    end: int
    text: str


def instead(span: Span, text: str) -> Edit:
    """Put a text in the place of a span."""
    return Edit(span.file.path, span.start, span.end, text)


@dataclass(frozen=True)
class Change:
    """A seeded change: of what kind, by which edits, and at what address a comparison must tell it.

    An address of none is a change without meaning. `moved` has the new paths of files that are called otherwise.
    """

    kind: str
    edits: tuple[Edit, ...]
    address: str | None = None
    moved: tuple[tuple[str, str], ...] = ()


class Game:
    """A game that comes with the interpreter, read once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.loaded = Loaded(name, [], Findings())
        for stage in (stages.read, stages.parse, stages.declare):
            assert stage(self.loaded)
        assert not list(self.loaded.findings)
        assert self.loaded.declared is not None
        assert self.loaded.pieces is not None
        self.declared: Declared = self.loaded.declared
        self.pieces: ParsedLayer = self.loaded.pieces
        self.files: dict[str, SourceFile] = {file.path: file for file in self.loaded.files}
        self.files |= {file.path: file for file in self.declared.files_of_figures.values()}
        self.all_elements: tuple[Element, ...] = (*all_elements(self.declared), *figures_in(self.declared))
        self.holding: dict[str, list[Element]] = defaultdict(list)
        for element in self.all_elements:
            if element.sort not in ("ruling", "example"):
                self.holding[element.span.file.path].append(element)

    def holder(self, span: Span) -> str:
        """Give the address of the smallest element around a place in rules."""
        around = [e for e in self.holding[span.file.path] if e.span.start <= span.start and span.end <= e.span.end]
        return told_at(self.declared, min(around, key=lambda e: e.span.end - e.span.start))

    def with_change(self, change: Change) -> Loaded:
        """Give the game declared anew with a change; its findings tell what could not be read."""
        moved = dict(change.moved)
        edits: dict[str, list[Edit]] = defaultdict(list)
        for edit in change.edits:
            edits[edit.path].append(edit)
        findings = Findings()

        def altered(file: SourceFile) -> SourceFile:
            return SourceFile(moved.get(file.path, file.path), edited(file.text, edits[file.path]))

        def is_altered(path: str) -> bool:
            return path in edits or path in moved

        documents: list[YamlDocument] = []
        for document in self.pieces.documents:
            new = parse_document(altered(document.file), findings) if is_altered(document.file.path) else document
            documents += [new] if new is not None else []
        rules: list[Parsed] = [
            parse_file(altered(parsed.file), findings) if is_altered(parsed.file.path) else parsed
            for parsed in self.pieces.files
        ]
        documents.sort(key=lambda document: document.file.path)
        rules.sort(key=lambda parsed: parsed.file.path)
        data = {name: altered(file) for name, file in self.declared.files_of_figures.items()}
        layer = replace(self.pieces.layer, data=data)
        loaded = Loaded(self.name, [layer], findings, pieces=ParsedLayer(layer, tuple(documents), tuple(rules)))
        stages.declare(loaded)
        return loaded


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Give a text after some edits that do not overlap."""
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def some(kinds: Iterable[Callable[[Game], Iterator[Change]]], game: Game, count: int, seed: int) -> list[Change]:
    """Give so many changes that chance picks, one of each kind before there are two of any."""
    chance = random.Random(f"{seed} {game.name}")
    found: dict[str, list[Change]] = defaultdict(list)
    for kind in kinds:
        for change in kind(game):
            found[change.kind].append(change)
    for changes in found.values():
        chance.shuffle(changes)
    rounds: list[Change] = []
    while len(rounds) < count and any(found.values()):
        turn = [changes.pop() for changes in found.values() if changes]
        chance.shuffle(turn)
        rounds += turn
    return rounds[:count]
