"""Know what the names of a rule are worth while a story is told, and what expressions come to.

In: a call with its inputs, the state as far as it is told, what was rolled and chosen. Out: exact numbers, as the
functions that play by work them out; nothing where an expression asks for more than is known here. Whoever prints a
number of these compares it with what happened first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from quarterdeck.backends.python.definitions import evaluated
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Local
from quarterdeck.program.form.walking import walk
from quarterdeck.program.lower.expressions import value as lowered
from quarterdeck.program.lower.ruleset import Lowering

Known = tuple[types.Type, Any]
"""A value as it is stored, and its type."""


def exact(kind: types.Type, value: Any) -> Fraction | None:
    """Give a number that is stored in steps as what it is; nothing where it is no number."""
    bare = types.without_none(kind)
    if not isinstance(bare, types.Number) or isinstance(value, bool) or not isinstance(value, int | Fraction):
        return None
    return Fraction(value) if isinstance(value, Fraction) else Fraction(value, max(1, bare.step))


@dataclass
class CallInStory:
    """What is known inside one call of a rule."""

    checked: Checked
    program: Program
    state: list[int]
    module: PrintedModule
    rule: Rule | None = None
    named: dict[str, Known] = field(default_factory=dict)
    totals: dict[str, Fraction] = field(default_factory=dict)

    def worth(self, node: nodes.Expression) -> Fraction | None:
        """Give the number that an expression comes to, where that is known here."""
        found = self.known(node)
        return None if found is None else exact(*found)

    def known(self, node: nodes.Expression) -> Known | None:
        """Give what an expression comes to, where that is known here."""
        at, module = (self.rule.address, self.rule.module) if self.rule is not None else ("", "")
        value = lowered(Lowering(self.checked, self.program).body(at, module, "given", "define"), node)
        names: dict[str, Any] = {}
        for local in (part for part in walk(value) if isinstance(part, Local)):
            held = self.named_by(local)
            if held is None:
                return None
            names[local.name] = held
        try:
            return value.type, evaluated(self.program, self.module, tuple(names), value)(self.state, *names.values())
        except (ArithmeticError, LookupError, NameError, RulesFaultError):
            return None  # asked of a state in which the rule did not ask it

    def named_by(self, local: Local) -> Any:
        """Give what a name holds, as it is stored: a roll, an input, an answer, what a `let` names."""
        roll, _, part = local.name.partition(".")
        if part == "total" and roll in self.totals and isinstance(local.type, types.Number):
            steps = self.totals[roll] * max(1, local.type.step)
            return int(steps) if steps.denominator == 1 else None
        if local.name in self.named:
            return self.named[local.name][1]
        parts = self.rule.node.walk() if self.rule is not None else ()
        lets = [one for one in parts if isinstance(one, nodes.Let) and one.name.text == local.name]
        found = self.known(lets[0].value) if len(lets) == 1 else None
        return None if found is None else found[1]
