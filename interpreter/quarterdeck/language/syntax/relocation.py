"""Nodes as they stand elsewhere: the same words, in another text or further on in it."""

from __future__ import annotations

from typing import TypeVar

from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.syntax.node import Node, parts_of

AnyNode = TypeVar("AnyNode", bound=Node)


def moved(node: AnyNode, file: SourceFile, by: int) -> AnyNode:
    """Give other nodes that say the same, in a file and by so many characters further on."""
    parts = [_moved_part(getattr(node, name), file, by) for name in parts_of(type(node))]
    return type(node)(Span(file, node.span.start + by, node.span.end + by), *parts)


def _moved_part(part: object, file: SourceFile, by: int) -> object:
    if isinstance(part, Node):
        return moved(part, file, by)
    if isinstance(part, tuple):
        return tuple([_moved_part(item, file, by) for item in part])
    return part
