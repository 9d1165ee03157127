"""Declare tables: their keys and columns, their rows with what each covers, and their cells.

In: a document of a table. Out: a `Table` in a `Declared`, and findings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm

from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import article, did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.replacements import report_twice
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Key, Parameter, Row, Table
from quarterdeck.language.declarations.written_types import DocumentText, report_unknown, report_unknown_words
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.documents.shape import Cell
from quarterdeck.language.syntax.from_text import parse_cell

_NUMBER = r"-?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE]-?\d+)?"
LABEL = re.compile(rf"\.\.(?P<most>{_NUMBER})|(?P<low>{_NUMBER})(?:(?P<open>\+)|-(?P<high>{_NUMBER}))?")
"""How a row or column of a key of numbers says for which of them it counts: `3`, `2.5-3`, `..1`, `10+`."""

NOTHING = ("-", "none", "null", "~")
"""What a cell says in which nothing happens, or that gives none; one without a word was forgotten."""


def one_of(kind: types.Type) -> str:
    """Say what a key may be: `a Mood`, `yes or no`, `in 1..6`."""
    match kind:
        case types.Number():
            return f"in {kind}"
        case types.Boolean():
            return "yes or no"
    return article(str(kind))


@dataclass(frozen=True)
class DeclaringTables:
    """One run of declaring the tables of a layer."""

    declared: Declared
    findings: Findings
    layer: str

    @property
    def text(self) -> DocumentText:
        """Give who reads pieces of rules text."""
        return DocumentText(self.declared, self.findings)

    def table(self, document: YamlDocument) -> None:
        """Declare a table, its rows and its cells."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Table)
        name = shape.table
        self.text.good_name(name, places.value("table"))
        if known := self.declared.tables.get(name):
            place, first = (one.places.value("table") for one in (document, known.document))
            report_twice(self.findings, self.layer, f"table `{name}`", place, first)
            return
        keys = tuple(
            self.key(key, self.text.type_from(code, document, ("key", key)), places.key("key", key))
            for key, code in shape.key.items()
        )
        if not keys:
            hint = "write `key: {roll: 1..6}`: the key of a row"
            self.findings.add("QD205", f"the table `{name}` has no key", places.value("key"), hint=hint)
            return
        columns = self.columns(shape, document, keys)
        if columns is None:
            self.declared.lost.add(name)
            return
        given = tuple(
            Parameter(
                word,
                self.text.type_from(code, document, ("given", word)),
                f"the {word.replace('_', ' ')}",
                places.key("given", word),
            )
            for word, code in shape.given.items()
        )
        gives, in_columns = self.gives(shape, document, columns)
        report_unknown_words(self.findings, document, shape.words, shape.key)
        rows = []
        for label, cell in shape.rows.items():
            span = places.key("rows", label)
            bounds = self.row_bounds(label, keys[0].type, span)
            if bounds is None:
                continue
            cells = self.cells(name, label, cell, columns, document, gives is None)
            rows.append(Row(label, f"{name}.{label}", *bounds, cells, span, shape.row_sources.get(label, shape.source)))
        self.tell_apart(name, rows)
        for label in shape.row_sources:
            if label not in shape.rows:
                report_unknown(self.findings, label, places.key("row_sources", label), shape.rows, "row")
        self.declared.tables[name] = Table(
            name,
            shape.title,
            keys,
            columns,
            given,
            gives,
            tuple(rows),
            document,
            self.layer,
            self.between_rows(shape, document, keys[0], gives),
            in_columns,
        )

    def gives(
        self, shape: shapes.Table, document: YamlDocument, columns: tuple[tuple[str, int, int], ...]
    ) -> tuple[types.Type | None, Mapping[str, types.Type]]:
        """Give what all cells give together, and what those of each column do where that is said of each."""
        if not isinstance(shape.gives, dict):
            return (self.text.type_from(shape.gives, document, ("gives",)) if shape.gives else None), {}
        labels = [label for label, _, _ in columns]
        for label in shape.gives:
            if label not in labels:
                report_unknown(self.findings, label, document.places.key("gives", label), labels, "column")
        found = {
            label: self.text.type_from(code, document, ("gives", label))
            for label, code in shape.gives.items()
            if label in labels
        }
        span = document.places.key("gives")
        for label in labels:
            if label not in found:
                hint = f"add `{label}: ...`, or say once what all columns give"
                self.findings.add("QD214", f"`gives` does not say what `{label}` gives", span, hint=hint)
        together = self.together(list(found.values()), shape.between_rows is not None)
        if together is not None:
            return together, found
        if found and not any(isinstance(kind, types.Unknown) for kind in found.values()):
            hint = "give all of them one unit, and the same steps if rows are interpolated"
            self.findings.add("QD224", f"the columns of `{shape.table}` have different types", span, hint=hint)
        return types.UNKNOWN, {}

    @staticmethod
    def together(kinds: list[types.Type], in_same_steps: bool) -> types.Number | None:
        """Give the numbers that all columns give, in steps that all of them have; nothing where there are none."""
        numbers = [kind for kind in kinds if isinstance(kind, types.Number)]
        steps = {kind.step for kind in numbers}
        if len(numbers) < len(kinds) or len({kind.unit for kind in numbers}) != 1:
            return None
        low, high, step = min(kind.low for kind in numbers), max(kind.high for kind in numbers), lcm(*steps)
        if (in_same_steps and len(steps) > 1) or max(-low, high) * step > types.MOST:
            return None
        return replace(numbers[0], low=low, high=high, step=step)

    def key(self, name: str, kind: types.Type, span: Span) -> Key:
        """Give a key; report one by whose values rows cannot be told apart."""
        unknown = isinstance(kind, types.Unknown)
        if not unknown and (self.declared.number_of(kind) is None or types.may_be_none(kind)):
            hint = "look up by a number, a member of an enum, or yes or no"
            self.findings.add("QD216", f"a table key cannot be {kind}", span, hint=hint)
            unknown = True
        return Key(name, types.UNKNOWN if unknown else kind, span)

    def between_rows(self, shape: shapes.Table, document: YamlDocument, key: Key, gives: types.Type | None) -> str:
        """Give how values between the rows are rounded; report lines between what is no number."""
        if shape.between_rows is None or isinstance(key.type, types.Unknown) or isinstance(gives, types.Unknown):
            return ""
        if not isinstance(key.type, types.Number) or not isinstance(gives, types.Number):
            wrong = f"`{key.name}` is {key.type}" if not isinstance(key.type, types.Number) else f"its value is {gives}"
            if gives is None:
                wrong = "its cells are statements"
            hint = "remove `between_rows:`, and cover ranges with rows"
            message = f"there is no straight line between the rows of `{shape.table}`: {wrong}"
            self.findings.add("QD220", message, document.places.key("between_rows"), hint=hint)
            return ""
        return shape.between_rows.split()[-1]

    def tell_apart(self, table: str, rows: list[Row]) -> None:
        """Report a row that is called like a cell of another: `1.5` is a row, and column `5` of row `1`."""
        known = {row.address: row for row in rows}
        for row in rows:
            for cell in row.cells:
                other = known.get(cell.address)
                if other is not None and other is not row:
                    message = f"`{cell.address}` is both this row and column `{cell.address[len(row.address) + 1 :]}`"
                    hint = f"write `{other.label}0` here: the same number, and another address"
                    self.findings.add("QD219", f"{message} of row `{row.label}`", other.span, hint=hint, rule=table)

    def columns(
        self, shape: shapes.Table, document: YamlDocument, keys: tuple[Key, ...]
    ) -> tuple[tuple[str, int, int], ...] | None:
        """Give the label of each column with the first and last key that it counts for; nothing if there are none."""
        named = {key.name for key in keys[1:]}
        hint = f"columns belong to the second key: `{keys[1].name}`" if named else "add a second key to `key:`"
        for word in shape.columns or {}:
            if word not in named:
                message, place = f"there is no key with columns `{word}`", document.places.key("columns", word)
                self.findings.add("QD310", message, place, hint=did_you_mean(word, named, hint))
        if len(keys) < 2:
            return ()
        if len(keys) > 2:
            more = keys[2]
            hint = "write a table by condition, which has any number of keys: `table_by_condition: ...`"
            message = f"a table has two keys at most, for rows and columns, and `{more.name}` is another"
            self.findings.add("QD211", message, more.span, hint=hint)
            return None
        wrong = [word for word in shape.columns or {} if word not in named]
        key = keys[1].name if keys[1].name in (shape.columns or {}) or not wrong else wrong[0]
        if shape.columns and key in shape.columns:
            found = []
            for index, label in enumerate(shape.columns[key]):
                bounds = self.row_bounds(label, keys[1].type, document.places.value("columns", key, index))
                if bounds:
                    found.append((label, *bounds))
            return tuple(found)
        if isinstance(keys[1].type, types.EnumType):
            return tuple((member, i, i) for i, member in enumerate(self.declared.enums[keys[1].type.enum].members))
        columns = '["no", "yes"]' if isinstance(keys[1].type, types.Boolean) else "[1-3, 4-6]"
        self.findings.add(
            "QD211", "the second key needs `columns:`", keys[1].span, hint=f"columns: {{{keys[1].name}: {columns}}}"
        )
        return None

    def row_bounds(self, label: str, kind: types.Type, span: Span) -> tuple[int, int] | None:
        """Give the first and last key of a row: `3`, `2-3`, `..1`, `10+`, a member, or `otherwise`."""
        if isinstance(kind, types.Number):
            return self.numbers_of(label, kind, span)
        if isinstance(kind, types.Unknown):
            return None
        known = self.declared.enums[kind.enum].members if isinstance(kind, types.EnumType) else ("no", "yes")
        if label in known:
            return known.index(label), known.index(label)
        hint = did_you_mean(label, known, f"write one of {', '.join(known)}")
        self.findings.add("QD212", f"`{label}` is not {one_of(kind)}", span, hint=hint)
        return None

    def numbers_of(self, label: str, kind: types.Number, span: Span) -> tuple[int, int] | None:
        """Give the first and last number of a label, each as a whole number of the steps of its key."""
        found = LABEL.fullmatch(label)
        if found is None and label.count("(") < label.count(")"):
            hint = "a comma ends a row: put what a row does in quotes"
            self.findings.add("QD212", f"`{label}` is not {one_of(kind)}", span, hint=hint)
            return None
        if found is None:
            example = "`2.5`, `2.5-3`, `..1.5` or `10+`" if kind.step > types.WHOLE else "`3`, `2-3`, `..1` or `10+`"
            open_end = label.endswith("..") and LABEL.fullmatch(f"{label[:-2]}+")
            hint = f"write `{label[:-2]}+`" if open_end else f"write {example}"
            self.findings.add("QD212", f"`{label}` is not {one_of(kind)}", span, hint=hint)
            return None
        ends = [decimals.steps_in(found[part], kind.step) for part in ("low", "high", "most") if found[part]]
        whole = [end for end in ends if end is not None]
        if len(whole) < len(ends):
            words = "whole numbers" if kind.step == types.WHOLE else types.steps_said(kind.step)
            hint = f"keep to {words}, or give the key finer steps, for example `0..9.9 tenths`"
            self.findings.add("QD212", f"`{label}` lies between {words}, and the key is {kind}", span, hint=hint)
            return None
        least, most = (int(end * kind.step) for end in (kind.low, kind.high))
        if found["most"]:
            return least, whole[0]
        return whole[0], most if found["open"] else whole[-1]

    def cells(
        self,
        table: str,
        label: str,
        given: Cell | dict[str, Cell],
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
        by_column: dict[str, tuple[Cell, Path]] = {}
        if isinstance(given, dict):
            by_column = {str(column): (value, (*path, column)) for column, value in given.items()}
        elif isinstance(given, list):
            by_column = {
                column[0]: (value, (*path, i)) for i, (column, value) in enumerate(zip(columns, given, strict=False))
            }
            if len(given) != len(columns):
                cut = any(str(one).count("(") != str(one).count(")") for one in given)
                self.miscounted(len(given), columns, document.places.value(*path), cut)
                by_column = {} if cut else by_column
        elif given is None or given in NOTHING:  # of the whole row
            nothing = self.cell(f"{table}.{label}", given, document, path, acting)
            return tuple(replace(nothing, address=f"{nothing.address}.{column}") for column, _, _ in columns)
        else:
            self.miscounted(1, columns, document.places.value(*path))
        for column in by_column:
            if column not in [c[0] for c in columns]:
                place = document.places.key(*path, column)
                report_unknown(self.findings, column, place, [c[0] for c in columns], "column")
        for column, _, _ in columns:
            if column not in by_column:
                if isinstance(given, dict):
                    self.findings.add(
                        "QD214",
                        f"the row has no cell for `{column}`",
                        document.places.key(*path),
                        hint="write `-` if nothing happens",
                    )
                found.append(CellOf(f"{table}.{label}.{column}", None, (), document.places.key(*path)))
                continue
            value, at = by_column[column]
            found.append(self.cell(f"{table}.{label}.{column}", value, document, at, acting))
        return tuple(found)

    def miscounted(self, count: int, columns: Sequence[tuple[str, int, int]], span: Span, cut: bool = False) -> None:
        """Report a row that is no list of a cell for each column, perhaps because commas have `cut` some of them."""
        there = "1 cell" if count == 1 else f"{count} cells"
        wanted = "1 column" if len(columns) == 1 else f"{len(columns)} columns"
        hint = f"write a list of the values of {', '.join(f'`{label}`' for label, _, _ in columns)}"
        hint = "a comma ends a cell: put each cell that holds commas in quotes" if cut else hint
        self.findings.add("QD214", f"the row has {there} for {wanted}", span, hint=hint)

    def cell(self, address: str, given: Cell, document: YamlDocument, path: Path, acting: bool) -> CellOf:
        span = document.places.value(*path)
        if given == [] or (given is None and span.text not in NOTHING):
            hint = 'write `"-"` if nothing happens' if acting else "give it a value"
            span = span if span.text.strip() else document.places.key(*path)
            self.findings.add("QD405", "this cell is empty", span, hint=hint, rule=address)
            return CellOf(address, None, (), span)
        if given is None or given in NOTHING:
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
            self.findings.add("QD215", "a cell has one value", span)
            return CellOf(address, None, (), span)
        return CellOf(address, self.text.expression_from(given, document, path), (), span)
