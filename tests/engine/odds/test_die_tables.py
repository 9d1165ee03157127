"""A quick-resolution table comes as near to the exact chances as its dice allow, and says how near that is."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.odds.die_tables import COMMON, DieRow, die_table, exact_dice, ways_of

THIRDS = [("low", Fraction(1, 3)), ("middle", Fraction(1, 2)), ("high", Fraction(1, 6))]


def test_chances_that_the_dice_have_are_exact():
    found = die_table("d6", [THIRDS])
    assert found.rows == (DieRow(1, 2, ("low",)), DieRow(3, 5, ("middle",)), DieRow(6, 6, ("high",)))
    assert (found.error, found.lost, exact_dice([THIRDS])) == (Fraction(0), (), "d6")


def test_columns_share_rows():
    found = die_table("d6", [THIRDS, [("yes", Fraction(1))]])
    assert [row.outcomes for row in found.rows] == [("low", "yes"), ("middle", "yes"), ("high", "yes")]


def test_an_outcome_that_is_too_unlikely_is_named():
    found = die_table("d6", [[("all", Fraction(99, 100)), ("one", Fraction(1, 100))]])
    assert (found.rows, found.lost, found.error) == ((DieRow(1, 6, ("all",)),), ("one",), Fraction(1, 100))


@given(st.lists(st.integers(0, 50), min_size=1, max_size=8).filter(any), st.sampled_from([*COMMON, "2d6", "3d6"]))
def test_every_total_has_an_outcome_and_the_error_is_that_of_the_table(weights, dice):
    chances = [(f"{place}", Fraction(weight, sum(weights))) for place, weight in enumerate(weights)]
    found = die_table(dice, [chances])
    ways, below = ways_of(dice)
    said = {total: row.outcomes[0] for row in found.rows for total in range(row.low, row.high + 1)}
    assert list(said) == [total for total, _ in ways]
    errors = [
        abs(Fraction(sum(count for total, count in ways if said[total] == outcome), below) - chance)
        for outcome, chance in chances
    ]
    assert max(errors) == found.error
    assert found.error <= Fraction(max(count for _, count in ways), below)


@pytest.mark.parametrize("dice", ["", "d", "d1", "0d6", "d0", "x", "d99999", "999d999", "d6.5", "-1d6"])
def test_what_is_no_dice_is_refused(dice):
    with pytest.raises(ValueError, match=r".*"):
        ways_of(dice)
