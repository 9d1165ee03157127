"""What numbers of a ruleset do to an outcome, and which value of one gives the outcome that is wanted.

In: a ruleset, a question or scenario, and an outcome such as `chance(target.wet)`, `mean(target.wet)`, `win(hosts)`.
Out: records with exact fractions. Nothing here prints; a number is written into a variant on request.
"""
