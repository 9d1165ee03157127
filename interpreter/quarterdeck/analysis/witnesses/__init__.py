"""Look for situations that show something: where two rulesets part ways, and where two variants bear on each other.

`falls` are the dice that all sides are given alike, `observing` what comes of a rule under them, by what brought it;
`starts` are the situations that a search begins with, `boundaries` the values that are worth trying; `search` finds the
smallest situation in which two rulesets differ. `agreement` says when two variants go together, `interplay` looks for
a situation in which they do not, `pairs` does so for all variants of a game.
"""
