"""The middle end: the program that a checked ruleset is lowered to, and the passes that optimise it.

In: a `Checked` ruleset and the settings of one game. Out: a `Program`: the phase graph, and typed routines whose
fields are places in a flat state. It can be printed as JSON and as a graph.
Rooms, from the bottom up: `form` defines and verifies programs, `lower` makes them, `passes` rewrites them.
May not know: how a program is executed, and what a game is played with.
"""
