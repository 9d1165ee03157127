"""Rebuild frozen nodes with parts exchanged, and put what the layers below leave in the place of `original`.

In: nodes. Out: new nodes; those in which nothing changes are the same as before. Spans stay with the words that they
belong to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnySimpleStatement

Rewriter = Callable[[nodes.Node], tuple[nodes.Node, ...] | None]
AnyNode = TypeVar("AnyNode", bound=nodes.Node)


def rebuilt(node: AnyNode, change: Rewriter) -> AnyNode:
    """Give a node with every part exchanged for which `change` gives other nodes.

    Inside an exchanged part nothing more is looked at. Where only one node can stand, `change` gives one; in a tuple it
    may give several or none.
    """
    found: dict[str, Any] = {}
    for part in fields(node)[1:]:
        value = getattr(node, part.name)
        new = _rebuilt_value(value, change)
        if new is not value:
            found[part.name] = new
    return replace(node, **found) if found else node


def _rebuilt_value(value: object, change: Rewriter) -> object:
    if isinstance(value, nodes.Node):
        new = change(value)
        if new is None:
            return without_empty_list(rebuilt(value, change))
        (only,) = new
        return only
    if isinstance(value, tuple):
        items: list[object] = []
        for item in value:
            new = change(item) if isinstance(item, nodes.Node) else None
            items += new if new is not None else (_rebuilt_value(item, change),)
        return (
            tuple(items)
            if len(items) != len(value) or any(a is not b for a, b in zip(items, value, strict=True))
            else value
        )
    return value


def without_empty_list(node: nodes.Node) -> nodes.Node:
    """Give the value alone of a definition whose last modifier is gone."""
    return node.base if isinstance(node, nodes.ModifiedValue) and not node.modifiers else node


def exchanged(node: AnyNode, old: nodes.Node, new: tuple[nodes.Node, ...]) -> AnyNode:
    """Give a node in which one part is exchanged for others."""
    return rebuilt(node, lambda part: new if part is old else None)


def copied(node: AnyNode) -> AnyNode:
    """Give a node that says the same and is another, down to its last part.

    Later stages keep what they find out by node.
    """
    parts: dict[str, Any] = {part.name: _copied_value(getattr(node, part.name)) for part in fields(node)[1:]}
    return replace(node, **parts)


def _copied_value(value: object) -> object:
    if isinstance(value, nodes.Node):
        return copied(value)
    return tuple(_copied_value(item) for item in value) if isinstance(value, tuple) else value


def names_original(node: nodes.Node) -> bool:
    """Tell whether a node makes use of the original."""
    return any(isinstance(part, nodes.Name) and part.is_original for part in node.walk())


def misused(node: nodes.Node, is_done: bool, findings: Findings, rule: str) -> bool:
    """Report an original that is given arguments, or worked out where it is done, or the other way round.

    Tell whether there was one.
    """
    before = len(findings)
    allowed = {part.call for part in node.walk() if isinstance(part, nodes.Do | nodes.LetResult)}
    for part in node.walk():
        match part:
            case nodes.Call(callee=nodes.Name(is_original=True)):
                words, hint = (
                    "takes the inputs of the rule",
                    f"`{'do ' if is_done else ''}original` without brackets",
                )
            case nodes.Name(is_original=True) if is_done and part not in allowed and not findings.gathered[before:]:
                words, hint = "is a statement here, and has no value", "`do original`"
            case _:
                continue
        findings.add("QD507", f"the original {words}", part.span, hint=f"write {hint}", rule=rule)
    return len(findings) > before


def calling(node: AnyNode, below: Rule) -> AnyNode:
    """Give a rule's node in which `original` calls the rule below with the inputs of this one."""

    def call(part: nodes.Node) -> tuple[nodes.Node, ...] | None:
        if not (isinstance(part, nodes.Name) and part.is_original):
            return None
        callee = nodes.Name(part.span, nodes.Word(part.span, below.address))
        return (
            nodes.Call(part.span, callee, tuple(_name(parameter.name, part.span) for parameter in below.parameters)),
        )

    return rebuilt(node, call)


def done(span: Span, call: nodes.Expression, rule: Rule) -> tuple[nodes.Statement, ...]:
    """Give statements that do a rule, and finish with its result if it has one."""
    if rule.result is None:
        return (nodes.Do(span, call),)
    name = nodes.Word(span, "result_of_the_original")
    return nodes.LetResult(span, name, call), nodes.Finish(span, nodes.Name(span, name))


def _name(text: str, span: Span) -> nodes.Name:
    return nodes.Name(span, nodes.Word(span, text))


def with_value(node: AnyNode, value: nodes.Expression | None) -> AnyNode:
    """Give an expression, or a change that holds one, with the value that was there in the place of `original`."""
    if value is None:
        return node

    def exchange(part: nodes.Node) -> tuple[nodes.Node, ...] | None:
        return (nodes.Grouped(part.span, copied(value)),) if isinstance(part, nodes.Name) and part.is_original else None

    found = exchange(node)
    return found[0] if found else rebuilt(node, exchange)  # type: ignore[return-value]


def with_statements(
    block: Iterable[nodes.Statement], original: tuple[nodes.Statement, ...]
) -> tuple[nodes.Statement, ...]:
    """Give a block with the statements that were there in the place of `do original`.

    A condition behind that becomes one around them, unless it can stand behind the only one.
    """
    is_simple = len(original) == 1 and isinstance(original[0], AnySimpleStatement)

    def exchange(part: nodes.Node) -> tuple[nodes.Node, ...] | None:
        match part:
            case nodes.Guarded() | nodes.GuardedUnless() if is_simple:
                return None
            case nodes.Guarded(statement=inner, condition=condition) if _does_original(inner):
                return (nodes.When(part.span, condition, _again(original), (), None),)
            case nodes.GuardedUnless(statement=inner, condition=condition) if _does_original(inner):
                denied = nodes.Negation(condition.span, nodes.Grouped(condition.span, condition))
                return (nodes.When(part.span, denied, _again(original), (), None),)
        return _again(original) if _does_original(part) else None

    found = rebuilt(nodes.Close(next(iter(block)).span, tuple(block)), exchange)
    return found.block


def _does_original(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Do) and isinstance(node.call, nodes.Name) and node.call.is_original


def _again(statements: tuple[nodes.Statement, ...]) -> tuple[nodes.Statement, ...]:
    return tuple(copied(statement) for statement in statements)
