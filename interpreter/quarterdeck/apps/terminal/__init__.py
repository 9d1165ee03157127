"""Play at a terminal: seats for people, a map, what things are like, and a game that can be left and taken up again.

In: a ruleset, a scenario, who sits where. Out: what is printed, and a journal. Nothing here knows a game: what is shown
comes from what the ruleset declares, and of it only what the side may see that looks on.
"""
