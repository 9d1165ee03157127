"""What loading finds out about a ruleset, as values; to find it out is left to `variants` and `stages`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.queries import QueryStore
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax.rules_file import Parsed
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.workspace.pipeline.folders import MARKS, Layer, Unsaved, has_variants

KEPT_IN_CACHE = True

HEADS = ("ruleset", "variant")
"""Sorts of documents that say what a folder is."""


@dataclass(frozen=True)
class ParsedLayer:
    """A layer's files, parsed."""

    layer: Layer
    documents: tuple[YamlDocument, ...]
    files: tuple[Parsed, ...]

    @cached_property
    def head(self) -> YamlDocument | None:
        """Give the document that says what the layer is: `ruleset.yaml` or `variant.yaml`."""
        heads = (document for document in self.documents if document.sort in HEADS)
        return next((one for one in heads if one.file.path.partition("/")[2] in MARKS), None)

    @property
    def others(self) -> list[YamlDocument]:
        """Give the documents without the head."""
        return [document for document in self.documents if document is not self.head]

    @property
    def start(self) -> Span:
        """Give a place for what is wrong with the layer as a whole."""
        return Span(SourceFile(self.layer.name, ""), 0, 0)


@dataclass(frozen=True)
class KnownBelow:
    """What was found out about a ruleset by itself, while its own files were as they are in `layer`."""

    layer: Layer
    pieces: ParsedLayer
    base: Declared
    findings: tuple[Finding, ...]


@dataclass
class Memory:
    """What is kept of a ruleset between two loadings: of its files and of it alone, and of it with its variants.

    While only variants are edited, what lies `below` them stands as it was; it is kept by folder, and games that are
    held together share it. `sound` is the last result in which nothing was found and nothing was void. What somebody
    has `unsaved` is read in the place of what the disk holds.
    """

    alone: QueryStore = field(default_factory=QueryStore)
    result: QueryStore = field(default_factory=QueryStore)
    below: dict[Path, KnownBelow] = field(default_factory=dict)
    sound: Declared | None = None
    unsaved: Unsaved = field(default_factory=dict)

    def begin(self) -> None:
        """Begin a revision of the result; one of the ruleset alone begins when it is checked."""
        self.result.begin()

    def known_below(self, layer: Layer) -> KnownBelow | None:
        """Give what is known of a ruleset alone, if its files say what they said."""
        known = self.below.get(layer.folder)
        return known if known is not None and known.layer == layer else None


@dataclass
class Loaded:
    """A ruleset with all that was found out about it, by itself and with its variants.

    `base` is the ruleset by itself, `declared` and `checked` have the variants. `named` are the variants that were
    asked for, `plugged` the plugins, `variants` these variants and all that they extend. `below` is what is known of
    the ruleset alone, for others of its variants. `memory` knows what was found out before, where the ruleset is held
    over time. `voids` are notes of what the variants make void in the ruleset below. `key` is that under which the
    cache keeps what is made of these files; empty where it keeps nothing.
    """

    game: str
    layers: list[Layer]
    findings: Findings
    declared: Declared | None = None
    checked: Checked | None = None
    base: Declared | None = None
    pieces: ParsedLayer | None = None
    variants: dict[str, ParsedLayer] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    plugged: list[str] = field(default_factory=list)
    times: dict[str, float] = field(default_factory=dict)
    memory: Memory | None = None
    below: KnownBelow | None = None
    voids: list[Finding] = field(default_factory=list)
    key: str = ""

    @property
    def files(self) -> list[SourceFile]:
        """Give all files that it was read from, always in the same order."""
        return [file for one in self.layers for file in (*one.rules, *one.documents, *one.data.values())]

    @property
    def store(self) -> QueryStore | None:
        """Give the store of what is checked, if the ruleset is held over time."""
        if self.memory is None:
            return None
        return self.memory.result if has_variants(self.game) else self.memory.alone
