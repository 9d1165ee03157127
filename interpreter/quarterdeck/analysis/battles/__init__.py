"""Fight battles by the hundred, with bots or scripts and on several cores; keep, summarise and compare them.

In: a ruleset, a scenario, who decides, how many, a seed. Out: a `BattleSeries` of counts, exact shares and intervals.
`series` runs all of it: `contest` fights one battle, `tasks` a batch, `fighting` those that are missing, `executors`
say where, `store` keeps them in SQLite, `watching` notes losses. `summary` and `comparison` report.
"""
