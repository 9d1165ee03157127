"""Check that a fact that is stated twice is the same both times.

In: a `Checked` ruleset. Out: findings. Only what is certain counts: values that are written out. Rosters of different
sorts of figures (ratings here, history there) may differ, and so may tables of different titles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.symbol_table import Roster, Table
from quarterdeck.language.declarations.types import Numeric
from quarterdeck.language.meaning.canonical_form import data_form
from quarterdeck.language.meaning.fingerprint import Forming
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked


@dataclass(frozen=True)
class Fact:
    """A value that is written out under a name."""

    what: str
    value: str
    span: Span
    rule: str = ""


def check_facts(checked: Checked, findings: Findings) -> None:
    """Find named numbers, things of rosters and rows of tables that are stated twice and differ."""
    by_name: dict[str, list[Fact]] = {}
    for name, fact in named_values(checked):
        by_name.setdefault(name, []).append(fact)
    for name, fact in roster_values(checked):
        by_name.setdefault(name, []).append(fact)
    for facts in by_name.values():
        for one, other in combinations(facts, 2):
            if data_form(one.value) != data_form(other.value):
                report(one, other, findings)
                break
    for first, second in combinations(checked.declared.tables.values(), 2):
        if alike(first, second):
            check_rows(first, second, Forming(checked.declared), findings)


def report(one: Fact, other: Fact, findings: Findings) -> None:
    """Report two facts that differ, at the second."""
    findings.add(
        "QD431",
        f"{other.what} is {other.value} here, and {one.what} says {one.value}",
        other.span,
        labels=[Label(one.span, "also stated here")],
        hint="keep one of them, and use it instead of the other",
        rule=other.rule,
    )


def named_values(checked: Checked) -> Iterator[tuple[str, Fact]]:
    """Give definitions without parameters, options and constants that are one written value."""
    declared = checked.declared
    for address, rule in declared.rules.items():
        if not isinstance(rule.node, nodes.Define) or rule.parameters:
            continue
        only = nodes.only_value(rule.node.cases)
        if only is not None and (value := written(checked, only)) is not None:
            yield rule.name, Fact(f"`{address}`", value, rule.node.span, address)
    for option in declared.options.values():
        value = written(checked, option.value)
        if value is not None:
            yield option.name, Fact(f"the option `{option.name}`", value, option.node.span, option.name)
    for constant in declared.constants.values():
        value = written(checked, constant.start) if constant.start is not None else None
        if value is not None:
            yield constant.name, Fact(f"the constant `{constant.name}`", value, constant.span, constant.name)


def written(checked: Checked, node: nodes.Expression) -> str | None:
    """Give a value that is written out: a number, a member, yes, no or none."""
    meaning = checked.meanings.get(node)
    if isinstance(meaning, meanings.EnumValue):
        return meaning.enum.members[meaning.place]
    match node:
        case nodes.Yes():
            return "yes"
        case nodes.No():
            return "no"
        case nodes.Nothing():
            return "none"
        case nodes.NumberLiteral() | nodes.Negative() | nodes.Grouped():
            kind = checked.types.get(node)
            if isinstance(kind, Numeric) and kind.low == kind.high:
                return str(kind.low)
    return None


def roster_values(checked: Checked) -> Iterator[tuple[str, Fact]]:
    """Give the values of the things in rosters, told apart by the sort of their figures.

    Where a variant amends a roster, its values replace those below; a layer that amends its own states a fact twice.
    """
    rosters = checked.declared.rosters
    facts: dict[tuple[str, str, str], dict[str, list[Fact]]] = {}
    for roster in sorted(rosters.values(), key=lambda roster: roster.shape.amends is not None):
        base = roster
        while base.shape.amends in rosters and base.shape.amends != base.name:
            base = rosters[base.shape.amends]
        layer = layer_of(checked, roster)
        for thing, values in roster.shape.things.items():
            for field, value in values.items():
                span = roster.document.places.key("things", thing, field)
                fact = Fact(f"`{thing}.{field}` of `{roster.name}`", str(value), span, f"{roster.name}.{thing}")
                facts.setdefault((base.name, thing, field), {}).setdefault(layer, []).append(fact)
    for (name, thing, field), layers in facts.items():
        for fact in [*layers.values()][-1]:
            yield f"{rosters[name].shape.kind_of_figures or ''} {thing} {field}", fact


def layer_of(checked: Checked, roster: Roster) -> str:
    """Give the variant that wrote a roster; nothing for the ruleset below all variants."""
    folders = {name: head.file.path.rpartition("/")[0] for name, head in checked.declared.variant_heads.items()}
    return next((name for name, at in folders.items() if roster.document.file.path.startswith(f"{at}/")), "")


def alike(one: Table, other: Table) -> bool:
    """Tell whether two tables claim to be the same one: title, keys, columns and what they give."""
    return (
        one.title.casefold() == other.title.casefold()
        and [(key.name, key.type) for key in one.keys] == [(key.name, key.type) for key in other.keys]
        and one.columns == other.columns
        and one.gives == other.gives
    )


def check_rows(one: Table, other: Table, forming: Forming, findings: Findings) -> None:
    """Report the first row that two tables of one title share and fill with what means something else."""
    rows = {row.label: row for row in one.rows}
    for row in other.rows:
        twin = rows.get(row.label)
        if twin is None or len(twin.cells) != len(row.cells):
            continue
        for cell, same_cell in zip(row.cells, twin.cells, strict=True):
            if forming.cell(other, cell) != forming.cell(one, same_cell):
                findings.add(
                    "QD431",
                    f"row {row.label} of `{other.name}` differs from that of `{one.name}`, which has the same title",
                    cell.span,
                    labels=[Label(same_cell.span, "also stated here")],
                    hint="keep one of the tables, or give them different titles",
                    rule=cell.address,
                )
                return
