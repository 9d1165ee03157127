"""Battles by the hundred: fought by bots or scripts on many cores, kept as they come, summed up, and compared in pairs.

In: a ruleset, a scenario, who decides, how many, a seed. Out: a `BattleSeries` of counts, exact shares and intervals.
`contest` fights one battle, `tasks` some of them wherever that is asked for, `fighting` all that are missing, `store`
keeps them; `summary` and `comparison` say what came of them.
"""
