"""Worked examples as stories: who does what, what the dice show and why that counts, what a player marks on paper.

`story` tells one example and `example_run` carries it out for that. `occurrences` makes a tree of what happened,
`openings` tells the situation, `tales` what follows, with `rolls`, `decisions` and `changes` for one sort of event
each; `moment` knows what expressions come to, `story_wording` is the catalogue.
"""
