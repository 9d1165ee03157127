"""Go through everything that a ruleset declares, and find out what every expression means and what type it has.

In: a `Declared` ruleset. Out: a `Checked` one. Ranges are followed through sums, products and roundings; conditions do
not narrow them.
"""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.checks.meanings import Checked, Local
from quarterdeck.checks.typing.context import Context
from quarterdeck.checks.typing.expressions import context_of
from quarterdeck.checks.typing.fitting import condition, fitting, listing, number
from quarterdeck.checks.typing.phrases import check_phrase, check_phrases
from quarterdeck.checks.typing.resolving import bind
from quarterdeck.checks.typing.statements import check_block, check_phase
from quarterdeck.diagnostics import Findings
from quarterdeck.names import types
from quarterdeck.names.declared import CellOf, Declared, Field, Parameter, Roster, Rule, Table
from quarterdeck.names.types import UNKNOWN, Listing, Thing, Truth, Type
from quarterdeck.syntax import nodes


def check_types(declared: Declared, findings: Findings) -> Checked:
    """Check all rules, tables, options, fields, rosters and scenarios of a ruleset."""
    checked = Checked(declared)
    for option in declared.options.values():
        at = context_of(checked, findings, option.module, option.name)
        fitting(at, option.value, option.type, "the option")
        check_phrase(at, option.node.phrase)
    for kind in declared.kinds.values():
        for known in kind.fields.values():
            check_field(context_of(checked, findings, rule=known.address), known)
    for constant in declared.constants.values():
        if constant.start is not None:
            at = context_of(checked, findings, rule=constant.name)
            fitting(at, constant.start, constant.type, f"`{constant.name}`")
    for rule in declared.rules.values():
        check_rule(checked, findings, rule)
    for table in declared.tables.values():
        check_table(checked, findings, table)
    for roster in declared.rosters.values():
        check_roster(context_of(checked, findings, rule=f"roster {roster.name}", sort="define"), roster)
    for scenario in declared.scenarios.values():
        check_block(context_of(checked, findings, rule=f"scenario {scenario.name}"), scenario.setup)
    for phase in declared.turn.phases if declared.turn else ():
        check_phase(context_of(checked, findings, declared.turn_module, f"turn.{phase.name.text}"), phase)
    return checked


def check_field(at: Context, known: Field) -> None:
    """Check what a field begins with, and who may change it."""
    if known.start is not None:
        fitting(at, known.start, known.type, f"`{known.address}`")
    for rule in known.changed_by or ():
        if not at.declared.rule_named(rule):
            at.unknown(rule, known.span, [r.name for r in at.declared.rules.values()], "effect")


# --- rules


def check_rule(checked: Checked, findings: Findings, rule: Rule) -> None:
    """Check one rule."""
    at = context_of(checked, findings, rule.module, rule.site_address, rule.sort)
    bind_inputs(at, rule.parameters)
    node = rule.node
    check_phrase(at, node.phrase)
    for parameter in node.parameters:
        check_phrase(at, parameter.phrase)
    if isinstance(node, nodes.Advice) and node.among is not None:
        check_among(at, node, node.among)
    if isinstance(node, nodes.Define | nodes.Advice):
        check_cases(at, rule.result, node.cases)
    elif node.body is not None:
        check_phrases(at, node.body.docs)
        check_block(at, node.body.statements)


def bind_inputs(at: Context, parameters: Iterable[Parameter]) -> None:
    """Make inputs known by their names."""
    for parameter in parameters:
        bind(at, parameter.name, parameter.type, parameter.span)


def check_among(at: Context, node: nodes.Advice, listed: nodes.Expression) -> None:
    """Check the list of answers that advice picks out; it is made before there is an answer."""
    inner = at.inner()
    answer, _ = inner.names.pop(node.path[-1].text, (UNKNOWN, None))
    kind = listing(inner, listed, "one picks answers from a list, and this is {}")
    if kind and not types.fits(kind.item, types.without_none(answer)):
        at.report("QD367", f"the answer is {answer}, and these are {kind.item}", listed.span)


