"""Look at a ruleset whenever it is saved: its diagnostics, the examples concerned, and what changed in the odds.

In: the name of a ruleset with its variants. Out: a `Look` for each change of its files.
"""
