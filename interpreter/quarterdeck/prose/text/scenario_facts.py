"""Read from scenarios and fields what a book says of them in any language.

In: what a ruleset declares. Out: the facts that scenarios leave unsaid, hidden fields, models of other names.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from quarterdeck.language.declarations.symbol_table import Constant, Declared, Field, Kind
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax import nodes

USUAL = "scenarios.usual"
"""Where it is told how a battle begins unless its scenario says otherwise."""


def left_unsaid(declared: Declared) -> Iterator[Field | Constant]:
    """Give the facts with a usual value that at least one scenario leaves unsaid; 0, no and none go without saying."""
    scenarios = [scenario.shape for scenario in declared.scenarios.values()]
    for known in declared.kinds["Game"].fields.values():
        begins = bool(known.holds) or not _is_nothing(known.start)
        if begins and not known.apart and any(known.name not in shape.game for shape in scenarios):
            yield known
    for constant in declared.constants.values():
        if not _is_nothing(constant.start) and any(constant.name not in shape.constants for shape in scenarios):
            yield constant


def hidden_fields(declared: Declared, who: str) -> Iterator[tuple[Kind, Field]]:
    """Give the fields that only the owner knows, or nobody, as `who` says; what no rule of a turn reads is left out."""
    for kind in declared.kinds.values():
        yield from ((kind, known) for known in kind.fields.values() if known.seen_by == who and not known.apart)


def _is_nothing(start: nodes.Expression | None) -> bool:
    match start:
        case None | nodes.No() | nodes.Nothing() | nodes.ListLiteral(items=()):
            return True
        case nodes.NumberLiteral(word=word):
            return not word.text.strip("0.")
    return False


def first_model(shape: shapes.Scenario) -> str | None:
    """Give the name of the first thing whose values one of another name has in a scenario."""
    things = chain.from_iterable(chain.from_iterable(side.things.values()) for side in shape.sides.values())
    return next((str(one["like"]) for one in things if stands_for_another(one)), None)


def stands_for_another(one: dict[str, Any]) -> bool:
    """Tell whether a thing of a scenario has the values of one of another name.

    A roster tells two things of one name apart by something in brackets, `Scharnhorst (1907)`; that is no other name.
    """
    return "like" in one and one.get("name", one["like"]) not in (one["like"], str(one["like"]).partition(" (")[0])
