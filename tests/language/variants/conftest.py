"""The game over which variants are laid."""

import shutil
from pathlib import Path

import pytest

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Give a copy of the game without the variants that it comes with."""
    folder = tmp_path / "snowballs"
    shutil.copytree(SNOWBALLS, folder, ignore=shutil.ignore_patterns("variants"))
    return folder
