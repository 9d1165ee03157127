"""Declare tables: keys, columns, rows with the keys for which they count, cells as values or statements.

In: the document of a table. Out: a `Table` in a `Declared`, and findings.
"""

from __future__ import annotations

from difflib import get_close_matches

from quarterdeck.names import types
from quarterdeck.names.declared import (
    CellOf,
    Key,
    Parameter,
    Row,
    Table,
)
from quarterdeck.names.type_names import TypeNames
from quarterdeck.source import Span
from quarterdeck.syntax import nodes
from quarterdeck.syntax.from_text import parse_cell
from quarterdeck.tables import shapes
from quarterdeck.tables.from_yaml import YamlDocument
from quarterdeck.tables.yaml import Path


class Tables(TypeNames):
    """One run of declaring tables."""

    def table(self, document: YamlDocument) -> None:
        """Declare a table, its rows and its cells."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Table)
        name = shape.table
        self.good_name(name, places.value("table"))
        if name in self.declared.tables:
            self.findings.add("QD301", f"table `{name}` is declared twice", places.value("table"))
            return
        keys = tuple(
            Key(key, self.type_from(code, document, ("key", key)), places.key("key", key))
            for key, code in shape.key.items()
        )
        if not keys:
            hint = "write `key: {roll: 1..6}`: what a row is looked up by"
            self.findings.add("QD205", f"the table `{name}` has no key", places.value("key"), hint=hint)
            return
        columns = self.columns(shape, document, keys)
        given = tuple(
            Parameter(
                word,
                self.type_from(code, document, ("given", word)),
                f"the {word.replace('_', ' ')}",
                places.key("given", word),
            )
            for word, code in shape.given.items()
        )
        gives = self.type_from(shape.gives, document, ("gives",)) if shape.gives else None
        rows = []
        for label, cell in shape.rows.items():
            span = places.key("rows", label)
            bounds = self.row_bounds(label, keys[0].type, span)
            if bounds is None:
                continue
            cells = self.cells(name, label, cell, columns, document, gives is None)
            rows.append(Row(label, f"{name}.{label}", *bounds, cells, span, shape.row_sources.get(label, shape.source)))
        for label in shape.row_sources:
            if label not in shape.rows:
                self.unknown(nodes.Word(places.key("row_sources", label), label), label, shape.rows, "row")
        self.declared.tables[name] = Table(
            name, shape.title, keys, columns, given, gives, tuple(rows), document, self.layer
        )

    def columns(
        self, shape: shapes.Table, document: YamlDocument, keys: tuple[Key, ...]
    ) -> tuple[tuple[str, int, int], ...]:
        if len(keys) < 2:
            return ()
        if shape.columns and keys[1].name in shape.columns:
            found = []
            for index, label in enumerate(shape.columns[keys[1].name]):
                bounds = self.row_bounds(label, keys[1].type, document.places.value("columns", keys[1].name, index))
                if bounds:
                    found.append((label, *bounds))
            return tuple(found)
        if isinstance(keys[1].type, types.Member):
            return tuple((member, i, i) for i, member in enumerate(self.declared.enums[keys[1].type.enum].members))
        self.findings.add(
            "QD211", "the second key needs `columns:`", keys[1].span, hint=f"columns: {{{keys[1].name}: [1-3, 4-6]}}"
        )
        return ()

    def row_bounds(self, label: str, kind: types.Type, span: Span) -> tuple[int, int] | None:
        """Give the first and last key of a row: `3`, `2-3`, `..1`, `10+`, a member, or `otherwise`."""
        bounds = self.declared.number_of(kind)
        if bounds is None:
            return None
        try:
            if isinstance(kind, types.Member):
                place = self.declared.enums[kind.enum].members.index(label)
                return place, place
            if isinstance(kind, types.Truth):
                place = ["no", "yes"].index(label)
                return place, place
            if label.endswith("+"):
                return int(label[:-1]), bounds[1]
            if label.startswith(".."):
                return bounds[0], int(label[2:])
            if "-" in label[1:]:
                low, high = label[1:].split("-", 1)
                return int(label[0] + low), int(high)
            return int(label), int(label)
        except ValueError:
            hint = "write `3`, `2-3`, `..1` or `10+`"
            if isinstance(kind, types.Member):
                close = get_close_matches(label, self.declared.enums[kind.enum].members, 1)
                hint = (
                    f"did you mean `{close[0]}`?"
                    if close
                    else f"members are {', '.join(self.declared.enums[kind.enum].members)}"
                )
            self.findings.add("QD212", f"`{label}` is no {kind}", span, hint=hint)
            return None

    def cells(
        self,
        table: str,
        label: str,
        given: shapes.Cell | dict[str, shapes.Cell],
        columns: tuple[tuple[str, int, int], ...],
        document: YamlDocument,
        acting: bool,
    ) -> tuple[CellOf, ...]:
        path: Path = ("rows", label)
        if not columns:
            if isinstance(given, dict):
                self.findings.add("QD213", "this table has no columns", document.places.value(*path))
                return ()
            return (self.cell(f"{table}.{label}", given, document, path, acting),)
        found = []
        by_column: dict[str, tuple[shapes.Cell, Path]] = {}
        if isinstance(given, dict):
            by_column = {str(column): (value, (*path, column)) for column, value in given.items()}
        elif isinstance(given, list):
            by_column = {
                column[0]: (value, (*path, i)) for i, (column, value) in enumerate(zip(columns, given, strict=False))
            }
            if len(given) != len(columns):
                self.findings.add(
                    "QD214", f"the row has {len(given)} cells for {len(columns)} columns", document.places.value(*path)
                )
        elif given is not None and given not in ("-", "none"):
            self.findings.add("QD214", f"the row has one cell for {len(columns)} columns", document.places.value(*path))
        for column in by_column:
            if column not in [c[0] for c in columns]:
                self.unknown(
                    nodes.Word(document.places.key(*path, column), column), column, [c[0] for c in columns], "column"
                )
        for column, _, _ in columns:
            if column not in by_column:
                if isinstance(given, dict):
                    self.findings.add(
                        "QD214",
                        f"the row has no cell for `{column}`",
                        document.places.key(*path),
                        hint="write `-` where nothing happens",
                    )
                found.append(CellOf(f"{table}.{label}.{column}", None, (), document.places.key(*path)))
                continue
            value, at = by_column[column]
            found.append(self.cell(f"{table}.{label}.{column}", value, document, at, acting))
        return tuple(found)

    def cell(self, address: str, given: shapes.Cell, document: YamlDocument, path: Path, acting: bool) -> CellOf:
        span = document.places.value(*path)
        if given is None or given in ("-", "none"):
            return CellOf(address, None, (), span)
        if acting:
            items = [(given, path)] if isinstance(given, str) else [(item, (*path, i)) for i, item in enumerate(given)]
            statements = [
                statement
                for item, at in items
                if (statement := parse_cell(item, document.file, document.places.offsets(item, *at), self.findings))
            ]
            return CellOf(address, None, tuple(statements), span)
        if not isinstance(given, str):
            self.findings.add("QD215", "a cell of values holds one value", span)
            return CellOf(address, None, (), span)
        return CellOf(address, self.expression_from(given, document, path), (), span)
