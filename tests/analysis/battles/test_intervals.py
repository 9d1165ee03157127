"""Intervals are those that others have published for the same counts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quarterdeck.analysis.battles.intervals import (
    Interval,
    Pairs,
    difference_of_means_of_strangers,
    difference_of_strangers,
    difference_within,
    mean_within,
    quartile,
    share_within,
)


def within(low: str, high: str) -> Interval:
    return Interval(Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    ("count", "times", "published"),
    [
        (81, 263, within("0.2553", "0.3662")),
        (15, 148, within("0.0624", "0.1605")),
        (0, 20, within("0", "0.1611")),
        (1, 29, within("0.0061", "0.1718")),
    ],
)
def test_a_share_has_the_interval_of_wilson(count, times, published):
    """Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3."""
    assert share_within(count, times) == published


@pytest.mark.parametrize(
    ("pairs", "published"),
    [
        (Pairs(1, 1, 7, 12), within("-0.507", "-0.026")),
        (Pairs(59, 6, 16, 80), within("-0.1186", "-0.0046")),
        (Pairs(14, 5, 0, 22), within("0.0115", "0.2265")),
    ],
)
def test_a_difference_of_pairs_has_the_interval_of_newcombe(pairs, published):
    """Fagerland, Lydersen and Laake, Statistical Analysis of Contingency Tables, 2017, chapter 8; Altman, 2000, 6.2.

    They take the second from the first, and this program the first from the second.
    """
    found = difference_within(pairs)
    assert abs(-found.high - published.low) < Fraction(1, 2000)
    assert abs(-found.low - published.high) < Fraction(1, 2000)


@pytest.mark.parametrize(
    ("one", "other", "published"),
    [
        ((48, 80), (56, 70), within("0.0524", "0.3339")),
        ((3, 10), (9, 10), within("0.1705", "0.8090")),
        ((2, 7), (6, 7), within("0.0582", "0.8062")),
        ((0, 29), (5, 56), within("-0.0381", "0.1926")),
        ((0, 20), (0, 10), within("-0.1611", "0.2775")),
        ((0, 10), (10, 10), within("0.6075", "1")),
    ],
)
def test_a_difference_of_strangers_has_the_interval_of_newcombe(one, other, published):
    """Newcombe, Interval estimation for the difference between independent proportions, 1998, table II, method 10."""
    assert difference_of_strangers(one, other) == published


def test_pairs_that_hang_together_tell_more_than_strangers_and_opposite_pairs_less():
    assert difference_within(Pairs(48, 16, 0, 16)).width < difference_of_strangers((64, 80), (48, 80)).width
    assert difference_within(Pairs(0, 40, 40, 0)).width > difference_of_strangers((40, 80), (40, 80)).width
    by_chance = Pairs(32, 32, 8, 8)  # of 64 and 40 in 80, exactly as many in both as chance would have it
    assert difference_within(by_chance) == difference_of_strangers((64, 80), (40, 80))


@pytest.mark.parametrize("pairs", [Pairs(5, 0, 0, 0), Pairs(0, 0, 0, 7), Pairs(1, 0, 0, 0), Pairs(0, 9, 0, 0)])
def test_where_all_pairs_are_alike_there_is_an_interval_all_the_same(pairs):
    found, (one, other) = difference_within(pairs), pairs.shares
    assert -1 <= found.low <= other - one <= found.high <= 1
    assert found.width > 0


def test_a_mean_lies_within_so_many_standard_errors():
    """The mean of 1 to 9 is 5, its standard error the root of 7.5/9: 1.95996 of them are 1.7892."""
    assert mean_within(range(1, 10)) == within("3.2108", "6.7892")
    assert mean_within([4]) == within("4", "4")


def test_means_of_strangers_have_both_their_errors():
    found = difference_of_means_of_strangers(list(range(1, 10)), list(range(11, 20)))
    assert found == within(str(10 - Fraction("2.5303")), str(10 + Fraction("2.5303")))


def test_a_quartile_is_one_of_the_numbers():
    assert [quartile([5, 1, 4, 2], quarters) for quarters in range(5)] == [1, 1, 2, 4, 5]
    assert [quartile([3], quarters) for quarters in range(5)] == [3] * 5
