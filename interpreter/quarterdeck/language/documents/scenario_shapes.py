"""Shapes of what a game is played with: rosters of things, and scenarios."""

from __future__ import annotations

from typing import Any

from quarterdeck.language.documents.field_types import Code, Turns, YesNo
from quarterdeck.language.documents.ruleset_shapes import Source
from quarterdeck.language.documents.shape import Shape

KEPT_IN_CACHE = True


class Roster(Shape):
    """A list of things of one kind: values of fields, by name.

    With `amends` it gives further values for things of another roster; `where` says which rows of the file it takes.
    """

    roster: str
    kind: str
    amends: str | None = None
    title: str
    source: Source | None = None
    things: dict[str, dict[str, Any]] = {}
    derived_from: str | None = None
    named_by: str | list[str] = "name"
    kind_of_figures: str | None = None
    where: Code | None = None
    derive: dict[str, Code] = {}
    part_lists: dict[str, list[dict[str, Code]]] = {}
    columns: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}
    replaces: YesNo = False


class ScenarioSide(Shape):
    """One side of a scenario: its name, values of its fields, and its things."""

    title: str
    fields: dict[str, Any] = {}
    things: dict[str, list[dict[str, Any]]] = {}


class Scenario(Shape):
    """A situation to play from."""

    scenario: str
    title: str
    note: str | None = None
    source: Source | None = None
    board: dict[str, int] = {}
    constants: dict[str, Any] = {}
    options: dict[str, Any] = {}
    turn_limit: Turns
    game: dict[str, Any] = {}
    sides: dict[str, ScenarioSide]
    setup: list[Code] = []
    replaces: YesNo = False
