"""Every statement says what it changes, in one place, and the unions divide them all."""

from itertools import combinations
from typing import get_args

import pytest

from quarterdeck.language.syntax import sorts
from tests.language.checks.test_before_play import found_in

SORTS = (
    sorts.AnyFieldChange,
    sorts.AnyPlayChange,
    sorts.AnyDeckStatement,
    sorts.AnyCallStatement,
    sorts.AnyOrderChange,
    sorts.AnyUnchanging,
)


def test_every_statement_belongs_to_one_sort_of_change():
    assert set().union(*(get_args(sort) for sort in SORTS)) == set(get_args(sorts.AnyStatement))
    assert not any(set(get_args(one)) & set(get_args(other)) for one, other in combinations(SORTS, 2))


@pytest.mark.parametrize(
    "statement",
    [
        "set side.keenness to 3",
        "each side rolls keenness on d6, ties again",
        "do sharpen(side)",
        "add 3 to side.keenness",
    ],
)
def test_what_a_condition_says_is_forgotten_after_any_change(tmp_path, statement):
    rules = (
        'effect sharpen(side: Side) "x" apart "x"\n    set side.keenness to 3\n\n'
        'procedure p(side: Side) "x" apart "x"\n'
        "    finish unless side.keenness = 0\n"
        f"    {statement}\n"
        '    announce "x" when side.keenness > 0\n'
    )
    assert "QD414" not in {code for code, _ in found_in(tmp_path / "changed", rules)}
    unchanged = rules.replace(f"    {statement}\n    announce", '    announce "y"\n    announce')
    assert "QD414" in {code for code, _ in found_in(tmp_path / "unchanged", unchanged)}
