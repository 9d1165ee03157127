"""Games between two programs over a WebSocket: the end that waits for the other one, and the one that connects.

In: a link, and a game that both have the rules of. Out: the same game on both machines, kept by each in its own file or
database. What is said and believed is the business of `engine.peers`.
"""
