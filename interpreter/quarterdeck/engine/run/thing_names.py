"""What things are called while a game goes on: what comes into play has nobody's name.

In: a situation, and what happens. Out: the situation with the names that things have by then. Where one thing has left
play another may take its place in the state; the name is that of the one that is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.situation import Situation


def without_name_of(situation: Situation, thing: int) -> Situation:
    """Give a situation in which nothing has the name that a thing has; the state is the same one."""
    if thing not in situation.names and thing not in situation.things.values():
        return situation
    names = {one: name for one, name in situation.names.items() if one != thing}
    things = {name: one for name, one in situation.things.items() if one != thing}
    return replace(situation, names=names, things=things)


def following(situation: Situation, events: Iterable[Happening]) -> Iterator[tuple[Situation, Happening]]:
    """Give each event with the names that things have once it has happened."""
    for event in events:
        situation = without_name_of(situation, event.comes_into_play)
        yield situation, event
