"""Shapes of what a ruleset is and what it rests on: its head, variants, sources, rulings, the ledger."""

from __future__ import annotations

from typing import Any, Literal

from quarterdeck.language.documents.field_types import Code, YesNo
from quarterdeck.language.documents.shape import Shape

KEPT_IN_CACHE = True

SourceKind = Literal["printed", "found", "constrained", "reconstructed", "ruling", "house"]


class Source(Shape):
    """Where figures or a rule come from."""

    document: str | None = None
    place: str | None = None
    kind: SourceKind = "printed"
    note: str | None = None


class Document(Shape):
    """A text that a ruleset cites."""

    title: str
    by: str | None = None
    year: int | None = None
    note: str | None = None


class Missing(Shape):
    """Something of the source that is not encoded yet, and why."""

    place: str
    what: str
    reason: str
    elements: list[str] = []


class Board(Shape):
    """What the game is played on; `off` names the fields, yes or no, by which a thing is no longer on it.

    `directions` is the circle of directions on hexes; `lengths` and `angles` are the units that a plane is measured in.
    """

    shape: Literal["hex", "plane", "none"]
    directions: str | None = None
    lengths: str | None = None
    angles: str | None = None
    off: list[str] = []


class RulesetHead(Shape):
    """`ruleset.yaml`: what the ruleset is; `language` is the version of the language that its rules are written in."""

    ruleset: str
    language: int | None = None
    title: str
    edition: str | None = None
    note: str | None = None
    era: str | None = None
    documents: dict[str, Document] = {}
    board: Board = Board(shape="none")
    dice: list[str] = []
    chapters: list[str] = []
    not_encoded: list[Missing] = []


class VariantHead(Shape):
    """`variant.yaml`: what a house rule lays over, in which games it applies, and how it is ordered."""

    variant: str
    extends: str
    title: str
    only_when: Code | None = None
    note: str | None = None
    source: Source | None = None
    after: list[str] = []
    plugins: list[str] = []
    options: dict[str, Any] = {}


class Ruling(Shape):
    """What is decided where the source is silent, ambiguous or at odds with itself."""

    title: str
    where: str
    sort: Literal["contradiction", "gap", "wording"]
    question: str
    answer: str
    reason: str
    option: str | None = None
    replaces: YesNo = False


class Rulings(Shape):
    """`rulings.yaml`: all rulings of a ruleset."""

    rulings: dict[str, Ruling]


class Paragraph(Shape):
    """A paragraph of a source, known by a hash of its words, and what became of it.

    It is implemented `by` addresses, decided by rulings, mere colour, or out of scope for a reason; where something
    implements it as well, only a part of it is out of scope.
    """

    at: str
    number: int
    words: Code
    by: list[str] = []
    ruling: list[str] = []
    colour: YesNo = False
    out_of_scope: str | None = None

    @property
    def is_accounted_for(self) -> bool:
        """Tell whether anything became of it."""
        return bool(self.by or self.ruling or self.colour or self.out_of_scope)


class Ledger(Shape):
    """`ledger.yaml`: every paragraph of a document, without its text; `sections` gives the headings by place.

    `run_on` is for texts whose paragraphs no empty lines divide.
    """

    ledger: str
    note: str | None = None
    run_on: YesNo = False
    sections: dict[str, str]
    paragraphs: list[Paragraph]
