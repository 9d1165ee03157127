"""A decision table of DMN becomes a table by condition that says the same, and no definition."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.dmn.decision_tables import NoTableError
from tests.dmn.feel import value_of
from tests.dmn.model import Model, is_equal

SPACE = "https://www.omg.org/spec/DMN/20180521/MODEL/"
RATES = """<inputEntry><text>&gt;=12</text></inputEntry><inputEntry><text>"barge","tug"</text></inputEntry>
<outputEntry><text>7.5</text></outputEntry>|<inputEntry><text>[limit..11]</text></inputEntry>
<inputEntry><text>not("tug")</text></inputEntry><outputEntry><text>4</text></outputEntry>|
<inputEntry><text>-</text></inputEntry><inputEntry><text>-</text></inputEntry><outputEntry><text>1</text></outputEntry>"""


def model_of(folder: Path, policy: str, rows: str = RATES) -> Model:
    rules = "".join(f"<rule>{row}</rule>" for row in rows.split("|"))
    inputs = "".join(
        f"<input><inputExpression><text>{text}</text></inputExpression></input>" for text in ("length", "boat.kind")
    )
    table = f"<decisionTable {policy}>{inputs}<output/>{rules}</decisionTable>"
    dues = f'<decision name="Dues"><variable name="Dues"/>{table}</decision>'
    path = folder / "dues.dmn"
    path.write_text(f'<definitions xmlns="{SPACE}">{dues}</definitions>', "utf-8")
    return Model(path, folder / "made")


@pytest.mark.parametrize(
    ("policy", "length", "kind", "wanted"),
    [
        ('hitPolicy="FIRST"', 12, "tug", Fraction(15, 2)),
        ('hitPolicy="FIRST"', 9, "barge", 4),
        ('hitPolicy="FIRST"', 9, "tug", 1),
        ('hitPolicy="COLLECT" aggregation="SUM"', 12, "barge", Fraction(17, 2)),
        ('hitPolicy="COLLECT" aggregation="MIN"', 9, "barge", 1),
        ('hitPolicy="COLLECT" aggregation="COUNT"', 9, "barge", 2),
        ('hitPolicy="RULE ORDER"', 8, "yacht", [4, 1]),
    ],
)
def test_a_decision_table_says_the_same(policy, length, kind, wanted, tmp_path):
    model = model_of(tmp_path, policy)
    inputs = {"length": Fraction(length), "boat": {"kind": kind}, "limit": Fraction(8)}
    assert is_equal(model.decide("Dues", inputs), wanted)
    assert (tmp_path / "made" / "table_0" / "t.rules").read_text("utf-8") == 'rules t "T" cites "x"\n'


def test_rows_that_overlap_are_found_where_one_alone_may_apply(tmp_path):
    model = model_of(tmp_path, 'hitPolicy="UNIQUE"')
    with pytest.raises(NoTableError, match="QD402"):
        model.decide("Dues", {"length": Fraction(12), "boat": {"kind": "tug"}, "limit": Fraction(8)})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("if the age >= 18 and not(a.b) then 2 ** -2 else null", Fraction(1, 4)),
        ("(the age - 3) * 2 / 5", 6),
        ('date("2020-02-29") < date("2020-03-01")', True),
        ('duration("P1Y2M") = duration("P14M")', True),
        ('max([1, 5, 3]) + count(["a", "b"])', 7),
    ],
)
def test_what_stands_around_tables_is_worked_out(text, wanted):
    assert value_of(text, {"the age": Fraction(18), "a": {"b": False}}) == wanted
