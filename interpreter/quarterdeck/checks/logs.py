"""Check what the log sheets of a ruleset speak of.

In: a `Checked` ruleset. Out: findings where a log names a kind, a field or a definition that there is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings
from quarterdeck.names import types
from quarterdeck.names.declared import Declared, Field, Kind, Rule
from quarterdeck.source import Span
from quarterdeck.tables import shapes


def check_logs(checked: Checked, findings: Findings) -> None:
    """Find names in logs that mean nothing."""
    declared = checked.declared
    for document in declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        for kind, lines in document.shape.logs.items():
            if kind not in declared.kinds:
                _unknown(findings, "kind", kind, list(declared.kinds), document.places.key("logs", kind))
                continue
            for index, line in enumerate(lines):
                at = document.places.value("logs", kind, index, "field")
                known = list(logged(declared, declared.kinds[kind]))
                if line.field not in known:
                    _unknown(findings, f"field of {kind} or of its parts", line.field, known, at)
                if line.boxes is not None and box_rule(declared, kind, line.boxes) is None:
                    at = document.places.value("logs", kind, index, "boxes")
                    known = [rule.name for rule in declared.rules.values() if _fills_boxes(rule, kind)]
                    _unknown(findings, f"definition of a number, of {kind} and a number,", line.boxes, known, at)


def logged(declared: Declared, kind: Kind) -> Iterator[str]:
    """Give what a log of a kind may name: its fields, and those of its parts behind the name of the list."""
    for known in kind.fields.values():
        parts = parts_in(declared, known)
        if parts is None:
            yield known.name
        else:
            yield from (f"{known.name}.{inner}" for inner in parts.fields)


def parts_in(declared: Declared, known: Field) -> Kind | None:
    """Give the kind of the parts that a field holds."""
    item = known.type.item if isinstance(known.type, types.ListType) else None
    kind = declared.kinds.get(item.kind) if isinstance(item, types.Thing) else None
    return kind if kind is not None and kind.part_of == known.kind else None


def box_rule(declared: Declared, kind: str, name: str) -> Rule | None:
    """Give the definition of what stands in a box, by a thing and the number of the box."""
    rule = declared.rule_named(name)
    return rule if rule is not None and _fills_boxes(rule, kind) else None


def _fills_boxes(rule: Rule, kind: str) -> bool:
    match [parameter.type for parameter in rule.parameters]:
        case [types.Thing() as thing, types.Number()]:
            return rule.sort == "define" and thing.kind == kind and isinstance(rule.result, types.Number)
    return False


def _unknown(findings: Findings, what: str, name: str, known: list[str], span: Span) -> None:
    close = get_close_matches(name, known, 1, 0.7)
    hint = f"did you mean `{close[0]}`?" if close else ""
    findings.add("QD310", f"no {what} is called `{name}`", span, hint=hint)
