"""Check that tables cover their keys, each value once, and hold what they say of themselves.

In: a `Checked` ruleset. Out: findings: gaps, overlaps, rows that no lookup uses, values that break a rise or
fall, cells without a value. Whether a value fits what the table gives has been checked with the kinds. A row is only
called dead where no look-up's range of keys meets it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.declaring_tables import NOTHING
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Key, Table
from quarterdeck.language.declarations.types import (
    Boolean,
    DiceType,
    EnumType,
    Number,
    Numeric,
    Type,
    may_be_none,
    number_at,
    shown,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

UNREACHED = "unreached"
"""The `about` of a finding on a row or column that no lookup reaches."""
"""How a finding begins that hangs on who looks something up, and not on the table alone."""


@dataclass(frozen=True)
class TableLine:
    """A row or column: its label and the keys for which it counts."""

    label: str
    low: int
    high: int
    span: Span


def check_tables(checked: Checked, findings: Findings) -> None:
    """Check every table."""
    asked = keys_asked(checked)
    for table in checked.declared.tables.values():
        unread = any(f.code == "QD212" and f.span.file is table.document.file for f in findings)
        for key, what, lines in lines_of(table, unread):
            place = table.keys.index(key)
            bounds = checked.declared.number_of(key.type)
            if bounds is None:
                continue
            is_joined = what == "row" and bool(table.between_rows)
            covering = with_what_leads_on(lines) if is_joined else lines
            if table.shape.between_rows and not table.between_rows:
                continue  # what its rows are meant to cover is not known
            check_cover(checked, table, key, what, covering, bounds, findings)
            ranges = [keys[place] for keys in asked.get(table.name, []) if place < len(keys)]
            reaching = with_what_leads_there(lines) if is_joined else lines
            check_reach(checked, table, key, what, lines, reaching, bounds, ranges, findings)
        check_monotone(checked, table, findings)
        check_cells(table, findings)


def lines_of(table: Table, unread: bool) -> Iterator[tuple[Key, str, list[TableLine]]]:
    """Give the keys of a table with their rows or columns, unless some are unread or follow from an enum."""
    if table.keys and not unread:
        yield table.keys[0], "row", [TableLine(row.label, row.low, row.high, row.span) for row in table.rows]
    if len(table.keys) > 1 and table.shape.columns and table.keys[1].name in table.shape.columns:
        places = table.document.places
        labels = table.shape.columns[table.keys[1].name]
        if len(table.columns) == len(labels):
            spans = [places.value("columns", table.keys[1].name, i) for i in range(len(labels))]
            yield (
                table.keys[1],
                "column",
                [TableLine(*column, span) for column, span in zip(table.columns, spans, strict=True)],
            )


def with_what_leads_on(rows: list[TableLine]) -> list[TableLine]:
    """Give rows with the keys on the straight line from each to the next one."""
    found = sorted(rows, key=lambda row: row.low)
    for place, (row, following) in enumerate(pairwise(found)):
        if row.low <= row.high:
            found[place] = replace(row, high=max(row.high, following.low - 1))
    return found


def with_what_leads_there(rows: list[TableLine]) -> list[TableLine]:
    """Give rows, in their order, with the keys on the lines to and from each: a value there needs both its ends."""
    found = {row: row for row in rows}
    for row, following in pairwise(sorted((row for row in rows if row.low <= row.high), key=lambda row: row.low)):
        found[row] = replace(found[row], high=max(row.high, following.low - 1))
        found[following] = replace(found[following], low=min(following.low, row.high + 1))
    return [found[row] for row in rows]


# --- coverage


def check_cover(
    checked: Checked,
    table: Table,
    key: Key,
    what: str,
    lines: list[TableLine],
    bounds: tuple[int, int],
    findings: Findings,
) -> None:
    """Report the keys that no line covers, and those that two do."""
    missing = gaps(lines, bounds)
    if missing:
        findings.add(
            "QD401",
            f"no {what} of `{table.name}` covers {key.name} {shown_keys(checked.declared, key.type, missing)}",
            key.span,
            hint=f"add a {what}, with `-` if nothing happens, or narrow the key",
            rule=table.name,
        )
    ordered = sorted((line for line in lines if line.low <= line.high), key=lambda line: (line.low, line.high))
    for index, line in enumerate(ordered):
        for other in ordered[index + 1 :]:
            if other.low > line.high:
                break
            both = shown_keys(checked.declared, key.type, [(other.low, min(line.high, other.high))])
            first, second = sorted((line, other), key=lambda one: one.span.start)
            hint = "list each value of the key once"
            if first.span.file != second.span.file:  # one is a house rule's
                hint += (
                    f"; to divide the {what} that is there, write `split {what} {table.name}.LABEL into LABEL, LABEL`"
                )
            findings.add(
                "QD402",
                f"two {what}s of `{table.name}` cover {key.name} {both}",
                second.span,
                labels=[Label(first.span, "the other one")],
                hint=hint,
                rule=table.name,
            )


def gaps(lines: list[TableLine], bounds: tuple[int, int]) -> list[tuple[int, int]]:
    """Give the stretches of a range that no line covers."""
    found = []
    at = bounds[0]
    for line in sorted((line for line in lines if line.low <= line.high), key=lambda one: one.low):
        if line.low > at:
            found.append((at, min(line.low - 1, bounds[1])))
        at = max(at, line.high + 1)
        if at > bounds[1]:
            return found
    return [*found, (at, bounds[1])]


def shown_keys(declared: Declared, kind: Type, stretches: list[tuple[int, int]]) -> str:
    """Give stretches of a key as an author writes them."""
    if isinstance(kind, EnumType):
        members = declared.enums[kind.enum].members
        return ", ".join(members[place] for low, high in stretches for place in range(low, high + 1))
    if isinstance(kind, Boolean):
        return ", ".join(("no", "yes")[place] for low, high in stretches for place in range(low, high + 1))
    ends = [tuple(shown(number_at(kind, end)) for end in stretch) for stretch in stretches]
    return ", ".join(low if low == high else f"{low} to {high}" for low, high in ends)


# --- what look-ups reach


def keys_asked(checked: Checked) -> dict[str, list[list[range | None]]]:
    """Give the keys at every look-up, by table, in the steps of the table; nothing (None) stands for any key."""
    asked: dict[str, list[list[range | None]]] = {}
    for node in checked.meanings:
        if isinstance(node, nodes.Lookup) and isinstance(node.table, nodes.Name):
            table = checked.declared.tables.get(node.table.word.text)
            known = zip(node.keys, table.keys, strict=False) if table else ()
            asked.setdefault(node.table.word.text, []).append([keys_of(checked, node, key.type) for node, key in known])
    return asked


def keys_of(checked: Checked, node: nodes.Expression, wanted: Type) -> range | None:
    """Give the keys of a type that an expression may be, as far as known: whole numbers may lie steps apart."""
    meaning = checked.meanings.get(node)
    if isinstance(meaning, meanings.EnumValue):
        return range(meaning.place, meaning.place + 1)
    match node:
        case nodes.Yes():
            return range(1, 2)
        case nodes.No():
            return range(1)
        case nodes.Grouped(inner=inner):
            return keys_of(checked, inner, wanted)
    kind = checked.types.get(node)
    if not (isinstance(kind, Numeric) and isinstance(wanted, Number)):
        return None
    stride = wanted.step // kind.step if isinstance(kind, Number) and wanted.step % kind.step == 0 else 1
    return range(floor(kind.low * wanted.step), ceil(kind.high * wanted.step) + 1, stride)


def meet(asked: range, line: TableLine) -> bool:
    """Tell whether one of the keys that are asked for lies on a line."""
    if not asked:
        return False
    first = max(asked.start, line.low + (asked.start - line.low) % asked.step)
    return first <= min(line.high, asked[-1])


def check_reach(
    checked: Checked,
    table: Table,
    key: Key,
    what: str,
    lines: list[TableLine],
    reaching: list[TableLine],
    bounds: tuple[int, int],
    ranges: list[range | None],
    findings: Findings,
) -> None:
    """Report a line that lies outside its key, or that no lookup uses; `reaching` has all keys that need it."""
    for line, needed in zip(lines, reaching, strict=True):
        if line.low > line.high and bounds[0] <= line.high and line.low <= bounds[1]:
            findings.add(
                "QD403",
                f"`{line.label}` runs backwards",
                line.span,
                hint=f"write `{'-'.join(shown(number_at(key.type, end)) for end in (line.high, line.low))}`",
                rule=table.name,
            )
        elif line.low > line.high or line.high < bounds[0] or line.low > bounds[1]:
            findings.add(
                "QD403",
                f"{key.name} is never {line.label}: it is {key.type}",
                line.span,
                labels=[Label(key.span, "the key is declared here")],
                hint=f"leave the {what} out, or widen the key",
                rule=table.name,
            )
        elif line.low < bounds[0] or line.high > bounds[1]:
            findings.add(
                "QD403",
                f"a part of this {what} is outside the key, which is {key.type}",
                line.span,
                labels=[Label(key.span, "the key is declared here")],
                hint=f"shorten the {what}, or widen the key",
                rule=table.name,
            )
        elif ranges and not any(asked is None or meet(asked, needed) for asked in ranges):
            reached = shown_keys(checked.declared, key.type, sorted({(a[0], a[-1]) for a in ranges if a}))
            findings.add(
                "QD403",
                f"no lookup uses this {what}: {key.name} is {reached} wherever the table is used",
                line.span,
                hint=f"leave the {what} out, or look at the rules that use the table",
                rule=table.name,
                about=UNREACHED,
            )


# --- rise and fall


Steps = list[tuple[str, str, Fraction, Span]]


def check_monotone(checked: Checked, table: Table, findings: Findings) -> None:
    """Report values that go the other way than `monotone:` says."""
    said = table.shape.monotone
    if said is False:
        return
    for name, way in said.items() if isinstance(said, dict) else [("", "")]:
        lines = lines_along(checked, table, name)
        if lines is None:
            findings.add(
                "QD404",
                f"`{name}` is not a key or column of `{table.name}`",
                table.document.places.key("monotone", name),
                hint=f"keys are {', '.join(key.name for key in table.keys)}",
                rule=table.name,
            )
        for line in lines or ():
            check_line(table, way, line, findings)


def lines_along(checked: Checked, table: Table, name: str) -> list[Steps] | None:
    """Give the lines of values along a key, or down one column, or down all; None where nothing bears the name."""
    labels = [label for label, _, _ in table.columns] or [""]
    rows = [row for row in sorted(table.rows, key=lambda row: row.low) if len(row.cells) == len(labels)]
    if len(table.keys) > 1 and name == table.keys[1].name:
        order = sorted(range(len(table.columns)), key=lambda i: table.columns[i][1])
        found = [[(labels[i], row.cells[i]) for i in order] for row in rows]
    elif name in ("", table.keys[0].name):
        found = [[(row.label, row.cells[i]) for row in rows] for i in range(len(labels))]
    elif name in labels:
        found = [[(row.label, row.cells[labels.index(name)]) for row in rows]]
    else:
        return None
    return [
        [
            (label, cell.address, value, cell.span)
            for label, cell in line
            if (value := number_in(checked, cell)) is not None
        ]
        for line in found
    ]


def check_line(table: Table, way: str, line: Steps, findings: Findings) -> None:
    """Report the first value of a line that breaks its direction; where none is said, its ends give it."""
    if len(line) < 2:
        return
    way = way or ("rising" if line[-1][2] >= line[0][2] else "falling")
    sign = 1 if way == "rising" else -1
    for (label, _, value, span), (_, address, following, place) in pairwise(line):
        if (following - value) * sign < 0:
            findings.add(
                "QD404",
                f"{shown(following)} follows {shown(value)} (at {label}), and `{table.name}` is said to be {way}",
                place,
                labels=[Label(span, "the value before it")],
                hint="correct the value, or remove `monotone:`",
                rule=address,
            )
            return


def number_in(checked: Checked, cell: CellOf) -> Fraction | None:
    """Give a cell's constant, the middle of its dice, or the place of its member; nothing for anything else."""
    value = cell.value
    if value is None:
        return None
    meaning = checked.meanings.get(value)
    if isinstance(meaning, meanings.EnumValue):
        return Fraction(meaning.place) if meaning.enum.sort == "ladder" else None
    kind = checked.types.get(value)
    if isinstance(kind, Numeric) and kind.low == kind.high:
        return Fraction(kind.low)
    if isinstance(kind, DiceType):
        return Fraction(kind.low + kind.high, 2)
    return None


# --- cells


def check_cells(table: Table, findings: Findings) -> None:
    """Report cells of a table of values that hold none."""
    if table.gives is None or may_be_none(table.gives):
        return
    for row in table.rows:
        for cell in row.cells:
            if cell.value is None and cell.span.text.strip("\"'") in NOTHING:
                findings.add(
                    "QD405",
                    f"this cell is empty, and `{table.name}` gives {table.gives}",
                    cell.span,
                    hint="give it a value, or declare the table as `... or none`",
                    rule=cell.address,
                )
