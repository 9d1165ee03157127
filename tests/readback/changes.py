"""Changes of a ruleset that a reader of its book must see: every number, every operator, every row, every statement.

In: a ruleset. Out: `Change`s, each with what is then checked, and the section of the book where that must be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from quarterdeck.analysis.mutants.mutants import Mutant, mutants_of
from quarterdeck.analysis.mutants.mutate import mutated
from quarterdeck.analysis.mutants.mutations import Exchange, MovedRow, OtherLine
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.text.rule_facts import address_of
from quarterdeck.workspace.alterations.altered_ruleset import ValueRefusedError, changed
from quarterdeck.workspace.alterations.numbers import WrittenNumber, numbers_in
from quarterdeck.workspace.ruleset.altered_parts import AlteredPart, part_called, with_node, with_part
from quarterdeck.workspace.ruleset.ruleset import Ruleset

OTHER_SIGNS = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": ">=", "is": "is not", "is not": "is"}
OTHER_FUNCTIONS = {"least": "greatest", "greatest": "least"}


@dataclass(frozen=True)
class Change:
    """One change: what it is, the section in which it is read, and the ruleset with it; nothing where checks refuse."""

    says: str
    section: str
    made: Callable[[], Checked | None]


def changes_of(ruleset: Ruleset) -> list[Change]:
    """Give all changes of a ruleset."""
    return [*numbers_of(ruleset), *mutations_of(ruleset), *operators_of(ruleset)]


def _section(checked: Checked, holder: tuple[str, str]) -> str:
    """Give the address of the section that tells a rule, table or phase, an option or a constant."""
    sort, key = holder
    declared = checked.declared
    match sort:
        case "rule":
            return address_of(declared.rules[key])
        case "phase":
            return f"turn.{key}"
        case "option":
            return f"{declared.options[key].module}.{key}"
        case "constant":
            return f"Game.{key}"
    return key


def numbers_of(ruleset: Ruleset) -> Iterator[Change]:
    """Give every number that can be amended, one step more and one less."""
    assert ruleset.loaded.base is not None
    for number in numbers_in(ruleset.declared, ruleset.loaded.base):
        for by in (number.step, -number.step):
            says = f"{number.name} {number.value} becomes {number.value + by}"
            make = partial(_with_number, ruleset.checked, number, by)
            yield Change(says, _section(ruleset.checked, number.holder), make)


def _with_number(checked: Checked, number: WrittenNumber, by: object) -> Checked | None:
    try:
        return changed(checked, number, number.value + by)[1]  # type: ignore[operator]
    except ValueRefusedError:
        return None


def mutations_of(ruleset: Ruleset) -> Iterator[Change]:
    """Give what examples are tried with, as far as the language has words for it."""
    for mutant in mutants_of(ruleset.checked):
        if isinstance(mutant.change, Exchange | MovedRow | OtherLine):
            section = _section(ruleset.checked, mutant.holder)
            yield Change(f"{mutant.address}: {mutant.says}", section, partial(_mutated, ruleset.checked, mutant))


def _mutated(checked: Checked, mutant: Mutant) -> Checked | None:
    made = mutated(checked, mutant).altered
    if made.findings:
        return None
    declared = with_part(made.checked.declared, mutant.holder, made.part)
    return replace(made.checked, declared=declared)


def operators_of(ruleset: Ruleset) -> Iterator[Change]:
    """Give every sign of a calculation, a comparison or a condition as another one."""
    declared, checked = ruleset.declared, ruleset.checked
    holders: list[tuple[tuple[str, str], list[nodes.Node]]] = [
        (("rule", key), [rule.node]) for key, rule in declared.rules.items() if rule.sort != "advice"
    ]
    holders += [(("phase", phase.name.text), [phase]) for phase in (declared.turn.phases if declared.turn else ())]
    for table in declared.tables.values():
        cells = [cell for row in table.rows for cell in row.cells]
        roots: list[nodes.Node] = [
            root for cell in cells for root in (cell.value, *cell.statements) if root is not None
        ]
        holders.append((("table", table.name), roots))
    for holder, parts in holders:
        for part in (inner for root in parts for inner in root.walk()):
            for new in _otherwise(part):
                says = f"{holder[1]}: `{' '.join(part.span.text.split())}` as {type(new).__name__}"
                yield Change(says, _section(checked, holder), partial(_exchanged, checked, holder, part, new))


def _otherwise(part: nodes.Node) -> Iterator[nodes.Node]:
    match part:
        case nodes.Plus(span=span, left=left, right=right):
            yield nodes.Minus(span, left, right)
        case nodes.Minus(span=span, left=left, right=right):
            yield nodes.Plus(span, left, right)
        case nodes.Multiply(span=span, left=left, right=right):
            yield nodes.Divide(span, left, right)
        case nodes.Divide(span=span, left=left, right=right):
            yield nodes.Multiply(span, left, right)
        case nodes.And(span=span, operands=operands):
            yield nodes.Or(span, operands)
        case nodes.Or(span=span, operands=operands):
            yield nodes.And(span, operands)
        case nodes.Compare(sign=sign) if (other := OTHER_SIGNS.get(" ".join(sign.text.split()))) is not None:
            yield replace(part, sign=nodes.Word(sign.span, other))
        case nodes.Call(callee=nodes.Name(word=word) as name) if word.text in OTHER_FUNCTIONS:
            function = nodes.Name(name.span, nodes.Word(word.span, OTHER_FUNCTIONS[word.text]))
            yield replace(part, callee=function)


def _exchanged(checked: Checked, holder: tuple[str, str], old: nodes.Node, new: nodes.Node) -> Checked | None:
    part = part_called(checked.declared, holder)
    other = with_node(part, old, (new,))
    declared = with_part(checked.declared, holder, other)
    altered = AlteredPart.of(checked, declared, other, part)
    return None if altered.findings else altered.checked
