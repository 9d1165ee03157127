"""What docstrings show is what comes: each example in them is run."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
from pathlib import Path

import pytest

import quarterdeck

pytestmark = pytest.mark.no_cover

ROOT = Path(quarterdeck.__file__).parent
WITH_EXAMPLES = sorted(
    path.relative_to(ROOT.parent).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in ROOT.rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_docstrings_come_out_as_they_say(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


def names_in(package: Path) -> list[str]:
    """Each name in backticks of a package's docstring that may be that of a module or of something in one."""
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    names = re.findall(r"`([a-z_]+(?:[./][A-Za-z_]+)*)`", text)
    return [name for name in names if not name.startswith(("tests/", "quarterdeck")) and not name.endswith("yaml")]


def leads_somewhere(name: str, package: Path) -> bool:
    """Tell whether a name leads, from a room, its wing or the top, to a folder, a module or what one declares."""
    for base in (package, package.parent, ROOT):
        place, parts = base, re.split(r"[./]", name.removesuffix(".py"))
        while parts and (place / parts[0]).is_dir():
            place /= parts.pop(0)
        if parts and (place / f"{parts[0]}.py").is_file():
            place /= f"{parts.pop(0)}.py"
        if not parts or (len(parts) == 1 and place != package.parent and declares(place, parts[0])):
            return True
    return False


def declares(place: Path, name: str) -> bool:
    """Tell whether a module, or any of a folder, declares a function, method, class or constant of a name."""
    declared = re.compile(rf"(?m)^(?:    )?(?:def|class) {name}\b|^{name}\b.*=")
    return any(declared.search(file.read_text("utf-8")) for file in ([place] if place.suffix else place.glob("*.py")))


@pytest.mark.parametrize(
    "package", sorted(path.parent for path in ROOT.rglob("__init__.py")), ids=lambda path: path.name
)
def test_a_package_names_only_modules_that_are_there(package: Path) -> None:
    assert [name for name in names_in(package) if not leads_somewhere(name, package)] == []


def test_a_module_that_is_gone_is_noticed() -> None:
    assert not leads_somewhere("typing_of_statements", ROOT / "language/typing")
    assert not leads_somewhere("writer.Writer", ROOT / "prose/english")
