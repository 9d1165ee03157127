"""Lower the straight lines between the rows of a table: a definition of the keys for each stretch and column.

In: a table of values, lowered but for what lies between its rows. Out: the same with a definition for every key there.
A line is exact until it is rounded to the steps of what the table gives, as the table says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Row, Table
from quarterdeck.language.declarations.types import Number
from quarterdeck.program.form import values as val
from quarterdeck.program.form.bands import ByBand, bands_within
from quarterdeck.program.form.instructions import Routine
from quarterdeck.program.form.program import Key, Program, ValueTable
from quarterdeck.program.form.values import Rounding, Value
from quarterdeck.program.lower import numbers

HOW: dict[str, Rounding] = {"down": "down", "up": "up", "nearest": "nearest"}


def with_lines(program: Program, table: Table, found: ValueTable) -> ValueTable:
    """Give a table of values with what lies between its rows; the definitions go into the program."""
    cells, rows = dict(found.cells), dict(found.rows)
    for one, other in pairwise(sorted(table.rows, key=lambda row: row.low)):
        for name, first, last in (table.columns or (("", 0, 0),)) if one.high + 1 < other.low else ():
            column = (first,) if table.columns else ()
            ends = found.cells.get((one.high, *column)), found.cells.get((other.low, *column))
            if ends[0] is None or ends[1] is None:
                continue
            line = routine(table, (one, other), name, (ends[0], ends[1]))
            program.routines[line.address] = line
            given = tuple(val.Local(kind, known) for known, kind in line.parameters)
            value = val.Defined(found.type, line.address, given, "given")
            for key in keys_between(found, one.high + 1, other.low - 1, (first, last) if table.columns else None):
                cells[key] = value
                rows[key] = line.address
    if isinstance(found.cells, ByBand):
        return replace(found, cells=ByBand(found.cells.starts, cells), rows=ByBand(found.cells.starts, rows))
    return replace(found, cells=cells, rows=rows)


def keys_between(found: ValueTable, low: int, high: int, column: tuple[int, int] | None) -> Iterable[Key]:
    """Give the keys of a stretch, or of where its bands start, in the columns that share it."""
    bands = found.cells.starts if isinstance(found.cells, ByBand) else None
    firsts: Iterable[int] = range(low, high + 1) if bands is None else bands_within(list(bands[0]), low, high)
    if column is None:
        return ((key,) for key in firsts)
    return product(firsts, range(column[0], column[1] + 1) if bands is None else bands_within(list(bands[1]), *column))


def routine(table: Table, rows: tuple[Row, Row], column: str, ends: tuple[Value, Value]) -> Routine:
    """Give the definition of the values on the line between two rows, in one column."""
    one, other = rows
    kind, gives = table.keys[0].type, table.gives
    assert isinstance(kind, Number)
    assert isinstance(gives, Number)
    known = tuple((given.name, types.without_none(given.type)) for given in table.given)
    known += tuple((key.name, types.without_none(key.type)) for key in table.keys)
    at = val.Local(kind, table.keys[0].name)
    first, last = (numbers.number(Fraction(end, kind.step), kind.step) for end in (one.high, other.low))
    from_one = numbers.multiplied(at_key(ends[0], at, first), numbers.taken(last, at))
    from_other = numbers.multiplied(at_key(ends[1], at, last), numbers.taken(at, first))
    line = numbers.divided(numbers.added(from_one, from_other), numbers.taken(last, first), negative=False)
    address = f"{table.name}.{one.label} to {other.label}" + (f".{column}" if column else "")
    return Routine(address, "define", known, numbers.rounded(line, HOW[table.between_rows], gives.step), (), one.span)


def at_key(cell: Value, key: val.Local, end: Value) -> Value:
    """Give what a cell comes to where its row ends: what is worked out there is asked with that key."""
    if isinstance(cell, val.Defined):
        return replace(cell, arguments=tuple(end if given == key else given for given in cell.arguments))
    return cell
