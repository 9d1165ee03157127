"""Whether a value that somebody names is one of a column of odds: in words, or as plain data.

In: the type of a column, and the names of its members or things. Out: the same value or not; an error for a value that
the column can never have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quarterdeck.base import decimals
from quarterdeck.base.errors import UserError
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.odds.inner_values import MISSING
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type

Names = tuple[str, ...] | None
"""The names and words of the members or things that a column may have; none where it has others, or any."""


class NoSuchValueError(UserError):
    """A column of odds can never have a value; the argument says what it may have."""


def names_in(situation: Situation, kind: Type | None) -> Names:
    """Give the names that a value of a type may have, in words and as data; none where they are not names."""
    bare = types.without_none(kind) if kind is not None else None
    world = situation.program.world
    if isinstance(bare, types.EnumType):
        known = world.enums[bare.enum]
        return tuple(dict.fromkeys((*known.members, *(known.words[one] for one in known.members))))
    if isinstance(bare, types.Thing):
        numbers = set(situation.program.layout.things(bare.kind))
        every = (*situation.names.items(), *situation.known_as.items())
        return tuple(dict.fromkeys(name for number, name in every if number in numbers))
    return None


def is_same_value(kind: Type | None, value: object, words: str, plain: object) -> bool:
    """Tell whether a named value is the one of a row."""
    if isinstance(types.without_none(kind) if kind is not None else None, types.Numeric) and value is not None:
        number = decimals.read(value)
        return number is not None and number == decimals.read(words)
    return value == words or (type(value) is type(plain) and value == plain)


def refuse_value(title: str, kind: Type | None, names: Names, value: object) -> None:
    """Refuse a value that a column can never have.

    Raises:
        NoSuchValueError: its type does not allow it.
    """
    if value in MISSING or kind is None:
        return
    if value in (None, "none") and types.may_be_none(kind):
        return
    bare, may_be = types.without_none(kind), ""
    match bare:
        case types.Boolean() if not (isinstance(value, bool) or value in ("yes", "no")):
            may_be = "it is `yes` or `no`"
        case types.Numeric():
            number = decimals.read(value)
            if number is None or not bare.low <= number <= bare.high:
                may_be = f"it is {bare}"
        case _ if names is not None and value not in names:
            may_be = did_you_mean(str(value), names, f"there are {', '.join(names)}")
    if may_be:
        raise NoSuchValueError(f"`{title}` is never {value!r}; {may_be}")


def chance_weight(
    columns: Sequence[tuple[str, Type | None, Names]],
    rows: Iterable[tuple[tuple[str, ...], int]],
    data: Sequence[tuple[object, ...]],
    wanted: Sequence[object],
) -> int:
    """Add up the weights of the rows with these values.

    Raises:
        NoSuchValueError: there are other columns, or one never has its value.
    """
    if len(wanted) != len(columns):
        titles = ", ".join(title for title, _, _ in columns)
        raise NoSuchValueError(f"a row has {len(columns)} values ({titles}), and not {len(wanted)}")
    for (title, kind, names), value in zip(columns, wanted, strict=True):
        refuse_value(title, kind, names, value)
    kinds = [kind for _, kind, _ in columns]
    found = 0
    for place, (words, weight) in enumerate(rows):
        cells = zip(kinds, wanted, words, data[place] if data else words, strict=True)
        found += weight if all(is_same_value(*cell) for cell in cells) else 0
    return found
