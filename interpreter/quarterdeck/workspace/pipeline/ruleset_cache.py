"""What loading found out, kept by content: the same files are not parsed and checked twice by the same interpreter.

In: the name of a ruleset with its variants. Out: what `stages.load` gives, or only what `check` prints. The key is a
hash of every file below the folders concerned, byte by byte, since findings know their places, and of the figures that
rulesets share; of the interpreter's own files the sizes and times of change serve. Of a ruleset alone its variants are
no files, so that what is known of it outlives their edits and serves all of them.
An entry may be deleted at any time; one that is not as it was written is made again. How they are kept is for `cache`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from quarterdeck import __version__
from quarterdeck.base import resources
from quarterdeck.base.bounds import MOST_BYTES_OF_FOLDER
from quarterdeck.base.cache.entries import read_entry, write_entry
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.text import UnreadableError, text_of
from quarterdeck.workspace.pipeline.folders import (
    NotFoundError,
    asked_for,
    bytes_in,
    ending_of,
    files_in,
    has_variants,
    is_of_variant,
    parts_of,
    variant_folder,
)

if TYPE_CHECKING:
    from quarterdeck.workspace.pipeline.load_result import KnownBelow, Loaded

KEPT_IN_CACHE = True

Made = TypeVar("Made")


MOST_BELOW = 4
_below: dict[str, KnownBelow] = {}
"""What this process knows of rulesets alone, by their names: their variants need not find it out again."""


@dataclass(frozen=True)
class Summary:
    """What `check` prints: the findings, what is not encoded as (place, what, reason), and what is void."""

    findings: tuple[Finding, ...]
    not_encoded: tuple[tuple[str, str, str], ...]
    voids: tuple[Finding, ...] = ()


def load_kept(game: str) -> Loaded:
    """Give what `stages.load` gives, from the cache where it can.

    Raises:
        NotFoundError: there is no such ruleset or variant.
    """
    from quarterdeck.workspace.pipeline.load_result import Loaded

    key = ruleset_key(game)
    path = entry(key, "loaded")
    loaded = read_entry(path)
    if not isinstance(loaded, Loaded):
        from quarterdeck.workspace.pipeline import stages

        alone, *more = parts_of(game)
        loaded = stages.load(game, below=_known_below(alone) if more else None)
        write_entry(path, loaded)
    loaded.key = key
    if loaded.below is not None:
        _remember_below(loaded.below, parts_of(game)[0])
    return loaded


def _known_below(name: str) -> KnownBelow | None:
    """Give what is known of a ruleset alone: whoever edits a variant edits it again, and has the ruleset kept."""
    return _below[name] if name in _below else load_kept(name).below


def _remember_below(below: KnownBelow, name: str) -> None:
    """Remember what is known of a ruleset alone, instead of what was remembered longest ago."""
    _below.pop(name, None)
    _below[name] = below
    if len(_below) > MOST_BELOW:
        del _below[next(iter(_below))]


def summary_of(game: str) -> Summary:
    """Give what `check` prints, from the cache where it can.

    Raises:
        NotFoundError: there is no such ruleset or variant.
    """
    path = entry(ruleset_key(game), "summary")
    summary = read_entry(path)
    if isinstance(summary, Summary):
        return summary
    loaded = load_kept(game)
    missing = loaded.declared.head.not_encoded if loaded.declared else []
    left = tuple((one.place, one.what, one.reason) for one in missing)
    summary = Summary(tuple(loaded.findings), left, tuple(loaded.voids))
    write_entry(path, summary)
    return summary


def kept_with(game: str, part: str, make: Callable[[], Made]) -> Made:
    """Give something made from a ruleset, from the cache where it can; `part` names it there.

    Raises:
        NotFoundError: there is no such ruleset or variant.
    """
    path = entry(ruleset_key(game), part)
    found = read_entry(path)
    if isinstance(found, tuple) and len(found) == 1:
        return cast("Made", found[0])
    made = make()
    write_entry(path, (made,))
    return made


def entry(key: str, part: str) -> Path:
    """Give the file of a part of what is kept under a key."""
    return resources.cache_folder() / "rulesets" / f"{key}.{part}"


@cache
def interpreter() -> str:
    """Give a hash of what carries rulesets out: the interpreter's version and files, and Python's version."""
    told = repr((__version__, sys.version_info)).encode("utf-8", "surrogatepass")
    files = _files_of_program(resources.PACKAGE, resources.grammar_folder())
    return blake2b(told + files, digest_size=20).hexdigest()


def ruleset_key(game: str) -> str:
    """Give the key of a checked ruleset: a hash of all files, variants, plugins and versions that contribute to it."""
    digest = blake2b(digest_size=20)
    digest.update(repr((game, __version__, sys.version_info)).encode("utf-8", "surrogatepass"))
    digest.update(_files_of_program(resources.PACKAGE, resources.grammar_folder()))
    folders, enabled = contributing(game)
    is_alone = not has_variants(game)
    for name in [*enabled, *(_spoken_of(folders) if not is_alone else ())]:
        digest.update(_of_plugin(name))
    for folder in folders:
        size = 0
        if folder is not folders[0]:  # a variant that says what it comes behind may nearly name one that lies beside it
            beside = sorted(one.parent.name for one in folder.resolve().parent.glob("*/variant.yaml"))
            digest.update(repr((str(folder), beside)).encode("utf-8", "surrogatepass"))
        for path in files_in(folder):
            if is_alone and is_of_variant(folder, path):
                continue
            try:
                data = bytes_in(folder, path, MOST_BYTES_OF_FOLDER - size)
                size += len(data)
            except UnreadableError as error:
                data = error.why.encode("utf-8", "surrogatepass")
            digest.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogatepass"))
            digest.update(data)
    for file in _files([resources.rulesets_folder()], {".csv"}):  # figures that several rulesets share
        digest.update(f"{file.path}\0".encode("utf-8", "surrogatepass"))
        digest.update(blake2b(Path(file.path).read_bytes()).digest())
    return digest.hexdigest()


def contributing(game: str) -> tuple[list[Path], list[str]]:
    """Give the folders of which a game is made, the ruleset first and all variants that are extended; and its plugins.

    Raises:
        NotFoundError: there is no such ruleset or variant.
    """
    folders, enabled = asked_for(game)
    waiting = folders[1:]
    while waiting:
        for name in parts_of(_extends(waiting.pop()))[1:]:
            with suppress(NotFoundError):
                folder = variant_folder(folders[0], name)
                if all(folder.resolve() != known.resolve() for known in folders):
                    folders.append(folder)
                    waiting.append(folder)
    return folders, enabled


def _extends(variant: Path) -> str:
    """Give what a variant extends, as it says it; nothing where it cannot be read, or extends a ruleset alone."""
    try:
        data = bytes_in(variant, variant / "variant.yaml")
    except UnreadableError:
        return ""
    if b"+" not in data and b"\\" not in data:  # to read YAML takes longer than all else here
        return ""
    path = entry(blake2b(data + interpreter().encode(), digest_size=20).hexdigest(), "extends")
    extends = read_entry(path)
    if not isinstance(extends, str):
        from quarterdeck.base.findings.finding import Findings
        from quarterdeck.language.documents.from_yaml import parse_document

        document = parse_document(text_of(data, "variant.yaml"), Findings())
        extends = str(getattr(document.shape, "extends", "")) if document is not None else ""
        write_entry(path, extends)
    return extends


def _spoken_of(folders: Iterable[Path]) -> list[str]:
    """Give the installed plugins that variants speak of where they say which ones they need."""
    heads = [path.read_bytes() for folder in folders for path in sorted(folder.rglob("variant.yaml"))]
    heads = [text for text in heads if b"plugins:" in text]
    if not heads:
        return []
    from quarterdeck.engine.plugins.registry import installed

    return [name for name in installed() if any(name.encode("utf-8", "surrogatepass") in text for text in heads)]


def _of_plugin(name: str) -> bytes:
    """Give what tells one state of a plugin from another; of one that is not sound, what is wrong."""
    # What knows plugins knows programs, and takes longer to import than everything else here.
    from quarterdeck.engine.plugins.reading import PluginFaultError
    from quarterdeck.engine.plugins.registry import plugin

    try:
        return repr(plugin(name)).encode("utf-8", "surrogatepass")
    except PluginFaultError as error:
        return str(error).encode("utf-8", "surrogatepass")


@cache
def _files_of_program(*folders: Path) -> bytes:
    """Give what tells one state of the program's own files from another; a process runs with those it began with."""
    known = ((file.path, file.stat()) for file in _files(folders, {".py", ".lark", ".yaml"}))
    return "".join(f"{path}\0{one.st_size}\0{one.st_mtime_ns}\0" for path, one in known).encode(
        "utf-8", "surrogatepass"
    )


def _files(folders: Iterable[str | Path], endings: set[str]) -> Iterator[os.DirEntry[str]]:
    """Give the files below folders that end so, in order; without paths, which take as long as all else here."""
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as found:
            inside = sorted(found, key=attrgetter("name"))
            yield from (one for one in inside if ending_of(one.name) in endings and one.is_file())
            within = (one for one in inside if one.name != "__pycache__" and one.is_dir(follow_symlinks=False))
            yield from _files([one.path for one in within], endings)
