"""Checks: what expressions mean, and what is wrong with a ruleset before the first die is rolled.

In: a `Declared` ruleset. Out: a `Checked` one, with a type and a meaning for every expression, and findings.
"""
