"""The chance of an outcome is asked by its value: in words or as data, and never of a value that cannot be."""

from fractions import Fraction

import pytest

from quarterdeck import api

BASE = "tests/language/base"
SHOW = ("child.wet", "child.wet > 2", "child.mood", "child")


@pytest.fixture(scope="module")
def odds():
    things: dict[str, dict[str, object]] = {"Ben": {"kind": "Child", "wet": 2}, "Anna": {"kind": "Child"}}
    known = api.facts({"child": "Ben", "amount": 1}, things=things)
    counted = api.count(api.Ruleset.open(BASE), "throwing.wet", known, show=SHOW, each=True)
    return {one.titles[0]: one for one in counted}


@pytest.mark.parametrize(
    ("title", "value", "chance"),
    [
        ("child.wet", "3", 1),
        ("child.wet", 3, 1),
        ("child.wet", Fraction(3), 1),
        ("child.wet", 4, 0),
        ("child.wet > 2", "yes", 1),
        ("child.wet > 2", True, 1),
        ("child.wet > 2", "no", 0),
        ("child.wet > 2", False, 0),
        ("child.mood", "calm", 1),
        ("child.mood", "glum", 0),
        ("child", "Ben", 1),
        ("child", "Anna", 0),
    ],
)
def test_a_value_is_asked_in_words_or_as_data(odds, title, value, chance):
    assert odds[title].chance(value) == chance


@pytest.mark.parametrize(
    ("title", "value", "why"),
    [
        ("child.wet", "three", "it is 0..6"),
        ("child.wet", 7, "it is 0..6"),
        ("child.wet", True, "it is 0..6"),
        ("child.wet > 2", "Yes", "it is `yes` or `no`"),
        ("child.wet > 2", 1, "it is `yes` or `no`"),
        ("child.mood", "mery", "did you mean `merry`"),
        ("child", "Bem", "did you mean `Ben`"),
    ],
)
def test_a_value_that_cannot_be_is_refused(odds, title, value, why):
    with pytest.raises(api.NoSuchValueError, match=why):
        odds[title].chance(value)


def test_a_row_has_a_value_for_each_column(odds):
    with pytest.raises(api.NoSuchValueError, match="a row has 1 values"):
        odds["child"].chance("Ben", "calm")


def test_several_columns_are_asked_together():
    things = {"Ben": {"kind": "Child", "wet": 2}}
    known = api.facts({"child": "Ben", "amount": 1}, things=things)
    (both,) = api.count(api.Ruleset.open(BASE), "throwing.wet", known, show=["child.wet", "child.wet > 2"])
    assert both.chance(3, True) == both.chance("3", "yes") == 1
    assert both.chance(3, False) == 0
