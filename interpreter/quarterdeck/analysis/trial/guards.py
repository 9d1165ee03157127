"""Under which conditions a statement stands, and whether they held as its rule began.

In: the nodes around a statement; a rule with its arguments in a situation. Out: `Guard`s as text, and verdicts on them.
A condition that speaks of what was rolled or named on the way has no verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.expressions import AskedExpression, Expressions
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes


@dataclass(frozen=True)
class Guard:
    """A condition under which something stands, and whether it must hold or must not."""

    condition: nodes.Expression
    wanted: bool = True

    @property
    def text(self) -> str:
        """Give the condition as it is written."""
        return text_of(self.condition.span)


@dataclass(frozen=True)
class RuleInPlace:
    """A rule with its arguments in a situation, about whose inside one may ask."""

    expressions: Expressions
    address: str
    arguments: Sequence[Any]
    situation: Situation

    @property
    def module(self) -> str:
        """Give the chapter that the rule stands in."""
        rule = self.expressions.program.world.rules.get(self.address)
        return rule.module if rule else ""

    @property
    def inputs(self) -> dict[str, tuple[Type, Any]]:
        """Give the inputs: for each name its type and its value."""
        parameters = parameters_of(self.expressions.program, self.address)
        return {p.name: (p.type, value) for p, value in zip(parameters, self.arguments, strict=True)}

    def asked(self, text: str, **more: tuple[Type, Any]) -> AskedExpression | None:
        """Give an expression over the rule's inputs; nothing where it speaks of anything else."""
        return asked_of(self.expressions, text, {**self.inputs, **more}, self.module, self.address)

    def value_of(self, text: str, **more: tuple[Type, Any]) -> tuple[Type, Any] | None:
        """Give the type and the value of an expression as the rule began; nothing where that cannot be told."""
        found = self.asked(text, **more)
        value = None if found is None else value_in(found, self.situation.state)
        return None if found is None or value is None else (found.type, value)

    def holds(self, text: str, **more: tuple[Type, Any]) -> bool | None:
        """Tell whether a condition held as the rule began; nothing where that cannot be told."""
        found = self.value_of(text, **more)
        return None if found is None else bool(found[1])


def asked_of(
    expressions: Expressions, text: str, known: Mapping[str, tuple[Type, Any]], module: str, address: str
) -> AskedExpression | None:
    """Give an expression of a rule over names of which types and values are known; nothing where others stand in it."""
    from quarterdeck.language.syntax.from_text import parse_expression

    findings = Findings()
    node = parse_expression(text, SourceFile("a condition", text), lambda offset: offset, findings)
    if node is None:
        return None
    kinds = {name: kind for name, (kind, _) in known.items()}
    values = {name: value for name, (_, value) in known.items()}
    return expressions.of(node, text, kinds, values, module, address, findings)


def value_in(asked: AskedExpression, state: list[int]) -> Any:
    """Return what an expression comes to in a state; nothing where it comes to a fault, as behind a guard it may."""
    try:
        return asked.value(state)
    except (RulesFaultError, LookupError, ArithmeticError):
        return None


def ways_out(node: nodes.Node, below: nodes.Node) -> Iterator[Guard]:
    """Give the conditions under which a block is left before one of its statements is reached."""
    blocks = [part for part in node.parts() if isinstance(part, tuple) and any(one is below for one in part)]
    for statement in takewhile(lambda one: one is not below, blocks[0] if blocks else ()):
        match statement:
            case nodes.Guarded(statement=nodes.Finish() | nodes.Stop(), condition=condition):
                yield Guard(condition, wanted=False)
            case nodes.GuardedUnless(statement=nodes.Finish() | nodes.Stop(), condition=condition):
                yield Guard(condition)


def guards_of(path: Sequence[nodes.Node]) -> Iterator[Guard]:
    """Give the conditions under which the end of a path is reached, outermost first: those around it and before it."""
    for node, below in pairwise(path):
        yield from ways_out(node, below)
        match node:
            case nodes.Guarded(condition=condition):
                yield Guard(condition)
            case nodes.GuardedUnless(condition=condition):
                yield Guard(condition, wanted=False)
            case nodes.When(condition=condition, others=others):
                before = [condition]
                for other in others:
                    if below is other:
                        break
                    before.append(other.condition)
                if any(below is one for one in node.block):
                    yield Guard(condition)
                else:
                    yield from (Guard(one, wanted=False) for one in before)
            case nodes.OtherwiseWhen(condition=condition):
                yield Guard(condition)
            case nodes.ForEach(condition=condition) if condition is not None:
                yield Guard(condition)
            case nodes.Case(condition=nodes.IfCase(condition=condition), value=value) if below is value:
                yield Guard(condition)


def text_of(span: Span) -> str:
    """Give the text of a span."""
    return span.file.text[span.start : span.end]
