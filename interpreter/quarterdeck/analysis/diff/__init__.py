"""Compare two rulesets, or one with and without its house rules: what differs by address, and how far odds differ.

In: two rulesets. Out: values; how they are said and printed is left to those above.
"""
