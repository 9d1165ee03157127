"""Search for situations that show a difference: between two rulesets, or between two variants used together.

`search` finds the smallest situation in which something shows: it begins with `starts`, tries the values of
`boundaries`, carries rules out with `observing`, on the equal dice of `falls`. `differing` compares two rulesets.
`agreement` says when two variants go together, `interplay` looks for a situation where they do not, and `pairs` does
so for all variants of a game.
"""
