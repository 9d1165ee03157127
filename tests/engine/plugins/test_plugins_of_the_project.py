"""The plugins and languages that come with the project are built; plugins pass their tests by themselves."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from quarterdeck.apps.cli.plugin_commands import GROUP as COMMANDS
from quarterdeck.base import resources
from quarterdeck.engine.plugins import registry

PLUGINS = Path(__file__).parents[3] / "plugins"
FOLDERS = sorted(path.parent for path in PLUGINS.glob("*/pyproject.toml"))
OPEN = {"quarterdeck.api", "quarterdeck.hooks", "quarterdeck.geometry"}
"""What plugins may import of the interpreter."""
BUILDING = """
import sys
from hatchling.builders.wheel import WheelBuilder
for folder in sys.argv[2:]:
    print(next(WheelBuilder(folder).build(directory=sys.argv[1], versions=["standard"])))
"""


def test_there_is_one_that_changes_play_one_that_listens_and_one_that_decides():
    assert [folder.name for folder in FOLDERS] == [
        "quarterdeck-campaign-log", "quarterdeck-concentration", "quarterdeck-crossing-the-t",
    ]  # fmt: skip


@pytest.mark.slow
def test_all_are_built_and_pass_their_tests_in_one_environment(tmp_path):
    site = tmp_path / "site"
    building = [sys.executable, "-c", BUILDING, tmp_path / "wheels", *FOLDERS]
    built = subprocess.run(building, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    for folder, wheel in zip(FOLDERS, built.stdout.splitlines(), strict=True):
        zipfile.ZipFile(wheel).extractall(site)
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        assert set(project["entry-points"]) <= {registry.GROUP, COMMANDS}
    paths = os.pathsep.join([str(site), str(resources.PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    tests = [str(folder / "tests") for folder in FOLDERS]
    quietly = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-n", "0"]
    testing = [sys.executable, "-m", "pytest", *quietly, *tests]
    tested = subprocess.run(
        testing, cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert tested.returncode == 0, tested.stdout + tested.stderr


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_plugin_uses_the_interface_and_what_is_there_for_plugins(folder):
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            named += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            own = [name for name in named if name.partition(".")[0] == "quarterdeck"]
            assert all(".".join(name.split(".")[:2]) in OPEN for name in own), f"{path}: {own}"
