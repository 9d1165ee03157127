"""What is counted while rules run: rounds of long loops, alike whoever looks and whatever is kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.backends.python.budget import EndlessFaultError, RoundBudget
from quarterdeck.backends.python.play import play_module
from quarterdeck.base.findings.finding import Findings
from quarterdeck.program.form.cost import Costs
from quarterdeck.program.form.dataflow import called
from quarterdeck.workspace.pipeline.build import Built

BASE = Path(__file__).parents[2] / "language" / "base"
SMALL = 20_000
"""A budget that is soon spent."""


def built_with(folder: Path, rules: str) -> Built:
    game = shutil.copytree(BASE, folder / "game")
    (game / "rules" / "added.rules").write_text(f'rules added "Added" cites "page three"\n\n{rules}')
    found = Findings()
    built = Ruleset.open(str(game)).built(found)
    assert not [one for one in found if one.code != "QD425"]
    return built


def again_and_again(count: int, last: str) -> str:
    """Give definitions each of which asks the next one twice."""
    asked = [f"least(9, c{n + 1}(child) + c{n + 1}(child))" for n in range(count)] + [last]
    return "\n".join(
        f'define c{n}(child: Child) -> 0..9 "c{n}" =\n    {one}\n' for n, one in enumerate(asked)
    )  # fmt: skip


def test_definitions_that_ask_each_other_again_and_again_are_broken_off(tmp_path):
    built = built_with(tmp_path, again_and_again(60, "child.wet"))
    module, ann = built.module(), built.program.layout.things("Child")[0]
    module.budget.most = SMALL
    state = [1] * built.program.layout.size
    with pytest.raises(EndlessFaultError, match=r"added.c\d+ does not come to an end: .* 20,000 rounds"):
        module.definition("added.c0")(state, ann)
    assert module.definition("added.c50")(state, ann) == 9
    assert module.budget.left == RoundBudget().left  # what is asked from outside has a budget of its own


def test_what_is_kept_for_ever_counts_each_time_as_it_counted_first(tmp_path):
    rules = """
define far(here: hex, reach: 0..3000) -> 0..9 "far" =
    least(9, count(there in row(here, north, reach) where distance(there, here) > 0 and near(here, 3000) > 0))

define near(here: hex, reach: 0..3000) -> 0..9 "near" =
    least(9, count(there in row(here, north, reach) where distance(there, here) > 0))
"""
    built = built_with(tmp_path, rules)
    module = built.module()
    assert {"added.far", "added.near"} <= built.optimised.timeless
    assert "@BUDGET.timeless('added.far')" in module.source
    budget, taken = module.budget, []
    for _ in range(2):
        before = budget.left
        assert module.late.value("d", "added.far")([], 0, 500) == 9
        taken.append(before - budget.left)
    assert taken[0] == taken[1] >= 500


def test_a_budget_is_lent_and_given_back():
    budget = RoundBudget(10)
    assert list(budget.each([1, 2], 3, "r")) == [1, 2]
    assert budget.left == 4
    assert budget.beside(lambda: list(budget.all(iter("abcde"), 2, "r"))) == list("abcde")
    assert budget.apart(budget.take)(10, "r") is None
    assert budget.left == 4
    with pytest.raises(EndlessFaultError, match="r does not come to an end"):
        budget.beside(budget.all, range(11), 1, "r")
    assert budget.left == 4
    with pytest.raises(EndlessFaultError):
        list(budget.each(range(5), 1, "r"))


def test_of_a_shipped_game_little_is_counted_and_no_value_that_is_kept():
    optimised = Ruleset.open("easyships").built(Findings()).optimised
    most = Costs(optimised)
    assert not [address for address in optimised.routines if most.price_of_call(address)]
    assert len(optimised.memos) > 20
    assert not [address for address in optimised.memos if most.is_counted(called(address))]
    assert play_module(optimised).source.count("raise BUDGET") < 120  # dice, cards and decisions among them
