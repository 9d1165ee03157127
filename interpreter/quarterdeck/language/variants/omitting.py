"""Leave out of data what they say of an option or field that a variant has taken away.

In: documents, and what was taken away. Out: documents that say the rest, with the same places: a scenario that sets an
option which is gone begins without it, and things of a roster are what they were but for the field. What an example
says of a field stays, since it would show something else without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from quarterdeck.language.declarations.symbol_table import Declared, Kind
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.shape import Shape

AnyShape = TypeVar("AnyShape", bound=Shape)


def without_option(declared: Declared, name: str) -> None:
    """Let no scenario, example or question decide an option."""
    _exchange(declared, {id(one): _deciding_less(one.shape, name) for one in declared.documents})


def without_field(declared: Declared, kind: Kind, name: str) -> None:
    """Let no roster and no scenario say anything of a field."""
    _exchange(declared, {id(one): _filling_less(one.shape, kind, name) for one in declared.documents})
    for roster in list(declared.rosters.values()):
        if roster.kind == kind.name:
            derive = {key: node for key, node in roster.derive.items() if key != name}
            declared.rosters[roster.name] = replace(roster, derive=derive, part_lists=_less(roster.part_lists, name))
        elif roster.kind == kind.part_of:
            lists = {key: tuple(_less(part, name) for part in parts) for key, parts in roster.part_lists.items()}
            declared.rosters[roster.name] = replace(roster, part_lists=lists)


def _exchange(declared: Declared, shapes_now: Mapping[int, Shape]) -> None:
    """Give documents other shapes, also where rosters and scenarios hold them."""
    new = {
        id(one): replace(one, shape=shapes_now[id(one)])
        for one in declared.documents
        if shapes_now[id(one)] is not one.shape
    }
    declared.documents = [new.get(id(one), one) for one in declared.documents]
    for roster in list(declared.rosters.values()):
        if id(roster.document) in new:
            declared.rosters[roster.name] = replace(roster, document=new[id(roster.document)])
    for scenario in list(declared.scenarios.values()):
        if id(scenario.document) in new:
            declared.scenarios[scenario.name] = replace(scenario, document=new[id(scenario.document)])


def _with(shape: AnyShape, **changed: Any) -> AnyShape:
    """Give a shape with other values for some of its keys; the same where nothing is another."""
    if all(getattr(shape, key) == value for key, value in changed.items()):
        return shape
    return shape.changed(changed)


def _less(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key != name}


def _deciding_less(shape: Shape, name: str) -> Shape:
    """Give what a document says without a decision on an option."""
    match shape:
        case shapes.Scenario() | shapes.Question() | shapes.ExampleCase():
            return _with(shape, options=_less(shape.options, name))
        case shapes.Example():
            cases = [_deciding_less(case, name) for case in shape.cases]
            return _with(shape, options=_less(shape.options, name), cases=cases)
        case shapes.Examples():
            return _with(shape, examples=[_deciding_less(example, name) for example in shape.examples])
        case shapes.Questions():
            return _with(shape, questions=[_deciding_less(question, name) for question in shape.questions])
    return shape


def _filling_less(shape: Shape, kind: Kind, name: str) -> Shape:
    """Give what a roster or scenario says without the values of a field."""
    match shape:
        case shapes.Roster(kind=of, things=things, derive=derive, part_lists=lists) if of == kind.name:
            fewer = {thing: _less(values, name) for thing, values in things.items()}
            return _with(shape, things=fewer, derive=_less(derive, name), part_lists=_less(lists, name))
        case shapes.Roster(kind=of, things=things, part_lists=lists) if of == kind.part_of:
            parts = {key: [_less(part, name) for part in parts] for key, parts in lists.items()}
            fewer = {thing: _parts_less(values, name) for thing, values in things.items()}
            return _with(shape, things=fewer, part_lists=parts)
        case shapes.Scenario(game=game, sides=sides):
            of_sides = {key: _side_less(side, kind, name) for key, side in sides.items()}
            return _with(shape, game=_less(game, name) if kind.name == "Game" else game, sides=of_sides)
    return shape


def _side_less(side: shapes.ScenarioSide, kind: Kind, name: str) -> shapes.ScenarioSide:
    things = {
        of: [
            _less(values, name) if of == kind.name else _parts_less(values, name) if of == kind.part_of else values
            for values in several
        ]
        for of, several in side.things.items()
    }
    return _with(side, fields=_less(side.fields, name) if kind.name == "Side" else side.fields, things=things)


def _parts_less(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Give the values of a thing, the parts in its lists without a field."""
    return {
        key: [_less(part, name) if isinstance(part, dict) else part for part in value]
        if isinstance(value, list)
        else value
        for key, value in values.items()
    }
