"""A record is a frozen dataclass to everybody who uses one, though it is none."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from typing import Any

import pytest

from quarterdeck.base.records import EqualRecord
from quarterdeck.base.text import NOWHERE, SourceFile, Span
from quarterdeck.language.syntax import nodes

ONE, OTHER = nodes.Nothing(NOWHERE), nodes.Yes(NOWHERE)


def test_a_record_takes_its_fields_in_order_or_by_name():
    told = nodes.Plus(NOWHERE, right=OTHER, left=ONE)
    assert (told.span, told.left, told.right) == (NOWHERE, ONE, OTHER)
    assert nodes.same(told, nodes.Plus(NOWHERE, ONE, OTHER))


@pytest.mark.parametrize("more", [{}, {"left": ONE}, {"left": ONE, "right": ONE, "other": ONE}])
def test_a_record_lacks_no_field_and_has_no_other(more):
    with pytest.raises(TypeError, match=r"Plus\.__init__\(\) "):
        nodes.Plus(NOWHERE, **more)


def test_a_record_does_not_change():
    with pytest.raises(FrozenInstanceError):
        NOWHERE.start = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del NOWHERE.start
    with pytest.raises(AttributeError):
        object.__setattr__(NOWHERE, "unheard_of", 3)


def test_a_record_is_a_dataclass_to_the_library():
    told = nodes.Plus(NOWHERE, ONE, OTHER)
    assert is_dataclass(told)
    assert [(field.name, field.type) for field in fields(told)][1:] == [("left", "Expression"), ("right", "Expression")]
    changed = replace(told, left=OTHER)
    assert (changed.left, changed.right, told.left) == (OTHER, OTHER, ONE)


def test_a_record_matches_by_place_and_by_name():
    match nodes.Plus(NOWHERE, ONE, OTHER):
        case nodes.Plus(_, left, right=right):
            assert (left, right) == (ONE, OTHER)
        case _:
            pytest.fail("it does not match")


class Announced(EqualRecord):
    """A record with a default."""

    name: str
    count: int = 1


@dataclass(frozen=True)
class More(Announced):
    """A dataclass that extends one with a default: its own field has to be given as well."""

    also: str  # type: ignore[misc]


def test_values_are_equal_where_they_say_the_same_and_know_what_is_not_said():
    assert Announced("a") == Announced("a", 1) == Announced(name="a") != Announced("a", count=2)
    assert {Announced("a"): 1}[Announced("a", 1)] == 1
    assert Announced("a") != "a"
    assert replace(Announced("a"), count=3) == Announced("a", 3)
    made: Any = Announced
    for values, named in (((), {}), (("a", 1, 2), {}), (("a", 1), {"count": 2}), (("a",), {"name": "b"})):
        with pytest.raises(TypeError):
            made(*values, **named)


def test_a_dataclass_may_extend_a_record():
    assert More("a", 2, "b") == More("a", 2, "b") != More("a", 2, "c")
    assert More("a", 2, "b") != Announced("a", 2)
    with pytest.raises(FrozenInstanceError):
        More("a", 2, "b").also = "c"  # type: ignore[misc]


def test_spans_are_equal_where_they_say_the_same_and_nodes_only_to_themselves():
    file = SourceFile("a", "words")
    assert Span(file, 0, 2) == Span(SourceFile("a", "words"), 0, 2) != Span(file, 0, 3)
    assert len({Span(file, 0, 2), Span(file, 0, 2), Span(file, 1, 2)}) == 2
    assert nodes.Yes(NOWHERE) != nodes.Yes(NOWHERE)
