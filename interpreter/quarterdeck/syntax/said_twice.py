"""What is said twice in one place: options of a statement, notes of a rule, what is given by name.

In: the parts that the grammar lets stand one behind another in any number. Out: those that count, and those that say
again what one before them said. Whatever is new in such a place excludes itself until a table here says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from quarterdeck.source.records import EqualRecord
from quarterdeck.syntax import nodes

IN_ANY_NUMBER = frozenset(
    "choice_options loop_options phase_options notes rule_notes arguments settings naturals".split()
)
"""The rules of the grammar whose parts stand in any number and in any order."""
SEVERAL = nodes.Cites | nodes.UnderRuling | nodes.Formerly | nodes.Expression | nodes.Gathered | nodes.Picked
"""What may be said several times, and adds to what was said before; values are told apart by their place."""
ORDERS = nodes.HighestFirst | nodes.LowestFirst | nodes.ChosenBy
"""What settles in which order something is gone through."""
SIDES = nodes.ForEachSide | nodes.AllSidesAtOnce
CAPITAL = re.compile("(?=[A-Z])")


class Twice(EqualRecord):
    """Two parts of which the second says again `what` the first said."""

    what: str
    first: nodes.Node
    again: nodes.Node


def once(parts: Iterable[nodes.Node]) -> tuple[tuple[nodes.Node, ...], list[Twice]]:
    """Give the parts without those that say something again, and these."""
    said: dict[object, nodes.Node] = {}
    kept: list[nodes.Node] = []
    twice: list[Twice] = []
    for part in parts:
        what = None if isinstance(part, SEVERAL) else _what(part)
        if what is None or what not in said:
            kept.append(part)
        else:
            twice.append(Twice(what, said[what], part))
        said.setdefault(what, part)
    return tuple(kept), twice


def _what(part: nodes.Node) -> str:
    """Give what a part says, in words: parts that exclude one another say the same."""
    match part:
        case nodes.NamedArgument(name=name) | nodes.Setting(name=name):
            return f"`{name.text}`"
        case nodes.Natural(face=face):
            return f"`natural {face.text}`"
        case _ if isinstance(part, ORDERS):
            return "what comes first"
        case _ if isinstance(part, SIDES):
            return "which sides act"
    return f"`{CAPITAL.sub(' ', type(part).__name__).strip().lower()}`"
