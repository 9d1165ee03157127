"""What is said twice in one place: options of a statement, notes of a rule, what is given by name.

In: the parts that the grammar lets stand one behind another in any number. Out: those that count, and those that say
again what one before them said. Whatever is new in such a place excludes itself until a table here says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import UnionType

from quarterdeck.base.records import EqualRecord
from quarterdeck.language.syntax import nodes

IN_ANY_NUMBER = frozenset(
    "choice_options loop_options phase_options notes rule_notes arguments settings naturals".split()
)
"""The rules of the grammar whose parts stand in any number and in any order."""
SEVERAL = nodes.Cites | nodes.UnderRuling | nodes.Formerly | nodes.Expression | nodes.Gathered | nodes.Picked
"""What may be said several times, and adds to what was said before; values are told apart by their place."""
EXCLUDING: tuple[tuple[str, type[nodes.Node] | UnionType], ...] = (
    ("what comes first", nodes.HighestFirst | nodes.LowestFirst | nodes.ChosenBy),
    ("whether one comes after another", nodes.AtOnce | nodes.ChosenBy),
    ("which sides act", nodes.ForEachSide | nodes.AllSidesAtOnce),
)
"""What is settled by options of several sorts, of which only one may stand; of one sort only one may stand anyway."""
CAPITAL = re.compile("(?=[A-Z])")


class Twice(EqualRecord):
    """Two parts of which the second says again `what` the first said."""

    what: str
    first: nodes.Node
    again: nodes.Node


def once(parts: Iterable[nodes.Node]) -> tuple[tuple[nodes.Node, ...], list[Twice]]:
    """Give the parts without those that say something again, and these."""
    said: dict[str, nodes.Node] = {}
    kept: list[nodes.Node] = []
    twice: list[Twice] = []
    for part in parts:
        settled = [] if isinstance(part, SEVERAL) else _settled(part)
        again = next((what for what in settled if what in said), None)
        if again is None:
            kept.append(part)
        else:
            twice.append(Twice(again, said[again], part))
        for what in settled:
            said.setdefault(what, part)
    return tuple(kept), twice


def _settled(part: nodes.Node) -> list[str]:
    """Give what a part settles, in words; that is never settled twice."""
    match part:
        case nodes.NamedArgument(name=name) | nodes.Setting(name=name):
            return [f"`{name.text}`"]
        case nodes.Natural(face=face):
            return [f"`natural {face.text}`"]
    own = f"`{CAPITAL.sub(' ', type(part).__name__).strip().lower()}`"
    return [own, *(what for what, sorts in EXCLUDING if isinstance(part, sorts))]
