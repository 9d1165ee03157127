"""Powers and roots are exact: what is rounded is the true value, whatever its size."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.base.roots import root_below, rounded_power


@given(st.integers(0, 10**60), st.integers(1, 12))
def test_a_root_is_the_largest_number_whose_power_is_no_more(number, degree):
    found = root_below(number, degree)
    assert found**degree <= number < (found + 1) ** degree


@given(
    st.fractions(0, 10**6, max_denominator=1000),
    st.integers(1, 7),
    st.integers(1, 7),
    st.sampled_from([1, 2, 10, 100, 10_000]),
)
def test_a_rounded_power_lies_on_the_right_side_of_the_true_one(value, power, degree, step):
    true = value**power  # of which the root is wanted
    down, up, near = (
        Fraction(rounded_power(*value.as_integer_ratio(), power, degree, step, how), step)
        for how in ("down", "up", "nearest")
    )
    one, half = Fraction(1, step), Fraction(1, 2 * step)
    assert down**degree <= true < (down + one) ** degree
    assert up == (down if down**degree == true else down + one)
    assert near <= half or (near - half) ** degree <= true
    assert true < (near + half) ** degree


@pytest.mark.parametrize("exact", [0, 1, 7, 12_345_678_901_234_567_890])
def test_an_exact_root_is_given_whole_however_it_is_rounded(exact):
    for how in ("down", "up", "nearest"):
        assert rounded_power(exact**6, 1, 1, 3, 1, how) == exact**2
