"""Games in a relational database: their records, and the values of all things at the end of each turn.

In: a path or an address of a database, and games that are played. Out: a `JournalStore` for each game, tables that can
be queried in SQL, and the same tables again, rebuilt from the records. SQLAlchemy is imported here and nowhere else,
and only where somebody names a database.
"""
