"""The phase graph: what is left of a ruleset when it is lowered to run, and the Python generated from it.

In: a `Checked` ruleset and the settings of a game (options, constants, board). Out: a `Graph` of routines and phases,
addressed, flat, printable as JSON; and Python source over it in two shapes: functions for play, and segments cut at
rolls, calls and loop heads for counting.
"""
