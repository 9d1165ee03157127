"""Why a choice was not asked: its rule was not carried out, a condition does not hold, or nothing was allowed.

In: a choice's address, the rule that was tried with its arguments, the situation in which it began. Out: one line of
text. Conditions are worked out over the inputs of the rule, in the state in which it began; one that speaks of what was
rolled or named on the way is quoted without a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from quarterdeck.diagnostics import Findings
from quarterdeck.names import types
from quarterdeck.names.types import Type
from quarterdeck.run.expressions import Expressions
from quarterdeck.run.situation import Situation
from quarterdeck.run.words import words_of
from quarterdeck.source import SourceFile, Span
from quarterdeck.syntax import nodes

MOST = 6
"""So many refused options are named."""


@dataclass(frozen=True)
class Guard:
    """A condition under which something stands: its text, and whether it must hold or must not."""

    text: str
    wanted: bool = True


@dataclass(frozen=True)
class RuleInPlace:
    """A rule with its arguments in a situation, about whose inside one may ask."""

    expressions: Expressions
    address: str
    arguments: Sequence[Any]
    situation: Situation

    @property
    def inputs(self) -> dict[str, tuple[Type, Any]]:
        """Give the inputs: for each name its type and its value."""
        rule = self.expressions.program.declared.rules.get(self.address)
        parameters = rule.parameters if rule else ()
        return {p.name: (p.type, value) for p, value in zip(parameters, self.arguments, strict=True)}

    def value_of(self, text: str, **more: tuple[Type, Any]) -> tuple[Type, Any] | None:
        """Give the type and the value of an expression as the rule began; nothing where that cannot be told."""
        from quarterdeck.syntax.from_text import parse_expression

        findings = Findings()
        node = parse_expression(text, SourceFile("a condition", text), lambda offset: offset, findings)
        if node is None:
            return None
        known = {**self.inputs, **more}
        rule = self.expressions.program.declared.rules.get(self.address)
        found = self.expressions.of(
            node,
            text,
            {name: kind for name, (kind, _) in known.items()},
            {name: value for name, (_, value) in known.items()},
            rule.module if rule else "",
            self.address,
            findings,
        )
        return None if found is None else (found.type, found.value(self.situation.state))

    def holds(self, text: str, **more: tuple[Type, Any]) -> bool | None:
        """Tell whether a condition held as the rule began; nothing where that cannot be told."""
        found = self.value_of(text, **more)
        return None if found is None else bool(found[1])


def why_not_asked(place: RuleInPlace, choice: str, called: Sequence[str]) -> str:
    """Say why a choice of a rule was not asked; `called` are the rules that were carried out."""
    routine = choice.rpartition(".")[0]
    if routine != place.address:
        return f"`{routine}` was {'carried out' if routine in called else 'not carried out'}"
    node = _rule_node(place, routine)
    path = _path_to(node, choice.rpartition(".")[2]) if node is not None else None
    if path is None:
        return ""
    guards = list(_guards(path))
    for guard in guards:
        if place.holds(guard.text) is (not guard.wanted):
            return f"`{guard.text}` is {'no' if guard.wanted else 'yes'} here"
    chosen = path[-1]
    refused = _all_refused(place, chosen) if isinstance(chosen, nodes.Choose) else ""
    if refused:
        return refused
    said = [f"`{guard.text}`" if guard.wanted else f"not `{guard.text}`" for guard in guards]
    return f"it stands under {' and '.join(said)}" if said else ""


def _rule_node(place: RuleInPlace, address: str) -> nodes.Node | None:
    rule = place.expressions.program.declared.rules.get(address)
    return rule.node if rule is not None else None


def _path_to(node: nodes.Node, name: str) -> list[nodes.Node] | None:
    """Give all nodes from one down to the choice of a name."""
    if isinstance(node, nodes.Choose) and node.name.text == name:
        return [node]
    for part in node.parts():
        for item in part if isinstance(part, tuple) else (part,):
            if isinstance(item, nodes.Node):
                found = _path_to(item, name)
                if found is not None:
                    return [node, *found]
    return None


def _guards(path: Sequence[nodes.Node]) -> Iterator[Guard]:
    """Give the conditions of all that stands around the end of a path, outermost first."""
    for node, below in pairwise(path):
        match node:
            case nodes.Guarded(condition=condition):
                yield Guard(_text(condition.span))
            case nodes.GuardedUnless(condition=condition):
                yield Guard(_text(condition.span), wanted=False)
            case nodes.When(condition=condition, others=others):
                before = [condition]
                for other in others:
                    if below is other:
                        break
                    before.append(other.condition)
                if any(below is one for one in node.block):
                    yield Guard(_text(condition.span))
                else:
                    yield from (Guard(_text(one.span), wanted=False) for one in before)
            case nodes.OtherwiseWhen(condition=condition):
                yield Guard(_text(condition.span))
            case nodes.ForEach(condition=condition) if condition is not None:
                yield Guard(_text(condition.span))


def _all_refused(place: RuleInPlace, chosen: nodes.Choose) -> str:
    """Say for which reasons every option is refused; nothing where one is allowed, or where that cannot be told."""
    found = place.value_of(_text(chosen.source.span)) if isinstance(chosen.source, nodes.Expression) else None
    if found is None or not isinstance(found[0], types.ListType):
        return ""
    item, options = found[0].item, list(found[1])
    name, said = chosen.name.text, []
    if chosen.condition is not None:
        options = [one for one in options if place.holds(_text(chosen.condition.span), **{name: (item, one)})]
    if not options:
        return "there is nothing to choose from"
    for option in options:
        failed = next(
            (
                one
                for one in chosen.requirements
                if not one.for_stop and place.holds(_text(one.condition.span), **{name: (item, option)}) is False
            ),
            None,
        )
        if failed is None:
            return ""
        program, names = place.expressions.program, place.situation.known_as
        said.append(f"{words_of(program, names, item, option, as_written=True)} ({failed.name.text})")
    more = f" and {len(said) - MOST} more" if len(said) > MOST else ""
    return f"every option is refused: {', '.join(said[:MOST])}{more}"


def _text(span: Span) -> str:
    return span.file.text[span.start : span.end]
