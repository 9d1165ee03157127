"""Make the tables of games, seats, entries, exchanges, turns and series."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "series",
        sa.Column("id", sa.Integer, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("ruleset", "scenario", "seed")),
        sa.Column("identity", sa.Text, nullable=False, unique=True),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("ruleset", "scenario", "options", "seed", "dice", "rules", "start", "header")
        ),
        moment("begun"),
        sa.Column("result", sa.Text, nullable=False, server_default="unfinished"),
        sa.Column("winner", sa.Text),
        sa.Column("turn", sa.Integer),
        sa.Column("series", sa.Integer, sa.ForeignKey("series.id", ondelete="CASCADE")),
        sa.Column("battle", sa.Integer),
        sa.Column("writer", sa.Text),
        sa.Column("lease", sa.BigInteger, nullable=False, server_default="0"),
        sa.UniqueConstraint("series", "battle", name="games_battle"),
        sqlite_autoincrement=True,
    )
    op.create_index("games_by_series", "games", ["series"])
    op.create_index("games_by_writer", "games", ["writer"])
    op.create_table(
        "seats",
        *key("side", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("token", sa.Text),
    )
    op.create_index("seats_by_token", "seats", ["token"])
    op.create_table(
        "entries",
        *key("number", sa.Integer),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("chain", sa.Text, nullable=False),
        moment("at"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "exchanges",
        *key("key", sa.Text),
        sa.Column("mine", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("theirs", sa.Text),
        sa.Column("opened", sa.Text),
    )
    op.create_table(
        "turns",
        *key("turn", sa.Integer),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("state_hash", sa.Text, nullable=False),
    )


def key(name: str, kind: type[sa.Integer | sa.Text]) -> tuple[sa.Column[int], sa.Column[int | str]]:
    """Make the key of a table of parts of games: the game, and which part of it."""
    game: sa.Column[int] = sa.Column(
        "game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    return game, sa.Column(name, kind, primary_key=True)


def moment(name: str) -> sa.Column[object]:
    """Make a column that says when a row was written."""
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False, server_default=sa.func.current_timestamp())
