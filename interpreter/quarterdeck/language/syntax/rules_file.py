"""What a file of rules says, as nodes; to read it is left to `from_text`."""

from __future__ import annotations

from dataclasses import dataclass, field

from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.syntax import nodes

KEPT_IN_CACHE = True


@dataclass
class Parsed:
    """What a file of rules says: its header, its definitions, and the first words of what could not be read.

    `partial` are the places of definitions of which lines could not be read.
    """

    file: SourceFile
    header: nodes.Header | None = None
    units: list[nodes.Node] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    partial: list[Span] = field(default_factory=list)
