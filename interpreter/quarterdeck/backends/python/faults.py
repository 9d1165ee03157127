"""Where in the rules a fault came up: the innermost rule that was worked out or carried out, and its place.

In: an error that went through generated functions. Out: a span, and the address of a rule.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass

from quarterdeck.base.text import NOWHERE, Span

PLACES = "__places__"
"""What generated functions know as the places of their lines."""
ASKED = ", asked"
"""How the file of an expression ends that is no part of the program: its line stands for none."""


@dataclass(frozen=True)
class RulePlaces:
    """For each line of a module the span that it stands for, and the address of its rule."""

    spans: Mapping[int, Span]
    rules: Mapping[int, str]


def rule_concerned(error: BaseException) -> tuple[Span, str]:
    """Give the place in the rules behind the innermost generated line of a traceback, and the rule that it is in."""
    said = next((given for given in error.args[1:] if isinstance(given, Span)), None)
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        places = frame.f_globals.get(PLACES)
        if isinstance(places, RulePlaces) and line in places.spans and not frame.f_code.co_filename.endswith(ASKED):
            return said or places.spans[line], places.rules[line]
    return said or NOWHERE, ""


def outermost_place(error: BaseException) -> Span:
    """Give the place behind the first generated line of a traceback: what was carried out when the fault came up."""
    for frame, line in traceback.walk_tb(error.__traceback__):
        places = frame.f_globals.get(PLACES)
        if isinstance(places, RulePlaces) and line in places.spans:
            return places.spans[line]
    return NOWHERE


def told_with_rule(error: BaseException) -> str:
    """Give what a fault says, with the rule that it is about where it does not name that itself."""
    message, (_, rule) = str(error.args[0]), rule_concerned(error)
    return f"{message} (in {rule})" if rule and rule not in message else message
