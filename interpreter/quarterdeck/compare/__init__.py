"""Compare two rulesets, or one with and without its house rules: what differs, address by address, and what that does to the odds.

In: two checked rulesets. Out: values; how they are printed is left to the command. How a rule is said in English comes from above and is
handed in.
"""
