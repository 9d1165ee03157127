"""What to write where a value of one type stands and one of another is wanted.

In: what a ruleset declares, the type that is wanted, the type that is there. Out: hints, in the names of the ruleset.
"""

from __future__ import annotations

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.types import Type


def for_number(declared: Declared, kind: Type) -> str:
    """Say how a number is had from what is none."""
    match kind:
        case types.ListType(item=types.Numeric()):
            return "write `sum(n for n in ...)`, `least(...)` or `greatest(...)` of it, or `count(...)` for how many"
        case types.ListType():
            return "write `count(...)` for how many it holds"
        case types.Deck():
            return "write `size(...)` for how many it holds, or `copies(deck, card)`"
        case types.EnumType(enum):
            members = declared.enums[enum].members
            steps = f"`... - {members[0]}` for its steps above {members[0]}, or "
            has_steps = declared.enums[enum].sort == "ladder"
            return f"write {steps if has_steps else ''}a table with it as a key: `worth[...]`"
        case types.Boolean():
            return "write a definition of two cases: `1 if ...` and `0 otherwise`"
        case types.Thing(name) if name in declared.kinds:
            fields = declared.kinds[name].fields.values()
            number = next((known.name for known in fields if isinstance(known.type, types.Number)), "")
            return f"name a field of it: `.{number}`" if number else "name what of it is meant"
        case types.Place():
            return "write `distance(...)` for how far it lies from another place"
        case types.DiceType():
            return "roll them first: `roll luck on d6`, and then name `luck`"
        case types.Absent():
            return "write a number; where there may be none, the type says `or none`"
    return "write a number, or what works one out"


def for_type(declared: Declared, wanted: Type, kind: Type) -> str:
    """Say what to write where a type is wanted and another stands."""
    if isinstance(kind, types.Absent):
        if isinstance(wanted, types.ListType):
            return "write `[]` for a list with nothing in it"
        if isinstance(wanted, types.Thing | types.EnumType | types.Place):
            return f"name one, or let its type say that there may be none: `{wanted} or none`"
    match wanted:
        case types.Numeric() if isinstance(kind, types.Numeric):
            return "give both the same unit, or none"
        case types.Numeric():
            return for_number(declared, kind)
        case types.ListType(item=item):
            if isinstance(kind, types.ListType):
                return f"let each item of it be {item}"
            return (
                "put it into a list: `[...]`" if types.fits(kind, item) else f"write a list, each item {item}: `[...]`"
            )
        case types.Boolean():
            is_number = isinstance(kind, types.Numeric)
            return "write `yes`, `no`, or what holds or does not: " + ("`... > 0`" if is_number else "`... is ...`")
        case types.EnumType(enum):
            members = declared.enums[enum].members
            return (
                f"write one of {', '.join(members)}" if len(members) <= _MOST_MEMBERS else f"write a member of {enum}"
            )
        case types.Thing(name):
            one = declared.kinds[name].one if name in declared.kinds else name.lower()
            is_of_it = isinstance(kind, types.ListType) and types.fits(kind.item, wanted)
            return (
                f"pick one of them: `first({one} in ...)`" if is_of_it else f"name a {one}, or a field that holds one"
            )
        case types.Place():
            return f"name a {wanted}, such as a field of that type"
        case types.Deck():
            return "say what it holds: `holds: {...}`"
    return ""


_MOST_MEMBERS = 12
