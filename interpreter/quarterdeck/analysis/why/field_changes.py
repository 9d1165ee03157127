"""Find when a thing, or one field of it, changed in a saved game.

In: what explains the game, and a name, as `Anna` or `Anna.wet`. Out: places of the lines of its story that tell the
changes, each after the line of its turn.
"""

from __future__ import annotations

from quarterdeck.analysis.why.explanation import Explaining
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.run import happenings as hap


class UnknownThingError(LookupError):
    """No thing of the game has the name, or its kind has no such field; the argument says so, with a hint."""


def changed_at(explaining: Explaining, name: str) -> list[int]:
    """Give the places of the lines that tell how a thing, or a field of it, changed.

    Raises:
        UnknownThingError: there is no such thing, or no such field.
    """
    thing, field = thing_and_field(explaining, name)
    lines = explaining.narrative()
    at = {told_as(event): place for place, line in enumerate(lines) for event in line.of}
    turns = [place for place, line in enumerate(lines) if line.sort == "turn"]
    found: set[int] = set()
    here = -1
    for event in explaining.replayed.events:
        here = at.get(told_as(event), here)
        if is_about(event, thing, field) and here >= 0:
            found |= {here, *[turn for turn in turns if turn <= here][-1:]}
    return sorted(found)


def told_as(event: hap.Happening) -> tuple[object, ...]:
    """Give what a happening is known by in the story, where several changes of a field are told as one.

    A change that has no line of its own, as a step on the board, is told by what was decided or rolled before it.
    """
    written = (event.thing, event.field) if isinstance(event, hap.FieldWritten) else ()
    return (type(event), event.address, event.entry, *written)


def is_about(event: hap.Happening, thing: int, field: str) -> bool:
    """Tell whether a happening writes a field of a thing; of any field where none is named."""
    return isinstance(event, hap.FieldWritten) and event.thing == thing and (not field or event.field == field)


def thing_and_field(explaining: Explaining, name: str) -> tuple[int, str]:
    """Give the thing that a name means, and its field; nothing where the name is that of a thing alone.

    Raises:
        UnknownThingError: it means nothing.
    """
    start = explaining.game.start
    things = dict(start.things)
    for _, later in explaining.comings:
        things |= later.things
    if name in things:
        return things[name], ""
    whole, _, last = name.rpartition(".")
    if whole not in things:
        hint = did_you_mean(whole or name, things, f"there are {', '.join(things)}")
        raise UnknownThingError(f"there is no thing `{whole or name}` in the game; {hint}")
    kind = start.program.world.kinds[start.program.layout.kind_at(things[whole])]
    if last not in kind.fields:
        hint = did_you_mean(last, kind.fields, f"it has {', '.join(kind.fields)}")
        raise UnknownThingError(f"`{whole}` has no field `{last}`; {hint}")
    return things[whole], last
