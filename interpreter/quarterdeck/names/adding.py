"""Carry out what adds to a ruleset below, and what takes away from it."""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.names.addresses import Element, all_elements
from quarterdeck.names.amending import head_and_rest
from quarterdeck.names.declared import Row, Rule
from quarterdeck.names.overlay import Overlay
from quarterdeck.syntax import nodes


def add_modifier(over: Overlay, node: nodes.AddModifier) -> None:
    """Add a modifier behind those of a roll."""
    roll = over.find(node.path[:-1], frozenset(["roll"]), "roll") if len(node.path) > 1 else None
    if roll is None:
        if len(node.path) == 1:
            over.missing(node.path[0].text, node.path[0].span, [], "roll")
        return
    if not isinstance(roll.thing, nodes.Roll | nodes.Check):
        over.report(
            "QD502",
            f"`{roll.address}` is rolled by the sides against each other",
            node.path[0].span,
            "it takes no modifiers",
        )
        return
    plain = isinstance(node.change, nodes.Raised | nodes.Lowered)
    if over.is_free(roll.address, node.path[-1]) and over.note(
        "add", f"{roll.address}.{node.path[-1].text}", node.span, order_of="" if plain else roll.address
    ):
        modifier = nodes.Modifier(node.span, node.path[-1], node.change, node.condition, node.phrase, node.notes)
        over.put(roll, roll.thing, (replace(roll.thing, modifiers=(*roll.thing.modifiers, modifier)),))


def add_require(over: Overlay, node: nodes.AddRequire) -> None:
    """Add a requirement to a choice, or to the head of a procedure."""
    sorts = frozenset(["choice", "procedure", "effect"])
    owner = over.find(node.path[:-1], sorts, "choice or procedure") if len(node.path) > 1 else None
    if owner is None:
        if len(node.path) == 1:
            over.missing(node.path[0].text, node.path[0].span, [], "choice or procedure")
        return
    if not over.is_free(owner.address, node.path[-1]) or not over.note(
        "add", f"{owner.address}.{node.path[-1].text}", node.span
    ):
        return
    required = nodes.Require(node.span, node.path[-1], None, node.condition, node.reason, node.notes)
    if isinstance(owner.thing, nodes.Choose):
        over.put(owner, owner.thing, (replace(owner.thing, requirements=(*owner.thing.requirements, required)),))
        return
    rule = owner.thing
    if isinstance(rule, Rule) and isinstance(rule.node, nodes.Procedure | nodes.Effect):
        body = rule.node.body or nodes.Body(node.span, (), ())
        head, rest = head_and_rest(body.statements)
        new = replace(rule.node, body=replace(body, statements=(*head, required, *rest)))
        over.declared.rules[rule.address] = replace(rule, node=new)


def add_step(over: Overlay, node: nodes.AddStep) -> None:
    """Put a step or phase in front of another, or behind it."""
    sort = "phase" if isinstance(node.step, nodes.Phase) else "step"
    place = over.find(node.where.path, frozenset([sort]), sort)
    if place is None or not over.is_free(place.parent, node.step.name):
        return
    assert isinstance(place.thing, nodes.Node)
    address = f"{place.parent}.{node.step.name.text}"
    behind = place.address if node.where.side.text == "after" else ""
    span = node.where.path[0].span.to(node.where.path[-1].span)
    if not over.note("lean", place.address, span) or not over.note("add", address, node.span, behind=behind):
        return
    if not behind:
        over.put(place, place.thing, (node.step, place.thing))
        return
    # What was added behind the same place before stays in front, so that several are gone through in the order of
    # the text.
    after = place
    followers = {a.address: a for a in over.declared.amended if a.behind == place.address and a.address != address}
    for element in all_elements(over.declared):
        if element.address in followers:
            after = element
    assert isinstance(after.thing, nodes.Node)
    over.put(after, after.thing, (after.thing, node.step))


def remove(over: Overlay, node: nodes.RemoveElement) -> None:
    """Take away a part of a rule, a row, a step or a phase."""
    sort = node.element.text
    element = over.find(node.path, frozenset([sort]), sort)
    if element is None:
        return
    if sort == "case" and is_the_only_case(over, element):
        over.report("QD502", f"`{element.address}` is the only case", node.span, "amend the whole definition")
        return
    if not over.note("remove", element.address, node.span, keeps=False):
        return
    if isinstance(element.thing, Row):
        table = over.declared.tables[element.holder]
        over.declared.tables[table.name] = replace(
            table, rows=tuple(row for row in table.rows if row is not element.thing)
        )
    elif isinstance(element.thing, nodes.Node):
        over.put(element, element.thing, ())


def is_the_only_case(over: Overlay, element: Element) -> bool:
    """Tell whether a definition would be left without a case."""
    node = over.declared.rules[element.holder].node
    cases = node.cases if isinstance(node, nodes.Define | nodes.Advice) else None
    return isinstance(cases, nodes.SeveralCases) and len(cases.cases) == 1
