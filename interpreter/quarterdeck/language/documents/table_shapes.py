"""Shapes of tables of the rules."""

from __future__ import annotations

from typing import Literal

from quarterdeck.language.documents.field_types import Cell, Code, YesNo
from quarterdeck.language.documents.ruleset_shapes import Source
from quarterdeck.language.documents.shape import Shape

KEPT_IN_CACHE = True

StraightLine = Literal["straight line, rounded down", "straight line, rounded up", "straight line, rounded nearest"]


class Table(Shape):
    """One table: keys to values, dice or effects; where columns hold figures of several sorts, `gives` names each."""

    table: str
    title: str
    topic: str | None = None
    source: Source | None = None
    rulings: list[str] = []
    apart: str | None = None
    note: str | None = None
    given: dict[str, str] = {}
    key: dict[str, Code]
    gives: str | dict[str, str] | None = None
    between_rows: StraightLine | None = None
    monotone: dict[str, Literal["rising", "falling"]] | YesNo = False
    columns: dict[str, list[Code]] | None = None
    words: dict[str, str] = {}
    rows: dict[str, Cell | dict[str, Cell]]
    row_sources: dict[str, Source] = {}
    formerly: list[str] = []
    replaces: YesNo = False
