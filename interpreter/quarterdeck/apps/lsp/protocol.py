"""What is found and known, in the words of the language server protocol.

In: findings, spans, paths. Out: values of the protocol's own types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris

from quarterdeck.apps.lsp.open_game import SeenGame
from quarterdeck.apps.lsp.positions import EditorPlace, Positions
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.text import SourceFile, Span

SOURCE = "quarterdeck"
UNUSED = frozenset(["QD421", "QD425"])
"""Codes of what stands there for nothing: editors show it paler."""
VOID = "QD516"
LONGEST_MESSAGE = 2_000
"""Signs of a message and its hint that are sent."""


def path_of(uri: str) -> Path | None:
    """Give the path of a document; none where it is no file, or none that can be named."""
    try:
        path = uris.to_fs_path(uri)
        return Path(path).resolve() if path and Path(path).is_absolute() else None
    except (ValueError, OSError, RuntimeError):
        return None


@dataclass
class Translator:
    """Turns places and findings into what an editor takes; `uris` are those by which it calls the files it has open."""

    positions: Positions = field(default_factory=Positions)
    uris: dict[Path, str] = field(default_factory=dict)

    def uri(self, path: Path) -> str:
        """Give the name of a file as the editor says it."""
        return self.uris.get(path) or str(uris.from_fs_path(str(path)))

    def range(self, span: Span) -> lsp.Range:
        """Give a span as a range."""
        found = self.positions.range(span)
        ends = (lsp.Position(place.line, place.unit) for place in (found.start, found.end))
        return lsp.Range(*ends)

    def location(self, seen: SeenGame, span: Span) -> lsp.Location | None:
        """Give where a span is; none where it is in no file of the game."""
        path = seen.path_of(span.file)
        return lsp.Location(self.uri(path), self.range(span)) if path is not None else None

    def offset(self, file: SourceFile, position: lsp.Position) -> int | None:
        """Give the offset of a position; none where the file has no such line."""
        if position.line >= len(file.line_starts):
            return None
        return self.positions.offset(file, EditorPlace(position.line, position.character))

    def diagnostic(self, finding: Finding, seen: SeenGame | None) -> lsp.Diagnostic:
        """Give a finding, with its hint and the further places that it is about."""
        words = finding.message + (f"\nhint: {finding.hint}" if finding.hint else "")
        labels = [(label.text, self.location(seen, label.span)) for label in finding.labels] if seen else []
        related = [lsp.DiagnosticRelatedInformation(place, text) for text, place in labels if place is not None]
        return lsp.Diagnostic(
            self.range(finding.span),
            words if len(words) <= LONGEST_MESSAGE else f"{words[:LONGEST_MESSAGE]} …",
            rank_of(finding),
            code=finding.code or None,
            source=SOURCE,
            tags=[lsp.DiagnosticTag.Unnecessary] if finding.code in UNUSED else None,
            related_information=related or None,
        )


def rank_of(finding: Finding) -> lsp.DiagnosticSeverity:
    """Give how much a finding hinders: a fault, what is only unfinished, and what is void."""
    if finding.code == VOID:
        return lsp.DiagnosticSeverity.Information
    return lsp.DiagnosticSeverity.Error if finding.code and finding.is_fault else lsp.DiagnosticSeverity.Warning
