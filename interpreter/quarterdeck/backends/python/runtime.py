"""What generated functions call: functions of the language, tables kept by bands, values kept for their inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import Any

from quarterdeck.base.errors import UserError
from quarterdeck.base.geometry import plane
from quarterdeck.base.roots import rounded_power
from quarterdeck.language.declarations.types import NO_NUMBER
from quarterdeck.program.form.bands import ByBand
from quarterdeck.program.form.values import Pick


class RulesFaultError(UserError):
    """The rules asked for something that is not there; `args` are the message and, where known, the span."""

    sort = "rules"

    hint = "the rules do not say"


SHORT = 4
"""Looking so many items up one by one takes less time than to make a set of them."""


def there(thing: int) -> int:
    """Give what is not none back; say so of what is."""
    if thing < 0:
        raise RulesFaultError("something is needed here, and this is none")
    return thing


def number_there(number: int) -> int:
    """Give a number back that is not none; say so of what is."""
    if number == NO_NUMBER:
        raise RulesFaultError("a number is needed here, and this is none")
    return number


def within_reach(function: Callable[..., int]) -> Callable[..., int]:
    """Give a function that gives points, and says as a fault of the rules where no board reaches so far."""

    def found(*given: int) -> int:
        try:
            return function(*given)
        except plane.OffEveryBoardError as error:
            raise RulesFaultError(str(error)) from None

    return found


def ahead(place: int, heading: int, length: int) -> int:
    """Give the point so far away on a heading; see `base.geometry.plane.ahead`.

    No point is stored below zero: what is has no place.
    """
    if place < 0:
        raise RulesFaultError("a distance is measured from something that is not on the board")
    return plane.ahead(place, heading, length)


def point_in_arc(origin: int, heading: int, target: int, first: int, last: int, both_sides: int) -> bool:
    """Tell whether a point lies in an arc; see `base.geometry.plane.in_arc`."""
    return plane.in_arc(origin, heading, target, first, last, both_sides=bool(both_sides))


def contents(state: list[int], thing: int, offset: int) -> list[int]:
    """Give what a list of a thing holds."""
    start = thing + offset
    return state[start + 1 : start + 1 + state[start]]


def expected() -> int:
    """Say that what is to be expected is a matter of advice alone."""
    raise RulesFaultError("`expected` cannot be computed here")


def meets(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Tell whether two lists have an item in common; most are short."""
    if len(one) > SHORT:
        return not set(one).isdisjoint(other)
    for item in one:  # noqa: SIM110 - a generator costs more than the look at two or three items
        if item in other:
            return True
    return False


class Rows(dict[Any, Any]):
    """What a table holds for each key; there is no row for what is none."""

    def __missing__(self, key: Any) -> Any:
        raise RulesFaultError("a table has no row for a key that is none")


def without(listed: Sequence[Any], item: Any) -> tuple[Any, ...]:
    """Give a list without the first of what equals an item."""
    left = list(listed)
    left.remove(item)
    return tuple(left)


def highest_items(listed: Sequence[int], count: int) -> tuple[int, ...]:
    """Give the highest numbers of a list, the highest first."""
    return tuple(sorted(listed, reverse=True)[: max(0, count)])


def lowest_items(listed: Sequence[int], count: int) -> tuple[int, ...]:
    """Give the lowest numbers of a list, the highest of them first."""
    return tuple(sorted(listed, reverse=True)[max(0, len(listed) - max(0, count)) :])


def without_highest(listed: Sequence[int], count: int) -> tuple[int, ...]:
    """Give a list without its highest numbers, the highest first."""
    return tuple(sorted(listed, reverse=True)[max(0, count) :])


def without_lowest(listed: Sequence[int], count: int) -> tuple[int, ...]:
    """Give a list without its lowest numbers, the highest first."""
    return tuple(sorted(listed, reverse=True)[: max(0, len(listed) - max(0, count))])


def thrown_together(faces: Sequence[int], pick: Pick, kept: int = 1) -> Any:
    """Give what several dice count together; of no dice 0, or an empty list."""
    match pick:
        case "sum":
            return sum(faces)
        case "each":
            return highest_items(faces, len(faces))
    return sum((highest_items if pick == "highest" else lowest_items)(faces, kept))


def mixed_items(*lists: Sequence[int]) -> tuple[int, ...]:
    """Give the numbers of several lists together, the highest first."""
    return tuple(sorted((one for listed in lists for one in listed), reverse=True))


def without_items(listed: Sequence[Any], others: Sequence[Any]) -> tuple[Any, ...]:
    """Give a list without the first of what equals each of some others."""
    left = list(listed)
    for one in others:
        if one in left:
            left.remove(one)
    return tuple(left)


def items_between(listed: Sequence[Any], first: int, last: int) -> tuple[Any, ...]:
    """Give the items from one number to another, counted from 1; below zero from the end."""
    low, high = (len(listed) + 1 + at if at < 0 else at for at in (first, last))
    return tuple(listed[max(low, 1) - 1 : max(high, 0)])


def item_or_none(listed: Sequence[Any], number: int, none: int) -> Any:
    """Give the item with a number; where there is none, what stands for that."""
    found = items_between(listed, number, number)
    return found[0] if found else none


def item_needed(listed: Sequence[Any], number: int) -> Any:
    """Give the item with a number."""
    found = items_between(listed, number, number)
    if not found:
        raise RulesFaultError(f"a list of {len(listed)} has no item {number}")
    return found[0]


FUNCTIONS: dict[str, Any] = {
    "items": items_between,
    "item_or_none": item_or_none,
    "item_needed": item_needed,
    "joined_items": lambda one, other: (*one, *other),
    "without_items": without_items,
    "mixed_items": mixed_items,
    "highest_items": highest_items,
    "lowest_items": lowest_items,
    "without_highest": without_highest,
    "without_lowest": without_lowest,
    "there": there,
    "number_there": number_there,
    "point": within_reach(plane.point_at),
    "from_west": lambda place: plane.coordinates(place)[0],
    "from_north": lambda place: plane.coordinates(place)[1],
    "ahead": within_reach(ahead),
    "square": plane.square,
    "point_distance": plane.distance,
    "reach": plane.reach,
    "bearing": plane.bearing,
    "heading_turned": plane.turned,
    "degrees_between": plane.degrees_between,
    "point_in_arc": point_in_arc,
    "passes": plane.passes,
    "lines_cross": plane.lines_cross,
    "point_on_board": plane.on_board,
    "rounded_power": rounded_power,
    "meets": meets,
    "without": without,
    "with": lambda listed, item: (*listed, item),
    "expected": expected,
    "dice_count": lambda dice: dice[0],
    "dice_sides": lambda dice: dice[1],
    "dice_plus": lambda dice: dice[2],
}
REMEMBERED = ("bearing", "point_in_arc", "passes")
"""Functions of places that are asked again and again for the same places: what they give is kept."""


timeless = lru_cache(maxsize=1 << 14)
"""Keeps what a definition gives for its inputs; it reads nothing of the state."""


NAMESPACE = {
    **{f"g_{name}": function for name, function in FUNCTIONS.items()},
    **{f"g_{name}": lru_cache(maxsize=1 << 16)(FUNCTIONS[name]) for name in REMEMBERED},
    "ByBand": ByBand,
    "Rows": Rows,
    "Fraction": Fraction,
    "compress": compress,
    "contents": contents,
    "timeless": timeless,
    "RulesFaultError": RulesFaultError,
}
