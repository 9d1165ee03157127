"""The tables of what authors write by mistake, read from `grammar/faults.yaml` when the first fault is to be named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ruamel.yaml import YAML

from quarterdeck.base import resources

Said = tuple[str, str, str]
"""Code, message and hint."""


@dataclass(frozen=True)
class Written:
    """What is written in a faulty line, as a pattern, and what is said about it."""

    said: Said
    where: str


@dataclass(frozen=True)
class Need:
    """The words that a statement or definition needs, in their order, and its form; `named` if a name comes first."""

    code: str
    words: tuple[str, ...]
    form: str
    named: bool = False


@dataclass(frozen=True)
class Tables:
    """All tables, each called as in the file."""

    statements: tuple[str, ...]
    definitions: tuple[str, ...]
    verb: str
    instead: Mapping[str, str]
    instead_of_definitions: Mapping[str, str]
    written: tuple[Written, ...]
    signs: tuple[tuple[str, str, str], ...]
    needs: Mapping[str, Need]
    meant: tuple[tuple[Said, tuple[str, ...]], ...]
    terminals: Mapping[str, str]
    operators: frozenset[str]


@cache
def tables() -> Tables:
    """Read the tables."""
    data = YAML(typ="safe", pure=False).load((resources.grammar_folder() / "faults.yaml").read_text("utf-8"))
    statements = tuple(data["statements"].split())
    words = {"statements": "|".join(statements)}
    for name, pattern in data["words"].items():
        words[name] = _filled(pattern, words)
    return Tables(
        statements=statements,
        definitions=tuple(data["definitions"].split()),
        verb=words["verb"],
        instead=_by_word(data["instead"]),
        instead_of_definitions=_by_word(data["instead_of_definitions"]),
        written=tuple(Written(_said(one), _filled(one["where"], words)) for one in data["written"]),
        signs=tuple((one["signs"], one["says"], one["hint"]) for one in data["signs"]),
        needs={
            first: Need(one["code"], tuple(one["words"]), one["form"], one.get("named", False))
            for first, one in data["needs"].items()
        },
        meant=tuple((_said(one), tuple(one["examples"])) for one in data["meant"]),
        terminals=data["terminals"],
        operators=frozenset(data["operators"].split()),
    )


def _said(entry: Mapping[str, Any]) -> Said:
    return entry["code"], entry["says"], entry.get("hint", "")


def _filled(pattern: str, words: Mapping[str, str]) -> str:
    """Put words that a pattern speaks of, as `<verb>`, into it."""
    return re.sub("<([a-z]+)>", lambda found: words[found[1]], pattern)


def _by_word(lists: Mapping[str, str]) -> dict[str, str]:
    """Turn lists of words by what is written instead into what is written instead by word."""
    return {word: form for form, words in lists.items() for word in words.split()}
