"""Resolve the names of types, and parse pieces of rules text that stand in YAML.

In: nodes of types, and text with its place in a document. Out: types and expressions, and findings for names that
nobody declares.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction

from quarterdeck.diagnostics import Findings
from quarterdeck.names import types
from quarterdeck.names.declared import (
    Declared,
)
from quarterdeck.source import Span
from quarterdeck.syntax import nodes
from quarterdeck.syntax.from_text import parse_expression, parse_type, reserved_words
from quarterdeck.tables.from_yaml import YamlDocument
from quarterdeck.tables.yaml import Path

NUMBER = types.Number(-1_000_000, 1_000_000)
BUILT_IN_KINDS = {"Side": ("side", "sides"), "Game": ("game", "")}


@dataclass
class TypeNames:
    """The names that types go by in a ruleset as far as it is declared, for one layer of it."""

    declared: Declared
    findings: Findings
    layer: str = ""

    def type_from(self, code: str, document: YamlDocument, path: Path) -> types.Type:
        node = parse_type(code, document.file, document.places.offsets(code, *path), self.findings)
        return self.type_of(node) if node else types.UNKNOWN

    def expression_from(self, code: str | None, document: YamlDocument, path: Path) -> nodes.Expression | None:
        if code is None:
            return None
        return parse_expression(code, document.file, document.places.offsets(code, *path), self.findings)

    def type_of(self, node: nodes.Type) -> types.Type:
        """Give the type that a piece of text names."""
        found = self.simple_type(node.base)
        if node.or_none is None or isinstance(found, types.Unknown):
            return found
        if types.with_none(found) == found:
            self.findings.add(
                "QD302",
                f"a {found} is never none",
                node.span,
                hint="only things, members of an enum, hexes and points may be none",
            )
        return types.with_none(found)

    def simple_type(self, node: nodes.Node) -> types.Type:
        match node:
            case nodes.ListType(item=item):
                return types.Listing(self.simple_type(item))
            case nodes.RangeType(low=low, high=high, unit=unit):
                return self.range_type(low, high, unit)
            case nodes.NamedType(name=word):
                return self.named_type(word)
        raise AssertionError(node)

    def range_type(self, low: nodes.Word, high: nodes.Word, unit: nodes.Word | None) -> types.Type:
        step = types.STEPS.get(unit.text, 1) if unit else 1
        unit_name = unit.text if unit and unit.text not in types.STEPS else None
        if unit_name and unit_name not in self.declared.units:
            self.unknown(unit, unit_name, self.declared.units, "unit")  # type: ignore[arg-type]
            unit_name = None
        if unit_name:
            step = self.declared.units[unit_name].step
        bounds = Fraction(low.text), Fraction(high.text)
        if bounds[0] > bounds[1]:
            self.findings.add(
                "QD303", f"the range begins above its end: {low.text}..{high.text}", low.span.to(high.span)
            )
        if any((bound * step).denominator != 1 for bound in bounds):
            self.findings.add(
                "QD304",
                "the ends of the range do not lie on its steps",
                low.span.to(high.span),
                hint="say the step: `0..9.9 tenths`",
            )
        if max(abs(bound) for bound in bounds) * step > types.MOST:
            span = low.span.to(high.span)
            self.findings.add("QD357", "this cannot be counted in 64 bits", span, hint="narrow the range")
            return types.Number(Fraction(0), Fraction(1), step, unit_name)
        return types.Number(min(bounds), max(bounds), step, unit_name)

    def named_type(self, word: nodes.Word) -> types.Type:
        name = word.text
        simple: dict[str, types.Type] = {
            "boolean": types.TRUTH,
            "number": NUMBER,
            "hex": types.Hex(),
            "point": types.Point(),
            "dice": types.DiceType(-999, 999),
            **{step: types.Number(-100_000, 100_000, count) for step, count in types.STEPS.items()},
        }
        if name in simple:
            return simple[name]
        if name in self.declared.units:
            unit = self.declared.units[name]
            return types.Number(unit.low, unit.high, unit.step, name)
        if name in self.declared.enums:
            return types.Member(name)
        if name in self.declared.kinds or name in BUILT_IN_KINDS:
            return types.Thing(name)
        self.unknown(
            word,
            name,
            [*simple, *self.declared.units, *self.declared.enums, *self.declared.kinds, *BUILT_IN_KINDS],
            "kind, enum or unit",
        )
        return types.UNKNOWN

    def unknown(self, node: nodes.Node, name: str, known: object, what: str) -> None:
        close = get_close_matches(name, [str(k) for k in known], 1)  # type: ignore[attr-defined]
        self.findings.add(
            "QD310", f"no {what} is called `{name}`", node.span, hint=f"did you mean `{close[0]}`?" if close else ""
        )

    def good_name(self, name: str, span: Span) -> None:
        if name in reserved_words():
            self.findings.add(
                "QD305",
                f"`{name}` is a word of the language and cannot be a name",
                span,
                hint=f"call it `the_{name}` or find another word",
            )
        elif not name.isidentifier():
            self.findings.add(
                "QD306", f"`{name}` cannot be a name", span, hint="letters, digits and `_`, beginning with a letter"
            )
