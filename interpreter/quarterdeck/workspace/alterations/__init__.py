"""Numbers of a ruleset that can be something else: which there are, and the ruleset with one of them changed.

In: a ruleset without faults. Out: every number that an amendment can change, by its address, and a ruleset in which one
says something else, typed and lowered anew at that place alone. Nothing is written anywhere.
"""
