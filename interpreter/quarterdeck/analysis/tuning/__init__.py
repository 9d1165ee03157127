"""What numbers of a ruleset do to a named outcome, and which value of one brings the outcome that is wanted.

In: a ruleset, a question or a scenario, an outcome as `chance(target.wet)`, `mean(target.wet)` or `win(hosts)`.
Out: plain records with exact fractions. Nothing here prints; a number is written into a variant where that is asked.
"""
