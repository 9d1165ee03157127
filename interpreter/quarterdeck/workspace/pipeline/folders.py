"""Find rulesets and variants, and read their files.

A ruleset is a folder with a `ruleset.yaml`; a variant is a folder with a `variant.yaml`, in the `variants/` of the
ruleset or anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.base import resources
from quarterdeck.base.bounds import MOST_BYTES, MOST_BYTES_OF_FOLDER, MOST_FILES
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import NoTextError, SourceFile, Span, UnreadableError, bytes_of, read, text_of, too_large

KEPT_IN_CACHE = True

SUFFIXES = (".rules", ".yaml", ".yml", ".csv", ".lock")
"""What the names of files end in that belong to a ruleset."""
MARKS = ("ruleset.yaml", "variant.yaml")
"""The files of which a folder of a ruleset holds the first, and that of a variant the second."""
Unsaved = Mapping[Path, str]
"""Texts that somebody writes and has not saved, by their paths: they are read in the place of what the disk holds."""
ALL_SAVED: Unsaved = {}


class NotFoundError(UserError):
    """There is no ruleset or variant with that name; the argument is the message."""


class TwoOfOneNameError(NotFoundError):
    """Two folders bear the name of a ruleset or variant, and which of them is meant is not said."""


@dataclass(frozen=True)
class Layer:
    """One folder's files: a ruleset (`variant` empty) or a variant; `faults` are about those that cannot be read."""

    name: str
    folder: Path
    rules: tuple[SourceFile, ...]
    documents: tuple[SourceFile, ...]
    data: dict[str, SourceFile]
    faults: tuple[Finding, ...] = ()


def find(game: str) -> list[Path]:
    """Give the folders that `name+variant+variant` means, the ruleset first; a path to a folder serves as a name."""
    return asked_for(game)[0]


def is_layer(folder: Path) -> bool:
    """Tell whether a folder holds a ruleset or a variant."""
    return any((folder / mark).is_file() for mark in MARKS)


def parts_of(game: str, begun_in: Sequence[Path] = (Path(),)) -> list[str]:
    """Give the names in `name+variant+variant`; a `+` in the path of a folder that is there parts nothing."""
    pieces, found = game.split("+"), []

    def is_path(end: int) -> bool:
        return any(is_layer(folder / "+".join(pieces[:end])) for folder in begun_in)

    while pieces:
        count = next((end for end in range(len(pieces), 1, -1) if is_path(end)), 1)
        found.append("+".join(pieces[:count]))
        del pieces[:count]
    return found


def has_variants(game: str) -> bool:
    """Tell whether variants or plugins are named behind a ruleset."""
    return len(parts_of(game)) > 1


def short_name(game: str) -> str:
    """Give a game with the last part of each path, as what is printed of it is called."""
    return "+".join(Path(part).name for part in parts_of(game))


def asked_for(game: str) -> tuple[list[Path], list[str]]:
    """Give the folders that a game means, the ruleset first, and its plugins: what is no variant and is installed."""
    name, *more = parts_of(game)
    if "" in more:
        raise NotFoundError(f"there is no folder {game}, and a + separates a ruleset from the names of variants")
    base = _ruleset_folder(name)
    enabled = [one for one in more if _is_plugin(one)]
    for one in enabled:
        if _is_variant(base, one):
            hint = "name the variant by the path of its folder, or give it another name"
            raise TwoOfOneNameError(f"a variant and a plugin are called {one}; {hint}")
    return [base, *(variant_folder(base, one) for one in more if one not in enabled)], enabled


def _is_plugin(name: str) -> bool:
    from quarterdeck.engine.plugins.registry import installed

    return name in installed()


def ruleset_names() -> list[str]:
    """Give the names of the rulesets that come with the interpreter."""
    return sorted(folder.parent.name for folder in resources.rulesets_folder().glob("*/ruleset.yaml"))


def is_ruleset(name: str) -> bool:
    """Tell whether a name, or a path to a folder, is that of a ruleset without variants."""
    return any((folder / "ruleset.yaml").is_file() for folder in (Path(name), resources.rulesets_folder() / name))


def _ruleset_folder(name: str) -> Path:
    if folder := the_one("ruleset", name, (Path(name), resources.rulesets_folder() / name)):
        return folder
    if (Path(name) / "variant.yaml").is_file():
        raise NotFoundError(f"{name} is a variant (name it after the ruleset that it extends, as in RULESET+{name})")
    names = ruleset_names()
    hint = did_you_mean(name, names, f"there are: {', '.join(names)}; or name a folder with a ruleset.yaml", mark="")
    raise NotFoundError(f"no ruleset is called {name} ({hint})")


def the_one(sort: str, name: str, folders: Sequence[Path]) -> Path | None:
    """Give which of some folders is called by a name; of a path it is the first.

    Raises:
        TwoOfOneNameError: the name is no path, and two of them have this name.
    """
    there = {folder.resolve(): folder for folder in folders[::-1] if (folder / f"{sort}.yaml").is_file()}
    if len(there) > 1 and len(Path(name).parts) == 1 and not name.startswith("."):
        said = " and ".join(str(folder.resolve()) for folder in folders)
        raise TwoOfOneNameError(f"two {sort}s are called {name}: {said}; say which by its path, as ./{name}")
    return next(reversed(there.values()), None)


def variant_names(base: Path) -> list[str]:
    """Give the names of the variants that come with a ruleset."""
    return sorted(folder.parent.name for folder in base.glob("variants/*/variant.yaml"))


def _is_variant(base: Path, name: str) -> bool:
    return any((folder / "variant.yaml").is_file() for folder in (Path(name), base / "variants" / name))


