"""The tables of Advanced Quickfire, entered as they are printed: `check` finds their defects.

The shipped ruleset holds the readings of its rulings instead.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.api import Ruleset

PRINTED = Path(__file__).parent / "as_printed" / "quickfire"


def test_every_defect_of_the_printed_tables_is_found():
    """Edges, a ship at rest, examples, sinking, speed and a missing chart: rulings Q8, Q16, Q13, Q18, Q2, Q3 and Q1."""
    assert sorted((one.code, one.message) for one in Ruleset.open(str(PRINTED)).findings) == [
        ("QD310", "there is no table `rof_table`"),
        ("QD401", "no row of `hits_on_line_150` covers white 11 to 12"),
        ("QD401", "no row of `hits_on_line_200` covers white 1 to 4, 10, 12"),
        ("QD401", "no row of `sinking_value` covers lasting 2 to 4, 6 to 8"),
        ("QD401", "no row of `turn_angle` covers box 0"),
        ("QD402", "two rows of `range_of` cover inches 24"),
        ("QD402", "two rows of `range_of` cover inches 4"),
        ("QD431", "`speed.speed_change` is 3 here, and `remarks.speed_change` says 2"),
        (
            "QD431",
            "row 2-7 of `may_sink_by_sequence` differs from that of `may_sink_by_section`, which has the same title",
        ),
    ]
