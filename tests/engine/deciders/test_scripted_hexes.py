"""Hexes in scripts and examples are columns and rows, never the numbers that the record writes."""

from types import SimpleNamespace

import pytest

from quarterdeck.analysis.trial.answer_labels import ScriptedChoices
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.deciders.scripted import ScriptedDecider, ScriptFaultError, unknown_in_script
from quarterdeck.language.declarations.types import Space

pytestmark = pytest.mark.no_cover


def asked():
    """Give a question between two hexes; the record's numbers of the first are the column and row of the second."""
    written, worded = {7: [2, 2], 8: [2, 1]}, {7: "[2, 3]", 8: "[2, 2]"}
    return SimpleNamespace(
        site=SimpleNamespace(address="snow.throw.spot", addresses=("snow.throw.spot",), item=Space()),
        by="one",
        may_none=False,
        may_stop=False,
        answers=lambda: [7, 8],
        written=written.get,
        worded=worded.get,
        reads=lambda answer, wanted: written[answer] == wanted,
    )


@pytest.mark.parametrize("decider", [ScriptedDecider({"spot": [[2, 2]]}), ScriptedChoices({"spot": [[2, 2]]})])
def test_a_hex_is_a_column_and_a_row(decider):
    assert decider.decide(asked()) == 8


def test_a_record_keeps_its_own_numbers():
    decider = ScriptedDecider([{"choice": [2, 2], "at": "snow.throw.spot", "by": "one"}])
    assert decider.decide(asked()) == 7


def test_a_script_that_says_all_lets_nobody_else_decide():
    decider = ScriptedDecider({"otherwise": "nobody", "aim": 3}, RandomDecider(1))
    with pytest.raises(ScriptFaultError, match=r"no answer for snow.throw.spot; allowed: \[2, 3\], \[2, 2\]"):
        decider.decide(asked())


def test_who_else_decides_is_nobody_or_not_said(tmp_path):
    script = tmp_path / "script.yaml"
    script.write_text("otherwise: nobody\nspot: [2, 2]\n", "utf-8")
    assert not list(unknown_in_script(script, ["snow.throw.spot"]))
    script.write_text("otherwise: somebody\n", "utf-8")
    (found,) = unknown_in_script(script, ["snow.throw.spot"])
    assert found.message == "`somebody` does not decide here"
