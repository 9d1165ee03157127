"""The functions of the language: what they take and give. What they do stands in `graph.functions`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.names.types import TRUTH, UNKNOWN, Hex, Listing, Member, Number, Type

Wanted = Type | str  # "direction": a member of the board's circle of directions; "number"; "list"; "arc"; "any"


@dataclass(frozen=True)
class Function:
    """A function of the language; `doc` is one sentence that the language reference prints."""

    name: str
    takes: tuple[tuple[str, Wanted], ...]
    gives: Callable[[list[Type], Type], Type]
    doc: str
    words: str
    variadic: bool = False


def _extreme(pick: Callable[..., object]) -> Callable[[list[Type], Type], Type]:
    def gives(types: list[Type], direction: Type) -> Type:
        numbers = [t for t in types if isinstance(t, Number)]
        if len(numbers) != len(types) or not numbers:
            return UNKNOWN
        low = pick(n.low for n in numbers)
        high = pick(n.high for n in numbers)
        step = 0 if any(n.step == 0 for n in numbers) else max(n.step for n in numbers)
        unit = next((n.unit for n in numbers if n.unit), None)
        return Number(low, high, step, unit)  # type: ignore[arg-type]

    return gives


HEX_LIST = Listing(Hex())
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
        Function("odd", (("number", "number"),), lambda t, d: TRUTH, "Whether a whole number is odd.", "{} is odd"),
        Function(
            "count", (("list", "list"),), lambda t, d: Number(0, 100_000), "How many a list holds.", "the number of {}"
        ),
        Function(
            "distance",
            (("from", Hex()), ("to", Hex())),
            lambda t, d: Number(0, 8190),
            "How many steps lie between two hexes.",
            "the distance from {} to {}",
        ),
        Function(
            "next",
            (("hex", Hex()), ("direction", "direction")),
            lambda t, d: Hex(),
            "The neighbour of a hex in a direction.",
            "the hex next to {} to the {}",
        ),
        Function(
            "opposite",
            (("direction", "direction"),),
            lambda t, d: d,
            "The direction that points back.",
            "the opposite of {}",
        ),
        Function(
            "turned",
            (("direction", "direction"), ("faces", "number")),
            lambda t, d: d,
            "A direction turned clockwise by so many hex faces.",
            "{} turned by {}",
        ),
        Function(
            "faces_between",
            (("one", "direction"), ("other", "direction")),
            lambda t, d: Number(0, 3),
            "How many hex faces lie between two directions.",
            "the hex faces between {} and {}",
        ),
        Function(
            "direction_to",
            (("from", Hex()), ("to", Hex())),
            lambda t, d: d,
            "The direction that leads best from one hex to another; of two equally good, the first clockwise.",
            "the direction from {} to {}",
        ),
        Function(
            "row",
            (("hex", Hex()), ("direction", "direction"), ("length", "number")),
            lambda t, d: HEX_LIST,
            "A row of hexes: the first, and those behind it in a direction.",
            "the row of {2} hexes from {0} to the {1}",
        ),
        Function(
            "neighbours", (("hex", Hex()),), lambda t, d: HEX_LIST, "The six hexes around a hex.", "the hexes around {}"
        ),
        Function(
            "in_arc",
            (("from", Hex()), ("direction", "direction"), ("to", Hex()), ("arc", "arc")),
            lambda t, d: TRUTH,
            "Whether a hex lies in an arc around a direction.",
            "{2} lies {3} of {0}",
        ),
        Function(
            "blocked",
            (("from", Hex()), ("to", Hex()), ("hexes", HEX_LIST), ("percent", "number")),
            lambda t, d: TRUTH,
            "Whether hexes in the list block the straight line between two hexes: one whose part of the line is at "
            "least that percentage of a hex's width; a line along an edge is blocked only by both hexes of the edge.",
            "{2} block the line from {0} to {1}",
        ),
        Function(
            "meets",
            (("one", HEX_LIST), ("other", HEX_LIST)),
            lambda t, d: TRUTH,
            "Whether two lists share a hex.",
            "{} share a hex with {}",
        ),
        Function(
            "on_board",
            (("hex", Hex()),),
            lambda t, d: TRUTH,
            "Whether a hex lies on the board; without an edge every hex does.",
            "{} lies on the board",
        ),
        Function(
            "board_hexes",
            (),
            lambda t, d: HEX_LIST,
            "All hexes of the board, column by column; of a board without an edge none.",
            "the hexes of the board",
        ),
    ]
}

GATHERINGS = ("sum", "count", "any", "every", "least", "greatest", "first", "all")
"""Functions that may take `value for x in source where condition` or `x in source where condition`.

`all` gives a list; where the value is a list itself, the lists become one."""


def direction_type(directions: str | None) -> Type:
    """Give the type of directions on the ruleset's board."""
    return Member(directions) if directions else UNKNOWN
