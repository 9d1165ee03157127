"""What a thing of a scenario begins with where the scenario says nothing of it: its roster's value, or its start.

In: a kind, a thing as a scenario writes it, the name of a field. Out: the value as documents write it.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field, Kind
from quarterdeck.language.syntax import nodes


def begun_with(declared: Declared, kind: Kind, one: dict[str, Any], key: str) -> Any:
    """Give what a thing begins with: a number, a member or a truth; nothing of what is worked out or of other sorts."""
    if key in one or key not in kind.fields:
        return one.get(key)
    if not isinstance(types.without_none(kind.fields[key].type), types.Number | types.EnumType | types.Boolean):
        return None
    rosters = [roster for roster in declared.rosters.values() if roster.kind == kind.name] if "like" in one else []
    said = [roster for roster in rosters if str(one.get("like")) in roster.shape.things]
    own = [roster for roster in said if roster.shape.amends is None]
    for roster in (*(one for one in reversed(said) if one not in own), *own):
        values = roster.shape.things[str(one["like"])]
        if key in values:
            return values[key]
    if not own and any(key in roster.derive for roster in rosters):
        return None
    return written_start(declared, kind.fields[key])


def written_start(declared: Declared, known: Field) -> str | None:
    """Give the number, member or truth with which a field begins as it is written; nothing where none of them is."""
    bare = types.without_none(known.type)
    match known.start:
        case nodes.NumberLiteral(word=word):
            return word.text
        case nodes.Negative(operand=nodes.NumberLiteral(word=word)):
            return f"-{word.text}"
        case nodes.Yes():
            return "yes"
        case nodes.No():
            return "no"
        case nodes.Name(word=word) if isinstance(bare, types.EnumType):
            return word.text if word.text in declared.enums[bare.enum].members else None
    return None
