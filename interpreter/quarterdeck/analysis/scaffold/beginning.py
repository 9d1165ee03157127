"""Begin a game or a variant: a folder that can be checked, played, counted and printed at once.

In: where it is to lie, and what a variant extends. Out: files, and a `Begun` that says which. A new game is the small
one in `starter/` under another name; a new variant changes nothing yet. Nothing that is there is written over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.analysis.scaffold.refusals import DraftRefusedError
from quarterdeck.analysis.scaffold.yaml_text import scalar
from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.plain_data import DataRecord
from quarterdeck.base.text import read
from quarterdeck.engine.plugins.registry import installed
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.syntax.grammar import reserved_words
from quarterdeck.workspace.pipeline.folders import asked_for, files_in, ruleset_names, variant_names

OWN_NAME = re.compile(r"^(ruleset|components): \w+$", re.MULTILINE)
"""Where the files of a game say what it is called."""
OWN_TITLE = re.compile(r"^title: .*$", re.MULTILINE)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Begun(DataRecord):
    """A new game or variant.

    `game` is what commands are given for it, `files` are those that were written.
    """

    name: str
    game: str
    files: tuple[Path, ...]


def new_game(folder: Path, title: str = "") -> Begun:
    """Create a game in a new folder, named after the folder.

    Raises:
        DraftRefusedError: the folder exists, or its name is not valid.
        OSError: it cannot be written.
    """
    name = good_name(folder)
    if name in ruleset_names():
        raise DraftRefusedError(f"{name} is a shipped game; choose another name")
    starter = resources.starter_folder()
    texts = {str(path.relative_to(starter)): path.read_text("utf-8") for path in files_in(starter)}
    texts = {path: OWN_NAME.sub(rf"\1: {name}", text) for path, text in texts.items()}
    texts["ruleset.yaml"] = OWN_TITLE.sub(
        lambda _: f"title: {scalar(title or as_title(name))}", texts["ruleset.yaml"], count=1
    )
    return Begun(name, str(folder), written(folder, texts))


def new_variant(folder: Path, of: str, title: str = "") -> Begun:
    """Create a variant of a game, with or without other variants, in a new folder.

    Raises:
        NotFoundError: there is no such game or variant to extend.
        DraftRefusedError: the folder exists, or its name is not valid or in use.
        RefusedError: the game has no name.
        OSError: it cannot be written.
    """
    name = good_name(folder)
    (base, *variants), plugins = asked_for(of)
    if plugins:
        raise DraftRefusedError(f"a variant extends a game and its variants, and {plugins[0]} is a plugin")
    if name in (*variant_names(base), *installed()):
        raise DraftRefusedError(f"{base.name} has a variant or plugin called {name}; choose another name")
    extends = "+".join([called(base), *(variant.resolve().name for variant in variants)])
    lines = [f"variant: {name}", f"extends: {extends}", f"title: {scalar(title or as_title(name))}"]
    files = written(folder, {"variant.yaml": "\n".join([*lines, "source: {kind: house}", ""])})
    return Begun(name, f"{of}+{folder}", files)


def called(base: Path) -> str:
    """Give the name by which the variants of a game speak of it.

    Raises:
        RefusedError: its `ruleset.yaml` does not say.
    """
    findings = Findings()
    document = parse_document(read(base / "ruleset.yaml", "ruleset.yaml"), findings)
    if document is None or not isinstance(document.shape, shapes.RulesetHead):
        raise RefusedError(findings)
    return document.shape.ruleset


def good_name(folder: Path) -> str:
    """Give the name that a folder gives to what lies in it.

    Raises:
        DraftRefusedError: there is something at that place, or it cannot be a name.
    """
    name = folder.name
    if not NAME.fullmatch(name):
        raise DraftRefusedError(
            f"{name or folder} is not a valid name: use letters, digits and _, and begin with a letter"
        )
    if name in reserved_words():
        raise DraftRefusedError(f"{name} is a word of the language and cannot be a name; choose another")
    if folder.exists() or folder.is_symlink():
        raise DraftRefusedError(f"{folder} exists, and is not overwritten")
    return name


def as_title(name: str) -> str:
    """Give the title that a name makes.

    >>> as_title("bold_gunners")
    'Bold gunners'
    """
    return name.replace("_", " ").capitalize()


def written(folder: Path, texts: Mapping[str, str]) -> tuple[Path, ...]:
    """Write texts to new files of a new folder, and give their paths in order."""
    folder.mkdir(parents=True)
    paths = []
    for name, text in sorted(texts.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        paths.append(path)
    return tuple(paths)
