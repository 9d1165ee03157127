"""What a printed table says, read back: for which values of its key a row counts, and what stands in a cell.

In: printed words, and the types of a ruleset. Out: values, to be compared with those of the ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from tests.readback.figures import number

_NUMBER = r"[\N{MINUS SIGN}+]?\d+(?:\.\d+)?(?:/\d+)?"
_STRETCHES = (
    (re.compile(rf"[Uu]p to ({_NUMBER})"), "up to"),
    (re.compile(rf"({_NUMBER})\+"), "from"),
    (re.compile(rf"({_NUMBER})\N{{EN DASH}}({_NUMBER})"), "between"),
    (re.compile(rf"({_NUMBER}) to ({_NUMBER})"), "between"),
    (re.compile(rf"({_NUMBER})"), "only"),
)

Value = Fraction | str


class UnreadableError(Exception):
    """What is printed says nothing that a reader of the table could use; the argument tells what stands there."""


def stretch(words: str, kind: types.Type, declared: Declared) -> tuple[int, int]:
    """Give the values of a key for which a row or column counts: the first and the last, in steps or places.

    Raises:
        UnreadableError: the words name no such values.
    """
    if isinstance(kind, types.EnumType):
        enum = declared.enums[kind.enum]
        return _members(words, [enum.words[member] for member in enum.members])
    if isinstance(kind, types.Boolean):
        return _members(words, ["no", "yes"])
    assert isinstance(kind, types.Number)
    least, most = int(kind.low * kind.step), int(kind.high * kind.step)
    if words.lower() == "any":
        return least, most
    for pattern, sort in _STRETCHES:
        if found := pattern.fullmatch(words):
            ends = [_steps(number(one), kind) for one in found.groups()]
            return {"up to": (least, ends[0]), "from": (ends[0], most)}.get(sort, (ends[0], ends[-1]))
    raise UnreadableError(words)


def _steps(value: Fraction, kind: types.Number) -> int:
    steps = value * kind.step
    if steps.denominator != 1:
        raise UnreadableError(str(value))
    return int(steps)


def typed(words: str) -> str:
    """Give words with apostrophes and marks of inches as they are typed."""
    return words.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("\N{DOUBLE PRIME}", '"')


def _members(words: str, members: Sequence[str]) -> tuple[int, int]:
    """Read `the first, the second or the third`."""
    for low in range(len(members)):
        for high in range(low, len(members)):
            *others, last = members[low : high + 1]
            said = f"{', '.join(others)} or {last}" if others else last
            if said.casefold() == typed(words).casefold():
                return low, high
    raise UnreadableError(words)


def cell_says(words: str, table: Table, declared: Declared) -> Value:
    """Give the value that a printed cell says: a number without its unit, or words."""
    kind = types.without_none(table.gives) if table.gives is not None else types.UNKNOWN
    if isinstance(kind, types.Numeric) and (found := re.fullmatch(rf"({_NUMBER})(?: (.+))?", words)):
        unit = declared.units.get(kind.unit or "")
        known = {"", unit.one, unit.name.replace("_", " ")} if unit is not None else {""}
        if (found[2] or "") not in known:
            raise UnreadableError(words)
        return number(found[1])
    return typed(re.sub(r"^an? (?=d\d)", "", words)).casefold()


def value_in(node: nodes.Expression, checked: Checked) -> Value | None:
    """Give the value of a cell as the ruleset has it; nothing where it is worked out in play."""
    match node:
        case nodes.NumberLiteral(word=word):
            return Fraction(word.text)
        case nodes.Negative(operand=operand):
            value = value_in(operand, checked)
            return -value if isinstance(value, Fraction) else None
        case nodes.Grouped(inner=inner) | nodes.InUnit(value=inner):
            return value_in(inner, checked)
        case nodes.Yes() | nodes.No() | nodes.Nothing():
            return {nodes.Yes: "yes", nodes.No: "no", nodes.Nothing: "none"}[type(node)]
        case nodes.Dice(word=word):
            return "1" if word.text == "d1" else word.text
        case nodes.Name() | nodes.Call():
            match checked.meanings.get(node):
                case meanings.EnumValue(enum=enum, place=place):
                    return enum.words[enum.members[place]].casefold()
                case meanings.RuleCall(rule=Rule() as rule, arguments=()):
                    return constant(rule, checked)
    return None


def constant(rule: Rule, checked: Checked) -> Value | None:
    """Give the number that a definition always is, where it is one written number."""
    cases = rule.node.cases if isinstance(rule.node, nodes.Define) else None
    only = cases.value if isinstance(cases, nodes.SingleCase) else None
    if isinstance(cases, nodes.SeveralCases) and len(cases.cases) == 1:
        only = cases.cases[0].value if isinstance(cases.cases[0].condition, nodes.OtherwiseCase) else None
    is_written = isinstance(only, nodes.NumberLiteral) or (
        isinstance(only, nodes.Negative) and isinstance(only.operand, nodes.NumberLiteral)
    )
    return value_in(only, checked) if only is not None and is_written and not rule.parameters else None
