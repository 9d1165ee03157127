"""Types as data: what each sort of value is called for programs that read odds and trials."""

from typing import get_args

import pytest

from quarterdeck.engine.run.plain_values import type_as_data
from quarterdeck.language.declarations import types

ROWS = types.Number(0, 9, unit="row")


@pytest.mark.parametrize(
    ("kind", "sort", "of", "unit", "is_list"),
    [
        (ROWS, "number", None, "row", False),
        (types.OptionalNumber(ROWS), "number", None, "row", False),
        (types.Ratio(0, 1), "number", None, None, False),
        (types.ListType(ROWS, 3), "number", None, "row", True),
        (types.BOOLEAN, "truth", None, None, False),
        (types.EnumType("Sky", or_none=True), "member", "Sky", None, False),
        (types.ListType(types.Thing("Child"), 3), "thing", "Child", None, True),
        (types.Point(), "point", None, None, False),
    ],
)
def test_a_type_is_named_by_its_values(kind, sort, of, unit, is_list):
    assert type_as_data(kind) == {"sort": sort, "of": of, "unit": unit, "is_list": is_list}


def test_the_union_has_every_class_of_type():
    """A class that is missing there would be missing in every function that ends in `assert_never`."""
    bases = {types.Numeric, types.Place}
    own = {kind for kind in vars(types).values() if isinstance(kind, type) and kind.__module__ == types.__name__}
    assert set(get_args(types.Type)) == own - bases
