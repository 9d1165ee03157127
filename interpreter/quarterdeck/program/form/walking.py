"""Go through a program: all nodes below one, in the order of their parts, and the same tree with parts replaced.

Passes go through programs here alone, so that one sees only the instructions with which it does something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeVar

from quarterdeck.base.records import Record, types_of
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.values import Local, Value

T = TypeVar("T")


def walk(node: Any) -> Iterator[Any]:
    """Give a node and all nodes below it, in the order of their parts; types and places are none."""
    return _through(node, _NODES)


def instructions_in(node: Any) -> Iterator[Instruction]:
    """Give all instructions of a node, itself among them if it is one, without a look at any value."""
    return _through(node, _INSTRUCTIONS)


def _through(node: Any, ways: _Ways) -> Iterator[Any]:
    waiting = [node]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            waiting += part[::-1]
            continue
        is_given, further = ways[kind]
        if is_given:
            yield part
        if further is not None:
            waiting += further(part)


Further = Callable[[Any], tuple[Any, ...]]


class _Ways(dict[type, tuple[bool, Further | None]]):
    """For each class whether one of it is given, and what gives the parts in which there is more, the last first."""

    def __init__(self, way: Callable[[type], tuple[bool, tuple[str, ...]]]) -> None:
        super().__init__()
        self.way = way

    def __missing__(self, kind: type) -> tuple[bool, Further | None]:
        is_given, names = self.way(kind)
        found = self[kind] = (is_given, _further(names))
        return found


def _further(names: tuple[str, ...]) -> Further | None:
    match names:
        case ():
            return None
        case (name,):
            part = attrgetter(name)
            return lambda node: (part(node),)
    return attrgetter(*names)


_NODES = _Ways(lambda kind: (bool(parts_of(kind)) or issubclass(kind, Instruction), parts_of(kind)[::-1]))
_INSTRUCTIONS = _Ways(lambda kind: (issubclass(kind, Instruction), blocks_of(kind)))
_PARTS: dict[type, tuple[str, ...]] = {}


def parts_of(kind: type) -> tuple[str, ...]:
    """Give the names of the fields of a class of nodes that may hold nodes; none for anything else."""
    if kind not in _PARTS:
        names = () if issubclass(kind, Span | Type) else getattr(kind, "__match_args__", ())
        _PARTS[kind] = tuple(name for name in names if name not in ("type", "span"))
    return _PARTS[kind]


def blocks_of(kind: type) -> tuple[str, ...]:
    """Give the names of the fields of a class that hold blocks, the last first; they say so in their types."""
    said = types_of(kind)
    return tuple(name for name in reversed(getattr(kind, "__match_args__", ())) if "Block" in said[name])


PLAIN = (str, int)
"""What holds no nodes, and stands where nodes may."""


def rewritten(node: T, change: Callable[[Any], Any]) -> T:
    """Give a tree in which every value is what `change` makes of it, inner values first."""
    if isinstance(node, tuple):
        parts = tuple([rewritten(part, change) for part in node])
        same = all(one is other for one, other in zip(parts, node, strict=True))
        return node if same else parts  # type: ignore[return-value]
    names = parts_of(type(node))
    if not names:
        return node
    found = node
    new = {}
    for name in names:
        was = getattr(node, name)
        if was is None or isinstance(was, PLAIN):
            continue
        now = rewritten(was, change)
        if now is not was:
            new[name] = now
    if new:
        found = node.changed(new) if isinstance(node, Record) else replace(node, **new)  # type: ignore[type-var]
    return change(found) if isinstance(found, Value) else found


def locals_in(node: Any) -> set[str]:
    """Give the names of the locals that a node makes use of."""
    return {part.name for part in walk(node) if isinstance(part, Local)}


# --- blocks

Named = Mapping[str, Type]
"""The locals that were given a value before a place, with their types; a tally has the one that it was begun with."""
Making = Callable[[Any, Named], Block]
"""Makes what stands in the place of an instruction, which is given with what is named before it."""
NOTHING_NAMED: Named = MappingProxyType({})


def blocks_in(one: Instruction) -> tuple[Block, ...]:
    """Give the blocks right inside an instruction."""
    match one:
        case op.Branch(cases=cases, otherwise=otherwise):
            return (*(block for _, block in cases), otherwise)
        case op.Loop(body=body) | op.Repeat(body=body) | op.Tries(body=body) | op.Simultaneously(body=body):
            return (body,)
        case op.Ask(stop=stop):
            return (stop,)
    return ()


def with_names(block: Block, named: Named = NOTHING_NAMED) -> Iterator[tuple[Instruction, Named]]:
    """Give all instructions at any depth, each with what is named before it, and before the blocks inside it."""
    for one in block:
        yield one, named
        for inner in blocks_in(one):
            yield from with_names(inner, named)
        if isinstance(one, op.Assign):
            named = {one.name: one.value.type, **named}


def exchanged(block: Block, makers: Mapping[type, Making], named: Named = NOTHING_NAMED) -> Block:
    """Give a block in which others stand for the instructions of some classes, at any depth.

    What is inside an instruction is exchanged before the instruction itself.
    """
    parts: list[Instruction] = []
    for one in block:
        inside = with_blocks(one, partial(exchanged, makers=makers, named=named))
        make = makers.get(type(one))
        parts += (inside,) if make is None else make(inside, named)
        if isinstance(one, op.Assign):
            named = {one.name: one.value.type, **named}
    return tuple(parts)


def with_blocks(one: Instruction, change: Callable[[Block], Block]) -> Instruction:
    """Give an instruction in which every block right inside it is what `change` makes of it."""
    match one:
        case op.Branch(cases=cases, otherwise=otherwise):
            now = tuple((condition, change(block)) for condition, block in cases)
            return one.changed({"cases": now, "otherwise": change(otherwise)})
        case op.Loop(body=body) | op.Repeat(body=body) | op.Tries(body=body) | op.Simultaneously(body=body):
            return one.changed({"body": change(body)})
        case op.Ask(stop=stop) if stop:
            return one.changed({"stop": change(stop)})
    return one
