"""Exact odds: carry a table of situations and their weights through the segments of a rule, and merge equals.

In: a program, a state, a rule and what is asked about it. Out: a distribution in whole-number weights over one
denominator.
"""
