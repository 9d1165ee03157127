"""The schemas of what commands give with `--json`, as JSON Schema of the draft 2020-12: a file each, named like it.

What they share stands in `parts.json`, to which they refer as `quarterdeck:parts`; `failure.json` is what stands there
where a command gives no answer.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
PARTS = "quarterdeck:parts"
"""The name by which schemas refer to what they share."""


def names() -> tuple[str, ...]:
    """Give the names of all schemas, in the order of the alphabet."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@cache
def _written(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text("utf-8")


def schema_of(name: str) -> dict[str, Any]:
    """Give a schema by its name as one document: where it refers to what schemas share, that is in its `$defs`.

    Raises:
        KeyError: there is no schema of such a name.
    """
    if name not in names():
        raise KeyError(name)
    found: dict[str, Any] = json.loads(_written(name))
    if PARTS in _written(name) and name != "parts":
        found["$defs"] = {**found.get("$defs", {}), PARTS: json.loads(_written("parts"))}
    return found
