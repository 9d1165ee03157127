"""Rulesets on disk: find, read, check, build and cache them, and open one as an object that answers questions.

In: the name or folder of a ruleset, with variants and settings. Out: a `Ruleset` with its diagnostics, builds,
scenarios and questions.
Rooms, from the bottom up: `pipeline` (the stages and their caches), `ruleset` (the opened ruleset), `alterations` (the
same ruleset with one number changed), `games` (open, resume and replay a game), `database` (games in SQL).
May not know: which questions are put to a ruleset, and how an answer is printed.
"""
