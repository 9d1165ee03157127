"""`quarterdeck import`: read a roster or table from a file that people have."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.analysis.imports.cell_forms import KnownWords, name_of
from quarterdeck.analysis.imports.file_import import ReadingWishes, as_figures, findings_in, read_grid
from quarterdeck.analysis.imports.imported import DocumentWishes, Imported, ImportedGrid, ImportForm
from quarterdeck.analysis.imports.roster_import import RosterWishes, import_roster, kinds_of_things
from quarterdeck.analysis.imports.table_import import TableWishes, import_table
from quarterdeck.analysis.imports.text_grids import SEPARATORS
from quarterdeck.analysis.scaffold.beginning import as_title
from quarterdeck.apps.cli.game_choices import by_name, listed
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, one_of, open_ruleset, print_findings, refuse_number
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.workspace.ruleset.grids import over_from

NONE = ("none", "no", "-")
"""What a column fills that fills no field."""


def import_(
    file: Path,
    *,
    as_: Annotated[ImportForm, Parameter(name="--as")],
    game: str = "",
    name: str = "",
    title: str = "",
    kind: str = "",
    named_by: str = "",
    columns: str = "",
    parts: Annotated[Sequence[str], Parameter(negative="")] = (),
    key: str = "",
    empty: str = "",
    source: str = "",
    sheet: str = "",
    header: int = 0,
    encoding: str = "",
    separator: str = "",
    to: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Read a roster or table from a file; every cell that cannot be read is reported with its row and column.

    Args:
        file: a file in CSV (any common encoding and separator), XLSX, ODS, Markdown or HTML.
        as_: `roster`, a row for each thing; `table`, a row for each key; `figures`, the CSV of a derived roster.
        game: the game of the document. Its types and words are used, and the result is checked in it.
        name: the name of the document; by default that of the sheet or file.
        title: its title; its name in words by default.
        kind: of a roster: the kind of its things.
        named_by: of a roster: the column that names things, or several with commas; `name` or the first by default.
        columns: of a roster: the fields that columns fill, as 'Pts: cost, Move: [walk, run], Notes: none'.
        parts: of a roster: a file with parts of the things, as FIELD=FILE; its first column names the thing.
        key: of a table: the types of its keys, as 'roll: 2..12, range: Range'; the first column is the first key.
        empty: the value of empty cells and dashes, such as 0.
        source: the source document of the file, if the game has several.
        sheet: the sheet or table to read, by its name or number; the first by default.
        header: the row with the headings, from 1; the first row that is not a title by default.
        encoding: the encoding of a text file, such as cp1252 or utf-16; detected by default.
        separator: what separates cells: comma, semicolon, tab, pipe, or a character; detected by default.
        to: the file to write; the document is printed otherwise.
        json: print the document, and what could not be read, as JSON.
    """
    refuse_number("--header", header, 0)
    _refuse_options_of_others(as_, roster=(kind, named_by, columns, *parts), table=(key,))
    grid = read_grid(file, reading := ReadingWishes(sheet, encoding, _separator(separator), header))
    declared = open_ruleset(game).declared if game else None
    name = name or name_of(grid.name, as_)
    document = DocumentWishes(name, title or as_title(name), _cited(source, declared, file), empty)
    if as_ == "figures":
        imported = as_figures(grid, name)
    elif as_ == "table":
        words = KnownWords(declared.enums if declared is not None else {})
        imported = import_table(grid, TableWishes(document, _texts("--key", key), words))
    else:
        meant = _kind(kind, declared), listed(named_by), _columns(columns, grid, parts)
        wishes = RosterWishes(document, *meant, declared)
        imported = import_roster(grid, wishes, _parts(parts, reading))
    return _put_out(imported, game, to, json=json)


def _put_out(imported: Imported, game: str, to: Path | None, *, json: bool) -> int:
    """Check what was imported in its game, print or write it, and say what could not be read."""
    if game and imported.form != "figures":
        imported = replace(imported, findings=findings_in(game, imported, to))
    if to is not None:
        try:
            to.write_text(imported.text, "utf-8")
        except OSError as error:
            raise UsageError(f"{to} cannot be written ({error.strerror})") from None
    if json:
        print_json(imported)
    else:
        print(imported.text if to is None else f"{to}: {imported.rows} rows\n", end="")
        for words in (*imported.notes, *map(str, imported.problems)):
            print(words, file=sys.stderr)
        print_findings(imported.findings)
        if imported.problems:
            complain(f"{len(imported.problems)} of its cells or rows could not be read")
    return 1 if imported.problems or imported.findings else 0


def _refuse_options_of_others(form: ImportForm, *, roster: Sequence[str], table: Sequence[str]) -> None:
    if (form != "roster" and any(roster)) or (form != "table" and any(table)):
        raise UsageError("--kind, --named-by, --columns and --parts belong to --as roster, and --key to --as table")


def _separator(text: str) -> str:
    found = SEPARATORS.get(text, text)
    if len(found) > 1:
        raise UsageError(f"--separator {text}: {', '.join(SEPARATORS)}, or one character")
    return found


def _mapping(flag: str, text: str) -> Mapping[str, object]:
    """Return what a flag says as `name: value, name: value`.

    Raises:
        RefusedError: it is something else.
    """
    findings = Findings()
    found = over_from(text, findings)[0] if text else {}
    findings.refuse()
    if not all(isinstance(name, str) for name in found):
        raise UsageError(f"{flag} {text}: write NAME: VALUE, NAME: VALUE")
    return found


def _texts(flag: str, text: str) -> dict[str, str]:
    return {name: str(one) for name, one in _mapping(flag, text).items()}


def _columns(text: str, grid: ImportedGrid, parts: Sequence[str]) -> dict[str, list[str]]:
    """Return the fields that each column fills, as somebody typed them.

    Raises:
        ImportRefusedError: the file has no such column, and no other is read with it.
    """
    found: dict[str, list[str]] = {}
    for heading, value in _mapping("--columns", text).items():
        several = value if isinstance(value, list) else [] if value in (*NONE, None) else [value]
        found[heading if parts else grid.column(heading)] = [str(one) for one in several]
    return found


def _kind(kind: str, declared: Declared | None) -> str:
    """Return the kind of a roster's things.

    Raises:
        UsageError: none is named, and the game has none or several.
    """
    if kind:
        return kind
    known = kinds_of_things(declared) if declared is not None else []
    if len(known) != 1:
        raise UsageError(f"name the kind of the things with --kind{': ' if known else ''}{', '.join(known)}")
    return known[0]


def _cited(source: str, declared: Declared | None, file: Path) -> dict[str, str]:
    """Return where the document comes from: one of the documents on which the game rests.

    Raises:
        UsageError: the game has no such document.
    """
    known = list(declared.head.documents) if declared is not None else []
    if known and source:
        source = one_of(source, known, "document")
    elif len(known) == 1:
        source = known[0]
    return {"document": source, "place": file.name} if source else {}


def _parts(parts: Sequence[str], reading: ReadingWishes) -> dict[str, ImportedGrid]:
    return {
        name: read_grid(Path(file), replace(reading, sheet="", header=0))
        for name, file in by_name("--parts", parts).items()
    }
