"""What `pictures.yaml` may say: pictures that an author places in the book, leaves out of it, or captions.

These shapes are among those of `shapes`, where whoever checks finds them.
"""

from __future__ import annotations

from typing import Any, Literal

from quarterdeck.language.documents.shape import Shape, made

KEPT_IN_CACHE = True


class PictureCase(Shape):
    """What differs in one of several parts of a picture, and what stands below it."""

    name: str | None = None
    options: dict[str, Any] = made(default_factory=dict)
    constants: dict[str, Any] = made(default_factory=dict)
    things: dict[str, dict[str, Any]] = made(default_factory=dict)
    given: dict[str, Any] = made(default_factory=dict)


class PictureAsked(Shape):
    """A picture at a rule: what it `draws` of a rule or table; of that at which it stands, unless it says.

    `moves` names the thing that is put into each hex as far as `around`, or turned each way. Chances are those of what
    it says to `show`, `over` the values of an input. The situation is written as in an example.
    """

    at: str
    draws: Literal["hexes", "places", "headings", "curve", "steps", "chances"]
    of: str | None = None
    caption: str | None = None
    across: str | None = None
    up: str | None = None
    moves: str | None = None
    around: int = 3
    show: str | None = None
    over: dict[str, list[int]] = made(default_factory=dict)
    options: dict[str, Any] = made(default_factory=dict)
    constants: dict[str, Any] = made(default_factory=dict)
    things: dict[str, dict[str, Any]] = made(default_factory=dict)
    given: dict[str, Any] = made(default_factory=dict)
    cases: list[PictureCase] = made(default_factory=list)


class Pictures(Shape):
    """`pictures.yaml`: pictures placed by an author, by name; those that the book leaves out, or captions otherwise."""

    pictures: str
    leave_out: list[str] = made(default_factory=list)
    captions: dict[str, str] = made(default_factory=dict)
    place: dict[str, PictureAsked] = made(default_factory=dict)
