"""A way to install plugins for a test."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quarterdeck.engine.plugins import registry
from tests.plugged import install_plugin


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Give a way to install a plugin as a distribution of its own, without a network."""
    names: list[str] = []

    def installed(name: str, code: str, version: str = "1.0", commands: str = "") -> None:
        install_plugin(tmp_path / "site", name, code, version, commands)
        names.append(f"{name}_module")

    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    registry.manager_of.cache_clear()
    yield installed
    registry.manager_of.cache_clear()
    for name in names:
        sys.modules.pop(name, None)
