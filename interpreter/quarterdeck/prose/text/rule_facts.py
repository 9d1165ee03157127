"""Read from the nodes of a rule what a book says of it in any language.

In: rules and their nodes. Out: addresses, citations, and the one value of a definition; no words.
"""

from __future__ import annotations

from quarterdeck.language.declarations.addresses import ADVICE, is_on_choice
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked


def address_of(rule: Rule) -> str:
    """Give the address under which a rule is told."""
    return f"{ADVICE}{rule.site_address}" if is_on_choice(rule) else rule.site_address


def options_in(checked: Checked, node: nodes.Node) -> tuple[str, ...]:
    """Give the addresses of the options that a node asks about."""
    found = {}
    for part in node.walk():
        meaning = checked.meanings.get(part)
        if isinstance(meaning, meanings.OptionValue):
            found[f"{meaning.option.module}.{meaning.option.name}"] = True
    return tuple(found)


def noted(notes: tuple[nodes.Note, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the places and rulings that notes name."""
    cites = tuple(place.text for note in notes if isinstance(note, nodes.Cites) for place in note.places)
    rulings = tuple(name.text for note in notes if isinstance(note, nodes.UnderRuling) for name in note.names)
    return cites, rulings


def only_value(cases: nodes.SingleCase | nodes.SeveralCases) -> nodes.Expression | None:
    """Give the value of a definition that has no more than one."""
    if isinstance(cases, nodes.SingleCase):
        return cases.value
    only = cases.cases[0]
    return only.value if len(cases.cases) == 1 and not isinstance(only.condition, nodes.IfCase) else None


def original_value(rule: Rule) -> nodes.Expression | None:
    """Give the one value of an original, which can be said in its place; nothing where it has several."""
    return only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None


def written_out(node: nodes.Expression) -> bool:
    """Tell whether a value is one written number."""
    return isinstance(node, nodes.NumberLiteral) or (
        isinstance(node, nodes.Negative) and isinstance(node.operand, nodes.NumberLiteral)
    )


def is_empty(node: nodes.Expression) -> bool:
    """Tell whether a value is a list that is written with nothing in it."""
    return isinstance(node, nodes.ListLiteral) and not node.items
