"""Add modifiers, requirements and cases at an address.

In: amendments that add one, and the ground that they stand on. Out: rules, tables and a turn with more in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.language.declarations.addresses import Element, ElementSort
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.variants.amending import head_and_rest
from quarterdeck.language.variants.amendment_base import AmendmentBase

MODIFIED = nodes.Roll | nodes.Check | nodes.AnyCases
"""What modifiers change."""


@dataclass
class Adding:
    """What a variant adds to a roll, choice, procedure or definition."""

    amended: AmendmentBase

    def carry_out(self, node: nodes.AddModifier | nodes.AddRequire | nodes.AddCase) -> None:
        """Add something."""
        match node:
            case nodes.AddModifier():
                self.add_modifier(node)
            case nodes.AddRequire():
                self.add_require(node)
            case nodes.AddCase():
                self.add_case(node)

    def add_modifier(self, node: nodes.AddModifier) -> None:
        """Add a modifier to a roll, or to a definition, at its place among the others."""
        if len(node.path) == 1:
            self.without_place(node.path[0], "roll", "RULE.ROLL")
            return
        owner = self.amended.find(node.path[:-1], frozenset(["roll", "define"]), "roll or definition")
        if owner is None:
            return
        rule, thing = owner.thing, owner.thing
        by_condition = isinstance(rule, Rule) and rule.by_condition is not None
        if isinstance(rule, Rule) and isinstance(rule.node, nodes.Define):
            thing = rule.node.cases
        if by_condition or not isinstance(thing, MODIFIED):
            what = "table by condition" if by_condition else "roll-off"
            self.amended.report("QD502", f"`{owner.address}` is a {what}", node.path[0].span, "it takes no modifiers")
            return
        known = () if isinstance(thing, nodes.SingleCase | nodes.SeveralCases) else thing.modifiers
        if (found := self.place_among(known, node.where, "modifier", owner, len(known))) is None:
            return
        at, _ = found
        plain = isinstance(node.change, nodes.Raised | nodes.Lowered)
        if self.amended.is_free(owner.address, node.path[-1]) and self.amended.note(
            "add", f"{owner.address}.{node.path[-1].text}", node.span, order_of="" if plain else owner.address
        ):
            modifier = nodes.Modifier(node.span, node.path[-1], node.change, node.condition, node.phrase, node.notes)
            if isinstance(thing, nodes.SingleCase | nodes.SeveralCases):
                new: nodes.Node = nodes.ModifiedValue(thing.span, thing, (modifier,))
            else:
                new = replace(thing, modifiers=(*known[:at], modifier, *known[at:]))
            self.amended.put(owner, thing, (new,))

    def place_among(
        self, known: Sequence[object], where: nodes.WherePut | None, sort: ElementSort, owner: Element, last: int
    ) -> tuple[int, str] | None:
        """Find the index of something new in a list, and its place in words; report a place that is not in the list."""
        if where is None:
            return last, ""
        place = self.amended.find(where.path, frozenset([sort]), sort)
        if place is None:
            return None
        for at, one in enumerate(known):
            if one is place.thing:
                return at + (where.side.text == "after"), f"{where.side.text} {place.address}"
        hint = f"name a {sort} of `{owner.address}`"
        self.amended.report("QD502", f"`{place.address}` is a {sort} of another rule", where.span, hint)
        return None

    def without_place(self, name: nodes.Word, what: str, before: str) -> None:
        """Report what is added nowhere: its name stands alone."""
        hint = f"write the part that it belongs to before its name: `{before}.{name.text}`"
        self.amended.report("QD501", f"`{name.text}` does not name the {what} that it belongs to", name.span, hint)

    def add_require(self, node: nodes.AddRequire) -> None:
        sorts = frozenset(["choice", "procedure", "effect"])
        owner = self.amended.find(node.path[:-1], sorts, "choice or procedure") if len(node.path) > 1 else None
        if owner is None:
            if len(node.path) == 1:
                self.without_place(node.path[0], "choice or procedure", "RULE")
            return
        if not self.amended.is_free(owner.address, node.path[-1]) or not self.amended.note(
            "add", f"{owner.address}.{node.path[-1].text}", node.span
        ):
            return
        required = nodes.Require(node.span, node.path[-1], None, node.condition, node.reason, node.notes)
        if isinstance(owner.thing, nodes.Choose):
            self.amended.put(
                owner, owner.thing, (replace(owner.thing, requirements=(*owner.thing.requirements, required)),)
            )
            return
        rule = owner.thing
        if isinstance(rule, Rule) and isinstance(rule.node, nodes.Procedure | nodes.Effect):
            body = rule.node.body or nodes.Body(node.span, (), ())
            head, rest = head_and_rest(body.statements)
            new = replace(rule.node, body=replace(body, statements=(*head, required, *rest)))
            self.amended.declared.rules[rule.address] = replace(rule, node=new)

    def add_case(self, node: nodes.AddCase) -> None:
        """Add a case to a definition, or a row to a table by condition, at its place among the others."""
        if len(node.path) == 1:
            self.without_place(node.path[0], "definition", "RULE")
            return
        owner = self.amended.find(node.path[:-1], frozenset(["define", "advice"]), "definition")
        rule = owner.thing if owner is not None else None
        if owner is None or not isinstance(rule, Rule) or not isinstance(rule.node, nodes.Define | nodes.Advice):
            return
        cases = nodes.base_of(rule.node.cases)
        if not isinstance(cases, nodes.SeveralCases):
            hint = f"amend the whole definition: `amend define {owner.address}`"
            self.amended.report("QD502", f"`{owner.address}` has no cases", node.span, hint)
            return
        last = sum(isinstance(case.condition, nodes.IfCase) for case in cases.cases)
        if (found := self.place_among(cases.cases, node.where, "case", owner, last)) is None:
            return
        at, beside = found
        is_free = self.amended.is_free(owner.address, node.path[-1])
        address = f"{owner.address}.{node.path[-1].text}"
        if not is_free or not self.amended.note("add", address, node.span, order_of=owner.address, place=beside):
            return
        new = nodes.Case(node.span, node.path[-1], node.value, node.condition)
        several = replace(cases, cases=(*cases.cases[:at], new, *cases.cases[at:]))
        self.amended.put(owner, cases, (several,))
