"""Carry out amendments: put something in place of what stands at an address.

What an amendment does not say stays as it is below. `original` is what was there.
"""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.diagnostics import Label
from quarterdeck.names.addresses import Element, all_elements
from quarterdeck.names.declared import CellOf, Option, Row, Rule, Table
from quarterdeck.names.from_documents import SORTS, Declaring
from quarterdeck.names.originals import AnyNode, calling, copied, misused, names_original, with_statements, with_value
from quarterdeck.names.overlay import Overlay, Path
from quarterdeck.syntax import nodes
from quarterdeck.syntax.nodes import is_original

Definition = nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice


def amend(over: Overlay, node: nodes.Amend) -> None:
    """Put a definition in the place of another, which may go on as its original."""
    new = node.definition
    sort = SORTS[type(new)]
    element = over.find(new.path, frozenset([sort]), sort)
    if element is None:
        return
    rule = element.thing
    assert isinstance(rule, Rule)
    names, wanted = [p.name.text for p in new.parameters], [p.name for p in rule.parameters]
    if names != wanted:
        given = f"it takes {', '.join(wanted)}" if wanted else "it takes nothing"
        labels = [Label(rule.node.span, "the rule stands here")]
        over.report(
            "QD506",
            f"an amended `{rule.address}` takes what it took below",
            new.path[0].span.to(new.path[-1].span),
            given,
            labels,
        )
        return
    is_done = sort in ("procedure", "effect")
    keeps = names_original(new)
    if misused(new, is_done, over.findings, rule.address) or not over.note("amend", rule.address, node.span, keeps):
        return
    made = inheriting(over, new, rule.node)
    if keeps:
        made = over_the_original(over, made, rule)
    over.declared.rules[rule.address] = declare(over, made, rule)


def over_the_original(over: Overlay, new: Definition, rule: Rule) -> Definition:
    """Keep a rule as the original of the one that takes its place."""
    below = replace(rule, address=f"{rule.address}~{rule.layer or 'base'}", speaks_as=rule.address)
    new = calling(new, below)
    if (
        isinstance(rule.node, nodes.Procedure | nodes.Effect)
        and rule.node.body
        and isinstance(new, nodes.Procedure | nodes.Effect)
    ):
        head, rest = head_and_rest(rule.node.body.statements)
        below = replace(below, node=replace(rule.node, body=replace(rule.node.body, statements=rest)))
        assert new.body is not None
        new = replace(new, body=replace(new.body, statements=(*head, *new.body.statements)))
    over.declared.rules[below.address] = below
    refuse_same_names(over, new, rule.address)
    return new


def refuse_same_names(over: Overlay, new: Definition, address: str) -> None:
    """Report what is rolled, asked or required under one name by a rule and by its original."""
    names: dict[str, Element] = {}
    scratch = replace(
        over.declared, rules={**over.declared.rules, address: replace(over.declared.rules[address], node=new)}
    )
    for element in all_elements(scratch):
        if element.parent != address or element.holder not in scratch.rules:
            continue
        other = names.setdefault(element.name, element)
        if other is not element and (other.holder == address) != (element.holder == address):
            own, kept = (element, other) if element.holder == address else (other, element)
            over.exists(
                f"{address}.{own.name}", own.span, kept.span, "the original goes on under this name; find another"
            )
        elif other is not element and own_names_twice(other, element):
            over.exists(f"{address}.{element.name}", element.span, other.span, "amend it, or find another name")


def inheriting(over: Overlay, new: Definition, old: Definition) -> Definition:
    """Give a definition with the phrases, notes and body of the one below where it has none of its own."""
    words = {p.name.text: p.phrase for p in old.parameters}
    parameters = tuple(replace(p, phrase=p.phrase or words.get(p.name.text)) for p in new.parameters)
    path = tuple(replace(word, span=new.path[-1].span) for word in old.path)
    made = replace(
        new,
        path=path,
        parameters=parameters,
        phrase=new.phrase or old.phrase,
        notes=merged_notes(old.notes, new.notes),
    )
    if isinstance(made, nodes.Procedure | nodes.Effect) and made.body is None:
        assert isinstance(old, nodes.Procedure | nodes.Effect)
        made = replace(made, body=copied(old.body) if old.body else None)
    return made


def declare(over: Overlay, node: Definition, below: Rule) -> Rule:
    """Give the rule that a node declares; its sources and topic are those below where it says none."""
    made = Declaring(over.declared, over.findings, over.name).made_rule(node, below.address, below.module, ())
    return replace(made, cites=made.cites or below.cites, topic=made.topic or below.topic)


def amend_modifier(over: Overlay, node: nodes.AmendModifier) -> None:
    """Put a modifier in the place of another."""
    element = over.find(node.path, frozenset(["modifier"]), "modifier")
    if element is None or not over.note("amend", element.address, node.span):
        return
    old = element.thing
    assert isinstance(old, nodes.Modifier)
    new = replace(
        old,
        span=node.span,
        change=with_original(
            over, node.change, next((p for p in old.change.parts() if isinstance(p, nodes.Expression)), None)
        ),
        condition=with_value(node.condition, old.condition or nodes.Yes(node.span))
        if node.condition
        else old.condition,
        phrase=node.phrase or old.phrase,
        notes=merged_notes(old.notes, node.notes),
    )
    over.put(element, old, (new,))


