"""What the rules name on the way, for whoever asks to see it: `let`s, tallies, answers, what a loop goes through.

In: a program, and the names that somebody wants to see. Out: a program that does the same and tells of every value that
one of its names is given, and what it has told: each with its type and the state in which it was worked out. What is
told goes through functions beside the program, called as a plugin's are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from quarterdeck.names import types
from quarterdeck.names.types import Type
from quarterdeck.program import instructions as do
from quarterdeck.program import values as to
from quarterdeck.program.instructions import Block, Instruction
from quarterdeck.program.program import PhaseGraph, Program
from quarterdeck.source import Span
from quarterdeck.syntax import nodes

LEARNED = "#learned"
WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class NamedValue:
    """A value that a name was given: its type, the state that the rule read, and what else was named by then."""

    type: Type
    value: Any
    state: list[int]
    around: Mapping[str, tuple[Type, Any]]


@dataclass
class NamedValues:
    """All that was named while rules were carried out, by the routine and the name, in order."""

    known: dict[tuple[str, str], Type] = field(default_factory=dict)
    """Every name that may be given a value, with its type."""
    given: dict[tuple[str, str], list[NamedValue]] = field(default_factory=dict)

    def learn(self, routine: str, name: str, state: list[int], value: Any) -> int:
        """Learn that a name was given a value."""
        around = {other: (one[-1].type, one[-1].value) for (of, other), one in self.given.items() if of == routine}
        named = NamedValue(self.known[routine, name], value, list(state), around)
        self.given.setdefault((routine, name), []).append(named)
        return 0

    def of(self, routine: str) -> dict[str, NamedValue]:
        """Give what a routine has named, each with its last value."""
        return {name: values[-1] for (of, name), values in self.given.items() if of == routine}

    def called(self, label: str, asked: str) -> list[tuple[str, str]]:
        """Give the routine and name that a label means: a name of the rule asked about, or `rule.name`."""
        if "." not in label:
            return [key for key in self.known if key == (asked, label)]
        return [key for key in self.known if f".{key[0]}.{key[1]}".endswith(f".{label}")]


def telling(program: Program, texts: Collection[str]) -> tuple[Program, NamedValues]:
    """Give a program that tells of what its rules name, those of which a name stands in one of the texts."""
    wanted = {word for text in texts for word in WORD.findall(text)}
    found = NamedValues()
    told = _Telling(found, list(program.hooked))
    routines = {
        address: routine.changed({"block": told.block(routine.block, address, routine.sort)})
        if routine.block and wanted & set(names_in(routine.block))
        else routine
        for address, routine in program.routines.items()
    }
    phases = {
        address: replace(phase, block=told.block(phase.block, address, "procedure"))
        if not phase.within and wanted & set(names_in(phase.block))
        else phase
        for address, phase in program.turn.nodes.items()
    }
    if not found.known:
        return program, found
    return replace(program, routines=routines, turn=PhaseGraph(phases), hooked=told.hooked), found


def names_in(block: Block) -> Iterator[str]:
    """Give the names that a block gives a value."""
    for one in block:
        match one:
            case do.Assign(name=name) | do.Ask(name=name):
                yield name
            case do.Branch(cases=cases, otherwise=otherwise):
                for body in (*(body for _, body in cases), otherwise):
                    yield from names_in(body)
            case do.Loop(variable=variable, body=body) | do.Sealed(variable=variable, body=body):
                yield variable
                yield from names_in(body)
            case do.Repeat(body=body) | do.Tries(body=body):
                yield from names_in(body)


def item_of(kind: Type) -> Type:
    """Give the type of what a list holds."""
    return kind.item if isinstance(kind, types.ListType) else kind


def let_called(node: nodes.Node, name: str) -> nodes.Let | None:
    """Give the `let` of a name in a rule."""
    if isinstance(node, nodes.Let) and node.name.text == name:
        return node
    for part in node.parts():
        for one in part if isinstance(part, tuple) else (part,):
            found = let_called(one, name) if isinstance(one, nodes.Node) else None
            if found is not None:
                return found
    return None


@dataclass
class _Telling:
    """Puts a call behind each place where a name is given a value."""

    found: NamedValues
    hooked: list[Callable[..., Any]]

    def block(self, block: Block, routine: str, sort: str) -> Block:
        """Give a block that tells."""
        parts: list[Instruction] = []
        for one in block:
            parts.append(self.inside(one, routine, sort))
            match one:
                case do.Assign(name=name, value=value):
                    parts += self.told(one.span, routine, name, value.type, sort)
                case do.Ask(name=name, options=options):
                    parts += self.told(one.span, routine, name, item_of(options.type), sort)
                case do.Adjust(thing=None, field=name) if (kind := self.found.known.get((routine, name))) is not None:
                    parts += self.told(one.span, routine, name, kind, sort)
        return tuple(parts)

    def inside(self, one: Instruction, routine: str, sort: str) -> Instruction:
        """Give an instruction that tells of what is named inside of it."""
        within = partial(self.block, routine=routine, sort=sort)
        match one:
            case do.Branch(cases=cases, otherwise=otherwise):
                now = tuple((condition, within(body)) for condition, body in cases)
                return one.changed({"cases": now, "otherwise": within(otherwise)})
            case do.Loop(variable=variable, source=source, body=body):
                first = self.told(one.span, routine, variable, item_of(source.type), sort)
                return one.changed({"body": (*first, *within(body))})
            case do.Sealed(body=body) | do.Repeat(body=body) | do.Tries(body=body):
                return one.changed({"body": within(body)})
        return one

    def told(self, span: Span, routine: str, name: str, kind: Type, sort: str) -> tuple[Instruction, ...]:
        """Give what tells of a name that is given a value of a type."""
        if not WORD.fullmatch(name):  # a part of a roll, or a name that no rule can have
            return ()
        self.found.known.setdefault((routine, name), kind)
        self.hooked.append(partial(self.found.learn, routine, name))
        state: to.State = "after" if sort == "effect" else "before"
        value = to.Local(kind, name)
        hooked = to.Hooked(to.ANY_WHOLE, len(self.hooked) - 1, (value,), (), state)
        return (do.Assign(span, LEARNED, hooked),)
