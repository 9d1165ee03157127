"""A ruleset with one number changed: which numbers there are, and the ruleset with one of them different.

In: a ruleset without errors. Out: each number that an amendment can change, by address, and a ruleset in which one is
another, typed and lowered again at that place alone. Nothing is written to disk.
"""
