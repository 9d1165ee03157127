"""Read YAML into plain data, and remember where every key and value stands.

In: a `SourceFile`. Out: plain data and a table from path to span. Numbers with a point stay text, since rules know no
binary floats.
"""

from __future__ import annotations

import re
from typing import Any
from unicodedata import normalize

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import CollectionEndEvent, CollectionStartEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.resolver import VersionedResolver, implicit_resolvers
from ruamel.yaml.tag import Tag

from quarterdeck.base.bounds import DEEPEST, MOST_VALUES
from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import NO_SIGN, SourceFile, Span
from quarterdeck.language.documents.document import Path, Places
from quarterdeck.language.documents.yaml_faults import explained

DEEPEST_BUILT = 1_000
"""Collections in each other of which a tree is built; findings say from which depth on they are too many."""

OF_YAML = (1, 2)
FORMS = [(Tag(suffix=tag), form, set(first)) for of, tag, form, first in implicit_resolvers if OF_YAML in of]
"""What scalars without quotes may be: a tag, the form of the text, and what the text may begin with."""
BEGINNINGS = {sign for *_, first in FORMS for sign in first}

CANONICAL = re.compile(r"-?(0|[1-9]\d{0,999})")
"""A whole number as it is printed. `007` and `1_000` stay text: where a name is wanted they are names."""


class QuickResolver(VersionedResolver):
    """Says what a scalar is, as its class does: that asks anew for each which version of YAML it is in."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        """Give the tag of a node that names none."""
        if kind is not ScalarNode:
            return super().resolve(kind, value, implicit)
        first = value[:1]
        if implicit[0] and first in BEGINNINGS:
            for tag, form, firsts in FORMS:
                if first in firsts and form.match(value):
                    return tag
        return self.DEFAULT_SCALAR_TAG


def reader() -> YAML:
    """Give what reads one document."""
    yaml = YAML(typ="safe", pure=False)
    yaml.Resolver = QuickResolver
    return yaml


def read_yaml(file: SourceFile, findings: Findings) -> tuple[Any, Places]:
    """Give a file's plain data and places, with a finding for each line that is no YAML, without which it is read.

    There is nothing (None) where the file cannot be read without some lines either.
    """
    places = Places(file)
    try:
        if is_nested_too_deeply(file.text):
            raise RecursionError
        node = _composed(file, findings)
        if node is UNREADABLE:
            return None, places
    except (YAMLError, ValueError) as error:
        findings.add("QD201", f"invalid YAML: {str(error).splitlines()[0]}", Span(file, 0, 0))
        return None, places
    except RecursionError:
        findings.add("QD201", "this is nested too deeply", Span(file, 0, 0))
        return None, places
    if node is None:
        findings.add("QD201", "the file is empty", Span(file, 0, 0), hint="give it a document, or remove it")
        return None, places
    data = _walk(node, (), places, findings)
    if len(places.values) >= MOST_VALUES:
        words, hint = (
            f"the file comes to {MOST_VALUES:,} values",
            "an alias repeats all values of its anchor",
        )
        findings.add("QD222", words, places.values[()], hint=hint)
        return None, places
    return data, places


UNREADABLE: Any = object()
MOST_FAULTS = 10
"""So many lines of a file may be no YAML, and the others are read all the same."""
VALUE = re.compile(r"(\s*(?:- )*[\w .']+: +)(\S.*)")
NO_YAML = "QD201"


def _composed(file: SourceFile, findings: Findings) -> Any:
    """Give the tree of a file; lines that are no YAML are left out, if the others can be read."""
    text, found = file.text, Findings()
    faulty: dict[int, str] = {}  # what is wrong with one line is often wrong with the next: it has one cause
    for _ in range(MOST_FAULTS):
        try:
            node = reader().compose(text)
        except MarkedYAMLError as error:
            message, hint, at = explained(error, text)
            line = file.position(at)[0]
            if line not in faulty and faulty.get(line - 1) != message:
                found.add(NO_YAML, f"invalid YAML: {message}", Span(file, at, at + 1), hint=hint)
            faulty.setdefault(line, message)
            rest = _without_line(text, at)
            if rest == text:
                break
            text = rest
        else:
            findings.extend(found)
            return node
    findings.extend(found.gathered[:1])
    return UNREADABLE


def _without_line(text: str, at: int) -> str:
    """Give a text of the same length in which the value on a line is a word; a line without a value is left out."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at) % (len(text) + 1)
    line = text[start:end]
    valued = VALUE.fullmatch(line)
    if valued and set(valued[2]) != {"x"}:
        return text[:start] + valued[1] + "x" * len(valued[2]) + text[end:]
    return text[:start] + " " * len(line) + text[end:]


