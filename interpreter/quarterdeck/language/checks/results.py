"""Check that procedures with a result come to one, whichever way they end.

In: a `Checked` ruleset. Out: findings. A result that may be none is none wherever a procedure ends without another.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.checks.flow import first_end, leaving
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked


def check_results(checked: Checked, findings: Findings) -> None:
    """Report each place where a procedure ends without the result that it must have."""
    for rule in checked.declared.rules.values():
        if isinstance(rule.node, nodes.Procedure) and rule.result is not None:
            for message, span, hint in missing(rule, rule.node):
                findings.add("QD323", message, span, hint=hint, rule=rule.address)


def missing(rule: Rule, node: nodes.Procedure) -> Iterator[tuple[str, Span, str]]:
    """Give the places where a procedure ends without a result, or with one that nobody is given."""
    parts = list(node.walk())
    at_once = [part for part in parts if isinstance(part, nodes.Step) and is_for_all_at_once(part)]
    apart = {part for step in at_once for part in step.walk()}
    for part in parts:
        if isinstance(part, nodes.Finish) and part in apart and part.result is not None:
            hint = "store it in a field, and finish after the step"
            yield "a side that acts at once with others finishes for itself, without a result", part.span, hint
    if rule.result is None or types.may_be_none(rule.result):
        return
    way_out = ", or add `or none` to its type" if types.may_be_none(types.with_none(rule.result)) else ""
    refusing = {one for part in parts if isinstance(part, nodes.Choose) for one in part.requirements}
    for part in parts:
        if isinstance(part, nodes.Finish) and part not in apart and part.result is None:
            yield f"`{rule.name}` finishes without its result", part.span, f"write `finish with`{way_out}"
        elif isinstance(part, nodes.Require) and part not in refusing:
            hint = f"use `finish with ... unless`{way_out}"
            yield f"`{rule.name}` has no result where this requirement fails", part.span, hint
    statements = node.body.statements if node.body is not None else ()
    if first_end(statements, leaving) is None:
        hint = f"end it with `finish with`{way_out}"
        yield f"`{rule.name}` may end without its result", node.path[-1].span, hint


def is_for_all_at_once(step: nodes.Step) -> bool:
    """Tell whether all sides act at once in a step."""
    return any(isinstance(option, nodes.AllSidesAtOnce) for option in step.options)
