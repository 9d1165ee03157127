"""How examples spell values: as an author writes them, things by the names that data give them.

In: a situation and a value as it is stored. Out: text that an example could hold.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type


def shown(situation: Situation, kind: Type | None, value: Any) -> str:
    """Give a value as an example would write it."""
    return words_of(situation.program, situation.known_as, kind, value, as_written=True)


def thing_name(situation: Situation, thing: int) -> str:
    """Give the name of a thing in an example; a thing without one goes by its kind and number."""
    return shown(situation, types.Thing(situation.program.layout.kind_at(thing)), thing)
