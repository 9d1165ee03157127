"""Every import can be seen by import-linter: no wing reaches a higher one by the name of a module in a string.

Import-linter sees imports in functions and for type checkers as well. It does not see `import_module`, nor strings that
a library imports.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.base.resources import PACKAGE

pytestmark = pytest.mark.no_cover

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
LAYERS = next(one["layers"] for one in PROJECT["tool"]["importlinter"]["contracts"] if one["id"] == "layers")
RANK = {wing: rank for rank, layer in enumerate(reversed(LAYERS)) for wing in layer.split(" | ")}
IMPORTERS = {
    "api.py": "hands out names of `apps` when they are asked for; the top layer",
    "apps/api/schemas.py": "imports the type of what one command prints, in this wing or below",
    "base/json_schema.py": "imports what a record imports for type checkers, which import-linter sees there",
    "base/cache/packed.py": "imports the module that an entry of the cache names, if it is in the package",
}
"""The modules that import by name, with the reason."""
DOTTED = re.compile(r"\b[a-z_]+(?:\.[a-z_]+)+")

MODULES = {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def strings_of(tree: ast.AST) -> Iterator[str]:
    """Yield the strings of a module that are not docstrings."""
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in statements:
            yield node.value


def wing_of(name: str) -> str | None:
    """Give the wing of a dotted name that is the name of a module or package of the program."""
    path = PACKAGE.joinpath(*name.removeprefix("quarterdeck.").split("."))
    is_there = path.is_dir() or path.with_suffix(".py").is_file()
    return path.relative_to(PACKAGE).parts[0] if is_there else None


def names_of_higher_wings(name: str, text: str) -> list[str]:
    """Give the names of modules of higher wings that stand in strings of a module."""
    own = RANK.get(name.partition("/")[0].removesuffix(".py"), len(LAYERS))
    higher = {found for found in DOTTED.findall(text) if (wing := wing_of(found)) and RANK.get(wing, -1) > own}
    if not higher:
        return []
    return [found for one in strings_of(ast.parse(text)) for found in DOTTED.findall(one) if found in higher]


def test_no_string_names_a_module_of_a_higher_wing():
    assert {name: found for name, text in MODULES.items() if (found := names_of_higher_wings(name, text))} == {}


@pytest.mark.parametrize(
    "text", ['x = "print.book.plan"', 'x("y quarterdeck.prose.text")', 'f(f"{x} apps.cli")', 'x = ["apps.api"]']
)
def test_a_name_of_a_higher_wing_is_noticed(text):
    assert names_of_higher_wings("base/text.py", text)
    assert not names_of_higher_wings("apps/cli/main.py", text)


def test_modules_are_imported_by_name_only_where_it_is_known():
    importing = re.compile(r"\b(import_module|__import__|resolve_name|spec_from_file_location)\(")
    assert {name for name, text in MODULES.items() if importing.search(text)} == IMPORTERS.keys()
