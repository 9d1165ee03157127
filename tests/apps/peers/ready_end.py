"""Reads the rules of `one_end` and plays its game once, for processes that are copies of one that has read this.

The drivers of databases are read as well.
"""

from sqlalchemy.dialects import registry

from tests.apps.peers.one_end import PLAYED
from tests.engine.peers.two_peers import play, two

for driver in ("sqlite", "postgresql.psycopg"):
    registry.load(driver)
play(*two(*PLAYED))
