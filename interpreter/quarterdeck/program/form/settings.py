"""Settings of a game: options and constants from plain data, as whole numbers that the program is built with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry import hexes, plane
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.plain_data import as_written
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import present_option
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.types import Type

SIDES: dict[str, dict[str, int]] = {
    "hex": {"columns": hexes.LONGEST_SIDE, "rows": hexes.LONGEST_SIDE},
    "square": {"columns": hexes.LONGEST_SIDE, "rows": hexes.LONGEST_SIDE},
    "plane": {"width": plane.LONGEST_SIDE, "depth": plane.LONGEST_SIDE},
    "areas": {},
    "none": {},
}
"""What says how large a board of each shape is, and the most that it may be."""


def settings_from(
    declared: Declared,
    options: Mapping[str, Any],
    constants: Mapping[str, Any],
    board: Mapping[str, Any],
    findings: Findings,
    place: Callable[..., Span],
) -> dict[str, int]:
    """Give settings by name; what does not fit is a finding at the place of its path."""
    sides = SIDES[declared.head.board.shape]
    found: dict[str, int] = {}
    for name, size in board.items():
        whole = size if isinstance(size, int) and not isinstance(size, bool) else -1
        if name not in sides or not 0 <= whole <= sides[name]:
            words = (
                f"no board of this game has {as_written(size)} {name}"
                if name in sides
                else f"the board has no `{name}`"
            )
            hint = f"it has {' and '.join(sides)}" if sides else "this game is played without one"
            hint = "its areas are in `components.yaml`" if declared.head.board.shape == "areas" else hint
            hint = f"it has at most {sides[name]:,}" if name in sides else hint
            findings.add("QD604", words, place("board", name), hint=hint)
        if name in sides:  # what stands on it is looked at all the same
            found[f"board.{name}"] = min(max(whole, 0), sides[name])
    for section, given, known in (("options", options, declared.options), ("constants", constants, declared.constants)):
        for said, value in given.items():
            name = present_option(said, declared.options) if section == "options" else said
            if name not in known:
                findings.add(
                    "QD604",
                    f"the ruleset has no `{name}` among its {section}",
                    place(section, said),
                    hint=did_you_mean(said, known),
                )
                continue
            stored = stored_setting(declared, known[name].type, value)
            if stored is None:
                message = f"`{as_written(value)}` does not fit: `{name}` is {known[name].type}"
                findings.add(
                    "QD605", message, place(section, said), hint=what_it_may_be(declared, known[name].type, value)
                )
            else:
                found[name] = stored
    return found


def what_it_may_be(declared: Declared, kind: Type, value: Any) -> str:
    """Say what a setting may be: the member that was meant, or all that there is."""
    match kind:
        case types.Boolean():
            return "write yes or no"
        case types.EnumType(enum=enum):
            members = declared.enums[enum].members
            return did_you_mean(str(value), members, f"they are {', '.join(members)}")
    return f"write a number of {kind}"


def stored_setting(declared: Declared, kind: Type, value: Any) -> int | None:
    """Give a plain value as it is stored; nothing where it does not fit."""
    if isinstance(kind, types.Boolean) and (isinstance(value, bool) or value in ("yes", "no")):
        return int(value in (True, "yes"))
    if isinstance(kind, types.EnumType) and value in declared.enums[kind.enum].members:
        return declared.enums[kind.enum].members.index(value)
    if isinstance(kind, types.Number):
        number = decimals.read(value)
        if number is not None and kind.low <= number <= kind.high:
            return decimals.whole_steps(number, kind.step)
    return None
