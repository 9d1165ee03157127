"""The picture of the README is what the program says now."""

import runpy
from pathlib import Path

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"


def test_the_picture_is_up_to_date():
    drawn = runpy.run_path(str(PICTURES / "rule.py"))["main"]()
    assert drawn == (PICTURES / "rule.svg").read_text("utf-8"), "run `python docs/pictures/rule.py`"
