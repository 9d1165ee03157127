"""Every command can be imported where no extra is installed; what needs one imports it when it is used."""

from __future__ import annotations

import subprocess
import sys

from quarterdeck.base.resources import PACKAGE

IMPORTS = """
import importlib, sys
from quarterdeck.base.extras import EXTRAS

LEFT_OUT = {module for modules in EXTRAS.values() for module in modules}

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in LEFT_OUT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
for module in sys.argv[1:]:
    try:
        importlib.import_module(f"quarterdeck.apps.cli.{module}")
    except ModuleNotFoundError as error:
        print(module, error)
"""
AFTER_A_LOOK = {"peer_letters", "peer_play", "peer_serving"}
"""Modules that a command imports after it has asked for its extra."""


def test_commands_are_imported_without_extras():
    modules = sorted({path.stem for path in (PACKAGE / "apps" / "cli").glob("*.py")} - {"__init__", *AFTER_A_LOOK})
    asked = [sys.executable, "-c", IMPORTS, *modules]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout == ""
