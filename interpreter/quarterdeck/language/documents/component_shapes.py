"""Shapes of `components.yaml`: the kinds of things in a game, their words, and how they appear on paper."""

from __future__ import annotations

from typing import Literal

from quarterdeck.language.documents.field_types import Capacity, Code, HowMany, YesNo
from quarterdeck.language.documents.ruleset_shapes import Source
from quarterdeck.language.documents.shape import Shape

KEPT_IN_CACHE = True


class Unit(Shape):
    """A unit of numbers: of whole ones, or of such as have a `step`: `halves`, `tenths` and so on, or a decimal."""

    one: str
    range: str = "0..9999"
    step: str | None = None


class Enum(Shape):
    """A closed list of words: plain, a circle that wraps, or a ladder that stops at its ends.

    `more` and `less` say of a ladder what it means to stand further up and further down: `deeper` and `shallower`.
    With `adds` a variant's list follows that of the enum below.
    """

    members: list[str] | dict[str, str] | None = None
    circle: list[str] | dict[str, str] | None = None
    ladder: list[str] | dict[str, str] | None = None
    many: str | None = None
    more: str | None = None
    less: str | None = None
    replaces: YesNo = False
    adds: YesNo = False


class FieldShape(Shape):
    """One thing that is known of a kind; `apart` says why no rule of a turn reads it, of tables and kinds as well."""

    type: Code
    words: str | None = None
    start: Code | None = None
    mark: YesNo = False
    fixed: YesNo = False
    seen_by: str = "all"
    changed_by: list[str] | None = None
    capacity: Capacity | None = None
    holds: dict[str, HowMany] = {}
    peek: HowMany = 0
    source: Source | None = None
    apart: str | None = None
    replaces: YesNo = False


class Kind(Shape):
    """A kind of thing in the game."""

    one: str | None = None
    many: str | None = None
    capacity: Capacity = 1
    owner: str | None = None
    part_of: str | None = None
    apart: str | None = None
    fields: dict[str, FieldShape | Code] = {}


class Constant(Shape):
    """A fact of the scenario that does not change in play."""

    type: Code
    words: str | None = None
    start: Code | None = None
    replaces: YesNo = False


class Arc(Shape):
    """A stretch of directions around a thing, clockwise, in degrees; both edges belong to it."""

    first: int
    last: int
    both_sides: YesNo = False
    words: str | None = None
    replaces: YesNo = False


Corner = Literal["left", "right", "top left", "top right", "bottom left", "bottom right"]
"""Where crossing off begins: at an end of a row, or in a corner, from where it goes down or up the columns."""
Written = Literal["figure", "boxes", "tick", "room"]
"""How a line of a log is printed: as a figure, as boxes, as one box beside its words, or as room to write."""
Only = dict[str, str | list[str]]
"""For which things something counts: the members that their fields may have."""


class LogLine(Shape):
    """A line of a log: a `field` of a kind or of its parts, what comes `by` a definition, or columns `over` numbers.

    Unless `shown` says how, what is fixed or comes by a definition is a figure, a number has boxes, what is true or not
    has one box beside its words, and for anything else there is room to write. There are as many boxes as the number
    begins with; where it begins with nothing or `boxes` fill them as many as it may reach, or as `most` says, which may
    be another field. Each stands for `each`; what boxes cannot hold is written. `boxes` names what stands in them:
    definitions by a thing and the number of the box or by that number alone, and tables by that number. The box that is
    crossed off first has the highest number. From a corner, boxes stand in `rows` rows. `over` is the first and the
    last number of columns that `figures` fills, a row for each definition; below them is room to write. `only` says for
    which things the line is there, by fields of the parts for which of them; `how` says how something is crossed off.
    """

    field: str | None = None
    by: str | None = None
    over: list[int] | None = None
    words: str | None = None
    shown: Written | None = None
    boxes: str | list[str] | None = None
    most: int | str | None = None
    each: int = 1
    crossed: Corner = "left"
    rows: int = 1
    figures: dict[str, str] = {}
    only: Only = {}
    how: str | None = None


class Log(Shape):
    """What players keep track of on paper: a form or a card for each thing of a kind.

    `across` forms stand beside each other on A4; `points` is a definition of what a thing costs. A log of a variant
    adds its lines to that of the same kind below it. `orders` says by a definition or by members of fields for which
    things a procedure with secret choices is written down; `no` for none. `heads` are the columns that it has on a pad,
    in the place of one for each choice. `called` are words that rules have for the
    form, which lead to it in the book.
    """

    title: str | None = None
    across: int | None = None
    points: str | None = None
    lines: list[LogLine] = []
    orders: dict[str, YesNo | str | Only] = {}
    heads: dict[str, list[str]] = {}
    how: list[str] = []
    called: list[str] = []


class MarkerLine(Shape):
    """Markers to cut out for what befalls a thing: one for each number up to `most`, each member, or what is true."""

    field: str
    words: str | None = None
    most: int | None = None
    copies: int = 1


class CounterLook(Shape):
    """A counter to cut out for each thing of a kind: the thing in plan view.

    `length` is a field or a definition of how long it is: in hexes on hexes, in lengths of the board on a plane,
    otherwise in millimetres; `lengths` gives that by the members of an enum. `times` multiplies it. `rings` is a
    number of the first of its parts of a sort, drawn along the middle, one for so many as `each` says.
    """

    rings: str | None = None
    each: int = 1
    length: str | None = None
    lengths: dict[str, int | str] = {}
    times: int = 1
    markers: list[MarkerLine] = []


class Paper(Shape):
    """How a plane is laid out on a table: the millimetres of one of its lengths, perhaps by the members of a constant.

    `sticks` are range sticks: their titles, each with a definition of a distance by the members of an enum.
    """

    constant: str | None = None
    millimetres: int | str | dict[str, int | str] = 1
    sticks: dict[str, str] = {}


class Reference(Shape):
    """What the quick reference of the sheets has: all charts but the tables and rules that are left `in_the_book`."""

    in_the_book: list[str] = []


class Components(Shape):
    """`components.yaml`: the things of the game and their words."""

    components: str
    units: dict[str, Unit] = {}
    enums: dict[str, Enum | list[str]] = {}
    kinds: dict[str, Kind] = {}
    constants: dict[str, Constant] = {}
    arcs: dict[str, Arc] = {}
    clocks: dict[str, Code] = {}
    logs: dict[str, Log] = {}
    counters: dict[str, CounterLook] = {}
    paper: Paper | None = None
    reference: Reference | None = None
    answers: dict[str, dict[str, Code]] = {}
    never_by_lot: list[str] = []
