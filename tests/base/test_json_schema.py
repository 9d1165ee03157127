"""A schema says what the types of a record say, and a type that says too little is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import jsonschema
import pytest

from quarterdeck.base.json_schema import Definitions, UntypedError, document
from quarterdeck.base.plain_data import Count, FromOne, Limit, PlainNumber, PrintedNumber, SchemaName, record_as_data

if TYPE_CHECKING:
    from quarterdeck.base.text import PlaceData

Heading = Annotated[str, SchemaName("heading", "A heading.", Literal["north", "south"])]


class HarbourData(TypedDict, total=False):
    """A harbour as it is printed."""

    berths: FromOne


@dataclass(frozen=True)
class Harbour:
    """A harbour that is printed in another form."""

    quays: int

    def as_json(self) -> HarbourData:
        return {"berths": self.quays * 2} if self.quays else {}


@dataclass(frozen=True)
class Ship:
    """A ship.

    `towed` are those behind it.
    """

    name: str
    """What players call it."""
    guns: Count
    speed: PrintedNumber
    damage: Fraction
    log: Path | None
    heading: Heading
    state: Annotated[str, Limit("enum", ("afloat", "sunk"))]
    home: Harbour | None
    place: PlaceData | None
    towed: tuple[Ship, ...]
    cargo: Mapping[str, PlainNumber]


SHIP = Ship(
    "Ajax", 8, PrintedNumber(5, 2), Fraction(1, 3), Path("a"), "north", "afloat", Harbour(2), None, (), {"salt": 1}
)


def fits(**changed: Any) -> bool:
    schema = document("quarterdeck:ship", Ship, Ship.__doc__)
    jsonschema.Draft202012Validator.check_schema(schema)
    return bool(jsonschema.Draft202012Validator(schema).is_valid(record_as_data(SHIP) | changed))


def test_what_is_printed_of_a_record_fits_its_schema():
    assert record_as_data(SHIP)["speed"] == "2.5"
    assert record_as_data(SHIP)["home"] == {"berths": 4}
    assert fits()
    assert fits(towed=[record_as_data(SHIP)], home=None, cargo={"salt": "1/3"})


@pytest.mark.parametrize(
    "changed",
    [
        {"guns": -1},
        {"guns": 1.5},
        {"name": None},
        {"speed": 2.5},
        {"damage": 1},
        {"heading": "west"},
        {"state": "lost"},
        {"home": {"berths": 0}},
        {"place": {"file": "a"}},
        {"towed": [{"name": "Exeter"}]},
        {"cargo": {"salt": "much"}},
        {"crew": 9},
    ],
    ids=str,
)
def test_what_a_type_does_not_say_is_refused(changed):
    assert not fits(**changed)


def test_docstrings_are_titles_and_descriptions():
    schema = document("quarterdeck:ship", Ship, Ship.__doc__)
    assert (schema["title"], schema["description"]) == ("A ship", "`towed` are those behind it.")
    assert schema["properties"]["name"] == {"description": "What players call it.", "type": "string"}
    assert schema["$defs"]["heading"] == {"description": "A heading.", "enum": ["north", "south"]}


@pytest.mark.parametrize("hint", [Any, dict, list, Mapping[str, Any], Sequence[object]], ids=str)
def test_a_type_that_says_too_little_is_refused(hint):
    with pytest.raises(UntypedError):
        Definitions().schema(hint)


def test_two_types_of_one_name_are_refused():
    other: Any = dataclass(frozen=True)(
        type("Harbour", (), {"__annotations__": {"depth": "int"}, "__module__": __name__})
    )
    definitions = Definitions()
    definitions.schema(other)
    again: Any = dataclass(frozen=True)(
        type("Harbour", (), {"__annotations__": {"width": "int"}, "__module__": __name__})
    )
    with pytest.raises(UntypedError, match="two types have the name Harbour"):
        definitions.schema(again)
