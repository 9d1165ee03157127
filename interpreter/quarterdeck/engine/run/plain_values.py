"""Values as plain data: what a program that asks is given, where a person is given words.

In: a program, the names by which data know its things, a type, a value as it is stored. Out: what JSON can hold, and
what examples and `--given` take again: whole numbers as numbers, all others as exact text ("2.5", "5/3"); truths; names
of members and things; places as lists of two; dice as text; lists as lists; nothing as null.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, TypedDict, assert_never

from quarterdeck.base.geometry import plane
from quarterdeck.base.plain_data import SchemaName, plain_number
from quarterdeck.engine.run.words import NONE, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.program import Program

Plain = Annotated[
    int | str | bool | list[Any] | dict[str, Any] | None,
    SchemaName(
        "value",
        "A value of the rules: a number, a truth, a name of a thing or member, dice, a place or a list. None is null.",
        schema={
            "anyOf": [
                {"type": ["integer", "string", "boolean", "null"]},
                {"type": "array", "items": {"$ref": "#/$defs/value"}},
            ]
        },
    ),
]
"""What JSON can hold, without binary fractions."""
PlainValues = Mapping[str, Plain]
"""Values by their names."""


class TypeData(TypedDict):
    """The type of values: `of` is the kind of things, or the enum of members."""

    sort: Literal["number", "truth", "member", "thing", "hex", "square", "point", "dice", "changes", "none"]
    of: str | None
    unit: str | None
    is_list: bool


def plain_value(program: Program, names: Mapping[int, str], kind: Type | None, value: Any) -> Plain:
    """Give a value as plain data."""
    match kind:
        case types.Boolean():
            return bool(value)
        case types.DiceType():
            return words_of(program, names, kind, value, as_written=True)
        case _ if isinstance(value, list | tuple):
            item = kind.item if isinstance(kind, types.ListType) else kind
            return [plain_value(program, names, item, one) for one in value]
        case types.Number(step=step) if not isinstance(value, Fraction):
            return plain_number(Fraction(int(value), step)) if step > 1 else int(value)
        case types.OptionalNumber(number=number):
            return None if value == types.NO_NUMBER else plain_value(program, names, number, value)
        case types.Space() if value != NONE:
            return list(program.world.board.grid.column_row(value))
        case types.Point() if value != NONE:
            return [plain_number(Fraction(plane.shown(length))) for length in plane.coordinates(value)]
        case types.Thing() | types.EnumType() if value != NONE:
            return words_of(program, names, kind, value, as_written=True)
        case types.Thing() | types.EnumType() | types.Place() | types.Absent():
            return None
    return plain_number(value)


def fields_of(program: Program, kind: str) -> list[str]:
    """Give the addresses of a kind's fields; of a deck those of its parts."""
    layout = program.layout
    return [address for address, _ in layout.fields_of(kind) if address not in layout.decks]


def held(program: Program, state: list[int], thing: int, address: str) -> Any:
    """Give what a field holds: a number, or a list of them."""
    at = thing + program.layout.offsets[address]
    return state[at + 1 : at + 1 + state[at]] if address in program.layout.capacities else state[at]


def plain_fields(
    program: Program, names: Mapping[int, str], state: list[int], thing: int, blanked: Collection[int] = ()
) -> dict[str, Plain]:
    """Give the fields of a thing by their names as plain data, without those that lie at blanked places."""
    layout = program.layout
    return {
        address.partition(".")[2]: plain_value(
            program, names, layout.types[address], held(program, state, thing, address)
        )
        for address in fields_of(program, layout.kind_at(thing))
        if thing + layout.offsets[address] not in blanked
    }


def type_as_data(kind: Type) -> TypeData:
    """Give a type as data: its sort, the kind or enum that it is of, its unit, and whether values are lists of it."""
    item = kind.item if isinstance(kind, types.ListType) else kind
    found: TypeData = {"sort": "none", "of": None, "unit": None, "is_list": isinstance(kind, types.ListType)}
    match item:
        case types.Number() | types.Ratio():
            found |= {"sort": "number", "unit": item.unit}
        case types.OptionalNumber(number=number):
            found |= {"sort": "number", "unit": number.unit}
        case types.Boolean():
            found["sort"] = "truth"
        case types.EnumType():
            found |= {"sort": "member", "of": item.enum}
        case types.Thing():
            found |= {"sort": "thing", "of": item.kind}
        case types.Space(shape=shape):
            found["sort"] = shape
        case types.Point():
            found["sort"] = "point"
        case types.DiceType():
            found["sort"] = "dice"
        case types.Unknown() | types.Absent() | types.Deck() | types.ListType() | types.ArcType() | types.RollType():
            pass
        case _:
            assert_never(item)
    return found
