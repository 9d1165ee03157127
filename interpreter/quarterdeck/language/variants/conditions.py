"""The condition of a variant, `only_when:`: in which games it applies, as a guard for what it changes.

In: the head of a variant, and what is declared. Out: a `Proviso`, or findings. A condition reads what is settled as a
game begins: options, facts of the scenario, fixed fields of the game, and definitions that read no more than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Declared, Rule
from quarterdeck.language.declarations.written_types import DocumentText
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.variants.entailing import bare, entails, excludes, opposite
from quarterdeck.language.variants.rewrite import copied
from quarterdeck.language.variants.variant_order import head_of

KEY = "only_when"
PLAIN = (
    nodes.Or | nodes.And | nodes.Negation | nodes.Compare | nodes.Plus | nodes.Minus | nodes.Multiply | nodes.Divide
    | nodes.PercentOf | nodes.Power | nodes.PowerOf | nodes.Rounding | nodes.InUnit | nodes.Negative
    | nodes.NumberLiteral | nodes.Yes | nodes.No | nodes.Grouped | nodes.ListLiteral | nodes.Word
)  # fmt: skip
"""What may stand in a condition whatever it is about."""


@dataclass(frozen=True)
class Proviso:
    """A condition that is put before what a variant changes, and its opposite before what was there."""

    condition: nodes.Expression
    members: frozenset[str] = frozenset()
    """The members of all enums: two of them are never the same."""

    @property
    def span(self) -> Span:
        """Give where the condition is written."""
        return self.condition.span

    def __neg__(self) -> Proviso:
        """Give the opposite."""
        return Proviso(opposite(self.condition), self.members)

    def alone(self) -> nodes.Expression:
        """Give the condition: nodes of its own at each place, since later stages keep what they find out by node."""
        return copied(self.condition)

    def left_of(self, further: nodes.Expression | None) -> tuple[nodes.Expression, ...] | None:
        """Give what something further asks where the condition is known to hold; nothing where it cannot hold then."""
        known = operands(nodes.And, bare(self.condition))
        left: list[nodes.Expression] = []
        for part in operands(nodes.And, bare(further)) if further is not None else ():
            if any(excludes(one, part, self.members) for one in known):
                return None
            left += [] if any(entails(one, part) for one in known) else [part]
        return tuple(left)

    def also(self, further: nodes.Expression | None) -> nodes.Expression | None:
        """Give what holds where the condition and something further hold; nothing where they never do."""
        left = self.left_of(further)
        return self.joined(left) if left is not None else None

    def joined(self, further: tuple[nodes.Expression, ...]) -> nodes.Expression:
        """Give what holds where the condition and each of some others hold."""
        parts = (*operands(nodes.And, self.alone()), *further)
        return nodes.And(self.span, tuple(map(in_brackets, parts))) if len(parts) > 1 else parts[0]

    def implies(self, further: nodes.Expression) -> nodes.Expression | None:
        """Give what holds where something further holds, or the condition does not; nothing where that is always so."""
        known = operands(nodes.And, bare(self.condition))
        parts = operands(nodes.Or, bare(further))
        if any(entails(one, part) for one in known for part in parts):
            return None
        left = tuple(part for part in parts if not any(excludes(one, part, self.members) for one in known))
        all_of = (*operands(nodes.Or, (-self).alone()), *left)
        return nodes.Or(self.span, all_of) if len(all_of) > 1 else all_of[0]

    def either(self, new: nodes.Expression | None, old: nodes.Expression | None) -> nodes.Expression:
        """Give what holds where the condition and the new do, or where it does not and the old does."""
        both = tuple(one for one in (self.also(new), (-self).also(old)) if one is not None)
        if not both:  # it never holds, which has to be said all the same
            return self.joined(operands(nodes.And, new) if new is not None else ())
        return nodes.Or(self.span, both) if len(both) > 1 else both[0]

    def block(self, new: tuple[nodes.Statement, ...], old: tuple[nodes.Statement, ...]) -> nodes.When:
        """Give statements that are carried out if the condition holds, and others where it does not."""
        if not new:
            return nodes.When(self.span, (-self).alone(), old, (), None)
        otherwise = nodes.Otherwise(self.span, old) if old else None
        return nodes.When(self.span, self.alone(), new, (), otherwise)


def operands(kind: type[nodes.And | nodes.Or], node: nodes.Expression) -> tuple[nodes.Expression, ...]:
    """Give what is joined by `and` or `or`; the expression itself where it is not."""
    return node.operands if isinstance(node, kind) else (node,)


def in_brackets(node: nodes.Expression) -> nodes.Expression:
    """Give an operand of `and`, in brackets where it needs them."""
    return nodes.Grouped(node.span, node) if isinstance(node, nodes.Or) else node


def guard_of(variant: YamlDocument, declared: Declared, findings: Findings) -> Proviso | None:
    """Give the guard of a variant; none where it has no condition, or none that can be settled as a game begins."""
    node = DocumentText(declared, findings).expression_from(head_of(variant).only_when, variant, (KEY,))
    if node is None:
        return None
    unsettled = next(unsettled_in(node, declared), None)
    if unsettled is None:
        members = (member for enum in declared.enums.values() for member in enum.members)
        return Proviso(node, frozenset(members))
    known = [*declared.options, *(f"game.{name}" for name in (*declared.constants, *fixed_of_game(declared)))]
    findings.add(
        "QD517",
        f"`{unsettled.span.text}` is not fixed when a game begins",
        unsettled.span,
        hint=f"use options and facts of the scenario: {', '.join(known) or 'this game has none'}",
    )
    return None


def fixed_of_game(declared: Declared) -> list[str]:
    """Give the fields of the game that never change in play."""
    return [known.name for known in declared.kinds["Game"].fields.values() if known.fixed]


def unsettled_in(node: nodes.Node, declared: Declared, above: tuple[str, ...] = ()) -> Iterator[nodes.Node]:
    """Give what a condition asks that is not settled as a game begins; `above` are definitions that ask for it."""
    match node:
        case nodes.FieldAccess(owner=nodes.Name(word=nodes.Word(text="game")), field=field):
            if field.text not in declared.constants and field.text not in fixed_of_game(declared):
                yield node
        case nodes.Name(word=nodes.Word(text=name)) if name in declared.options or declared.enums_with(name):
            pass
        case nodes.Name() | nodes.Call(arguments=()):
            rule = declared.rule_named(node.span.text.removesuffix("()"))
            if rule is None or not is_settled(rule, declared, above):
                yield node
        case _ if isinstance(node, PLAIN):
            for part in node.children():
                yield from unsettled_in(part, declared, above)
        case _:
            yield node


def is_settled(rule: Rule, declared: Declared, above: tuple[str, ...]) -> bool:
    """Tell whether a definition takes nothing and reads only what is settled as a game begins."""
    if not isinstance(rule.node, nodes.Define) or rule.parameters or rule.address in above:
        return False
    values, others = nodes.asked_in(rule.node.cases)
    return not any(
        unsettled for part in (*values, *others) for unsettled in unsettled_in(part, declared, (*above, rule.address))
    )
