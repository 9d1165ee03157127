"""The steps from an empty database, or one of an earlier version, to the tables of this version; Alembic runs them."""
