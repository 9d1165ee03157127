"""Deciders that are programs: random, scripted, and one that weighs by the advice of the ruleset.

In: a question, with the view of the side that is asked. Out: one of its answers. No decider here knows a game: what a
side wants is the ruleset's advice. A decider is handed views, never the state; so it cannot know more than its side.
"""
