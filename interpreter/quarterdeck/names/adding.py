"""Add modifiers, requirements, steps and phases at an address, and take elements away.

In: amendments that add or remove, and the ground that they stand on. Out: rules, tables and a turn with more in them,
or with less.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.names.addresses import Element, all_elements
from quarterdeck.names.amending import head_and_rest
from quarterdeck.names.declared import Row, Rule
from quarterdeck.names.ground import Ground
from quarterdeck.syntax import nodes


@dataclass
class Adding:
    """What a variant adds to something, or takes from it."""

    ground: Ground

    def carry_out(self, node: nodes.AddModifier | nodes.AddRequire | nodes.AddStep | nodes.RemoveElement) -> None:
        """Add something, or take it away."""
        match node:
            case nodes.AddModifier():
                self.add_modifier(node)
            case nodes.AddRequire():
                self.add_require(node)
            case nodes.AddStep():
                self.add_step(node)
            case nodes.RemoveElement():
                self.remove(node)

    def add_modifier(self, node: nodes.AddModifier) -> None:
        roll = self.ground.find(node.path[:-1], frozenset(["roll"]), "roll") if len(node.path) > 1 else None
        if roll is None:
            if len(node.path) == 1:
                self.ground.missing(node.path[0].text, node.path[0].span, [], "roll")
            return
        if not isinstance(roll.thing, nodes.Roll | nodes.Check):
            self.ground.report(
                "QD502",
                f"`{roll.address}` is rolled by the sides against each other",
                node.path[0].span,
                "it takes no modifiers",
            )
            return
        plain = isinstance(node.change, nodes.Raised | nodes.Lowered)
        if self.ground.is_free(roll.address, node.path[-1]) and self.ground.note(
            "add", f"{roll.address}.{node.path[-1].text}", node.span, order_of="" if plain else roll.address
        ):
            modifier = nodes.Modifier(node.span, node.path[-1], node.change, node.condition, node.phrase, node.notes)
            self.ground.put(roll, roll.thing, (replace(roll.thing, modifiers=(*roll.thing.modifiers, modifier)),))

    def add_require(self, node: nodes.AddRequire) -> None:
        sorts = frozenset(["choice", "procedure", "effect"])
        owner = self.ground.find(node.path[:-1], sorts, "choice or procedure") if len(node.path) > 1 else None
        if owner is None:
            if len(node.path) == 1:
                self.ground.missing(node.path[0].text, node.path[0].span, [], "choice or procedure")
            return
        if not self.ground.is_free(owner.address, node.path[-1]) or not self.ground.note(
            "add", f"{owner.address}.{node.path[-1].text}", node.span
        ):
            return
        required = nodes.Require(node.span, node.path[-1], None, node.condition, node.reason, node.notes)
        if isinstance(owner.thing, nodes.Choose):
            self.ground.put(
                owner, owner.thing, (replace(owner.thing, requirements=(*owner.thing.requirements, required)),)
            )
            return
        rule = owner.thing
        if isinstance(rule, Rule) and isinstance(rule.node, nodes.Procedure | nodes.Effect):
            body = rule.node.body or nodes.Body(node.span, (), ())
            head, rest = head_and_rest(body.statements)
            new = replace(rule.node, body=replace(body, statements=(*head, required, *rest)))
            self.ground.declared.rules[rule.address] = replace(rule, node=new)

    def add_step(self, node: nodes.AddStep) -> None:
        sort = "phase" if isinstance(node.step, nodes.Phase) else "step"
        place = self.ground.find(node.where.path, frozenset([sort]), sort)
        if place is None or not self.ground.is_free(place.parent, node.step.name):
            return
        assert isinstance(place.thing, nodes.Node)
        address = f"{place.parent}.{node.step.name.text}"
        behind = place.address if node.where.side.text == "after" else ""
        span = node.where.path[0].span.to(node.where.path[-1].span)
        if not self.ground.note("lean", place.address, span) or not self.ground.note(
            "add", address, node.span, behind=behind
        ):
            return
        if not behind:
            self.ground.put(place, place.thing, (node.step, place.thing))
            return
        # What was added behind the same place before stays in front, so that several are gone through in the order of
        # the text.
        after = place
        followers = {
            a.address: a for a in self.ground.declared.amended if a.behind == place.address and a.address != address
        }
        for element in all_elements(self.ground.declared):
            if element.address in followers:
                after = element
        assert isinstance(after.thing, nodes.Node)
        self.ground.put(after, after.thing, (after.thing, node.step))

    def remove(self, node: nodes.RemoveElement) -> None:
        sort = node.element.text
        element = self.ground.find(node.path, frozenset([sort]), sort)
        if element is None:
            return
        if sort == "case" and self.is_the_only_case(element):
            self.ground.report(
                "QD502", f"`{element.address}` is the only case", node.span, "amend the whole definition"
            )
            return
        if not self.ground.note("remove", element.address, node.span, keeps=False):
            return
        if isinstance(element.thing, Row):
            table = self.ground.declared.tables[element.holder]
            self.ground.declared.tables[table.name] = replace(
                table, rows=tuple(row for row in table.rows if row is not element.thing)
            )
        elif isinstance(element.thing, nodes.Node):
            self.ground.put(element, element.thing, ())

    def is_the_only_case(self, element: Element) -> bool:
        node = self.ground.declared.rules[element.holder].node
        cases = node.cases if isinstance(node, nodes.Define | nodes.Advice) else None
        return isinstance(cases, nodes.SeveralCases) and len(cases.cases) == 1
