"""How facts name a cell of a table: `chart[3, dry]`."""

from __future__ import annotations

import re

CELL = re.compile(r"\s*(?P<table>[A-Za-z_]\w*)\s*\[(?P<keys>[^\[\]]*)\]\s*")
"""A table, and by which keys the cell is looked up."""
CELL_GIVEN = re.compile(r"\b([A-Za-z_]\w*\[[^\[\]\n]*\])[ \t]*[:=][ \t]*")
"""A cell in a text of facts, as `chart[3, dry] = 7` or `chart[3, dry]: 7`: YAML wants its name quoted."""


def is_cell(key: object) -> bool:
    """Tell whether the name of a fact is that of a cell.

    >>> is_cell("chart[3, dry]"), is_cell("Anna.wet")
    (True, False)
    """
    return CELL.fullmatch(str(key)) is not None
