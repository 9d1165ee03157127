"""Text of YAML: values as somebody would write them, and entries put into a document without touching the rest of it.

In: plain data, or a document and where an entry belongs. Out: text. What comes out is read again by who asked for it:
nothing is written that says something else than was meant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quarterdeck.base.text import Span
from quarterdeck.language.documents.document import YamlDocument

WIDTH = 120
INDENT = 2
MOST_ON_A_LINE = 90
PLAIN = re.compile(r"[^\W\d_][\w .’!?()/-]*|-?\d+(\.\d+)?(\.\.-?\d+)?")
"""Scalars that need no quotes anywhere: words, numbers and ranges."""
NOT_TEXT = frozenset(["true", "false", "null"])
"""Words that YAML would not take for text."""


def scalar(value: Any) -> str:
    """Give a scalar as YAML has it, in quotes where it needs them.

    >>> scalar("Bold gunners"), scalar(3), scalar(True), scalar("do this(to), and more")
    ('Bold gunners', '3', 'yes', '"do this(to), and more"')
    """
    text = {True: "yes", False: "no", None: "none"}[value] if isinstance(value, bool | None) else str(value)
    is_plain = PLAIN.fullmatch(text) and text.lower() not in NOT_TEXT and text == text.strip()
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def flow(value: Any) -> str:
    """Give data on one line.

    >>> flow({"type": "0..6", "start": "4", "of": [1, "two"]})
    '{type: 0..6, start: 4, of: [1, two]}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    return scalar(value)


def block(value: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    """Give the lines of a mapping, an entry each; what is too long for its line goes on below it."""
    for key, inner in value.items():
        head = f"{' ' * (INDENT * depth)}{scalar(key)}:"
        whole = f"{head} {flow(inner)}"
        if len(whole) <= WIDTH or not isinstance(inner, Mapping | list | tuple):
            yield whole
        elif isinstance(inner, Mapping):
            yield head
            yield from block(inner, depth + 1)
        else:
            yield head
            yield from (f"{' ' * (INDENT * (depth + 1))}- {flow(item)}" for item in inner)


@dataclass(frozen=True)
class WrittenEntry:
    """What stands behind a key: as text, on that line or indented `below` it, and as the data that the text says."""

    lines: tuple[str, ...]
    data: Any
    below: bool = False

    def at(self, key: str, indent: int) -> list[str]:
        """Give its lines with its key, so far indented."""
        head, first, *rest = (f"{scalar(key)}:", *self.lines)
        found = [head, *(" " * INDENT + line for line in self.lines)] if self.below else [f"{head} {first}", *rest]
        return [" " * indent + line if line else "" for line in found]


def entry_of(data: Any) -> WrittenEntry:
    """Give an entry for plain data: on one line where there is room."""
    whole = flow(data)
    if len(whole) <= MOST_ON_A_LINE or not isinstance(data, Mapping):
        return WrittenEntry((whole,), data)
    return WrittenEntry(tuple(block(data)), data, below=True)


def with_one_more(span: Span, data: Mapping[str, Any], more: Mapping[str, Any]) -> WrittenEntry:
    """Give a mapping as it stands in a document, which says `data`, with more in it."""
    lines, added = unindented(span), list(block(more))
    if not lines[0].startswith("{"):
        return WrittenEntry((*lines, *added), {**data, **more}, below=True)
    inside = lines[-1].removesuffix("}").rstrip()
    lines[-1] = f"{inside}{'' if inside.endswith('{') else ', '}{', '.join(added)}}}"
    return WrittenEntry(tuple(lines), {**data, **more})


def unindented(span: Span) -> list[str]:
    """Give the lines of a piece of a document as if it stood at the left margin."""
    before = span.file.text[: span.start].rpartition("\n")[2]
    first, *rest = span.text.split("\n")
    return [first, *(line.removeprefix(" " * min(len(before), len(line) - len(line.lstrip()))) for line in rest)]


def with_entry(document: YamlDocument, path: tuple[str, ...], entry: WrittenEntry) -> str:
    """Give the text of a document with one more entry, at a path of keys of which the first may be there already.

    The text around it stays as it is, but where a mapping in braces takes it in.
    """
    places, text = document.places, document.file.text
    there = next(path[:count] for count in range(len(path) - 1, -1, -1) if path[:count] in places.values)
    around, rest = places.values[there], path[len(there) :]
    if around.text.startswith("{"):
        inside = around.text.removesuffix("}").rstrip()
        joined = "" if inside == "{" else ", "
        new = f"{inside}{joined}{in_braces(rest, entry)}}}"
        return text[: around.start] + new + text[around.end :]
    indent = len(text[: around.start].rpartition("\n")[2])
    lines = nested(rest, entry, indent)
    at = text.find("\n", around.end)
    before = text[:at] if at >= 0 else text
    return "\n".join([before, *lines]) + (text[at:] if at >= 0 else "\n")


def in_braces(path: tuple[str, ...], entry: WrittenEntry) -> str:
    """Give an entry inside of braces."""
    *above, last = path
    data: Any = {last: entry.data}
    for key in reversed(above):
        data = {key: data}
    return flow(data)[1:-1]


def nested(path: tuple[str, ...], entry: WrittenEntry, indent: int = 0) -> list[str]:
    """Give the lines of an entry below the keys that lead to it."""
    *above, last = path
    heads = [f"{' ' * (indent + INDENT * depth)}{scalar(key)}:" for depth, key in enumerate(above)]
    return [*heads, *entry.at(last, indent + INDENT * len(above))]
