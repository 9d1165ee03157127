"""Calculations and conditions made by chance: as nodes, as what they come to, and as the book says them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import floor
from pathlib import Path
from random import Random

from quarterdeck.api import Ruleset
from quarterdeck.base.text import NOWHERE
from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.printer import print_expression
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.clauses import said
from quarterdeck.prose.english.speaker import Speaker
from quarterdeck.prose.text.runs import plain

BASE = Path(__file__).parents[2] / "language" / "base"
NAMES = ("frost", "height", "speed")
ANSWERS = [dict(zip(NAMES, values, strict=True)) for values in product((7, 2, -3, 10), (5, 3, 8), (11, 4))]
TRUTHS = ("cold", "dark", "late", "windy")
SITUATIONS = [dict(zip(TRUTHS, values, strict=True)) for values in product((False, True), repeat=len(TRUTHS))]


def word(text: str) -> nodes.Word:
    return nodes.Word(NOWHERE, text)


def name(text: str) -> nodes.Expression:
    return nodes.Name(NOWHERE, word(text))


def number(value: int) -> nodes.Expression:
    return nodes.NumberLiteral(NOWHERE, word(str(value)))


def grouped(node: nodes.Expression) -> nodes.Expression:
    """Give an operand in brackets, so that the tree is as it was made."""
    is_one = isinstance(node, nodes.Name | nodes.NumberLiteral | nodes.Call)
    return node if is_one else nodes.Grouped(NOWHERE, node)


def called(how: str, *values: nodes.Expression) -> nodes.Expression:
    return nodes.Call(NOWHERE, name(how), values)


WETS = (0, 2, 3, 5, 8)  # how wet the children are that are counted


def counted(value: nodes.Expression) -> nodes.Expression:
    """Give how many children are wetter than a value."""
    wet = nodes.FieldAccess(NOWHERE, name("child"), word("wet"))
    wetter = nodes.Compare(NOWHERE, wet, word(">"), grouped(value))
    among = nodes.Compare(NOWHERE, name("child"), word("in"), name("children"))
    return nodes.Call(NOWHERE, name("count"), (nodes.Picked(NOWHERE, among, wetter),))


Made = Callable[..., nodes.Expression]
BINARY: tuple[Made, ...] = (
    lambda a, b: nodes.Plus(NOWHERE, grouped(a), grouped(b)),
    lambda a, b: nodes.Plus(NOWHERE, nodes.Plus(NOWHERE, number(4), grouped(a)), grouped(b)),
    lambda a, b: nodes.Minus(NOWHERE, grouped(a), grouped(b)),
    lambda a, b: nodes.Multiply(NOWHERE, grouped(a), grouped(b)),
    lambda a, b: nodes.Divide(NOWHERE, grouped(a), grouped(b)),
    lambda a, b: called("least", a, b),
    lambda a, b: called("greatest", a, number(3), b),
)
UNARY: tuple[Made, ...] = (
    lambda a: nodes.Rounding(NOWHERE, grouped(a), word("rounded down"), None),
    lambda a: nodes.Divide(NOWHERE, grouped(a), number(2)),
    lambda a: nodes.Multiply(NOWHERE, number(2), grouped(a)),
    lambda a: called("greatest", a, number(1)),
    lambda a: nodes.Negative(NOWHERE, grouped(a)),
    lambda a: nodes.PercentOf(NOWHERE, word("40"), grouped(a)),
    lambda a: nodes.Power(NOWHERE, grouped(a), word("2")),
    lambda a: nodes.Power(NOWHERE, grouped(a), word("5")),
    counted,
)


def calculations(leaves: list[str], chance: Random) -> nodes.Expression:
    """Make a calculation with its names in their order, so that many differ in their brackets alone."""
    if len(leaves) == 1:
        made = name(leaves[0])
    else:
        at = chance.randrange(1, len(leaves))
        made = chance.choice(BINARY)(calculations(leaves[:at], chance), calculations(leaves[at:], chance))
    return chance.choice(UNARY)(made) if chance.random() < 0.4 else made


def conditions(leaves: list[str], chance: Random) -> nodes.Expression:
    """Make a condition in the same way."""
    if len(leaves) == 1:
        made = name(leaves[0])
    else:
        cuts = sorted(chance.sample(range(1, len(leaves)), chance.randrange(1, min(3, len(leaves)))))
        parts = [leaves[a:b] for a, b in pairwise([0, *cuts, len(leaves)])]
        how: Made = chance.choice([nodes.And, nodes.Or])
        made = how(NOWHERE, tuple(grouped(conditions(part, chance)) for part in parts))
    return nodes.Negation(NOWHERE, grouped(made)) if chance.random() < 0.25 else made


def wetter_than(node: nodes.Node) -> nodes.Expression | None:
    """Give what the children are wetter than that are counted, where that is what a node does."""
    picked = node.arguments[0] if isinstance(node, nodes.Call) else None
    if isinstance(picked, nodes.Picked) and isinstance(picked.condition, nodes.Compare):
        return picked.condition.right
    return None


class DividedByNothingError(Exception):
    """There is no value."""


def value_of(node: nodes.Node, given: dict[str, int]) -> Fraction:
    """Work a calculation out."""
    if wetter := wetter_than(node):
        least = value_of(wetter, given)
        return Fraction(sum(wet > least for wet in WETS))
    below = [value_of(part, given) for part in node.parts() if isinstance(part, nodes.Expression)]
    match node:
        case nodes.Name(word=one):
            return Fraction(given[one.text])
        case nodes.NumberLiteral(word=one):
            return Fraction(one.text)
        case nodes.Grouped():
            return below[0]
        case nodes.Plus():
            return below[0] + below[1]
        case nodes.Minus():
            return below[0] - below[1]
        case nodes.Multiply():
            return below[0] * below[1]
        case nodes.Divide():
            if not below[1]:
                raise DividedByNothingError
            return below[0] / below[1]
        case nodes.PercentOf():
            return below[0] * Fraction(2, 5)
        case nodes.Power():
            return below[0] ** int(nodes.exponent(node))
        case nodes.Negative():
            return -below[0]
        case nodes.Rounding():
            return Fraction(floor(below[0]))
        case nodes.Call(callee=nodes.Name(word=how), arguments=arguments):
            return (min if how.text == "least" else max)(value_of(one, given) for one in arguments)
    raise AssertionError(node)


def values_of(node: nodes.Node) -> tuple[Fraction | None, ...]:
    found: list[Fraction | None] = []
    for given_values in ANSWERS:
        try:
            found.append(value_of(node, given_values))
        except (DividedByNothingError, KeyError):
            found.append(None)
    return tuple(found)


def truth_of(node: nodes.Node, given: dict[str, bool]) -> bool:
    match node:
        case nodes.Name(word=one):
            return given[one.text]
        case nodes.Grouped(inner=inner):
            return truth_of(inner, given)
        case nodes.Negation(operand=operand):
            return not truth_of(operand, given)
        case nodes.And(operands=operands):
            return all(truth_of(one, given) for one in operands)
        case nodes.Or(operands=operands):
            return any(truth_of(one, given) for one in operands)
    raise AssertionError(node)


DECLARED = Ruleset.open(str(BASE)).declared


def speaker(node: nodes.Node) -> Speaker:
    """Give a speaker to whom all names are known as locals, and calls as what they say."""
    checked = Checked(DECLARED)
    kind = DECLARED.kinds["Child"]
    for part in node.walk():
        if wetter_than(part) is not None:
            assert isinstance(part, nodes.Call)
            picked = part.arguments[0]
            assert isinstance(picked, nodes.Picked)
            assert isinstance(picked.binding, nodes.Compare)
            assert isinstance(picked.condition, nodes.Compare)
            source, condition = picked.binding.right, picked.condition
            checked.meanings[source], checked.types[source] = meanings.Pool(kind), types.ListType(types.Thing("Child"))
            checked.meanings[condition.left] = meanings.FieldOf(kind.fields["wet"])
            checked.types[condition.left] = kind.fields["wet"].type
            assert isinstance(condition.left, nodes.FieldAccess)
            checked.meanings[condition.left.owner] = meanings.Local("child")
            checked.types[condition.left.owner] = types.Thing("Child")
            checked.meanings[part] = meanings.GatherCall("count", "child", source, condition, None, None)
        elif isinstance(part, nodes.Name) and part.word.text in (*NAMES, *TRUTHS):
            checked.meanings[part] = meanings.Local(part.word.text)
            checked.types[part] = types.BOOLEAN if part.word.text in TRUTHS else types.Number(-100, 100)
        elif isinstance(part, nodes.Call) and isinstance(part.callee, nodes.Name):
            values = tuple(one for one in part.arguments if isinstance(one, nodes.Expression))
            checked.meanings[part] = meanings.FunctionCall(part.callee.word.text, values)
    return Speaker(checked)


def calculation(node: nodes.Expression) -> str:
    return plain(speaker(node).noun(node).text)


def condition(node: nodes.Expression) -> str:
    return plain(said(speaker(node).condition(node)))


def shown(node: nodes.Node) -> str:
    return print_expression(node)
