"""What the handbook and the docstrings call by a path or by the name of a module is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.base.resources import PACKAGE

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs" / "architecture.md", *sorted((ROOT / "docs" / "decisions").glob("*.md")))
"""The pages for those who read the code; the others may give a rule an address that reads like a module."""
PARTS = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())
SOURCE = re.compile(rf"`((?:{'|'.join(PARTS)})/[\w/]+|[\w/]+/\w+\.py)`")
MODULE = re.compile(rf"`(?:quarterdeck\.)?((?:{'|'.join(PARTS)})(?:\.(?!yaml\b)\w+)+)`")


def docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def is_there(dotted: str) -> bool:
    """Tell whether a name is that of a module, or of something that stands at the top of one."""
    path = PACKAGE.joinpath(*dotted.split("."))
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    module = path.parent / "__init__.py" if path.parent.is_dir() else path.parent.with_suffix(".py")
    at_the_top = re.compile(rf"^(?:class |def )?{path.name}\b", re.MULTILINE)
    return module.is_file() and at_the_top.search(module.read_text("utf-8")) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_source_or_module_that_a_page_names_is_there(page):
    text = page.read_text("utf-8")
    found = [re.sub(r"^interpreter/quarterdeck/", "", name) for name in SOURCE.findall(text)]
    assert [name for name in found if not ((PACKAGE / name).exists() or (ROOT / name).exists())] == []
    assert [name for name in MODULE.findall(text) if not is_there(name)] == []


def test_a_module_that_a_docstring_names_is_there():
    named = {
        (str(path.relative_to(PACKAGE)), name)
        for path in PACKAGE.rglob("*.py")
        for text in docstrings(path)
        for name in MODULE.findall(text)
    }
    assert len(named) > 10
    assert sorted((where, name) for where, name in named if not is_there(name)) == []


def test_the_architecture_names_every_wing_and_room():
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = {path.parent.name for path in PACKAGE.rglob("__init__.py") if path.parent != PACKAGE}
    missing = sorted(room for room in rooms - {"schemas"} if f"`{room}`" not in text)
    assert missing == []
