"""What docstrings show is what comes: each example in them is run."""

from __future__ import annotations

import doctest
import importlib
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
