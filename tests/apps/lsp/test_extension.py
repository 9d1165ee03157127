"""What lies in `editors/` says what the language says now, and starts the server that there is."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import __version__
from quarterdeck.language.documents.shapes import DOCUMENTS
from quarterdeck.language.syntax.grammar import reserved_words

EDITORS = Path(__file__).parents[3] / "editors"
VSCODE = EDITORS / "vscode"
MADE = runpy.run_path(str(EDITORS / "made.py"))["MADE"]


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_of_the_language_is_as_it_would_be_made_now(name):
    assert (EDITORS / name).read_text("utf-8") == MADE[name](), "python editors/made.py writes it anew"


def test_every_word_of_the_language_has_a_colour():
    patterns = json.loads(MADE["vscode/syntaxes/rules.tmLanguage.json"]())["patterns"]
    matches = [
        re.compile(one["match"]) for one in patterns if "match" in one and one["name"].startswith(("k", "c", "s"))
    ]
    assert [word for word in reserved_words() if not any(match.fullmatch(word) for match in matches)] == []


def test_the_extension_names_files_that_are_there():
    said = json.loads((VSCODE / "package.json").read_text("utf-8"))
    given = said["contributes"]
    named = [
        said["main"],
        *(one["path"] for one in given["grammars"]),
        *(one["url"] for one in given["yamlValidation"]),
    ]
    named += [one["configuration"] for one in given["languages"]]
    assert [name for name in named if not (VSCODE / name).is_file()] == []
    json.loads((VSCODE / "language-configuration.json").read_text("utf-8"))


def test_the_schema_is_for_every_sort_of_document():
    """A document of each sort that comes with a game has a name for which the schema is named."""
    said = json.loads((VSCODE / "package.json").read_text("utf-8"))
    (named,) = (one["fileMatch"] for one in said["contributes"]["yamlValidation"])
    folders = {one.split("/")[1] for one in named if one.count("/") == 2}
    assert "**/variants/*/*.yaml" in named
    lost = []
    for game in (EDITORS.parent / "rulesets").iterdir():
        for path in game.rglob("*.yaml"):
            sort = path.read_text("utf-8").lstrip().partition(":")[0]
            is_named = (
                any(fnmatch(path.name, one) for one in named)
                or path.parent.name in folders
                or path.parents[1].name == "variants"
            )
            if sort in DOCUMENTS and not is_named:
                lost.append(path)
    assert lost == []


HARNESS = """
const calls = [];
const [set, ...folders] = process.argv.slice(2);
const vscode = { workspace: {
  workspaceFolders: folders.map((path) => ({ uri: { fsPath: path } })),
  getConfiguration: () => ({
    get: (name, otherwise) => ({ game: "stones+mine", command: set })[name] ?? otherwise,
  }),
  createFileSystemWatcher: (glob) => ({ glob, dispose() {} }),
} };
class LanguageClient {
  constructor(id, name, server, options) { calls.push({ id, server, options }); }
  start() { return "started"; }
  stop() { return "stopped"; }
}
const Module = require("module");
const load = Module._load;
Module._load = (name, ...more) => name === "vscode" ? vscode
  : name === "vscode-languageclient/node" ? { LanguageClient, TransportKind: { stdio: 0 } } : load(name, ...more);
const extension = require(process.argv[1]);
const context = { subscriptions: [] };
const started = extension.activate(context);
const kept = context.subscriptions.length;
console.log(JSON.stringify({ ...calls[0], started, stopped: extension.deactivate(), kept }));
"""


def started(*arguments: str) -> dict[str, Any]:
    """Start the extension in Node.js, and return what it asks VS Code for."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js here")
    words = [node, "-e", HARNESS, str(VSCODE / "extension.js"), *arguments]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_extension_starts_the_server_as_it_is_set():
    said = started("/bin/q")
    assert (said["server"]["command"], said["server"]["args"]) == ("/bin/q", ["lsp", "stones+mine"])
    assert (said["started"], said["stopped"], said["kept"]) == ("started", "stopped", 1)
    assert said["options"]["initializationOptions"] == {"pause": 200}
    assert {one["language"] for one in said["options"]["documentSelector"]} == {"quarterdeck", "yaml"}


def test_the_extension_finds_the_program_of_a_virtual_environment(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    assert started("", str(first), str(second))["server"]["command"] == "quarterdeck"
    program = second / ".venv" / "bin" / "quarterdeck"
    program.parent.mkdir(parents=True)
    program.touch()
    assert started("", str(first), str(second))["server"]["command"] == str(program)
    assert started("/bin/q", str(second))["server"]["command"] == "/bin/q"


def test_the_manifest_has_what_a_package_needs():
    said = json.loads((VSCODE / "package.json").read_text("utf-8"))
    assert {"name", "displayName", "description", "version", "publisher", "license", "icon", "engines"} <= said.keys()
    assert said["version"] == __version__
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", said["name"])
    icon = (VSCODE / said["icon"]).read_bytes()
    assert icon[:8] == b"\x89PNG\r\n\x1a\n"
    assert min(int.from_bytes(icon[at : at + 4]) for at in (16, 20)) >= 128, "as wide and high as the marketplace asks"
    assert (VSCODE / "LICENSE").read_text("utf-8") == (EDITORS.parent / "LICENSE").read_text("utf-8")
    assert (VSCODE / "README.md").read_text("utf-8").startswith("# ")
    assert (VSCODE / ".vscodeignore").is_file()
    assert said["capabilities"]["untrustedWorkspaces"]["supported"] is False, "it starts a program of the workspace"
    settings = said["contributes"]["configuration"]["properties"]
    page = (VSCODE / "README.md").read_text("utf-8")
    assert [name for name in settings if f"`{name}`" not in page] == []


def test_neovim_is_told_the_same_command():
    said = (EDITORS / "neovim" / "quarterdeck.lua").read_text("utf-8")
    assert 'cmd = { "quarterdeck", "lsp" }' in said
    for needed in ("vim.lsp.start(config", "vim.lsp.start_client(config)", "vim.lsp.buf_attach_client("):
        assert needed in said, "Neovim 0.7 has no `vim.lsp.start`, and later ones are without `start_client`"
    assert "vim.lsp.config" not in said, "which there is from 0.11 on"
