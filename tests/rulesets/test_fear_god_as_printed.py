"""The tables of Fear God and Dread Nought, entered as they are printed: `check` finds their defects.

The shipped ruleset holds the readings of its rulings instead.
"""

from __future__ import annotations

import json
from pathlib import Path

from quarterdeck.apps.cli.main import main

PRINTED = Path(__file__).parent / "as_printed" / "fear_god"


def findings(capsys, game: Path) -> list[tuple[str, str]]:
    main(["check", str(game), "--json"])
    told = json.loads(capsys.readouterr().out)["findings"]
    return sorted((one["code"], one["message"]) for one in told)


def test_every_defect_of_the_printed_tables_is_found(capsys):
    """A belt, a sign, calibres, steps that overlap and a die read in two ways: rulings F12, F7, F27, F26 and F3."""
    found = findings(capsys, PRINTED)
    assert found == [
        ("QD401", "no row of `belt_reduction` covers armor 41 to 60"),
        ("QD401", "no row of `light_weapon_row` covers calibre 1 to 6, 10 to 11, 16 to 19, 26 to 36, 46 to 56"),
        ("QD402", "two rows of `belt_reduction` cover armor 5"),
        ("QD402", "two rows of `lost_cells` cover percent 75 to 100"),
        ("QD404", "4 follows -2 (at 3), and `sea_state` is said to be falling"),
        ("QD404", "4 follows -2 (at size_d), and `sea_state` is said to be falling"),
        ("QD431", "row 1-3 of `sensor_section` differs from that of `sensor_note`, which has the same title"),
    ]
