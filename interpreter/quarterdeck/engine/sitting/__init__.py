"""A game in progress, without a terminal: who decides, what is kept, who listens, what may be taken back.

In: a situation, dice, deciders and a journal. Out: the end of the game, or the question at which it waits. Rulesets on
disk are not known here: `workspace.games` opens and resumes games.
"""
