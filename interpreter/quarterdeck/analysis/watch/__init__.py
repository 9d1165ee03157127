"""A ruleset while it is edited: behind each save what is found, the examples concerned, and what it does to the odds.

In: the name of a ruleset with its variants. Out: a `Look` for each time that its files are looked at.
"""
