"""The limits of CONTRIBUTING hold: sizes of modules, classes and functions, and names of modules."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

import pytest

from quarterdeck.base.resources import PACKAGE
from tests.languages import FOLDERS

pytestmark = pytest.mark.no_cover

MODULE, CLASS, FUNCTION = 600, 400, 60
"""The most lines of each."""
PARTICIPLES = ("asked", "beside", "found", "held", "kept", "told")
"""Names that say nothing of what a module contains."""

MODULES = {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
MODULES |= {
    path.relative_to(folder.parent).as_posix(): path.read_text("utf-8")
    for folder in FOLDERS.values()
    for path in sorted(folder.rglob("*.py"))
}


def above_limit() -> Iterator[tuple[str, int]]:
    """Yield each module, class and function above its limit, with its number of lines."""
    for name, text in MODULES.items():
        if (lines := len(text.splitlines())) > MODULE:
            yield name, lines
        yield from definitions_above_limit(ast.parse(text), f"{name} ")


def definitions_above_limit(node: ast.AST, prefix: str) -> Iterator[tuple[str, int]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            assert child.end_lineno is not None
            lines = child.end_lineno - child.lineno + 1
            if lines > (CLASS if isinstance(child, ast.ClassDef) else FUNCTION):
                yield f"{prefix}{child.name}", lines
            yield from definitions_above_limit(child, f"{prefix}{child.name}.")
        else:
            yield from definitions_above_limit(child, prefix)


def test_nothing_is_longer_than_its_limit():
    assert dict(above_limit()) == {}


def test_the_name_of_a_module_is_unique_within_its_wing():
    by_name = defaultdict(list)
    for name in MODULES:
        *folders, file = name.split("/")
        if folders and file != "__init__.py":
            by_name[folders[0], file].append(name)
    assert [names for names in by_name.values() if len(names) > 1] == []


def test_a_module_is_not_named_after_a_participle():
    assert [name for name in MODULES if name.rpartition("/")[2].removesuffix(".py") in PARTICIPLES] == []