def is_nested_too_deeply(text: str) -> bool:
    """Tell whether a text is nested so deeply that no tree of it may be built: the library would end the process.

    A text that has fewer brackets, and in its longest line fewer signs, than may be in each other is not looked into.
    """
    if text.count("[") + text.count("{") + max(map(len, text.split("\n"))) < DEEPEST_BUILT:
        return False
    depth = 0
    for event in reader().parse(text):
        if isinstance(event, CollectionStartEvent):
            depth += 1
            if depth > DEEPEST_BUILT:
                return True
        elif isinstance(event, CollectionEndEvent):
            depth -= 1
    return False


def _span(file: SourceFile, node: Node) -> Span:
    text, start, end = file.text, node.start_mark.index, node.end_mark.index
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(file, start, end)


def _walk(node: Node, path: Path, places: Places, findings: Findings) -> Any:
    if len(places.values) >= MOST_VALUES:
        return None
    places.values[path] = _span(places.file, node)
    if len(path) > DEEPEST:
        findings.add(
            "QD201", "this is nested too deeply", places.values[path], hint="perhaps an alias is inside its own anchor"
        )
        return None
    if isinstance(node, MappingNode):
        return _mapping(node, path, places, findings)
    if isinstance(node, SequenceNode):
        return [_walk(item, (*path, index), places, findings) for index, item in enumerate(node.value)]
    assert isinstance(node, ScalarNode)
    return _scalar(node, path, places, findings)


def _mapping(node: MappingNode, path: Path, places: Places, findings: Findings) -> dict[Any, Any]:
    data: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        span = _span(places.file, key_node)
        key = _text(key_node, span, findings) if isinstance(key_node, ScalarNode) else span.text
        key = " ".join(key.split())
        inner = (*path, key)
        if key in data:
            findings.add(
                "QD204",
                f"`{key}` occurs twice here",
                span,
                labels=[Label(places.keys[inner], "first here")],
                hint="keep one of them",
            )
            continue
        places.keys[inner] = span
        data[key] = _walk(value_node, inner, places, findings)
    return data


def _text(node: ScalarNode, span: Span, findings: Findings) -> str:
    """Give a text, with each accented letter as one character: `e` and an accent would look the same as `é`.

    Control characters that escapes stand for are found and left out. Reading the file finds those that are written as
    they are.
    """
    text: str = node.value
    if text.isascii() and text.isprintable():
        return text
    text = normalize("NFC", text)
    if (found := NO_SIGN.search(text)) is not None and not NO_SIGN.search(span.text):
        findings.add("QD223", f"this contains a control character, U+{ord(found[0]):04X}", span, hint="leave it out")
    return NO_SIGN.sub("", text)


def _scalar(node: ScalarNode, path: Path, places: Places, findings: Findings) -> Any:
    if not node.style:
        kind = str(node.tag).rsplit(":", 1)[-1]
        places.plain[path] = kind
        if kind == "int" and CANONICAL.fullmatch(node.value):
            return int(node.value)
        if kind == "null":
            return None
        if kind == "bool":
            return node.value.lower() == "true"
    return _text(node, places.values[path], findings)