def variant_folder(base: Path, name: str) -> Path:
    """Give the folder of a variant: a path, or a name in the `variants/` of the ruleset."""
    if folder := the_one("variant", name, (Path(name), base / "variants" / name)):
        return folder
    from quarterdeck.engine.plugins.registry import installed

    known = [*variant_names(base), *installed()]
    hint = did_you_mean(name, known, f"there are: {', '.join(known) or 'none'}", mark="")
    raise NotFoundError(
        f"{base.name} has no variant called {name}, and no plugin is installed under that name ({hint})"
    )


def read_layer(folder: Path, unsaved: Unsaved = ALL_SAVED) -> Layer:
    """Read all files of a ruleset or variant; the variants inside a ruleset are layers of their own."""
    files, faults, size = {}, [], 0
    written = unsaved_in(folder, unsaved)
    for path in sorted({*files_in(folder), *written}):
        if is_of_variant(folder, path):
            continue
        shown = f"{folder.resolve().name}/{path.relative_to(folder).as_posix()}"
        try:
            room = MOST_BYTES_OF_FOLDER - size
            data = bytes_of_text(path, written[path], room) if path in written else bytes_in(folder, path, room)
            size += len(data)
            files[path] = text_of(data, shown)
        except NoTextError as error:
            files[path] = error.span.file
            hint = "save it as UTF-8"
            if ending_of(path.name) == ".csv":
                hint += f", or let `quarterdeck import {shown} --as figures --to {shown}` write it so"
            faults.append(Finding("QD223", f"{path.name} {error.what}", error.span, hint=hint))
        except UnreadableError as error:
            words, hint = f"{path.name} {error.why}", "remove it, or replace it by a file of rules"
            faults.append(Finding("QD223", words, Span(SourceFile(shown, ""), 0, 0), hint=hint))
    return Layer(
        folder.resolve().name,
        folder,
        tuple(file for path, file in files.items() if ending_of(path.name) == ".rules"),
        tuple(file for path, file in files.items() if ending_of(path.name) in (".yaml", ".yml")),
        {path.relative_to(folder).as_posix(): file for path, file in files.items() if ending_of(path.name) == ".csv"},
        tuple(faults),
    )


def unsaved_in(folder: Path, unsaved: Unsaved) -> dict[Path, str]:
    """Give the texts that are not saved of the files in a folder, by their paths from there."""
    home = folder.resolve() if unsaved else folder
    inside = {path.relative_to(home): text for path, text in unsaved.items() if path.is_relative_to(home)}
    return {
        folder / path: text
        for path, text in inside.items()
        if ending_of(path.name) in SUFFIXES and not any(part.startswith(".") for part in path.parts)
    }


def files_in(folder: Path) -> list[Path]:
    """Give all files of a ruleset in a folder and in those inside it, in order; hidden folders are passed over.

    Raises:
        NotFoundError: that is more than a ruleset may be made of.
    """
    found: list[Path] = []
    for where, inside, names in os.walk(folder):
        inside[:] = [name for name in inside if not name.startswith(".")]
        found += (Path(where, name) for name in names if ending_of(name) in SUFFIXES)
        if len(found) > MOST_FILES:
            raise NotFoundError(f"{folder} holds more than {MOST_FILES:,} files, and is not a ruleset")
    return sorted(found)


def ending_of(name: str) -> str:
    """Give what the name of a file ends with, in small letters; sooner than a path would, of a thousand files."""
    stem, point, ending = name.rpartition(".")
    return f"{point}{ending.lower()}" if stem else ""


def is_of_variant(folder: Path, path: Path) -> bool:
    """Tell whether a file in the folder of a ruleset belongs to one of its variants."""
    return "variants" in path.parts[len(folder.parts) :]


def files_of_figures(wanted: Iterable[str], layers: Iterable[Layer]) -> dict[str, SourceFile]:
    """Give the files of figures of some layers, and those that are wanted and lie beside all rulesets."""
    found = {name: file for layer in layers for name, file in layer.data.items()}
    for name in wanted:
        path = resources.rulesets_folder() / name
        is_inside = ".." not in path.parts and path.is_relative_to(resources.rulesets_folder())
        if name not in found and is_inside and path.suffix == ".csv" and path.is_file():
            found[name] = read(path, name)
    return found


def bytes_in(folder: Path, path: Path, room: int = MOST_BYTES_OF_FOLDER) -> bytes:
    """Give what a file of a folder holds, where there is room for so many bytes more.

    Raises:
        UnreadableError: it cannot be read, lies elsewhere and is only linked to, or is too large.
    """
    if path.is_symlink():
        try:
            leads_out = not path.resolve().is_relative_to(folder.resolve())
        except (OSError, RuntimeError):  # Python 3.11 raises the latter
            raise UnreadableError(path, "is a link that leads in a circle") from None
        if leads_out:
            raise UnreadableError(path, "is a link that leads out of the folder")
    if room >= MOST_BYTES:
        return bytes_of(path)
    try:
        return bytes_of(path, room)
    except UnreadableError as error:
        if not error.why.startswith("is larger"):
            raise
        raise no_room_for(path) from None


def bytes_of_text(path: Path, text: str, room: int) -> bytes:
    """Give a text as the bytes of a file, where there is room for so many.

    Raises:
        UnreadableError: it is too large.
    """
    data = text.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        raise too_large(path, MOST_BYTES)
    if len(data) > room:
        raise no_room_for(path)
    return data


def no_room_for(path: Path) -> UnreadableError:
    """Give what is said of a file with which its folder holds too much."""
    return UnreadableError(path, f"is too much: the folder holds more than {MOST_BYTES_OF_FOLDER:,} bytes")
