"""The functions of the language: what they take and give.

What they do stands in `program.lower.functions` and `backends.python.runtime`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from quarterdeck.base.geometry import plane
from quarterdeck.language.declarations.types import (
    BOOLEAN,
    STEPS,
    UNKNOWN,
    Deck,
    EnumType,
    ListType,
    Number,
    Numeric,
    Point,
    Space,
    Type,
    as_fine,
    joined,
    optional,
)

Wanted = Type | str
"""A type; or "direction": a member of the board's circle of directions; "area": one of its areas; "length", "heading"
and "degrees": a number of what a plane measures in; "number", "count" (a whole number), "list", "arc"; "deck", and
"card": a member that lies in the deck before it; "item": what the list before it may hold."""
FURTHEST = Fraction(plane.LONGEST, 100)
LENGTH = Number(-30_000, 30_000, STEPS["hundredths"])
DEGREES = Number(-(10**9), 10**9)


@dataclass(frozen=True)
class Measures:
    """The types of a board: its directions, lengths, degrees and areas.

    `steps` is the type of the distance between two areas.
    """

    direction: Type = UNKNOWN
    length: Number = LENGTH
    degrees: Number = DEGREES
    area: Type = UNKNOWN
    steps: Type = UNKNOWN

    @property
    def heading(self) -> Number:
        """Give the type of headings."""
        return replace(self.degrees, low=0, high=359)

    @property
    def distance(self) -> Number:
        """Give the type of distances."""
        return replace(self.length, low=0, high=FURTHEST)


@dataclass(frozen=True)
class Function:
    """A function of the language; `doc` is one sentence that the language reference prints."""

    name: str
    takes: tuple[tuple[str, Wanted], ...]
    gives: Callable[[list[Type], Measures], Type]
    doc: str
    words: str
    variadic: bool = False


def _extreme(pick: Callable[[list[Fraction | int]], Fraction | int]) -> Callable[[list[Type], Measures], Type]:
    def gives(types: list[Type], board: Measures) -> Type:
        numbers = [t for t in types if isinstance(t, Numeric)]
        if len(numbers) != len(types) or not numbers:
            return UNKNOWN
        return as_fine(pick([n.low for n in numbers]), pick([n.high for n in numbers]), *numbers)

    return gives


def _remainder(types: list[Type], board: Measures) -> Type:
    if not all(isinstance(kind, Numeric) for kind in types) or len(types) != 2:
        return UNKNOWN
    number, divisor = (kind for kind in types if isinstance(kind, Numeric))
    found = as_fine(0, max(0, divisor.high), number, divisor)
    if isinstance(found, Number):
        found = replace(found, high=max(Fraction(0), divisor.high - Fraction(1, found.step)))
    return replace(found, high=min(found.high, number.high)) if number.low >= 0 else found


def _together(lists: list[Type]) -> Type:
    """Give the type of two lists made one."""
    one, other = (*lists, UNKNOWN, UNKNOWN)[:2]
    if not isinstance(one, ListType) or not isinstance(other, ListType):
        return UNKNOWN
    item = joined(one.item, other.item)
    return (
        UNKNOWN
        if item is None
        else ListType(item, one.capacity + other.capacity if one.capacity and other.capacity else 0)
    )


FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in [
        Function(
            "least",
            (("numbers", "number"),),
            _extreme(min),
            "The least of several numbers.",
            "the least of {}",
            variadic=True,
        ),
        Function(
            "greatest",
            (("numbers", "number"),),
            _extreme(max),
            "The greatest of several numbers.",
            "the greatest of {}",
            variadic=True,
        ),
        Function(
            "remainder",
            (("number", "number"), ("divisor", "number")),
            _remainder,
            "What is left of a number when a divisor above zero has been taken from it as often as possible.",
            "the remainder of {} divided by {}",
        ),
        Function("odd", (("number", "count"),), lambda t, b: BOOLEAN, "Whether a whole number is odd.", "{} is odd"),
        Function(
            "size",
            (("deck", "deck"),),
            lambda t, b: Number(0, t[0].capacity * t[0].sorts if t and isinstance(t[0], Deck) else 0),
            "How many lie in a deck.",
            "the size of {}",
        ),
        Function(
            "copies",
            (("deck", "deck"), ("card", "card")),
            lambda t, b: Number(0, t[0].capacity if t and isinstance(t[0], Deck) else 0),
            "How many of one sort lie in a deck.",
            "the number of {1} in {0}",
        ),
        Function(
            "cards",
            (("deck", "deck"),),
            lambda t, b: ListType(EnumType(t[0].enum), t[0].sorts) if t and isinstance(t[0], Deck) else UNKNOWN,
            "The sorts that lie in a deck, each once, in order of declaration.",
            "what lies in {}",
        ),
        Function(
            "joined",
            (("one", "list"), ("other", "list")),
            lambda t, b: _together(t),
            "The items of one list, and after them those of another.",
            "{} and {} together",
        ),
        Function(
            "without",
            (("list", "list"), ("others", "list")),
            lambda t, b: t[0] if t and _together(t) != UNKNOWN else UNKNOWN,
            "A list without the items of another: for each of those, the first item that is the same.",
            "{} without {}",
        ),
        Function(
            "item",
            (("list", "list"), ("number", "count")),
            lambda t, b: optional(t[0].item) if t and isinstance(t[0], ListType) else UNKNOWN,
            "The item of a list with a number, from 1 on; -1 is the last.",
            "item {1} of {0}",
        ),
        Function(
            "items",
            (("list", "list"), ("first", "count"), ("last", "count")),
            lambda t, b: t[0] if t else UNKNOWN,
            "The items of a list from one number to another, from 1 on; -1 is the last.",
            "the items {1} to {2} of {0}",
        ),
        Function(
            "count",
            (("list", "list"),),
            lambda t, b: Number(0, (t[0].capacity if t and isinstance(t[0], ListType) else 0) or 100_000),
            "How many a list holds.",
            "the number of {}",
        ),
    ]
}
"""What the language knows on any board, and without one."""

OF_DECKS = ("size", "copies", "cards")
"""Those that are asked of a deck."""

COPIES_IN_LIST = Function(
    "copies_in_list",
    (("list", "list"), ("value", "item")),
    lambda t, b: Number(0, (t[0].capacity if t and isinstance(t[0], ListType) else 0) or 100_000),
    "How often a list holds a value.",
    "the number of times {1} is in {0}",
)
"""What `copies` is of a list."""

HEX = Space()
HEX_LIST = ListType(HEX)
HEX_FUNCTIONS: dict[str, Function] = {
    "board_hexes" if function.name == "board_spaces" else function.name: function
    for function in [
        Function(
            "distance",
            (("from", HEX), ("to", HEX)),
            lambda t, b: Number(0, 8190),
            "How many steps lie between two hexes.",
            "the distance from {} to {}",
        ),
        Function(
            "next",
            (("hex", HEX), ("direction", "direction")),
            lambda t, b: HEX,
            "The neighbour of a hex in a direction.",
            "the hex next to {} to the {}",
        ),
        Function(
            "opposite",
            (("direction", "direction"),),
            lambda t, b: b.direction,
            "The direction that points back.",
            "the opposite of {}",
        ),
        Function(
            "turned",
            (("direction", "direction"), ("faces", "count")),
            lambda t, b: b.direction,
            "A direction turned clockwise by so many hex faces.",
            "{} turned by {}",
        ),
        Function(
            "faces_between",
            (("one", "direction"), ("other", "direction")),
            lambda t, b: Number(0, 3),
            "How many hex faces lie between two directions.",
            "the hex faces between {} and {}",
        ),
        Function(
            "direction_to",
            (("from", HEX), ("to", HEX)),
            lambda t, b: b.direction,
            "The direction that leads best from one hex to another; of two equally good, the first clockwise.",
            "the direction from {} to {}",
        ),
        Function(
            "row",
            (("hex", HEX), ("direction", "direction"), ("length", "count")),
            lambda t, b: HEX_LIST,
            "A row of hexes: the first, and those behind it in a direction.",
            "the row of {2} hexes from {0} to the {1}",
        ),
        Function(
            "neighbours", (("hex", HEX),), lambda t, b: HEX_LIST, "The six hexes around a hex.", "the hexes around {}"
        ),
        Function(
            "in_arc",
            (("from", HEX), ("direction", "direction"), ("to", HEX), ("arc", "arc")),
            lambda t, b: BOOLEAN,
            "Whether a hex lies in an arc around a direction.",
            "{2} lies {3} of {0}",
        ),
        Function(
            "blocked",
            (("from", HEX), ("to", HEX), ("hexes", HEX_LIST), ("percent", "count")),
            lambda t, b: BOOLEAN,
            "Whether hexes in the list block the straight line between two hexes: one whose part of the line is at "
            "least that percentage of a hex's width; a line along an edge is blocked only by both hexes of the edge.",
            "{2} block the line from {0} to {1}",
        ),
        Function(
            "meets",
            (("one", HEX_LIST), ("other", HEX_LIST)),
            lambda t, b: BOOLEAN,
            "Whether two lists share a hex.",
            "{} share a hex with {}",
        ),
        Function(
            "on_board",
            (("hex", HEX),),
            lambda t, b: BOOLEAN,
            "Whether a hex lies on the board; without an edge every hex does.",
            "{} lies on the board",
        ),
        Function(
            "board_spaces",
            (),
            lambda t, b: HEX_LIST,
            "All hexes of the board, column by column; of a board without an edge none.",
            "the hexes of the board",
        ),
    ]
}

SQUARE = Space(shape="square")
_SQUARE_DOCS = {
    "distance": "How many steps lie between two squares; the board says what a diagonal step counts as.",
    "direction_to": "The direction that leads most nearly from one square to another.",
    "neighbours": "The squares next to a square, at a distance of 1.",
    "blocked": "Whether squares in the list block the straight line between two squares: one whose part of the line is "
    "at least that percentage of a square's width; a line through a corner is not blocked there.",
}
_ON_SQUARES = (("hex faces", "eighths of a turn"), ("hexes", "squares"), ("hex", "square"), ("faces", "eighths"))


def _on_squares(known: Function) -> Function:
    """Give a function of hexes as it is on squares."""

    def said(words: str) -> str:
        for old, new in _ON_SQUARES:
            words = words.replace(old, new)
        return words

    def on_squares(kind: Type) -> Type:
        return SQUARE if kind == HEX else ListType(SQUARE) if kind == HEX_LIST else kind

    takes = tuple((said(name), on_squares(one) if isinstance(one, Type) else one) for name, one in known.takes)
    doc = _SQUARE_DOCS.get(known.name, said(known.doc))
    between = Number(0, 4) if known.name == "faces_between" else None
    gives = known.gives
    return replace(
        known, takes=takes, gives=lambda t, b: between or on_squares(gives(t, b)), doc=doc, words=said(known.words)
    )


SQUARE_FUNCTIONS = {
    name.replace("hexes", "squares").replace("faces", "eighths"): _on_squares(known)
    for name, known in HEX_FUNCTIONS.items()
}
"""What the language knows on squares: as on hexes, with their own words."""

POINT = Point()
PLANE_FUNCTIONS: dict[str, Function] = {
    "point": Function(
        "point",
        (("from_west", "length"), ("from_north", "length")),
        lambda t, b: POINT,
        "The point so far from the west edge and so far from the north edge of the board.",
        "the point {} from the west edge and {} from the north edge",
    ),
    "from_west": Function(
        "from_west",
        (("point", POINT),),
        lambda t, b: replace(b.length, low=-10_000, high=10_000),
        "How far a point lies from the west edge of the board; below zero beyond it.",
        "the distance of {} from the west edge",
    ),
    "from_north": Function(
        "from_north",
        (("point", POINT),),
        lambda t, b: replace(b.length, low=-10_000, high=10_000),
        "How far a point lies from the north edge of the board; below zero beyond it.",
        "the distance of {} from the north edge",
    ),
    "ahead": Function(
        "ahead",
        (("point", POINT), ("heading", "heading"), ("length", "length")),
        lambda t, b: POINT,
        "The point that lies so far from another on a heading; behind it for a length below zero.",
        "the point {2} from {0} on the heading {1}",
    ),
    "distance": Function(
        "point_distance",
        (("from", POINT), ("to", POINT)),
        lambda t, b: b.distance,
        "How far two points lie apart, to the nearest hundredth; compared with a length it is exact.",
        "the distance from {} to {}",
    ),
    "bearing": Function(
        "bearing",
        (("from", POINT), ("to", POINT)),
        lambda t, b: b.heading,
        "The heading that leads most nearly from one point to another; of two, the one further clockwise.",
        "the bearing from {} to {}",
    ),
    "turned": Function(
        "heading_turned",
        (("heading", "heading"), ("degrees", "degrees")),
        lambda t, b: b.heading,
        "A heading turned clockwise by so many degrees.",
        "{} turned by {}",
    ),
    "degrees_between": Function(
        "degrees_between",
        (("one", "heading"), ("other", "heading")),
        lambda t, b: replace(b.degrees, low=0, high=180),
        "How many degrees lie between two headings.",
        "the degrees between {} and {}",
    ),
    "in_arc": Function(
        "point_in_arc",
        (("from", POINT), ("heading", "heading"), ("to", POINT), ("arc", "arc")),
        lambda t, b: BOOLEAN,
        "Whether a point lies in an arc around a heading; both edges belong to the arc.",
        "{2} lies {3} of {0}",
    ),
    "passes": Function(
        "passes",
        (("from", POINT), ("to", POINT), ("point", POINT), ("length", "length")),
        lambda t, b: BOOLEAN,
        "Whether the straight line from one point to another comes within a length of a third.",
        "the line from {} to {} comes within {3} of {2}",
    ),
    "lines_cross": Function(
        "lines_cross",
        (("from", POINT), ("to", POINT), ("other_from", POINT), ("other_to", POINT)),
        lambda t, b: BOOLEAN,
        "Whether two straight lines between points cross or touch.",
        "the line from {} to {} crosses the line from {} to {}",
    ),
    "on_board": Function(
        "point_on_board",
        (("point", POINT),),
        lambda t, b: BOOLEAN,
        "Whether a point lies on the board, edges included; without edges every point does.",
        "{} lies on the board",
    ),
}
"""What the language knows on a plane; some are named as their likes on hexes, and bear a name of their own inside."""


AREA_FUNCTIONS: dict[str, Function] = {
    "distance": Function(
        "area_distance",
        (("from", "area"), ("to", "area")),
        lambda t, b: b.steps,
        "How many steps lead from one area to another on a shortest way; none where no way leads there.",
        "the distance from {} to {}",
    ),
    "neighbours": Function(
        "area_neighbours",
        (("area", "area"),),
        lambda t, b: ListType(b.area),
        "The areas that a connection leads to from an area.",
        "the areas next to {}",
    ),
}
"""What the language knows on a board of areas."""


BOARDS: dict[str, tuple[str, dict[str, Function]]] = {
    "hex": ("hexes", HEX_FUNCTIONS),
    "square": ("squares", SQUARE_FUNCTIONS),
    "plane": ("a plane", PLANE_FUNCTIONS),
    "areas": ("areas", AREA_FUNCTIONS),
}
"""The shapes of boards: what their places are in words, and what the language knows there."""
BY_NAME: dict[str, Function] = {
    function.name: function
    for known in (FUNCTIONS, HEX_FUNCTIONS, PLANE_FUNCTIONS, AREA_FUNCTIONS)
    for function in known.values()
} | {COPIES_IN_LIST.name: COPIES_IN_LIST}
"""All functions, by the names that they bear inside."""


def functions_on(board: str) -> dict[str, Function]:
    """Give the functions that rules may use on a board of a shape, by the names that rules call them by."""
    return FUNCTIONS | BOARDS.get(board, BOARDS["hex"])[1]


def elsewhere(name: str) -> str:
    """Say on which boards rules may use a function; nothing where it is on none."""
    return ", ".join(words for words, known in BOARDS.values() if name in known)


GATHERINGS = ("sum", "count", "any", "every", "least", "greatest", "first", "all")
"""Functions that may take `value for x in source where condition` or `x in source where condition`.

`all` gives a list; where the value is a list itself, the lists become one."""
