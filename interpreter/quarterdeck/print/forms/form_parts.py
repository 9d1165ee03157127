"""What a form consists of, before anybody knows how it is drawn: figures, boxes, ticks, room to write.

In: nothing. Out: frozen values, which `static/forms.typ` reads as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

KEPT_IN_CACHE = True

FORMS = Path(__file__).with_name("static") / "forms.typ"
"""How forms and pads are drawn, for sheets and for books."""


@dataclass(frozen=True)
class Boxes:
    """Boxes in rows, each with the words in it; crossing off begins at `crossed`.

    `many` is a figure that stands in the place of boxes where these cannot hold it, or would be too many. `beside` is
    what stands before room to write: what is left of it, what it is now; nothing where boxes say all. `begun` is the
    figure at the start, nothing where boxes are filled; it `grows` where points are gathered rather than lost.
    """

    rows: tuple[tuple[tuple[str, ...], ...], ...]
    crossed: str = "left"
    many: str = ""
    beside: str = ""
    begun: str = ""
    grows: bool = False


@dataclass(frozen=True)
class FormCell:
    """What stands in a cell: words or boxes."""

    words: str = ""
    boxes: Boxes | None = None


@dataclass(frozen=True)
class Figure:
    """A value that never changes, under its heading; the heading says all where something is true.

    On a blank form there is `room` to write it instead: a line of so many millimetres for each value.
    """

    head: str
    words: str = ""
    room: tuple[int, ...] = ()


@dataclass(frozen=True)
class FormGroup:
    """What stands together on a form; `parts` have a row for each part, `columns` stand over numbers."""

    sort: Literal["figures", "boxes", "ticks", "room", "parts", "columns"]
    head: str = ""
    figures: tuple[Figure, ...] = ()
    boxes: Boxes | None = None
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[FormCell, ...], ...] = ()
    lines: int = 0
    how: str = ""


@dataclass(frozen=True)
class ThingForm:
    """The form of one thing: whose it is, what it costs, and what stands on it; on a `blank` one all is written in."""

    name: str
    side: str
    groups: tuple[FormGroup, ...]
    points: int | None = None
    blank: bool = False


@dataclass(frozen=True)
class Forms:
    """The forms of one kind: what one thing is called, their title, how many stand abreast, how they are filled in."""

    kind: str
    one: str
    title: str
    across: int
    how: tuple[str, ...]
    forms: tuple[ThingForm, ...]
