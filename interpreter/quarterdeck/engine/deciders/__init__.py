"""Deciders that are programs: random, scripted, and one that follows the ruleset's advice.

In: a question, with the view of the side that is asked. Out: one of the answers. What a side wants is the ruleset's
advice. A decider gets views and never the state, so it cannot know more than its side.
"""
