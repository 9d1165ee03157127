"""The tables of kinds: made when a ruleset first needs them, and filled with the values at the end of each turn.

All rulesets in a database share the table of a kind, so that the same query works for any game. The table has the
columns of all of them; a game leaves those empty that its ruleset does not have. A column is as wide as they need
together: whole numbers become decimals, and numbers that are words elsewhere become text. So what the tables look like
does not depend on which game came first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import UserDefinedType

from quarterdeck.workspace.database.connections import LOCK, DatabaseFaultError
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.snapshots import KEYS, RESERVED, KindTable, SortOfColumn, TurnValues, Value
from quarterdeck.workspace.database.tables import METADATA, TURNS, game_key

OLD = "__old"
"""At the end of the name of a table while another is made in its place."""


class ExactDecimal(UserDefinedType[Decimal]):
    """Decimals: `NUMERIC` in PostgreSQL; in SQLite a number that has the same digits."""

    cache_ok = True

    def get_col_spec(self, **_known: Any) -> str:
        """Give the name of the type."""
        return "NUMERIC"

    def bind_processor(self, dialect: sa.Dialect) -> Callable[[Decimal | None], Any] | None:
        """Give SQLite the digits as text, which it takes for a number in a column of numbers."""
        if dialect.name != "sqlite":
            return None
        return lambda value: None if value is None else format(value, "f")


def type_of(sort: SortOfColumn) -> sa.types.TypeEngine[Any]:
    """Give the type of a column."""
    match sort:
        case "whole":
            return sa.BigInteger()
        case "decimal":
            return ExactDecimal()
        case "truth":
            return sa.Boolean()
        case "text":
            return sa.Text()


def sort_there(kind: sa.types.TypeEngine[Any]) -> SortOfColumn:
    """Give what a column holds by the type that a database says it has."""
    if isinstance(kind, sa.Boolean):
        return "truth"
    if isinstance(kind, sa.Integer):
        return "whole"
    return "decimal" if isinstance(kind, sa.Numeric) else "text"


def wide_enough(one: SortOfColumn, other: SortOfColumn) -> SortOfColumn:
    """Give the narrowest sort of column that holds the values of both.

    >>> wide_enough("whole", "whole"), wide_enough("whole", "decimal"), wide_enough("truth", "whole")
    ('whole', 'decimal', 'text')
    """
    if one == other:
        return one
    return "decimal" if {one, other} == {"whole", "decimal"} else "text"


def fitted(value: Value, sort: SortOfColumn) -> Value:
    """Give a value as a column holds it that may be wider than its own ruleset needs."""
    if value is None or sort != "text" or isinstance(value, str):
        return Decimal(value) if sort == "decimal" and isinstance(value, int) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, "f") if isinstance(value, Decimal) else str(value)


Sorts = dict[str, SortOfColumn]


def put_turns(
    database: GameDatabase, game: int, tables: Iterable[KindTable], turns: Iterable[TurnValues], *, anew: bool = False
) -> None:
    """Write the ends of turns, in the place of those that are there; `anew` drops all others of the game.

    Raises:
        DatabaseFaultError: the database cannot be written.
    """
    tables, turns = tuple(tables), tuple(turns)
    try:
        try:
            _put(database, game, tables, turns, anew=anew)
        except DatabaseFaultError:
            if not database.known_tables:
                raise
            database.known_tables.clear()  # another program may be making one of them wider
            _put(database, game, tables, turns, anew=anew)
    except IntegrityError:
        raise DatabaseFaultError(
            f"{database}: the tables of game {game} cannot be written; is the game gone?"
        ) from None


def _put(
    database: GameDatabase, game: int, tables: tuple[KindTable, ...], turns: tuple[TurnValues, ...], *, anew: bool
) -> None:
    with database.writing() as connection:
        if (columns := columns_now(connection)) != database.known_columns:
            database.known_tables.clear()
        found = {table.name: _table(connection, database.known_tables, table) for table in tables}
        columns = columns_now(connection)
        if anew:
            _drop(connection, game, sa.true())
        for one in turns:
            of_turn = {"game": game, "turn": one.turn}
            for table in (*found.values(), TURNS):
                connection.execute(table.delete().filter_by(**of_turn))
            connection.execute(TURNS.insert().values(**of_turn, number=one.number, state_hash=one.state_hash))
            for name, rows in one.rows.items():
                sorts = sorts_of(found[name])
                fitting = [{key: fitted(value, sorts[key]) for key, value in row.items()} for row in rows]
                if fitting:
                    connection.execute(found[name].insert(), [{**of_turn, **row} for row in fitting])
    database.known_tables.update(found)
    database.known_columns = columns


def columns_now(connection: sa.Connection) -> str:
    """Give what changes whenever a table gets other columns, by this program or by another one."""
    return str(connection.execute(sa.text(CHANGES[connection.dialect.name])).one())


CHANGES = {
    "sqlite": "PRAGMA schema_version",
    "postgresql": "SELECT count(*), sum(attrelid::bigint), sum(atttypid::bigint) FROM pg_attribute JOIN pg_class "
    "ON pg_class.oid = attrelid WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0",
}


def drop_turns(database: GameDatabase, game: int, entries: int) -> None:
    """Drop the turns of a game that ended after more entries than there are.

    Raises:
        DatabaseFaultError: the database cannot be written.
    """
    with database.writing() as connection:
        _drop(connection, game, TURNS.c.number > entries)


def _drop(connection: sa.Connection, game: int, which: sa.ColumnElement[bool]) -> None:
    gone = list(connection.execute(sa.select(TURNS.c.turn).where(TURNS.c.game == game, which)).scalars())
    if gone or which is sa.true():
        for table in (*map(_named, kind_tables(connection)), TURNS):
            of_game = table.delete().where(table.c.game == game)
            connection.execute(of_game if which is sa.true() else of_game.where(table.c.turn.in_(gone)))


def kind_tables(connection: sa.Connection) -> list[str]:
    """Give the names of the tables of kinds that a database has."""
    return sorted(set(sa.inspect(connection).get_table_names()) - RESERVED)


def _named(name: str) -> sa.TableClause:
    return sa.table(name, *map(sa.column, KEYS))


def sorts_of(table: sa.Table) -> Sorts:
    """Give what each column of a table holds."""
    return {column.name: "decimal" if isinstance(column.type, ExactDecimal) else sort_there(column.type)
            for column in table.columns}  # fmt: skip


def _table(connection: sa.Connection, known: Mapping[str, sa.Table], wanted: KindTable) -> sa.Table:
    """Give the table of a kind with at least the columns that are wanted; where it lacks any, it is made again."""
    needed: Sorts = {column.name: column.sort for column in wanted.columns}
    if wanted.name in known and not _lacking(sorts_of(known[wanted.name]), needed):
        return known[wanted.name]
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    there = _sorts_there(connection, wanted.name)
    widened = {**there, **_lacking(there, needed)}
    table = _described(wanted.name, widened)
    if not there:
        table.create(connection)
    elif widened != there:
        _make_again(connection, table, there)
    return table


def _lacking(there: Sorts, needed: Sorts) -> Sorts:
    """Give the columns that are missing or too narrow, as they must be."""
    wide = {name: wide_enough(there.get(name, sort), sort) for name, sort in needed.items()}
    return {name: sort for name, sort in wide.items() if there.get(name) != sort}


def _sorts_there(connection: sa.Connection, name: str) -> Sorts:
    inspector = sa.inspect(connection)
    if not inspector.has_table(name):
        return {}
    found = inspector.get_columns(name)
    return {column["name"]: sort_there(column["type"]) for column in found if column["name"] not in KEYS}


def _described(name: str, sorts: Sorts) -> sa.Table:
    """Describe the table of a kind."""
    metadata = sa.MetaData()
    METADATA.tables["games"].to_metadata(metadata)
    METADATA.tables["series"].to_metadata(metadata)
    return sa.Table(
        name,
        metadata,
        game_key(),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        *(sa.Column(column, type_of(sort)) for column, sort in sorts.items() if column not in KEYS),
    )


def _make_again(connection: sa.Connection, table: sa.Table, there: Sorts) -> None:
    """Make a table with more columns, or wider ones, in the place of the one that is there, with its rows.

    SQLite cannot change the type of a column, and this way is the same for all databases.
    """
    quoted = connection.dialect.identifier_preparer.quote
    name, old = quoted(table.name), quoted(f"{table.name}{OLD}")
    connection.execute(sa.text(f"CREATE TABLE {old} AS SELECT * FROM {name}"))  # noqa: S608 - quoted
    connection.execute(sa.text(f"DROP TABLE {name}"))
    table.create(connection)
    source = sa.table(f"{table.name}{OLD}", *map(sa.column, (*KEYS, *there)))
    sorts = sorts_of(table)
    copied = [source.c[key] for key in KEYS]
    copied += [_copied(source.c[column], sort, sorts[column]) for column, sort in there.items()]
    connection.execute(table.insert().from_select([*KEYS, *there], sa.select(*copied)))
    connection.execute(sa.text(f"DROP TABLE {old}"))


def _copied(column: sa.ColumnClause[Any], was: SortOfColumn, now: SortOfColumn) -> Any:
    """Give what a column becomes in a wider one."""
    if was == now or now != "text":
        return column
    if was == "truth":
        return sa.case((column == sa.true(), "true"), (column == sa.false(), "false"))
    return sa.cast(column, sa.Text)
