"""`quarterdeck database`: look into a database of games, ask it in SQL, export a game, rebuild what is derived."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, refuse_number
from quarterdeck.print.report.terminal import say
from quarterdeck.workspace.database.answers import DatabaseAnswer, GameExported, QueryRows

MOST_ROWS = 100_000


def database(
    action: Literal["tables", "query", "export", "rebuild"],
    address: str,
    what: str = "",
    *,
    to: Path | None = None,
    most: int = 1000,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """List the tables of a database of games, query it in SQL, export a game, or rebuild its tables.

    Args:
        action: `tables` lists the tables with their columns. `query` runs a read-only SQL statement. `export` writes a
            game as a journal, for `replay` and `why`. `rebuild` makes the tables of kinds again from the records.
        address: the database: an SQLite file, or `postgresql://USER@HOST/NAME`.
        what: the statement of a query, or the number of the game to export or to rebuild. Without a number, all games
            are rebuilt.
        to: write the exported game into this file.
        most: the largest number of rows that a query prints.
        json: print JSON.
    """
    if (what == "") != (action == "tables" or (action == "rebuild" and what == "")):
        raise UsageError(f"`quarterdeck database {action}` takes {WANTED[action]}")
    if (to is not None) != (action == "export"):
        raise UsageError("--to FILE is needed for an export, and only there")
    refuse_number("--most", most, 1, MOST_ROWS)
    found = _found(action, address, what, to, most)
    if json:
        print_json(found)
    else:
        _print(found)
    return 1 if any(one.fault for one in found.rebuilt or ()) else 0


WANTED = {
    "tables": "the address alone",
    "query": "an SQL statement after the address",
    "export": "the number of a game after the address",
    "rebuild": "the number of a game after the address, or nothing",
}


def _found(action: str, address: str, what: str, to: Path | None, most: int) -> DatabaseAnswer:
    from quarterdeck.workspace.database import connections, reading

    name = connections.shown(connections.address_of(address))
    if action == "tables":
        return DatabaseAnswer(name, tables=reading.tables(address))
    if action == "query":
        return DatabaseAnswer(name, query=reading.query(address, what, most))
    game = _number(what) if what else None
    with reading.existing(address) as games:
        if action == "rebuild":
            from quarterdeck.workspace.database.turn_listener import rebuild

            return DatabaseAnswer(name, rebuilt=rebuild(games, None if game is None else [game]))
        assert to is not None
        assert game is not None
        return DatabaseAnswer(name, exported=GameExported(game, to, reading.export(games, game, to)))


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > len(str(2**63)):
        raise UsageError(f"{text} is not the number of a game")
    return int(text)


def _print(found: DatabaseAnswer) -> None:
    console = Console(highlight=False)
    for table in found.tables or ():
        say(console, Text.assemble((table.name, "cyan"), f"  {table.rows:,} row{'s' if table.rows != 1 else ''}"))
        say(console, f"    {', '.join(f'{column.name} {column.type.lower()}' for column in table.columns)}")
    if found.query is not None:
        _print_rows(console, found.query)
    if found.exported is not None:
        one = found.exported
        say(console, f"{one.journal}: {one.entries:,} dice and decisions of game {one.game}")
    for game in found.rebuilt or ():
        words = game.fault or f"rebuilt, {game.turns} turn{'s' if game.turns != 1 else ''}"
        say(console, f"game {game.game}: {words}")


def _print_rows(console: Console, found: QueryRows) -> None:
    """Print rows below the names of their columns; numbers to the right."""
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for at, name in enumerate(found.columns):
        is_number = all(isinstance(row[at], int) or row[at] is None for row in found.rows)
        grid.add_column(Text(name), justify="right" if is_number else "left", overflow="fold")
    for row in found.rows:
        grid.add_row(*(Text("" if value is None else str(value)) for value in row))
    if found.columns:
        console.print(grid)
    if found.more:
        complain(f"only the first {len(found.rows):,} rows; --most N prints more")
