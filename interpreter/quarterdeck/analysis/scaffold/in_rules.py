"""Amendments that say what stands at an address now: what is written in rules text.

In: an element of a ruleset, and the address by which amendments speak of it. Out: nodes of amendments, to be printed.
What an amendment leaves as it is anyway (a source, rulings) is left out: what stands there is what might be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quarterdeck.base.text import NOWHERE
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Option, Row, Rule, Table
from quarterdeck.language.syntax import nodes

Definition = nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice
HIDDEN = "~"
ROW, COLUMN = nodes.Word(NOWHERE, "row"), nodes.Word(NOWHERE, "column")
"""Stands in the name of what a rule goes on as below an amendment that makes use of the original."""


@dataclass(frozen=True)
class TableColumn:
    """The cells of a column of a table, from the first row to the last."""

    label: str
    cells: tuple[CellOf, ...]


def column_at(declared: Declared, address: str) -> Element | None:
    """Give the column of a table that has an address, `TABLE.COLUMN`; nothing where there is none."""
    name, _, label = address.partition(".")
    table = declared.tables.get(name)
    labels = [one for one, _, _ in table.columns] if table is not None else []
    if table is None or label not in labels:
        return None
    held = tuple(row.cells[labels.index(label)] for row in table.rows)
    return Element(name, label, "column", TableColumn(label, held), table.document.places.value("table"), name)


def amendments_in_rules(declared: Declared, element: Element, address: str) -> tuple[nodes.Node, ...]:
    """Give the amendments that say what an element says; none for what stands in documents."""
    there = path_to(declared, address)
    match element.thing:
        case Rule(node=node):
            return (nodes.Amend(NOWHERE, definition(node, there)),)
        case Option(value=value):
            return (nodes.AmendOption(NOWHERE, there, value),)
        case Row() as row:
            return tuple(cells(declared, declared.tables[element.holder], row, row.cells))
        case TableColumn() as column:
            return (amended_column(declared.tables[element.holder], column),)
        case CellOf() as cell:
            table = declared.tables[element.holder]
            return tuple(cells(declared, table, next(row for row in table.rows if cell in row.cells), [cell]))
        case nodes.Modifier(change=change, condition=condition, phrase=phrase):
            return (nodes.AmendModifier(NOWHERE, there, change, condition, phrase, ()),)
        case nodes.Require(condition=needed, reason=reason) if element.sort == "require":
            return (nodes.AmendRequire(NOWHERE, there, needed, reason, ()),)
        case nodes.Case(value=value, condition=case_condition):
            return (nodes.AmendCase(NOWHERE, there, value, case_condition),)
        case nodes.Phase() | nodes.Step() as part:
            word = nodes.Word(NOWHERE, "phase" if isinstance(part, nodes.Phase) else "step")
            body = nodes.Body(NOWHERE, part.docs, part.block)
            return (nodes.AmendPart(NOWHERE, word, there, part.title, (), part.options, body),)
        case nodes.Statement() as statement:
            return (nodes.AmendStatement(NOWHERE, there, (statement,)),)
    return ()


def words(*parts: str) -> tuple[nodes.Word, ...]:
    """Give the parts of an address as the words of a path."""
    return tuple(nodes.Word(NOWHERE, part) for part in parts)


def path_to(declared: Declared, address: str) -> tuple[nodes.Word, ...]:
    """Give an address as a path; the label of a row or column is one word of it, whatever points are in it."""
    table = declared.tables.get(address.partition(".")[0])
    row = next((row for row in table.rows if f"{address}.".startswith(f"{row.address}.")), None) if table else None
    if table is None or row is None:
        return words(*address.split("."))
    rest = address[len(row.address) + 1 :]
    column = next((label for label, _, _ in table.columns if f"{rest}.".startswith(f"{label}.")), "")
    below = rest[len(column) + 1 :] if column else rest
    return words(table.name, row.label, *filter(None, [column, *below.split(".")]))


def definition(node: Definition, there: tuple[nodes.Word, ...]) -> Definition:
    """Give a definition at its whole address; what another variant keeps below it goes on as `original`."""
    bare = replace(node, path=there, notes=())
    if not any(isinstance(part, nodes.Word) and HIDDEN in part.text for part in node.walk()):
        return bare
    original = nodes.Name(NOWHERE, nodes.Word(NOWHERE, "original"))
    if isinstance(bare, nodes.Define | nodes.Advice):
        return replace(bare, cases=nodes.SingleCase(NOWHERE, original))
    return replace(bare, body=nodes.Body(NOWHERE, (), (nodes.Do(NOWHERE, original),)))


def cells(declared: Declared, table: Table, row: Row, wanted: Sequence[CellOf]) -> Iterator[nodes.Node]:
    """Give the amendments of cells of a row: of all of them in one, by a list where they are values."""
    if len(wanted) > 1 and table.gives is not None:
        values = nodes.ListLiteral(NOWHERE, tuple(map(value_of, wanted)))
        yield nodes.AmendRow(NOWHERE, ROW, words(table.name, row.label), nodes.RowValue(NOWHERE, values))
    elif table.gives is not None:
        yield from (nodes.AmendCell(NOWHERE, path_to(declared, cell.address), value_of(cell)) for cell in wanted)
    elif len(wanted) > 1:
        yield nodes.AmendRow(
            NOWHERE, ROW, words(table.name, row.label), content_of([label for label, _, _ in table.columns], row.cells)
        )
    else:
        yield from (nodes.AmendRow(NOWHERE, ROW, path_to(declared, cell.address), said_in(cell)) for cell in wanted)


def amended_column(table: Table, column: TableColumn) -> nodes.Node:
    """Give the amendment of a column: a list where its cells are values, else what each does by its row."""
    if table.gives is not None:
        content: nodes.RowValue | nodes.RowCells = nodes.RowValue(
            NOWHERE, nodes.ListLiteral(NOWHERE, tuple(map(value_of, column.cells)))
        )
    else:
        content = content_of([row.label for row in table.rows], column.cells)
    return nodes.AmendRow(NOWHERE, COLUMN, words(table.name, column.label), content)


def said_in(cell: CellOf) -> nodes.RowValue | nodes.RowBlock:
    """Give what a cell of deeds does; `none` where that is nothing."""
    return nodes.RowBlock(NOWHERE, cell.statements) if cell.statements else nodes.RowValue(NOWHERE, value_of(cell))


def content_of(labels: Sequence[str], held: Sequence[CellOf]) -> nodes.RowCells:
    """Give what a row or column of deeds does, cell by cell: by the labels of what crosses it."""
    said = [
        nodes.RowCell(NOWHERE, nodes.Word(NOWHERE, one), said_in(cell)) for one, cell in zip(labels, held, strict=True)
    ]
    return nodes.RowCells(NOWHERE, tuple(said))


def value_of(cell: CellOf) -> nodes.Expression:
    """Give what stands in a cell of values; `none` where nothing does."""
    return cell.value if cell.value is not None else nodes.Nothing(NOWHERE)
