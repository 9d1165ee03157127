"""Plugins and languages that tests install: distributions of their own, without pip and without a network."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def install_plugin(site: Path, name: str, code: str, version: str = "1.0", commands: str = "") -> None:
    """Install a plugin whose class is called `Offers` into a folder, and let Python look there.

    `commands` names the commands that it brings, one after another.
    """
    entries = f"[quarterdeck.plugins]\n{name} = {name}_module:Offers\n\n[quarterdeck.commands]\n"
    entries += "".join(f"{command} = {name}_module:Offers\n" for command in commands.split())
    install_distribution(site, name, code, entries, version)


def install_distribution(site: Path, name: str, code: str, entries: str, version: str = "1.0") -> None:
    """Install a distribution with one module, `NAME_module`, and `entries` as its entry points into a folder."""
    module = f"{name}_module"
    info = site / f"{name}_plugin-{version}.dist-info"
    info.mkdir(parents=True)
    about = f"Metadata-Version: 2.1\nName: {name}-plugin\nVersion: {version}\nSummary: What {name} brings\n"
    (info / "METADATA").write_text(about, "utf-8")
    (info / "entry_points.txt").write_text(entries, "utf-8")
    (site / f"{module}.py").write_text(code, "utf-8")
    sys.modules.pop(module, None)
    if str(site) not in sys.path:
        sys.path.insert(0, str(site))
    importlib.invalidate_caches()
