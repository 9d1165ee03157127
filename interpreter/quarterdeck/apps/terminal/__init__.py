"""Play at a terminal: seats for people, the map, the state of things, and a game that can be left and resumed.

In: a ruleset, a scenario, and who sits where. Out: text and a journal. No game is known here: what is shown comes from
the ruleset's declarations, and only as far as the side that looks may see it.
"""
