"""Compare two rulesets, or one with and without its house rules: what differs by address, and how odds change.

In: two rulesets. Out: records; wording and printing is left to higher wings.
"""
