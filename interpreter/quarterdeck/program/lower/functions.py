"""Functions of the language as a program calls them: with the board's size, and lengths compared without a root."""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.values import ANY_WHOLE, Constant, Function, Value, truth, whole
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.numbers import Exact

HUNDREDTHS = types.STEPS["hundredths"]
STEPS_OF: dict[str, int] = {"length": HUNDREDTHS, "heading": 1, "degrees": 1}
"""In which steps functions of the plane take their numbers."""
Points = tuple[Value, Value]


def with_board(kind: Type, name: str, arguments: list[Value], settings: Mapping[str, int]) -> Value:
    """Give a call with what the board adds to it."""
    if name in ("on_board", "board_spaces"):
        arguments = [*arguments, *(whole(settings.get(f"board.{side}", 0)) for side in ("columns", "rows"))]
    if name == "point_on_board":
        if "board.width" not in settings or "board.depth" not in settings:
            return truth(True)
        arguments = [*arguments, *(whole(settings[f"board.{side}"] * HUNDREDTHS) for side in ("width", "depth"))]
    if name == "item":
        name = "item_or_none" if types.may_be_none(kind) else "item_needed"
        arguments += [whole(types.none_of(kind))] if types.may_be_none(kind) else []
    return Function(kind, name, tuple(arguments))


def measured_points(points: Points) -> Value:
    """Give a number that compares like the distance of two points: its square."""
    return Function(ANY_WHOLE, "square", points)


def points_compared(left: Points | None, right: Points | None, length: Exact | None) -> tuple[Value, Value]:
    """Give two numbers that compare like two lengths of which one at least is a distance of points."""
    if left and right:
        return measured_points(left), measured_points(right)
    points = left or right
    assert points is not None
    assert length is not None
    top, below = length.top, length.below
    if isinstance(below, Constant) and HUNDREDTHS % below.number == 0:
        top, below = times(top, HUNDREDTHS // below.number), whole(1)
    else:
        top = times(top, HUNDREDTHS)
    compared = Function(ANY_WHOLE, "reach", (*points, top, below))
    return (compared, whole(0)) if left else (whole(0), compared)


def times(value: Value, factor: int) -> Value:
    """Give so many times a number, in its own steps."""
    found = numbers.multiplied(value, whole(factor))
    assert isinstance(found, Value)
    return found
