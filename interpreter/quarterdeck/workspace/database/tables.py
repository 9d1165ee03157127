"""The tables that every database of games has, whatever is played in it.

Their names are plurals. The tables of the kinds of rulesets have the names of the kinds, which are singular, and are
made when a ruleset first needs them (`kind_tables`). `migrations` makes these tables; a test compares both.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    func,
)

VERSION_TABLE = "quarterdeck_version"
"""The table by which a database of games is known; it holds the name of its last migration."""

METADATA = MetaData()


def game_key(*, primary: bool = True) -> Column[int]:
    """Make the column that says which game a row belongs to; the row goes when the game does."""
    return Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=primary, nullable=False)


SERIES = Table(
    "series",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("identity", Text, nullable=False, unique=True),
    sqlite_autoincrement=True,
)
"""Series of battles; `identity` is a hash of the rules, the start, the seats and the seed."""

GAMES = Table(
    "games",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("begun", DateTime(timezone=True), nullable=False, server_default=func.current_timestamp()),
    Column("result", Text, nullable=False, server_default="unfinished"),
    Column("winner", Text),
    Column("turn", Integer),
    Column("series", ForeignKey("series.id", ondelete="CASCADE")),
    Column("battle", Integer),
    Column("writer", Text),
    Column("lease", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("series", "battle", name="games_battle"),
    sqlite_autoincrement=True,
)
"""Games; `header` is the first line of the journal, `options` an object in JSON.

`result` is unfinished, won or drawn, `winner` a side by its name in the scenario, `turn` the last turn. A game of a
series has its number there as `battle`. The program that `writer` names may add entries until `lease`, in seconds of
the clock of the database since 1970.
"""

SEATS = Table(
    "seats",
    METADATA,
    game_key(),
    Column("side", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("token", Text),
)
"""Who decides for each side: `kind` is a seat as a journal names it, `token` the hash of the secret of its link."""

ENTRIES = Table(
    "entries",
    METADATA,
    game_key(),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("chain", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.current_timestamp()),
    sqlite_with_rowid=False,
)
"""Dice and decisions, counted from 1: the source of truth. `body` is the line of the journal."""

EXCHANGES = Table(
    "exchanges",
    METADATA,
    game_key(),
    Column("key", Text, primary_key=True),
    Column("mine", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("theirs", Text),
    Column("opened", Text),
)
"""What two peers commit to before either opens it: own secret and salt, the other's commitment and what it opened."""

TURNS = Table(
    "turns",
    METADATA,
    game_key(),
    Column("turn", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("state_hash", Text, nullable=False),
)
"""The end of each turn: how many entries there were, and the hash of the state; turn 0 is the end of the set-up."""

BY_TOKEN = Index("seats_by_token", SEATS.c.token)
BY_WRITER = Index("games_by_writer", GAMES.c.writer)
BY_SERIES = Index("games_by_series", GAMES.c.series)
