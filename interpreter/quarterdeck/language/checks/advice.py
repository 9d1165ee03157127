"""Check advice: each piece is about a choice that the rules make, speaks of what is known there, and binds no rule.

In: a `Checked` ruleset. Out: findings.
"""

from __future__ import annotations

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.language.checks.calls import Calls, calls_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import all_elements
from quarterdeck.language.declarations.symbol_table import Parameter, Rule
from quarterdeck.language.declarations.types import Numeric, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.choices import asked_by
from quarterdeck.language.typing.meanings import Checked


def check_advice(checked: Checked, findings: Findings) -> None:
    """Report advice that nobody can follow, and rules that follow it."""
    advice = {address: rule for address, rule in checked.declared.rules.items() if rule.sort == "advice"}
    if not advice:
        return
    for rule in advice.values():
        if len(rule.node.path) > 1:
            of_a_choice(checked, rule, findings)
    calls = calls_of(checked)
    binding(calls, advice, findings)
    weighing(checked, calls, findings)


def check_advised(checked: Checked, findings: Findings) -> None:
    """Report choices that a variant adds where bots would draw lots, in a ruleset that has advice on its own."""
    if not any(rule.sort == "advice" for rule in checked.declared.rules.values()):
        return
    new = {*checked.declared.new_choices} - checked.declared.rules.keys()
    for element in all_elements(checked.declared) if new else ():
        if element.sort != "choice" or element.address not in new:
            continue
        new.remove(element.address)
        assert isinstance(element.thing, nodes.Choose)
        if not any(isinstance(option, nodes.Default) for option in element.thing.options):
            text = f"there is no advice on `{element.address}`, which a variant adds: bots would decide at random"
            hint = f"write advice, `advice {element.address}(...) = ...`, or give the choice a default"
            findings.add("QD427", text, element.span, hint=hint, rule=element.holder)


def of_a_choice(checked: Checked, rule: Rule, findings: Findings) -> None:
    """Report advice whose choice does not exist, or whose inputs are not known there."""
    choice = checked.choices.get(rule.address)
    if choice is None and rule.name in checked.declared.lost:
        return
    if choice is None:
        hint = did_you_mean(rule.address, checked.choices, "write chapter.rule.choice, or give it a name of one word")
        span = rule.node.path[0].span.to(rule.node.path[-1].span)
        findings.add("QD443", f"there is no choice `{rule.address}`", span, hint=hint, rule=rule.address)
        return
    if rule.result is not None:
        hint = "omit its type; the value of an answer is a number"
        text = "advice on a choice is a number: the value of an answer"
        findings.add("QD444", text, rule.node.span, hint=hint, rule=rule.address)
    for parameter in rule.parameters:
        problem, hint = misfit(choice, parameter)
        if problem:
            findings.add("QD444", problem, parameter.span, hint=hint, rule=rule.address)


def misfit(choice: meanings.Choice, parameter: Parameter) -> tuple[str, str]:
    """Say what is wrong with an input of advice, and what would help; nothing where it fits."""
    known = choice.names.get(parameter.name)
    if known is None:
        names = ", ".join(sorted(choice.names))
        return f"`{parameter.name}` is unknown at the choice", f"known there: {names}"
    if not alike(types.without_none(known), types.without_none(parameter.type)):
        return f"`{parameter.name}` is {parameter.type} here, and {known} at the choice", f"write {known}"
    with_none = types.with_none(parameter.type)
    may_be_none = types.may_be_none(known) or (parameter.name == choice.name and choice.may_decline)
    if may_be_none and parameter.type != with_none:
        return f"`{parameter.name}` may be none, and the advice does not handle that", f"write {with_none}"
    return "", ""


def alike(one: Type, other: Type) -> bool:
    """Tell whether what is known is of the sort that advice takes; ranges of numbers need not be equal."""
    if isinstance(one, Numeric) and isinstance(other, Numeric):
        return types.lies_on(one, other)
    if isinstance(one, types.ListType) and isinstance(other, types.ListType):
        return alike(one.item, other.item)
    return one == other or isinstance(one, types.Unknown)


def binding(calls: Calls, advice: dict[str, Rule], findings: Findings) -> None:
    """Report what is no advice and calls advice."""
    for home in calls.homes:
        element = home.element
        if home.sort == "advice":
            continue
        for node, called in calls.made.get(element, ()):
            if called in advice:
                text = f"`{advice[called].name}` is advice, not a rule"
                findings.add("QD445", text, node.span, hint="rules may only use definitions", rule=element)


def asks(part: nodes.Node) -> bool:
    """Tell whether a side is asked somewhere in a part of a rule."""
    return any(asked_by(node) for node in part.walk() if isinstance(node, nodes.Statement))


def weighing(checked: Checked, calls: Calls, findings: Findings) -> None:
    """Report what is weighed and cannot be: rules that ask a side, and values that weigh again."""
    asking = {home.address for home in calls.homes if any(asks(part) for part in home.parts)}
    weighing = {
        home.address
        for home in calls.homes
        if any(
            isinstance(checked.meanings.get(node), meanings.Expected)
            for part in home.parts
            for node in checked.walk(part)
        )
    }
    for home in calls.homes if weighing else ():
        for node in (node for part in home.parts for node in checked.walk(part)):
            meaning = checked.meanings.get(node)
            if not isinstance(meaning, meanings.Expected):
                continue
            if asked := sorted(calls.to_reach([meaning.rule.address]) & asking):
                text = f"`{meaning.rule.name}` asks a side (in {asked[0]}), and the answer is unknown"
                hint = "use a procedure after the choice"
                findings.add("QD446", text, node.span, hint=hint, rule=home.address)
            again = {part for part in meaning.value.walk() if isinstance(checked.meanings.get(part), meanings.Expected)}
            called = [
                target.rule.address
                for part in meaning.value.walk()
                if isinstance(target := checked.meanings.get(part), meanings.RuleCall)
            ]
            if again or calls.to_reach(called) & weighing:
                hint = "use the state after the procedure, without a further `expected`"
                findings.add("QD446", "`expected` cannot be nested", node.span, hint=hint, rule=home.address)
