"""A game between two peers: both run the same rules and keep the same record, and neither has to trust the other.

In: a sitting, the sides that decide here, and messages of the other peer. Out: messages to the other peer, and the game
on both sides, entry by entry the same. Nothing here opens a connection: `apps.peers` does.
"""
