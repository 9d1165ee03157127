"""A case that a house rule puts before others is an exception to them; several exceptions may overlap."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.printer import as_text

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"
LIMPING = "add case running.stride.limping before running.stride.charging: 1 if child.wet > 5\n"
EAGER = "add case running.stride.eager before running.stride.charging: {} if child.mood is merry\n"


def varied(folder: Path, *variants: str) -> Ruleset:
    game = Path(shutil.copytree(SNOWBALLS, folder / "game"))
    for number, rules in enumerate(variants):
        made = game / "variants" / f"v{number}"
        made.mkdir(parents=True)
        after = f"after: [v{number - 1}]\n" if number else ""
        head = f"variant: v{number}\nextends: snowballs\ntitle: Variant {number}\nnote: A try.\n{after}"
        (made / "variant.yaml").write_text(head, "utf-8")
        (made / "rules.rules").write_text(rules, "utf-8")
    return Ruleset.open("+".join([str(game), *(f"v{number}" for number in range(len(variants)))]))


def test_an_exception_goes_before_the_case_that_it_names(tmp_path):
    ruleset = varied(tmp_path, LIMPING)
    assert not ruleset.findings, as_text(ruleset.findings)


@pytest.mark.parametrize(("second", "codes"), [(EAGER.format(6), {"QD428"}), (EAGER.format(1), set())])
def test_exceptions_of_two_house_rules_are_reported_where_both_hold_and_differ(second, codes, tmp_path):
    found = varied(tmp_path, LIMPING, second).findings
    assert {one.code for one in found} == codes, as_text(found)
    assert all("child.wet = 6" in one.message and "merry" in one.message for one in found)


def test_the_second_exception_may_say_that_the_first_goes_first(tmp_path):
    second = EAGER.format(6).replace(" if ", " otherwise if ")
    found = varied(tmp_path, LIMPING, second).findings
    assert not found, as_text(found)


def test_a_case_put_behind_another_is_no_exception(tmp_path):
    found = varied(tmp_path, LIMPING.replace("before", "after")).findings
    assert {one.code for one in found} == {"QD428"}, as_text(found)
