"""The tables of EasyShips, entered as they are printed: `check` finds their defects.

The shipped ruleset holds the readings of its rulings instead. (That the contents number a section otherwise than the
text is tried in `test_as_printed`, on the ledger of the shipped ruleset.)
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.api import Ruleset

PRINTED = Path(__file__).parent / "as_printed" / "easyships"


def test_every_defect_of_the_printed_tables_is_found():
    """A missing chart, two spellings, a die of 0, a depth, shots, and a sign: rulings E25, E8, E2 and E1."""
    assert sorted((one.code, one.message) for one in Ruleset.open(str(PRINTED)).findings) == [
        ("QD212", "`predreadnaught` is not a Type"),
        ("QD310", "there is no table `fires_and_flooding`"),
        ("QD340", "this is -1, and the table is 0..2"),
        ("QD401", "no row of `charge_dice` covers depth surface"),
        ("QD401", "no row of `fewer_fires` covers effort 0"),
        ("QD401", "no row of `shots` covers inches 7 to 18"),
        ("QD402", "two rows of `shots` cover inches 1 to 3"),
    ]
