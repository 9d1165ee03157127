"""Amend rules, options and cells by address.

In: amendments, and the ground that they stand on. Out: rules, options and tables in the place of those that were there.
What an amendment does not say (a phrase, a source, a modifier's condition) stays as it is below. `original` is what the
layers below leave: a rule's body goes on under a hidden address and keeps the address of everything that it rolls and
asks; its requirements move to the rule that makes use of it, so that they still say what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from quarterdeck.base.findings.finding import Label
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import Element, all_elements
from quarterdeck.language.declarations.declaring import SORTS, Declaring
from quarterdeck.language.declarations.symbol_table import CellOf, Option, Row, Rule, Table
from quarterdeck.language.declarations.symbol_table import plain as as_rules_text
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.language.variants.amendment_base import AmendmentBase, Path
from quarterdeck.language.variants.rewrite import (
    AnyNode,
    calling,
    copied,
    misused,
    names_original,
    with_statements,
    with_value,
)
from quarterdeck.language.variants.rows import RowChanges
from quarterdeck.language.variants.variant_order import head_of

Definition = nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice


@dataclass
class Amending:
    """What a variant puts in the place of something."""

    amended: AmendmentBase

    def carry_out(self, node: nodes.Amendment) -> None:
        """Carry out one amendment."""
        match node:
            case nodes.Amend():
                self.amend(node)
            case nodes.AmendModifier():
                self.amend_modifier(node)
            case nodes.AmendRequire():
                self.amend_require(node)
            case nodes.AmendCase():
                self.amend_case(node)
            case nodes.AmendOption():
                self.amend_option(node)
            case nodes.AmendRow():
                self.amend_row(node)
            case nodes.AmendCell():
                self.amend_cell(node)

    # --- rules

    def amend(self, node: nodes.Amend) -> None:
        """Put a definition in the place of another, which may go on as its original."""
        new = node.definition
        sort = SORTS[type(new)]
        element = self.amended.find(new.path, frozenset([sort]), sort)
        if element is None:
            return
        rule = element.thing
        assert isinstance(rule, Rule)
        names, wanted = [p.name.text for p in new.parameters], [p.name for p in rule.parameters]
        if names != wanted:
            given = f"it takes {', '.join(wanted)}" if wanted else "it takes nothing"
            labels = [Label(rule.node.span, "the rule stands here")]
            self.amended.report(
                "QD506",
                f"an amended `{rule.address}` must keep its inputs",
                new.path[0].span.to(new.path[-1].span),
                given,
                labels,
            )
            return
        is_done = sort in ("procedure", "effect")
        keeps = names_original(new)
        if misused(new, is_done, self.amended.findings, rule.address) or not self.amended.note(
            "amend", rule.address, node.span, keeps
        ):
            return
        made = self.inheriting(new, rule.node)
        if keeps:
            made = self.over_the_original(made, rule)
        self.amended.declared.rules[rule.address] = self.declare(made, rule)

    def over_the_original(self, new: Definition, rule: Rule) -> Definition:
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
        self.amended.declared.rules[below.address] = below
        self.refuse_same_names(new, rule.address)
        return new

    def refuse_same_names(self, new: Definition, address: str) -> None:
        """Report what is rolled, asked or required under one name by a rule and by its original."""
        names: dict[str, Element] = {}
        scratch = replace(
            self.amended.declared,
            rules={**self.amended.declared.rules, address: replace(self.amended.declared.rules[address], node=new)},
        )
        for element in all_elements(scratch):
            if element.parent != address or element.holder not in scratch.rules:
                continue
            other = names.setdefault(element.name, element)
            if other is not element and (other.holder == address) != (element.holder == address):
                own, kept = (element, other) if element.holder == address else (other, element)
                self.amended.exists(
                    f"{address}.{own.name}", own.span, kept.span, "the original keeps this name; choose another"
                )
            elif other is not element and own_names_twice(other, element):
                self.amended.exists(
                    f"{address}.{element.name}", element.span, other.span, "amend it, or choose another name"
                )

    def inheriting(self, new: Definition, old: Definition) -> Definition:
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
            if isinstance(made, nodes.Procedure) and isinstance(old, nodes.Procedure) and made.type is None:
                made = replace(made, type=copied(old.type) if old.type else None)
        return made

    def declare(self, node: Definition, below: Rule) -> Rule:
        made = Declaring(self.amended.declared, self.amended.findings, self.amended.name).made_rule(
            node, below.address, below.module, ()
        )
        return replace(made, cites=made.cites or below.cites, topic=made.topic or below.topic)

    def amend_modifier(self, node: nodes.AmendModifier) -> None:
        element = self.amended.find(node.path, frozenset(["modifier"]), "modifier")
        if element is None or not self.amended.note("amend", element.address, node.span):
            return
        old = element.thing
        assert isinstance(old, nodes.Modifier)
        new = replace(
            old,
            span=node.span,
            change=self.with_original(
                node.change, next((p for p in old.change.parts() if isinstance(p, nodes.Expression)), None)
            ),
            condition=with_value(node.condition, old.condition or nodes.Yes(node.span))
            if node.condition
            else old.condition,
            phrase=node.phrase or old.phrase,
            notes=merged_notes(old.notes, node.notes),
        )
        self.amended.put(element, old, (new,))

    def with_original(self, new: AnyNode, old: nodes.Expression | None) -> AnyNode:
        """Give what a value becomes, with the value below in the place of `original`; say so where there is none."""
        if old is None and names_original(new):
            self.amended.report("QD507", "`original` has no value here", new.span, "write the complete new value")
        return with_value(new, old)

    def amend_require(self, node: nodes.AmendRequire) -> None:
        element = self.amended.find(node.path, frozenset(["require"]), "require")
        if element is None or not self.amended.note("amend", element.address, node.span):
            return
        old = element.thing
        assert isinstance(old, nodes.Require)
        condition = with_value(node.condition, old.condition)
        notes = merged_notes(old.notes, node.notes)
        self.amended.put(
            element, old, (replace(old, span=node.span, condition=condition, reason=node.reason, notes=notes),)
        )

    def amend_case(self, node: nodes.AmendCase) -> None:
        element = self.amended.find(node.path, frozenset(["case"]), "case")
        if element is None or not self.amended.note("amend", element.address, node.span):
            return
        old = element.thing
        assert isinstance(old, nodes.Case)
        condition = node.condition or old.condition
        if isinstance(node.condition, nodes.IfCase):
            before = old.condition.condition if isinstance(old.condition, nodes.IfCase) else nodes.Yes(node.span)
            condition = replace(node.condition, condition=with_value(node.condition.condition, before))
        self.amended.put(
            element, old, (replace(old, span=node.span, value=with_value(node.value, old.value), condition=condition),)
        )

    # --- options

    def set_options(self) -> None:
        """Set the options that `variant.yaml` names."""
        places = self.amended.variant.places
        for name, value in head_of(self.amended.variant).options.items():
            span = places.key("options", name)
            option = self.option_named((nodes.Word(span, name),))
            text = as_rules_text(value)
            node = parse_expression(
                text, self.amended.variant.file, places.offsets(text, "options", name), self.amended.findings
            )
            if (
                option is not None
                and node is not None
                and self.amended.note("amend", f"{option.module}.{option.name}", span)
            ):
                self.put_option(option, node)

    def option_named(self, path: Path) -> Option | None:
        if len(path) == 1 and path[0].text in self.amended.declared.options:
            return self.amended.declared.options[path[0].text]
        element = self.amended.find(path, frozenset(["option"]), "option")
        assert element is None or isinstance(element.thing, Option)
        return element.thing if element else None  # type: ignore[return-value]

    def put_option(self, option: Option, value: nodes.Expression) -> None:
        self.amended.declared.options[option.name] = replace(
            option, value=value, node=replace(option.node, value=value)
        )

    def amend_option(self, node: nodes.AmendOption) -> None:
        option = self.option_named(node.path)
        if option is not None and self.amended.note("amend", f"{option.module}.{option.name}", node.span):
            self.put_option(option, with_value(node.value, option.value))

    # --- tables

    def amend_row(self, node: nodes.AmendRow) -> None:
        """Amend the cells of a row or column that are written, or the one that a row has or that is named."""
        content = node.content
        if node.sort.text == "column":
            self.amend_column(node)
            return
        element = self.amended.find(node.path, frozenset(["row", "cell"]), "row")
        if element is None:
            return
        table = self.amended.declared.tables[element.holder]
        is_list = isinstance(content, nodes.RowValue) and isinstance(content.value, nodes.ListLiteral)
        if not isinstance(content, nodes.RowCells) and not (is_list and table.columns and element.sort == "row"):
            self.amend_one(element, node, content)
            return
        row = element.thing
        if not isinstance(row, Row):
            hint = "remove `cell` and the label"
            self.amended.report("QD502", f"`{element.address}` is one cell", content.span, hint)
            return
        labels = [name for name, _, _ in table.columns] or [""]
        self.amend_cells(node, table, dict(zip(labels, row.cells, strict=True)))

    def amend_column(self, node: nodes.AmendRow) -> None:
        """Amend the cells of a column that are written."""
        changes = RowChanges(self.amended)
        line = changes.line(node.path, node.sort.text)
        column = changes.column_there(line) if line is not None and changes.has_columns(line) else None
        if line is not None and column is not None:
            at = line.table.columns.index(column)
            self.amend_cells(node, line.table, {row.label: row.cells[at] for row in line.table.rows})

    def amend_cells(self, node: nodes.AmendRow, table: Table, cells: Mapping[str, CellOf]) -> None:
        """Amend those of some cells, by their labels across, for which something is written."""
        changes = RowChanges(self.amended)
        given = changes.given(node, list(cells), table) or {}
        for label, cell in cells.items():
            if label in given and changes.cell(given[label], cell.address, table) is not None:
                self.put_content(cell.address, table.name, given[label], given[label].span)

    def amend_cell(self, node: nodes.AmendCell) -> None:
        """Amend the value of a cell."""
        element = self.amended.find(node.path, frozenset(["row", "cell"]), "cell")
        if element is not None:
            self.amend_one(element, node, nodes.RowValue(node.value.span, node.value))

    def amend_one(
        self, element: Element, node: nodes.AmendRow | nodes.AmendCell, given: nodes.RowValue | nodes.RowBlock
    ) -> None:
        """Amend a cell that is named, or that is the only one of its row."""
        table, acts = self.amended.declared.tables[element.holder], isinstance(given, nodes.RowBlock)
        span = node.path[0].span.to(node.path[-1].span)
        is_nothing = isinstance(given, nodes.RowValue) and isinstance(given.value, nodes.Nothing)
        if acts != (table.gives is None) and not (is_nothing and isinstance(node, nodes.AmendRow)):
            value = f"write `amend cell {element.address} = ...`"
            hint = value if acts else f"write `amend row {element.address}`, with statements below it"
            values = f"the table `{table.name}` gives values"
            message = values if acts else f"the rows of `{table.name}` say what happens"
            self.amended.report("QD502", message, span, hint)
        elif element.sort == "row" and table.columns:
            columns = ", ".join(f"`{element.address}.{name}`" for name, _, _ in table.columns)
            each = "`, and below it `cell LABEL` and what it does" if table.gives is None else " = [...]`"
            hint = f"name one of them: {columns}; or write `amend row {element.address}{each}"
            self.amended.report("QD502", f"`{element.address}` has several cells", span, hint)
        else:
            address = next(c.address for r in table.rows for c in r.cells if element.thing in (r, c))
            self.put_content(address, table.name, given, node.span)

    def put_content(self, address: str, holder: str, given: nodes.RowValue | nodes.RowBlock, span: Span) -> None:
        """Put what a cell gives or does in the place of what stands there."""
        table = self.amended.declared.tables[holder]
        row, cell = next((r, c) for r in table.rows for c in r.cells if c.address == address)
        keeps = isinstance(given, nodes.RowValue) or names_original(given)
        if not self.amended.note("amend", address, span, keeps):
            return
        value: nodes.Expression | None = None
        statements: tuple[nodes.Statement, ...] = ()
        if isinstance(given, nodes.RowBlock):
            statements = with_statements(given.block, cell.statements)
        elif not isinstance(given.value, nodes.Nothing):
            value = self.with_original(given.value, cell.value)
        self.amended.put_cell(table, row, cell, replace(cell, value=value, statements=statements, span=span))


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
    """Give the notes of an amended element: its own sources and topic, and why it stands apart, count for those below.

    Rulings and old addresses add up.
    """
    replaced = {type(note) for note in own} & {nodes.Cites, nodes.Topic, nodes.Apart}
    return (*own, *(note for note in below if type(note) not in replaced))
