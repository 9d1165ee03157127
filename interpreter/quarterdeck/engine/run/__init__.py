"""Play: states, dice, decisions, journal, trace and views over generated Python.

In: a program and its printed functions, a situation, dice and deciders that are passed in. Out: a game that can be
saved, resumed, replayed and explained.
"""
