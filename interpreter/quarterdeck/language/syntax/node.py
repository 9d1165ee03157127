"""What every node is, and what nodes of all sorts are made of: statements, words, notes, types.

Nodes compare by identity, since later stages hang what they find out on the node itself; `same` compares what two
nodes say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import ClassVar, TypeVar

from quarterdeck.base.records import Record, types_of
from quarterdeck.base.text import SourceFile, Span

KEPT_IN_CACHE = True

AnyNode = TypeVar("AnyNode", bound="Node")


class Node(Record):
    """A piece of rules text with the place where it stands."""

    span: Span

    REST: ClassVar[bool] = False  # the last field takes all further parts

    def parts(self) -> Iterator[object]:
        """Give the values of the node's own fields, without its span."""
        for name in parts_of(type(self)):
            yield getattr(self, name)

    def children(self) -> list[Node]:
        """Give the nodes right below this one."""
        below: list[Node] = []
        for part in _reading(type(self))(self):
            if type(part) is tuple:
                below += [item for item in part if isinstance(item, Node)]
            elif isinstance(part, Node):
                below.append(part)
        return below

    def walk(self) -> Iterator[Node]:
        """Give this node and all below it, in the order of the text."""
        return iter(_in_order(self))

    def nearest(self, kind: type[AnyNode]) -> Iterator[AnyNode]:
        """Give each node of a class below this one, none inside another, in the order of the text."""
        for node in self.children():
            if isinstance(node, kind):
                yield node
            else:
                yield from node.nearest(kind)

    def paths_to(self, kind: type[Node], above: tuple[Node, ...] = ()) -> Iterator[tuple[Node, ...]]:
        """Give each node of a class at or below this one, none inside another, with all around it, outermost first."""
        here = (*above, self)
        if isinstance(self, kind):
            yield here
            return
        for node in self.children():
            yield from node.paths_to(kind, here)


MOST_WALKS = 4096
"""So many nodes are remembered with all below them: every check goes through the same definitions."""


@lru_cache(MOST_WALKS)
def _in_order(root: Node) -> tuple[Node, ...]:
    found: list[Node] = []
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += reversed(node.children())
    return tuple(found)


def parts_of(kind: type[Node]) -> tuple[str, ...]:
    """Give the names of a class's own fields, without the span."""
    return kind.__match_args__[1:]


@cache
def _reading(kind: type[Node]) -> Callable[[Node], Sequence[object]]:
    """Give what reads all fields of a node of a class but the span."""
    names = parts_of(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: [getattr(node, name) for name in names]


def same(one: object, other: object, but_for: tuple[type[Node], ...] = ()) -> bool:
    """Tell whether two nodes say the same, wherever they stand, whatever nodes of some classes say."""
    if isinstance(one, Node) and isinstance(other, Node):
        if type(one) is not type(other):
            return False
        return isinstance(one, but_for) or same(tuple(one.parts()), tuple(other.parts()), but_for)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same(a, b, but_for) for a, b in zip(one, other, strict=True))
    return one == other


class Statement(Node):
    """Anything that happens."""


def blocks_of(node: Node) -> Iterator[tuple[Statement, ...]]:
    """Give the blocks of statements that are parts of a node."""
    return (getattr(node, name) for name in _block_fields(type(node)))


@cache
def _block_fields(kind: type[Node]) -> tuple[str, ...]:
    return tuple(name for name, said in types_of(kind).items() if said == "tuple[Statement, ...]")


class Word(Node):
    """A name, number, sign or string as written; a string without its quotes."""

    text: str

    def __str__(self) -> str:
        return self.text


class Note(Node):
    """Where a rule comes from, or where it belongs."""


class Cites(Note):
    """Places in the ruleset's document."""

    places: tuple[Word, ...]
    REST = True


class UnderRuling(Note):
    """Rulings that the rule follows."""

    names: tuple[Word, ...]
    REST = True


class Topic(Note):
    """What the rule is about, for comparing games."""

    path: tuple[Word, ...]


class Formerly(Note):
    """An address that the rule had before."""

    path: tuple[Word, ...]


class Apart(Note):
    """Why a rule is asked for by players alone: no turn leads to it."""

    reason: Word


class WrittenType(Node):
    """What a value may be."""

    base: PlainType
    or_none: Word | None


class PlainType(Node):
    """A type, without the words `or none`."""


class NamedType(PlainType):
    """A kind, enum, unit or word of the language."""

    name: Word


class RangeType(PlainType):
    """`0..6`, perhaps with the name of its steps (or `ratio`), a unit, or both; or in steps of a number."""

    low: Word
    high: Word
    names: tuple[Word, ...]
    step: Word | None


class DeckOfType(PlainType):
    """`deck of Event`."""

    enum: Word


class ListOfType(PlainType):
    """`list of x`."""

    item: PlainType


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