def with_original(over: Overlay, new: AnyNode, old: nodes.Expression | None) -> AnyNode:
    """Give what a value becomes, with the value below in the place of `original`; say so where there is none."""
    if old is None and names_original(new):
        over.report("QD507", "there is no value here that `original` could mean", new.span, "say the new value in full")
    return with_value(new, old)


def amend_require(over: Overlay, node: nodes.AmendRequire) -> None:
    """Put a requirement in the place of another."""
    element = over.find(node.path, frozenset(["require"]), "require")
    if element is None or not over.note("amend", element.address, node.span):
        return
    old = element.thing
    assert isinstance(old, nodes.Require)
    condition = with_value(node.condition, old.condition)
    notes = merged_notes(old.notes, node.notes)
    over.put(element, old, (replace(old, span=node.span, condition=condition, reason=node.reason, notes=notes),))


def amend_case(over: Overlay, node: nodes.AmendCase) -> None:
    """Put a case in the place of another."""
    element = over.find(node.path, frozenset(["case"]), "case")
    if element is None or not over.note("amend", element.address, node.span):
        return
    old = element.thing
    assert isinstance(old, nodes.Case)
    condition = node.condition or old.condition
    if isinstance(node.condition, nodes.IfCase):
        before = old.condition.condition if isinstance(old.condition, nodes.IfCase) else nodes.Yes(node.span)
        condition = replace(node.condition, condition=with_value(node.condition.condition, before))
    over.put(
        element, old, (replace(old, span=node.span, value=with_value(node.value, old.value), condition=condition),)
    )


def option_named(over: Overlay, path: Path) -> Option | None:
    """Find an option, by its name or its address."""
    if len(path) == 1 and path[0].text in over.declared.options:
        return over.declared.options[path[0].text]
    element = over.find(path, frozenset(["option"]), "option")
    assert element is None or isinstance(element.thing, Option)
    return element.thing if element else None  # type: ignore[return-value]


def put_option(over: Overlay, option: Option, value: nodes.Expression) -> None:
    """Give an option another default."""
    over.declared.options[option.name] = replace(option, value=value, node=replace(option.node, value=value))


def amend_option(over: Overlay, node: nodes.AmendOption) -> None:
    """Amend the default of an option."""
    option = option_named(over, node.path)
    if option is not None and over.note("amend", f"{option.module}.{option.name}", node.span):
        put_option(over, option, with_value(node.value, option.value))


def cell_at(over: Overlay, path: Path, acts: bool) -> tuple[Table, Row, CellOf] | None:
    """Find a cell, by its row and, in a table of several columns, its column."""
    element = over.find(path, frozenset(["row", "cell"]), "row" if acts else "cell")
    if element is None:
        return None
    span = path[0].span.to(path[-1].span)
    table = over.declared.tables[element.holder]
    if acts != (table.gives is None):
        hint = (
            f"write `amend cell {element.address} = ...`"
            if acts
            else f"write `amend row {element.address}`, and below it what happens"
        )
        message = f"the table `{table.name}` gives values" if acts else f"the rows of `{table.name}` say what happens"
        over.report("QD502", message, span, hint)
        return None
    if element.sort == "row" and table.columns:
        columns = ", ".join(f"`{element.address}.{name}`" for name, _, _ in table.columns)
        over.report("QD502", f"`{element.address}` has several cells", span, f"name one of them: {columns}")
        return None
    row, cell = next((r, c) for r in table.rows for c in r.cells if element.thing in (r, c))
    return table, row, cell


def amend_row(over: Overlay, node: nodes.AmendRow) -> None:
    """Amend what a row says."""
    found = cell_at(over, node.path, acts=True)
    if found is None:
        return
    table, row, cell = found
    if over.note("amend", cell.address, node.span, any(is_original(part) for part in node.walk())):
        block = with_statements(node.block, cell.statements)
        over.put_cell(table, row, cell, replace(cell, statements=block, span=node.span))


def amend_cell(over: Overlay, node: nodes.AmendCell) -> None:
    """Amend the value of a cell."""
    found = cell_at(over, node.path, acts=False)
    if found is None or not over.note("amend", found[2].address, node.span):
        return
    table, row, cell = found
    value = None if isinstance(node.value, nodes.Nothing) else with_original(over, node.value, cell.value)
    over.put_cell(table, row, cell, replace(cell, value=value, span=node.span))


def head_and_rest(
    statements: tuple[nodes.Statement, ...],
) -> tuple[tuple[nodes.Statement, ...], tuple[nodes.Statement, ...]]:
    """Give the requirements at the head of a procedure, and what follows them."""
    count = next(
        (i for i, statement in enumerate(statements) if not isinstance(statement, nodes.Require)), len(statements)
    )
    return statements[:count], statements[count:]


def own_names_twice(one: Element, other: Element) -> bool:
    """Tell whether a requirement of the original is stated again."""
    return (
        one.holder == other.holder and isinstance(one.thing, nodes.Require) and isinstance(other.thing, nodes.Require)
    )


def merged_notes(below: tuple[nodes.Note, ...], own: tuple[nodes.Note, ...]) -> tuple[nodes.Note, ...]:
    """Give the notes of an amended element: its own sources and topic count for those below.

    Rulings and old addresses add up.
    """
    replaced = {type(note) for note in own} & {nodes.Cites, nodes.Topic}
    return (*own, *(note for note in below if type(note) not in replaced))
