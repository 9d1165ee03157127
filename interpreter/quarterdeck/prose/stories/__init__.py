"""Worked examples told as stories: who does what, what the dice show and why that counts, what is marked on paper.

`occurrences` puts what happened into a tree, `moment` knows what names are worth in it, `rolls`, `choices` and
`changes` tell one thing each, `tales` puts them together.
"""
