"""Rosters from files: one row for each thing, one column for each field, parts from further files.

In: grids, and what each column means. Out: a roster as YAML. A field that a row leaves empty is left out, so that the
thing begins with what its kind says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from quarterdeck.analysis.imports.cell_forms import (
    TWO_PARTS,
    CellError,
    KnownWords,
    ReadsCell,
    is_empty,
    name_of,
    read_as,
    reader_of,
    truth_in,
)
from quarterdeck.analysis.imports.file_grids import FileRow, ImportRefusedError
from quarterdeck.analysis.imports.imported import Columns, DocumentWishes, Imported, ImportedGrid
from quarterdeck.analysis.scaffold.yaml_text import block
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field, Kind

BUILT_IN = ("Game", "Side")
LIKE = "like"
"""The column that names the thing from which another takes what its own row leaves empty."""


def kinds_of_things(game: Declared) -> list[str]:
    """Return the kinds whose things a roster may hold: not the game itself, its sides, or parts."""
    return [name for name, kind in game.kinds.items() if name not in BUILT_IN and kind.part_of is None]


@dataclass(frozen=True)
class RosterWishes:
    """What a roster is to be called, what its columns mean, and of which game it is, if that is known.

    `named_by` are the columns that name a thing together; without them it is the column `name`, or the first.
    """

    document: DocumentWishes
    kind: str
    named_by: Sequence[str] = ()
    columns: Columns = field(default_factory=dict)
    game: Declared | None = None

    def kind_known(self) -> Kind | None:
        """Return the kind, if the game is known.

        Raises:
            ImportRefusedError: the game has no such kind.
        """
        if self.game is None:
            return None
        if self.kind not in self.game.kinds:
            known = ", ".join(kinds_of_things(self.game))
            raise ImportRefusedError(f"the game has no kind {self.kind}; name one with --kind: {known}")
        return self.game.kinds[self.kind]


@dataclass(frozen=True)
class FieldColumn:
    """A column that fills fields, with who reads each of its parts."""

    heading: str
    fields: tuple[str, ...]
    readers: tuple[ReadsCell, ...]
    known: tuple[Field | None, ...]


def import_roster(source: ImportedGrid, wishes: RosterWishes, parts: Mapping[str, ImportedGrid]) -> Imported:
    """Read a roster; `parts` are further grids, by the field that each fills with parts of the things.

    Raises:
        ImportRefusedError: there is no such column, kind or field.
    """
    kind = wishes.kind_known()
    named_by = [source.column(one) for one in wishes.named_by] or [naming_column(source)]
    columns = columns_of(source, wishes, kind, named_by)
    things: dict[str, dict[str, Any]] = {}
    for row in source.rows:
        name = " ".join(filter(None, (row.cells[source.columns[one]] for one in named_by)))
        if not name or (len(source.columns) > len(named_by) + 1 and sum(map(bool, row.cells)) <= len(named_by)):
            source.report(row, "", f"this row {'has only a name' if name else 'names nothing'}; it is left out")
        elif name in things:
            source.report(row, named_by[0], f"a row above is named {name} too; this one is left out")
        else:
            things[name] = values_of(source, row, columns, wishes)
    for listed, grid in parts.items():
        add_parts(grid, listed, things, wishes, kind)
    head = wishes.document.head("roster") | {"kind": wishes.kind}
    text = "\n".join([*block(head), "things:", *block(things, 1), ""])
    read = (source, *parts.values())
    problems = [one for grid in read for one in grid.problems]
    return Imported(
        "roster", wishes.document.name, len(things), text, problems, [one for grid in read for one in grid.notes]
    )


def naming_column(source: ImportedGrid) -> str:
    """Return the column that names things: `name`, or the first."""
    return next((one for one in source.columns if name_of(one) == "name"), next(iter(source.columns)))


def columns_of(
    source: ImportedGrid, wishes: RosterWishes, kind: Kind | None, named_by: Sequence[str]
) -> list[FieldColumn]:
    """Return the columns that fill fields, each with how it is read.

    Raises:
        ImportRefusedError: the kind has no field of a name that somebody gave.
    """
    wanted = {
        source.column(heading): fields for heading, fields in wishes.columns.items() if fields_in(source, heading)
    }
    found = []
    for heading in source.columns:
        fields = wanted.get(heading)
        if fields is None and heading not in named_by:
            fields = fields_headed(heading, kind)
            if not fields:
                shown = f"column {heading}" if heading in source.head.cells else heading
                source.notes.append(f"{shown} is left out: {wishes.kind} has no such field")
        for name in fields or ():
            if kind is not None and name != LIKE and name not in (*kind.fields, "name"):
                raise ImportRefusedError(f"{wishes.kind} has no field {name}; there are {', '.join(kind.fields)}")
        known = [kind.fields.get(name) if kind is not None else None for name in fields or ()]
        texts = [text.split("/") if len(known) > 1 else [text] for text in source.texts(heading)]
        readers = [
            reader_for(one, name, [part[place] for part in texts if place < len(part)], source, wishes)
            for place, (name, one) in enumerate(zip(fields or (), known, strict=True))
        ]
        if fields:
            found.append(FieldColumn(heading, tuple(fields), tuple(readers), tuple(known)))
    return found


def fields_in(source: ImportedGrid, heading: str) -> bool:
    """Tell whether a column that somebody names is one of this file, and not of another that is read with it."""
    return name_of(heading) in map(name_of, source.columns)


def fields_headed(heading: str, kind: Kind | None) -> list[str]:
    """Return the field that a heading names, by its name or its words; none where the kind has no such field."""
    name = name_of(heading, "column")
    if kind is None or name in (*kind.fields, LIKE):
        return [name]
    return [field.name for field in kind.fields.values() if name_of(field.words) == name][:1]


def reader_for(
    known: Field | None, name: str, texts: Sequence[str], source: ImportedGrid, wishes: RosterWishes
) -> ReadsCell:
    """Return how cells are read: as the type of their field, or as most cells of the column look."""
    if name in (LIKE, "name"):
        return str
    if known is None or wishes.game is None:
        return reader_of(texts, has_decimal_comma=source.grid.has_decimal_comma)
    words = KnownWords(wishes.game.enums)
    return partial(read_as, kind=known.type, words=words, has_decimal_comma=source.grid.has_decimal_comma)


def values_of(
    source: ImportedGrid, row: FileRow, columns: Sequence[FieldColumn], wishes: RosterWishes
) -> dict[str, Any]:
    """Return the values of a row; cells that cannot be read are reported and left out."""
    found: dict[str, Any] = {}
    is_derived = any(LIKE in column.fields and not is_empty(source.text(row, column.heading)) for column in columns)
    for column in columns:
        try:
            text = source.text(row, column.heading)
            parts = [text] if len(column.fields) == 1 or is_empty(text) else TWO_PARTS.split(text)
            if is_empty(text):
                parts = [text] * len(column.fields)
            if len(parts) != len(column.fields):
                raise CellError(f"`{text}` holds {len(parts)} values, and not {len(column.fields)}")
            for name, known, read, part in zip(column.fields, column.known, column.readers, parts, strict=True):
                said = wishes.document.empty if is_empty(part) and wishes.document.empty else part
                if not is_empty(said):
                    found[name] = read(said)
                elif not is_derived and (value := value_of_empty(said, known, read)) is not None:
                    found[name] = value
        except CellError as error:
            source.report(row, column.heading, str(error))
    return found


def value_of_empty(text: str, known: Field | None, read: ReadsCell) -> Any:
    """Return what an empty cell or a dash stands for; nothing where the field begins with what its kind says.

    Raises:
        CellError: the field needs a value.
    """
    if known is None:
        return False if read is truth_in else None
    if known.start is not None or types.begins_empty(known.type) or isinstance(known.type, types.Thing):
        return None
    if isinstance(known.type, types.Boolean):
        return False
    if text and isinstance(known.type, types.Numeric) and known.type.low <= 0 <= known.type.high:
        return 0
    if isinstance(known.type, types.Place):
        return None
    said = f"`{text}` is none" if text else "this is empty"
    raise CellError(f"`{known.name}` needs a value, and {said}; --empty can name one")


def add_parts(
    grid: ImportedGrid, listed: str, things: Mapping[str, dict[str, Any]], wishes: RosterWishes, kind: Kind | None
) -> None:
    """Add the rows of a second file to the things that their first column names, as parts in a list.

    Raises:
        ImportRefusedError: the kind has no list of parts of this name.
    """
    part = part_kind(listed, wishes, kind)
    key = next(iter(grid.columns))
    columns = columns_of(grid, wishes, part, [key])
    for row in grid.rows:
        name = row.cells[grid.columns[key]]
        if name not in things:
            grid.report(row, key, f"no row of the first file is named {name}" if name else "this row names nothing")
            continue
        things[name].setdefault(listed, []).append(values_of(grid, row, columns, wishes))


def part_kind(listed: str, wishes: RosterWishes, kind: Kind | None) -> Kind | None:
    """Return the kind of the parts in a list, if the game is known.

    Raises:
        ImportRefusedError: the kind has no list of parts of this name.
    """
    if kind is None or wishes.game is None:
        return None
    known = kind.fields.get(listed)
    if known is None or not isinstance(known.type, types.ListType) or not isinstance(known.type.item, types.Thing):
        raise ImportRefusedError(f"{kind.name} has no list of parts {listed}; --parts FIELD=FILE names one")
    return wishes.game.kinds[known.type.item.kind]
