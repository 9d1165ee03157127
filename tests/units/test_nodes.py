"""Every node belongs to the union of its sort, by which type checkers see what a dispatch forgets."""

from __future__ import annotations

from typing import get_args

import pytest

from quarterdeck.syntax import nodes, sorts


@pytest.mark.parametrize(
    ("base", "union"),
    [
        (nodes.Expression, sorts.AnyExpression),
        (nodes.Statement, sorts.AnyStatement),
        (nodes.ModifierChange, sorts.AnyModifierChange),
        (nodes.Amendment, sorts.AnyAmendment),
    ],
)
def test_a_union_names_every_node_of_its_sort(base, union):
    assert set(get_args(union)) == set(base.__subclasses__())
