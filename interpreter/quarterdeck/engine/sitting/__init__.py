"""A game while it is played, without a terminal: who decides, what is kept, who listens, what may be taken back.

In: a situation, dice, deciders, and a journal. Out: the end of the game, or the question that it waits at. Nothing here
knows a ruleset on disk: `workspace.games` opens and resumes games.
"""
