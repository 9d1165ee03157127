"""The numbers that the nodes of a rule hold: what whoever reads the rule must be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from quarterdeck.language.declarations.symbol_table import CellOf, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from tests.readback.tables import constant


def of_nodes(roots: Iterable[nodes.Node], checked: Checked) -> set[Fraction]:
    """Give the numbers in some nodes: figures, dice, percentages, powers, faces, and definitions that are a number."""
    return {abs(value) for root in roots for part in root.walk() for value in _in(part, checked)}


def _in(part: nodes.Node, checked: Checked) -> Iterator[Fraction]:
    match part:
        case nodes.NumberLiteral(word=word) | nodes.PercentOf(percent=word) | nodes.Natural(face=word):
            yield Fraction(word.text)
        case nodes.Power():
            yield Fraction(nodes.exponent(part))
        case nodes.Dice(word=word):
            yield from (Fraction(figure) for figure in word.text.split("d") if figure)
        case nodes.Name() | nodes.Call():
            match checked.meanings.get(part):
                case meanings.RuleCall(rule=Rule() as rule, arguments=()):
                    value = constant(rule, checked)
                    if isinstance(value, Fraction):
                        yield value


def of_cell(cell: CellOf, checked: Checked) -> set[Fraction]:
    """Give the numbers in a cell of a table."""
    return of_nodes([*([cell.value] if cell.value is not None else []), *cell.statements], checked)


def body_of(rule: Rule) -> list[nodes.Node]:
    """Give what a rule says, without the types of its inputs."""
    node = rule.node
    if isinstance(node, nodes.Define):
        return [node.cases]
    if isinstance(node, nodes.Procedure | nodes.Effect):
        return [*node.body.statements] if node.body is not None else []
    assert isinstance(node, nodes.Advice)
    return [node.cases, *([node.among] if node.among is not None else [])]
