"""Numbers are exact, however they are written and shown."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.api import Ruleset
from quarterdeck.base.decimals import MOST_DIGITS, exact, shown
from quarterdeck.base.findings.finding import Findings

WRITTEN = {
    "12": Fraction(12), "0.5": Fraction(1, 2), "1_000": Fraction(1000), "1_000.5": Fraction(2001, 2),
    "2.1E-9": Fraction(21, 10**10), "2.1e-9": Fraction(21, 10**10), "3e2": Fraction(300), "-4": Fraction(-4),
    "+0.25": Fraction(1, 4), ".5": Fraction(1, 2), "5/3": Fraction(5, 3), " 7 ": Fraction(7), "1E+2": Fraction(100),
    "1" + "0" * (MOST_DIGITS - 1): Fraction(10 ** (MOST_DIGITS - 1)),
}  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_a_number_is_what_it_says(text):
    assert exact(text) == WRITTEN[text]


@pytest.mark.parametrize(
    "text",
    ["", ".", "_1", "1_", "1__0", "e5", "one", "1e", "5/0", "5/", "nan", "inf", "1e999999999", "1e-999999999", "1e61",
     "1e-61", "9" * 4000, "0." + "0" * 100 + "1", "0x10", "1e99999999999999999999"],
)  # fmt: skip
def test_what_is_no_number_or_beyond_all_measure_is_none(text):
    with pytest.raises(ValueError, match=r"is not a number|too many digits"):
        exact(text)


@given(st.fractions())
def test_a_number_that_is_shown_loses_nothing(number):
    if len(shown(number)) < MOST_DIGITS:
        assert exact(shown(number)) == number


@pytest.mark.parametrize(
    ("number", "text"),
    [(Fraction(21, 10**10), "0.0000000021"), (Fraction(123456789, 100), "1234567.89"), (Fraction(5, 3), "5/3"),
     (Fraction(-1, 2), "-0.5"), (10**12, "1000000000000"), (Fraction(1, 8), "0.125"), (0, "0")],
)  # fmt: skip
def test_numbers_are_shown_in_full(number, text):
    assert shown(number) == text


BASE = Path(__file__).parents[1] / "language" / "base"
VALUES = {
    "1_000": "0..1000", "1_000.5": "0..1000.5 tenths", "3e2": "0..3_00", "1.5E-1": "0..1 hundredths",
    "2.1E-9 * 1E+9 rounded nearest to tenths": "0..9 tenths",
}  # fmt: skip


def test_rules_reckon_with_every_form(tmp_path):
    game = copied(
        tmp_path, "\n".join(f"define n{i} -> {kind} = {text}" for i, (text, kind) in enumerate(VALUES.items()))
    )
    ruleset = Ruleset.open(str(game))
    assert {finding.code for finding in ruleset.findings} == {"QD421"}, "nobody calls them"
    module = ruleset.built(Findings()).module()
    found = [module.definition(f"numbers.n{i}")([]) for i in range(len(VALUES))]
    assert found == [1000, 10005, 300, 15, 21]


@pytest.mark.parametrize("text", ["1e30", "2.1E-9", "1e59 * 1e59 * 1e59", "1e-30 * 1e-30 + 5", "1e59 % of 1e59"])
def test_a_number_that_fits_nowhere_is_a_finding(tmp_path, text):
    game = copied(tmp_path, f"define n -> 0..6 = {text}")
    assert {finding.code[:3] for finding in Ruleset.open(str(game)).findings} == {"QD3"}


def copied(folder, rules):
    game = shutil.copytree(BASE, folder / "game")
    (game / "rules" / "numbers.rules").write_text(f'rules numbers "Numbers" cites "page three"\n\n{rules}\n', "utf-8")
    return game