def check_cases(at: Context, wanted: Type | None, cases: nodes.SingleCase | nodes.SeveralCases) -> None:
    """Check the cases of a definition; the last applies whatever is true."""
    if isinstance(cases, nodes.SingleCase):
        check_result(at, cases.value, wanted)
        return
    check_phrases(at, cases.docs)
    for case in cases.cases:
        check_result(at, case.value, wanted)
        if isinstance(case.condition, nodes.IfCase):
            condition(at, case.condition.condition)
    for case in cases.cases[:-1]:
        if not isinstance(case.condition, nodes.IfCase):
            at.report("QD321", "cases behind this one never count", case.span, "give it an `if`")
    for last in cases.cases[-1:]:
        if isinstance(last.condition, nodes.IfCase) and not isinstance(wanted, Truth):
            message = "the last case may not apply, and then there is no value"
            at.report("QD320", message, last.span, "end with a case `otherwise`")


def check_result(at: Context, value: nodes.Expression, wanted: Type | None) -> None:
    """Check what a definition or a piece of advice gives; advice that says nothing of it gives a number."""
    if wanted is None:
        number(at, value)
    else:
        fitting(at, value, wanted, "the definition")


# --- tables


def check_table(checked: Checked, findings: Findings, table: Table) -> None:
    """Check a table's cells: values are worked out like definitions, and what happens happens as in effects."""
    sort = "effect" if table.gives is None else "define"
    for row in table.rows:
        for cell in row.cells:
            check_cell(context_of(checked, findings, rule=cell.address, sort=sort), table, cell)


def check_cell(at: Context, table: Table, cell: CellOf) -> None:
    """Check a cell, in which the keys of the table and what it is given are known."""
    bind_inputs(at, table.given)
    for key in table.keys:
        bind(at, key.name, key.type, key.span)
    if cell.value is not None and table.gives is not None:
        fitting(at, cell.value, table.gives, "the table")
    check_block(at, cell.statements)


# --- rosters


def check_roster(at: Context, roster: Roster) -> None:
    """Check what a roster derives from its figures."""
    if not check_figures(at, roster):
        return
    if roster.where is not None:
        condition(at, roster.where)
    places, fields = roster.document.places, at.declared.kinds[roster.kind].fields
    for name, node in roster.derive.items():
        if name in fields:
            fitting(at, node, fields[name].type, f"`{name}`")
        else:
            at.unknown(name, places.key("derive", name), fields, f"field of {roster.kind}")
    for name in roster.part_lists:
        listed = fields[name].type if name in fields else None
        if isinstance(listed, Listing) and isinstance(listed.item, Thing):
            check_parts(at, roster, name, listed.item.kind)
        else:
            at.unknown(name, places.key("part_lists", name), fields, f"list of parts of {roster.kind}")


def check_figures(at: Context, roster: Roster) -> bool:
    """Check the kind that figures are read into, and make them known; tell whether there is such a kind."""
    name, places = roster.shape.kind_of_figures, roster.document.places
    if not name:
        if roster.shape.derived_from is None:
            return True
        hint = "name the kind that holds a row of the file"
        at.report("QD205", f"`{roster.name}` has no `kind_of_figures`", places.key("derived_from"), hint)
        return False
    if name not in at.declared.kinds:
        at.unknown(name, places.value("kind_of_figures"), at.declared.kinds, "kind")
        return False
    at.names["figures"] = (Thing(name), Local("figures"))
    figures = at.declared.kinds[name]
    for column, field in roster.shape.columns.items():
        if field not in figures.fields:
            at.unknown(field, places.value("columns", column), figures.fields, f"field of {figures.name}")
    return True


def check_parts(at: Context, roster: Roster, name: str, kind: str) -> None:
    """Check the parts that a roster makes for each of its things."""
    fields = at.declared.kinds[kind].fields
    for index, part in enumerate(roster.part_lists[name]):
        for key, node in part.items():
            if key == "when":
                condition(at, node)
            elif key in fields:
                fitting(at, node, fields[key].type, f"`{key}`")
            else:
                place = roster.document.places.key("part_lists", name, index, key)
                at.unknown(key, place, fields, f"field of {kind}")
