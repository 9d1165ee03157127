"""Lay out tables by condition: a column for each key that a row asks about, then further conditions, then results.

In: the definitions for the results of such a table, and how a language words what a cell asks. Out: a `Grid`. What a
cell asks is read from the condition of its row, so that a row looks the same whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import ConditionTable, Declared, Enum, Parameter, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.prose.text.blocks import Cell, Grid, GridRow, grid_of
from quarterdeck.prose.text.runs import EMPTY, Text, capital, text
from quarterdeck.prose.text.stretches import StretchWords, stretch

SIGNS = {
    ">=": "asks_at_least",
    "<=": "asks_at_most",
    ">": "asks_more_than",
    "<": "asks_less_than",
    "=": "asks_equal",
    "is": "asks_equal",
    "is not": "asks_not",
    "in": "asks_in",
    "not in": "asks_not_in",
}
FURTHER = ""
"""Stands for the conditions that are about no single key."""


class CellWords(NamedTuple):
    """How a language words what a row asks and gives."""

    say: Callable[..., Text]
    figures: Callable[[Fraction | int], str]
    either: Callable[[list[Text]], Text]
    both: Callable[[list[Text]], Text]
    member: Callable[[Enum, str], str]
    value: Callable[[nodes.Expression], Text]
    condition: Callable[[nodes.Expression], Text]
    result: Callable[[Rule, nodes.Expression], Text]
    key: Callable[[Parameter], Text]
    named: Callable[[Rule], Text]


@dataclass(frozen=True)
class ConditionGrid:
    """The grid of one table; `rules` are its results, of which the first says when rows apply."""

    declared: Declared
    table: ConditionTable
    rules: tuple[Rule, ...]
    words: CellWords

    def grid(self) -> Grid:
        """Give the grid."""
        rows = [(case, self.asked(case)) for case in cases_of(self.rules[0])]
        keys = [key for key in self.rules[0].parameters if any(key.name in asked for _, asked in rows)]
        has_further = any(FURTHER in asked for _, asked in rows)
        heads = [capital(self.words.key(key)) for key in keys]
        heads += [self.words.say("asks_besides")] if has_further else []
        stubs = len(heads) or 1
        heads = heads or [EMPTY]
        heads += [capital(self.words.named(rule)) for rule in self.rules]
        found = grid_of(heads, [self.row(at, case, asked, keys, stubs) for at, (case, asked) in enumerate(rows)])
        return replace(found, stubs=stubs)

    def row(
        self, at: int, case: nodes.Case, asked: dict[str, list[nodes.Expression]], keys: Sequence[Parameter], stubs: int
    ) -> GridRow:
        """Give one row."""
        label = case.label.text if case.label is not None else str(at)
        address = f"{self.rules[0].site_address}.{label}"
        if isinstance(case.condition, nodes.IfCase):
            texts = [self.asks(key, asked.get(key.name, [])) for key in keys]
            further = [self.words.condition(one) for one in asked.get(FURTHER, ())]
            texts += [self.words.both(further) if further else EMPTY] * (stubs - len(texts))
        else:
            texts = [self.words.say("asks_otherwise"), *([EMPTY] * (stubs - 1))]
        cells = [Cell(capital(words), address=address if not place else "") for place, words in enumerate(texts)]
        for rule in self.rules:
            value = next(one for place, one in enumerate(cases_of(rule)) if place == at).value
            cells.append(Cell(self.words.result(rule, value), address=f"{rule.site_address}.{label}"))
        return GridRow(tuple(cells), address)

    def asked(self, case: nodes.Case) -> dict[str, list[nodes.Expression]]:
        """Give what a row asks of each key, and what else."""
        found: dict[str, list[nodes.Expression]] = {}
        if isinstance(case.condition, nodes.IfCase):
            names = {key.name for key in self.rules[0].parameters}
            for part in conjuncts(case.condition.condition):
                if not isinstance(part, nodes.Yes):
                    found.setdefault(key_of(part, names), []).append(part)
        return found

    def asks(self, key: Parameter, parts: list[nodes.Expression]) -> Text:
        """Say what a row asks of a key."""
        if not parts:
            return self.words.say("row_any")
        span = self.span_of(key, parts)
        if span is not None:
            words = StretchWords(self.words.say, self.words.figures, self.words.either, self.words.member)
            return stretch(self.declared, key.type, *span, words)
        return self.words.both([self.part(key, part) for part in parts])

    def part(self, key: Parameter, part: nodes.Expression) -> Text:
        """Say one condition on a key."""
        bare = nodes.ungrouped(part)
        match bare:
            case nodes.Or(operands=operands):
                return self.words.either([self.asks(key, list(conjuncts(one))) for one in operands])
            case nodes.Name():
                return self.words.say("yes")
            case nodes.Negation(operand=nodes.Name()):
                return self.words.say("no")
            case nodes.Negation(operand=operand):
                return self.words.say("asks_not", value=self.asks(key, list(conjuncts(operand))))
            case nodes.Compare(sign=sign, right=right):
                listed = nodes.ungrouped(right)
                if sign.text in ("in", "not in") and isinstance(listed, nodes.ListLiteral):
                    either = self.words.either([self.words.value(one) for one in listed.items])
                    return either if sign.text == "in" else self.words.say("asks_not", value=either)
                return self.words.say(SIGNS[sign.text], value=self.words.value(right))
        return self.words.condition(bare)

    def span_of(self, key: Parameter, parts: list[nodes.Expression]) -> tuple[int, int] | None:
        """Give the first and last number that conditions on a key leave; nothing where they are not written numbers."""
        ends = self.declared.number_of(key.type) if isinstance(key.type, types.Number) else None
        if ends is None or not isinstance(key.type, types.Number):
            return None
        low, high = ends
        for part in parts:
            bare = nodes.ungrouped(part)
            number = written(bare.right) if isinstance(bare, nodes.Compare) else None
            if (
                not isinstance(bare, nodes.Compare)
                or number is None
                or bare.sign.text not in ("=", "<", "<=", ">", ">=")
            ):
                return None
            steps = number * key.type.step
            if steps.denominator != 1:
                return None
            at, sign = int(steps), bare.sign.text
            low = max(low, at + 1 if sign == ">" else at) if sign in (">", ">=", "=") else low
            high = min(high, at - 1 if sign == "<" else at) if sign in ("<", "<=", "=") else high
        return (low, high) if low <= high else None


def cases_of(rule: Rule) -> tuple[nodes.Case, ...]:
    """Give the rows of a table by condition in the order of the text."""
    assert isinstance(rule.node, nodes.Define)
    return rule.node.cases.cases if isinstance(rule.node.cases, nodes.SeveralCases) else ()


def conjuncts(node: nodes.Expression) -> Iterator[nodes.Expression]:
    """Give the conditions that hold together in one."""
    bare = nodes.ungrouped(node)
    if isinstance(bare, nodes.And):
        for operand in bare.operands:
            yield from conjuncts(operand)
    else:
        yield bare


def key_of(node: nodes.Expression, keys: set[str]) -> str:
    """Give the key that a condition is about; nothing where it is about none, or several."""
    match nodes.ungrouped(node):
        case nodes.Name(word=word) if word.text in keys:
            return word.text
        case nodes.Negation(operand=operand):
            return key_of(operand, keys)
        case nodes.Compare(left=left, sign=sign) if sign.text in SIGNS and isinstance(
            nodes.ungrouped(left), nodes.Name
        ):
            return key_of(left, keys)
        case nodes.Or(operands=operands):
            found = {key_of(part, keys) for one in operands for part in conjuncts(one)}
            return found.pop() if len(found) == 1 else FURTHER
    return FURTHER


def written(node: nodes.Expression) -> Fraction | None:
    """Give the number that is written out; nothing where there is none."""
    match nodes.ungrouped(node):
        case nodes.NumberLiteral(word=word):
            return Fraction(word.text.replace("_", ""))
        case nodes.Negative(operand=operand) if (number := written(operand)) is not None:
            return -number
    return None


def results_together(declared: Declared, table: ConditionTable) -> tuple[Rule, ...]:
    """Give the definitions for the results of a table whose rows ask the same; the first of them always."""
    rules = [declared.rules[address] for address in table.results if address in declared.rules]
    first = cases_of(rules[0]) if rules else ()
    return tuple(
        rule
        for rule in rules
        if len(cases_of(rule)) == len(first)
        and all(
            nodes.same(one.condition, other.condition) and nodes.same(one.label, other.label)
            for one, other in zip(cases_of(rule), first, strict=True)
        )
    )


def takes_said(table: ConditionTable, say: Callable[..., Text], result: Text) -> Text:
    """Say what counts of the rows that apply; nothing where there is only one."""
    if table.takes in ("one", "same"):
        return EMPTY
    if table.takes == "all" and table.ranked:
        return say("takes_all_highest" if table.highest else "takes_all_lowest", result=result)
    return say(f"takes_{table.takes}", **({"result": result} if table.ranked else {}))


def result_name(table: ConditionTable, rule: Rule) -> Text:
    """Give the name of a result among several, in the words of the table; nothing for a single one."""
    name = rule.site_address.rpartition(".")[2]
    if len(table.results) == 1:
        return text(table.words.get("result", ""))
    return text(table.words.get(name) or name.replace("_", " "))
