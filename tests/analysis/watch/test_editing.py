"""Behind an edit just those examples are run and those questions counted that it concerns, as `test` and `diff` do."""

from __future__ import annotations

import shutil
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from quarterdeck.analysis.diff.differences import OddsMoved, differences
from quarterdeck.analysis.trial.bench import CaseOutcome, ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.analysis.watch.watcher import Edited
from quarterdeck.api import Ruleset, new_variant
from quarterdeck.apps.cli import watch as watching

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Edited:
    """Give a game with a variant of its own, looked at once."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SNOWBALLS, "snowballs")
    new_variant(Path("own"), "snowballs")
    Path("own/own.rules").write_text("", "utf-8")
    found = Edited("snowballs+own")
    assert not found.look().findings
    assert list(found.concerned()) == []
    return found


def save(rules: str) -> None:
    Path("own/own.rules").write_text(rules, "utf-8")


def looked(edited: Edited) -> tuple[dict[str, CaseOutcome], dict[str, OddsMoved]]:
    codes = [finding.code for finding in edited.look().findings]
    assert codes == []
    found = list(edited.concerned())
    return (
        {one.case.name: one for one in found if isinstance(one, CaseOutcome)},
        {one.question: one for one in found if isinstance(one, OddsMoved)},
    )


def problems(ruleset: Ruleset) -> dict[str, list[str]]:
    """Give what is not as expected of each example, run on the whole ruleset."""
    bench = ExampleRunner(ruleset)
    return {case.name: [one.message for one in bench.run(case).problems] for case in cases_of(ruleset.declared)}


@cache
def before() -> dict[str, list[str]]:
    return problems(Ruleset.open("snowballs"))


FAR = 'amend modifier throwing.throw.aim.far: {} when range > 4 "at a far target"\n'


@pytest.mark.parametrize(
    "rules",
    [
        FAR.format("-2"),
        "amend case throwing.dice_of.strong: 2 if child.arm >= 2\n",
        "amend cell cold_dice.4+ = d4 + 1\n",
        "amend option throwing.frozen_hands = -2\n",
        "amend row splashes.1-2. 3+\n    do soak(target, 1)\n",
    ],
)
def test_what_is_not_run_has_not_changed_and_what_is_run_comes_out_as_elsewhere(edited, rules):
    """Against the whole: all examples run as `test` runs them, all questions counted as `diff` counts them."""
    whole, was = Ruleset.open("snowballs"), before()
    save(rules)
    examples, questions = looked(edited)
    after = Ruleset.open("snowballs+own")
    now = problems(after)
    assert {name: [problem.message for problem in one.problems] for name, one in examples.items()} == {
        name: now[name] for name in examples
    }
    assert [name for name in now if name not in examples and now[name] != was[name]] == []
    moved = {one.question: one.distance for one in differences(whole, after).compared if one.distance}
    assert {name: one.distance for name, one in questions.items() if one.distance} == moved
    assert bool(examples) == ("cold_dice" not in rules)


def test_only_what_an_edit_reaches_is_run(edited):
    save(FAR.format("-2"))
    examples, questions = looked(edited)
    reached = {outcome.address for outcome in examples.values()}
    assert "throwing.throw" in reached
    assert not any(address.startswith(("running.", "snow.", "muster.")) for address in reached)
    assert all(one.of in ("throwing.throw", "throwing.take_aim") for one in questions.values())


def test_the_nearest_comes_first(edited):
    save(FAR.format("-2"))
    edited.look()
    addresses = [one.address for one in edited.concerned() if isinstance(one, CaseOutcome)]
    assert addresses[0] == "throwing.throw"
    assert addresses.index("throwing.throw") < max(i for i, one in enumerate(addresses) if one != "throwing.throw")


def test_what_was_edited_while_there_were_findings_is_not_forgotten(edited):
    save(FAR.format("-2") + "amend case throwing.dice_of.strong: 9 if child.arm >= 1\n")
    assert "QD340" in [finding.code for finding in edited.look().findings]
    assert list(edited.concerned()) == []
    save(FAR.format("-2"))
    examples, _ = looked(edited)
    assert "throwing.throw" in {outcome.address for outcome in examples.values()}


def test_an_edited_example_is_run_and_no_other(edited):
    path = next(
        path for path in sorted(Path("snowballs/examples").glob("*.yaml")) if "a_good_throw" in path.read_text()
    )
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    examples, questions = looked(edited)
    assert {outcome.case.places.file.path.rpartition("/")[2] for outcome in examples.values()} == {path.name}
    assert not questions


def test_a_save_meanwhile_ends_the_wait(edited, monkeypatch):
    save(FAR.format("-2"))
    monkeypatch.setattr(watching, "PAUSE", 0)
    out = StringIO()
    console = Console(file=out, width=200)
    assert watching.tell(edited, console, lambda: False) == 0
    said = out.getvalue()
    assert "1 question asked" in said or "1 example concerned" in said


def test_what_is_printed_names_what_changed(edited):
    save(FAR.format("-3").replace("range > 4", "range > 0"))
    out = StringIO()
    console = Console(file=out, width=200)
    assert watching.tell(edited, console) == 0
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("snowballs+own: no problems (1 definition typed, ")
    assert lines[-1].startswith("snowballs+own: ")
    assert "concerned" in lines[-1]
    assert any(" -> " in line for line in lines)
