"""Print what a command gives as data; apart from what opens rulesets, which not every command needs."""

from __future__ import annotations

import json
from typing import Any

from quarterdeck.base.plain_data import record_as_data


def print_json(data: Any) -> None:
    """Print data to the standard output as JSON: records by their fields, fractions as two whole numbers."""
    print(json.dumps(record_as_data(data), indent=1, ensure_ascii=False))
