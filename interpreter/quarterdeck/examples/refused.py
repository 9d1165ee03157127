"""Tell whether the checks would refuse a change: then no example need notice it.

In: a checked ruleset and an alteration of a number. Out: yes or no. A bound that is there because the type of its place
demands it is an example: one lower, and the ruleset would have a finding.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from quarterdeck.checks.meanings import Checked
from quarterdeck.checks.typing.ruleset import check_rule, check_table
from quarterdeck.diagnostics import Findings
from quarterdeck.examples.alterations import Alteration
from quarterdeck.names.declared import Declared, Rule, Table
from quarterdeck.syntax import nodes


def is_refused(declared: Declared, alteration: Alteration) -> bool:
    """Tell whether the rule or table has a finding once its number is changed."""
    node = alteration.node
    if alteration.how != "number" or not isinstance(node, nodes.Number):
        return False
    number = Fraction(node.word.text) + alteration.by
    if number < 0:
        plain: nodes.Node = nodes.Number(node.span, replace(node.word, text=str(-number)))
        other: nodes.Node = nodes.Grouped(node.span, nodes.Negative(node.span, plain))  # type: ignore[arg-type]
    else:
        other = nodes.Number(node.span, replace(node.word, text=str(number)))
    sort, key = alteration.holder
    if sort == "rule":
        rule = declared.rules[key]
        changed = replace(rule, node=_with(rule.node, node, other))
        return _count(declared, changed) > _count(declared, rule)
    if sort == "table":
        table = declared.tables[key]
        rows = tuple(
            replace(
                row,
                cells=tuple(
                    replace(
                        cell,
                        value=_with(cell.value, node, other),
                        statements=_with(cell.statements, node, other),
                    )
                    for cell in row.cells
                ),
            )
            for row in table.rows
        )
        return _count(declared, replace(table, rows=rows)) > _count(declared, table)
    return False


def _count(declared: Declared, thing: Rule | Table) -> int:
    findings = Findings()
    if isinstance(thing, Rule):
        check_rule(Checked(declared), findings, thing)
    else:
        check_table(Checked(declared), findings, thing)
    return len(findings)


def _with(node: Any, old: nodes.Node, new: nodes.Node) -> Any:
    """Give a tree with one node exchanged; what does not hold it is the same as before."""
    if node is old:
        return new
    if isinstance(node, tuple):
        parts = tuple(_with(part, old, new) for part in node)
        return parts if _differs(parts, node) else node
    if not isinstance(node, nodes.Node):
        return node
    found = {f.name: _with(getattr(node, f.name), old, new) for f in fields(node) if f.name != "span"}
    changed = {name: part for name, part in found.items() if part is not getattr(node, name)}
    return replace(node, **changed) if changed else node


def _differs(one: Iterable[Any], other: Iterable[Any]) -> bool:
    return any(a is not b for a, b in zip(one, other, strict=True))
