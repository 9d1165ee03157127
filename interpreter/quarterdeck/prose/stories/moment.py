"""Know what the names of a rule are worth while a story is told, and what short expressions come to.

In: a call with its arguments, the state as far as it is told, what was rolled and chosen. Out: exact numbers and other
values; nothing where an expression asks for more than is known here. Whoever prints a number of these compares it with
what happened first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.form.program import Program

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
    rule: Rule | None = None
    named: dict[str, Known] = field(default_factory=dict)
    totals: dict[str, Fraction] = field(default_factory=dict)
    defined_by: PrintedModule | None = None

    def worth(self, node: nodes.Node) -> Fraction | None:
        """Give what an expression comes to, where that is known here."""
        match node:
            case nodes.Grouped(inner=inner):
                return self.worth(inner)
            case nodes.NumberLiteral(word=word):
                return Fraction(word.text)
            case nodes.InUnit(value=value):
                return self.worth(value)
            case nodes.Negative(operand=operand):
                found = self.worth(operand)
                return None if found is None else -found
            case nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide():
                return self.sum(node)
            case nodes.Rounding(value=value, how=how, step=None):
                found = self.worth(value)
                whole = ROUNDED.get(how.text.split()[-1])
                return None if found is None or whole is None else Fraction(whole(found))
            case nodes.Name(word=word):
                return self.name(node, word.text)
            case nodes.FieldAccess():
                return self.field(node)
            case nodes.Call():
                return self.call(node)
            case nodes.Lookup():
                return self.looked_up(node)
        return None

    def sum(self, node: nodes.Plus | nodes.Minus | nodes.Multiply | nodes.Divide) -> Fraction | None:
        """Give what two numbers come to."""
        left, right = self.worth(node.left), self.worth(node.right)
        if left is None or right is None or (isinstance(node, nodes.Divide) and not right):
            return None
        return SUMS[type(node)](left, right)

    def name(self, node: nodes.Node, name: str) -> Fraction | None:
        """Give what a name is worth: a roll, an input, an answer, what a `let` names."""
        if name in self.totals:
            return self.totals[name]
        if name in self.named:
            return exact(*self.named[name])
        meaning = self.checked.meanings.get(node)
        if isinstance(meaning, meanings.RuleCall):
            value = self.defined(meaning.rule)
            return None if value is None or meaning.rule.result is None else exact(meaning.rule.result, value)
        found = (
            [one for one in self.rule.node.walk() if isinstance(one, nodes.Let) and one.name.text == name]
            if (self.rule is not None)
            else []
        )
        return self.worth(found[0].value) if len(found) == 1 else None

    def thing(self, node: nodes.Node) -> int | None:
        """Give the thing that an expression means."""
        match node:
            case nodes.Grouped(inner=inner):
                return self.thing(inner)
            case nodes.Name(word=word) if word.text in self.named:
                kind, value = self.named[word.text]
                is_thing = isinstance(types.without_none(kind), types.Thing) and isinstance(value, int) and value >= 0
                return value if is_thing else None
            case nodes.FieldAccess(owner=owner):
                meaning, whose = self.checked.meanings.get(node), self.thing(owner)
                is_thing = isinstance(meaning, meanings.FieldOf) and isinstance(
                    types.without_none(meaning.field.type), types.Thing
                )
                if is_thing and isinstance(meaning, meanings.FieldOf) and whose is not None:
                    value = self.state[whose + self.program.layout.offsets[meaning.field.address]]
                    return value if value >= 0 else None
        return None

    def field(self, node: nodes.FieldAccess) -> Fraction | None:
        """Give the number that a field of a thing holds, or something of a roll."""
        meaning = self.checked.meanings.get(node)
        if isinstance(meaning, meanings.RollPart) and meaning.part == "total":
            return self.totals.get(meaning.roll)
        whose = self.thing(node.owner)
        if not isinstance(meaning, meanings.FieldOf) or whose is None:
            return None
        place = whose + self.program.layout.offsets[meaning.field.address]
        return exact(meaning.field.type, self.state[place])

    def call(self, node: nodes.Call) -> Fraction | None:
        """Give the number that a definition comes to for inputs that are known."""
        meaning = self.checked.meanings.get(node)
        found = self.called(node)
        if found is None or not isinstance(meaning, meanings.RuleCall) or meaning.rule.result is None:
            return None
        return exact(meaning.rule.result, found)

    def called(self, node: nodes.Call) -> Any:
        """Give what a definition comes to for inputs that are known, as it is stored."""
        meaning = self.checked.meanings.get(node)
        if not isinstance(meaning, meanings.RuleCall) or len(node.arguments) != len(meaning.rule.parameters):
            return None
        if any(isinstance(one, nodes.NamedArgument) for one in node.arguments):
            return None
        wanted = zip(node.arguments, meaning.rule.parameters, strict=True)
        stored = [self.stored(one, parameter.type) for one, parameter in wanted]
        return None if any(one is None for one in stored) else self.defined(meaning.rule, stored)

    def looked_up(self, node: nodes.Lookup) -> Fraction | None:
        """Give the number that a table has for keys that are known."""
        meaning = self.checked.meanings.get(node)
        if not isinstance(meaning, meanings.TableValue) or self.defined_by is None or meaning.table.gives is None:
            return None
        stored = [self.stored(one, key.type) for one, key in zip(node.keys, meaning.table.keys, strict=False)]
        keys = [one for one in stored if one is not None]
        if len(keys) != len(meaning.table.keys) or len(stored) != len(keys):
            return None
        try:
            found = self.defined_by.cell(meaning.table.name, keys[0] if len(keys) == 1 else tuple(keys))
            return exact(meaning.table.gives, found(self.state, *keys) if callable(found) else found)
        except (ArithmeticError, LookupError, RulesFaultError):
            return None

    def stored(self, node: nodes.Node, kind: types.Type) -> int | None:
        """Give a value as it is stored for an input of a type."""
        bare, meaning = types.without_none(kind), self.checked.meanings.get(node)
        if isinstance(bare, types.Number):
            found = self.worth(node)
            steps = None if found is None else found * max(1, bare.step)
            return int(steps) if steps is not None and steps.denominator == 1 else None
        match node:
            case nodes.Grouped(inner=inner):
                return self.stored(inner, kind)
            case nodes.Name(word=word) if word.text in self.named:
                value = self.named[word.text][1]
                return int(value) if isinstance(value, int) else None
            case nodes.Call():
                value = self.called(node)
                return int(value) if isinstance(value, int) else None
            case nodes.FieldAccess(owner=owner) if isinstance(meaning, meanings.FieldOf):
                whose = self.thing(owner)
                return None if whose is None else self.state[whose + self.program.layout.offsets[meaning.field.address]]
        return self.thing(node)

    def defined(self, rule: Rule, stored: Sequence[int | None] = ()) -> Any:
        """Give what a definition comes to, as the program works it out and stores it."""
        if self.defined_by is None or rule.result is None or len(stored) != len(rule.parameters):
            return None
        try:
            return self.defined_by.definition(rule.address)(self.state, *stored)
        except (ArithmeticError, LookupError, RulesFaultError):
            return None  # asked of a state in which the rule did not ask it


SUMS: dict[type, Callable[[Fraction, Fraction], Fraction]] = {
    nodes.Plus: lambda left, right: left + right,
    nodes.Minus: lambda left, right: left - right,
    nodes.Multiply: lambda left, right: left * right,
    nodes.Divide: lambda left, right: left / right,
}
ROUNDED: dict[str, Callable[[Fraction], int]] = {
    "down": floor,
    "up": ceil,
    "nearest": lambda value: floor(value + Fraction(1, 2)),
}
