"""What is known of the options of a choice, of its answer, and of the items of a list.

In: a statement, and a place where the name that it makes known is read. Out: formulas that hold there.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from quarterdeck.base.decimals import exact
from quarterdeck.language.checks.formulas import Formula, disjunction
from quarterdeck.language.checks.satisfiability import LinearSum, Scope, Situations
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings

MOST_STEPS = 24
"""So many numbers that a choice offers are told apart."""


def answered(situations: Situations, choice: nodes.Choose, name: nodes.Expression) -> Iterator[Formula]:
    """Translate what holds for the answer to a choice, behind it."""
    if any(isinstance(option, nodes.UpTo) for option in choice.options):
        return  # several are chosen
    others = []
    for option in choice.options:
        if isinstance(option, nodes.OrNone):
            others.append(situations.absence(name, {}))
        elif isinstance(option, nodes.Default):
            others.append(situations.equality(name, option.value, {}))
    scope: Scope = {choice.name.text: (name, {})}
    required = [one.condition for one in choice.requirements if not one.for_stop]
    facts = [situations.formula(one, scope) for one in required]
    for fact in [*offered(situations, choice, name), *facts]:
        yield disjunction([fact, *others])


def offered(situations: Situations, choice: nodes.Choose, name: nodes.Expression | None) -> Iterator[Formula]:
    """Translate what holds for every option of a choice: its `where`, and what its list or row of numbers holds."""
    scope: Scope = {choice.name.text: (name, {})} if name is not None else {}
    if choice.condition is not None:
        yield situations.formula(choice.condition, scope)
    if name is not None and isinstance(choice.source, nodes.Numbers):
        yield from one_of_numbers(situations, name, choice.source)
    elif name is not None and isinstance(choice.source, nodes.Expression):
        yield from items_of(situations, name, choice.source, {})


def items_of(
    situations: Situations, item: nodes.Expression, source: nodes.Expression, scope: Scope
) -> Iterator[Formula]:
    """Translate that something is an item of a list, as far as that says what holds for it."""
    depth, source = situations.depth, nodes.ungrouped(source)
    while (inlined := situations.inlined(source, scope)) is not None:
        source, scope = nodes.ungrouped(inlined[0]), inlined[1]
    meaning = situations.checked.meanings.get(source)
    if isinstance(source, nodes.ListLiteral) and source.items and not scope:
        yield disjunction([situations.equality(item, one, scope) for one in source.items])
    elif isinstance(meaning, meanings.GatherCall) and meaning.how == "all" and meaning.value is None:
        if meaning.condition is not None:
            yield situations.formula(meaning.condition, {**scope, meaning.variable: (item, {})})
        yield from items_of(situations, item, meaning.source, scope)
    situations.depth = depth


def one_of_numbers(situations: Situations, number: nodes.Expression, numbers: nodes.Numbers) -> Iterator[Formula]:
    """Translate that something is one of a few numbers in steps from a known one on."""
    low, high = (situations.sum(end, {}) for end in (numbers.low, numbers.high))
    value, step = situations.sum(number, {}), numbers.step
    if value is None or step is None or low is None or high is None or low.factors or high.factors:
        return
    each = exact(step.text)
    if each > 0 and (high.constant - low.constant) / each < MOST_STEPS:
        values = (low.constant + each * place for place in range(int((high.constant - low.constant) / each) + 1))
        yield disjunction([situations.compared(value.plus(LinearSum(one), Fraction(-1)), "=") for one in values])
