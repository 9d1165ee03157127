"""Pieces of rules text that stand in documents: types, expressions and names, with their places there."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.reserved_names import reserved_meaning
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.written_types import written_type
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression, parse_type


@dataclass(frozen=True)
class DocumentText:
    """Reads pieces of text for a ruleset that is being declared."""

    declared: Declared
    findings: Findings

    def type_from(self, code: str, document: YamlDocument, path: Path, of_field: bool = False) -> types.Type:
        """Read a type; that of a field may be a deck."""
        node = parse_type(code, document.file, document.places.offsets(code, *path), self.findings)
        return written_type(self.declared, self.findings, node, may_be_deck=of_field) if node else types.UNKNOWN

    def expression_from(self, code: str | None, document: YamlDocument, path: Path) -> nodes.Expression | None:
        """Read an expression; nothing where there is none, or where it cannot be read."""
        if code is None:
            return None
        return parse_expression(code, document.file, document.places.offsets(code, *path), self.findings)

    def good_name(self, name: str, span: Span, sort: str = "") -> None:
        """Report what cannot be the name of something of a sort, as `reserved_meaning` knows them."""
        if meaning := reserved_meaning(name, sort, self.declared.head.board.shape):
            hint = f"call it `the_{name}` or find another word"
            self.findings.add("QD305", f"`{name}` is {meaning} and cannot be a name", span, hint=hint)
            self.declared.lost.add(name)  # one finding is enough: what speaks of it means the ruleset's own
        elif not name.isidentifier():
            self.findings.add(
                "QD306", f"`{name}` cannot be a name", span, hint="letters, digits and `_`, beginning with a letter"
            )
