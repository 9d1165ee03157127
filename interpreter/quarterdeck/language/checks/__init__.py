"""Analyses of a typed ruleset: what is wrong before the first die is rolled.

In: a ruleset whose expressions are typed. Out: a `Checked` one, and diagnostics. `order` lists the checks.
"""
