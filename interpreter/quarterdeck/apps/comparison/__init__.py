"""Compare games: how each treats a topic, how its turn goes, what the same question gives, how one battle ends.

In: several rulesets. Out: the record in `report`, and a folder with a page, the same on paper, and data.
`topics`, `turns`, `measures` and `same_battle` work out one part each, `side_by_side` puts them together,
`comparison_layout` lays them out and `folder` writes them, with `charts`.
"""
