"""Deciders that are programs: random, scripted, and one that weighs by the advice of the ruleset.

In: a question, with the view of the side that is asked. Out: one of its answers. No decider here knows a game: what a
side wants is the ruleset's advice. A decider is handed views, never the state; so it cannot know more than its side.
"""

from __future__ import annotations

from quarterdeck.deciders.random import RandomDecider
from quarterdeck.deciders.scripted import ScriptedDecider, ScriptFaultError, unknown_in_script
from quarterdeck.deciders.seats import NAMES, SCRIPTS, NoSuchSeatError, seat
from quarterdeck.deciders.weighing import WeighingDecider

__all__ = [
    "NAMES",
    "SCRIPTS",
    "NoSuchSeatError",
    "RandomDecider",
    "ScriptFaultError",
    "ScriptedDecider",
    "WeighingDecider",
    "seat",
    "unknown_in_script",
]
