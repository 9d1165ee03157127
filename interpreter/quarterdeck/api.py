"""What other programs may use: open a ruleset, ask about its rules, play it, compare it with another, print it.

In: names or folders of rulesets, and plain data. Out: values; nothing here prints. Every command is thin over these
names; all of it stands in parts of `apps.api` and below. Which names are offered, and where, says `api.pyi` beside
this file, to type checkers and here; a part is imported when one of its names is used.
"""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

_OFFERED = {
    name.asname or name.name: (statement.module, name.name)
    for statement in ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8")).body
    if isinstance(statement, ast.ImportFrom) and statement.module
    for name in statement.names
}
__all__ = sorted(_OFFERED)  # noqa: PLE0605  as the stub says


def __getattr__(name: str) -> Any:
    if name not in _OFFERED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, known_as = _OFFERED[name]
    value = globals()[name] = getattr(import_module(module), known_as)
    return value


def __dir__() -> list[str]:
    return [*__all__]
