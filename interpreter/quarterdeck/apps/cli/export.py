"""`quarterdeck export`: the things of a game as data for other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.analysis.exports.roster_export import ExportedThings, as_rows, export_things
from quarterdeck.analysis.exports.table_files import Sheet, as_csv, as_xlsx
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import NoAnswerError, UsageError, one_of, open_ruleset
from quarterdeck.base.text import many


def export(
    game: str,
    *,
    things: Annotated[bool, Parameter(negative="")] = False,
    kind: str = "",
    roster: str = "",
    to: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Write the things of a game's rosters as data, as `quarterdeck export pond --things --to list.xlsx`.

    Values that the ruleset derives are worked out, and those that variants amend are as they amend them.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        things: the things of its rosters.
        kind: only things of this kind; CSV holds one kind.
        roster: only the things of this roster.
        to: the file to write, which ends in .csv or .xlsx; CSV is printed otherwise.
        json: print JSON instead.
    """
    if not things:
        raise UsageError(f"say what to export: quarterdeck export {game} --things")
    if to is not None and to.suffix not in WRITERS:
        raise UsageError(f"things are written into a file that ends in {' or '.join(WRITERS)}, and not {to.name}")
    if to is not None and json:
        raise UsageError("--json prints to the standard output; name a file with --to, or print JSON")
    ruleset = open_ruleset(game)
    declared = ruleset.declared
    chosen = one_of(kind, declared.kinds, "kind") if kind else ""
    named = one_of(roster, declared.rosters, "roster") if roster else ""
    found = export_things(ruleset, chosen, named)
    if json:
        print_json(found)
        return 0
    sheets = _sheets(found)
    if not sheets:
        raise NoAnswerError("rules", f"no roster of {game} has such things")
    data = WRITERS[to.suffix if to is not None else ".csv"](sheets)
    if to is None:
        sys.stdout.write(data.decode())
    else:
        _write(to, data)
        print(f"{to}: {many(len(found.things), 'thing')}")
    return 0


def _sheets(found: ExportedThings) -> dict[str, Sheet]:
    """Return a sheet for each kind of thing."""
    kinds = dict.fromkeys(one.kind for one in found.things)
    return {kind: as_rows([one for one in found.things if one.kind == kind]) for kind in kinds}


def _one_sheet(sheets: Mapping[str, Sheet]) -> bytes:
    """Write the only sheet as CSV.

    Raises:
        UsageError: there are several.
    """
    if len(sheets) > 1:
        raise UsageError(f"CSV holds one kind of thing; name one with --kind: {', '.join(sheets)}")
    return as_csv(*sheets.values())


def _write(to: Path, data: bytes) -> None:
    """Write a file.

    Raises:
        UsageError: it cannot be written there.
    """
    try:
        to.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{to} cannot be written ({error.strerror})") from None


WRITERS: dict[str, Callable[[Mapping[str, Sheet]], bytes]] = {".csv": _one_sheet, ".xlsx": as_xlsx}
"""What writes a file, by how its name ends."""
