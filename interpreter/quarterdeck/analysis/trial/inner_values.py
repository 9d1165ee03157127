"""What the rules name on the way, for whoever asks to see it: `let`s, tallies, answers, what a loop goes through.

In: a program, and the names that somebody wants to see. Out: a program that does the same and tells of every value that
one of its names is given, and what it has told: each with its type and the state in which it was worked out. What is
told goes through functions beside the program, called as a plugin's are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block
from quarterdeck.program.form.program import Program
from quarterdeck.program.passes.telling import Naming, names_of, told

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
    words = {word for text in texts for word in WORD.findall(text)}
    wanted = {named: kind for named, kind in names_of(program).items() if named[1] in words}
    if not wanted:
        return program, NamedValues()
    found, hooked = NamedValues(wanted), list(program.hooked)

    def tell(one: Naming) -> Block:
        hooked.append(partial(found.learn, one.routine, one.name))
        learned = val.Hooked(val.ANY_WHOLE, len(hooked) - 1, (one.value,), (), one.state)
        return (op.Assign(one.span, LEARNED, learned),)

    return replace(told(program, wanted, tell), hooked=hooked), found


def let_called(node: nodes.Node, name: str) -> nodes.Let | None:
    """Give the `let` of a name in a rule."""
    return next((one for one in node.walk() if isinstance(one, nodes.Let) and one.name.text == name), None)
